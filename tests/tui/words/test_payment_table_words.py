"""The table of payments in lines: the values of the engine, in columns that fit a screen."""

from __future__ import annotations

import pytest

from engine.rules import PRESETS
from engine.score.payment_table import FU, payment_table
from tui.i18n.layout import width
from tui.i18n.texts import choose_language
from tui.words.payment_table import NEVER, sheet_lines


@pytest.fixture(params=["en", "ja"])
def either_language(request: pytest.FixtureRequest) -> str:
    choose_language(request.param)
    return str(request.param)


@pytest.mark.usefixtures("either_language")
@pytest.mark.parametrize("name", PRESETS)
def test_every_line_fits_80_columns_and_shows_every_payment(name: str) -> None:
    lines = sheet_lines(PRESETS[name])
    assert max(width(line.text) for line in lines) <= 76
    assert sum(line.heading for line in lines) == 3
    text = "\n".join(line.text for line in lines)
    for cell in payment_table(PRESETS[name]):
        for due in (cell.dealer.ron, cell.other.ron, cell.dealer.tsumo, cell.other.tsumo):
            if due is not None and cell.limit is None:
                points = due.ron if due.ron is not None else due.from_others
                assert str(points) in text
    rows = [line.text for line in lines if line.text.lstrip().startswith(tuple(map(str, FU)))]
    assert sum(NEVER in row for row in rows) >= 4
