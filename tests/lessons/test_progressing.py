"""`progress()` and its download."""

from __future__ import annotations

import json

import pytest

from clockhands.lessons import check, progress, quiz, store

from . import example_chapter

pytestmark = pytest.mark.usefixtures("example")


def pass_all():
    for exercise in example_chapter.CHAPTER.exercises:
        store.record("check", exercise.id, state="passed")


def test_nothing_done_yet():
    card = progress()
    text = repr(card)
    assert text.startswith("Progress: 0 points, 0 chapters finished")
    assert "97  An example, 0 of 3 exercises" in text
    assert "03  the loop (not there yet)" in text
    assert "exercise 97.1, run what was asked" in text
    assert card.points == 0


def test_points_of_exercises_and_the_next_one():
    check("97.3", 3)
    check("97.3", 2)
    card = progress()
    assert card.points == 1, "a later wrong try takes nothing away"
    assert "An example, 1 of 3 exercises, 1 point" in repr(card)


def test_a_finished_chapter_is_worth_150_more():
    pass_all()
    card = progress()
    assert card.points == 2 + 3 + 1 + 150
    assert "Progress: 156 points, 1 chapter finished" in repr(card)
    assert "Nothing is left" in repr(card)


def test_a_chapter_without_exercises_is_finished_by_its_quiz(monkeypatch):
    from clockhands.lessons.exercise import Chapter

    only_quiz = Chapter(97, "An example", questions=example_chapter.CHAPTER.questions)
    monkeypatch.setattr("clockhands.lessons.chapters.chapters", lambda: [only_quiz])
    monkeypatch.setattr("clockhands.lessons.chapters.chapter", lambda n: only_quiz)
    assert not progress().chapters[-1].finished
    quiz(97, "ab")
    assert progress().chapters[-1].finished


def test_progress_over_a_damaged_file_says_so(tmp_path):
    pass_all()
    (tmp_path / "data" / store.FILE_NAME).write_bytes(b"broken" * 1000)
    text = " ".join(repr(progress()).split())
    assert "0 points" in text and "was damaged. It was kept as" in text


def test_the_download_holds_everything_and_overwrites_nothing(tmp_path):
    check("97.3", 3)
    path = progress.download(tmp_path / "mine.json")
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["passed"] == ["97.3"] and content["points"] == 1
    assert content["events"][0]["kind"] == "check"
    with pytest.raises(FileExistsError):
        progress().download(path)
