"""Palettes: what each role looks like, and rows in these colours. The themes are data in the assets."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rich.errors import StyleSyntaxError
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from assets import FOLDER
from tui.config.looks import Theme, default_theme
from tui.drawing.rows import BLANK, Role, Row, Span
from tui.system.terminal import Colours
from tui.tiles.look import chosen

THEMES = tuple(theme for theme in Theme if theme is not Theme.AUTO)
"""Every theme that there is."""
THEME_VARIABLE = "FURITEN_THEME"


class PaletteError(ValueError):
    """There is no theme of that name, or it is not one; the message names what is wrong."""


class Palette:
    """The colours of one theme.

    A theme names grounds (what text stands on: felt, faces of tiles in each state, panels) and sets of inks.
    Each ground says which set is read on it, so that a suit has a dark ink on ivory and a light one on felt.
    A state of line tiles that a theme does not name looks like a plain tile.
    """

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self._grounds: dict[str, dict[str, str]] = data["ground"]
        self._inks: dict[str, dict[str, str]] = data["ink"]
        self._styles: dict[Role, Style] = {}

    @property
    def grounds(self) -> tuple[str, ...]:
        """Everything that the theme lets text stand on."""
        return tuple(self._grounds)

    def inks_on(self, ground: str) -> tuple[str, ...]:
        """The inks of a ground; any other is written there in the one called ``text``."""
        return tuple(self._inks[self._ground(ground).get("ink", "table")])

    def style(self, role: Role) -> Style:
        """The style of a role."""
        style = self._styles.get(role)
        if style is None:
            style = self._styles[role] = self._make(role)
        return style

    def colour(self, ground: str) -> str:
        """The colour of a ground, empty for the terminal's own."""
        return self._ground(ground).get("color", "")

    def _ground(self, name: str) -> dict[str, str]:
        if name in self._grounds:
            return self._grounds[name]
        return self._grounds["line-face" if name.startswith("line-") else "felt"]

    def _make(self, role: Role) -> Style:
        ground = self._ground(role.ground)
        inks = self._inks[ground.get("ink", "table")]
        if role.ink.startswith("@"):
            ink = self.colour(role.ink[1:])
        else:
            ink = inks.get(role.ink, inks["text"]) if role.ink != BLANK else ""
        style = Style.parse(f"{ink} {ground.get('style', '')}".strip() or "none")
        style += Style(
            bgcolor=ground.get("color") or None,
            bold=True if "b" in role.flags else None,
            underline=True if "u" in role.flags else None,
        )
        return style


@cache
def load_palette(name: str) -> Palette:
    """The palette of a theme, read from the assets once; raises PaletteError."""
    source = FOLDER.joinpath("themes", f"{name}.toml")
    try:
        palette = Palette(name, tomllib.loads(source.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise PaletteError(f"no theme '{name}' (there are {', '.join(THEMES)})") from None
    except KeyError as error:
        raise PaletteError(f"theme '{name}' lacks {error}") from None
    _check(palette)
    return palette


def default_palette(
    *,
    colours: Colours = Colours.TRUE,
    environment: Mapping[str, str] = os.environ,
    theme: Theme = Theme.AUTO,
) -> Palette:
    """The palette of ``theme``, unless the environment says otherwise; without colours it is always the same.

    Raises UnknownLook, with the choices, for a name that the environment gets wrong.
    """
    name = chosen(environment, THEME_VARIABLE, tuple(Theme), theme)
    usual = default_theme(colours)
    return load_palette(usual if usual == Theme.MONO or name == Theme.AUTO else name)


def _check(palette: Palette) -> None:
    try:
        for inks in palette._inks.values():
            for ink in inks.values():
                Style.parse(ink or "none")
        for ground in palette._grounds:
            palette.style(Role("text", ground))
    except (StyleSyntaxError, KeyError) as error:
        raise PaletteError(f"theme '{palette.name}': {error}") from None


def strip_of(row: Row, palette: Palette) -> Strip:
    """A row in the colours of a palette; every piece has a style, which NO_COLOR needs."""
    return Strip([Segment(span.text, palette.style(span.role)) for span in _pieces(row)])


def _pieces(row: Row) -> Iterator[Span]:
    """The row in as few pieces as look the same: each sends its colours, and takes them back.

    What a click means counts for nothing here, and a blank is written in any ink.
    """
    text, role, blank = "", Role(), True
    for span in row:
        empty = span.text.isspace()
        if role == span.role or _alike(role, span.role, written=not (blank or empty)):
            text, role = text + span.text, span.role if blank else role
            blank = blank and empty
            continue
        if text:
            yield Span(text, role)
        text, role, blank = span.text, span.role, empty
    if text:
        yield Span(text, role)


def _alike(one: Role, other: Role, *, written: bool) -> bool:
    """Whether two pieces look the same in the role of either; ``written`` tells that both hold letters."""
    return not written and one.ground == other.ground and "u" not in one.flags + other.flags
