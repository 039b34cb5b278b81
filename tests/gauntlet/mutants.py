"""The reference loop with one line changed: each fault is one that real loops have.

A mutant is a copy of the package under another name, so that the loop itself stays as it is.
"""

import importlib
import itertools
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import clockhands
from clockhands.gauntlet import SCENARIOS
from clockhands.gauntlet import run as gauntlet

PACKAGE = Path(clockhands.__file__).parent
_numbers = itertools.count()


@dataclass(frozen=True)
class Mutant:
    """scenario: what it must fail. file: in the package. old, new: the line, or the piece of it."""

    scenario: str
    file: str
    old: str
    new: str

    @property
    def name(self):
        old, new = (" ".join(text.split())[:44].strip() for text in (self.old, self.new))
        return f"{self.scenario} {self.file.rpartition('/')[2]}: {old} → {new}"


def loop_of(mutant, folder):
    """The mutated `run`, in a package of its own under `folder`."""
    name = f"mutant_{next(_numbers)}"
    root = folder / name
    for part in ("agent", "tools"):
        shutil.copytree(PACKAGE / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "__init__.py").write_text("", encoding="utf-8")
    path = root / mutant.file
    text = path.read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.file} holds {mutant.old!r} {text.count(mutant.old)} times"
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    for file in root.rglob("*.py"):
        moved = file.read_text(encoding="utf-8")
        for part in ("agent", "tools"):
            moved = moved.replace(f"clockhands.{part}", f"{name}.{part}")
        # A Tool is what the kit hands over: it must be the same class.
        file.write_text(moved.replace(f"{name}.tools.tool ", "clockhands.tools.tool "), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"{name}.agent.loop").run
    finally:
        sys.path.remove(str(folder))


def failed_by(mutant, folder, only=None):
    """The scenarios a mutant fails."""
    return gauntlet(loop_of(mutant, folder), only=only, name=mutant.name).failed


AGENT, GUARD = "agent/", "tools/guard.py"
CONVERSATION, SESSION, STREAM = AGENT + "conversation.py", AGENT + "session.py", AGENT + "stream.py"

MUTANTS = [
    Mutant(
        "G01",
        AGENT + "execute.py",
        "value = self.tool.fn(**",
        "self.tool.fn(**self.input)\n            value = self.tool.fn(**",
    ),
    Mutant("G02", SESSION, "block in self.pending.items()]", "block in reversed(self.pending.items())]"),
    Mutant(
        "G03",
        AGENT + "blocks.py",
        'return "".join(text for text in texts if isinstance(text, str))',
        'return next(iter(texts), "")',
    ),
    Mutant(
        "G04", CONVERSATION, 'return Stop("error", "the reply announced', 'return Stop("success", "the reply'
    ),
    Mutant("G04", CONVERSATION, 'if reason == "tool_use" and calls:', "if calls:"),
    Mutant("G05", AGENT + "blocks.py", "if call_id in seen:", "if False:"),
    Mutant(
        "G06",
        AGENT + "transcript.py",
        'return {**block, "is_error": True} if is_error else block',
        "return block",
    ),
    Mutant(
        "G07",
        CONVERSATION,
        'note, stuck = session.judge(calls, ran) if calls else ("", "")',
        'note, stuck = "", ""',
    ),
    Mutant("G08", GUARD, "if problems else None", "if not problems else None"),
    Mutant("G08", GUARD, "problems = self._validators[name].problems(input)", "problems = []"),
    Mutant("G09", AGENT + "blocks.py", 'and not isinstance(block.get("input"), dict):', "and False:"),
    Mutant("G10", AGENT + "content.py", 'text = clean(value).replace("\\x00", "\\ufffd")', "text = value"),
    Mutant(
        "G11", CONVERSATION, "session.answer(job, failure_text(job.error), is_error=True)", "raise job.error"
    ),
    Mutant("G12", AGENT + "failures.py", "MOST_CHARS = 1_000", "MOST_CHARS = 1_000_000"),
    Mutant("G12", AGENT + "failures.py", "message = _without_traceback(message[:20_000])", "pass"),
    Mutant("G13", CONVERSATION, "if isinstance(job.error, KeyboardInterrupt):", "if False:"),
    Mutant(
        "G14",
        CONVERSATION,
        "session.answer(job, job.value)",
        "session.answer(job, job.value, is_error=any(j.error for j in session.jobs))",
    ),
    Mutant("G15", AGENT + "execute.py", "step = min(left, _SLICE) if cancelled else left", "step = 60.0"),
    Mutant(
        "G16",
        CONVERSATION,
        "    for job in batch:",
        '    for job in batch[: 1 if any(j.ended == "hung" for j in batch) else 9]:',
    ),
    Mutant("G17", AGENT + "content.py", "blocks = _blocks(value)", "blocks = None"),
    Mutant(
        "G18",
        CONVERSATION,
        "session.answer(job, job.value)",
        'job.value == "null" or session.answer(job, job.value)',
    ),
    Mutant("G19", AGENT + "loop.py", "result_chars: int = 30_000,", "result_chars: int = 30_000_000,"),
    Mutant("G20", AGENT + "limits.py", "if most is not None and self.steps >= most:", "if False:"),
    Mutant("G21", AGENT + "repeats.py", "if seen >= most:", "if False:"),
    Mutant(
        "G21",
        AGENT + "repeats.py",
        "self._turns.append((tuple(calls), tuple(results)))",
        "self._turns.append(tuple(calls))",
    ),
    Mutant(
        "G22",
        AGENT + "limits.py",
        "if limits.token_budget is not None and spent >= limits.token_budget:",
        "if False:",
    ),
    Mutant("G22", AGENT + "limits.py", "if self.left_s <= 0:", "if False:"),
    Mutant("G23", SESSION, 'if choice and choice.get("type") in ("any", "tool"):', "if False:"),
    Mutant(
        "G24",
        CONVERSATION,
        'if reason == "tool_use" and calls:',
        'if reason in ("tool_use", "max_tokens") and calls:',
    ),
    Mutant("G25", CONVERSATION, 'if reason == "pause_turn":', 'if reason == "paused":'),
    Mutant("G25", SESSION, "if self._pauses > self.limits.pauses:", "if False:"),
    Mutant("G26", CONVERSATION, 'if reason == "end_turn":', 'if reason == "end_turn" and turn.text:'),
    Mutant("G27", CONVERSATION, 'return Stop("refused",', 'return Stop("success",'),
    Mutant(
        "G28",
        CONVERSATION,
        "wait = backoff(failures) if fault.wait_s is None else fault.wait_s",
        "wait = backoff(failures)",
    ),
    Mutant("G28", AGENT + "retry.py", "if kinds & _BROKEN_CONNECTION or", "if"),
    Mutant("G29", AGENT + "limits.py", "attempts: int = 5", "attempts: int = 50"),
    Mutant("G29", AGENT + "retry.py", "first * 2 ** (attempt - 1)", "first / attempt"),
    Mutant("G30", CONVERSATION, "if not fault.again:", "if False:"),
    Mutant(
        "G31",
        AGENT + "compact.py",
        "for index in range(prompt_at + 1, len(messages)) if _begins_turn(messages, index)]",
        "for index in range(prompt_at + 2, len(messages))]",
    ),
    Mutant("G32", CONVERSATION, "if wait >= session.meter.left_s:", "if False:"),
    Mutant(
        "G33",
        AGENT + "loop.py",
        "        if self.cancelled is None:\n            return self.post",
        "        if True:\n            return self.post",
    ),
    Mutant("G33", AGENT + "limits.py", "if self.cancelled:", "if False:"),
    Mutant(
        "G34",
        AGENT + "transcript.py",
        'open_calls = [block["id"] for block in _of_type(blocks, "tool_use")]',
        "open_calls = []",
    ),
    Mutant(
        "G35",
        AGENT + "once.py",
        'intent_key(self.intent, tool.name, input) if tool.side_effect else ""',
        "uuid.uuid4().hex",
    ),
    Mutant("G35", CONVERSATION, 'happened = " It may have happened all the same."', 'happened = ""'),
    Mutant("G36", AGENT + "once.py", 'if before.happened == "ok":', "if False:"),
    Mutant(
        "G37",
        STREAM,
        'pieces = "".join(self._json.pop(index, []))',
        'pieces = (self._json.pop(index, None) or [""])[-1]',
    ),
    Mutant(
        "G38",
        STREAM,
        "self._json.setdefault(index, [])",
        "self._json.setdefault(max(self._json, default=index), [])",
    ),
    Mutant("G39", STREAM, "if not self._done:", "if False:"),
    Mutant(
        "G40",
        AGENT + "blocks.py",
        'for block in blocks if block.get("type") != "text" or block.get("text")]',
        'for block in blocks if block.get("type") != "thinking"]',
    ),
    Mutant("G41", GUARD, "if approved is not True:", "if False:"),
    Mutant("G42", AGENT + "today.py", "{moment.date().isoformat()}", "{datetime.now().date().isoformat()}"),
]

# Every scenario has at least one.
assert {mutant.scenario for mutant in MUTANTS} == set(SCENARIOS)
