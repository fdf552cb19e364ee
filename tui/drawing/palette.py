"""Palettes: the Rich style of each role, and rows as segments. Themes are JSON files in the assets."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from rich.segment import Segment
from rich.style import Style

from assets import FOLDER
from engine.tiles import is_red
from tui.config.settings import Theme, default_theme
from tui.drawing.rows import ColourOf, Role, Row, TilePicture
from tui.drawing.solid_tiles import Painted, number_of
from tui.system.terminal import ColourDepth
from tui.tiles import DORA_SIGN, URA_SIGN, Ground, Ink, environment_choice

THEMES = tuple(theme for theme in Theme if theme is not Theme.AUTO)
"""All themes, without the automatic choice."""
THEME_VARIABLE = "FURITEN_THEME"


class GroundColour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ground of a theme."""

    color: str = ""
    """The colour; empty for the terminal's own."""
    ink: str = "table"
    style: str = ""
    """Rich attributes of all text on this ground."""


class ThemeColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme file.

    It has several sets of inks, and each ground names its set: a suit is dark on ivory and light on felt.
    """

    ground: dict[Ground, GroundColour]
    ink: dict[str, dict[Ink, str]]
    many: dict[str, str] = {}
    """Colours of the theme, and those of the 256 that take their place where the nearest would be wrong."""
    about: tuple[str, ...] = ()
    """Sentences for who changes the theme."""

    def of_256(self) -> ThemeColours:
        """The theme for a terminal with 256 colours."""

        def in_place(style: str) -> str:
            return " ".join(self.many.get(word, word) for word in style.split())

        grounds = {
            ground: msgspec.structs.replace(each, color=in_place(each.color))
            for ground, each in self.ground.items()
        }
        inks = {
            name: {ink: in_place(style) for ink, style in inks.items()} for name, inks in self.ink.items()
        }
        return msgspec.structs.replace(self, ground=grounds, ink=inks)


class Palette:
    """The colours of one theme."""

    def __init__(self, name: str, colours: ThemeColours) -> None:
        self.name = name
        self._grounds = colours.ground
        self._inks = colours.ink
        self._styles: dict[Role, Style] = {}

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The grounds that the theme defines: all of them, if it comes from a file."""
        return tuple(self._grounds)

    def inks_on(self, ground: Ground) -> tuple[Ink, ...]:
        """The inks defined on a ground. Any other looks like ``Ink.TEXT`` there."""
        return tuple(self._inks[self._grounds[ground].ink])

    def style(self, role: Role) -> Style:
        style = self._styles.get(role)
        if style is None:
            style = self._styles[role] = self._make(role)
        return style

    def colour(self, ground: Ground) -> str:
        """The colour of a ground; empty for the terminal's own."""
        return self._grounds[ground].color

    def _make(self, role: Role) -> Style:
        ground = self._grounds[role.ground]
        if isinstance(role.ink, TilePicture):
            # nothing else: any attribute might change the colour, which is the number of the picture
            number = number_of(self._painted(role.ink, role.ground))
            return Style(color=f"#{number:06x}", bgcolor=ground.color)
        style = Style.parse(f"{self._ink(role)} {ground.style}".strip() or "none")
        return style + Style(bgcolor=ground.color or None, underline=role.underlined or None)

    def _ink(self, role: Role) -> str:
        if isinstance(role.ink, ColourOf):
            return self.colour(role.ink.ground)
        if isinstance(role.ink, TilePicture) or role.ink is Ink.BLANK:
            return ""
        inks = self._inks[self._grounds[role.ground].ink]
        return inks.get(role.ink, inks[Ink.TEXT])

    def _painted(self, picture: TilePicture, ground: Ground) -> Painted:
        inks = [Ink.WIND, Ink.RED, Ink.GREEN, Ink.PIN]
        if picture.tile is None or is_red(picture.tile):
            inks = [Ink.BACK_SIGN if picture.tile is None else Ink.RED_FIVE] * len(inks)
        sign = Ink.DORA if DORA_SIGN in picture.signs or URA_SIGN in picture.signs else Ink.TEXT
        *paints, signs = (self.style(Role(ink, ground)).color for ink in (*inks, sign))
        named = tuple("" if colour is None else colour.name for colour in (*paints, signs))
        return Painted(picture, named[:-1], named[-1], self.colour(picture.around))


@cache
def load_palette(name: str, *, many: bool = False) -> Palette:
    """The palette of a theme, read from the assets once; ``many``: for 256 colours."""
    colours = msgspec.json.decode(Path(FOLDER, "themes", f"{name}.json").read_bytes(), type=ThemeColours)
    return Palette(name, colours.of_256() if many else colours)


def default_palette(
    *,
    colours: ColourDepth = ColourDepth.TRUE,
    environment: Mapping[str, str] = os.environ,
    theme: Theme = Theme.AUTO,
) -> Palette:
    """The palette of ``theme``, unless the environment names another; without colours it is always ``mono``.

    Raises UnknownLook, with the choices, for an unknown name in the environment.
    """
    name = environment_choice(environment, THEME_VARIABLE, tuple(Theme), theme)
    usual = default_theme(colours)
    chosen = usual if usual == Theme.MONO or name == Theme.AUTO else name
    return load_palette(chosen, many=colours is ColourDepth.MANY)


def segments_of(row: Row, palette: Palette) -> list[Segment]:
    """A row as segments. Every segment has a style, because Textual's NO_COLOR filter needs one."""
    return [Segment(text, palette.style(role)) for text, role in _pieces(row)]


def _pieces(row: Row) -> Iterator[tuple[str, Role]]:
    """The row in as few texts as possible, because each one costs escape codes for its style.

    Neighbours that look the same are joined. Meta is ignored, and a blank looks the same in any ink.
    """
    text, role, blank = "", Role(), True
    for span in row:
        empty = span.text.isspace()
        if role == span.role or _look_equal(role, span.role, written=not (blank or empty)):
            text, role = text + span.text, span.role if blank else role
            blank = blank and empty
            continue
        if text:
            yield text, role
        text, role, blank = span.text, span.role, empty
    if text:
        yield text, role


def _look_equal(one: Role, other: Role, *, written: bool) -> bool:
    """Whether two spans look the same in either role. ``written`` means that both have visible characters."""
    return not written and one.ground == other.ground and not (one.underlined or other.underlined)
