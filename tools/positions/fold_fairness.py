"""Whether right discards never deal in, whichever of them are chosen at each moment of a folded hand.

What is right depends on the discards before it, but not much: the seat sees its own tiles wherever they lie,
and a discard only adds to what has passed. So a moment is harmless if nobody who can win waits on a tile that
the seat may hold then, or if it holds a proven safe tile whatever it has discarded: more tiles that are
proven without the own discards have come to the hand than discards were made. Up to the last moment that is
not harmless, every path of right discards is walked. Of paths with the same discards in another order one is
walked, if no player joined in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ai.drills.kinds.fold import FoldCourse
from ai.reading.evidence import proofs
from engine import events as ev
from engine.tiles import KIND_OF, TILE_OF, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

MOST_STATES = 2_000
"""The most hands that right discards may lead to; a course with more is not taken."""


def is_fair(course: FoldCourse, most: int = MOST_STATES) -> bool:
    """Whether no right discard deals in on any path of right discards; False also if there are too many."""
    risky = [number for number in range(course.discards) if not _is_harmless(course, number)]
    if not risky:
        return True
    states: dict[tuple[tuple[int, Kind], ...], tuple[Kind, ...]] = {(): ()}
    for _ in range(risky[-1] + 1):
        following: dict[tuple[tuple[int, Kind], ...], tuple[Kind, ...]] = {}
        for path in states.values():
            for kind in course.safest(path).right:
                further = (*path, kind)
                if course.wins(further):
                    return False
                following.setdefault(_state(course, further), further)
        if len(following) > most:
            return False
        states = following
    return True


def _state(course: FoldCourse, path: Iterable[Kind]) -> tuple[tuple[int, Kind], ...]:
    """The discards of a path, each with the number of players who had joined: what their order changes."""
    joined = (sum(rival.joined <= place for rival in course.rivals) for place in range(course.discards))
    return tuple(sorted(zip(joined, path, strict=False)))


def _is_harmless(course: FoldCourse, number: int) -> bool:
    """Whether no right discard with this number can deal in, by what the hand may and must hold then."""
    held = Counter(KIND_OF[tile] for tile in course.position.view().hand.tiles)
    path: list[Kind] = []
    for _ in range(number):
        path.append(course.first(course.safest(path).right))
        held[drawn(course, path)] += 1
    waits = {wait for rival in course.rivals if rival.joined <= number for wait in rival.waits}
    if not waits & held.keys():
        return True
    proven = _proven(course.view(path))
    return sum(copies for kind, copies in held.items() if kind in proven) > number


def drawn(course: FoldCourse, path: Sequence[Kind]) -> Kind:
    """The kind that was drawn after these discards."""
    last = (course.rounds[len(path) - 1] if path else course.position.events)[-1]
    assert isinstance(last, ev.Tsumo)
    return KIND_OF[TILE_OF[last.pai]]


def _proven(view: SeatView) -> set[Kind]:
    """The kinds that are genbutsu against everybody who may threaten, without the discards of the seat."""
    found: list[set[Kind]] = []
    for seat in range(PLAYERS):
        player = view.table.seats[seat]
        if seat != view.seat and (player.riichi or any(meld.is_open for meld in player.melds)):
            shown = proofs(view.table, seat)
            found.append({proof.kind for proof in shown if proof.discarder != view.seat})
    return set.intersection(*found) if found else set()
