"""When a question comes back: SM-2, the plain published schedule of spaced repetition.

P. A. Wozniak, "Optimization of learning", Poznan University of Technology 1990, section 3.2. A question that
is answered right comes back after 1 day, then after 6, then after the last interval times its ease, rounded
up. The ease begins at 2.5, changes with every right answer by the published formula, and never falls below
1.3. A wrong answer starts the intervals anew and leaves the ease as it is. A question that was answered
wrongly or slowly is asked again on the same day until it is answered well; these answers change nothing in
its schedule.

Three things are ours. Only questions that were once wrong or slow have a card at all. No interval is longer
than half a year. An answer before its day counts only when it is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum

from ai.drills.question import DrillKind

FIRST, SECOND = 1, 6
"""Days until a question comes back that was answered once, and twice in a row."""
LONGEST = 180
"""Days."""
EASE, LEAST_EASE = 250, 130
"""In hundredths."""


class Quality(IntEnum):
    """How good an answer was; the numbers are those of the published scale from 0 to 5."""

    WRONG = 2
    SLOW = 3
    """Right, after a long time."""
    RIGHT = 4
    QUICK = 5

    @property
    def well(self) -> bool:
        """Right and not slow."""
        return self >= Quality.RIGHT


@dataclass(frozen=True, slots=True)
class Card:
    """A question that was once wrong or slow, and when it comes back."""

    code: str
    kind: DrillKind
    last: date
    """The day of the last answer that counted."""
    due: date
    """The day from which on it is asked again, by its schedule."""
    again: bool
    """It is asked again at once: the last answer was wrong or slow."""
    interval: int
    """Days between the two."""
    successes: int = 0
    """Right answers in a row."""
    ease: int = EASE
    """How fast the intervals grow, in hundredths."""

    def is_due(self, today: date) -> bool:
        """Whether to ask it today."""
        return self.again or self.due <= today


def first_card(code: str, kind: DrillKind, quality: Quality, today: date) -> Card | None:
    """The card of a question after its first answer; None when that was good enough."""
    if quality.well:
        return None
    return _repeated(Card(code, kind, today, today, True, 0), quality, today)


def answered(card: Card, quality: Quality, today: date) -> Card:
    """The card after a further answer; a clock that was set back counts as standing still."""
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
    """Days until the next repetition after so many right answers in a row."""
    if successes <= 2:
        return FIRST if successes == 1 else SECOND
    # whole numbers, so that it is the same day on every machine
    return min(-(-last * ease // 100), LONGEST)
