"""How an answer is judged by its time, and how levels move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.drills.question import LEVELS, DrillKind
from tests.support.tui.practice_answers import attempt, history
from tui.practice.levels import ENOUGH, PAR, WINDOW, KindStanding
from tui.practice.practice import QUESTIONS
from tui.practice.schedule import Quality

WAITS = DrillKind.WAITS
EXPLANATION = 5
"""Seconds that somebody reads."""


def test_a_session_at_par_takes_less_than_five_minutes() -> None:
    assert set(PAR) == set(DrillKind)
    assert QUESTIONS * (max(PAR.values()) + EXPLANATION) <= 300


@pytest.mark.parametrize(
    ("right", "share_of_par", "quality"),
    [
        (True, 0.5, Quality.QUICK),
        (True, 0.6, Quality.RIGHT),
        (True, 1.0, Quality.RIGHT),
        (True, 1.1, Quality.SLOW),
        (False, 0.1, Quality.WRONG),
    ],
)
@pytest.mark.parametrize("kind", DrillKind)
def test_quality_by_par_time(kind: DrillKind, right: bool, share_of_par: float, quality: Quality) -> None:
    assert KindStanding(kind).quality(right, PAR[kind] * share_of_par) is quality


def test_who_always_takes_long_is_slow_only_beyond_twice_the_own_median() -> None:
    standing = KindStanding(WAITS)
    for _ in range(ENOUGH):
        assert standing.slow == PAR[WAITS]
        standing.add(Quality.SLOW, 1, 30)
    assert standing.slow == 60
    assert standing.quality(True, 59) is Quality.RIGHT


def level_after(*qualities: Quality, level: int = 1) -> int:
    standing = KindStanding(WAITS, level)
    for quality in qualities:
        standing.add(quality, standing.level, 10)
    return standing.level


WRONG, SLOW, RIGHT, QUICK = Quality


@pytest.mark.parametrize(
    ("qualities", "level"),
    [
        ((RIGHT, QUICK, RIGHT), 2),
        ((RIGHT, RIGHT, QUICK, RIGHT), 3),
        ((WRONG, RIGHT, RIGHT, RIGHT, RIGHT), 3),
        ((WRONG, WRONG, RIGHT, RIGHT, RIGHT), 2),
        # in these two the first one no longer counts
        ((WRONG, SLOW, RIGHT, RIGHT, RIGHT, RIGHT), 3),
        ((WRONG, RIGHT, RIGHT, WRONG, SLOW, WRONG), 2),
        ((SLOW, SLOW, RIGHT, RIGHT, RIGHT), 2),
        ((WRONG, WRONG, WRONG), 1),
        ((WRONG, RIGHT, WRONG, RIGHT, WRONG), 1),
        ((WRONG, WRONG, WRONG, WRONG), 1),
    ],
)
def test_the_level_moves_by_the_last_five(qualities: tuple[Quality, ...], level: int) -> None:
    assert level_after(*qualities, level=2) == level


def test_levels_end_at_both_ends() -> None:
    assert level_after(*[QUICK] * 40) == LEVELS[-1]
    assert level_after(*[WRONG] * 40, level=3) == LEVELS[0]


@given(st.lists(st.sampled_from(Quality), max_size=60))
def test_levels_move_one_at_a_time(qualities: list[Quality]) -> None:
    standing = KindStanding(WAITS)
    moved = -1
    for number, quality in enumerate(qualities):
        before = standing.level
        standing.add(quality, before, 10)
        assert standing.level in LEVELS
        if standing.level != before:
            assert abs(standing.level - before) == 1
            assert number - moved >= min(3, WINDOW)
            moved = number


def test_repeats_and_other_levels_do_not_move_it() -> None:
    told = history(
        *(attempt(number, repeat=True) for number in range(9)),
        *(attempt(number, level=4) for number in range(9)),
        *(attempt(number, kind=DrillKind.RON) for number in range(3)),
    )
    assert {standing.level for standing in told.standings.values()} == {1}


def test_a_kind_of_another_version_is_left_out() -> None:
    told = history(attempt(1, kind="clairvoyance", right=False), attempt(2))
    assert len(told.judged) == 1
    assert told.cards == {}
