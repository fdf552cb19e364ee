"""Kill the program at any moment: the game continues at the same decision, and ends as it would have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from engine import events as ev
from engine.actions import Action
from engine.options import Options
from engine.records import read_events, write_events
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.sessions import caller, eager, folder_at, options, play_on, sit_down, take_up
from tui.play.session import Pending, Session

HANDS = ROOT / "tests" / "data" / "hands"

pytestmark = pytest.mark.usefixtures("quick_disk")

Point = tuple[object, ...]


def point(session: Session) -> Point:
    """Where a game stands once the bots have played: what is asked of the person."""
    while session.pending is Pending.BOTS:
        session.advance()
    return session.pending, session.options.actions, len(session.match.events)


@dataclass
class Whole:
    """The save of a whole game, and how long it was at each decision of the person."""

    data: bytes
    asked: list[tuple[int, Point]]
    choose: Callable[[Options], Action]

    def lines(self) -> list[int]:
        """The size of the save after each of its lines."""
        return list(accumulate(len(line) for line in self.data.splitlines(keepends=True)))


@pytest.fixture(
    params=[
        pytest.param((eager, 5), marks=pytest.mark.nightly, id="eager"),
        pytest.param((caller, 2), id="caller"),
    ]
)
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> Whole:
    choose, seed = request.param
    folder = folder_at(tmp_path / "whole")
    session = sit_down(folder, options(seed, "tenhou"))
    asked = []
    while session.pending is not Pending.GAME_OVER:
        now = point(session)
        asked.append((folder.game.stat().st_size, now))
        if session.pending is Pending.PERSON:
            session.choose(choose(session.options))
        else:
            session.proceed()
    asked.append((folder.game.stat().st_size, point(session)))
    folder.release()
    return Whole(folder.game.read_bytes(), asked, choose)


STEPS = pytest.mark.parametrize("step", [7, *at_night([1])])
"""One in so many lines is cut after."""


@contextmanager
def resumed(path: Path, data: bytes) -> Iterator[Session]:
    """The game of a save with these bytes; its files are closed afterwards: a test opens a thousand."""
    folder = folder_at(path)
    folder.path.mkdir(exist_ok=True)
    folder.game.write_bytes(data)
    try:
        yield take_up(folder)
    finally:
        folder.release()


@STEPS
def test_cut_after_any_line_it_continues_at_the_same_decision_or_the_one_it_had_just_made(
    whole: Whole, tmp_path: Path, step: int
) -> None:
    for size in whole.lines()[::step]:
        with resumed(tmp_path / str(size), whole.data[:size]) as session:
            now = point(session)
        reached = max(sum(needed <= size for needed, _ in whole.asked) - 1, 0)
        following = [asked for _, asked in whole.asked[reached : reached + 2]]
        assert now in following, f"cut after {size} bytes"


@STEPS
def test_cut_after_a_line_the_game_ends_as_it_would_have(whole: Whole, tmp_path: Path, step: int) -> None:
    for size in sorted({*whole.lines()[:: 4 * step], *whole.lines()[-3:]}):
        path = tmp_path / str(size)
        with resumed(path, whole.data[:size]) as session:
            play_on(session, whole.choose)
        assert folder_at(path).game.read_bytes() == whole.data, f"cut after {size} bytes"


@STEPS
def test_of_a_cut_line_nothing_is_left(whole: Whole, tmp_path: Path, step: int) -> None:
    lines = whole.lines()
    for start, end in [*pairwise(lines)][::step]:
        for size in (start + 1, (start + end) // 2, end - 1):
            folder = folder_at(tmp_path / str(size))
            with resumed(folder.path, whole.data[:size]):
                left = folder.game.read_bytes()
            assert left == whole.data[: len(left)]
            assert len(left) in (0, *lines)


@STEPS
def test_cut_within_the_first_line_there_is_no_game_yet(whole: Whole, tmp_path: Path, step: int) -> None:
    for size in range(0, whole.lines()[0], step):
        folder = folder_at(tmp_path / str(size))
        folder.path.mkdir()
        folder.game.write_bytes(whole.data[:size])
        with folder:
            found = folder.load()
        assert found.match is None
        assert found.aside is None
        assert not folder.game.exists()


def test_cut_between_two_wins_on_one_tile_both_are_won_again(tmp_path: Path) -> None:
    events = read_events((HANDS / "double-ron.jsonl").read_bytes())
    first = next(number for number, event in enumerate(events) if isinstance(event, ev.Hora))
    assert isinstance(events[first + 1], ev.Hora)
    with resumed(tmp_path, write_events(events[: first + 1])) as session:
        assert not any(isinstance(event, ev.Hora) for event in session.match.events)
        play_on(session)
    assert folder_at(tmp_path).game.read_bytes().startswith(write_events(events))
