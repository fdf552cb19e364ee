"""Find hands for "fold the hand": ``tools.positions.fold_hand`` plays them.

A hand in which the tile just drawn is right too often is left out, and one in which a right discard deals in.
"""

from __future__ import annotations

from ai.drills.kinds.fold import DRILL, FoldCourse, ask
from ai.drills.question import Draft
from engine.rules import Ruleset
from engine.tiles import NAMES
from engine.wall import Dice
from tools.positions.fold_fairness import drawn, is_fair
from tools.positions.fold_hand import folded_hand
from tools.positions.weighted_choice import any_rules

MOST_DRAWN = 25
"""The most discards for which the tile just drawn is right, as a percentage: else "discard what you draw"
would do."""
PATIENCE = 40
"""Hands tried in a row."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A hand of that level, under the fixed ruleset or any preset."""
    low, high = DRILL.bands[level - 1]
    for _ in range(PATIENCE):
        course = folded_hand(any_rules(dice, fixed), dice)
        made = None if course is None else ask(course)
        if made is None or course is None or not low <= made.difficulty <= high:
            continue
        if not _drawn_is_enough(made, course) and is_fair(course):
            return made
    return None


def _drawn_is_enough(made: Draft, course: FoldCourse) -> bool:
    """Whether the tile just drawn is right too often."""
    names = (NAMES[drawn(course, course.path(made.answer[:place]))] for place in range(course.discards))
    right = sum(id in right for id, right in zip(names, made.answer, strict=True))
    return 100 * right > MOST_DRAWN * course.discards
