"""Questions "fold the hand": somebody is in riichi; discard six tiles in turn without dealing in.

``ai.drills.fold_course`` tells what follows each discard. A discard is right if it is among the safest of the
hand at that moment: proven safe, if any tile is; else the tile with the lowest measured rate, or one whose
interval overlaps its interval (``ai.drills.kinds.safest``). Only hands are asked in which right discards
never deal in, whichever of them are chosen.

The difficulty adds a weight for each discard, by how few kinds are proven safe, and one for a second riichi.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from ai.drills.compact_events import read_onward, write_onward
from ai.drills.drill import Bands, Drill
from ai.drills.fold_course import (
    DISCARDS,
    USUAL_ORDER,
    FoldCourse,
    FoldRival,
    SafestDiscards,
    is_proven,
)
from ai.drills.question import Answer, Ask, Asked, Draft, DrillKind, Facts, asked_along, names
from ai.drills.themes import DrillTheme
from ai.drills.tile_exchange import Exchange, exchanged
from ai.reading.safety_reasons import SafetyReason
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import EAST, NAMES, TILE_OF, UNKNOWN, Kind, Tile, format_tiles, parse_tile, parse_tiles

SCARCE = (4, 2, 1)
"""The weight of a discard with so many proven safe kinds; with more it has none."""
SECOND = 4
"""The weight of a second player in riichi at the beginning."""
JOINS = 6
"""The weight of a second player who joins."""
BANDS: Bands = ((1, 6), (7, 9), (10, 12), (13, 16), (17, 99))
"""The lowest and highest difficulty of each level."""
LEAST_KINDS = 7
"""The least number of different tiles of the hand at the first discard."""
MOST_RIGHT = 50
"""The most kinds that may be right at a discard, as a percentage of the kinds of the hand."""
MOST_STATES = 80
"""The most positions that right discards may lead to."""


class StoredRival(msgspec.Struct, frozen=True):
    """A player in riichi as text: tiles and waits in notation."""

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
    """What follows each discard but the last, in compact events, and the players in riichi."""

    rounds: tuple[str, ...]
    rivals: tuple[StoredRival, ...]
    order: tuple[str, ...] = ()
    """The names of all kinds in the order of the options; empty for the usual one."""

    @property
    def hidden(self) -> tuple[Tile, ...]:
        """The hands of the players in riichi, and what is drawn, discarded and revealed in the rounds."""
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
        )

    @classmethod
    def of(cls, course: FoldCourse) -> FoldAsked:
        """What is stored of a course."""
        return cls(
            rounds=tuple(map(write_onward, course.rounds)),
            rivals=tuple(map(StoredRival.of, course.rivals)),
            order=() if course.order == USUAL_ORDER else tuple(NAMES[kind] for kind in course.order),
        )

    def course(self, position: SeatPosition) -> FoldCourse:
        """The course that begins with this position."""
        return FoldCourse(
            position=position,
            rounds=tuple(map(read_onward, self.rounds)),
            rivals=tuple(rival.rival() for rival in self.rivals),
            order=tuple(map(parse_tile, self.order)) or USUAL_ORDER,
        )


@dataclass(frozen=True, slots=True)
class FoldAsk(Ask):
    """Which of the tiles comes next?"""


@dataclass(frozen=True, slots=True)
class FoldFacts(Facts):
    """What follows each discard, and the hidden hands of the players in riichi."""

    course: FoldCourse


def ask(course: FoldCourse) -> Draft | None:
    """The question about a hand; None if it asks nothing, or right discards may deal in.

    It begins with an own draw.
    """
    view = course.position.view()
    if not view.my_turn or view.drawn is None:
        return None
    path: list[Kind] = []
    moments: list[SafestDiscards] = []
    while len(path) < DISCARDS:
        moments.append(course.safest(path))
        path.append(course.first(moments[-1].right))
        if course.winners(path):
            return None
    if not _is_choice(moments) or not _is_fair(course):
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
    """Whether the hand has many kinds, of which few are right each time."""
    if len(moments[0].tiles) < LEAST_KINDS:
        return False
    return all(100 * len(moment.right) <= MOST_RIGHT * len(moment.tiles) for moment in moments)


def _is_fair(course: FoldCourse) -> bool:
    """Whether no right discard deals in, whichever of the right ones are chosen before it.

    The order of the discards before it matters only in so far as a riichi lies between them.
    """
    seen: set[tuple[tuple[int, Kind], ...]] = set()
    paths: list[tuple[Kind, ...]] = [()]
    while paths:
        path = paths.pop()
        for kind in course.safest(path).right:
            following = (*path, kind)
            if course.winners(following):
                return False
            joined = (sum(rival.joined <= place for rival in course.rivals) for place in range(DISCARDS))
            state = tuple(sorted(zip(joined, following, strict=False)))
            if state not in seen and len(following) < DISCARDS:
                seen.add(state)
                paths.append(following)
        if len(seen) > MOST_STATES:
            return False
    return True


def _difficulty(course: FoldCourse, moments: Sequence[SafestDiscards]) -> int:
    proven = (len(moment.right) if moment.proven else 0 for moment in moments)
    scarce = sum(SCARCE[number] for number in proven if number < len(SCARCE))
    more = sum(JOINS if rival.joined else SECOND for rival in course.rivals[1:])
    return 1 + scarce + more


_OF_REASON = {
    SafetyReason.OWN_DISCARD: DrillTheme.GENBUTSU,
    SafetyReason.PASSED_AFTER_RIICHI: DrillTheme.AFTER_RIICHI,
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
    if len(course.rivals) > 1:
        yield DrillTheme.TWO_THREATS
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


DRILL = Drill(
    kind=DrillKind.FOLD,
    bands=BANDS,
    asked=FoldAsked,
    ask=lambda moment, asked: ask(asked.course(moment)),
    exchange=FoldAsked.exchanged,
)
