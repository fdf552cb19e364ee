"""Blocks of rows put together to a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.drawing.rows import FELT, Role, Row, Rows, Span, block_width, fit, fit_rows, wrapped
from tui.tiles.roles import Ground, Ink

BLANK: Row = ()
WIDEST_TEXT = 92
"""Cells of the longest line of a text: the eye loses its place in longer ones."""


def words(text: str, ink: Ink = Ink.TEXT, ground: Ground = Ground.FELT) -> Row:
    """One piece of text as a row."""
    return (Span(text, Role(ink, ground)),)


def wrap(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most that many cells; line breaks of its own are dropped."""
    return wrapped(" ".join(text.split()), width)


def middle(rows: Rows, width: int) -> Rows:
    """A block centred in the width; its rows stay aligned with each other."""
    margin = Span(" " * max((width - block_width(rows)) // 2, 0), FELT)
    return tuple((margin, *row) for row in rows)


def indent(rows: Rows, by: int) -> Rows:
    """A block moved right by so many cells."""
    return tuple((Span(" " * by), *row) for row in rows)


def stacked(blocks: Sequence[Rows], room: int) -> list[Row]:
    """Blocks with blank rows between them, as many as there is room for."""
    shown = [block for block in blocks if block]
    spare = room - sum(map(len, shown))
    gaps = set([*range(2, len(shown)), 1][: max(spare, 0)])
    rows: list[Row] = []
    for number, block in enumerate(shown):
        rows += [BLANK] * (number in gaps)
        rows += block
    return rows


def page(blocks: Sequence[Rows], width: int, height: int, foot: Row) -> Rows:
    """Blocks slightly above the middle of the page, over a footer."""
    room = height - 2
    rows = stacked(blocks, room)
    above = max((room - len(rows)) * 2 // 5, 0)
    body = fit_rows([*[BLANK] * above, *rows], width, height - 1)
    return (*body, fit([Span("  "), *foot], width))


def page_of(blocks: Sequence[Rows], width: int, height: int, foot: Row) -> Rows:
    """Blocks from the top of the page down, over a footer."""
    rows = stacked(blocks, height - 1)
    if len(rows) < height - 2:
        rows.insert(0, BLANK)
    body = fit_rows(rows, width, height - 1)
    return (*body, fit([Span("  "), *foot], width))


def framed(rows: Iterable[Row], foot: Row, width: int, height: int, margin: int) -> Rows:
    """Rows from the top of the page down, right of a margin, over a footer."""
    return (*fit_rows(indent(tuple(rows), margin), width, height - 1), fit(foot, width))
