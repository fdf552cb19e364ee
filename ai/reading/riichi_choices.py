"""Compare the discards with which riichi can be declared: their waits, tiles left, value, furiten."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ai.reading.wait_outlook import Outlook, outlook_after
from ai.reading.wait_scores import Worth, wait_worths
from engine.legal.riichi import riichi_discards
from engine.score import winners_total
from engine.tiles import Kind, Tile
from engine.view import SeatView


class RiichiChoice(msgspec.Struct, frozen=True):
    """Riichi with one discard. Points are those of a win without ippatsu and ura dora, honba and sticks.

    A win is a ron, or with furiten a tsumo.
    """

    tile: Tile
    """The discard."""
    waits: tuple[Kind, ...]
    left: int
    """Unseen copies of the waits."""
    furiten: bool
    least: int
    """Points of the cheapest win on a wait of which a copy is left …"""
    most: int
    """… and of the dearest."""
    expected: int
    """The sum over all waits of copies left times points."""


def riichi_choices(view: SeatView) -> tuple[RiichiChoice, ...]:
    """A choice for each discard that keeps the hand tenpai, the best first; the own turn is required.

    Without furiten is better than with it; then the larger ``expected`` is better, then more tiles.
    """
    tiles = dict.fromkeys(action.tile for action in riichi_discards(view) if action.tile is not None)
    found = [_choice(view, tile) for tile in tiles]
    return tuple(sorted(found, key=lambda each: (each.furiten, -each.expected, -each.left)))


def _choice(view: SeatView, tile: Tile) -> RiichiChoice:
    outlook = outlook_after(view, tile, riichi=True)
    points = _points(view, tile, outlook)
    left = {wait.kind: wait.left for wait in outlook.waits}
    worths = [points[kind] for kind in left if left[kind]] or list(points.values())
    return RiichiChoice(
        tile=tile,
        waits=tuple(left),
        left=sum(left.values()),
        furiten=bool(outlook.furiten),
        least=min(worths, default=0),
        most=max(worths, default=0),
        expected=sum(left[kind] * points[kind] for kind in left),
    )


def _points(view: SeatView, tile: Tile, outlook: Outlook) -> Mapping[Kind, int]:
    """The points of a win on each wait; 0 if it has none."""
    hand, dealer = view.hand.copy(), view.seat == view.table.dealer
    hand.remove(tile)
    points = {wait.kind: 0 for wait in outlook.waits}
    for found in wait_worths(view, hand, outlook, discard=tile, riichi=True):
        if found.tsumo is bool(outlook.furiten) and isinstance(found.worth, Worth):
            points |= dict.fromkeys(found.waits, winners_total(found.worth.score.base, dealer, found.tsumo))
    return points
