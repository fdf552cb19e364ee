"""From rows to what Textual draws."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip

from tui.tiles import Palette, Row


def strip_of(row: Row, palette: Palette) -> Strip:
    """A row in the colours of a palette; every piece has a style, which NO_COLOR needs."""
    return Strip([Segment(span.text, palette.style(span.role, span.meta)) for span in row])
