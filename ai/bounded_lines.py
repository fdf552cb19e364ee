"""Read the lines of a stream that may hold anything, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

MOST_SKIPPED = 16 << 20
"""Bytes of one line that are passed over; a line that goes on after them has no end."""


class EndlessLine(ValueError):
    """A line is longer than ``MOST_SKIPPED``, and nothing after it can be read."""


def bounded_lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    """Each line with its end, in bytes. Of a longer line than ``longest`` the first ``longest`` + 1 bytes.

    Raises EndlessLine.
    """
    while line := source.readline(longest + 1):
        part, skipped = line, 0
        while len(part) > longest and not part.endswith(b"\n"):
            part = source.readline(longest + 1)
            skipped += len(part)
            if skipped > MOST_SKIPPED:
                raise EndlessLine(f"a line is longer than {MOST_SKIPPED >> 20} MB")
        yield line
