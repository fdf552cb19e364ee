"""Ryukyoku: abortive draws, and the choice between tenpai and noten at an exhaustive draw."""

from __future__ import annotations

from engine.actions import Refusal, Why
from engine.table import Phase, Table
from engine.tiles import EAST, KIND_OF, NORTH, ORPHANS
from engine.view import SeatView
from engine.wall import PLAYERS

NINE = 9
"""Different terminals and honours that a hand needs to call for a new deal (kyuushu kyuuhai)."""


def refuse_nine_terminals(view: SeatView) -> Refusal | None:
    """Why this seat cannot abort the hand for nine different terminals and honours in its first turn."""
    if not view.rules.nine_terminals:
        return Refusal(Why.NOT_IN_RULES)
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.me.dead:
        return Refusal(Why.DEAD_HAND)
    if not view.table.uninterrupted or view.me.pond:
        return Refusal(Why.NOT_FIRST_TURN)
    if sum(1 for kind in ORPHANS if view.hand.counts[kind]) < NINE:
        return Refusal(Why.NOT_NINE_KINDS, number=NINE)
    return None


def refuse_declaring(view: SeatView) -> Refusal | None:
    """Why this seat cannot declare tenpai or noten now. A dead hand is noten without a word."""
    if view.rules.errors == "prevented":
        return Refusal(Why.NOT_IN_RULES)
    if view.table.phase is not Phase.DECLARE:
        return Refusal(Why.WALL_NOT_EMPTY)
    if view.table.turn != view.seat or view.seat in view.table.declared:
        return Refusal(Why.NOT_YOUR_TURN)
    return Refusal(Why.DEAD_HAND) if view.me.dead else None


def four_winds(table: Table) -> bool:
    """Whether the first four discards, with no call between them, are one and the same wind."""
    if not table.rules.four_winds or not table.uninterrupted or len(table.discards) != PLAYERS:
        return False
    kinds = {KIND_OF[tile] for _, tile in table.discards}
    return len(kinds) == 1 and EAST <= min(kinds) <= NORTH


def four_riichi(table: Table) -> bool:
    """Whether all four players are in riichi, where that ends the hand; one whose hand is dead is not."""
    return table.rules.four_riichi and all(seat.riichi_paid and not seat.dead for seat in table.seats)
