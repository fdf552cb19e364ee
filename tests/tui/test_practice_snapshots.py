"""Pictures of practice: questions of every kind, asked and answered.

The questions are positions of their own (``practice_questions``), so that no drill changes a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind
from tests.tui.fingers import press
from tests.tui.practice_answers import Clock
from tests.tui.practice_app import answered, asked, practice_app, use
from tests.tui.practice_past import past_clock
from tui.app import FuritenApp
from tui.options import PracticeOptions

SnapCompare = Callable[..., bool | PurePath]

pytestmark = pytest.mark.usefixtures("quick_disk")


@dataclass(frozen=True)
class Pictured:
    """What is pressed for the picture of a question, and from there on for one of its answer."""

    asked: str
    answer: str
    large: bool = False
    """The answer is pictured at 120x40 as well."""


PICTURED: dict[DrillKind, Pictured] = {
    DrillKind.WAITS: Pictured("5 8 s right", "enter", large=True),
    DrillKind.FURITEN: Pictured("3 enter 5 s", "enter 1 enter", large=True),
    DrillKind.RON: Pictured("down", "enter"),
    DrillKind.WAY_OUT: Pictured("4 p", "enter", large=True),
    DrillKind.AHEAD: Pictured("right right right", "enter"),
    DrillKind.PASSING: Pictured("3", "enter 1 enter"),
    DrillKind.SAFE: Pictured("7 m", "enter 1 enter 2 enter", large=True),
    DrillKind.KAN: Pictured("1", "enter"),
    DrillKind.RIICHI: Pictured("2", "enter"),
}
"""Wrong answers mostly: they have the longer explanations."""

kinds = pytest.mark.parametrize("kind", PICTURED)


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still after four weeks of practice, and questions in notation."""
    clock = past_clock()
    use(monkeypatch, clock)
    return clock


def drill(path: Path, kind: DrillKind) -> FuritenApp:
    """A session of that kind, at its first question."""
    return practice_app(path, PracticeOptions(kind, seed=7))


# -- questions ---------------------------------------------------------------------------------------


def at_question(clock: Clock, kind: DrillKind) -> Callable[[Pilot[int]], object]:
    """Something is chosen, nothing answered."""

    async def chosen(pilot: Pilot[int]) -> None:
        await asked(pilot.app)  # type: ignore[arg-type]
        clock.pass_by(7)
        await press(pilot, *PICTURED[kind].asked.split())
        await asked(pilot.app)  # type: ignore[arg-type]

    return chosen


def at_answer(clock: Clock, kind: DrillKind) -> Callable[[Pilot[int]], object]:
    """The answer is explained."""

    async def explained(pilot: Pilot[int]) -> None:
        await at_question(clock, kind)(pilot)  # type: ignore[misc]
        await press(pilot, *PICTURED[kind].answer.split())
        await answered(pilot.app)  # type: ignore[arg-type]

    return explained


@kinds
def test_question(snap_compare: SnapCompare, tmp_path: Path, clock: Clock, kind: DrillKind) -> None:
    assert snap_compare(drill(tmp_path, kind), run_before=at_question(clock, kind))


@kinds
def test_answer(snap_compare: SnapCompare, tmp_path: Path, clock: Clock, kind: DrillKind) -> None:
    assert snap_compare(drill(tmp_path, kind), run_before=at_answer(clock, kind))


@pytest.mark.parametrize("kind", [kind for kind, pictured in PICTURED.items() if pictured.large])
def test_answer_on_a_large_screen(
    snap_compare: SnapCompare, tmp_path: Path, clock: Clock, kind: DrillKind
) -> None:
    app = drill(tmp_path, kind)
    assert snap_compare(app, terminal_size=(120, 40), run_before=at_answer(clock, kind))


@pytest.mark.parametrize("kind", [DrillKind.WAITS, DrillKind.WAY_OUT])
def test_question_without_colour(
    snap_compare: SnapCompare,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    kind: DrillKind,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(drill(tmp_path, kind), run_before=at_question(clock, kind))


def test_answer_without_colour(
    snap_compare: SnapCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = drill(tmp_path, DrillKind.WAITS)
    assert snap_compare(app, run_before=at_answer(clock, DrillKind.WAITS))
