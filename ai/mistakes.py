"""What programs outside did wrong in one game, in lines for those who wrote them."""

from __future__ import annotations

from collections.abc import Iterable

from ai.mjai.faults import FaultKind
from ai.mjai.spelling import WORDLESS, messages
from ai.players import Lapse
from engine.match import Match
from engine.tiles import MJAI
from engine.wording import counted


class Mistakes:
    """The lines, each with its place in the record.

    A program that is gone for good makes one line, however many decisions are played for it.
    """

    def __init__(self) -> None:
        self.lapses: list[Lapse] = []
        self._lines: list[str] = []
        self._gone: dict[int, int] = {}
        """Decisions by seat that were played for a program after its last end."""

    def note(self, match: Match, lapses: Iterable[Lapse]) -> None:
        """Take in what went wrong at a decision that has not been carried out yet."""
        for lapse in lapses:
            self.lapses.append(lapse)
            if lapse.fault.kind is FaultKind.GONE:
                self._gone[lapse.seat] = self._gone.get(lapse.seat, 0) + 1
                if self._gone[lapse.seat] > 1:
                    continue
            self._lines.append(
                f"seat {lapse.seat}, {_place(match)}, {lapse.fault.kind}: {lapse.fault};"
                f" could have been: {_choices(match, lapse.seat)}\n"
            )

    def text(self) -> str:
        """All lines; empty where nothing went wrong."""
        gone = [
            f"seat {seat}, to the end: {counted(number, 'decision')} played for it\n"
            for seat, number in sorted(self._gone.items())
        ]
        return "".join(self._lines + gone)


def _place(match: Match) -> str:
    """The hand, and the line of the record that led to the decision."""
    header = match.header
    return f"{MJAI[header.round_wind]}{header.kyoku}-{header.honba} line {len(match.events)}"


def _choices(match: Match, seat: int) -> str:
    """What the seat may say, by mjai's words."""
    view, options = match.round.view(seat), match.round.options(seat)
    said = [messages(view, each)[0]["type"] for each in options.actions if each.kind not in WORDLESS]
    return " ".join(dict.fromkeys(said))
