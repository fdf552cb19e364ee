"""Schedule the repetition of questions with SM-2, the published algorithm of spaced repetition.

Source: P. A. Wozniak, "Optimization of learning", Poznan University of Technology 1990, section 3.2. After
right answers, a question is repeated after 1 day, then after 6 days, then after the last interval times its
ease, rounded up. The ease begins at 2.5, changes with every right answer by the published formula, and never
falls below 1.3. A wrong answer resets the intervals but not the ease. A question that was answered wrongly or
slowly is asked again on the same day until it is answered well; these answers do not change its schedule.

Three rules are additions of this program. Only questions that were once wrong or slow have a card, and those
about mistakes of own games. The longest interval is half a year. An answer before the due day counts only if
it is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum

from ai.drills.question import DrillKind

FIRST, SECOND = 1, 6
"""The first and second interval in days."""
LONGEST = 180
"""The longest interval in days."""
EASE, LEAST_EASE = 250, 130
"""The initial and the minimum ease, in hundredths."""


class Quality(IntEnum):
    """The quality of an answer, with the numbers of the published scale from 0 to 5."""

    WRONG = 2
    SLOW = 3
    """Right, but slow."""
    RIGHT = 4
    QUICK = 5

    @property
    def well(self) -> bool:
        """Whether the answer is right and not slow."""
        return self >= Quality.RIGHT


@dataclass(frozen=True, slots=True)
class Card:
    """A question that was once wrong or slow, with its repetition schedule."""

    code: str
    kind: DrillKind
    last: date
    """The day of the last answer that counted."""
    due: date
    """The first day on which the schedule asks it again."""
    again: bool
    """Whether it is asked again on the same day, because the last answer was wrong or slow."""
    interval: int
    """The days between ``last`` and ``due``."""
    successes: int = 0
    """Right answers in a row."""
    ease: int = EASE
    """The growth factor of the intervals, in hundredths."""

    def is_due(self, today: date) -> bool:
        """Whether to ask it today."""
        return self.again or self.due <= today


def first_card(code: str, kind: DrillKind, quality: Quality, today: date) -> Card | None:
    """The card of a question after its first answer; None if the answer was right and not slow."""
    if quality.well:
        return None
    return _repeated(Card(code, kind, today, today, True, 0), quality, today)


def answered(card: Card, quality: Quality, today: date) -> Card:
    """The card after another answer. If the clock was set back, the day of the last answer is used."""
    today = max(today, card.last)
    if card.due <= today or (quality is Quality.WRONG and not card.again):
        return _repeated(card, quality, today)
    return replace(card, again=card.again and not quality.well)


def _repeated(card: Card, quality: Quality, today: date) -> Card:
    """One repetition of the published schedule."""
    if quality is Quality.WRONG:
        successes, ease, interval = 0, card.ease, FIRST
    else:
        lack = Quality.QUICK - quality
        successes = card.successes + 1
        ease = max(card.ease + 10 - lack * (8 + lack * 2), LEAST_EASE)
        interval = _interval(successes, card.interval, ease)
    return replace(
        card,
        last=today,
        due=today + timedelta(days=interval),
        again=not quality.well,
        interval=interval,
        successes=successes,
        ease=ease,
    )


def _interval(successes: int, last: int, ease: int) -> int:
    """The days until the next repetition after ``successes`` right answers in a row."""
    if successes <= 2:
        return FIRST if successes == 1 else SECOND
    # integer arithmetic, so that the result is the same on every machine
    return min(-(-last * ease // 100), LONGEST)
