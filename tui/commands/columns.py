"""Text of commands in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui.i18n.layout import ljust, rjust, width


def in_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Format rows in columns: names left-aligned, numbers right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        shown = [rjust(number, room) for number, room in zip(numbers, widths[1:], strict=True)]
        yield "  ".join([ljust(name, widths[0]), *shown]).rstrip()
