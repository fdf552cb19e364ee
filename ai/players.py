"""The bots of one match: send each the events its seat may see, and ask it for its decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ai.bot import Bot, EventListener
from ai.bot_faults import BotFault
from engine.actions import Action
from engine.match import Match
from engine.view import mask


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
