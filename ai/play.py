"""The bots of a match, and a match between one human player and three of them.

``Players`` sends each bot the events that its seat may see, and asks it for its decisions. ``Play`` knows
whose decision is pending, and takes the steps of the game. Bots get the view of their seat and their options
and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ai.bot import Bot, BotFault, EventListener, FaultKind
from engine.actions import Action, ActionKind
from engine.events import Event
from engine.match import Match
from engine.options import Options
from engine.view import SeatView, mask

if TYPE_CHECKING:
    from engine.outcome import Outcome


class SeatFault(NamedTuple):
    """A decision that was made in place of a seat's bot, with what went wrong."""

    seat: int
    fault: BotFault


class Players:
    """Bots by seat. An ``EventListener`` receives each event of the match once, before it chooses."""

    def __init__(self, bots: Mapping[int, Bot]) -> None:
        self.bots = dict(bots)
        self._listeners = {seat: bot for seat, bot in bots.items() if isinstance(bot, EventListener)}
        self._sent = dict.fromkeys(self._listeners, 0)

    def choose(self, match: Match, seat: int) -> Action:
        """The choice of the seat's bot, which must be one that acts now; raises BotClosed."""
        if seat in self._listeners:
            self._send_events(match, seat)
        game = match.round
        return self.bots[seat].choose(game.view(seat), game.options(seat))

    def reset(self) -> None:
        """After a take-back: listeners receive the match again from its beginning.

        The other bots keep nothing between decisions.
        """
        for seat, bot in self._listeners.items():
            bot.reset()
            self._sent[seat] = 0

    def take_faults(self) -> list[SeatFault]:
        """The decisions since the last call that were made in place of bots; clears them."""
        return [
            SeatFault(seat, fault) for seat, bot in self._listeners.items() for fault in bot.take_faults()
        ]

    def close(self, match: Match | None = None) -> None:
        """All bots leave, from any thread; listeners first receive the end of the match, if it is given."""
        for seat, bot in self._listeners.items():
            if match is not None:
                self._send_events(match, seat)
            bot.close()

    def _send_events(self, match: Match, seat: int) -> None:
        new = match.events[self._sent[seat] :]
        self._sent[seat] = len(match.events)
        self._listeners[seat].observe(seat, [mask(event, seat) for event in new])


PERSON = "you"
"""The human player's name in a record; no bot has it."""


class Pending(StrEnum):
    """The next step that the game waits for."""

    BOTS = "bots"
    PERSON = "person"
    HAND_OVER = "hand-over"
    """The next hand, or the end of the game."""
    GAME_OVER = "game-over"


class PublicFault(msgspec.Struct, frozen=True):
    """A decision that was made in place of a bot, without hidden information."""

    seat: int
    kind: FaultKind
    why: str
    """Why its program did not begin to play; empty if unknown."""


class Play:
    """A match in play.

    ``advance``, ``choose`` and ``proceed`` continue it and return the new events, masked for the human
    player. ``pending`` says which of the three comes next.
    """

    def __init__(self, match: Match, seat: int, bots: Mapping[int, Bot]) -> None:
        self.match = match
        self.seat = seat
        """The human player's seat."""
        self._players = Players(_erring(match, bots))

    @property
    def pending(self) -> Pending:
        """The step that the game waits for now."""
        if self.match.standings is not None:
            return Pending.GAME_OVER
        acting = self.match.acting
        if not acting:
            return Pending.HAND_OVER
        return Pending.PERSON if self.seat in acting else Pending.BOTS

    @property
    def view(self) -> SeatView:
        """The human player's view of the hand in play."""
        return self.match.round.view(self.seat)

    @property
    def options(self) -> Options:
        return self.match.round.options(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, or None while it is in play."""
        return self.match.round.outcome

    def history(self) -> list[Event]:
        """The events of the hand so far, masked for the human player."""
        return self.seen(self.match.hand_events)

    def advance(self) -> list[Event]:
        """Let the bots choose when the human player has no choice."""
        return self._step({})

    def choose(self, action: Action) -> list[Event]:
        """Carry out the human player's action together with those of bots that may claim the same tile.

        All choose before anything is carried out. Raises IllegalAction and changes nothing if it is not
        allowed.
        """
        return self._step({self.seat: action})

    def proceed(self) -> list[Event]:
        """After a hand: deal the next one, or end the game."""
        new = self.match.proceed()
        if self.match.standings is not None:
            self._players.close(self.match)
        return self.seen(new)

    def note_late(self, call: ActionKind) -> list[Event]:
        """Note that the human player said a call or a win too late; raises IllegalAction after the hand."""
        return self.seen(self.match.note_late(self.seat, call))

    def go_back(self, match: Match) -> None:
        """Continue from this match, an earlier position of the one in play. The bots drop what came later."""
        self.match = match
        self._players.reset()

    def take_faults(self) -> list[PublicFault]:
        """The decisions since the last call that were made in place of bots; clears them.

        The bots' answers are left out: they could name hidden tiles.
        """
        return [PublicFault(seat, fault.kind, fault.why) for seat, fault in self._players.take_faults()]

    def close(self) -> None:
        """The bots leave, from any thread; a step in progress then raises BotClosed and changes nothing."""
        self._players.close()

    def seen(self, events: Sequence[Event]) -> list[Event]:
        return [mask(event, self.seat) for event in events]

    def _step(self, chosen: Mapping[int, Action]) -> list[Event]:
        return self.seen(self.match.step({**self._bots_choose(), **chosen}))

    def _bots_choose(self) -> dict[int, Action]:
        acting = self.match.acting
        return {seat: self._players.choose(self.match, seat) for seat in acting if seat != self.seat}


def _erring(match: Match, bots: Mapping[int, Bot]) -> Mapping[int, Bot]:
    """The bots, which err now and then where the game says so; external programs err in counts alone."""
    steps = match.steps
    if steps is None or not steps.bot_errors:
        return bots
    # imported here, because it loads the value of wins, which other games need at the first win
    from ai.bots.erring import erring

    return {seat: erring(bot, match.seed, steps.bot_errors) for seat, bot in bots.items()}
