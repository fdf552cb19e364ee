"""Where to jump in a record: ``5.23`` is a position, ``5`` a hand, ``t9`` the ninth own turn of the hand."""

from __future__ import annotations

import re

from tui.i18n.texts import t
from tui.replay.position_code import BadCode, PositionCode, index_of, read_position_code
from tui.replay.replay import Replay

_HAND = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_TURN = re.compile(r"[tT]([1-9][0-9]{0,2})", re.ASCII)


def read_jump(replay: Replay, text: str) -> int:
    """The index in the record of the position that a text names; raises BadCode, in one line."""
    text = text.strip()
    if found := _TURN.fullmatch(text):
        return _turn(replay, int(found[1]))
    if _HAND.fullmatch(text):
        return index_of(replay.line, PositionCode(int(text), 0))
    return index_of(replay.line, read_position_code(text))


def _turn(replay: Replay, number: int) -> int:
    """The position in which that own turn of the present hand has begun, from 1."""
    hand = replay.line.hand_at(replay.index)
    here = range(hand.first - 1, hand.first - 1 + len(hand.events))
    turns = [stop for stop in replay.line.turns(replay.seat) if stop in here]
    if number > len(turns):
        raise BadCode(t("replay.jump.no-turn", number=number, count=len(turns)))
    return turns[number - 1]
