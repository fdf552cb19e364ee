"""The notice on a screen that is too small."""

from __future__ import annotations

from tui.drawing.rows import Role, Rows, Span, cells, centred, fit_rows
from tui.i18n.texts import t
from tui.tiles.roles import Ink


def too_small(width: int, height: int, least: tuple[int, int]) -> Rows:
    """The needed size and the present size, in the longest wording that fits on one line."""
    needed, present = f"{least[0]}x{least[1]}", f"{width}x{height}"
    wordings = (
        t("table.too-small", needed=needed, present=present),
        t("screen.small", needed=needed, present=present),
        t("screen.smaller", needed=needed),
        needed,
    )
    text = next((wording for wording in wordings if cells(wording) <= width), needed)
    line = centred([Span(text, Role(Ink.TITLE))], width)
    return fit_rows([*[()] * ((height - 1) // 2), line], width, height)
