"""Decisions that were played for programs outside: kept, and put into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ai.faults import FaultKind
from ai.play import PublicFault
from tui.i18n.texts import t
from tui.words.seating import Seating


class _Kept(NamedTuple):
    place: int
    """Where in the game's events stands what was played."""
    lapse: PublicFault


class Lapses:
    """Those of a game since it was opened."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._told = 0
        """How many of them have been told."""

    @property
    def absent(self) -> frozenset[int]:
        """Seats whose programs have ended too often and are not started any more."""
        return frozenset(lapse.seat for _, lapse in self._kept if lapse.kind is FaultKind.GONE)

    def note(self, place: int, lapses: Iterable[PublicFault]) -> None:
        """Keep these, which cost what stands at that place; that a program is gone for good only once."""
        for lapse in lapses:
            if lapse.kind is not FaultKind.GONE or lapse.seat not in self.absent:
                self._kept.append(_Kept(place, lapse))

    def cut(self, place: int) -> None:
        """Forget what was played from that place on, which has been taken back."""
        self._kept = [each for each in self._kept if each.place < place]
        self._told = len(self._kept)

    def new(self, seating: Seating, *, brief: bool) -> list[str]:
        """In words, those since the last time.

        Where it shall be ``brief``, as on one line of the table, names are short and no reason is given.
        """
        new, self._told = self._kept[self._told :], len(self._kept)
        called = seating if brief else seating.in_full()
        return [_words(each.lapse, called, why=not brief) for each in new]

    def by_place(self, seating: Seating) -> dict[int, list[str]]:
        """All of them in words, by place."""
        called, found = seating.in_full(), dict[int, list[str]]()
        for place, lapse in self._kept:
            found.setdefault(place, []).append(_words(lapse, called, why=True))
        return found


def _words(lapse: PublicFault, names: Seating, *, why: bool) -> str:
    told = t(f"session.lapses.{lapse.kind}", name=names[lapse.seat])
    return t("session.lapse-why", told=told, why=lapse.why) if why and lapse.why else told
