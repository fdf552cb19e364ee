"""What the players of a table are called: whole where there is room, short where there is not.

This is the one place where a name is shortened. The level goes first, then letters of a long name; the number
stays, and it is counted so that the short names of a table differ as the whole ones do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tui.i18n.padding import width as cells

SHORT = 10
"""Cells of a short name: sentences with two of them fit on their line."""

_PARTS = re.compile(r"(?P<name>.*?)(?P<level>:[^: ]*)?(?P<number> \d+)?$")
_NUMBER = 2
"""Cells of a number and the blank before it."""


def table_names(names: Sequence[str], person: int, you: str) -> tuple[str, ...]:
    """The whole names by seat, out of what the players are called; ``you`` is the one in seat ``person``.

    Players whose short names would be the same are numbered, in the order of their seats.
    """
    whole = [name.capitalize() for name in names]
    short = [_cut(_parts(name)[0], SHORT - _NUMBER) for name in whole]
    numbered = [
        f"{name} {short[: seat + 1].count(short[seat])}" if short.count(short[seat]) > 1 else name
        for seat, name in enumerate(whole)
    ]
    return tuple(you if seat == person else name for seat, name in enumerate(numbered))


def short_name(name: str, width: int = SHORT) -> str:
    """A whole name in at most so many cells: as it is, without its level, or with fewer letters."""
    if cells(name) <= width:
        return name
    name, number = _parts(name)
    return _cut(name, width - cells(number)) + number


def _parts(name: str) -> tuple[str, str]:
    """A name without its level; and its number, with the blank before it, empty where it has none."""
    found = _PARTS.fullmatch(name)
    return (name, "") if found is None else (found["name"], found["number"] or "")


def _cut(name: str, width: int) -> str:
    if cells(name) <= width:
        return name
    while name and cells(name) >= width:
        name = name[:-1]
    return f"{name.rstrip(' ._-')}."
