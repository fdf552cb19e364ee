"""What follows from all answers so far: how good each was, levels, and what comes back when.

Nothing of this is kept; it is derived from the answers each time, so a killed program or a second copy cannot
bring it into disorder.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, tzinfo
from typing import NamedTuple

from ai.drills.question import DrillKind
from tui.database.rows import Attempt
from tui.practice.levels import KindStanding
from tui.practice.schedule import Card, Quality, answered, first_card


class Judged(NamedTuple):
    """An answer and how good it was."""

    attempt: Attempt
    kind: DrillKind
    quality: Quality
    level: int
    """Of its kind, before this answer."""


class History:
    """The answers in the order in which they were given, and what follows from them.

    ``zone`` is where the person's days begin and end; None is that of the machine. Answers to kinds of
    question that this version does not know are left out.
    """

    def __init__(self, attempts: Iterable[Attempt] = (), *, zone: tzinfo | None = None) -> None:
        self.judged: list[Judged] = []
        self.standings = {kind: KindStanding(kind) for kind in DrillKind}
        self.cards: dict[str, Card] = {}
        self.codes: set[str] = set()
        """Every question that was ever answered."""
        self._zone = zone
        for attempt in attempts:
            self.add(attempt)

    def copy(self) -> History:
        """The same, to add other answers to."""
        other = History(zone=self._zone)
        other.judged, other.codes, other.cards = self.judged.copy(), self.codes.copy(), self.cards.copy()
        other.standings = {kind: each.copy() for kind, each in self.standings.items()}
        return other

    def add(self, attempt: Attempt) -> Judged | None:
        """Take in one more answer and judge it; None when its kind is not known."""
        kind = attempt.drill
        if kind is None:
            return None
        standing = self.standings[kind]
        quality, level = standing.quality(attempt.right, attempt.seconds), standing.level
        if not attempt.repeat:
            standing.add(quality, attempt.level, attempt.seconds)
        self._schedule(attempt, kind, quality)
        self.codes.add(attempt.code)
        self.judged.append(Judged(attempt, kind, quality, level))
        return self.judged[-1]

    def day(self, moment: datetime) -> date:
        """The person's day at that moment."""
        return moment.astimezone(self._zone).date()

    def due(self, today: date) -> list[Card]:
        """What to ask again today: what the schedule asks for first, the longest overdue before the rest."""
        cards = (card for card in self.cards.values() if card.is_due(today))
        return sorted(cards, key=lambda card: (card.due, card.last))

    def _schedule(self, attempt: Attempt, kind: DrillKind, quality: Quality) -> None:
        today = self.day(attempt.answered)
        card = self.cards.get(attempt.code)
        if card is not None:
            self.cards[attempt.code] = answered(card, quality, today)
        elif (card := first_card(attempt.code, kind, quality, today)) is not None:
            self.cards[attempt.code] = card
