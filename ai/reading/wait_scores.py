"""Score the wins of a tenpai hand: a ron and a tsumo on each wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ai.reading.wait_outlook import Outlook
from engine.actions import ActionKind
from engine.furiten import Ends
from engine.hand import Hand
from engine.legal.wins import later_win
from engine.options import why_not
from engine.score import NoWin, Payment, Score, payment, score
from engine.tiles import Kind, Tile
from engine.view import SeatView


class Worth(NamedTuple):
    """The score of a win and its payment, without honba and riichi sticks."""

    score: Score
    paid: Payment


class WaitWorth(msgspec.Struct, frozen=True):
    """The score of a win, equal for all of ``waits``.

    ``worth`` is without ippatsu, ura dora and other yaku of luck; ``riichi`` is the same with a riichi
    declared now, None if it cannot be declared.
    """

    waits: tuple[Kind, ...]
    tsumo: bool
    worth: Worth | NoWin
    riichi: Worth | NoWin | None = None


def wait_worths(
    view: SeatView, hand: Hand, outlook: Outlook, *, discard: Tile | None = None, riichi: bool = False
) -> tuple[WaitWorth, ...]:
    """The score of each win of a hand of 13 tiles: every ron, then every tsumo.

    ``outlook`` is the outlook of the hand. A ron is left out if furiten forbids it beyond the next discard, a
    tsumo if the wall is empty. ``discard`` leads to the hand on the own turn; ``riichi`` says whether riichi
    is declared with it.
    """
    if view.own.spoilt is not None:
        return ()
    may_declare = discard is not None and not riichi and why_not(view, ActionKind.RIICHI, discard) is None
    no_ron = any(cause.ends is not Ends.OWN_DISCARD for cause in outlook.furiten)
    found: list[WaitWorth] = []
    for tsumo in (False, True):
        if (tsumo and not view.table.live) or (no_ron and not tsumo):
            continue
        each = [
            WaitWorth(
                (wait.kind,),
                tsumo,
                _worth(view, hand, wait.kind, tsumo=tsumo, riichi=riichi),
                _worth(view, hand, wait.kind, tsumo=tsumo, riichi=True) if may_declare else None,
            )
            for wait in outlook.waits
        ]
        found += _grouped(each)
    return tuple(found)


def _worth(view: SeatView, hand: Hand, wait: Kind, *, tsumo: bool, riichi: bool) -> Worth | NoWin:
    found = score(later_win(view, hand, wait, tsumo=tsumo, riichi=riichi))
    if isinstance(found, NoWin):
        return found
    return Worth(found, payment(found.base, view.seat == view.table.dealer, tsumo))


def _grouped(each: Sequence[WaitWorth]) -> Iterator[WaitWorth]:
    """Merge waits with equal scores."""
    groups: dict[object, WaitWorth] = {}
    for this in each:
        key = _score_key(this.worth), _score_key(this.riichi)
        known = groups.get(key)
        groups[key] = this if known is None else replace(known, waits=(*known.waits, *this.waits))
    yield from groups.values()


def _score_key(worth: Worth | NoWin | None) -> object:
    """The key by which two wins are equal for the player: yaku, han, fu and points."""
    if not isinstance(worth, Worth):
        return worth
    found = worth.score
    return found.yaku, found.yakuman_items, found.han, found.fu, found.limit, worth.paid
