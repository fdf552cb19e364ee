"""How a tile of each suit looks beside its letters, and the pages that show it to beginners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_app import menu_of, practice_app
from tests.support.tui.sessions import folder_at
from tui.drawing.rows import plain
from tui.i18n.language import Language
from tui.i18n.texts import choose_language, t
from tui.screens.game.lesson_remark import RemarkScreen
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.pages.settings import SettingsScreen
from tui.shell.app import FuritenApp
from tui.table.sign_legend import suit_samples, suits_in_a_row
from tui.tiles.look import GLYPH_SETS, Look, TileStyle, glyph_set

FACES = {"kanji": ("4萬", "8筒", "6索"), "latin": ("4man", "8pin", "6sou"), "ascii": ("4man", "8pin", "6sou")}


@pytest.mark.parametrize("glyphs", GLYPH_SETS)
@pytest.mark.parametrize("style", TileStyle)
def test_each_suit_has_its_letters_its_face_and_its_name(glyphs: str, style: TileStyle) -> None:
    look = Look(style, glyph_set(glyphs))
    for suit, (letters, face, row) in enumerate(
        zip(("4m", "8p", "6s"), FACES[glyphs], suit_samples(look), strict=True)
    ):
        assert plain((row,)) == f"{letters}  {face}  {t(f'desk.suit.{suit}')}"


@pytest.mark.parametrize("code", [code for code in Language if code is not Language.AUTO])
def test_all_suits_fit_in_a_line_at_80_columns(code: Language) -> None:
    choose_language(code)
    for name in GLYPH_SETS:
        assert len(plain((suits_in_a_row(Look(TileStyle.SOLID, glyph_set(name))),))) <= 72


async def test_pages_for_beginners_show_it(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        await press(pilot, "g")
        glossary = screen_of(app, GlossaryScreen)
        glossary.follow("notation")
        assert "6s  6索" in plain(glossary.picture(80, 24))
        await press(pilot, "escape", "escape", "s")
        settings = screen_of(app, SettingsScreen)
        while settings.field != "glyphs":
            await press(pilot, "down")
        assert "6s  6索" in plain(settings.picture(80, 24))
        await press(pilot, "right")
        assert "6s  6sou" in plain(settings.picture(80, 24)), "in the glyphs that were just chosen"


async def test_the_first_lesson_shows_it_with_the_hand(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "t")
        read = []
        for _ in range(3):
            await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))
            remark = screen_of(app, RemarkScreen)
            read.append("6s  6索" in plain(remark.drawn(80, 4)))
            await press(pilot, "enter")
        assert read == [False, True, False]


async def test_practice_shows_it_until_the_first_answers(tmp_path: Path) -> None:
    app = practice_app(tmp_path)
    async with app.run_test(size=(80, 24)):
        menu = await menu_of(app)
        assert "6s  6索" in plain(menu.picture(80, 24))
        answered = tuple(each._replace(share=0.5) for each in menu.overview.kinds)
        menu.overview = replace(menu.overview, kinds=answered)
        assert "6s  6索" not in plain(menu.picture(80, 24))
