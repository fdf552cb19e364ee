"""What Textual draws by itself has the colours of the table, or those of the terminal."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.theme import BUILTIN_THEMES

from tests.support.tui.colour_vision import contrast
from tui.drawing.palette import THEMES, load_palette
from tui.shell.textual_theme import TERMINAL, textual_theme
from tui.tiles.roles import Ground

COLOURED = [name for name in THEMES if name != "mono"]


@pytest.mark.parametrize("name", COLOURED)
def test_the_frame_has_the_colours_of_the_table(name: str) -> None:
    palette = load_palette(name)
    theme = textual_theme(palette)
    assert theme is not None
    assert theme.background == palette.colour(Ground.FELT)
    assert theme.dark is (name != "light")
    assert contrast(theme.foreground or "", theme.background or "") >= 7
    app = App[None]()
    app.register_theme(theme)
    app.theme = theme.name
    assert app.get_css_variables()["scrollbar-background"] == palette.colour(Ground.PANEL)


def test_without_colours_of_its_own_the_terminal_has_its_own() -> None:
    assert textual_theme(load_palette("mono")) is None
    assert BUILTIN_THEMES[TERMINAL].ansi
    assert BUILTIN_THEMES[TERMINAL].background == "ansi_default"
