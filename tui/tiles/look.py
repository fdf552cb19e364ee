"""The look of tiles: style, glyph set, size, and the state of one tile on the table.

Glyph sets are data in the assets.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

import msgspec

from assets import FOLDER
from engine.tiles import EAST, KIND_OF, NAMES, Tile, is_red
from tui.config.looks import Theme, Tiles, default_style
from tui.i18n.texts import t
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs
from tui.tiles.marks import DORA_SIGN, NO_MARK, TSUMOGIRI_SIGN, URA_SIGN, Mark
from tui.tiles.roles import Ground

GLYPH_SETS = tuple(Glyphs)


class GlyphError(ValueError):
    """A glyph set or one of its entries does not exist; the message names it."""


class Box(msgspec.Struct, frozen=True, eq=False):
    """The eight characters of a frame."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    join_left: str
    join_right: str


class GlyphSet(msgspec.Struct, frozen=True, eq=False):
    """One set of glyphs. Every text is one cell wide unless stated otherwise."""

    name: str
    honours: tuple[str, ...]
    """East to red dragon, two cells each."""
    corners: tuple[str, ...]
    """East to red dragon for the corner of a large tile, at most two cells each."""
    suits: tuple[str, ...]
    """The suits on a two-row face, two or three cells each."""
    upper_half: str
    """The upper half block; a space if the set has none."""
    lower_half: str
    back: str
    box: Box
    round_box: Box
    strong_box: Box
    pointer: str
    """Marks the player whose turn it is."""
    rule: str
    """A vertical line between areas."""
    stick: str
    """The dot of a riichi stick."""
    ellipsis: str
    separator: str
    """Between the items of a line, with a blank on either side."""
    more: str
    """Between groups of tiles, the safer one first."""
    dots: str
    """A cell of a chart with all its dots: the eight of braille, or the two of a colon."""
    bars: tuple[str, ...]
    """The sign of each class of safety below a tile, the safest first: at most four cells."""
    edges: tuple[str, ...]
    """For each class, the part of the row below a solid tile that stays felt; empty if the set has none."""
    fills: tuple[str, ...]
    """The signs that fill the parts of a bar in a chart; each can be told from the others without colour."""

    def short(self, tile: Tile) -> str:
        """The tile in two cells: ``2m``, ``0p`` or an honour."""
        return self.honours[tile - EAST] if is_honour(tile) else NAMES[tile]

    def digit(self, tile: Tile) -> str:
        """The numeral of a suited tile in two cells: ``5 ``, for a red five ``5*``."""
        return "5*" if is_red(tile) else f"{NAMES[tile][0]} "

    def suit(self, tile: Tile) -> str:
        """The suit of a suited tile on a large face."""
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
        signs["separator"],
        signs["more"],
        signs["dots"],
        tuple(data["bars"]),
        tuple(data["edges"]),
        tuple(data["fills"]),
    )


STYLE_VARIABLE = "FURITEN_TILES"


class UnknownLook(ValueError):
    """The environment names an unknown look; the message lists the choices."""


class TileStyle(StrEnum):
    """The two ways to draw a tile."""

    SOLID = "solid"
    """Ivory faces on felt, no lines."""
    LINE = "line"
    """Boxes; they need no colour."""


class Size(StrEnum):
    """The sizes of a tile."""

    S = "S"
    """One row of two cells."""
    M = "M"
    """Three rows of four cells."""
    L = "L"
    """Four rows of five cells over a shadow: the own hand if there is room, ponds on a large screen."""
    XL = "XL"
    """The own hand on a large screen."""


class Look(NamedTuple):
    """Tile style and glyph set: all that the player can choose about tiles, except colours."""

    style: TileStyle
    glyphs: GlyphSet


class TileState(NamedTuple):
    """The state of one tile on the table."""

    tsumogiri: bool = False
    called_away: bool = False
    lit: bool = False
    last: bool = False
    """The newest discard or called tile."""
    just_discarded: bool = False
    """The newest discard while it is being laid down."""
    disabled: bool = False
    cursor: bool = False
    dora: bool = False
    cause: bool = False
    """The tile makes the hand furiten (underlined)."""
    lit_first: bool = False
    """A tile that is both lit and last is drawn as lit."""
    ura: bool = False
    """The tile is ura dora. Only hands that won have such tiles."""
    mark: Mark = NO_MARK
    """The marks of a tile of the own hand: signs on the upper edge, safety on the lower one."""

    @property
    def ground(self) -> Ground:
        """The ground of the tile, by its most important state."""
        if self.cursor or self.just_discarded:
            return Ground.CURSOR
        if self.last and not (self.lit and self.lit_first):
            return Ground.LAST
        if self.lit:
            return Ground.LIT
        if self.called_away:
            return Ground.GHOST
        if self.disabled:
            return Ground.DISABLED
        return Ground.TSUMOGIRI if self.tsumogiri else Ground.FACE

    @property
    def letters(self) -> str:
        """The letters for dora, ura dora and tsumogiri in one-row pictures."""
        return DORA_SIGN * self.dora + URA_SIGN * self.ura + TSUMOGIRI_SIGN * self.tsumogiri

    @property
    def brackets(self) -> tuple[str, str]:
        """The brackets around the tile in one-row pictures: ``(9m)`` called away, ``[9m]`` newest."""
        if self.called_away:
            return "(", ")"
        return ("[", "]") if self.last else ("", "")


PLAIN = TileState()


def default_look(
    *,
    theme: str = Theme.FELT,
    most: Glyphs = Glyphs.KANJI,
    environment: Mapping[str, str] = os.environ,
    tiles: Tiles = Tiles.AUTO,
    glyphs: Glyphs = Glyphs.KANJI,
) -> Look:
    """The look that the player chose, unless the environment overrides it.

    ``theme`` is the current theme, ``most`` the best glyph set that the terminal can show. Raises
    UnknownLook, with the choices, for an unknown name in the environment.
    """
    name = environment_choice(environment, STYLE_VARIABLE, tuple(Tiles), tiles)
    preferred = Glyphs(environment_choice(environment, GLYPHS_VARIABLE, GLYPH_SETS, glyphs))
    letters = max(preferred, most, key=list(Glyphs).index)
    style = default_style(theme, letters) if name == Tiles.AUTO else name
    return Look(TileStyle(style), glyph_set(letters))


def environment_choice(
    environment: Mapping[str, str], variable: str, choices: Sequence[str], usual: str
) -> str:
    """The value of an environment variable, or the default if it is unset or empty; raises UnknownLook."""
    name = environment.get(variable) or usual
    if name not in choices:
        raise UnknownLook(t("look.unknown", variable=variable, name=name, choices=", ".join(choices)))
    return name
