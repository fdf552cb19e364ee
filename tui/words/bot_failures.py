"""Failures of external bots, whose decisions were replaced: collect them and describe them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ai.bot_faults import FaultKind
from ai.play import PublicFault
from tui.i18n.texts import t
from tui.words.seating import Seating


class _Kept(NamedTuple):
    place: int
    """Index in the game's events of the replacement action."""
    lapse: PublicFault


class BotFailures:
    """The bot failures of a game since it was opened."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._told = 0
        """The number of failures that have been reported."""

    @property
    def absent(self) -> frozenset[int]:
        """Seats whose programs ended too often and are not restarted."""
        return frozenset(lapse.seat for _, lapse in self._kept if lapse.kind is FaultKind.GONE)

    def note(self, place: int, bot_failures: Iterable[PublicFault]) -> None:
        """Add failures that led to the event at index ``place``; ``GONE`` is added once for each seat."""
        for lapse in bot_failures:
            if lapse.kind is not FaultKind.GONE or lapse.seat not in self.absent:
                self._kept.append(_Kept(place, lapse))

    def cut(self, place: int) -> None:
        """Remove failures at event indexes from ``place`` on: those events were taken back."""
        self._kept = [each for each in self._kept if each.place < place]
        self._told = len(self._kept)

    def new(self, seating: Seating, *, brief: bool) -> list[str]:
        """Describe the failures since the last call.

        With ``brief``, for one line of the table, names are short and reasons are left out.
        """
        new, self._told = self._kept[self._told :], len(self._kept)
        called = seating if brief else seating.in_full()
        return [_words(each.lapse, called, why=not brief) for each in new]

    def by_place(self, seating: Seating) -> dict[int, list[str]]:
        """Descriptions of all failures by event index."""
        called, found = seating.in_full(), dict[int, list[str]]()
        for place, lapse in self._kept:
            found.setdefault(place, []).append(_words(lapse, called, why=True))
        return found


def _words(lapse: PublicFault, names: Seating, *, why: bool) -> str:
    told = t(f"session.lapses.{lapse.kind}", name=names[lapse.seat])
    return t("session.lapse-why", told=told, why=lapse.why) if why and lapse.why else told
