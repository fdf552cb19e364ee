"""Tiles as rows of coloured text: one function for every size, rotation, style and glyph set."""

from tui.looks import GLYPHS_VARIABLE
from tui.tiles.draw import draw_added, draw_tile, tile_width
from tui.tiles.glyphs import GLYPH_SETS, GlyphError, GlyphSet, glyph_set
from tui.tiles.look import (
    PLAIN,
    STYLE_VARIABLE,
    Look,
    Size,
    TileState,
    TileStyle,
    UnknownLook,
    default_look,
)
from tui.tiles.palette import (
    THEME_VARIABLE,
    THEMES,
    Palette,
    PaletteError,
    default_palette,
    load_palette,
)
from tui.tiles.rows import FELT, Meta, Role, Row, Rows, Span

__all__ = [
    "FELT",
    "GLYPHS_VARIABLE",
    "GLYPH_SETS",
    "PLAIN",
    "STYLE_VARIABLE",
    "THEMES",
    "THEME_VARIABLE",
    "GlyphError",
    "GlyphSet",
    "Look",
    "Meta",
    "Palette",
    "PaletteError",
    "Role",
    "Row",
    "Rows",
    "Size",
    "Span",
    "TileState",
    "TileStyle",
    "UnknownLook",
    "default_look",
    "default_palette",
    "draw_added",
    "draw_tile",
    "glyph_set",
    "load_palette",
    "tile_width",
]
