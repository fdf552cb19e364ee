"""Who sits where, seen from one seat, and what each player is called: whole, or short where room is scarce.

This is the one place where a name is shortened. The level goes first, then letters of a long name; the number
stays, and it is counted so that the short names of a table differ as the whole ones do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engine.wall import PLAYERS
from tui.i18n.layout import width as cells
from tui.i18n.texts import t

SHORT = 10
"""Cells of a short name: sentences with two of them fit on their line."""

_PARTS = re.compile(r"(?P<name>.*?)(?P<level>:[^: ]*)?(?P<number> \d+)?$")
_NUMBER = 2
"""Cells of a number and the blank before it."""


class Seating(msgspec.Struct, frozen=True):
    """The players of a table as one of them sees it.

    ``seating[seat]``, ``other`` and ``whose`` are the words for a player in a sentence. The own seat is
    ``you`` there, whatever its name is.
    """

    names: tuple[str, ...]
    """The whole names by seat, as the table shows them."""
    seat: int
    """The own seat, at the bottom of the picture."""
    whole: bool = False
    """Whether sentences use whole names, where lines may have any length; otherwise they use short ones."""

    @classmethod
    def at_table(cls, names: Sequence[str], seat: int) -> Seating:
        """The seating of players with these names, as bots are called.

        Players whose short names would be the same are numbered, in the order of their seats.
        """
        whole = [name.capitalize() for name in names]
        short = [_cut(_parts(name)[0], SHORT - _NUMBER) for name in whole]
        numbered = [
            f"{name} {short[: place + 1].count(short[place])}" if short.count(short[place]) > 1 else name
            for place, name in enumerate(whole)
        ]
        numbered[seat] = t("session.you")
        return cls(tuple(numbered), seat)

    def in_full(self) -> Seating:
        """The same with whole names in sentences."""
        return replace(self, whole=True)

    # -- places --------------------------------------------------------------------------------------

    def is_me(self, seat: int) -> bool:
        """Whether it is the own seat."""
        return seat == self.seat

    @property
    def around(self) -> tuple[int, ...]:
        """The seats in turn order: the own one, right, across, left."""
        return tuple(self.at(side) for side in range(PLAYERS))

    def at(self, side: int) -> int:
        """The seat at a side of the picture: 0 bottom, 1 right, 2 across, 3 left."""
        return (self.seat + side) % PLAYERS

    def side_of(self, seat: int) -> int:
        """The side of the picture where a seat is: 0 bottom, 1 right, 2 across, 3 left."""
        return (seat - self.seat) % PLAYERS

    # -- words ---------------------------------------------------------------------------------------

    def __getitem__(self, seat: int) -> str:
        """The player as the subject that begins a line: ``You``, ``Hayai``."""
        return t("desk.you") if seat == self.seat else self._name(seat)

    def other(self, seat: int) -> str:
        """The player in the middle of a sentence: ``you``, ``Hayai``."""
        return t("desk.you-inside") if seat == self.seat else self._name(seat)

    def whose(self, seat: int) -> str:
        """Something of the player's, in the middle of a sentence: ``your``, ``Hayai's``."""
        return t("desk.your") if seat == self.seat else t("desk.whose", name=self._name(seat))

    def _name(self, seat: int) -> str:
        return self.names[seat] if self.whole else short_name(self.names[seat])


@lru_cache(64)
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
