"""The setup check finds what is missing or too old, and says what to do."""

from __future__ import annotations

import importlib.metadata

import pytest

from clockhands import setup_check


def test_a_complete_environment_is_ready_and_shows_no_versions():
    card = setup_check()
    assert card.state == "Ready", card
    assert importlib.metadata.version("anthropic") not in repr(card)


def test_versions_on_request():
    assert importlib.metadata.version("anthropic") in repr(setup_check(versions=True))


@pytest.mark.parametrize("name", ["anthropic", "jupyterlab", "ipywidgets", "tzdata", "clockhands"])
def test_a_missing_package_is_named_with_what_to_do(monkeypatch, name):
    import sys

    real_version, real_distribution = importlib.metadata.version, importlib.metadata.distribution

    def version(package):
        if package == name:
            raise importlib.metadata.PackageNotFoundError(package)
        return real_version(package)

    def distribution(package):
        if package == name:
            raise importlib.metadata.PackageNotFoundError(package)
        return real_distribution(package)

    monkeypatch.setattr(importlib.metadata, "version", version)
    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    card = sys.modules["clockhands.lessons.setup_check"].setup_check()
    assert card.state == "Not ready"
    assert "do this" in repr(card) and "python3 -m clockhands" in " ".join(repr(card).split())


def test_an_old_package_is_named(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda package: "1.0.3")
    card = setup_check()
    assert "1.0.3 is too old" in repr(card)


def test_a_folder_that_cannot_be_written(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("CLOCKHANDS_DATA", str(blocked / "data"))
    assert "CLOCKHANDS_DATA" in repr(setup_check())


def test_missing_widgets_say_how_to_get_them(monkeypatch, tmp_path):
    import sys

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    assert "jupyterlab_widgets" in repr(setup_check())
