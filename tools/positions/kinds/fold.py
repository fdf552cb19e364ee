"""Find hands for "fold the hand": ``tools.positions.fold_hand`` plays them.

A hand in which the tile just drawn is right too often is left out.
"""

from __future__ import annotations

from ai.drills.fold_course import (
    DISCARDS,
    FoldCourse,
)
from ai.drills.kinds.fold import BANDS, ask
from ai.drills.question import Draft
from engine.dice import Dice
from engine.rules import Ruleset
from engine.tiles import NAMES
from tools.positions.fold_hand import folded_hand
from tools.positions.weighted_choice import any_rules

MOST_DRAWN = 1
"""The most discards for which the tile just drawn is right: else "discard what you draw" would do."""
PATIENCE = 40
"""Hands tried in a row."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A hand of that level, under the fixed ruleset or any preset."""
    low, high = BANDS[level - 1]
    for _ in range(PATIENCE):
        course = folded_hand(any_rules(dice, fixed), dice)
        made = None if course is None else ask(course)
        if made is not None and low <= made.difficulty <= high and not _drawn_is_enough(made, course):
            return made
    return None


def _drawn_is_enough(made: Draft, course: FoldCourse | None) -> bool:
    """Whether the tile just drawn is right too often."""
    assert course is not None
    places = range(DISCARDS)
    drawn = (NAMES[course.drawn(course.path(made.answer[:place]))] for place in places)
    return sum(id in right for id, right in zip(drawn, made.answer, strict=True)) > MOST_DRAWN
