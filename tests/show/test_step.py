"""The step-through: what each step shows, that it stays small, and what a fork leads to."""

import asyncio
import re

import pytest

from clockhands import connect, record, run, show
from clockhands.show import step, step_player, widgets
from clockhands.show.fork import edited, fork, texts_in
from clockhands.show.step_html import draw_step
from clockhands.show.steps import marks_of, steps_of
from clockhands.trace import Trace

from .runs import chain, endings, refused, result, text, two_cities, use

NO_FORK = {"tools": [], "run": None, "client": None}


def get_current_time(timezone: str) -> str:
    """Get the current time in one time zone.

    Args:
        timezone: IANA zone name, such as Asia/Tokyo
    """
    return "2026-11-05T23:10:15+09:00"


@pytest.fixture(scope="module")
def tokyo() -> Trace:
    client, _ = connect(quiet=True)
    with record(client) as trace:
        run(client, trace.watch([get_current_time]), "What time is it in Asia/Tokyo?")
    return trace


def drawn(trace: Trace, **more) -> list[str]:
    steps, story = steps_of(trace)
    return [draw_step(one, len(steps), marks_of(story), **({"timed": True} | more)) for one in steps]


def seen(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- the model


def test_the_steps_are_those_of_every_picture():
    steps, story = steps_of(two_cities())
    assert [one.label for one in steps] == ["send", "ask", "check", "run", "return", "reply"]
    assert [one.row for one in steps] == story.rows


def test_only_what_is_new_in_a_request_is_new():
    steps, _ = steps_of(two_cities())
    send, back = steps[0].request, steps[4].request
    assert (send.earlier, len(send.messages), send.mended) == (0, 1, False)
    assert [n for n, _ in back.new] == [2]
    assert send.settings == ""  # it names no model, so nobody knows


def test_settings_are_told_once_then_only_changes(tokyo):
    steps, _ = steps_of(tokyo)
    assert "1 tool (get_current_time)" in steps[0].request.settings
    assert steps[4].request.settings == "tools and settings: as before"


def test_a_reply_that_the_app_changed_is_new():
    trace = two_cities()
    trace.exchanges[1].request["messages"][1]["content"] = [text("I asked for two things."), use("toolu_01A")]
    request = steps_of(trace)[0][-1].request
    assert [n for n, _ in request.new] == [1, 2]


def test_a_history_that_the_app_cut_is_said():
    trace = chain(4)
    last = trace.exchanges[-1].request
    last["messages"] = [*last["messages"][:1], *last["messages"][-2:]]
    request = steps_of(trace)[0][-1].request
    assert request.mended
    assert request.earlier == 1


def test_tokens_calls_and_time_add_up():
    steps, _ = steps_of(two_cities())
    assert [one.model_calls for one in steps] == [0, 1, 1, 1, 1, 2]
    assert [(one.tokens_in, one.tokens_out) for one in steps][-1] == (1312, 118)
    assert [round(one.seconds, 3) for one in steps] == [0, 0.58, 0.58, 0.583, 0.583, 1.24]


def test_calls_are_pending_until_their_results_went_back():
    letters = ["".join(call.mark.letter for call in one.pending) for one in steps_of(two_cities())[0]]
    assert letters == ["", "ab", "ab", "ab", "", ""]


def test_a_wrong_id_leaves_the_call_pending():
    assert [call.id for call in steps_of(refused())[0][-1].pending] == ["toolu_01A"]


# --- the drawing


def test_a_step_shows_ids_by_mark_and_folds_what_went_before():
    send, ask, _, _, back, reply = map(seen, drawn(two_cities()))
    assert "1 of 6 send" in send
    assert "What time is it in Tokyo and in London?" in send
    assert "● a tool_use toolu_01A" in ask
    assert "stop_reason: tool_use" in ask
    assert "messages[0] to messages[1]: sent again, as before" in back
    assert "What time is it" not in back
    assert "● a tool_result toolu_01A 23:10:15+09:00" in back
    assert "■ b toolu_01B" in back
    assert "tokens so far: 1,312 in, 118 out · elapsed: 1.24 s" in reply


def test_an_error_and_an_unknown_id_stand_out():
    *_, back, stop = map(seen, drawn(refused()))
    assert "no such call tool_result toolu_WRONG" in back
    assert "unexpected `tool_use_id` found" in stop


def test_what_was_not_run_is_said():
    back = seen(drawn(endings())[4])
    assert "answered, not run" in back
    assert back.count("is_error") == 3


def test_text_is_escaped_and_cut():
    trace = Trace.from_messages([{"role": "user", "content": "<script>x</script>" + "y" * 5000}])
    (html, *_) = drawn(trace)
    assert "<script>" not in html
    assert len(html) < 8000


def test_a_step_is_as_small_in_a_long_run_as_in_a_short_one():
    short, long = (max(map(len, drawn(chain(n)))) for n in (3, 200))
    assert long < short * 1.1


# --- without a kernel


def test_without_a_kernel_every_step_is_there_to_open():
    made = show.step_through(two_cities())
    bundle = made._repr_mimebundle_()
    assert repr(made) == bundle["text/plain"] == repr(show.sequence(two_cities()))
    assert bundle["text/html"].count("<details>") == 7
    assert 'alt="Three lanes' in bundle["text/html"]


def test_a_measured_run_prints_no_times(tokyo):
    assert "elapsed" not in show.step_through(tokyo).html


def test_a_long_run_is_cut_in_the_middle():
    html = show.step_through(chain(100)).html
    assert html.count("<details>") == step.MOST + 1
    assert "more steps" in html


@pytest.mark.parametrize("trace", [Trace(), []])
def test_nothing_to_walk_through_is_fine(trace):
    assert "<details>" not in show.step_through(trace).html


def test_a_saved_trace_is_the_same(tmp_path, tokyo):
    loaded = Trace.load(tokyo.save(tmp_path / "run.jsonl"))
    assert drawn(loaded) == drawn(tokyo)
    with pytest.raises(TypeError, match="pass a Trace or a list of messages"):
        show.step_through("run.jsonl")


# --- forks


def request_of(trace: Trace, number: int):
    return steps_of(trace)[0][number - 1].request


def test_a_changed_result_changes_the_reply(tokyo):
    request = request_of(tokyo, 5)
    (piece,) = texts_in(request)
    forked = fork(tokyo, request, edited(request.messages, piece, "2026-11-05T09:00:00+09:00"))
    assert [one.label for one in steps_of(forked)[0]] == ["send", "ask", "check", "run", "return", "reply"]
    assert "09:00" in str(forked.exchanges[-1].response)
    assert "23:10" in str(tokyo.exchanges[-1].request)  # the recorded run is left alone
    assert forked.exchanges[0] == tokyo.exchanges[0]


def test_a_call_that_was_recorded_is_answered_from_the_recording(tokyo):
    request = request_of(tokyo, 1)
    forked = fork(tokyo, request, request.messages)
    assert [one.label for one in steps_of(forked)[0]][-1] == "reply"


def test_a_call_that_nobody_can_answer_ends_the_fork(tokyo):
    request = request_of(tokyo, 1)
    (piece,) = texts_in(request)
    messages = edited(request.messages, piece, "What time is it in Europe/Paris?")
    assert steps_of(fork(tokyo, request, messages))[0][-1].row.text.endswith("Only the app acts.")
    answered = fork(tokyo, request, messages, tools=[get_current_time])
    assert answered.executions[-1].input == {"timezone": "Europe/Paris"}
    looped = fork(tokyo, request, messages, tools=[get_current_time], run=run)
    assert "Paris" in str(looped.exchanges[-1].response)


def test_a_tool_that_raises_is_told_to_the_model(tokyo):
    def get_current_time(timezone):
        raise LookupError("no such zone")

    forked = fork(tokyo, request_of(tokyo, 1), request_of(tokyo, 1).messages, tools=[get_current_time])
    assert "no such zone" in str(forked.exchanges[1].request)


def test_a_fork_that_breaks_the_rules_gets_the_api_s_answer(tokyo):
    request = request_of(tokyo, 5)
    forked = fork(tokyo, request, request.messages[:2])
    assert forked.exchanges[-1].status == 400


def test_a_fork_stays_offline_when_the_course_is_live(tokyo, monkeypatch):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert fork(tokyo, request_of(tokyo, 1), request_of(tokyo, 1).messages).exchanges[-1].status == 200


def test_block_and_plain_texts_can_both_be_changed():
    messages = [
        {"role": "user", "content": "hello"},
        {"role": "user", "content": [result("toolu_1", "old"), text("and this")]},
    ]
    request = request_of(Trace.from_messages(messages), 1)
    plain, answer, words = texts_in(request)
    assert edited(messages, plain, "bye")[0]["content"] == "bye"
    assert edited(messages, answer, "new")[1]["content"][0]["content"] == "new"
    assert edited(messages, words, "that")[1]["content"][1]["text"] == "that"
    assert messages[0]["content"] == "hello"


# --- the player


@pytest.fixture
def player():
    return step_player.Player(two_cities(), NO_FORK)


def press(player, name: str) -> None:
    def all_buttons(widget):
        children = getattr(widget, "children", ())
        return [widget] if hasattr(widget, "click") else [b for child in children for b in all_buttons(child)]

    (button,) = [b for b in all_buttons(player.box) if name in b.description]
    button.click()


def test_buttons_walk_and_stop_at_the_ends(player):
    labels = []
    for name in ("Forward", "Forward", "Back", "Last", "Forward", "First", "Back"):
        press(player, name)
        labels.append(player.step.label)
    assert labels == ["ask", "check", "ask", "reply", "reply", "send", "send"]
    assert "1 of 6" in player.view.value


def test_a_number_leads_to_a_step(player):
    player.field.widget.value = 5
    assert player.step.label == "return"
    assert player.field.widget.max == 6


async def test_play_walks_to_the_end(player, monkeypatch):
    monkeypatch.setattr(step_player, "PAUSE_S", 0)
    press(player, "Play")
    assert player.play.description == "Pause"
    await asyncio.wait_for(player.playing, 10)
    assert player.step.label == "reply"
    assert player.play.description == "▶ Play"


async def test_pause_and_any_move_end_playing(player):
    for stop in ("Pause", "Forward"):
        press(player, "Play")
        press(player, stop)
        assert player.playing is None


def test_a_fork_is_shown_at_the_changed_request_and_the_run_is_kept(tokyo):
    player = step_player.Player(tokyo, NO_FORK)
    player.show(3)  # run: its results can be changed
    press(player, "Fork here")
    player.forking.text.value = "2026-11-05T09:00:00+09:00"
    press(player, "Run on")
    assert player.now.name == "fork 1"
    assert player.step.label == "return"
    assert "It ends with reply: It is 09:00:00" in player.forking.status.value
    press(player, "the recorded run")
    press(player, "Last")
    assert "23:10:15" in player.view.value


def test_a_loop_that_fails_is_reported(tokyo):
    def broken(client, tools, prompt, *, messages):
        raise NotImplementedError("your code here")

    player = step_player.Player(tokyo, NO_FORK | {"run": broken})
    press(player, "Fork here")
    press(player, "Run on")
    assert "NotImplementedError: your code here" in player.forking.status.value
    assert len(player.branches) == 1


def test_in_a_kernel_picture_and_player_are_two_outputs(monkeypatch):
    import IPython.display

    shown = []
    monkeypatch.setattr(step, "usable", lambda: True)
    monkeypatch.setattr(IPython.display, "display", lambda data, raw: shown.append(sorted(data)))
    show.step_through(two_cities())._ipython_display_()
    assert shown == [["text/html", "text/plain"], [widgets.WIDGET_VIEW]]
