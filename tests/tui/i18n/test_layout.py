"""Lines of Japanese: where they may be broken, and that nothing of them is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.rows import cells, wrapped
from tui.i18n.layout import unbreakable_pieces

TEXT = "4pを切ると聴牌（テンパイ）です。Hayaiのリーチに25,000点の3枚、「ドラ」は残り、安全ではない。"


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("待ちは残り八枚", 8, ["待ちは残", "り八枚"]),
        ("待ちは四索、七索", 10, ["待ちは四", "索、七索"]),
        ("待ち（四索）だけ", 6, ["待ち", "（四", "索）", "だけ"]),
        ("残り3枚だけ", 6, ["残り", "3枚", "だけ"]),
        ("ここで4pを切る", 8, ["ここで", "4pを切る"]),
        ("次のリーチ者", 8, ["次の", "リーチ者"]),
        ("打つのが安全です。", 16, ["打つのが安全", "です。"]),
        ("furiten plays on", 8, ["furiten", "plays on"]),
        ("卓は furiten です", 9, ["卓は", "furiten", "です"]),
    ],
    ids=["letters", "comma", "bracket", "counter", "particle", "katakana", "stop", "english", "mixed"],
)
def test_lines_break_where_japanese_does(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_no_line_is_too_wide_and_nothing_is_lost() -> None:
    for width in range(2, 60):
        lines = wrapped(TEXT, width)
        assert "".join(lines) == TEXT
        assert all(cells(line) <= width for line in lines)


def test_no_line_begins_with_what_closes_or_ends_with_what_opens() -> None:
    for width in range(18, 60):
        lines = wrapped(TEXT, width)
        assert not [line for line in lines if line[0] in "、。」）ーっゃゅょ"]
        assert not [line for line in lines if line[-1] in "（「"]


@given(st.text("ab1,. 待ち切っーロン、。（）「」", max_size=40))
def test_pieces_are_the_text(text: str) -> None:
    assert "".join(before + piece for before, piece in unbreakable_pieces(text)).removeprefix(" ") == text
