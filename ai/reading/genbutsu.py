"""Genbutsu: tiles that cannot lose against a player, because that player is furiten on them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from engine.furiten import Ends
from engine.melds import MeldKind
from engine.table import Phase, Table
from engine.tiles import KIND_OF, Kind, Tile
from engine.wall import PLAYERS


class GenbutsuReason(StrEnum):
    """Why a player cannot ron a tile."""

    OWN_DISCARD = "own-discard"
    """It lies among the player's own discards."""
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    """It was let go by after the player's riichi."""
    PASSED_THIS_TURN = "passed-this-turn"
    """It was let go by since the player's last discard."""


class Genbutsu(msgspec.Struct, frozen=True):
    """One tile that cannot lose against a player, and the proof.

    ``thrower`` put ``tile`` on the table when ``order`` discards lay there, as discard number ``turn`` of
    the own pond, counted from 1; added to a kan it has no turn (0). ``until`` is when the proof ends.
    """

    kind: Kind
    reason: GenbutsuReason
    tile: Tile
    thrower: int
    order: int
    until: Ends
    turn: int
    added_to_kan: bool = False


def genbutsu(table: Table, opponent: int) -> dict[Kind, Genbutsu]:
    """Every kind that cannot lose against that player, each with the proof that lasts longest.

    A tile that is waiting for an answer proves nothing yet, except against the player who put it there.
    """
    found: dict[Kind, Genbutsu] = {}
    for proof in proofs(table, opponent):
        found.setdefault(proof.kind, proof)
    return found


def proofs(table: Table, opponent: int) -> tuple[Genbutsu, ...]:
    """Every proof against that player, several for some kinds; what lies in the own pond comes first."""
    return (*_own(table, opponent), *_passed(table, opponent))


def _own(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Discards of the player, called away or not.

    Furiten by a discard ends when the waits change, but this proof does not: whenever the hand waits on the
    kind again it is furiten again.
    """
    for turn, discard in enumerate(table.seats[opponent].pond, 1):
        kind = KIND_OF[discard.tile]
        yield Genbutsu(
            kind, GenbutsuReason.OWN_DISCARD, discard.tile, opponent, discard.order, Ends.HAND_ENDS, turn
        )


def _passed(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Tiles of others that the player let go, since riichi or since the last own discard."""
    reason, until = GenbutsuReason.PASSED_AFTER_RIICHI, Ends.HAND_ENDS
    since = table.seats[opponent].riichi_order
    if since is None:
        reason, until = GenbutsuReason.PASSED_THIS_TURN, Ends.OWN_DISCARD
        since = _last_reset(table, opponent)
    turns = [0] * PLAYERS
    for order, (thrower, tile) in enumerate(table.discards[: _answered_discards(table)]):
        turns[thrower] += 1
        if order > since and thrower != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, thrower, order, until, turns[thrower])
    for thrower, tile, order in table.added[: _answered_kans(table)]:
        if order > since and thrower != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, thrower, order, until, 0, added_to_kan=True)


def _answered_discards(table: Table) -> int:
    """How many discards everybody has answered: not the one on offer."""
    return len(table.discards) - (table.phase is Phase.CLAIM)


def _answered_kans(table: Table) -> int:
    """The same for tiles added to a pon."""
    return len(table.added) - (table.offered_kan is MeldKind.ADDED_KAN)


def _last_reset(table: Table, opponent: int) -> int:
    """Order of the discard from which on passed tiles count: the player's last, or before the first one.

    Where the ruleset says so, a call of anybody else ends temporary furiten too; and while a discard is
    offered, nothing can be thrown before somebody has called it.
    """
    pond = table.seats[opponent].pond
    last = pond[-1].order if pond else -1
    if table.rules.calls_end_temporary_furiten:
        if table.phase is Phase.CLAIM:
            return len(table.discards)
        called = [
            discard.order
            for seat in table.seats
            for discard in seat.pond
            if discard.called_by not in (None, opponent)
        ]
        last = max([last, *called])
    return last
