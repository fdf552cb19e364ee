"""How an answer is judged by its time, and how ratings move."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ai.drills.question import LEVELS, DrillKind
from tests.support.tui.practice_answers import attempt, history
from tui.practice.practice import QUESTIONS
from tui.practice.schedule import Quality
from tui.practice.standings import ENOUGH, WIDEST, KindStanding, Rating, expected, updated

WAITS = DrillKind.WAITS
EXPLANATION = 5
"""Seconds that somebody reads."""


LONG = (DrillKind.FOLD, DrillKind.COUNT)
"""Kinds of several answers, which few questions of a session are."""


def test_a_session_at_par_takes_less_than_five_minutes() -> None:
    assert all(kind.par for kind in DrillKind)
    assert QUESTIONS * (max(kind.par for kind in DrillKind if kind not in LONG) + EXPLANATION) <= 300
    assert QUESTIONS * (fmean(kind.par for kind in DrillKind) + EXPLANATION) <= 300


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
    standing = KindStanding(kind)
    for _ in range(ENOUGH):
        standing.add(Quality.QUICK, kind.par / 4, right=True)
    assert standing.quality(right, kind.par * share_of_par) is quality


def test_a_rating_says_nothing_before_there_are_enough_answers() -> None:
    standing = KindStanding(WAITS)
    for _ in range(ENOUGH):
        assert not standing.rated
        standing.add(Quality.WRONG, 30, right=False)
    assert standing.rated


RATED = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
"""The opponents of the example in the source."""


def test_the_example_of_the_source() -> None:
    """Glickman, "Example of the Glicko-2 system": a win and two losses of a player of 1500, deviation 200."""
    player = Rating(1500, 200, 0.06)
    found = updated(player, list(zip(RATED, (1, 0, 0), strict=True)))
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)
    assert [round(expected(player, other), 3) for other in RATED] == [0.639, 0.432, 0.303]


RATINGS = st.builds(Rating, st.floats(800, 2400), st.floats(30, 350), st.floats(0.04, 0.08))


@given(RATINGS, RATINGS, st.floats(0, 1))
def test_a_better_score_never_brings_a_lower_rating(player: Rating, other: Rating, score: float) -> None:
    found = updated(player, [(other, score)])
    assert found.value <= updated(player, [(other, 1)]).value + 1e-6
    assert found.value >= updated(player, [(other, 0)]).value - 1e-6
    assert 0 < found.deviation <= WIDEST
    if score > expected(player, other):
        assert found.value >= player.value


def test_a_rest_makes_it_less_sure() -> None:
    assert Rating(1500, 50).rested(100).deviation > Rating(1500, 50).rested(10).deviation > 50
    assert Rating(1500, 340).rested(10_000).deviation == WIDEST
    assert updated(Rating(1500, 50), []) == Rating(1500, 50).rested(1)


class TestRatingOfThePlayer:
    def test_wrong_answers_lower_it(self) -> None:
        told = history(*(attempt(number, right=False) for number in range(10)))
        assert told.standings[WAITS].rating.value < 1_300
        assert told.questions.fitting(WAITS, told.standings[WAITS].rating) == LEVELS[0]

    def test_an_answer_that_is_not_right_never_raises_it(self) -> None:
        nearly = (structs.replace(attempt(number, right=False, level=5), credit=0.95) for number in range(5))
        told = history(*nearly)
        assert told.standings[WAITS].rating.value <= Rating().value
        assert told.overall.rating.value <= Rating().value

    def test_repeats_do_not_count(self) -> None:
        told = history(*(attempt(number, repeat=True) for number in range(9)))
        assert told.standings[WAITS].rating == Rating()
        assert told.overall.rating == Rating()


class TestRatingOfQuestions:
    def test_it_begins_by_the_level(self) -> None:
        assert [history().questions[WAITS, level].value for level in LEVELS] == [1300, 1500, 1700, 1900, 2100]


def test_a_nearly_right_answer_counts_like_a_slow_one() -> None:
    standing = KindStanding(WAITS)
    assert standing.quality(False, 1, 0.8) is Quality.SLOW
    assert standing.quality(False, 1, 0.79) is Quality.WRONG


def test_a_nearly_right_answer_is_not_told_as_slow() -> None:
    standing = KindStanding(WAITS)
    assert standing.slow_share == 0
    standing.add(Quality.SLOW, 1, right=False, credit=0.8)
    standing.add(Quality.SLOW, 99, right=True)
    assert standing.slow_share == 0.5


def test_a_kind_of_another_version_is_left_out() -> None:
    told = history(attempt(1, kind="clairvoyance", right=False), attempt(2))
    assert len(told.judged) == 1
    assert told.cards == {}
