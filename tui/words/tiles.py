"""Names of tiles in sentences (independent of the glyph set), lists, and wordings that fit a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tiles import EAST, KIND_OF, NAMES, Tile, is_red
from tui.i18n.layout import join_list
from tui.i18n.layout import width as cells
from tui.i18n.texts import t

REASON_WIDTH = 78
"""Width of the reason line at 80 columns."""


def tile_word(tile: Tile) -> str:
    """One tile: ``3s``, ``red 5p``, ``East``."""
    if is_red(tile):
        return t("desk.red-five", tile=NAMES[KIND_OF[tile]])
    if tile >= EAST:
        return t(f"desk.tile.{NAMES[tile]}")
    return NAMES[tile]


def kind_word(tile: Tile) -> str:
    """One tile without the word for a red five."""
    return tile_word(KIND_OF[tile])


def suit_word(tile: Tile) -> str:
    """The suit of a number tile: ``circles``."""
    return t(f"desk.suit.{KIND_OF[tile] // 9}")


def tile_words(tiles: Iterable[Tile]) -> str:
    """Several tiles, separated by spaces."""
    return " ".join(map(tile_word, tiles))


def join(parts: Sequence[str]) -> str:
    """A list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return t("desk.and", first=join_list(parts[:-1]), last=parts[-1])


def sentence_start(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def first_fitting(variants: Iterable[str], width: int = REASON_WIDTH) -> str:
    """The first variant that fits the width in cells, else the last."""
    text = ""
    for text in variants:
        if cells(text) <= width:
            break
    return text
