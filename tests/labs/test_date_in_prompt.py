"""Date in the prompt or a tool: what each way costs and how it ages, as the page says."""

import pytest

from .loading import lab

page = lab("date_in_prompt")
WAYS, QUESTIONS, AGES = list(page.WAYS), list(page.QUESTIONS), page.AGES


def verdicts(way: str, question: str) -> list[str]:
    return [page.measure(way, question, age).verdict for age in AGES.values()]


@pytest.mark.parametrize("question", ["date", "weekday"])
@pytest.mark.parametrize("way", WAYS)
def test_days_are_right_in_every_way_until_a_fixed_one_passes_midnight(way, question):
    fixed = way in ("date", "date and time", "calendar of 14 days")
    assert verdicts(way, question) == (["right", "stale", "stale"] if fixed else ["right"] * 3)


def test_a_time_needs_a_tool_or_a_line_that_is_made_anew():
    assert verdicts("date", "time") == verdicts("calendar of 14 days", "time") == ["no answer"] * 3
    assert verdicts("date and time", "time") == ["right", "stale", "stale"]
    for way in ("date and time, dynamic", "tool", "date, dynamic, and tool"):
        assert verdicts(way, "time") == ["right"] * 3
    assert page.measure("date and time", "time", 20).behind == 20


@pytest.mark.parametrize("way", WAYS)
def test_only_a_tool_knows_another_place(way):
    assert set(verdicts(way, "in London")) == ({"right"} if "tool" in way else {"no answer"})
    assert ("15:10" in page.measure(way, "in London", 20).reply) == ("tool" in way)


def test_a_round_trip_is_paid_where_the_tool_is_run_and_only_there():
    requests = {way: [page.measure(way, question).requests for question in QUESTIONS] for way in WAYS}
    assert requests["tool"] == [2, 2, 2, 2, 1]
    assert requests["date, dynamic, and tool"] == [1, 1, 2, 2, 1]
    assert all(requests[way] == [1] * 5 for way in WAYS if "tool" not in way)


def test_the_answers_the_notebook_gives():
    assert round(page.times_as_many("date")) == 38
    right = [way for way in WAYS if page.measure(way, "time", 20).verdict == "right"]
    assert len(right) == 3
    tool, line = (page.per_question(way, 1.0, other_tools=True) for way in ("tool", "date"))
    assert round(tool - line) == 892
    ten = (
        page.measure("date, dynamic, and tool", "no time").tokens_in
        - page.measure("tool", "no time").tokens_in
    )
    assert 5 <= ten <= 15
    definition = page.per_question("tool", 0, True) - page.per_question("date", 0, True)
    assert 50 < definition < 150


def test_staleness_is_the_age_where_the_time_was_fixed():
    for age in (1, 59, 600):
        assert page.measure("date and time", "time", age).behind == age
        assert page.measure("date and time, dynamic", "time", age).behind == 0


def test_the_mix_grows_with_the_questions_that_need_the_tool():
    assert page.per_question("tool", 0.5) == pytest.approx(
        (page.per_question("tool", 0) + page.per_question("tool", 1)) / 2
    )
    assert page.per_question("tool", 1) > 2 * page.per_question("tool", 0)
    assert abs(page.per_question("date", 1) - page.per_question("date", 0)) < 5


def test_pictures_state_their_relation():
    assert "date and time: at once 0, 20 min on 20, a day on 1440" in page.staleness().alt
    assert "date: at once no value" in page.staleness("in London").alt
    assert "tool: date 1350" in page.tokens().alt
    assert "The tool's line lies highest" in page.mix().alt
    for other_tools in (False, True):
        tool, line = (page.per_question(way, 0, other_tools) for way in ("tool", "calendar of 14 days"))
        assert tool > line and page.mix(other_tools).svg


def test_it_runs_as_a_script(capsys):
    assert page.main() == 0
    said = capsys.readouterr().out
    assert "20 min behind" in said and "1 d behind" in said and "no answer" in said
