"""What a program outside has been told of a game, and what it is to be told next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai.bot import called
from ai.mjai.spelling import Message
from engine import events as ev
from engine.view import mask

_OURS = (ev.Foul, ev.Exhausted, ev.Tenpai, ev.Noten)
"""Events that mjai does not know."""
_EXTRAS: dict[type[ev.Event], tuple[str, ...]] = {
    ev.StartGame: ("format", "program", "rules", "length", "seed", "table_rules", "takebacks"),
    ev.Hora: ("pai", "yaku", "han", "fu", "yakuman", "points"),
    ev.Ryukyoku: ("reason", "tenpais", "actor"),
    ev.EndKyoku: ("scores",),
    ev.EndGame: ("scores", "final"),
}
"""Fields that are this project's own: they are sent to nobody."""


def told(event: ev.Event, seat: int) -> Message | None:
    """The event as a program at that seat is told it, None where mjai has no such event."""
    if isinstance(event, _OURS):
        return None
    extras = _EXTRAS.get(type(event), ())
    message: Message = msgspec.to_builtins(mask(event, seat))
    message = {name: value for name, value in message.items() if name not in extras}
    if isinstance(event, ev.StartGame):
        message["id"] = seat
        # how another program is started is nobody's business
        message["names"] = [called(name) for name in event.names]
    return message


class Transcript:
    """The messages of a game for one seat.

    ``hear`` takes in what happened; ``take`` gives what has not been told yet. A program that is started in
    the middle of a game is told how it began, and the hand in play (``rewind``).
    """

    def __init__(self) -> None:
        self._opening: list[Message] = []
        self._hand: list[Message] = []
        self._untold: list[Message] = []
        self._foretold: Message | None = None

    def hear(self, seat: int, events: Sequence[ev.Event]) -> None:
        """Take in the events since the last time."""
        for event in events:
            message = told(event, seat)
            if message is None:
                continue
            if isinstance(event, ev.StartGame):
                self._opening, self._hand = [message], []
            else:
                if isinstance(event, ev.StartKyoku):
                    self._hand = []
                self._hand.append(message)
            if message == self._foretold:
                self._foretold = None
            else:
                self._untold.append(message)

    def foretell(self, message: Message) -> None:
        """The program is told this now, before it happens: a riichi that is declared."""
        self._foretold = message

    def rewind(self) -> None:
        """Tell all that a program must know that has been told nothing."""
        self._untold = [*self._opening, *self._hand]

    def take(self) -> list[Message]:
        """What is to be told now."""
        taken, self._untold = self._untold, []
        return taken
