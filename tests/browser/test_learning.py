"""What a learner does: solve, be told, ask for a hint, answer, come back another day."""

from __future__ import annotations

WRONG = """def date_line(now):
    return "Today is " + now.isoformat()
"""
RIGHT = """def date_line(now):
    return f"Today is {now:%A}, {now.day} {now:%B %Y}, in {now.tzinfo}."
"""


def test_a_card_and_the_hint_follow_the_answer(open_notebook):
    chapter = open_notebook("01_no_clock.ipynb")
    chapter.run("mock-model", "warm-up", "ex-1-1-stub", "ex-1-1-check", "ex-1-1-hint")
    card, hint = chapter.output("ex-1-1-check"), chapter.output("ex-1-1-hint")
    assert "Not attempted" in card.inner_text()
    first_hint = hint.inner_text()
    chapter.write("ex-1-1-stub", WRONG)
    chapter.run("ex-1-1-stub", "ex-1-1-check", "ex-1-1-hint")
    assert "Not yet" in card.inner_text()
    assert "Yours" in card.inner_text()
    assert "Expected" in card.inner_text()
    assert hint.inner_text() != first_hint
    chapter.write("ex-1-1-stub", RIGHT)
    chapter.run("ex-1-1-stub", "ex-1-1-check")
    assert "Passed" in card.inner_text()


def test_a_quiz_is_answered_with_the_keyboard_alone(notebook, lab):
    asked = notebook("from clockhands import quiz", "quiz(3)")
    keyboard, page = asked.page.keyboard, asked.page
    asked.cell("cell-1").locator(".cm-content").click()
    keyboard.press("Escape")
    first = asked.output("cell-1").get_by_role("button").first
    for _ in range(60):
        keyboard.press("Tab")
        if first.evaluate("button => button === document.activeElement"):
            break
    assert first.evaluate("button => button === document.activeElement")
    for key, n in (("Enter", 0), ("Space", 1)):
        keyboard.press(key)
        statuses = asked.output("cell-1").locator(".jupyter-widgets [role=status]")
        statuses.filter(has_text="Why").first.wait_for()
        said = statuses.first.inner_text()
        assert said.startswith(("Right", "Not so")), said
        label = page.evaluate("() => document.activeElement.textContent")
        mark, letter = label[0], label[2]
        assert mark in "✓✗" and letter == "ab"[n]  # marked, and the focus stays where it was
        keyboard.press("Tab")


def test_progress_and_pictures_are_there_after_a_reload(lab, notebook, context, open_notebook):
    cells = ("from clockhands import check, progress, show", RIGHT, 'check("1.1", date_line)')
    talk = [
        {"role": "user", "content": "Which day is it?"},
        {"role": "assistant", "content": "I cannot tell."},
    ]
    panel = "show.panel(lambda n: show.conversation(talk[:n]), n=show.Slider(1, 2, 1))"
    first = notebook(*cells, f"talk = {talk}\nshow.step_through(talk)", "progress()", panel)
    assert "Passed" in first.output("cell-2").inner_text()
    handle = first.output("cell-5").locator(".noUi-handle")
    handle.focus()
    handle.press("ArrowRight")
    first.output("cell-5").locator('img[alt*="I cannot tell"]').wait_for()
    first.save()
    first.close()
    again = open_notebook(first.name, page=context.new_page())
    assert "Passed" in again.output("cell-2").inner_text()
    for cell in ("cell-3", "cell-5"):  # without a kernel's help
        picture = again.output(cell).locator("img")
        assert picture.evaluate("image => image.naturalWidth") > 0
        assert "I cannot tell" in picture.get_attribute("alt")
    again.run("cell-0", "cell-4")
    assert "1.1" in again.output("cell-4").inner_text() or "1 of" in again.output("cell-4").inner_text()
    again.page.close()
