"""Wrong and slow questions come back by the published schedule; the others do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ai.drills.question import DrillKind
from tests.support.tui.practice_answers import NOON, attempt, history
from tui.database.practice_rows import Attempt
from tui.practice.schedule import LONGEST, Card, Quality, answered, first_card

WRONG, SLOW, RIGHT, QUICK = Quality
TODAY = date(2026, 3, 1)
DAY = timedelta(days=1)
QUALITIES = st.sampled_from(Quality)


def card_after(*qualities: Quality) -> Card:
    """The card of a question that was answered each time on the day on which it was due."""
    card = first_card("waits-0412", DrillKind.WAITS, qualities[0], TODAY)
    assert card is not None
    for quality in qualities[1:]:
        card = answered(card, quality, card.due)
    return card


def intervals(*qualities: Quality) -> list[int]:
    return [card_after(*qualities[:count]).interval for count in range(1, len(qualities) + 1)]


def by_fsrs(*qualities: Quality) -> list[int]:
    """The days between the answers by the package itself, used in the plain way."""
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=180, enable_fuzzing=False)
    card, now, found = FsrsCard(), datetime(2026, 3, 1, tzinfo=UTC), []
    for quality in qualities:
        card, _ = scheduler.review_card(card, Rating(int(quality)), now)
        found.append((card.due - now).days)
        now = card.due
    return found


@given(st.lists(QUALITIES, max_size=12))
def test_intervals_are_those_of_the_published_algorithm(qualities: list[Quality]) -> None:
    # after a wrong answer, which gives it a card, each one comes on the day on which it is due
    assert intervals(WRONG, *qualities) == by_fsrs(WRONG, *qualities)


def test_intervals_of_version_6() -> None:
    assert intervals(WRONG, RIGHT, RIGHT, RIGHT, RIGHT) == [1, 2, 6, 17, 44]
    assert intervals(SLOW, QUICK, QUICK) == [1, 7, 46]


def test_wrong_or_slow_comes_back_at_once_until_it_is_answered_well() -> None:
    card = card_after(WRONG)
    for quality in (WRONG, SLOW):
        card = answered(card, quality, TODAY)
        assert card.is_due(TODAY)
        assert card.due == TODAY + DAY
    card = answered(card, RIGHT, TODAY)
    assert not card.is_due(TODAY)
    assert (card.last, card.due, card.again, card.answers) == (TODAY, TODAY + DAY, False, 3)


def test_before_its_day_only_a_wrong_answer_counts() -> None:
    card = card_after(WRONG, RIGHT, RIGHT)
    early = card.due - DAY
    for quality in (SLOW, RIGHT, QUICK):
        assert replace(answered(card, quality, early), answers=card.answers) == card
    assert answered(card, WRONG, early).last == early
    assert answered(card, WRONG, early).again


@given(st.lists(QUALITIES, min_size=1, max_size=30), st.lists(st.integers(-3, 200), min_size=30, max_size=30))
def test_the_schedule_never_goes_backwards(qualities: list[Quality], delays: list[int]) -> None:
    today, card = TODAY, first_card("waits-0412", DrillKind.WAITS, WRONG, TODAY)
    assert card is not None
    for quality, delay in zip(qualities, delays, strict=False):
        today += delay * DAY
        before, card = card, answered(card, quality, today)
        assert card.last >= before.last
        assert card.due > card.last
        assert card.due == card.last + card.interval * DAY
        assert 1 <= card.interval <= LONGEST
        if quality is not WRONG:
            assert card.due >= before.due


class TestIdeas:
    def idea(self, number: int, **changes: object) -> Attempt:
        return structs.replace(attempt(number, **changes), themes=("many-waits", "one-suit"))  # type: ignore[arg-type]

    def test_any_question_about_it_counts(self) -> None:
        told = history(self.idea(1, right=False), self.idea(2, day=1))
        assert told.ideas_due(NOON.date() + DAY) == []
        (idea,) = told.ideas.values()
        assert idea.last == NOON.date() + DAY

    def test_what_becomes_due_on_the_next_days(self) -> None:
        told = history(self.idea(1, right=False), attempt(2, right=False))
        # the two questions are asked again today
        assert len(told.due(NOON.date())) == 2
        assert told.coming(NOON.date(), 2) == [(NOON.date() + DAY, 1), (NOON.date() + 2 * DAY, 0)]


def test_an_isomorph_counts_for_its_question() -> None:
    told = history(
        attempt(1, right=False, code="waits-1003"),
        attempt(2, code="waits-1003-b3", repeat=True, seconds=5),
    )
    assert list(told.cards) == ["waits-1003"]
    assert not told.cards["waits-1003"].again
