"""Each test has a data folder and a working folder of its own, and the example chapter under number 97."""

from __future__ import annotations

import pytest

from clockhands.lessons import chapters, store

from . import example_chapter


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("CLOCKHANDS_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(store, "_pending", [])
    return folder


@pytest.fixture
def example(monkeypatch):
    """The example chapter, found as if it were part of the course."""
    real = chapters.chapter
    monkeypatch.setattr(chapters, "chapter", lambda n: example_chapter.CHAPTER if n == 97 else real(n))
    monkeypatch.setattr(chapters, "chapters", lambda: [example_chapter.CHAPTER])
    return example_chapter.CHAPTER
