"""A decision played twice as one animated SVG: both tables play by themselves, without a script."""

from __future__ import annotations

from tui.drawing.palette import Palette
from tui.drawing.rows import Role, Row, Rows, Span, fit_rows, spread
from tui.i18n import t
from tui.moving_pictures import Frame, Recording, animation
from tui.pictures import row_pieces
from tui.replay.played_twice import PlayedTwice
from tui.table.two_tables import two_tables
from tui.tiles import Ink, Look

SIZE = (164, 46)
"""Columns and rows: two tables as everywhere else side by side, and the curve below."""
MARGIN = 1
BEGINNING, EVENT, END = 2.0, 0.5, 6.0
"""Seconds for which the decision is seen, each event, and the end."""


def twice_svg(twice: PlayedTwice, place: str, look: Look, palette: Palette) -> str:
    """Both courses from the decision to their ends, and what the deals say by now.

    ``place`` says where the decision is in the game. Where nothing moves, the ends are shown.
    """
    frames = []
    for at in range(twice.last + 1):
        start = 0.0 if not at else BEGINNING + EVENT * (at - 1)
        frames.append(Frame(start, tuple(row_pieces(_rows(twice, at, place, look), palette))))
    seconds = frames[-1].start + END
    return animation(Recording(f"{t('twice.title')}: {place}", SIZE, frames, seconds), len(frames) - 1)


def _rows(twice: PlayedTwice, at: int, place: str, look: Look) -> Rows:
    width, height = SIZE
    inner = width - 2 * MARGIN
    title: Row = spread([Span(t("twice.title"), Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], inner)
    rows = [title, *two_tables(twice, at, inner, height - 1, look)]
    return fit_rows([(Span(" " * MARGIN), *row) for row in rows], width, height)
