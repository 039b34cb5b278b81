"""Drawings: every text on the card, none over another, the same each time, with alt text that says it."""

import base64
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import Script, Tool, connect, run, show
from clockhands.agent.outcome import Outcome
from clockhands.mock import call as scripted
from clockhands.show import palette, readme
from clockhands.trace import Trace

from .boxes import outside, overlaps, parse, texts
from .runs import chain, denied, endings, refused, result, text, two_cities, use

RUNS = {
    "two cities": two_cities(),
    "not watched": two_cities(watched=False),
    "refused": refused(),
    "endings": endings(),
    "one step": chain(1),
    "twelve steps": chain(11),
    "forty steps": chain(40),
    "denied": denied(),
    "denied, not watched": denied(watched=False),
    "a transcript": Trace.from_messages(two_cities().messages),
    "empty": Trace(),
}
DRAW = {"sequence": show.sequence, "timeline": show.timeline, "conversation": show.conversation}


@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("name", RUNS)
def test_nothing_overlaps_or_leaves_the_card(kind, name):
    picture = DRAW[kind](RUNS[name])
    assert overlaps(picture.svg) == []
    assert outside(picture.svg) == []
    assert max(map(len, picture.text.split("\n"))) <= 100


@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("name", RUNS)
def test_the_same_run_gives_the_same_bytes(kind, name):
    assert DRAW[kind](RUNS[name]).html == DRAW[kind](RUNS[name]).html
    assert not re.search(r"0x[0-9a-f]{6,}", DRAW[kind](RUNS[name]).svg)


def test_in_a_notebook_it_is_an_image_with_alt_text_and_plain_text():
    picture = show.sequence(two_cities())
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    found = re.fullmatch(
        r'<img .*src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)">', bundle["text/html"]
    )
    source, alt = found.groups()
    assert base64.b64decode(source).decode() == picture.svg
    assert "the app runs a and b at the same time" in alt
    assert "answering a and b" in alt
    assert repr(picture) == bundle["text/plain"]


def test_the_six_labels_in_order_and_a_white_card():
    picture = show.sequence(two_cities())
    labels = [t for t, left, *_ in texts(picture.svg) if left == 78]
    assert labels == ["send", "ask", "check", "run", "return", "reply"]
    assert [
        line.split()[1] for line in picture.text.split("\n")[4:] if re.match(r" *\d+ [a-z]+ ", line)
    ] == labels
    assert 'rx="8" fill="#ffffff"' in picture.svg


def test_the_head_counts_calls_tokens_and_time():
    line = show.sequence(two_cities()).text.split("\n")[1]
    assert line == (
        "2 model calls · 2 tool calls in one step · 1,312 tokens in, 118 out · 1.24 s on a virtual clock"
    )


def test_a_call_keeps_its_mark_from_ask_to_return():
    lines = show.sequence(two_cities()).text.split("\n")
    assert sum("● a" in line for line in lines) == 4
    assert sum("■ b" in line for line in lines) == 4
    assert any("● a 23:10:15+09:00" in line for line in lines)


def test_a_refusal_is_a_stop():
    picture = show.sequence(refused())
    assert "6 stop" in picture.text
    assert "✖ 400 invalid_request_error" in picture.text
    assert "? toolu_WRONG" in picture.text
    assert "6 stop: 400 invalid_request_error: messages.2.content.0" in picture.alt
    assert picture.svg.count("<polygon") == 2


def test_what_did_not_run_is_said():
    picture = show.sequence(endings())
    for said in ("● a run", "◆ d ✖ denied", "20 ms raised", "0.50 s hung", "max_tokens", "(no text)"):
        assert said in picture.text
    assert "delete_file" not in picture.text.split("run  ")[-1]


def arrows_to_the_tools(picture) -> int:
    """How many arrows of the SVG end at the tools' lane."""
    return picture.svg.count('<path d="M 802 ')


@pytest.mark.parametrize("other", ["denied", "absent"])
def test_a_denied_call_stays_with_the_app(other):
    """Recorded as denied, or without any execution while another call has one."""
    picture = show.sequence(denied(recorded=other == "denied"))
    said = "denied" if other == "denied" else "not run"
    assert f"● a run · ■ b ✖ {said}" in picture.text
    assert f"check: the app decides about a (run) and b ({said})." in picture.alt
    assert "run: the app runs a." in picture.alt
    assert "■ b delete_note ──" not in picture.text
    assert arrows_to_the_tools(picture) == 1
    assert "2 tool calls in one step · 1 not run" in picture.text
    assert any(words == said for words, *_ in texts(picture.svg))


def test_where_nothing_was_watched_an_error_is_not_told_from_a_denial():
    """a has a plain result, so it ran; b has an error, which either of the two may have given."""
    picture = show.sequence(denied(watched=False))
    assert "● a unwatched · ■ b ✖ denied or failed, unwatched" in picture.text
    assert "b (denied or failed, unwatched)" in picture.alt
    assert "run: the app runs a." in picture.alt
    assert arrows_to_the_tools(picture) == 1


def test_a_run_of_denied_calls_only_has_no_step_run():
    picture = show.sequence(denied(names=["delete_note"]))
    assert [left for left in re.findall(r"(?m)^ *\d+ (\w+) ", picture.text.split("tools\n")[1])] == [
        "send",
        "ask",
        "check",
        "return",
        "reply",
    ]
    assert (" run:" in picture.alt, arrows_to_the_tools(picture)) == (False, 0)


def hostile_run() -> Outcome:
    """The course's loop on an unknown name, invalid arguments, a refused person and one call that runs."""
    path = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    tools = [
        Tool("read_note", "Read a note.", path, fn=lambda path: f"text of {path}"),
        Tool("delete_note", "Delete a note.", path, fn=lambda path: "deleted", dangerous=True),
    ]
    asked = [
        scripted("fly", path="x"),
        scripted("read_note"),
        scripted("delete_note", path="a"),
        scripted("read_note", path="a"),
    ]
    client, _ = connect(Script(asked, "Done."), quiet=True)
    return run(client, tools, "Tidy up.")


def test_the_loops_own_trace_shows_each_denial():
    outcome = hostile_run()
    picture = show.sequence(outcome.trace)
    assert "a (denied), b (denied), c (denied) and d (run)" in picture.alt
    assert "run: the app runs d." in picture.alt
    assert arrows_to_the_tools(picture) == len(outcome.executed) == 1
    assert "4 tool calls in one step · 3 not run" in picture.text
    assert overlaps(picture.svg) == []


def test_a_call_nobody_ran_is_the_end():
    trace = two_cities()
    trace.exchanges.pop()
    trace.executions.clear()
    assert "asked for, not run. Only" in show.sequence(trace).text


def test_the_same_request_again_is_called_that():
    trace = Trace()
    request = {"messages": [{"role": "user", "content": "Write a novel."}]}
    for _ in range(2):
        trace.add_exchange(request, {"content": [text("It was")], "stop_reason": "max_tokens"}, t0=0, t1=0)
    assert "everything again + nothing new" in show.sequence(trace).text


def test_results_from_the_assistant_are_named():
    messages = two_cities().messages[:3]
    messages[2]["role"] = "assistant"
    assert show.conversation(messages).text.count("✖ spoken by assistant") == 2


def test_more_than_twelve_model_calls_are_counted_not_drawn():
    picture = show.sequence(chain(40))
    assert "29 more model calls, the same way" in picture.text
    assert "41 model calls" in picture.text


def test_offline_runs_on_the_real_clock_show_no_times_unless_asked():
    trace = two_cities()
    trace.exact = False
    for exchange in trace.exchanges:
        exchange.t1 = exchange.t0 + 0.003
    assert " s" not in show.sequence(trace).text.split("\n")[1].split("·")[-1]
    assert "in steps of 0.2 s" in show.sequence(trace, unit=0.2).text
    # Jitter below the step does not show.
    before = show.timeline(trace).html
    trace.exchanges[0].t1 += 0.05
    assert show.timeline(trace).html == before


def test_measured_times_round_down_exact_ones_half_up():
    trace = Trace(exact=False)
    trace.add_exchange({"messages": []}, {"content": []}, t0=0.0, t1=0.57)
    assert "0.4 s" in show.timeline(trace).text
    trace.exact = True
    assert "0.57 s" in show.timeline(trace).text


def test_a_unit_must_be_positive():
    with pytest.raises(ValueError, match="unit is 0; pass seconds greater than 0"):
        show.timeline(two_cities(), unit=0)


@pytest.mark.parametrize("draw", DRAW.values())
@pytest.mark.parametrize("wrong", [3, "text", {"role": "user"}])
def test_what_cannot_be_drawn_is_refused(draw, wrong):
    with pytest.raises(TypeError, match="pass a"):
        draw(wrong)


HOSTILE = st.text(max_size=120) | st.sampled_from(
    ["<script>", "]]>", "\x00\x1b[31m", "\ud800", "ｗｉｄｅ" * 30, "x" * 400]
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(question=HOSTILE, name=HOSTILE, value=HOSTILE, answer=HOSTILE, said=HOSTILE)
def test_any_text_is_drawn_well_formed_and_inside(question, name, value, answer, said):
    messages = [
        {"role": "user", "content": question},
        {
            "role": "assistant",
            "content": [text(said), use("toolu_1", name, value=value), use("toolu_2", name)],
        },
        {"role": "user", "content": [result("toolu_1", answer), result(name, answer, True)]},
        {"role": "assistant", "content": [text(said)]},
    ]
    for draw in DRAW.values():
        picture = draw(messages)
        parse(picture.svg)
        assert outside(picture.svg) == []
        assert overlaps(picture.svg) == []
        assert "\x1b" not in picture.text
        assert "\n" not in picture.alt


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    content=st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["type", "text", "id", "tool_use_id", "name", "input"]), inner, max_size=4
            )
        ),
        max_leaves=6,
    ),
    role=st.sampled_from(["user", "assistant", "tool", ""]),
)
def test_broken_messages_are_drawn_not_raised(content, role):
    messages = [{"role": "user", "content": "hi"}, {"role": role, "content": content}]
    for draw in DRAW.values():
        parse(draw(messages).svg)


@pytest.mark.parametrize(
    "colour", sorted({*palette.CALLS, palette.USER, palette.MODEL, palette.STOP, palette.GREY})
)
def test_contrast_on_white_is_at_least_five(colour):
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    assert 1.05 / (light + 0.05) >= 5


def test_marks_differ_in_shape_colour_and_letter():
    marks = [palette.mark(i) for i in range(6)]
    for attribute in ("letter", "shape", "glyph", "colour"):
        assert len({getattr(m, attribute) for m in marks}) == 6
    assert [palette.mark(i).letter for i in (0, 25, 26, 52)] == ["a", "z", "a2", "a3"]


def test_save_writes_what_was_drawn(tmp_path):
    picture = show.timeline(two_cities())
    assert picture.save(tmp_path / "t.svg").read_text(encoding="utf-8") == picture.svg
    assert picture.save(tmp_path / "t.txt").read_text(encoding="utf-8") == picture.text + "\n"
    with pytest.raises(ValueError, match=r"cannot be saved as \.png; use \.txt, \.svg"):
        picture.save(tmp_path / "t.png")


def test_the_readme_shows_the_drawing_of_today():
    stored = readme.PATH.read_text(encoding="utf-8")
    assert stored == readme.picture().svg, "run: python3 -m clockhands.show.readme"


def test_small_pauses_do_not_add_up_in_a_timeline():
    def run(jitter: float) -> Trace:
        trace, now = Trace(exact=False), 0.0
        for _ in range(6):
            now += jitter
            trace.add_execution("sleepy", {}, t0=now, t1=now + 0.4 + jitter)
            now += 0.4 + jitter
        return trace

    quiet, busy = show.timeline(run(0.0)), show.timeline(run(0.09))
    assert quiet.html == busy.html
    assert quiet.text.startswith("Timeline: 2.4 s in steps of 0.2 s")


def test_tools_that_begin_together_stand_in_the_order_of_their_calls():
    def run(first: float, second: float) -> Trace:
        trace = Trace(exact=False)
        calls = [use("toolu_01A", timezone="Asia/Tokyo"), use("toolu_01B", timezone="Europe/London")]
        trace.add_exchange({"messages": []}, {"content": calls, "stop_reason": "tool_use"}, t0=0, t1=0.01)
        for call, t0 in sorted(zip(calls, (first, second), strict=True), key=lambda pair: pair[1]):
            trace.add_execution("get_current_time", call["input"], tool_use_id=call["id"], t0=t0, t1=0.5)
        return trace

    assert show.timeline(run(0.02, 0.03)).html == show.timeline(run(0.03, 0.02)).html


def test_a_clock_that_ticks_every_16_ms_loses_no_step():
    trace = Trace(exact=False)
    trace.add_execution("sleepy", {}, t0=0.0, t1=0.390625)
    assert show.timeline(trace, unit=0.4).text.startswith("Timeline: 0.4 s")
