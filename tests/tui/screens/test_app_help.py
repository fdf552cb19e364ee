"""The help screen: every key and every mark, at 80x24 too, and the marks drawn as the table draws them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ai.reading.safety_classes import SafetyClass
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.config.actions import ACTIONS
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.screens.pages.help import HelpPage, HelpScreen
from tui.shell.app import FuritenApp
from tui.table.sign_legend import signs
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.tiles.marks import class_words

MARKS = ["^", "r", "d", "'", "[4p]", "(4p)", "4p", "<7m>", "0p 5*"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_key_and_every_mark_has_its_words(tmp_path: Path, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=size) as pilot:
        await until(lambda: takes_keys(app))
        await press(pilot, "question_mark")
        pages = [plain(screen_of(app, HelpScreen).picture(*size))]
        for _ in range(len(HelpPage) - 1):
            await press(pilot, "right")
            pages.append(plain(screen_of(app, HelpScreen).picture(*size)))
        shown = "\n".join(pages)
        lines = [
            line.strip()
            for half in (slice(0, size[0] // 2), slice(size[0] // 2, None))
            for line in (row[half] for row in shown.splitlines())
        ]
    for safety in SafetyClass:
        bar = app.look.glyphs.bars[safety]
        assert any(re.fullmatch(rf"{re.escape(bar)} +{class_words(safety)}", line) for line in lines), safety
    for mark in MARKS:
        assert any(line.startswith(f"{mark} ") for line in lines), mark
    for action in ACTIONS:
        assert any(action.words in line for line in lines), action.words
    for sign in signs(app.look):
        assert any(line.endswith(f" {sign.text}") for line in lines), sign.text
    assert shown.count(t("screen.help.close", key="?")) == len(HelpPage)
    assert "hurries the bots" in shown


@pytest.mark.parametrize("glyphs", ["kanji", "latin", "ascii"])
@pytest.mark.parametrize("style", TileStyle)
def test_the_signs_are_those_of_the_table(style: TileStyle, glyphs: str) -> None:
    look = Look(style, glyph_set(glyphs))
    shown = [plain((row.picture,)).strip() for row in signs(look)]
    assert shown == ["[4p]", "(4p)", "4p", "<7m>", "0p 5*", look.glyphs.stick]
