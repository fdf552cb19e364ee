"""From rows to what Textual draws."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment
from textual.strip import Strip

from tui.drawing.palette import Palette
from tui.drawing.rows import Role, Row, Span


def strip_of(row: Row, palette: Palette) -> Strip:
    """A row in the colours of a palette; every piece has a style, which NO_COLOR needs."""
    return Strip([Segment(span.text, palette.style(span.role)) for span in _pieces(row)])


def _pieces(row: Row) -> Iterator[Span]:
    """The row in as few pieces as look the same: each sends its colours, and takes them back.

    What a click means counts for nothing here, and a blank is written in any ink.
    """
    text, role, blank = "", Role(), True
    for span in row:
        empty = span.text.isspace()
        if role == span.role or _alike(role, span.role, written=not (blank or empty)):
            text, role = text + span.text, span.role if blank else role
            blank = blank and empty
            continue
        if text:
            yield Span(text, role)
        text, role, blank = span.text, span.role, empty
    if text:
        yield Span(text, role)


def _alike(one: Role, other: Role, *, written: bool) -> bool:
    """Whether two pieces look the same in the role of either; ``written`` tells that both hold letters."""
    return not written and one.ground == other.ground and "u" not in one.flags + other.flags
