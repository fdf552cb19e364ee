"""Questions "kan after riichi?": the seat, in riichi, holds four of a kind; may it declare a closed kan?

The kan is legal, or illegal for exactly one reason: the waits would change; the waits stay, but a reading of
the hand lacks the triplet (strict rulesets); the kan does not use the drawn tile; the wall has no tile left;
four kans have been made. A legal kan may be a near miss: the last tile but one, the fourth kan, or a reading
without the triplet in a ruleset that considers only the waits.

If waits would be lost, or a reading lacks the triplet, the second part asks which waits.

The difficulty adds one for each tile connected with the four, two for each wait, one for each reading of the
hand with a wait, and four for each condition besides the shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ai.drills.difficulty import before_draw, readings_with
from ai.drills.drill import Drill
from ai.drills.question import (
    Ask,
    Asked,
    Draft,
    DrillKind,
    DrillTheme,
    Facts,
    Part,
    QuestionOf,
    kind_options,
    names,
    word_options,
)
from ai.seat_position import SeatPosition
from engine import shape
from engine.actions import Refusal, Why
from engine.hand import Hand
from engine.legal import refuse_any_kan, refuse_closed_kan
from engine.shape import Reading
from engine.tenpai import read_otherwise, refuse_kan_after_riichi
from engine.tiles import COPIES, EAST, KIND_OF, NAMES, Kind, parse_tile
from engine.view import SeatView
from engine.wall import MAX_KANS

LEGAL = "legal"
"""The answer for a legal kan; the other answers are reasons of the engine."""
ANSWERS: tuple[str, ...] = (
    LEGAL,
    Why.KAN_CHANGES_WAITS,
    Why.KAN_CHANGES_READING,
    Why.NOT_THE_DRAWN_TILE,
    Why.LAST_TILE,
    Why.FOUR_KANS,
)


PARTS: dict[Why, str] = {Why.KAN_CHANGES_WAITS: "lost", Why.KAN_CHANGES_READING: "otherwise"}
"""The second part after some answers: the waits lost, or those with a reading without the triplet."""


class NearMiss(StrEnum):
    """A property of a legal kan that looks like a reason against it."""

    LAST_BUT_ONE = "last-but-one"
    """The replacement tile is the last tile of the wall."""
    FOURTH_KAN = "fourth-kan"
    """Three kans have been made."""
    READ_OTHERWISE = "read-otherwise"
    """A reading of the hand lacks the triplet; the ruleset considers only the waits."""


PER_WAIT = 2
TO_MIND = 4
"""Difficulty of each condition to consider: the wall, the kans, the ruleset, or the drawn tile."""
REACH = 2
"""The largest distance of connected kinds."""


class KanAsked(Asked, frozen=True):
    """The kind of the four tiles, by name, and the answers that are offered."""

    kind: str
    offered: tuple[str, ...] = ANSWERS


@dataclass(frozen=True, slots=True)
class KanAsk(Ask):
    """May the seat declare a closed kan of ``kind``?"""

    kind: Kind


@dataclass(frozen=True, slots=True)
class KanChange:
    """How the tiles group with a wait, before the kan and after it."""

    wait: Kind
    before: Reading
    """With the triplet of the four, if the wait has such a reading."""
    after: Reading | None
    """Without the kan; None if the wait no longer completes the hand."""


@dataclass(frozen=True, slots=True)
class KanFacts(Facts):
    """Why not; the waits before and after; the readings without the triplet, each with its wait.

    ``changes`` has each wait before the kan, those that it would take away first.
    """

    refusal: Refusal | None
    before: tuple[Kind, ...]
    after: tuple[Kind, ...]
    otherwise: tuple[tuple[Kind, Reading], ...]
    near_misses: tuple[NearMiss, ...]
    changes: tuple[KanChange, ...]


KanQuestion = QuestionOf[KanAsk, KanFacts]


# -- the question --------------------------------------------------------------------------------------


def ask(moment: SeatPosition, kind: Kind, offered: Sequence[str] = ANSWERS) -> Draft | None:
    """The question about a kan of that kind, with these answers; None if several reasons speak against it."""
    view = moment.view()
    if not view.my_turn or not view.me.riichi_paid or view.drawn is None or not view.waits:
        return None
    if KIND_OF[view.drawn] in view.waits or view.hand.counts[kind] != COPIES or _several_reasons(view, kind):
        return None
    refusal = refuse_closed_kan(view, kind)
    facts = kan_facts(view, kind, refusal)
    which = {
        Why.KAN_CHANGES_WAITS: names(set(facts.before) - set(facts.after)),
        Why.KAN_CHANGES_READING: names({wait for wait, _ in facts.otherwise}),
    }
    asked = {why: waits for why, waits in which.items() if len(facts.before) > 1 and why in offered}
    why = None if refusal is None else refusal.why
    return Draft(
        position=moment,
        ask=KanAsk(kind),
        parts=(
            Part("kan", word_options(offered)),
            *(
                Part(PARTS[each], kind_options(facts.before), several=True, after=frozenset({each.value}))
                for each in asked
            ),
        ),
        answer=(
            frozenset({why.value if why else LEGAL}),
            *(waits if why is each else names(()) for each, waits in asked.items()),
        ),
        facts=facts,
        difficulty=difficulty(view, kind, facts),
        stored=KanAsked(NAMES[kind], tuple(map(str, offered))),
        themes=(_THEMES.get(why, DrillTheme.KAN_WAITS), *_miss_themes(facts)),
    )


_THEMES: dict[Why | None, DrillTheme] = {
    Why.KAN_CHANGES_READING: DrillTheme.KAN_READING,
    Why.NOT_THE_DRAWN_TILE: DrillTheme.KAN_DRAWN_TILE,
    Why.LAST_TILE: DrillTheme.KAN_LIMITS,
    Why.FOUR_KANS: DrillTheme.KAN_LIMITS,
}


def _miss_themes(facts: KanFacts) -> Iterator[DrillTheme]:
    """The ideas of what looks like a reason against the kan."""
    if NearMiss.READ_OTHERWISE in facts.near_misses:
        yield DrillTheme.KAN_READING
    if {NearMiss.LAST_BUT_ONE, NearMiss.FOURTH_KAN}.intersection(facts.near_misses):
        yield DrillTheme.KAN_LIMITS


def _several_reasons(view: SeatView, kind: Kind) -> bool:
    """Whether more than one of the answers says something true against the kan."""
    outside = refuse_any_kan(view)
    both = len(view.table.kans) == MAX_KANS and view.table.live == 0
    of_hand = refuse_kan_after_riichi(view.hand, view.drawn, view.waits, kind, view.rules)
    if outside is not None:
        return both or of_hand is not None
    if of_hand is None or of_hand.why is not Why.NOT_THE_DRAWN_TILE:
        return False
    # the engine looks no further than at the drawn tile; the waits might change as well
    return refuse_kan_after_riichi(view.hand, kind, view.waits, kind, view.rules) is not None


def kan_facts(view: SeatView, kind: Kind, refusal: Refusal | None) -> KanFacts:
    """The facts about the kan; ``refusal`` is why it may not be declared."""
    before = view.waits
    changed = refusal is not None and refusal.why is Why.KAN_CHANGES_WAITS
    drawn = view.drawn is not None and KIND_OF[view.drawn] == kind
    otherwise = read_otherwise(view.hand, before, kind) if drawn else ()
    misses = {
        NearMiss.LAST_BUT_ONE: view.table.live == 1,
        NearMiss.FOURTH_KAN: len(view.table.kans) == MAX_KANS - 1,
        NearMiss.READ_OTHERWISE: bool(otherwise) and view.rules.closed_kan_after_riichi == "waits",
    }
    hand, found = before_draw(view), []
    rest = [tile for tile in view.hand.tiles if KIND_OF[tile] != kind]
    for wait in view.waits:
        readings, after = readings_with(hand, wait), Hand([*rest, wait])
        triplet = [each for each in readings if kind in each.triplets]
        left = shape.readings(after.keys, len(hand.melds) + 1) if wait != kind else ()
        found.append(KanChange(wait, (*triplet, *readings)[0], left[0] if left else None))
    return KanFacts(
        refusal=refusal,
        before=before,
        after=refusal.tiles if refusal is not None and changed else before,
        otherwise=otherwise,
        near_misses=tuple(miss for miss, is_so in misses.items() if is_so and refusal is None),
        changes=tuple(sorted(found, key=lambda each: (each.after is not None, each.wait))),
    )


def difficulty(view: SeatView, kind: Kind, facts: KanFacts) -> int:
    """The difficulty, as the module describes it."""
    hand = before_draw(view)
    minded = len(facts.near_misses)
    minded += facts.refusal is not None and facts.refusal.why is not Why.KAN_CHANGES_WAITS
    return shape_difficulty(hand, kind, facts.before) + TO_MIND * minded


def shape_difficulty(hand: Hand, kind: Kind, waits: Sequence[Kind]) -> int:
    """The part of the difficulty from the shape of the hand of 13 tiles."""
    readings = sum(len(readings_with(hand, wait)) for wait in waits)
    return _together(hand, kind) + PER_WAIT * len(waits) + readings


def _together(hand: Hand, kind: Kind) -> int:
    """The number of tiles of other kinds connected with that kind, directly or through neighbours."""
    if kind >= EAST:
        return 0
    suit = range(kind // 9 * 9, kind // 9 * 9 + 9)
    reached, grown = {kind}, True
    while grown:
        near = {
            other
            for other in suit
            if hand.counts[other] and any(abs(other - each) <= REACH for each in reached)
        }
        grown, reached = not near <= reached, reached | near
    return sum(hand.counts[other] for other in reached - {kind})


DRILL = Drill(
    kind=DrillKind.KAN,
    bands=((0, 8), (9, 12), (13, 16), (17, 21), (22, 99)),
    asked=KanAsked,
    ask=lambda moment, asked: ask(moment, KIND_OF[parse_tile(asked.kind)], asked.offered),
    exchange=lambda asked, exchange: KanAsked(exchange.name(asked.kind), asked.offered),
    mistake=lambda moment, only: KanAsked(only) if only else None,
)
