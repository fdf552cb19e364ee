"""Actions and events as mjai messages, answers matched to actions, and the messages of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ai.mjai.command import display_name
from engine import events as ev
from engine.actions import Action, ActionKind, move_event
from engine.tiles import MJAI
from engine.view import SeatView, mask

Message = dict[str, Any]

NONE: Message = {"type": "none"}
"""The answer of a player who passes."""

WITHOUT_MESSAGE = (
    ActionKind.TENPAI,
    ActionKind.NOTEN,
    ActionKind.WITHDRAWN_WIN,
    ActionKind.COUNT,
    ActionKind.CHALLENGE,
)
"""Actions without a message: mjai has no rules about errors at the table."""

_COMPARED = ("actor", "target", "pai", "consumed")
"""Fields that must agree if the answer has them; the fields that it leaves out must follow from the rest."""


class InvalidAnswer(ValueError):
    """An answer that fits several actions, or none; the message says which."""


def to_messages(view: SeatView, action: Action) -> list[Message]:
    """The messages of an action: one, or two for riichi, which is declared before the discard.

    Raises ValueError for an action ``WITHOUT_MESSAGE``.
    """
    actor = view.seat
    match action.kind:
        case ActionKind.RIICHI:
            discard = action._replace(kind=ActionKind.DISCARD)
            return [{"type": "reach", "actor": actor}, *to_messages(view, discard)]
        case ActionKind.TSUMO | ActionKind.RON:
            tile = None if action.tile is None else MJAI[action.tile]
            return [{"type": "hora", "actor": actor, "target": view.table.turn, "pai": tile}]
        case ActionKind.NINE_TERMINALS:
            return [{"type": "ryukyoku", "actor": actor, "reason": "kyuushu_kyuuhai"}]
        case ActionKind.PASS:
            return [dict(NONE)]
        case kind if kind in WITHOUT_MESSAGE:
            raise ValueError(f"mjai has no word for {action}")
    return [msgspec.to_builtins(move_event(actor, action, view.table.turn))]


def match_action(view: SeatView, actions: Sequence[Action], answer: Mapping[str, Any]) -> Action:
    """The action that the answer asks for; raises InvalidAnswer.

    For riichi the first discard that may declare it, because the declaring answer names no discard.
    """
    found = [each for each in actions if _agrees(answer, to_messages(view, each)[0])]
    if len(found) > 1 and found[0].kind is ActionKind.DISCARD:
        # the same tile is drawn and in the hand; the flag matters only if both may be discarded
        found = [each for each in found if each.tsumogiri is answer.get("tsumogiri", False)]
    if not found or (len(found) > 1 and found[0].kind is not ActionKind.RIICHI):
        raise InvalidAnswer("this may not be done now" if not found else "several actions fit this")
    return found[0]


def match_riichi_discard(view: SeatView, riichi: Sequence[Action], answer: Mapping[str, Any]) -> Action:
    """The riichi action whose discard the answer names; raises InvalidAnswer."""
    discards = [each._replace(kind=ActionKind.DISCARD) for each in riichi]
    return match_action(view, discards, answer)._replace(kind=ActionKind.RIICHI)


def _agrees(answer: Mapping[str, Any], message: Message) -> bool:
    if answer.get("type") != message["type"]:
        return False
    return all(
        _equal(answer[name], message[name]) for name in _COMPARED if name in answer and name in message
    )


def _equal(given: Any, expected: Any) -> bool:
    if not isinstance(expected, list):
        return type(given) is type(expected) and bool(given == expected)
    return isinstance(given, list) and sorted(map(str, given)) == sorted(expected)


# -- the messages of a game ----------------------------------------------------------------------------


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
