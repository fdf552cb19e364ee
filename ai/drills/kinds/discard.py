"""Questions "which discard": one to three from tenpai, keep the most tiles that bring the hand to a win.

The positions are own turns of closed hands, with nobody who threatens. What counts are tiles that the seat
cannot see: two or three from tenpai those that bring the hand nearer, one from tenpai those that lead to a
wait that wins by ron (``free_tiles`` of ``ai.reading.outlook``), because a furiten wait wins by draw alone.
Right is the discard after which there are most, and every other with as many. A position is asked only if

* it is clear: all others have ``LEAD`` tiles and ``LEAD_PERCENT`` percent less;
* there is a choice: some wrong discard keeps the hand as near, and "an isolated honour first" is not right;
* one from tenpai the discard of most worth (``ai.reading.discard_worth``) is a right one.

A wrong discard that has ``NEARLY`` percent of the best gets its share as credit. The difficulty adds two for
each discard that keeps the hand as near, four for each step from tenpai beyond the first, and the shape:
``kinds_to_look_at`` of ``ai.drills.difficulty``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ai.drills.difficulty import kinds_to_look_at
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
    first_tiles,
    hand_options,
    names,
)
from ai.reading.discard_worth import DiscardWorth
from ai.reading.estimates import AcceptedTile
from ai.reading.outlook import (
    Outlook,
    draws_to_tenpai,
    free_tiles,
    improvements,
    outlook_after,
)
from ai.reading.threat import threatening
from ai.seat_position import SeatPosition
from engine import shape
from engine.hand import Hand
from engine.tiles import EAST, NAMES, Kind
from engine.view import SeatView

PER_DISCARD = 2
PER_STEP = 4
MOST_STEPS = 3
"""The furthest that the hand may be from tenpai."""
LEAD, LEAD_PERCENT = 2, 10
"""How far behind every wrong discard is."""
NEARLY = 70
"""Percent of the best from which a wrong discard has some credit."""
FEWEST_DRAWS = 4
"""Own draws left, so that there is time to win."""
NEAR = 2
"""The largest distance at which tiles of a suit help each other."""


@dataclass(frozen=True, slots=True)
class DiscardAsk(Ask):
    """Which discard keeps the most tiles that bring the hand to a win?"""

    steps: int
    """How far the hand is from tenpai, 1 to ``MOST_STEPS``."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """A discard that keeps the hand as near, and what it accepts then. All counts are of unseen tiles."""

    kind: Kind
    accepts: tuple[AcceptedTile, ...]
    counted: int
    """Those that count: of a hand one from tenpai those that lead to a wait that wins by ron."""
    good: int
    """One from tenpai: those that lead to a good wait (``GOOD_WAIT``)."""
    by_draw: int
    """One from tenpai: those that lead only to waits that win by draw alone."""
    widening: int
    """Tiles that bring the hand no nearer, but then more tiles do."""
    thrown: tuple[Kind, ...]
    """The accepted kinds that lie in the own pond: a wait on one is furiten."""

    @property
    def tiles(self) -> int:
        return sum(each.left for each in self.accepts)


@dataclass(frozen=True, slots=True)
class DiscardFacts(Facts):
    """The discards that keep the hand as near, the best first."""

    kept: tuple[Keeping, ...]
    tempting: Kind
    """The wrong one that is compared with the best."""


DiscardQuestion = QuestionOf[DiscardAsk, DiscardFacts]


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if the conditions of the module rule it out."""
    view = moment.view()
    if not _wanted(view):
        return None
    found = shape.discards(view.hand.keys)
    steps = min(shanten for shanten, _ in found.values())
    kinds = [kind for kind, (shanten, _) in found.items() if shanten == steps]
    if not 1 <= steps <= MOST_STEPS or len(kinds) < 2 or threatening(view):
        return None
    tiles = first_tiles(view.hand)
    outlooks = {kind: outlook_after(view, tiles[kind]) for kind in kinds}
    counts = {
        kind: (free_tiles(draws_to_tenpai(view, each)) if each.shanten == 1 else each.acceptance)
        for kind, each in outlooks.items()
    }
    right = right_kinds(counts)
    if not right or any(kind >= EAST and view.hand.counts[kind] == 1 for kind in right):
        return None
    if steps == 1 and not _is_worth_most(view, right, outlooks):
        return None
    kept = sorted(
        (_keeping(view, kind, each, counts[kind]) for kind, each in outlooks.items()),
        key=lambda each: (-each.counted, -each.tiles, each.kind),
    )
    wrong = [each for each in kept if each.kind not in right]
    tempting = max(wrong, key=lambda each: (each.tiles, each.counted, bool(each.by_draw or each.thrown))).kind
    best = max(counts.values())
    return Draft(
        position=moment,
        ask=DiscardAsk(steps),
        parts=(Part("discard", hand_options(view.hand)),),
        answer=(names(right),),
        facts=DiscardFacts(tuple(kept), tempting),
        difficulty=PER_DISCARD * len(kept) + PER_STEP * (steps - 1) + kinds_to_look_at(view.hand),
        themes=_themes(view.hand, kept, right, tempting),
        partial=(
            {
                NAMES[kind]: round(count / best, 2)
                for kind, count in counts.items()
                if kind not in right and 100 * count >= NEARLY * best
            },
        ),
    )


def _wanted(view: SeatView) -> bool:
    """Whether a closed hand must discard after a draw, with time left to win."""
    if not view.my_turn or view.drawn is None or view.me.riichi or view.hand.melds:
        return False
    return view.own.spoilt is None and view.own_draws >= FEWEST_DRAWS


def right_kinds(counts: Mapping[Kind, int]) -> frozenset[Kind]:
    """The discards with the most tiles; empty if another is too near, or if there is no other."""
    best = max(counts.values())
    right = frozenset(kind for kind, count in counts.items() if count == best)
    others = [count for kind, count in counts.items() if kind not in right]
    if not others:
        return frozenset()
    clear = best - max(others) >= LEAD and 100 * max(others) <= (100 - LEAD_PERCENT) * best
    return right if clear else frozenset()


def _is_worth_most(view: SeatView, right: Collection[Kind], outlooks: Mapping[Kind, Outlook]) -> bool:
    model = DiscardWorth(view)
    worths = {kind: model.of_draws(each, draws_to_tenpai(view, each)) for kind, each in outlooks.items()}
    return any(worths[kind] == max(worths.values()) for kind in right)


def _keeping(view: SeatView, kind: Kind, outlook: Outlook, counted: int) -> Keeping:
    draws = draws_to_tenpai(view, outlook) if outlook.shanten == 1 else ()
    return Keeping(
        kind,
        outlook.accepts,
        counted,
        sum(draw.left for draw in draws if draw.is_good),
        sum(draw.left for draw in draws if draw.free is None and draw.best.winning_tiles),
        sum(each.left for each in improvements(view, outlook)),
        tuple(latent.kind for latent in outlook.latent if latent.left),
    )


def _themes(
    hand: Hand, kept: Sequence[Keeping], right: Collection[Kind], tempting: Kind
) -> tuple[DrillTheme, ...]:
    """The kind of tile that the best discard is; and furiten, which comes first where it decides."""
    shape = min((_theme(hand, kind) for kind in right), key=_SHAPES.index)
    most = max(each.tiles for each in kept)
    if {each.kind for each in kept if each.tiles == most} != set(right):
        return DrillTheme.LATENT_FURITEN, shape
    told = (each for each in kept if each.kind in right or each.kind == tempting)
    furiten = any(each.by_draw or each.thrown for each in told)
    return (shape, DrillTheme.LATENT_FURITEN) if furiten else (shape,)


_SHAPES = (DrillTheme.FROM_SHAPE, DrillTheme.FROM_PAIR, DrillTheme.LOOSE_TILE)
"""Of several equal discards the first of these is the idea."""


def _theme(hand: Hand, kind: Kind) -> DrillTheme:
    if hand.counts[kind] > 1:
        return DrillTheme.FROM_PAIR
    if kind >= EAST:
        return DrillTheme.LOOSE_TILE
    near = (other for other in range(kind - NEAR, kind + NEAR + 1) if other != kind)
    helped = any(other // 9 == kind // 9 and hand.counts[other] for other in near)
    return DrillTheme.FROM_SHAPE if helped else DrillTheme.LOOSE_TILE


DRILL = Drill(
    kind=DrillKind.DISCARD,
    bands=((0, 15), (16, 19), (20, 24), (25, 29), (30, 999)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
)
