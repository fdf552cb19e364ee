"""Schedule the repetition of questions and ideas with FSRS, by the package ``fsrs``.

FSRS (Free Spaced Repetition Scheduler, version 6 with its default parameters) estimates how long something is
remembered, and asks again when the chance to know it has fallen to nine in ten. Here it counts in whole days
of the player's time zone, without random shifts, so the same answers give the same days on every machine.

Three rules are additions of this program. Only what was once wrong or slow has a card, and mistakes of own
games. What was wrong or slow is asked again on the same day until it is answered well; these answers do not
change its schedule. An answer before the due day counts only if it is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

from ai.drills.question import DrillKind, DrillTheme

if TYPE_CHECKING:
    from fsrs import Card as FsrsCard
    from fsrs import Scheduler

LONGEST = 180
"""The longest interval in days."""
RETENTION = 0.9
"""The chance to know the answer at which it is asked again."""


class Quality(IntEnum):
    """The quality of an answer, from bad to good."""

    WRONG = 1
    SLOW = 2
    """Right, but slow; or nearly right."""
    RIGHT = 3
    QUICK = 4

    @property
    def well(self) -> bool:
        return self >= Quality.RIGHT


@dataclass(frozen=True, slots=True)
class Card:
    """A question, or an idea, that was once wrong or slow, with its repetition schedule."""

    code: str
    """The code of the question; empty for an idea."""
    kind: DrillKind
    last: date
    """The day of the last answer that counted."""
    due: date
    """The first day on which the schedule asks it again."""
    again: bool
    """Whether it is asked again on the same day, because the last answer was wrong or slow."""
    stability: float | None = None
    """Days after which the chance to know it is nine in ten; None before the first answer."""
    difficulty: float | None = None
    """1 to 10; None before the first answer."""
    theme: DrillTheme | None = None
    """The idea, if it is one."""
    answers: int = 0
    """The number of answers since it has a card."""

    @property
    def interval(self) -> int:
        return (self.due - self.last).days

    def is_due(self, today: date) -> bool:
        return self.again or self.due <= today


def first_card(
    code: str, kind: DrillKind, quality: Quality, today: date, theme: DrillTheme | None = None
) -> Card | None:
    """The card of a question or an idea after its first answer; None if that was right and not slow."""
    if quality.well:
        return None
    return _repeated(Card(code, kind, today, today, True, theme=theme), quality, today)


def answered(card: Card, quality: Quality, today: date) -> Card:
    """The card after another answer. If the clock was set back, the day of the last answer is used."""
    today = max(today, card.last)
    card = replace(card, answers=card.answers + 1)
    if card.due <= today or (quality is Quality.WRONG and not card.again):
        return _repeated(card, quality, today)
    return replace(card, again=card.again and not quality.well)


def _repeated(card: Card, quality: Quality, today: date) -> Card:
    from fsrs import Rating

    reviewed, _ = _scheduler().review_card(_as_fsrs(card), Rating(int(quality)), _noon(today))
    return replace(
        card,
        last=today,
        due=reviewed.due.date(),
        again=not quality.well,
        stability=reviewed.stability,
        difficulty=reviewed.difficulty,
    )


@cache
def _scheduler() -> Scheduler:
    # imported here because a game does not need it
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST,
        enable_fuzzing=False,
    )


def _as_fsrs(card: Card) -> FsrsCard:
    from fsrs import Card as New
    from fsrs import State

    # a fixed number, because a new one takes a millisecond of waiting
    if card.stability is None or card.difficulty is None:
        return New(card_id=1)
    return New(
        card_id=1,
        state=State.Review,
        stability=card.stability,
        difficulty=card.difficulty,
        due=_noon(card.due),
        last_review=_noon(card.last),
    )


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
