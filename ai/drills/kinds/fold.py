"""Questions "fold the hand": somebody threatens; discard to the end of the hand without dealing in.

``ai.drills.fold_course`` tells what follows each discard. A discard is right if it is among the safest of the
hand at that moment: proven safe, if any tile is; else the tile with the lowest measured rate, or one whose
interval overlaps its interval (``ai.drills.kinds.safest``). The library has only hands in which right
discards never deal in, whichever of them are chosen (``tools.positions.fold_fairness``).

Some hands are folded until the wall is empty, against players in riichi and open hands that threaten
(``ai.reading.threat.threatening``): ``open_hands``. The others are six discards against players in riichi.

The difficulty adds a weight for each discard, by how few kinds are proven safe, as if there were six, and one
for each further threat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from ai.drills.compact_events import read_onward, write_onward
from ai.drills.drill import Bands, Drill
from ai.drills.fold_course import (
    USUAL_ORDER,
    FoldCourse,
    FoldRival,
    SafestDiscards,
    is_proven,
)
from ai.drills.question import (
    Answer,
    Ask,
    Asked,
    Draft,
    DrillKind,
    Facts,
    Question,
    asked_along,
    names,
)
from ai.drills.themes import DrillTheme
from ai.drills.tile_exchange import Exchange, exchanged
from ai.reading.safety_reasons import SafetyReason
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import EAST, NAMES, TILE_OF, UNKNOWN, Kind, Tile, format_tiles, parse_tile, parse_tiles

SCARCE = (4, 2, 1)
"""The weight of a discard with so many proven safe kinds; with more it has none."""
SECOND = 4
"""The weight of each further player who threatens at the beginning, and of one who is not tenpai."""
JOINS = 6
"""The weight of each further player who joins."""
USUAL = 6
"""The number of discards for which the weights hold."""
BANDS: Bands = ((1, 6), (7, 9), (10, 12), (13, 16), (17, 99))
"""The lowest and highest difficulty of each level."""
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
        """The text of a rival."""
        tiles, waits = format_tiles(rival.tiles), format_tiles(rival.waits)
        return cls(rival.seat, tiles, waits, rival.furiten, rival.joined)

    def rival(self) -> FoldRival:
        """The rival of this text."""
        tiles, waits = sorted(parse_tiles(self.tiles)), sorted(parse_tiles(self.waits))
        return FoldRival(self.seat, tuple(tiles), tuple(waits), self.furiten, self.joined)

    def exchanged(self, exchange: Exchange) -> StoredRival:
        """The same player with other tiles."""
        return msgspec.structs.replace(self, tiles=exchange.id(self.tiles), waits=exchange.id(self.waits))


class FoldAsked(Asked, frozen=True):
    """What follows each discard but the last, in compact events, and the players who can win."""

    rounds: tuple[str, ...]
    rivals: tuple[StoredRival, ...]
    order: tuple[str, ...] = ()
    """The names of all kinds in the order of the options; empty for the usual one."""
    open_hands: bool = False

    @property
    def hidden(self) -> tuple[Tile, ...]:
        """The hands of the players who can win, and what is drawn, discarded and revealed in the rounds."""
        held = [tile for rival in self.rivals for tile in parse_tiles(rival.tiles)]
        events = [event for text in self.rounds for event in read_onward(text)]
        shown = [event.dora_marker for event in events if isinstance(event, ev.Dora)]
        shown += [event.pai for event in events if isinstance(event, (ev.Tsumo, ev.Dahai))]
        return (*held, *(TILE_OF[name] for name in shown if name != UNKNOWN))

    def exchanged(self, exchange: Exchange) -> FoldAsked:
        """The same rounds with other tiles; the options keep their order."""
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
        """What is stored of a course."""
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
    """What follows each discard, and the hidden hands of the players who can win."""

    course: FoldCourse


def with_nobody_winning(question: Question) -> Question:
    """The question in which the hand goes on after a discard that deals in."""
    facts = question.facts
    assert isinstance(facts, FoldFacts)
    course = replace(facts.course, nobody_wins=True)
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
    made = Draft(
        rules=course.position.rules,
        seat=course.position.seat,
        events=course.position.events,
        ask=FoldAsk(),
        parts=(),
        answer=right,
        facts=FoldFacts(course),
        difficulty=_difficulty(course, moments),
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


def _difficulty(course: FoldCourse, moments: Sequence[SafestDiscards]) -> int:
    proven = (len(moment.right) if moment.proven else 0 for moment in moments)
    scarce = sum(SCARCE[number] for number in proven if number < len(SCARCE)) * USUAL // len(moments)
    more = sum(JOINS if rival.joined else SECOND for rival in course.rivals[1:])
    return 1 + scarce + more + SECOND * max(most_threats(moments) - len(course.rivals), 0)


def most_threats(moments: Sequence[SafestDiscards]) -> int:
    """The most players who threaten at one moment."""
    return max(len(moment.against) for moment in moments)


_OF_REASON = {
    SafetyReason.OWN_DISCARD: DrillTheme.GENBUTSU,
    SafetyReason.PASSED_AFTER_RIICHI: DrillTheme.AFTER_RIICHI,
    SafetyReason.PASSED_THIS_TURN: DrillTheme.THIS_TURN,
    SafetyReason.ALL_SEEN: DrillTheme.ALL_SEEN,
    SafetyReason.NO_WAIT: DrillTheme.NO_WAIT_POSSIBLE,
}
_OF_FAMILY = {
    "suji": DrillTheme.SUJI,
    "half-suji": DrillTheme.SUJI,
    "no-chance": DrillTheme.WALL,
    "one-chance": DrillTheme.ONE_CHANCE,
}


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
            if each.reason in _OF_REASON:
                yield _OF_REASON[each.reason]
            elif each.reason.family in _OF_FAMILY:
                yield _OF_FAMILY[each.reason.family]
        if not is_proven(tile) and tile.kind >= EAST:
            yield DrillTheme.HONOUR
    if course.open_hands:
        yield DrillTheme.TO_THE_END


DRILL = Drill(
    kind=DrillKind.FOLD,
    bands=BANDS,
    asked=FoldAsked,
    ask=lambda moment, asked: ask(asked.course(moment)),
    exchange=FoldAsked.exchanged,
)
