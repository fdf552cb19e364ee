"""Text that comes in and goes out: words, control characters made visible, lines of bounded length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from unicodedata import category

_SPACE = "Zs"
"""The category of spaces, the wide one between Japanese words among them."""
_SURROGATES = range(0xD800, 0xE000)
_BYTES = range(0xDC80, 0xDD00)
"""Surrogates that stand for bytes which are no text, in file names and arguments (PEP 383)."""


def counted(number: int, one: str, other: str = "") -> str:
    """The number with its noun: ``1 tile``, ``13 tiles``; ``other`` is the plural that does not end in s."""
    return f"{number} {one if number == 1 else other or f'{one}s'}"


def visible(text: str) -> str:
    r"""The text with control characters written as escapes: ``\x1b``, ``\u202e``.

    These act on a terminal, or change the order in which a text is read: C0 and C1 controls, line separators,
    overrides of the writing direction, invisible and unassigned characters, and bytes that are no text. What
    comes from a record, a file name or an argument is shown through this function.
    """
    if text.isprintable():
        return text
    return "".join(char if _is_visible(char) else _escape(char) for char in text)


def visible_lines(text: str) -> str:
    """The lines of a text, each with control characters as escapes."""
    return "\n".join(map(visible, text.split("\n")))


def one_line(text: str) -> str:
    """The text in one line, with control characters as escapes."""
    return visible(" ".join(text.split()))


def is_text(text: str) -> bool:
    """Whether a file can hold the text: a file name or an argument may have bytes that are no text."""
    return not any(map(_SURROGATES.__contains__, map(ord, text)))


def visible_json(document: str) -> str:
    r"""The JSON, one document or lines of it, with control characters in strings as ``\u009b``."""
    return "\n".join(
        line
        if line.isprintable()
        else "".join(char if _is_visible(char) else _json_escape(char) for char in line)
        for line in document.split("\n")
    )


def _is_visible(char: str) -> bool:
    return char.isprintable() or category(char) == _SPACE


def _escape(char: str) -> str:
    code = ord(char) - 0xDC00 if ord(char) in _BYTES else ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


# -- lines of any stream -----------------------------------------------------------------------------


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
