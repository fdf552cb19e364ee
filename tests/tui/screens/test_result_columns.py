"""At 80 columns every yaku keeps what its name means, beside the longest source of fu."""

from __future__ import annotations

import pytest

from engine.hand import Hand
from engine.tiles import TILE_OF, parse_tiles
from tui.drawing.rows import cells, plain
from tui.i18n.language import Language
from tui.i18n.texts import catalogue, choose_language, t
from tui.screens.game.win_picture import Unveiled, win_blocks
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.words.results import Item, ScoreRow, WinWords

INNER = 76
"""Cells of the page at 80 columns."""
HAN_YAKU = 30
"""The yaku that count in han come first in the catalogue; a yakuman has no fu beside it."""


def texts(code: str, *sections: str) -> list[str]:
    """All texts of these sections, in their order."""
    return [str(text) for key, text in catalogue(code).items() if key.rpartition(".")[0] in sections]


@pytest.mark.parametrize("code", [code for code in Language if code is not Language.AUTO])
def test_every_yaku_keeps_its_gloss(code: Language) -> None:
    choose_language(code)
    longest = max(
        [*texts(code, "fu"), t("result.triplet-by-ron"), t("result.orphan-triplet-by-ron")], key=cells
    )
    look = Look(TileStyle.SOLID, glyph_set("kanji"))
    scores = [ScoreRow(seat, "Takame", 25_000, 0) for seat in range(4)]
    for yaku in texts(code, "yaku")[:HAN_YAKU]:
        win = WinWords(
            winner=0,
            title="",
            tile=TILE_OF["1m"],
            concealed=(),
            hand=Hand(parse_tiles("123m456p789s1112z")),
            yaku=(Item(yaku, t("score.han", count=2)),),
            fu=(Item(longest, t("score.fu", count=32)),),
            dora=(),
            limit="",
            extent="",
            points=2_600,
            total="",
            extras=(),
            payments=(),
        )
        blocks = win_blocks(win, ((),), scores, Unveiled(1, whole=True), look, INNER, 24)
        page = "\n".join(map(plain, blocks))
        assert f"{yaku} " in page, yaku
        assert longest in page
