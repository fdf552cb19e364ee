"""Genbutsu: tiles that cannot lose against a player, because that player is furiten on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.furiten import Ends
from engine.table import Table
from engine.tiles import KIND_OF, Kind, Tile


class Reason(StrEnum):
    """Why a player cannot ron a tile."""

    OWN_DISCARD = "own-discard"
    """It lies among the player's own discards."""
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    """It was let go by after the player's riichi."""
    PASSED_THIS_TURN = "passed-this-turn"
    """It was let go by since the player's last discard."""


@dataclass(frozen=True, slots=True)
class Genbutsu:
    """One tile that cannot lose against a player, and the proof.

    ``thrower`` put ``tile`` on the table when ``order`` discards lay there; ``until`` is when the proof ends.
    """

    kind: Kind
    reason: Reason
    tile: Tile
    thrower: int
    order: int
    until: Ends
    added_to_kan: bool = False


def genbutsu(table: Table, opponent: int) -> dict[Kind, Genbutsu]:
    """Every kind that cannot lose against that player, each with the proof that lasts longest.

    Call it when no discard is waiting for an answer, or read it without the tile that is being offered.
    """
    found: dict[Kind, Genbutsu] = {}
    for proof in (*_own(table, opponent), *_passed(table, opponent)):
        found.setdefault(proof.kind, proof)
    return found


def _own(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Discards of the player, called away or not: furiten as long as the wait has such a tile."""
    locked = table.seats[opponent].riichi_paid
    until = Ends.HAND_ENDS if locked else Ends.WAITS_CHANGE
    for discard in table.seats[opponent].pond:
        kind = KIND_OF[discard.tile]
        yield Genbutsu(kind, Reason.OWN_DISCARD, discard.tile, opponent, discard.order, until)


def _passed(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Tiles of others that the player let go, since riichi or since the last own discard."""
    riichi = table.seats[opponent].riichi_order
    reason, until = Reason.PASSED_AFTER_RIICHI, Ends.HAND_ENDS
    since = riichi
    if since is None:
        reason, until = Reason.PASSED_THIS_TURN, Ends.OWN_DISCARD
        since = _last_reset(table, opponent)
    for order in range(since + 1, len(table.discards)):
        thrower, tile = table.discards[order]
        if thrower != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, thrower, order, until)
    for thrower, tile, order in table.added:
        if thrower != opponent and order > since:
            yield Genbutsu(KIND_OF[tile], reason, tile, thrower, order, until, added_to_kan=True)


def _last_reset(table: Table, opponent: int) -> int:
    """Order of the discard from which on passed tiles count: the player's last, or before the first one.

    Where the ruleset says so, a call of anybody else ends temporary furiten too.
    """
    pond = table.seats[opponent].pond
    last = pond[-1].order if pond else -1
    if table.rules.calls_end_temporary_furiten:
        called = [
            discard.order
            for seat in table.seats
            for discard in seat.pond
            if discard.called_by not in (None, opponent)
        ]
        last = max([last, *called])
    return last
