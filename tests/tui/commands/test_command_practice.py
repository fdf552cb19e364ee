"""``furiten practice``: what its arguments begin with, and the answers as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from ai.drills.question import DrillKind
from tests.support.tui.practice_answers import attempt
from tests.support.tui.practice_records import SITTING, change, record
from tui.cli import execute
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.progress import HEADER


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the saves."""
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
        (("wats",), "no question begins with 'wats'"),
        (("waits-12",), "'12' is no number"),
        (("waits-0002-g1",), "'g1' is no form"),
        (("waits-2-K7Q2",), "earlier version"),
        (("kan-0002", "--seed", "1"), "--seed"),
        (("waits", "--seed", "x"), "--seed"),
        (("waits", "--export", "-"), "--export"),
        (("own", "--seed", "1"), "--seed"),
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
    record(home, SITTING, *answers)
    assert execute(["practice", "--export", "-"]) == 0
    head, *lines = csv.reader(io.StringIO(capsys.readouterr().out))
    assert tuple(head) == tuple(HEADER)
    told = [dict(zip(head, line, strict=True)) for line in lines]
    assert [line["code"] for line in told] == [each.code for each in answers]
    assert execute(["practice", "--export", str(home / "answers.csv")]) == 0
    assert "4 answers" in capsys.readouterr().out
    assert (home / "answers.csv").read_text(encoding="utf-8").count("\n") == 5


def test_what_is_read_only_is_exported(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(home, SITTING, attempt(1))
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
    change(record(home, SITTING, attempt(1)), "DROP TABLE sittings")
    assert execute(["practice", "--export", "-"]) == 0
    told = capsys.readouterr()
    assert "furiten.sqlite.damaged-1" in told.err
    assert len(told.out.splitlines()) == 2
