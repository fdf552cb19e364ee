"""The wins of a tenpai hand as players are told them: waits with one score are one entry."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ai.reading.outlook import Outlook, Wait, Worth
from engine.actions import Refusal
from engine.furiten import Ends
from engine.tiles import Kind


class WaitWorth(msgspec.Struct, frozen=True):
    """A win that is equal for all of ``waits``.

    ``worth`` is without ippatsu, ura dora and other yaku of luck, or why it would be no win; ``riichi`` is
    the same with a riichi declared now, None if it cannot be declared.
    """

    waits: tuple[Kind, ...]
    tsumo: bool
    worth: Worth | Refusal
    riichi: Worth | Refusal | None = None


def wait_worths(outlook: Outlook) -> tuple[WaitWorth, ...]:
    """Every ron, then every tsumo, of a hand that is not spoilt.

    A ron is left out if furiten forbids it beyond the next discard or nobody discards anymore, a tsumo if no
    own draw is left.
    """
    found: list[WaitWorth] = []
    if outlook.can_claim and all(cause.ends is Ends.OWN_DISCARD for cause in outlook.furiten):
        found += _grouped(outlook, tsumo=False)
    if outlook.can_tsumo:
        found += _grouped(outlook, tsumo=True)
    return tuple(found)


def _grouped(outlook: Outlook, *, tsumo: bool) -> Iterator[WaitWorth]:
    """The wins of one way; waits with equal scores are one."""
    riichi = outlook.with_riichi
    groups: dict[object, WaitWorth] = {}
    for place, wait in enumerate(outlook.waits):
        declared = None if riichi is None else _worth(riichi.waits[place], tsumo=tsumo)
        this = WaitWorth((wait.kind,), tsumo, _worth(wait, tsumo=tsumo), declared)
        key = _score_key(this.worth), _score_key(this.riichi)
        known = groups.get(key)
        groups[key] = this if known is None else replace(known, waits=(*known.waits, *this.waits))
    yield from groups.values()


def _worth(wait: Wait, *, tsumo: bool) -> Worth | Refusal:
    worth, refusal = (wait.tsumo_worth, wait.no_tsumo) if tsumo else (wait.ron_worth, wait.no_ron)
    if worth is None:
        assert refusal is not None
        return refusal
    return worth


def _score_key(worth: Worth | Refusal | None) -> object:
    """The key by which two wins are equal for the player: yaku, han, fu and points."""
    if not isinstance(worth, Worth):
        return worth
    found = worth.score
    return found.yaku, found.yakuman_items, found.han, found.fu, found.limit, worth.paid
