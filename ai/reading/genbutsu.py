"""Find genbutsu: tiles that are safe against a player, because that player is furiten on them."""

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
    """It is one of the player's own discards."""
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    """It passed after the player's riichi."""
    PASSED_THIS_TURN = "passed-this-turn"
    """It passed since the player's last discard."""


class Genbutsu(msgspec.Struct, frozen=True):
    """A tile that is safe against a player, and the proof.

    ``discarder`` discarded ``tile`` when there were ``order`` earlier discards on the table, as discard
    number ``turn`` of the own pond, counted from 1; a tile added to a kan has turn 0. ``until`` is when the
    proof ends.
    """

    kind: Kind
    reason: GenbutsuReason
    tile: Tile
    discarder: int
    order: int
    until: Ends
    turn: int
    added_to_kan: bool = False


def genbutsu(table: Table, opponent: int) -> dict[Kind, Genbutsu]:
    """Every kind that is safe against that player, each with the proof that lasts longest.

    A tile on offer proves nothing yet, except against the player who discarded it.
    """
    found: dict[Kind, Genbutsu] = {}
    for proof in proofs(table, opponent):
        found.setdefault(proof.kind, proof)
    return found


def proofs(table: Table, opponent: int) -> tuple[Genbutsu, ...]:
    """Every proof against that player, several for some kinds; own discards come first."""
    return (*_own(table, opponent), *_passed(table, opponent))


def _own(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Discards of the player, called away or not.

    Furiten by a discard ends when the waits change, but this proof does not: if the hand waits on the kind
    again, it is furiten again.
    """
    for turn, discard in enumerate(table.seats[opponent].pond, 1):
        kind = KIND_OF[discard.tile]
        yield Genbutsu(
            kind, GenbutsuReason.OWN_DISCARD, discard.tile, opponent, discard.order, Ends.HAND_ENDS, turn
        )


def _passed(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Tiles of others that the player passed, since riichi or since the last own discard."""
    reason, until = GenbutsuReason.PASSED_AFTER_RIICHI, Ends.HAND_ENDS
    since = table.seats[opponent].riichi_order
    if since is None:
        reason, until = GenbutsuReason.PASSED_THIS_TURN, Ends.OWN_DISCARD
        since = _last_reset(table, opponent)
    turns = [0] * PLAYERS
    for order, (discarder, tile) in enumerate(table.discards[: _answered_discards(table)]):
        turns[discarder] += 1
        if order > since and discarder != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, discarder, order, until, turns[discarder])
    for discarder, tile, order in table.added[: _answered_kans(table)]:
        if order > since and discarder != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, discarder, order, until, 0, added_to_kan=True)


def _answered_discards(table: Table) -> int:
    """The number of discards that are no longer on offer."""
    return len(table.discards) - (table.phase is Phase.CLAIM)


def _answered_kans(table: Table) -> int:
    """The number of tiles added to a pon that are no longer on offer."""
    return len(table.added) - (table.offered_kan is MeldKind.ADDED_KAN)


def _last_reset(table: Table, opponent: int) -> int:
    """Order of the discard after which passed tiles count: the player's last one, or -1.

    If the ruleset says so, a call by any other player also ends temporary furiten. While a discard is on
    offer, the only possible next discard follows a call, so under such rules no passed tile counts.
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
