"""State derived from all answers: the quality of each, the levels, and the repetition schedule.

None of it is stored. It is computed from the answers, so that a killed program or a second process cannot
make it inconsistent.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, tzinfo
from typing import NamedTuple

from ai.drills.question import DrillKind
from tui.database.rows import Attempt, OwnQuestion
from tui.practice.levels import KindStanding
from tui.practice.schedule import Card, Quality, answered, first_card


class JudgedAnswer(NamedTuple):
    """An answer and its quality."""

    attempt: Attempt
    kind: DrillKind
    quality: Quality
    level: int
    """The level of its kind before this answer."""


class History:
    """The answers in order, and the state derived from them.

    ``zone`` is the player's time zone for days; None is the local one. Answers to kinds of questions that are
    unknown to this version are left out.
    """

    def __init__(self, attempts: Iterable[Attempt] = (), *, zone: tzinfo | None = None) -> None:
        self.judged: list[JudgedAnswer] = []
        self.standings = {kind: KindStanding(kind) for kind in DrillKind}
        self.cards: dict[str, Card] = {}
        self.codes: set[str] = set()
        """The codes of all questions that were ever answered."""
        self._zone = zone
        for attempt in attempts:
            self.add(attempt)

    def copy(self) -> History:
        """An independent copy."""
        other = History(zone=self._zone)
        other.judged, other.codes, other.cards = self.judged.copy(), self.codes.copy(), self.cards.copy()
        other.standings = {kind: each.copy() for kind, each in self.standings.items()}
        return other

    def add(self, attempt: Attempt) -> JudgedAnswer | None:
        """Add an answer and judge it; returns None if its kind is unknown."""
        kind = attempt.drill
        if kind is None:
            return None
        standing = self.standings[kind]
        quality, level = standing.quality(attempt.right, attempt.seconds), standing.level
        if not attempt.repeat:
            standing.add(quality, attempt.level, attempt.seconds)
        self._schedule(attempt, kind, quality)
        self.codes.add(attempt.code)
        self.judged.append(JudgedAnswer(attempt, kind, quality, level))
        return self.judged[-1]

    def add_own(self, own: OwnQuestion) -> None:
        """A position of an own game is due from the day on which it was added, until it is answered well."""
        if own.drill is not None and own.code not in self.cards:
            day = self.day(own.added)
            self.cards[own.code] = Card(own.code, own.drill, day, day, again=False, interval=0)
            self.codes.add(own.code)

    def day(self, moment: datetime) -> date:
        """The date at a time in the player's time zone."""
        return moment.astimezone(self._zone).date()

    def due(self, today: date) -> list[Card]:
        """The cards to repeat today, the longest overdue first."""
        cards = (card for card in self.cards.values() if card.is_due(today))
        return sorted(cards, key=lambda card: (card.due, card.last))

    def _schedule(self, attempt: Attempt, kind: DrillKind, quality: Quality) -> None:
        today = self.day(attempt.answered)
        card = self.cards.get(attempt.code)
        if card is not None:
            self.cards[attempt.code] = answered(card, quality, today)
        elif (card := first_card(attempt.code, kind, quality, today)) is not None:
            self.cards[attempt.code] = card
