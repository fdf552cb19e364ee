"""Put the draws and discards of each seat into one sequence.

Turns go round the table, and only calls break that order. A call takes a tile that another player discarded;
if that player discards the same tile again later, either may be meant. All orders in which every recorded
entry finds its place are tried, the earliest call first; the live round says which of them is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine import events as ev
from engine.melds import MeldKind
from engine.records.tenhou_entries import Call, Drop, Take
from engine.tiles import KIND_OF, TILE_OF
from engine.wall import PLAYERS

_PLACE_IN_RUN = {name: KIND_OF[tile] for name, tile in TILE_OF.items()}.__getitem__

MOST_STEPS = 50_000
"""So many events are put in their place at most before the search gives up."""


class _Course(msgspec.Struct):
    """A beginning of the hand: what happened, and how much of each seat's lists it used up."""

    turn: int
    taken: list[int] = msgspec.field(default_factory=lambda: [0] * PLAYERS)
    dropped: list[int] = msgspec.field(default_factory=lambda: [0] * PLAYERS)
    events: list[ev.Event] = msgspec.field(default_factory=list)

    def copy(self, turn: int) -> _Course:
        """The same beginning, to go on with that seat."""
        return _Course(turn, self.taken.copy(), self.dropped.copy(), self.events.copy())


class SeatLists(msgspec.Struct, frozen=True):
    """What a record says about one hand, by seat."""

    dealer: int
    takes: Sequence[Sequence[Take]]
    drops: Sequence[Sequence[Drop]]

    def orders(self) -> Iterator[list[ev.Event]]:
        """Every order that uses all of it up, from the first draw to the last action."""
        open_courses = [_Course(self.dealer)]
        steps = 0
        while open_courses and steps < MOST_STEPS:
            course = open_courses.pop()
            before = len(course.events)
            followers = self._turn(course)
            steps += max(1, len(course.events) - before)
            if self._used_up(course):
                yield course.events
            open_courses += reversed(followers)

    def _used_up(self, course: _Course) -> bool:
        return all(
            course.taken[seat] == len(self.takes[seat]) and course.dropped[seat] == len(self.drops[seat])
            for seat in range(PLAYERS)
        )

    def _next_take(self, course: _Course, seat: int) -> Take | None:
        place = course.taken[seat]
        return self.takes[seat][place] if place < len(self.takes[seat]) else None

    def _next_drop(self, course: _Course, seat: int) -> Drop:
        place = course.dropped[seat]
        return self.drops[seat][place] if place < len(self.drops[seat]) else None

    def _turn(self, course: _Course) -> list[_Course]:
        """Play one turn, up to the discard or the end; returns the ways in which it can go on."""
        seat = course.turn
        drawn = self._take(course, seat)
        while isinstance(drop := self._next_drop(course, seat), Call):
            if drawn is None:
                return []
            course.dropped[seat] += 1
            course.events.append(_own_kan(seat, drop))
            drawn = self._draw(course, seat)
        if drop is None or (drop.tile is None and drawn is None):
            return []
        course.dropped[seat] += 1
        tile = drop.tile or drawn
        assert tile is not None
        if drop.riichi:
            course.events.append(ev.Reach(seat))
        course.events.append(ev.Dahai(seat, tile, drop.tile is None))
        return self._followers(course, seat, tile)

    def _take(self, course: _Course, seat: int) -> str | None:
        """Draw, or call what was just discarded; returns the tile drawn, None when nothing was."""
        take = self._next_take(course, seat)
        if not isinstance(take, Call):
            return self._draw(course, seat)
        course.taken[seat] += 1
        called, *own = take.tiles
        # the recorded order means nothing; ours has sequences in order and red fives last
        own.sort(key=_PLACE_IN_RUN if take.kind is MeldKind.CHI else TILE_OF.__getitem__)
        target = (seat + take.source) % PLAYERS
        if take.kind is MeldKind.CHI:
            course.events.append(ev.Chi(seat, target, called, own))
        elif take.kind is MeldKind.PON:
            course.events.append(ev.Pon(seat, target, called, own))
        else:
            course.events.append(ev.Daiminkan(seat, target, called, own))
            held_open = course.dropped[seat] < len(self.drops[seat]) and self._next_drop(course, seat) is None
            course.dropped[seat] += held_open
            return self._draw(course, seat)
        return None

    def _draw(self, course: _Course, seat: int) -> str | None:
        take = self._next_take(course, seat)
        if not isinstance(take, str):
            return None
        course.taken[seat] += 1
        course.events.append(ev.Tsumo(seat, take))
        return take

    def _followers(self, course: _Course, seat: int, tile: str) -> list[_Course]:
        """Who may go on after a discard: pon and kan before chi, then the player who draws."""
        callers = []
        for step in range(1, PLAYERS):
            other = (seat + step) % PLAYERS
            take = self._next_take(course, other)
            if isinstance(take, Call) and take.tiles[0] == tile and (other + take.source) % PLAYERS == seat:
                callers.append((take.kind is MeldKind.CHI, other))
        following = [other for _, other in sorted(callers)]
        after = (seat + 1) % PLAYERS
        if isinstance(self._next_take(course, after), str):
            following.append(after)
        return [course.copy(other) for other in following]


def _own_kan(seat: int, call: Call) -> ev.Event:
    if call.kind is MeldKind.CLOSED_KAN:
        return ev.Ankan(seat, sorted(call.tiles, key=TILE_OF.__getitem__))
    added, called, *own = call.tiles
    return ev.Kakan(seat, added, [called, *sorted(own, key=TILE_OF.__getitem__)])
