"""How tiles look: the style, the glyph set, and what can be true of one tile on the table.

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
from tui.tiles.marks import DORA_SIGN, TSUMOGIRI_SIGN
from tui.tiles.roles import Ground

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


STYLE_VARIABLE = "FURITEN_TILES"


class UnknownLook(ValueError):
    """The environment asks for a look that there is not; the message names the choices."""


class TileStyle(StrEnum):
    """The two ways to draw a tile."""

    SOLID = "solid"
    """Ivory faces on felt, no lines."""
    LINE = "line"
    """Boxes; they need no colour."""


class Size(StrEnum):
    """The three sizes of a tile."""

    S = "S"
    """One row of two cells."""
    M = "M"
    """Three rows of four cells."""
    L = "L"
    """The own hand where there is room."""


class Look(NamedTuple):
    """Style and glyphs together: everything about tiles that the player can choose but the colours."""

    style: TileStyle
    glyphs: GlyphSet


class TileState(NamedTuple):
    """What is true of one tile where it lies."""

    tsumogiri: bool = False
    called_away: bool = False
    lit: bool = False
    last: bool = False
    """The discard or called tile everybody looks at now."""
    landing: bool = False
    """That discard in the moment in which it is laid down."""
    disabled: bool = False
    cursor: bool = False
    dora: bool = False
    cause: bool = False
    """Makes the hand furiten (underlined)."""
    lit_first: bool = False
    """Lit rather than shown as the newest, where it is both."""

    @property
    def ground(self) -> Ground:
        """The ground of the tile: the most urgent of its states."""
        if self.cursor or self.landing:
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
        """What is told in letters, for pictures that have one row: dora, and that it was not kept."""
        return DORA_SIGN * self.dora + TSUMOGIRI_SIGN * self.tsumogiri

    @property
    def brackets(self) -> tuple[str, str]:
        """What stands around the tile in pictures of one row: ``(9m)`` called away, ``[9m]`` newest."""
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
    """The look that the person prefers, unless the environment says otherwise.

    ``theme`` is the one that is shown, ``most`` the glyphs beyond which the terminal has no letters. Raises
    UnknownLook, with the choices, for a name that the environment gets wrong.
    """
    name = chosen(environment, STYLE_VARIABLE, tuple(Tiles), tiles)
    preferred = Glyphs(chosen(environment, GLYPHS_VARIABLE, GLYPH_SETS, glyphs))
    letters = max(preferred, most, key=list(Glyphs).index)
    style = default_style(theme, letters) if name == Tiles.AUTO else name
    return Look(TileStyle(style), glyph_set(letters))


def chosen(environment: Mapping[str, str], variable: str, choices: Sequence[str], usual: str) -> str:
    """What a variable of the environment chooses; the usual where it is unset or empty."""
    name = environment.get(variable) or usual
    if name not in choices:
        raise UnknownLook(t("look.unknown", variable=variable, name=name, choices=", ".join(choices)))
    return name
