"""Draw the table that compares the discards of a riichi."""

from __future__ import annotations

from collections.abc import Iterable

from tui.drawing.rows import Role, Row, Span
from tui.tiles import Ground, Ink
from tui.words.riichi_choices import TableLine


def riichi_rows(lines: Iterable[TableLine], ground: Ground) -> list[Row]:
    """A row for each line. Colours only repeat what the mark and the words say."""
    return [_row(line, ground) for line in lines]


def _row(line: TableLine, ground: Ground) -> Row:
    plain = Role(Ink.TEXT if line.chosen else Ink.MUTED, ground)
    ron = Role(Ink.DANGER, ground) if line.furiten else plain
    return (Span(line.before, plain), Span(line.ron, ron), Span(line.after, plain))
