"""Random inputs break nothing: 200 of them, 2,000 by night; ``make monkey`` makes more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.nightly import at_night
from tools.monkey.inputs import KEYS, Chance, Input
from tools.monkey.swing import Broken, all_screens, swing, swing_through
from tui.config.actions import ACTIONS
from tui.demo.scene_files import scene_of
from tui.screens.start.title import TitleScreen

INPUTS = 350
FEW = 150
A_FEW = 24
SCENES = (
    "the-deal",
    "why-it-is-safe",
    "a-ron",
    "final-ranking",
    "the-moments-that-mattered",
    "question-waits",
    "practice",
    "progress",
    "a-lesson",
    "settings",
    "the-glossary",
    "what-a-win-is-paid",
    "all-keys",
    "a-new-game",
    "the-keys",
    "the-log",
    "the-first-lesson",
    "my-games",
    "a-replay",
    "the-score-sheet",
    "the-moments-of-a-game",
    "a-moment-asked-again",
    "the-answer-to-a-moment",
    "statistics",
    "the-games-behind-a-figure",
    "a-filter",
    "play-on-from-here",
    "then-and-now",
    "four-bots",
    "the-end-of-a-lesson",
    "a-ruling",
    "a-win-is-said",
    "a-win-is-challenged",
    "a-save-from-elsewhere",
    "what-went-wrong",
)
"""One of every sort of screen."""
WITHOUT_SCENE = {
    "AskScreen",
    "ChallengeScreen",
    "ChoicesScreen",
    "ChooseFilterScreen",
    "JumpScreen",
    "LessonDoneScreen",
    "LessonIntroScreen",
    "LessonsScreen",
    "RecordedResultScreen",
    "SessionEndScreen",
    "StormEndScreen",
    "StormScreen",
    "WinCountScreen",
}
"""Screens that no scene ends on; ``make monkey`` comes to them from others."""


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize(("seed", "inputs"), [(0, FEW), *at_night([(0, INPUTS), (1, INPUTS), (2, INPUTS)])])
async def test_nothing_breaks(seed: int, inputs: int, tmp_path: Path) -> None:
    seen = await swing(seed, inputs, tmp_path)
    assert seen.inputs >= inputs
    assert len(seen.screens) > 3, seen.screens


@pytest.mark.usefixtures("quick_disk")
async def test_a_few_inputs_break_nothing_in_a_few_scenes() -> None:
    seen = await swing_through(map(scene_of, SCENES[2::12]), 1, A_FEW)
    assert seen.inputs > 30
    assert len(seen.screens) > 2, seen.screens


@pytest.mark.nightly
@pytest.mark.usefixtures("quick_disk")
async def test_a_few_inputs_break_nothing_on_any_screen_that_has_a_scene() -> None:
    """Beginning a scene takes most of the time."""
    seen = await swing_through(map(scene_of, SCENES), 1, A_FEW)
    assert seen.inputs > 100
    assert all_screens() - set(seen.screens) <= WITHOUT_SCENE


def test_every_key_of_the_app_is_pressed() -> None:
    assert {key for action in ACTIONS for key in action.keys} == {*KEYS, "q"}


def test_the_same_seed_does_the_same() -> None:
    def first(seed: int) -> list[Input]:
        chance = Chance(seed)
        return [chance.next((80, 24)) for _ in range(200)]

    assert first(3) == first(3) != first(4)


@pytest.mark.usefixtures("quick_disk")
async def test_a_screen_that_raises_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(TitleScreen, "perform", broken)
    with pytest.raises(Broken, match="on purpose"):
        await swing(2, 400, tmp_path)
