"""A hand recorded seat by seat, as in Tenhou's JSON: its entries, and the order in which they were played.

Tiles are numbers, calls and kans texts such as ``47p4747``. The tile that was called stands behind the
letter, and the letter's place says from whom it came: first of all from the player before, after one tile
from the one across, at the end from the next one. An added kan has the tile added behind the letter; a
closed kan may have its letter anywhere.

Turns go round the table, and only calls break that order. A call takes a tile that another player
discarded; if that player discards the same tile again later, either may be meant. All orders in which every
recorded entry finds its place are tried, the earliest call first; the live round says which of them is
legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine import events as ev
from engine.hand import MeldKind
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError, describe_value
from engine.records.recorded_game import paid_scores, recorded_wall
from engine.records.replay import CutRecordError, RefusedError, play
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.tiles import KIND_OF, MJAI, RED_FIVES, TILE_OF
from engine.wall import PLAYERS
from engine.wording import counted

TSUMOGIRI = 60
"""Written in place of a tile that is discarded as it was drawn."""
NOTHING = 0
"""The entry in place of the discard of an open kan."""
RIICHI = "r"

LETTERS = {
    MeldKind.CHI: "c",
    MeldKind.PON: "p",
    MeldKind.OPEN_KAN: "m",
    MeldKind.ADDED_KAN: "k",
    MeldKind.CLOSED_KAN: "a",
}
_KINDS = {letter: kind for kind, letter in LETTERS.items()}
_SIZES = {MeldKind.CHI: 3, MeldKind.PON: 3}

TILE_CODES: dict[int, str] = {
    **{10 * (tile // 9 + 1) + tile % 9 + 1: MJAI[tile] for tile in range(34)},
    **{51 + suit: MJAI[red] for suit, red in enumerate(RED_FIVES)},
}
"""Tiles by their number: 11–19 m, 21–29 p, 31–39 s, 41–47 honours, 51–53 red fives."""
CODE_OF = {name: code for code, name in TILE_CODES.items()}

_MELD = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)")
_DISCARD = re.compile(RIICHI + r"(\d\d)")
_SHOWN = 24
"""So many characters of an entry are shown in a message."""


class Call(NamedTuple):
    """A call or kan.

    ``tiles`` holds the called tile first, in an added kan the added tile before it; ``source`` counts seats
    from the caller on to whom the tile came from, 0 for a closed kan.
    """

    kind: MeldKind
    tiles: tuple[str, ...]
    source: int


class Discard(NamedTuple):
    """A discard; ``tile`` is None for the tile just drawn."""

    tile: str | None
    riichi: bool


Take = str | Call
"""How a seat comes to a tile: it draws one, or calls one."""
Drop = Discard | Call | None
"""How a seat ends its turn; None is the place held open after an open kan."""


def read_tile(entry: object) -> str:
    """The name of a numbered tile; raises RecordError."""
    name = TILE_CODES.get(entry) if isinstance(entry, int) else None
    if name is None:
        raise RecordError(f"{shown(entry)} is not a tile")
    return name


def read_take(entry: object) -> Take:
    """One entry of a seat's draws; raises RecordError."""
    if isinstance(entry, str):
        call = _read_call(entry)
        if call.kind in (MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN):
            raise RecordError(f"{shown(entry)} is among the draws")
        return call
    return read_tile(entry)


def read_drop(entry: object) -> Drop:
    """One entry of a seat's discards; raises RecordError."""
    if not isinstance(entry, str):
        if type(entry) is int and entry in (NOTHING, TSUMOGIRI):
            return Discard(None, False) if entry == TSUMOGIRI else None
        return Discard(read_tile(entry), False)
    if match := _DISCARD.fullmatch(entry):
        code = int(match[1])
        return Discard(None if code == TSUMOGIRI else read_tile(code), True)
    call = _read_call(entry)
    if call.kind not in (MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN):
        raise RecordError(f"{shown(entry)} is among the discards")
    return call


def _read_call(entry: str) -> Call:
    match = _MELD.fullmatch(entry)
    if match is None:
        raise RecordError(f"{shown(entry)} is neither a tile nor a call")
    kind = _KINDS[match[2]]
    before, after = _tiles(match[1]), _tiles(match[3])
    if len(before) + len(after) != _SIZES.get(kind, 4):
        raise RecordError(f"{shown(entry)} has {counted(len(before) + len(after), 'tile')}")
    if kind is MeldKind.CLOSED_KAN:
        return Call(kind, (*before, *after), 0)
    if kind is MeldKind.CHI and before:
        raise RecordError(f"{shown(entry)} calls a sequence from a player who is not the previous one")
    if kind is MeldKind.ADDED_KAN:
        return Call(kind, (after[0], *after[1:2], *before, *after[2:]), max(1, 3 - len(before)))
    return Call(kind, (after[0], *before, *after[1:]), max(1, 3 - len(before)))


def write_call(call: Call) -> str:
    """The text of a call or kan."""
    behind = 2 if call.kind is MeldKind.ADDED_KAN else 1
    codes = [str(CODE_OF[name]) for name in call.tiles]
    own = codes[behind:]
    place = len(own) if call.source <= 1 else 3 - call.source
    return "".join([*own[:place], LETTERS[call.kind], *codes[:behind], *own[place:]])


def _tiles(text: str) -> list[str]:
    return [read_tile(int(text[place : place + 2])) for place in range(0, len(text), 2)]


def shown(entry: object) -> str:
    """An entry for a message: in quotes, as the record has it, and not too long."""
    return f"'{describe_value(entry)[:_SHOWN]}'"


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
        """A copy of this beginning, to go on with that seat."""
        return _Course(turn, self.taken.copy(), self.dropped.copy(), self.events.copy())


class SeatLists(msgspec.Struct, frozen=True):
    """The lists of one hand in a record, by seat."""

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
            if all(
                course.taken[seat] == len(self.takes[seat]) and course.dropped[seat] == len(self.drops[seat])
                for seat in range(PLAYERS)
            ):
                yield course.events
            open_courses += reversed(followers)

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
        # pon and kan go before chi, then the player who draws
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
        course.events.append(ev.CALLS[take.kind](seat, target, called, own))
        if take.kind is not MeldKind.OPEN_KAN:
            return None
        held_open = course.dropped[seat] < len(self.drops[seat]) and self._next_drop(course, seat) is None
        course.dropped[seat] += held_open
        return self._draw(course, seat)

    def _draw(self, course: _Course, seat: int) -> str | None:
        take = self._next_take(course, seat)
        if not isinstance(take, str):
            return None
        course.taken[seat] += 1
        course.events.append(ev.Tsumo(seat, take))
        return take


def _own_kan(seat: int, call: Call) -> ev.Event:
    if call.kind is MeldKind.CLOSED_KAN:
        return ev.Ankan(seat, sorted(call.tiles, key=TILE_OF.__getitem__))
    added, called, *own = call.tiles
    return ev.Kakan(seat, added, [called, *sorted(own, key=TILE_OF.__getitem__)])


_MOST_ORDERS = 100
"""So many orders are tried in the live round."""


class SeatwiseHand(msgspec.Struct, frozen=True):
    """One hand as recorded: all revealed indicators, and a list for each seat, without a common order."""

    start: ev.StartKyoku
    indicators: list[str]
    ura: list[str]
    lists: SeatLists
    results: list[ev.Hora | ev.Ryukyoku]
    """None of them when the record stops in the middle of the hand."""


def arrange(hand: SeatwiseHand, rules: Ruleset) -> list[ev.Event]:
    """The events of the hand in an order that the live round accepts, end_kyoku last if it has a result.

    If the round accepts none, the order that was accepted furthest, so that its first difference can be
    reported. Raises RecordError if there is no order at all.
    """
    furthest, best = -1, None
    for number, moves in enumerate(hand.lists.orders()):
        if number == _MOST_ORDERS:
            break
        place, events = _tried(hand, rules, moves)
        if place is None:
            return _with_end(hand, events, rules)
        if place > furthest:
            furthest, best = place, events
    if best is None:
        raise RecordError("the draws and discards of the four seats do not fit together")
    return _with_end(hand, best, rules)


def _tried(hand: SeatwiseHand, rules: Ruleset, moves: list[ev.Event]) -> tuple[int | None, list[ev.Event]]:
    """Play one order; returns how far it went, None for to the end, and the events."""
    turned = [ev.Dora(name) for name in hand.indicators[1:]]
    riichi = {event.actor for event in moves if isinstance(event, ev.Reach)}
    recorded = [hand.start, *moves, *(_seen(result, hand, riichi, moves) for result in hand.results)]
    game = Round(rules, Header.of(hand.start), recorded_wall(rules, [*recorded, *turned]))
    place = None
    try:
        play(game, recorded)
    except RefusedError as error:
        place = error.place
    except CutRecordError:
        place = len(recorded)
    events = _merged(game.events, recorded)
    return place, events if place is not None else _with_indicators(events, turned)


def _seen(
    result: ev.Hora | ev.Ryukyoku, hand: SeatwiseHand, riichi: set[int], moves: Sequence[ev.Event]
) -> ev.Hora | ev.Ryukyoku:
    """The result, completed from the rest of the hand."""
    if isinstance(result, ev.Hora):
        ura = (hand.ura or None) if result.actor in riichi else []
        last = moves[-1] if moves else None
        tile = last.pai if isinstance(last, ev.Tsumo | ev.Dahai | ev.Kakan) else None
        return msgspec.structs.replace(result, ura_markers=ura, pai=tile)
    if result.reason == DrawReason.NINE_TERMINALS and moves and isinstance(moves[-1], ev.Tsumo):
        return msgspec.structs.replace(result, actor=moves[-1].actor)
    return result


def _merged(played: Sequence[ev.Event], recorded: Sequence[ev.Event]) -> list[ev.Event]:
    """The recorded events, with consequences inserted where the round has them, as far as both agree."""
    events: list[ev.Event] = []
    used = 0
    for event in played:
        if event.follows_by_rule:
            events.append(event)
        elif used < len(recorded) and _same(event, recorded[used]):
            events.append(recorded[used])
            used += 1
        else:
            break
    return [*events, *recorded[used:]]


def _same(mine: ev.Event, written: ev.Event) -> bool:
    """Whether both are the same move; results may differ in what they are worth."""
    if isinstance(written, ev.ResultEvent | ev.StartKyoku):
        return type(mine) is type(written)
    return type(mine) is type(written) and all(
        getattr(mine, name, None) == getattr(written, name, None) for name in ("actor", "pai")
    )


def _with_indicators(events: list[ev.Event], turned: Sequence[ev.Event]) -> list[ev.Event]:
    """Exactly the recorded number of indicators: drop one before the result, or the last ones."""
    places = [place for place, event in enumerate(events) if isinstance(event, ev.Dora)]
    if len(places) > len(turned):
        gone = places[len(turned) :]
        return [event for place, event in enumerate(events) if place not in gone]
    results = (place for place, event in enumerate(events) if isinstance(event, ev.ResultEvent))
    end = next(results, len(events))
    return [*events[:end], *turned[len(places) :], *events[end:]]


def _with_end(hand: SeatwiseHand, events: list[ev.Event], rules: Ruleset) -> list[ev.Event]:
    """The hand with its end_kyoku, as it is when it has no result."""
    if not hand.results:
        return events
    return [*events, ev.EndKyoku(scores=paid_scores(events, rules.riichi_bet))]
