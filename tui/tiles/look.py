"""How tiles look: the style, the glyph set, and what can be true of one tile on the table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from tui.config.looks import Theme, Tiles, default_style
from tui.i18n.texts import t
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs
from tui.tiles.glyphs import GLYPH_SETS, GlyphSet, glyph_set
from tui.tiles.marks import DORA_SIGN, TSUMOGIRI_SIGN

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
    def ground(self) -> str:
        """What the tile lies on, the most urgent first; a name of the palette."""
        if self.cursor or self.landing:
            return "cursor"
        if self.last and not (self.lit and self.lit_first):
            return "last"
        if self.lit:
            return "lit"
        if self.called_away:
            return "ghost"
        if self.disabled:
            return "disabled"
        return "tsumogiri" if self.tsumogiri else "face"

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
