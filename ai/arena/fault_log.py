"""The faults of external programs in one game, as lines for the authors of the programs."""

from __future__ import annotations

from collections.abc import Iterable

from ai.bot_faults import FaultKind
from ai.mjai.messages import WITHOUT_MESSAGE, to_messages
from ai.players import SeatFault
from engine.match import Match
from engine.tiles import MJAI
from engine.wording import counted


class FaultLog:
    """The lines, each with its place in the record.

    A program that is not started again gets one line, however many decisions are made in its place.
    """

    def __init__(self) -> None:
        self.faults: list[SeatFault] = []
        self._lines: list[str] = []
        self._gone: dict[int, int] = {}
        """Decisions by seat that were made for a program that is not started again."""

    def add(self, match: Match, faults: Iterable[SeatFault]) -> None:
        """Log the faults of a decision that has not been carried out yet."""
        for each in faults:
            self.faults.append(each)
            seat, fault = each
            if fault.kind is FaultKind.GONE:
                self._gone[seat] = self._gone.get(seat, 0) + 1
                if self._gone[seat] > 1:
                    continue
            choices = _choices(match, seat)
            self._lines.append(
                f"seat {seat}, {_place(match)}, {fault.kind}: {fault}; could have been: {choices}\n"
            )

    def text(self) -> str:
        """All lines; empty if there was no fault."""
        gone = [
            f"seat {seat}, to the end: {counted(number, 'decision')} played for it\n"
            for seat, number in sorted(self._gone.items())
        ]
        return "".join(self._lines + gone)


def _place(match: Match) -> str:
    """The hand, and the line of the record before the decision."""
    header = match.header
    return f"{MJAI[header.round_wind]}{header.kyoku}-{header.honba} line {len(match.events)}"


def _choices(match: Match, seat: int) -> str:
    """The types of the messages that the seat may answer with."""
    view, options = match.round.view(seat), match.round.options(seat)
    types = [
        to_messages(view, each)[0]["type"] for each in options.actions if each.kind not in WITHOUT_MESSAGE
    ]
    return " ".join(dict.fromkeys(types))
