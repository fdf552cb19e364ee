"""The bots at one match: each is told what its seat may see, and asked when it must choose."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ai.bot import Bot, Listener
from ai.mjai.faults import Fault
from engine.actions import Action
from engine.match import Match
from engine.view import mask


class Lapse(msgspec.Struct, frozen=True):
    """A decision that had to be played for the bot of a seat."""

    seat: int
    fault: Fault


class Players:
    """Bots by seat; those who listen hear each event of their match once, before they choose."""

    def __init__(self, bots: Mapping[int, Bot]) -> None:
        self.bots = dict(bots)
        self._listeners = {seat: bot for seat, bot in bots.items() if isinstance(bot, Listener)}
        self._told = dict.fromkeys(self._listeners, 0)

    def choose(self, match: Match, seat: int) -> Action:
        """What the bot of that seat chooses, which must choose now; raises Closed."""
        if seat in self._listeners:
            self._tell(match, seat)
        game = match.round
        return self.bots[seat].choose(game.view(seat), game.options(seat))

    def forget(self) -> None:
        """A decision was taken back: who listens is told the match again, from its beginning.

        The others keep nothing between their decisions.
        """
        for seat, bot in self._listeners.items():
            bot.forget()
            self._told[seat] = 0

    def lapses(self) -> list[Lapse]:
        """The decisions since the last time that had to be played for bots."""
        return [Lapse(seat, fault) for seat, bot in self._listeners.items() for fault in bot.take_faults()]

    def leave(self, match: Match | None = None) -> None:
        """All leave the table, from any thread; those who listen hear how the match ended, if it is given."""
        for seat, bot in self._listeners.items():
            if match is not None:
                self._tell(match, seat)
            bot.close()

    def _tell(self, match: Match, seat: int) -> None:
        new = match.events[self._told[seat] :]
        self._told[seat] = len(match.events)
        self._listeners[seat].hear(seat, [mask(event, seat) for event in new])
