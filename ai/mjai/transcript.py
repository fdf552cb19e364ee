"""The messages of a game for one external program: which were sent, and which are to be sent next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai.mjai.command import display_name
from ai.mjai.messages import Message
from engine import events as ev
from engine.view import mask


def to_message(event: ev.Event, seat: int) -> Message | None:
    """The event as a message for the program at that seat, or None if mjai has no such event."""
    if not event.known_to_mjai:
        return None
    message: Message = msgspec.to_builtins(mask(event, seat))
    message = {name: value for name, value in message.items() if name not in event.own_fields}
    if isinstance(event, ev.StartGame):
        message["id"] = seat
        # do not reveal how another program is started
        message["names"] = [display_name(name) for name in event.names]
    return message


class Transcript:
    """The messages of a game for one seat.

    ``add`` stores events, ``take_unsent`` gives the messages that were not sent yet. A program that is
    started in the middle of a game gets the start of the game and the hand in play (``rewind``).
    """

    def __init__(self) -> None:
        self._opening: list[Message] = []
        self._hand: list[Message] = []
        self._unsent: list[Message] = []
        self._sent_early: Message | None = None

    def add(self, seat: int, events: Sequence[ev.Event]) -> None:
        """Store the events since the last call."""
        for event in events:
            message = to_message(event, seat)
            if message is None:
                continue
            if isinstance(event, ev.StartGame):
                self._opening, self._hand = [message], []
            else:
                if isinstance(event, ev.StartKyoku):
                    self._hand = []
                self._hand.append(message)
            if message == self._sent_early:
                self._sent_early = None
            else:
                self._unsent.append(message)

    def mark_sent(self, message: Message) -> None:
        """Do not send this message again when its event happens: a riichi that is being declared."""
        self._sent_early = message

    def rewind(self) -> None:
        """Send everything that a new program must know."""
        self._unsent = [*self._opening, *self._hand]

    def take_unsent(self) -> list[Message]:
        """The messages to send now; counts them as sent."""
        taken, self._unsent = self._unsent, []
        return taken
