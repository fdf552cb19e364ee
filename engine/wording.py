"""Numbers in the words of error messages."""

from __future__ import annotations


def counted(number: int, one: str, other: str = "") -> str:
    """How many there are: ``1 tile``, ``13 tiles``; ``other`` is the plural where it does not end in s."""
    return f"{number} {one if number == 1 else other or f'{one}s'}"
