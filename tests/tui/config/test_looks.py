"""The environment chooses how tiles look; a name that it gets wrong is one clear line."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.support.pages import page, table
from tests.support.tui.pilot_keys import table_app
from tests.support.tui.sessions import options
from tui.cli import execute
from tui.config.looks import Theme, Tiles
from tui.drawing.palette import THEMES, default_palette
from tui.i18n.language import LANGUAGE_VARIABLE, Language
from tui.system.terminal import ColourDepth, Glyphs
from tui.tiles.look import GLYPH_SETS, TileStyle, UnknownLook, default_look

CHOICES = {"FURITEN_TILES": tuple(Tiles), "FURITEN_GLYPHS": GLYPH_SETS, "FURITEN_THEME": tuple(Theme)}


def test_every_look_can_be_chosen() -> None:
    for style in TileStyle:
        assert default_look(environment={"FURITEN_TILES": style}).style is style
        assert (
            default_look(environment={"FURITEN_TILES": "auto"}, tiles=Tiles(style)).style is TileStyle.SOLID
        )
    for glyphs in GLYPH_SETS:
        assert default_look(environment={"FURITEN_GLYPHS": glyphs}).glyphs.name == glyphs
    for theme in THEMES:
        assert default_palette(environment={"FURITEN_THEME": theme}).name == theme


def test_without_a_choice_colour_decides() -> None:
    for nothing in ({}, dict.fromkeys(CHOICES, "")):
        assert default_look(environment=nothing).style is TileStyle.SOLID
        assert default_look(theme="mono", environment=nothing).style is TileStyle.LINE
        assert default_look(environment=nothing).glyphs.name == "kanji"
        assert default_palette(environment=nothing).name == "felt"
    for colours, theme in (
        (ColourDepth.TRUE, "felt"),
        (ColourDepth.MANY, "felt"),
        (ColourDepth.SIXTEEN, "sixteen"),
        (ColourDepth.NONE, "mono"),
    ):
        assert default_palette(colours=colours, environment={}).name == theme
    for most, seen in ((Glyphs.KANJI, "latin"), (Glyphs.LATIN, "latin"), (Glyphs.ASCII, "ascii")):
        assert default_look(most=most, environment={"FURITEN_GLYPHS": "latin"}).glyphs.name == seen
    chosen = {"FURITEN_THEME": "dark"}
    assert default_palette(colours=ColourDepth.SIXTEEN, environment=chosen).name == "dark"
    assert default_palette(colours=ColourDepth.NONE, environment=chosen).name == "mono"


@pytest.mark.parametrize("variable", CHOICES)
def test_an_unknown_name_is_told_with_the_choices(variable: str) -> None:
    read = default_palette if variable == "FURITEN_THEME" else default_look
    with pytest.raises(UnknownLook) as raised:
        read(environment={variable: "plaid"})
    assert str(raised.value) == f"{variable}: no 'plaid' (there are {', '.join(CHOICES[variable])})"


def test_the_app_takes_the_chosen_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for variable, name in (("FURITEN_TILES", "line"), ("FURITEN_GLYPHS", "ascii"), ("FURITEN_THEME", "dark")):
        monkeypatch.setenv(variable, name)
    app = table_app(tmp_path, options(7))
    assert (app.look.style, app.look.glyphs.name, app.palette.name) == (TileStyle.LINE, "ascii", "dark")
    app.folder.release()


@pytest.mark.parametrize("variable", CHOICES)
def test_a_wrong_name_ends_with_one_line_before_a_game_is_dealt(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    monkeypatch.setenv(variable, "plaid")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for arguments in ([], ["play", "--seed", "3"]):
        assert execute(arguments) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"furiten: {variable}: no 'plaid'")
    assert list(tmp_path.iterdir()) == []


def test_the_page_names_every_choice() -> None:
    rows = table(page("looks"), "setting")
    told = {row[2].strip("`"): tuple(re.findall(r"`(.+?)`", row[1])) for row in rows if row[2]}
    assert told == CHOICES | {LANGUAGE_VARIABLE: tuple(Language)}
