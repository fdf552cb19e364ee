"""``furiten practice``: what its arguments begin with, answers as CSV, questions as JSON, one a line."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import TypedDict

import pytest

from ai.drills.library import positions, question_of, read_library_code
from ai.drills.question import LEVELS, DrillKind, Question
from engine import events as ev
from tests.support.ai.sample_questions import samples
from tests.support.tui.practice_answers import SESSION, attempt, change, record
from tui.cli import execute
from tui.commands.practice import CHOICES
from tui.i18n import t
from tui.play.play_options import FIRST_LESSON, PracticeOptions
from tui.practice.explain import codes, encoded
from tui.practice.practice_record import COLUMNS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    return tmp_path


# -- what it begins with -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ((), PracticeOptions(menu=True)),
        (("--seed", "7"), PracticeOptions(seed=7)),
        (("mixed",), PracticeOptions()),
        (("waits",), PracticeOptions(DrillKind.WAITS)),
        (("Way-Out", "--seed", "5"), PracticeOptions(DrillKind.WAY_OUT, 5)),
        (("kan-0002-B3",), PracticeOptions(code="kan-0002-B3")),
        (("waits", "--rules", "tenhou"), PracticeOptions(DrillKind.WAITS, rules="tenhou")),
        (("mixed", "--rules", "mleague"), PracticeOptions(rules="mleague")),
        (("--rules", "wrc"), PracticeOptions(menu=True, rules="wrc")),
        (("lessons",), PracticeOptions(lesson="")),
        (("Rob-The-Kan",), PracticeOptions(lesson="rob-the-kan")),
        ((FIRST_LESSON,), PracticeOptions(lesson=FIRST_LESSON)),
    ],
)
def test_what_is_asked_for(
    given: tuple[str, ...], wanted: PracticeOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PracticeOptions] = []

    def run(options: PracticeOptions) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr("tui.shell.launch.run", run)
    assert execute(["practice", *given]) == 0
    assert asked == [wanted]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("wats",), t("practice-command.unknown", given="wats", kinds=", ".join(CHOICES))),
        (("waits-12",), "'12' is no number"),
        (("waits-0002-g1",), "'g1' is no form"),
        (("waits-2-K7Q2",), "earlier version"),
        (("kan-0002", "--seed", "1"), "--seed"),
        (("kan-0002", "--rules", "wrc"), t("practice-command.code-has-rules")),
        (("waits", "--rules", "wrx"), "wrx"),
        (("waits", "--seed", "x"), "--seed"),
        (("waits", "--export", "-"), "--export"),
        (("own", "--seed", "1"), "--seed"),
        (("lessons", "--seed", "3"), t("practice-command.lesson-alone")),
        (("own",), t("practice-command.no-own")),
        (("own-ABCDEFGHJK",), t("practice-command.no-own")),
    ],
)
def test_what_there_is_not(
    given: tuple[str, ...],
    reason: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("tui.shell.launch.run", lambda options: pytest.fail("it began all the same"))
    assert execute(["practice", *given]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert "Traceback" not in told


# -- the export --------------------------------------------------------------------------------------


def test_every_answer_is_exported(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [attempt(number, right=number != 2) for number in range(4)]
    record(home, SESSION, *answers)
    assert execute(["practice", "--export", "-"]) == 0
    head, *lines = csv.reader(io.StringIO(capsys.readouterr().out))
    assert tuple(head) == tuple(COLUMNS)
    told = [dict(zip(head, line, strict=True)) for line in lines]
    assert [line["code"] for line in told] == [each.code for each in answers]
    assert execute(["practice", "--export", str(home / "answers.csv")]) == 0
    assert "4 answers" in capsys.readouterr().out
    assert (home / "answers.csv").read_text(encoding="utf-8").count("\n") == 5


def test_what_is_read_only_is_exported(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(home, SESSION, attempt(1))
    # not by its rights: whoever runs the tests may be allowed everything
    monkeypatch.setattr("os.access", lambda asked, mode: False)
    assert execute(["practice", "--export", "-"]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert told.err == ""
    path.write_bytes(b"no database, and it cannot be set aside")
    assert execute(["practice", "--export", "-"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert t("progress.read-only") in told.err


def test_nothing_answered_is_a_header_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["practice", "--export", "-"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_damaged_record_is_told_beside_what_could_be_saved(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(record(home, SESSION, attempt(1)), "DROP TABLE sittings")
    assert execute(["practice", "--export", "-"]) == 0
    told = capsys.readouterr()
    assert "furiten.sqlite.damaged-1" in told.err
    assert len(told.out.splitlines()) == 2


class Asked(TypedDict):
    ask: str
    choices: list[str]
    right: list[int]


class Line(TypedDict):
    code: str
    kind: str
    level: int
    rules: str
    seat: int
    events: list[object]
    asks: list[Asked]
    why: list[str]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Line]:
    assert execute(["practice", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# -- what a line holds -----------------------------------------------------------------------------------


def assert_holds(line: Line, question: Question) -> None:
    """The line tells the question with its right answers."""
    assert list(line) == ["code", "kind", "level", "rules", "seat", "events", "asks", "why"]
    assert (line["code"], line["kind"], line["level"]) == (question.code, question.kind, question.level)
    assert (line["rules"], line["seat"]) == (question.rules.name, question.seat)
    assert [ev.decode(json.dumps(event).encode()) for event in line["events"]] == list(question.events)
    assert line["why"]
    assert all(line["why"])
    for asked in line["asks"]:
        assert asked["ask"]
        assert asked["right"]
        assert set(asked["right"]) <= set(range(len(asked["choices"])))
        assert len(set(asked["choices"])) == len(asked["choices"])


@pytest.mark.parametrize("kind", DrillKind)
def test_a_line_holds_the_question_with_its_answer(kind: DrillKind) -> None:
    for question in samples(kind):
        line = encoded(question)
        assert line.count(b"\n") == 1
        assert_holds(json.loads(line), question)


# -- which questions -------------------------------------------------------------------------------------


def test_the_same_seed_prints_the_same_lines_and_another_one_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = printed(capsys, "--count", "4", "--seed", "19")
    assert len(first) == 4
    assert printed(capsys, "mixed", "--count", "3", "--seed", "19") == first[:3]
    assert printed(capsys, "--count", "2", "--seed", "28") != first[:2]


def test_kinds_and_levels_take_turns() -> None:
    kinds = [kind for kind in DrillKind if positions(kind)]
    found = [read_library_code(code) for code in islice(codes(None, 5, "ema"), 2 * len(kinds))]
    for code in found:
        position = positions(code.kind)[code.number]
        assert (code.rules or position.rules[0]) == "ema"
    first, second = found[: len(kinds)], found[len(kinds) :]
    for turn in (first, second):
        assert {code.kind for code in turn} == set(kinds)
    assert [code.kind for code in first] != [code.kind for code in second]
    of_ron = [read_library_code(code) for code in islice(codes(DrillKind.RON, 5), 15)]
    assert {code.kind for code in of_ron} == {DrillKind.RON}
    assert [positions(code.kind)[code.number].level for code in of_ron] == [*LEVELS] * 3
    assert len(set(islice(codes(DrillKind.RON, 5), 500))) == 500


def test_each_form_is_asked_once_then_there_are_no_more() -> None:
    found = list(codes(DrillKind.FOLD, 5))
    held = sum(each.forms.bit_count() for each in positions(DrillKind.FOLD).values())
    assert len(set(found)) == len(found) == held


def test_a_ruleset_is_fixed_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "waits", "--count", "4", "--seed", "1", "--rules", "ema")
    assert {line["rules"] for line in lines} == {"ema"}
    assert all(question_of(line["code"]).rules.name == "ema" for line in lines)


def test_a_code_prints_that_question(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = printed(capsys, "KAN-0002")
    assert line["code"] == "kan-0002"


def test_without_a_count_one_question_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(printed(capsys, "waits")) == 1


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["waits", "--count", "3"], t("practice-command.count-alone")),
        (["waits", "--json", "--count", "0"], "--count"),
        (["waits", "--json", "--count", "x"], "--count"),
        (["waits", "--json", "--seed", "-1"], "--seed"),
        (["wats", "--json"], t("practice-command.unknown", given="wats", kinds=", ".join(CHOICES))),
        (["waits-12", "--json"], "'12' is no number"),
        (["kan-0002", "--json", "--count", "2"], t("practice-command.code-counts")),
        (["kan-0002", "--json", "--rules", "ema"], t("practice-command.code-has-rules")),
        (["lessons", "--json"], t("practice-command.json-kinds")),
        (["daily", "--json"], t("practice-command.json-kinds")),
        (["--export", "-", "--json"], t("practice-command.export-alone")),
    ],
)
def test_what_cannot_be_printed(given: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["practice", *given]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert reason in told.err
    assert told.err.count("\n") == 1


# -- pipes and signals -----------------------------------------------------------------------------------

ENDLESS = "import sys; from tui.cli import main; main(['practice', '--json', '--count', '100000'])"


def started() -> subprocess.Popen[bytes]:
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    return subprocess.Popen(
        [sys.executable, "-c", f"{listen}; {ENDLESS}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_each_line_comes_at_once_and_ctrl_c_ends_it_with_130() -> None:
    with started() as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["code"]
        process.send_signal(signal.SIGINT)
        lines = process.stdout.read().splitlines()
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read().strip() == b""
    assert all(json.loads(line) for line in lines)


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_a_reader_may_close_the_pipe() -> None:
    with started() as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
