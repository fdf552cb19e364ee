"""Questions "fold the hand": somebody threatens; discard to the end of the hand without dealing in.

A ``FoldCourse`` tells what follows each discard. A discard is right if it is among the safest of the
hand at that moment: proven safe, if any tile is; else the tile with the lowest measured rate, or one whose
interval overlaps its interval (``ai.drills.kinds.safest``). The library has only hands in which right
discards never deal in, whichever of them are chosen (``tools.positions.fold_fairness``).

Some hands are folded until the wall is empty, against players in riichi and open hands that threaten
(``ai.reading.threat.threatening``): ``open_hands``. The others are six discards against players in riichi.

The difficulty adds a weight for each discard, by how few kinds are proven safe, as if there were six, and one
for each further threat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgspec

from ai.drills.compact_events import read_onward, write_onward
from ai.drills.drill import Drill, Exchange, exchanged
from ai.drills.kinds.safe import PROOF_THEMES
from ai.drills.kinds.safest import GROUND_THEMES, RatedTile, best_tiles, rated
from ai.drills.question import (
    Answer,
    Ask,
    Asked,
    AskedPart,
    Draft,
    DrillKind,
    DrillTheme,
    Facts,
    Given,
    Part,
    Question,
    QuestionCourse,
    QuestionOf,
    asked_along,
    kind_options,
    names,
)
from ai.reading.evidence import genbutsu
from ai.reading.threat import in_riichi, threatening
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.hand import Hand
from engine.legal import win_at
from engine.score import NoWin, ron_payment, score
from engine.table import Table
from engine.tiles import (
    EAST,
    KIND_OF,
    KINDS,
    MJAI,
    NAMES,
    TILE_OF,
    Kind,
    Tile,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from engine.view import SeatView

USUAL_ORDER: tuple[Kind, ...] = tuple(range(KINDS))
"""The order of the options, as the tiles of a hand stand."""


@dataclass(frozen=True, slots=True)
class FoldRival:
    """A player who is tenpai, in riichi or with an open hand, with the hidden tiles."""

    seat: int
    tiles: tuple[Tile, ...]
    """The concealed tiles, 13 less 3 a meld, sorted; from then on the player discards what is drawn."""
    waits: tuple[Kind, ...]
    furiten: bool
    """Whether an own discard makes the hand furiten for good."""
    joined: int
    """The number of own discards before the hand was tenpai."""

    def win(self, table: Table, tile: Tile, number: int) -> FoldWin | None:
        """The win on the own discard on offer, which has this number, counted from 0; None if it is none."""
        if self.joined > number or KIND_OF[tile] not in self.waits or self.furiten:
            return None
        if not genbutsu(table, self.seat).keys().isdisjoint(self.waits):
            return None
        hand = Hand(self.tiles, table.seats[self.seat].melds)
        found = score(win_at(table, self.seat, hand, tile, tsumo=False))
        if isinstance(found, NoWin):
            return None
        return FoldWin(self, ron_payment(found.base, self.seat == table.dealer))


class FoldWin(NamedTuple):
    """A win on an own discard."""

    rival: FoldRival
    points: int
    """What the seat pays without ura dora, honba and sticks."""


@dataclass(frozen=True, slots=True)
class SafestDiscards:
    """The tiles of the hand before one discard, with the measured rates, the safest first."""

    tiles: tuple[RatedTile, ...]
    right: tuple[Kind, ...]
    """The proven safe kinds, else those that the rates of a table do not tell apart from the lowest."""
    proven: bool
    """Whether the right ones are proven safe."""

    @classmethod
    def of(cls, view: SeatView, *, open_hands: bool) -> SafestDiscards:
        tiles = rated(view, threatening(view) if open_hands else in_riichi(view))
        proven = [tile.kind for tile in tiles if is_proven(tile)]
        right = proven or best_tiles(tiles).right
        # a tile that is right can have a higher mean rate than one that is not
        tiles = tuple(sorted(tiles, key=lambda tile: (tile.kind not in right, tile.rate, tile.kind)))
        return cls(tiles, tuple(sorted(right)), bool(proven))

    def rate(self, kind: Kind) -> RatedTile:
        """The tile of that kind; raises StopIteration if there is none."""
        return next(tile for tile in self.tiles if tile.kind == kind)

    @property
    def against(self) -> tuple[int, ...]:
        """The seats that the tiles are rated against, in turn order."""
        return tuple(each.opponent for each in self.tiles[0].safety)


@dataclass(frozen=True, slots=True)
class FoldCourse(QuestionCourse):
    """The hand after each discard."""

    position: SeatPosition
    """The own turn at which the hand is folded."""
    rounds: tuple[tuple[ev.Event, ...], ...]
    """What follows each discard but the last, up to the next own draw, as the seat sees it."""
    rivals: tuple[FoldRival, ...]
    """The players who can win, the first to be tenpai first."""
    order: tuple[Kind, ...] = USUAL_ORDER
    """The order of the options, of which the first right one leads on."""
    open_hands: bool = False
    """Whether open hands that threaten count as well, and win; else only players in riichi do."""
    nobody_wins: bool = False
    """Whether the hand goes on after a discard that deals in."""
    known: dict[tuple[Kind, ...], SafestDiscards] = field(default_factory=dict, compare=False, repr=False)
    """Remembers ``safest``."""
    won: dict[tuple[Kind, ...], tuple[FoldWin, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Remembers ``wins``."""

    @property
    def discards(self) -> int:
        return len(self.rounds) + 1

    def events(self, given: Given) -> tuple[ev.Event, ...]:
        return self.after(self.path(given))

    def asked(self, given: Given) -> AskedPart | None:
        path = self.path(given)
        number = len(path)
        if number < len(given) or self.is_over(path):
            return None
        found = self.safest(path)
        kinds = sorted((tile.kind for tile in found.tiles), key=self.order.index)
        part = Part(f"discard-{number + 1}", kind_options(kinds))
        return AskedPart(number, part, names(found.right))

    def path(self, given: Given) -> tuple[Kind, ...]:
        """The kinds that were discarded, up to the end of the hand or to a tile that it does not hold."""
        path: list[Kind] = []
        for ids in given[: self.discards]:
            if not ids or self.is_over(path):
                break
            kind = self.first(KIND_OF[TILE_OF[id]] for id in ids)
            if all(tile.kind != kind for tile in self.safest(path).tiles):
                break
            path.append(kind)
        return tuple(path)

    def first(self, kinds: Iterable[Kind]) -> Kind:
        """The first of these kinds in the order of the options."""
        return min(kinds, key=self.order.index)

    def is_over(self, path: Sequence[Kind]) -> bool:
        """Whether the hand is over after these discards."""
        return len(path) == self.discards or (not self.nobody_wins and bool(self.wins(path)))

    def wins(self, path: Sequence[Kind]) -> tuple[FoldWin, ...]:
        """The wins on the last of these discards: those that there would be, if nobody wins."""
        number = len(path) - 1
        if not any(rival.joined <= number and path[-1] in rival.waits for rival in self.rivals if path):
            return ()
        key = tuple(path)
        if key not in self.won:
            events = self._up_to(path)
            table = SeatView.from_events(self.position.rules, self.position.seat, events).table
            last = events[-1]
            assert isinstance(last, ev.Dahai)
            found = (rival.win(table, TILE_OF[last.pai], number) for rival in self.rivals)
            self.won[key] = tuple(win for win in found if win is not None)
        return self.won[key]

    def view(self, path: Sequence[Kind]) -> SeatView:
        """The view of the seat after these discards."""
        return SeatView.from_events(self.position.rules, self.position.seat, self.after(path))

    def safest(self, path: Sequence[Kind]) -> SafestDiscards:
        """The tiles to choose from after these discards, none of which ended the hand."""
        key = tuple(path)
        if key not in self.known:
            self.known[key] = SafestDiscards.of(self.view(path), open_hands=self.open_hands)
        return self.known[key]

    def discarded(self, events: Sequence[ev.Event]) -> tuple[Kind, ...]:
        """The kinds that the seat has discarded since the hand is folded, in events of the hand."""
        seat = self.position.seat
        since = events[len(self.position.events) :]
        own = (event for event in since if isinstance(event, ev.Dahai) and event.actor == seat)
        return tuple(KIND_OF[TILE_OF[event.pai]] for event in own)

    def after(self, path: Sequence[Kind]) -> tuple[ev.Event, ...]:
        """The events after these discards; the last of them may have ended the hand.

        Raises ValueError if the hand does not hold one of them.
        """
        if not path or self.is_over(path):
            return self._up_to(path)
        return (*self._up_to(path), *self.rounds[len(path) - 1])

    def _up_to(self, path: Sequence[Kind]) -> tuple[ev.Event, ...]:
        """The events up to the last of these discards."""
        events = list(self.position.events)
        view = self.position.view()
        for number, kind in enumerate(path):
            between = self.rounds[number - 1] if number else ()
            for event in between:
                view.apply(event)
            discard = discard_of(view, kind)
            view.apply(discard)
            events += [*between, discard]
        return tuple(events)


def discard_of(view: SeatView, kind: Kind) -> ev.Dahai:
    """The discard of a kind: a plain five before a red one, the drawn tile only if there is no other."""
    held = [tile for tile in view.hand.tiles if KIND_OF[tile] == kind]
    if not held:
        raise ValueError(f"the hand does not hold {NAMES[kind]}")
    if view.drawn is not None and KIND_OF[view.drawn] == kind:
        held.remove(view.drawn)
        if not held:
            return ev.Dahai(view.seat, MJAI[view.drawn], tsumogiri=True)
    return ev.Dahai(view.seat, MJAI[min(held, key=lambda tile: (tile != kind, tile))], tsumogiri=False)


def is_proven(tile: RatedTile) -> bool:
    """Whether no player who threatens can win on the tile."""
    return all(each.cannot_lose for each in tile.safety)


SCARCE = (4, 2, 1)
"""The weight of a discard with so many proven safe kinds; with more it has none."""
SECOND = 4
"""The weight of each further player who threatens at the beginning, and of one who is not tenpai."""
JOINS = 6
"""The weight of each further player who joins."""
USUAL = 6
"""The number of discards for which the weights hold."""
LEAST_KINDS = 7
"""The least number of different tiles of the hand at the first discard."""
MOST_RIGHT = 50
"""The most kinds that may be right at a discard, as a percentage of the kinds of the hand."""
LEAST_CHOICES = 67
"""The least moments at which no more are right, as a percentage: late in a hand much is safe."""


class StoredRival(msgspec.Struct, frozen=True):
    """A player who can win, as text: tiles and waits in notation."""

    seat: int
    tiles: str
    waits: str
    furiten: bool
    joined: int

    @classmethod
    def of(cls, rival: FoldRival) -> StoredRival:
        tiles, waits = format_tiles(rival.tiles), format_tiles(rival.waits)
        return cls(rival.seat, tiles, waits, rival.furiten, rival.joined)

    def rival(self) -> FoldRival:
        tiles, waits = sorted(parse_tiles(self.tiles)), sorted(parse_tiles(self.waits))
        return FoldRival(self.seat, tuple(tiles), tuple(waits), self.furiten, self.joined)

    def exchanged(self, exchange: Exchange) -> StoredRival:
        """A copy with the tiles of an exchange."""
        return msgspec.structs.replace(self, tiles=exchange.id(self.tiles), waits=exchange.id(self.waits))


class FoldAsked(Asked, frozen=True):
    """The compact events after each discard but the last, and the players who can win."""

    rounds: tuple[str, ...]
    rivals: tuple[StoredRival, ...]
    order: tuple[str, ...] = ()
    """The names of all kinds in the order of the options; empty for the usual one."""
    open_hands: bool = False

    def exchanged(self, exchange: Exchange) -> FoldAsked:
        """A copy with the tiles of an exchange; the options keep their order."""
        rounds = (exchanged(read_onward(text), exchange.names, exchange.indicators) for text in self.rounds)
        order = self.order or tuple(NAMES[kind] for kind in USUAL_ORDER)
        return FoldAsked(
            rounds=tuple(map(write_onward, rounds)),
            rivals=tuple(rival.exchanged(exchange) for rival in self.rivals),
            order=tuple(map(exchange.name, order)),
            open_hands=self.open_hands,
        )

    @classmethod
    def of(cls, course: FoldCourse) -> FoldAsked:
        return cls(
            rounds=tuple(map(write_onward, course.rounds)),
            rivals=tuple(map(StoredRival.of, course.rivals)),
            order=() if course.order == USUAL_ORDER else tuple(NAMES[kind] for kind in course.order),
            open_hands=course.open_hands,
        )

    def course(self, position: SeatPosition) -> FoldCourse:
        """The course that begins with this position."""
        return FoldCourse(
            position=position,
            rounds=tuple(map(read_onward, self.rounds)),
            rivals=tuple(rival.rival() for rival in self.rivals),
            order=tuple(map(parse_tile, self.order)) or USUAL_ORDER,
            open_hands=self.open_hands,
        )


@dataclass(frozen=True, slots=True)
class FoldAsk(Ask):
    """Which of the tiles comes next?"""


@dataclass(frozen=True, slots=True)
class FoldFacts(Facts):
    """The events after each discard, and the hidden hands of the players who can win."""

    course: FoldCourse


FoldQuestion = QuestionOf[FoldAsk, FoldFacts]


def with_nobody_winning(question: Question, nobody: bool = True) -> Question:
    """The question in which the hand goes on after a discard that deals in, or, without ``nobody``, ends."""
    facts = question.facts
    assert isinstance(facts, FoldFacts)
    course = replace(facts.course, nobody_wins=nobody)
    return replace(question, course=course, facts=FoldFacts(course))


def ask(course: FoldCourse) -> Draft | None:
    """The question about a hand; None if it asks nothing, or the first right discards deal in.

    It begins with an own draw.
    """
    view = course.position.view()
    if not view.my_turn or view.drawn is None:
        return None
    path: list[Kind] = []
    moments: list[SafestDiscards] = []
    while len(path) < course.discards:
        moments.append(course.safest(path))
        path.append(course.first(moments[-1].right))
        if course.wins(path) or not moments[-1].against:
            return None
    if not _is_choice(moments):
        return None
    right: Answer = tuple(names(moment.right) for moment in moments)
    proven = (len(moment.right) if moment.proven else 0 for moment in moments)
    scarce = sum(SCARCE[number] for number in proven if number < len(SCARCE)) * USUAL // len(moments)
    more = sum(JOINS if rival.joined else SECOND for rival in course.rivals[1:])
    made = Draft(
        position=course.position,
        ask=FoldAsk(),
        parts=(),
        answer=right,
        facts=FoldFacts(course),
        difficulty=1 + scarce + more + SECOND * max(most_threats(moments) - len(course.rivals), 0),
        stored=FoldAsked.of(course),
        themes=tuple(dict.fromkeys(_themes(course, moments))),
        course=course,
    )
    return replace(made, parts=tuple(each.part for each in asked_along(made, right)))


def _is_choice(moments: Sequence[SafestDiscards]) -> bool:
    """Whether the hand has many kinds, of which few are right most times."""
    if len(moments[0].tiles) < LEAST_KINDS:
        return False
    few = sum(100 * len(moment.right) <= MOST_RIGHT * len(moment.tiles) for moment in moments)
    return 100 * few >= LEAST_CHOICES * len(moments)


def most_threats(moments: Sequence[SafestDiscards]) -> int:
    """The most players who threaten at one moment."""
    return max(len(moment.against) for moment in moments)


def _themes(course: FoldCourse, moments: Sequence[SafestDiscards]) -> Iterator[DrillTheme]:
    """The ideas: to fold, how many players there are to be safe from, and the grounds of right discards."""
    yield DrillTheme.FOLD
    if len(course.rivals) > 1 or most_threats(moments) > 1:
        yield DrillTheme.TWO_THREATS
    if any(not course.position.view().table.seats[seat].riichi for seat in moments[0].against):
        yield DrillTheme.OPEN_THREAT
    if not all(moment.proven for moment in moments):
        yield DrillTheme.NOTHING_SAFE
    for moment in moments:
        tile = moment.rate(course.first(moment.right))
        for each in tile.safety:
            if each.reason in PROOF_THEMES:
                yield PROOF_THEMES[each.reason]
            elif each.reason.family in GROUND_THEMES:
                yield GROUND_THEMES[each.reason.family]
        if not is_proven(tile) and tile.kind >= EAST:
            yield DrillTheme.HONOUR
    if course.open_hands:
        yield DrillTheme.TO_THE_END


DRILL = Drill(
    kind=DrillKind.FOLD,
    bands=((1, 6), (7, 9), (10, 12), (13, 16), (17, 99)),
    asked=FoldAsked,
    ask=lambda moment, asked: ask(asked.course(moment)),
    exchange=FoldAsked.exchanged,
)
