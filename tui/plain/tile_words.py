"""Parse and format tiles in plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tiles import KIND_OF, MJAI, NAMES, Tile
from tui.i18n.layout import join_list
from tui.words.tiles import tile_word, tile_words


def tile_named(text: str) -> Tile | None:
    """Parse one tile: as printed (``3s``, ``East``, ``red 5p``) or as 1z, 0p, E, 5mr; None if invalid."""
    if text in MJAI:
        return MJAI.index(text)
    word = " ".join(text.lower().split())
    for tile, name in enumerate(NAMES):
        if word in (name, tile_word(tile).lower(), MJAI[tile].lower()):
            return tile
    return None


def places_of(tile: Tile, hand: Sequence[Tile]) -> list[int]:
    """The indexes of a tile in the hand; if there are none, those of the same kind (red or plain five)."""
    exact = [place for place, each in enumerate(hand) if each == tile]
    return exact or [place for place, each in enumerate(hand) if KIND_OF[each] == KIND_OF[tile]]


def by_suits(tiles: Iterable[Tile]) -> str:
    """Tiles with a comma (a pause for screen readers) between suits: ``2m 3m 4m, 8p 8p``."""
    suits: dict[int, list[Tile]] = {}
    for tile in tiles:
        suits.setdefault(KIND_OF[tile] // 9, []).append(tile)
    return join_list(map(tile_words, suits.values()))
