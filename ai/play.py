"""One person and three bots at a match: who must choose, and what follows.

The bots get the view of their seat and their options and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from ai.bot import Bot
from ai.mjai.faults import FaultKind
from ai.players import Players
from engine.actions import Action
from engine.events import Event, StartKyoku
from engine.match import Match
from engine.options import Options
from engine.outcome import Outcome
from engine.view import SeatView, mask

PERSON = "you"
"""The person's name in a record; no bot has it."""


class Pending(StrEnum):
    """What the game waits for."""

    BOTS = "bots"
    PERSON = "person"
    HAND_OVER = "hand-over"
    """The next hand, or the end of the game."""
    GAME_OVER = "game-over"


class Lapsed(NamedTuple):
    """A decision that was played for a bot, as the person may know of it."""

    seat: int
    kind: FaultKind
    why: str
    """Why its program did not even begin to play, where that is known."""


class Play:
    """A match in play.

    ``advance``, ``choose`` and ``proceed`` carry it on and return the new events, as the person may see
    them. ``pending`` tells which of the three comes next.
    """

    def __init__(self, match: Match, seat: int, bots: Mapping[int, Bot]) -> None:
        self.match = match
        self.seat = seat
        """The person's seat."""
        self._players = Players(bots)

    @property
    def pending(self) -> Pending:
        """What the game waits for now."""
        if self.match.standings is not None:
            return Pending.GAME_OVER
        acting = self.match.acting
        if not acting:
            return Pending.HAND_OVER
        return Pending.PERSON if self.seat in acting else Pending.BOTS

    @property
    def view(self) -> SeatView:
        """What the person sees of the hand in play."""
        return self.match.round.view(self.seat)

    @property
    def options(self) -> Options:
        """What the person may do now."""
        return self.match.round.options(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, None while it goes on."""
        return self.match.round.outcome

    def history(self) -> list[Event]:
        """The hand so far, as the person may see it."""
        events = self.match.events
        start = max(number for number, event in enumerate(events) if isinstance(event, StartKyoku))
        return self.seen(events[start:])

    def advance(self) -> list[Event]:
        """Let the bots choose where none of the choices is the person's."""
        return self._step({})

    def choose(self, action: Action) -> list[Event]:
        """Take the person's action, and with it those of bots who may claim the same tile.

        All choose before anything is carried out. Raises IllegalAction with nothing changed.
        """
        return self._step({self.seat: action})

    def proceed(self) -> list[Event]:
        """After a hand: deal the next one, or end the game."""
        new = self.match.proceed()
        if self.match.standings is not None:
            self._players.leave(self.match)
        return self.seen(new)

    def go_back(self, match: Match) -> None:
        """Go on from this match: the one in play at an earlier point. The bots forget what came after."""
        self.match = match
        self._players.forget()

    def lapses(self) -> list[Lapsed]:
        """The decisions that were played for bots since the last time.

        What a bot said instead is not told: it could name tiles that the person must not see.
        """
        lapses = self._players.lapses()
        return [Lapsed(lapse.seat, lapse.fault.kind, lapse.fault.why) for lapse in lapses]

    def leave(self) -> None:
        """The bots leave, from any thread; a step in progress then raises Closed, with nothing changed."""
        self._players.leave()

    def seen(self, events: Sequence[Event]) -> list[Event]:
        """Events as the person may see them."""
        return [mask(event, self.seat) for event in events]

    def _step(self, chosen: Mapping[int, Action]) -> list[Event]:
        return self.seen(self.match.step({**self._asked(), **chosen}))

    def _asked(self) -> dict[int, Action]:
        """What the bots choose who must choose now."""
        acting = self.match.acting
        return {seat: self._players.choose(self.match, seat) for seat in acting if seat != self.seat}
