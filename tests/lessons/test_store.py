"""Progress on disk: kept, shared between processes, and never in the way of a check."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clockhands import clock, settings
from clockhands.lessons import check, store


def file() -> Path:
    return settings.data_dir() / store.FILE_NAME


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(store._Patience, "seconds", store.BUSY_S)


def test_what_is_recorded_is_there_in_order_with_its_details():
    with clock.frozen("2026-11-05T14:10:15Z"):
        assert store.record("check", "3.1", state="not yet", misconception=None) == ""
        assert store.record("hint", "3.1", level=1) == ""
    assert store.record("check", "3.2", state="passed") == ""
    every, trouble = store.events()
    assert trouble == "" and [e["ref"] for e in every] == ["3.1", "3.1", "3.2"]
    assert every[0] == {
        "kind": "check",
        "ref": "3.1",
        "at": "2026-11-05T14:10:15+00:00",
        "state": "not yet",
        "misconception": None,
    }
    assert [e["ref"] for e in store.events("check")[0]] == ["3.1", "3.2"]
    assert [e["kind"] for e in store.events(ref="3.1")[0]] == ["check", "hint"]


WRITER = """
import sys
from clockhands.lessons import store
troubles = [store.record("check", f"{sys.argv[1]}.{n}", state="passed") for n in range(40)]
sys.exit(any(troubles))
"""


def test_processes_that_write_at_once_lose_nothing():
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(n)]) for n in range(4)]
    assert [writer.wait() for writer in writers] == [0] * 4
    every, _ = store.events()
    assert sorted(e["ref"] for e in every) == sorted(f"{p}.{n}" for p in range(4) for n in range(40))


def test_threads_that_write_at_once_lose_nothing():
    threads = [threading.Thread(target=lambda: [store.record("x", "1") for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.events()[0]) == 80


def test_a_damaged_file_is_kept_under_another_name_and_said_so():
    store.record("check", "3.1")
    file().write_bytes(b"this is no database" * 400)
    notice = store.record("check", "3.2", state="passed")
    assert "was damaged" in notice and "a new one was started" in notice
    kept = [path for path in file().parent.iterdir() if "damaged" in path.name]
    assert len(kept) == 1 and kept[0].name in notice
    assert kept[0].read_bytes().startswith(b"this is no database")
    assert [e["ref"] for e in store.events()[0]] == ["3.2"]
    assert store.record("check", "3.3") == ""


def test_damage_inside_the_file_is_found_too():
    for n in range(300):
        store.record("check", f"3.{n}", note="x" * 200)
    content = bytearray(file().read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file().write_bytes(bytes(content))
    _, notice = store.events()
    assert "was damaged" in notice
    assert store.record("check", "3.1") == ""


def test_a_database_of_somebody_elses_is_not_written_into():
    file().parent.mkdir(parents=True, exist_ok=True)
    other = sqlite3.connect(file())
    other.execute("CREATE TABLE notes (x)")
    other.execute("PRAGMA user_version = 1")
    other.commit()
    other.close()
    assert "was damaged" in store.record("check", "3.1")
    assert any("damaged" in path.name for path in file().parent.iterdir())


REPAIRER = """
import sys
from clockhands.lessons import store
print(store.record("check", sys.argv[1]))
"""


def test_processes_that_meet_the_damage_together_move_it_aside_once():
    file().parent.mkdir(parents=True, exist_ok=True)
    file().write_bytes(b"garbage!" * 1000)
    writers = [
        subprocess.Popen([sys.executable, "-c", REPAIRER, f"3.{n}"], stdout=subprocess.PIPE) for n in range(4)
    ]
    said = [writer.communicate()[0].decode("utf-8").strip() for writer in writers]
    assert sorted(e["ref"] for e in store.events()[0]) == ["3.0", "3.1", "3.2", "3.3"]
    assert len([path for path in file().parent.iterdir() if "damaged" in path.name]) == 1
    assert sum("was damaged" in text for text in said) == 1


def test_a_locked_file_costs_no_check_and_loses_nothing(example):
    store.record("check", "97.1")
    holder = sqlite3.connect(file(), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        store._Patience.seconds = 0.05
        card = check("97.3", 3)
        assert card.passed and "another program holds the file" in " ".join(repr(card).split())
        assert [e["ref"] for e in store.events("check")[0]] == ["97.3"]
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    assert store.record("hint", "97.1", level=1) == ""
    assert [e["ref"] for e in store.events()[0]] == ["97.1", "97.3", "97.1"]


def test_a_folder_that_cannot_be_made_costs_no_check(example, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("CLOCKHANDS_DATA", str(blocked / "below"))
    card = check("97.3", 3)
    assert card.passed and "Set CLOCKHANDS_DATA" in " ".join(repr(card).split())
    assert [e["state"] for e in store.events("check")[0]] == ["passed"]
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setenv("CLOCKHANDS_DATA", str(elsewhere))
    assert store.record("hint", "97.1") == ""
    assert [e["kind"] for e in store.events()[0]] == ["check", "hint"]


def test_a_folder_where_the_file_should_be(example):
    file().mkdir(parents=True)
    assert check("97.3", 3).passed
    assert file().is_dir()


def test_a_read_only_file(example, monkeypatch):
    store.record("check", "97.1")
    real = sqlite3.connect
    monkeypatch.setattr(
        store.sqlite3,
        "connect",
        lambda path, **how: real(f"file:{Path(path).as_posix()}?mode=ro", uri=True, **how),
    )
    card = check("97.3", 3)
    assert card.passed and "was not saved (OperationalError)" in " ".join(repr(card).split())


def test_a_file_of_a_newer_version_is_left_alone():
    store.record("check", "3.1")
    newer = sqlite3.connect(file())
    newer.execute(f"PRAGMA user_version = {store.SCHEMA_VERSION + 1}")
    newer.close()
    before = file().read_bytes()
    assert "newer Clock Hands" in store.record("check", "3.2")
    assert file().read_bytes() == before


def test_a_row_that_cannot_be_read_hides_no_other():
    store.record("check", "3.1", state="passed")
    with sqlite3.connect(file()) as raw:
        raw.execute("INSERT INTO events (at, kind, ref, detail) VALUES ('x', 'check', '3.2', '{broken')")
    raw.close()
    assert [e["ref"] for e in store.events("check")[0]] == ["3.1", "3.2"]


def test_what_could_not_be_written_is_tried_once_more_at_the_end(tmp_path):
    script = """
import os, pathlib, sys
from clockhands.lessons import store
os.environ["CLOCKHANDS_DATA"] = sys.argv[1] + "/blocked/below"
pathlib.Path(sys.argv[1], "blocked").write_text("x")
assert store.record("check", "3.1")
os.environ["CLOCKHANDS_DATA"] = sys.argv[1] + "/free"
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)
    with sqlite3.connect(tmp_path / "free" / store.FILE_NAME) as raw:
        assert raw.execute("SELECT ref FROM events").fetchall() == [("3.1",)]
    raw.close()


def _forked(n: int) -> str:
    return store.record("check", str(n))


def test_workers_of_a_pool_may_record():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_forked, range(6)) == [""] * 6
    assert sorted(e["ref"] for e in store.events()[0]) == [str(n) for n in range(6)]


def test_details_are_plain_json():
    store.record("prediction", "3.a", answer="ünï — “x”", unit="")
    with sqlite3.connect(file()) as raw:
        [(detail,)] = raw.execute("SELECT detail FROM events").fetchall()
    raw.close()
    assert json.loads(detail)["answer"] == "ünï — “x”"
