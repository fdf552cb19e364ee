"""Large letters: every letter of a limit and every figure, all of the same height and each of its own."""

from __future__ import annotations

import pytest

from tui.drawing.large_letters import HEIGHT, can_be_large, dots, large, plate
from tui.drawing.rows import Role, block_width, plain, width_of
from tui.i18n.texts import t
from tui.tiles.look import GLYPH_SETS, glyph_set
from tui.tiles.roles import Ink

LETTERS = "ABCDEFGHIKLMNORSTUXY0123456789, "
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def test_letters_have_one_height_and_differ() -> None:
    assert all(len(dots(letter)) == HEIGHT for letter in LETTERS)
    assert all(len({len(line) for line in dots(letter)}) == 1 for letter in LETTERS)
    assert len({dots(letter) for letter in LETTERS}) == len(LETTERS)


@pytest.mark.parametrize("name", GLYPH_SETS)
def test_limits_and_points_are_large_in_english(name: str) -> None:
    texts = [t(f"limits.{limit}").upper() for limit in LIMITS]
    texts += [t("score.yakuman", count=count).upper() for count in (1, 2, 6)]
    for text in (*texts, "1,000", "96,000"):
        assert can_be_large(text)
        rows = large(text, glyph_set(name), Ink.TITLE)
        assert len(rows) == (HEIGHT if name == "ascii" else 3)
        assert len({width_of(row) for row in rows}) == 1
        assert plain(rows).isascii() == (name == "ascii")
        assert block_width(rows) <= 76


def test_a_limit_in_kanji_stands_wide_on_a_plate() -> None:
    assert not can_be_large("満貫")
    rows = plate("満貫", Role(Ink.TITLE))
    assert len({width_of(row) for row in rows}) == 1
    assert "満  貫" in plain(rows)
