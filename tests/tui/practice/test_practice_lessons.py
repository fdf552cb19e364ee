"""Lessons in the practice record: kept, shared by two copies, and carried over from a damaged file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from ai.lessons.lesson_game import LessonGame
from engine.actions import PASS, Action, ActionKind
from engine.tiles import parse_tile
from tests.support.ai.lesson_lines import lesson_of, play
from tests.support.tui.practice_answers import NOON, attempt, overview_of
from tests.support.tui.practice_records import change, record
from tui.database.open_database import DATABASE
from tui.database.rows import BadRow, Played, StoredChoice, read_played, to_values
from tui.drawing.rows import plain
from tui.lessons.lesson_list import Ladder
from tui.practice.progress import Progress
from tui.screens.practice.progress import ProgressScreen
from tui.tiles.look import default_look

pytestmark = pytest.mark.usefixtures("quick_disk")

Opener = Callable[[Path], Progress]

RED = parse_tile("0p")
ACTIONS = (
    Action(ActionKind.RIICHI, parse_tile("3s"), tsumogiri=True),
    Action(ActionKind.CHI, RED, (parse_tile("4p"), parse_tile("6p"))),
    PASS,
)


def played(lesson: str, minutes: int = 0, *, ended: bool = False) -> Played:
    left = NOON + timedelta(minutes=minutes)
    return Played(lesson=lesson, left=left, ended=ended, choices=tuple(map(StoredChoice.of, ACTIONS)))


def test_a_choice_is_kept_as_it_was_made() -> None:
    assert tuple(StoredChoice.of(action).action for action in ACTIONS) == ACTIONS
    row = played("x", ended=True)
    assert read_played(list(to_values(row).values())) == row


@pytest.mark.parametrize("choices", ["[]x", '[["throw"]]', '[["discard", "11m"]]', '{"a": 1}'])
def test_choices_that_nobody_made(choices: str) -> None:
    values = to_values(played("x")) | {"choices": choices}
    with pytest.raises(BadRow):
        read_played(list(values.values()))


def test_two_copies_see_each_others_lessons(opened: Opener, tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    second.add(played("one", ended=True))
    first.add(played("two", 1))
    first.refresh()
    assert [row.lesson for row in first.lessons] == ["one", "two"]
    assert first.lessons_done == {"one"}


def test_done_stays_done_when_it_is_begun_again(opened: Opener, tmp_path: Path) -> None:
    progress = opened(tmp_path)
    progress.add(played("one", ended=True), played("one", 1))
    assert progress.lessons_done == {"one"}


def test_lessons_are_carried_over_from_a_damaged_record(opened: Opener, tmp_path: Path) -> None:
    path = record(tmp_path, attempt(1), played("one", ended=True), played("two", 1))
    change(path, "UPDATE lessons SET choices = 'what?' WHERE lesson = 'two'")
    progress = opened(tmp_path)
    assert len(progress.notices) == 1
    assert [row.lesson for row in progress.lessons] == ["one"]
    assert progress.attempts == (attempt(1),)
    progress.close()
    assert [row.lesson for row in opened(tmp_path).lessons] == ["one"]
    assert (tmp_path / f"{DATABASE}.damaged-1").exists()


def test_the_progress_tells_how_many_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProgressScreen, "look", default_look())
    figures = overview_of(kinds=())
    assert "2 lessons done." in plain(ProgressScreen(figures, lessons=2).picture(80, 24))
    assert "lesson" not in plain(ProgressScreen(figures).picture(80, 24))


@pytest.mark.parametrize(
    ("lesson", "line"),
    [("what-is-furiten", "discard 4p"), ("the-referee", "pass; discard 9p; withdrawn-win")],
    ids=["a choice", "an error that kills the hand"],
)
def test_a_lesson_goes_on_after_the_last_choice(
    opened: Opener, tmp_path: Path, lesson: str, line: str
) -> None:
    ladder = Ladder(opened(tmp_path))
    left = play(LessonGame(lesson_of(lesson)), line).scenario
    ladder.keep(left)
    (rung,) = (rung for rung in ladder.rungs if rung.left)
    again = ladder.begin(rung, resumed=True)
    assert again.decisions == left.decisions
    assert again.match.events == left.match.events


@pytest.mark.parametrize(
    "unknown", [Action(ActionKind.TSUMO, RED), Action(ActionKind.DISCARD, parse_tile("1z"))]
)
def test_a_lesson_that_is_another_one_since_goes_on_as_far_as_it_can(
    opened: Opener, tmp_path: Path, unknown: Action
) -> None:
    ladder = Ladder(opened(tmp_path))
    left = play(LessonGame(lesson_of("what-is-furiten")), "discard 4p").scenario
    ladder.keep(left)
    (rung,) = (rung for rung in ladder.rungs if rung.left)
    longer = replace(rung, left=(*rung.left, StoredChoice.of(unknown), *rung.left))
    assert ladder.begin(longer, resumed=True).decisions == left.decisions
    over = play(left, "discard 6z; tsumo").scenario
    everything = tuple(StoredChoice.of(decision.action) for decision in over.decisions)
    longer = replace(rung, left=(*everything, StoredChoice.of(unknown)))
    assert ladder.begin(longer, resumed=True).decisions == over.decisions
