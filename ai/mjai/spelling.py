"""What a seat may do, spelled as mjai spells it, and the other way round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Action, ActionKind
from engine.tiles import MJAI
from engine.view import SeatView

Message = dict[str, Any]

NONE: Message = {"type": "none"}
"""Nothing is wanted: the answer of one who passes."""

_CALLS = {ActionKind.CHI: "chi", ActionKind.PON: "pon", ActionKind.OPEN_KAN: "daiminkan"}
WORDLESS = (ActionKind.TENPAI, ActionKind.NOTEN, ActionKind.WITHDRAWN_WIN)
"""What mjai has no word for: it knows no table at which errors are penalised."""

_COMPARED = ("actor", "target", "pai", "consumed")
"""What an answer must not say otherwise; what it leaves out must follow from the rest."""


class Unclear(ValueError):
    """An answer that fits several actions, or none; the message says which."""


def messages(view: SeatView, action: Action) -> list[Message]:
    """What a player says who wants that: one message, or two for riichi, which is declared before the
    discard. Raises ValueError for what mjai has no word for.
    """
    actor = view.seat
    tile = None if action.tile is None else MJAI[action.tile]
    consumed = [MJAI[each] for each in action.consumed]
    match action.kind:
        case ActionKind.DISCARD:
            return [{"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": action.tsumogiri}]
        case ActionKind.RIICHI:
            discard = action._replace(kind=ActionKind.DISCARD)
            return [{"type": "reach", "actor": actor}, *messages(view, discard)]
        case ActionKind.TSUMO:
            return [{"type": "hora", "actor": actor, "target": actor, "pai": tile}]
        case ActionKind.RON:
            return [{"type": "hora", "actor": actor, "target": view.table.turn, "pai": tile}]
        case ActionKind.CHI | ActionKind.PON | ActionKind.OPEN_KAN:
            call = {"type": _CALLS[action.kind], "actor": actor, "target": view.table.turn}
            return [{**call, "pai": tile, "consumed": consumed}]
        case ActionKind.ADDED_KAN:
            return [{"type": "kakan", "actor": actor, "pai": tile, "consumed": consumed}]
        case ActionKind.CLOSED_KAN:
            return [{"type": "ankan", "actor": actor, "consumed": consumed}]
        case ActionKind.NINE_TERMINALS:
            return [{"type": "ryukyoku", "actor": actor, "reason": "kyuushu_kyuuhai"}]
        case ActionKind.PASS:
            return [dict(NONE)]
        case _:
            raise ValueError(f"mjai has no word for {action}")


def wanted(view: SeatView, actions: Sequence[Action], answer: Mapping[str, Any]) -> Action:
    """Which of the actions the answer wants; raises Unclear.

    Of the riichi discards the first, since the answer that declares riichi names none.
    """
    found = [each for each in actions if _agrees(answer, messages(view, each)[0])]
    if len(found) > 1 and found[0].kind is ActionKind.DISCARD:
        # the same tile drawn and in the hand; where only one of them may go, the flag does not matter
        found = [each for each in found if each.tsumogiri is answer.get("tsumogiri", False)]
    if not found or (len(found) > 1 and found[0].kind is not ActionKind.RIICHI):
        raise Unclear("this may not be done now" if not found else "several actions fit this")
    return found[0]


def declared(view: SeatView, riichi: Sequence[Action], answer: Mapping[str, Any]) -> Action:
    """With which of the riichi discards riichi is declared; raises Unclear."""
    discards = [each._replace(kind=ActionKind.DISCARD) for each in riichi]
    return wanted(view, discards, answer)._replace(kind=ActionKind.RIICHI)


def _agrees(answer: Mapping[str, Any], message: Message) -> bool:
    if answer.get("type") != message["type"]:
        return False
    return all(_same(answer[name], message[name]) for name in _COMPARED if name in answer and name in message)


def _same(told: Any, meant: Any) -> bool:
    if not isinstance(meant, list):
        return type(told) is type(meant) and bool(told == meant)
    return isinstance(told, list) and sorted(map(str, told)) == sorted(meant)
