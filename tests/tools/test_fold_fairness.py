"""Right discards of a folded hand never deal in: the short cut finds what walking every path finds."""

from __future__ import annotations

import pytest

from ai.drills.kinds.fold import FoldCourse
from engine.dice import Dice
from engine.rules import ruleset
from tools.positions import fold_fairness
from tools.positions.fold_fairness import is_fair
from tools.positions.fold_hand import folded_hand

HANDS, SHORT = 8, 8
"""So many hands with at most so many discards, of which every path can be walked."""


def hands() -> list[FoldCourse]:
    dice, found = Dice(4, 5), []
    while len(found) < HANDS:
        course = folded_hand(ruleset("tenhou"), dice)
        if course is not None and course.discards <= SHORT:
            found.append(course)
    return found


def test_a_moment_is_called_harmless_only_if_no_path_deals_in_there(monkeypatch: pytest.MonkeyPatch) -> None:
    courses = hands()
    by_short_cut = [is_fair(course, 20_000) for course in courses]
    monkeypatch.setattr(fold_fairness, "_is_harmless", lambda course, number: False)
    assert by_short_cut == [is_fair(course, 20_000) for course in courses]
    assert set(by_short_cut) == {True, False}
