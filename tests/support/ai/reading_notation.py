"""Results of ``ai.reading`` in tile notation, so that a test reads like a diagram."""

from __future__ import annotations

from collections.abc import Iterable

from ai.reading.acceptance import AcceptedTile
from ai.reading.discard_advice import DiscardEffect, FuritenAdvice, discard_effects
from ai.reading.tenpai_in_reach import FreeingDraw
from ai.reading.wait_outlook import Outlook, Wait
from engine.furiten import Cause
from engine.tiles import NAMES, TILE_OF
from engine.view import SeatView


def counted(tiles: Iterable[AcceptedTile | Wait]) -> str:
    """Kinds with the copies left: ``6s 4, 9s 3``."""
    return ", ".join(f"{NAMES[tile.kind]} {tile.left}" for tile in tiles)


def caused(causes: Iterable[Cause]) -> str:
    """Causes of furiten in short: kind, tile, turn."""
    return ", ".join(f"{cause.kind.value} {NAMES[cause.tile]} {cause.turn}" for cause in causes)


def effect(view: SeatView, tile: str) -> DiscardEffect:
    """What discarding that tile does."""
    (found,) = (each for each in discard_effects(view) if each.tile == TILE_OF[tile])
    return found


def latent(outlook: Outlook | DiscardEffect) -> list[str]:
    """Latent furiten: the kind, copies left, the tile as it was thrown, the turn, the draws that force it."""
    return [
        f"{NAMES[each.kind]} {each.left}: {NAMES[each.tile]} {each.turn}; {counted(each.draws)}".rstrip("; ")
        for each in outlook.latent
    ]


def changed(draws: Iterable[FreeingDraw]) -> list[str]:
    """Draws that change the wait: ``8s 3 -7s: 2p 2, 8s 2``."""
    return [f"{NAMES[draw.kind]} {draw.left} -{NAMES[draw.discard]}: {counted(draw.waits)}" for draw in draws]


def ways(advice: FuritenAdvice | None) -> list[str]:
    """The ways out: kind, tile, what it leaves, and the cost against the best discard and the wait."""
    assert advice is not None, "the hand is not furiten"
    found = []
    for way in advice.ways:
        tile = "" if way.tile is None else f" {NAMES[way.tile]}"
        leaves = counted(way.waits) or f"{way.freeing} of {way.acceptance}"
        costs = [f"{cost.shanten}/{cost.acceptance}" for cost in (way.against_best, way.against_wait)]
        found.append(f"{way.kind.value}{tile} -> {way.shanten}: {leaves}; costs {', '.join(costs)}")
    return found
