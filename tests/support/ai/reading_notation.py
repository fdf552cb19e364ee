"""Results of ``ai.reading`` in tile notation, so that a test reads like a diagram."""

from __future__ import annotations

from collections.abc import Iterable

from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import FuritenAdvice
from ai.reading.outlook import Draw, Outlook, Wait, outlook_after
from engine.furiten import Cause
from engine.tiles import NAMES, TILE_OF
from engine.view import SeatView


def counted(tiles: Iterable[AcceptedTile | Wait]) -> str:
    """Kinds with the copies left: ``6s 4, 9s 3``."""
    return ", ".join(f"{NAMES[tile.kind]} {tile.left}" for tile in tiles)


def caused(causes: Iterable[Cause]) -> str:
    """Causes of furiten in short: kind, tile, turn."""
    return ", ".join(f"{cause.kind.value} {NAMES[cause.tile]} {cause.turn}" for cause in causes)


def effect(view: SeatView, tile: str) -> Outlook:
    """The hand after discarding that tile."""
    return outlook_after(view, TILE_OF[tile])


def latent(outlook: Outlook) -> list[str]:
    """Latent furiten: the kind, copies left, the tile as it was thrown, the turn, the draws that force it."""
    return [
        f"{NAMES[each.kind]} {each.left}: {NAMES[each.tile]} {each.turn}; {counted(each.draws)}".rstrip("; ")
        for each in outlook.latent
    ]


def changed(draws: Iterable[Draw]) -> list[str]:
    """Draws that change the wait to one that wins by ron: ``8s 3 -7s: 2p 2, 8s 2``."""
    free = [(draw, draw.free) for draw in draws]
    return [
        f"{NAMES[draw.kind]} {draw.left} -{NAMES[hand.tile]}: {counted(hand.waits)}"
        for draw, hand in free
        if hand is not None
    ]


def ways(advice: FuritenAdvice | None) -> list[str]:
    """The ways out: kind, tile, what it leaves, and how many tiles fewer win than now."""
    assert advice is not None, "the hand is not furiten"
    found = []
    for way in advice.ways:
        tile = "" if way.tile is None else f" {NAMES[way.tile]}"
        leaves = (
            "" if way.hand is None else counted(way.hand.waits) or f"{way.freeing} of {way.hand.acceptance}"
        )
        fewer = "" if way.fewer is None else f"; {way.fewer} fewer"
        found.append(f"{way.kind.value}{tile} -> {leaves}{fewer}")
    return found
