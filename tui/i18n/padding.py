"""Text filled up to so many cells of a terminal, for columns; a letter of the Far East takes two.

Without rich, which plain lines and answers of the command line do not load.
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

_WIDE = "WF"


def width(text: str) -> int:
    """The cells that a text takes (UAX 11: wide and fullwidth characters take two)."""
    if text.isascii():
        return len(text)
    return sum((1 + (east_asian_width(letter) in _WIDE)) * (not combining(letter)) for letter in text)


def left(text: str, cells: int) -> str:
    """The text at the left of so many cells; a longer one as it is."""
    return text + " " * (cells - width(text))


def right(text: str, cells: int) -> str:
    """The text at the right of so many cells; a longer one as it is."""
    return " " * (cells - width(text)) + text
