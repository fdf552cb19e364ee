"""Which players look tenpai, from the raw events: in riichi, or with an open hand late enough in the hand."""

from __future__ import annotations

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import kind_of

LIKELY = {1: 14, 2: 12, 3: 10, 4: 0}
"""The discard from which a hand with so many melds, one of them open, is likely tenpai."""
SETTLED, PUSHED = 2, 3
"""By how much three tsumogiri in a row, and each of two dangerous discards, make a hand look older."""


class _Seat:
    """What the table shows of a seat."""

    def __init__(self) -> None:
        self.thrown: list[str] = []
        self.drawn: list[bool] = []
        """For each discard whether it was the tile just drawn."""
        self.melds = 0
        self.opened = False
        self.riichi = False
        self.pushed: dict[int, int] = {}
        """How many dangerous tiles were discarded against each player in riichi."""
        self.passed: set[str] | None = None
        """Since the riichi tile: what cannot be won on."""


def threats(question: Question) -> list[int]:
    """The seats that threaten, from the right of the seat of the question."""
    seats = {seat: _Seat() for seat in range(4)}
    for event in question.events:
        match event:
            case ev.Reach(actor=actor):
                seats[actor].riichi = True
            case ev.Chi() | ev.Pon() | ev.Daiminkan():
                seats[event.actor].melds += 1
                seats[event.actor].opened = True
            case ev.Ankan(actor=actor):
                seats[actor].melds += 1
            case ev.Dahai(actor=actor, pai=pai, tsumogiri=drawn):
                _thrown(seats, actor, kind_of(pai), drawn=drawn)
    around = [(question.seat + step) % 4 for step in (1, 2, 3)]
    return [seat for seat in around if _threatens(seats[seat])]


def _thrown(seats: dict[int, _Seat], actor: int, kind: str, *, drawn: bool) -> None:
    for seat, other in seats.items():
        if other.passed is not None and seat != actor:
            if _could_complete_two(kind, other.passed):
                pushed = seats[actor].pushed
                pushed[seat] = pushed.get(seat, 0) + 1
            other.passed.add(kind)
    me = seats[actor]
    me.thrown.append(kind)
    me.drawn.append(drawn)
    if me.passed is not None:
        me.passed.add(kind)
    elif me.riichi:
        me.passed = set(me.thrown)


def _could_complete_two(kind: str, passed: set[str]) -> bool:
    """Whether a two-sided wait that nothing rules out could have taken a number."""
    if kind[1] == "z" or kind in passed:
        return False
    rank = int(kind[0])
    ends = [f"{end}{kind[1]}" for end in (rank - 3, rank + 3) if 1 <= end <= 9]
    return any(end not in passed for end in ends)


def _threatens(seat: _Seat) -> bool:
    if seat.riichi:
        return True
    if not seat.opened:
        return False
    age = len(seat.thrown) + PUSHED * min(2, max(seat.pushed.values(), default=0))
    age += SETTLED * (seat.drawn[-3:] == [True] * 3)
    return age >= LIKELY[seat.melds]
