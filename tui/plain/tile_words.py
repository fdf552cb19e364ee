"""Tiles as they are typed and read out in plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tiles import KIND_OF, MJAI, NAMES, Tile
from tui.i18n.layout import listed
from tui.words.tiles import tile_word, tile_words


def tile_named(text: str) -> Tile | None:
    """One tile as lines spell it (``3s``, ``East``, ``red 5p``), or as 1z, 0p, E, 5mr; None for no tile."""
    if text in MJAI:
        return MJAI.index(text)
    word = " ".join(text.lower().split())
    for tile, name in enumerate(NAMES):
        if word in (name, tile_word(tile).lower(), MJAI[tile].lower()):
            return tile
    return None


def places_of(tile: Tile, hand: Sequence[Tile]) -> list[int]:
    """Where that tile lies in the hand; where it does not, its like of the other colour."""
    exact = [place for place, each in enumerate(hand) if each == tile]
    return exact or [place for place, each in enumerate(hand) if KIND_OF[each] == KIND_OF[tile]]


def by_suits(tiles: Iterable[Tile]) -> str:
    """Tiles with a comma, which is a pause, between the suits: ``2m 3m 4m, 8p 8p``."""
    suits: dict[int, list[Tile]] = {}
    for tile in tiles:
        suits.setdefault(KIND_OF[tile] // 9, []).append(tile)
    return listed(map(tile_words, suits.values()))
