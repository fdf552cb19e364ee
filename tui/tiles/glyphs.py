"""Glyph sets: what stands on a tile, and the few signs that draw one. The sets are data in the assets."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from assets import FOLDER
from engine.tiles import EAST, KIND_OF, NAMES, Tile, is_red
from tui.system.terminal import Glyphs

GLYPH_SETS = tuple(Glyphs)


class GlyphError(ValueError):
    """There is no glyph set of that name, or it lacks something; the message names it."""


class Box(msgspec.Struct, frozen=True, eq=False):
    """The eight signs of a frame."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    join_left: str
    join_right: str


class GlyphSet(msgspec.Struct, frozen=True, eq=False):
    """One set of glyphs. Every text is one cell wide unless it says otherwise."""

    name: str
    honours: tuple[str, ...]
    """East to red dragon in two cells."""
    corners: tuple[str, ...]
    """The same for the corner of a large tile, at most two cells."""
    suits: tuple[str, ...]
    """The suit on a face of two rows: two or three cells."""
    upper_half: str
    """Upper half of a cell; a space where the set has none."""
    lower_half: str
    back: str
    box: Box
    round_box: Box
    strong_box: Box
    pointer: str
    """Points at whose turn it is."""
    rule: str
    """A vertical line between areas."""
    stick: str
    """The dot of a riichi stick."""
    ellipsis: str

    def short(self, tile: Tile) -> str:
        """The tile in two cells: ``2m``, ``0p``, an honour."""
        return self.honours[tile - EAST] if is_honour(tile) else NAMES[tile]

    def digit(self, tile: Tile) -> str:
        """Numeral of a suited tile in two cells: ``5 ``, the red five ``5*``."""
        return "5*" if is_red(tile) else f"{NAMES[tile][0]} "

    def suit(self, tile: Tile) -> str:
        """Suit of a suited tile as it stands on a large face."""
        return self.suits[KIND_OF[tile] // 9]


def is_honour(tile: Tile) -> bool:
    """Whether the tile is a wind or a dragon."""
    return EAST <= tile < EAST + 7


@cache
def glyph_set(name: str) -> GlyphSet:
    """The glyph set of that name, read from the assets once; raises GlyphError."""
    source = FOLDER.joinpath("glyphs", f"{name}.toml")
    try:
        data = tomllib.loads(source.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise GlyphError(f"no glyph set '{name}' (there are {', '.join(GLYPH_SETS)})") from None
    try:
        return _read(name, data)
    except KeyError as error:
        raise GlyphError(f"glyph set '{name}' lacks {error}") from None


def _read(name: str, data: dict[str, Any]) -> GlyphSet:
    signs = data["signs"]
    return GlyphSet(
        name,
        tuple(data["honours"]),
        tuple(data["corners"]),
        tuple(data["suits"]),
        signs["upper-half"],
        signs["lower-half"],
        signs["back"],
        Box(*data["box"]),
        Box(*data["round-box"]),
        Box(*data["strong-box"]),
        signs["pointer"],
        signs["rule"],
        signs["stick"],
        signs["ellipsis"],
    )
