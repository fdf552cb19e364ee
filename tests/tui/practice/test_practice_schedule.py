"""Wrong and slow questions come back by the published schedule; the others do not."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.drills.question import DrillKind
from tests.support.tui.practice_answers import NOON, attempt, history
from tui.practice.schedule import FIRST, LEAST_EASE, LONGEST, Card, Quality, answered, first_card

WRONG, SLOW, RIGHT, QUICK = Quality
TODAY = date(2026, 3, 1)
DAY = timedelta(days=1)
QUALITIES = st.sampled_from(Quality)


def card_after(*qualities: Quality) -> Card:
    """The card of a question that was answered each time on the day on which it was due."""
    card = first_card("waits-1-2222", DrillKind.WAITS, qualities[0], TODAY)
    assert card is not None
    for quality in qualities[1:]:
        card = answered(card, quality, card.due)
    return card


def intervals(*qualities: Quality) -> list[int]:
    """The days between the answers."""
    return [card_after(*qualities[:count]).interval for count in range(1, len(qualities) + 1)]


@pytest.mark.parametrize("quality", [RIGHT, QUICK])
def test_what_was_answered_well_at_once_does_not_come_back(quality: Quality) -> None:
    assert first_card("waits-1-2222", DrillKind.WAITS, quality, TODAY) is None


def test_intervals_as_published() -> None:
    # the ease stays at 2.5 where every answer is right: 1, 6, 6 · 2.5, 15 · 2.5 rounded up
    assert intervals(WRONG, RIGHT, RIGHT, RIGHT, RIGHT) == [1, 1, 6, 15, 38]
    # quick answers raise it to 2.6, 2.7, 2.8: 6 · 2.8, 17 · 2.9
    assert intervals(WRONG, QUICK, QUICK, QUICK, QUICK) == [1, 1, 6, 17, 50]
    # slow ones lower it to 2.36, 2.22, 2.08: 6 · 2.08
    assert intervals(SLOW, SLOW, SLOW) == [1, 6, 13]


def test_ease_and_interval_have_their_limits() -> None:
    assert card_after(*[SLOW] * 20).ease == LEAST_EASE
    assert card_after(WRONG, *[QUICK] * 20).interval == LONGEST


def test_a_wrong_answer_starts_the_intervals_anew_and_keeps_the_ease() -> None:
    before = card_after(WRONG, QUICK, QUICK, QUICK)
    after = answered(before, WRONG, before.due)
    assert (after.interval, after.successes, after.ease) == (FIRST, 0, before.ease)


def test_wrong_or_slow_comes_back_at_once_until_it_is_answered_well() -> None:
    card = card_after(WRONG)
    for quality in (WRONG, SLOW):
        card = answered(card, quality, TODAY)
        assert card.is_due(TODAY)
        assert card.due == TODAY + DAY
    card = answered(card, RIGHT, TODAY)
    assert not card.is_due(TODAY)
    assert card == Card(
        code=card.code,
        kind=card.kind,
        last=TODAY,
        due=TODAY + DAY,
        again=False,
        interval=1,
    )


def test_before_its_day_only_a_wrong_answer_counts() -> None:
    card = card_after(WRONG, RIGHT, RIGHT)
    early = card.due - DAY
    for quality in (SLOW, RIGHT, QUICK):
        assert answered(card, quality, early) == card
    assert answered(card, WRONG, early).due == card.due
    assert answered(card, WRONG, early).again


def test_a_clock_that_was_set_back_stands_still() -> None:
    card = card_after(WRONG, RIGHT)
    assert answered(card, WRONG, TODAY - 400 * DAY).due == card.last + DAY


@given(st.lists(QUALITIES, min_size=1, max_size=30), st.lists(st.integers(-3, 200), min_size=30, max_size=30))
def test_the_schedule_never_goes_backwards(qualities: list[Quality], delays: list[int]) -> None:
    today, card = TODAY, first_card("waits-1-2222", DrillKind.WAITS, WRONG, TODAY)
    assert card is not None
    for quality, delay in zip(qualities, delays, strict=False):
        today += delay * DAY
        before, card = card, answered(card, quality, today)
        assert card.last >= before.last
        assert card.due > card.last
        assert card.due == card.last + card.interval * DAY
        assert FIRST <= card.interval <= LONGEST
        assert card.ease >= LEAST_EASE
        if quality is not WRONG:
            assert card.due >= before.due
            assert card.interval >= before.interval or before.successes == 0


@given(st.lists(QUALITIES, min_size=2, max_size=12))
def test_a_better_last_answer_never_comes_back_sooner(qualities: list[Quality]) -> None:
    start = card_after(WRONG, *qualities)
    due = [answered(start, quality, start.due).due for quality in Quality]
    assert due == sorted(due)


def test_cards_follow_from_the_answers() -> None:
    told = history(
        attempt(1, right=False),
        attempt(2),
        attempt(3, seconds=50),
        attempt(4, code="waits-1-2223", day=1, repeat=True, seconds=5),
    )
    assert {code: card.again for code, card in told.cards.items()} == {
        "waits-1-2223": False,
        "waits-1-2225": True,
    }
    assert told.cards["waits-1-2223"].due == NOON.date() + 2 * DAY


def test_the_longest_overdue_comes_first_and_the_mistakes_of_today_last() -> None:
    told = history(
        attempt(1, right=False, day=-2),
        attempt(2, right=False, day=-5),
        attempt(3, right=False),
    )
    assert [card.code[-1] for card in told.due(NOON.date())] == ["4", "3", "5"]
