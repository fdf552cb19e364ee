"""Questions "safest tile": no tile of the hand is proven safe; which one is the safest?

The positions are own turns. One player or two are in riichi, nobody else is dangerous, and no
tile is safe against all of them. The measured rates against players in riichi decide (docs/lab/safety.md):
each tile has a ground against each player, such as suji, and each ground a rate with a 95 % interval, once in
games of our bots and once in those of majiang-ai. A tile that is proven safe against one of two players has
the rate 0 there.

Against two players the rates are added, and so are the ends of the intervals: each of the two may win, so the
sum is the mean number of wins. It is the chance to deal in at all but for the rare case of both at once.

At each table the tile with the lowest rate is right, and so is every tile whose interval overlaps its
interval: the measurement does not tell them apart. A tile that is right at either table is right, unless the
marks give it more than twice the chance of the safest; the safest of the marks is right, too. A position is
asked about only if some tile is right at both tables.
Other tiles get the lowest mean rate divided by their own as credit.

The difficulty adds the number of tiles to look through, in rows of a pond; one for each wrong tile that
tempts; the weight of the ground; and five for a second player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ai.drills.difficulty import SECOND, discarded_before, must_discard, rows_to_look_at
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
)
from ai.reading.measured_tiers import (
    GROUNDS_ELSEWHERE,
    GROUNDS_IN_RIICHI,
    GROUNDS_OPEN,
    GROUNDS_OPEN_ELSEWHERE,
    GroundRate,
)
from ai.reading.safety import Safety, TileSafety
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from ai.reading.threat import possible_winners
from ai.seat_position import SeatPosition
from engine.table import Table
from engine.tiles import EAST, KIND_OF, NAMES, Kind
from engine.view import SeatView

WEIGHTS: Mapping[str, int] = {
    "last-copy": 0,
    "riichi-suji": 4,
    "early-outside": 4,
    "guest": 1,
    "yakuhai": 1,
    "pair": 3,
    "suji": 3,
    "open": 3,
    "half-suji": 4,
    "no-chance": 5,
    "one-chance": 5,
}
"""The weight of the ground of the safest tile in the difficulty, by the family of the ground."""
OTHER_WEIGHT = 5
"""The weight of a dora, and of a tile that is proven safe against one player only."""
LEAST_KINDS = 7
"""The least number of different tiles in the hand."""
_OPEN = (SafetyReason.OPEN_28, SafetyReason.OPEN_37, SafetyReason.OPEN_456, SafetyReason.DORA_OPEN)
"""Grounds that tempt nobody."""


@dataclass(frozen=True, slots=True)
class SafestAsk(Ask):
    """Which tile is the safest against these seats, all of them in riichi?"""

    against: tuple[int, ...]


class MeasuredRate(NamedTuple):
    """The rate of wins on such tiles and its 95 % interval, in hundredths of a per cent, over all players."""

    rate: int
    low: int
    high: int

    def plus(self, other: MeasuredRate) -> MeasuredRate:
        """The rate over the players of both."""
        return MeasuredRate(self.rate + other.rate, self.low + other.low, self.high + other.high)


@dataclass(frozen=True, slots=True)
class RatedTile:
    """A tile of the hand: its safety against each player, and the measured rates of wins on such tiles."""

    kind: Kind
    safety: tuple[TileSafety, ...]
    own: MeasuredRate
    """In games of our bots."""
    elsewhere: MeasuredRate
    """In games of majiang-ai."""
    alone: tuple[int, ...]
    """The mean of both rates against each player alone, rounded up."""

    @property
    def rate(self) -> int:
        """The mean of both rates, rounded up."""
        return (self.own.rate + self.elsewhere.rate + 1) // 2

    @property
    def worst(self) -> TileSafety:
        """The safety against the player with the highest rate, of equal ones the first."""
        return self.safety[self.alone.index(max(self.alone))]

    @property
    def chance(self) -> float:
        """The chance that the marks reckon with, added up over the players."""
        return sum(each.chance for each in self.safety)


TIMES_AS_BAD = 2.0
"""The greatest chance of a right tile, as a multiple of that of the safest."""


class BestTiles(NamedTuple):
    """The tiles with the lowest rate, or one that is not told apart from it."""

    right: frozenset[Kind]
    """At either table."""
    agreed: frozenset[Kind]
    """At both."""


def best_tiles(tiles: Sequence[RatedTile]) -> BestTiles:
    """The best of some tiles at both tables.

    The tile that the marks call the safest is right, and none is whose chance there is more than
    ``TIMES_AS_BAD`` as high: few tiles of a ground have wide intervals.
    """
    found = []
    least = min(tile.chance for tile in tiles)
    near = frozenset(tile.kind for tile in tiles if tile.chance <= TIMES_AS_BAD * least)
    safest = frozenset(tile.kind for tile in tiles if tile.chance == least)
    for rates in ([tile.own for tile in tiles], [tile.elsewhere for tile in tiles]):
        high = min(rates).high
        found.append(
            frozenset(tile.kind for tile, rate in zip(tiles, rates, strict=True) if rate.low <= high)
        )
    return BestTiles((found[0] | found[1]) & near | safest, found[0] & found[1] & near)


@dataclass(frozen=True, slots=True)
class SafestFacts(Facts):
    """The tiles of the hand, the safest first; the first ``equals`` are right. ``tempting`` are not."""

    tiles: tuple[RatedTile, ...]
    equals: int
    tempting: tuple[Kind, ...]
    earlier: tuple[Kind, ...]
    """The tempting tiles that another player discarded before each riichi."""


SafestQuestion = QuestionOf[SafestAsk, SafestFacts]


def measured(reasons: Sequence[SafetyReason], table: Mapping[SafetyReason, GroundRate]) -> MeasuredRate:
    """The rate of a tile with these grounds, one against each player; 0 for a proof."""
    rows = [table[reason] for reason in reasons if reason not in SAFE_REASONS]
    return MeasuredRate(
        sum(row.rate for row in rows), sum(row.low for row in rows), sum(row.high for row in rows)
    )


# -- the question ----------------------------------------------------------------------------------------


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if a tile is proven safe, or no tempting tile is clearly worse."""
    view = moment.view()
    if not is_wanted(view):
        return None
    against = possible_winners(view)
    tiles = rated(view, against)
    right, agreed = best_tiles(tiles)
    proven = any(all(each.cannot_lose for each in tile.safety) for tile in tiles)
    if proven or len(tiles) < LEAST_KINDS or 3 * len(right) > len(tiles):
        return None
    if not agreed:
        return None
    # intervals differ in width: a tile that is right can have a higher rate than one that is not
    tiles = tuple(
        sorted(
            tiles, key=lambda tile: (tile.kind not in agreed, tile.kind not in right, tile.rate, tile.kind)
        )
    )
    best = tiles[0]
    earlier = [tile.kind for tile in tiles[len(right) :] if _was_discarded_before(tile, view.table)]
    tempting = tuple(tile.kind for tile in tiles[len(right) :] if tile.kind in earlier or _tempts(tile))
    if not tempting:
        return None
    weight = max(WEIGHTS.get(each.reason.family, OTHER_WEIGHT) for each in best.safety)
    look = rows_to_look_at(view.table, against)
    return Draft(
        position=moment,
        ask=SafestAsk(against),
        parts=(Part("tile", kind_options(sorted(tile.kind for tile in tiles))),),
        answer=(names(sorted(right)),),
        facts=SafestFacts(tiles, len(right), tempting, tuple(earlier)),
        difficulty=look + len(tempting) + weight + SECOND * (len(against) - 1),
        themes=tuple(_themes(best, against)),
        partial=({NAMES[tile.kind]: best.rate / tile.rate for tile in tiles[len(right) :]},),
    )


def rated(view: SeatView, against: Sequence[int]) -> tuple[RatedTile, ...]:
    """The kinds of the hand with their measured rates, the lowest first."""
    safety = Safety(view)
    tiles = [rate_of(kind, safety, against) for kind in {KIND_OF[tile] for tile in view.hand.tiles}]
    return tuple(sorted(tiles, key=lambda tile: (tile.rate, tile.kind)))


def rate_of(kind: Kind, safety: Safety, against: Sequence[int]) -> RatedTile:
    """The measured rate of a kind, added up over players, of whom each is in riichi or has an open hand."""
    own, elsewhere = MeasuredRate(0, 0, 0), MeasuredRate(0, 0, 0)
    alone = []
    for seat in against:
        riichi, reasons = safety.is_riichi(seat), [safety.reason(kind, seat)]
        here = measured(reasons, GROUNDS_IN_RIICHI if riichi else GROUNDS_OPEN)
        there = measured(reasons, GROUNDS_ELSEWHERE if riichi else GROUNDS_OPEN_ELSEWHERE)
        own, elsewhere = own.plus(here), elsewhere.plus(there)
        alone.append((here.rate + there.rate + 1) // 2)
    return RatedTile(
        kind, tuple(safety.against(kind, seat) for seat in against), own, elsewhere, tuple(alone)
    )


def mean_rate(reason: SafetyReason) -> int:
    """The mean rate of a ground against one player in riichi, in hundredths of a per cent."""
    rates = measured([reason], GROUNDS_IN_RIICHI).rate, measured([reason], GROUNDS_ELSEWHERE).rate
    return (sum(rates) + 1) // 2


def is_wanted(view: SeatView) -> bool:
    """Whether the seat must discard, and one or two other players are in riichi and nobody else dangerous."""
    if not must_discard(view):
        return False
    against = possible_winners(view)
    seats = view.table.seats
    return 0 < len(against) < 3 and all(seats[seat].riichi and not seats[seat].melds for seat in against)


def _tempts(tile: RatedTile) -> bool:
    """Whether something speaks for a tile against every player, or it is proven safe against one of two."""
    if any(each.cannot_lose for each in tile.safety):
        return True
    return all(each.reason not in _OPEN for each in tile.safety)


def _was_discarded_before(tile: RatedTile, table: Table) -> bool:
    """Whether other players discarded such a tile before each riichi, which proves nothing."""
    return all(tile.kind in discarded_before(table, each.opponent) for each in tile.safety)


GROUND_THEMES: Mapping[str, DrillTheme] = {
    "suji": DrillTheme.SUJI,
    "half-suji": DrillTheme.SUJI,
    "riichi-suji": DrillTheme.SUJI,
    "no-chance": DrillTheme.WALL,
    "one-chance": DrillTheme.ONE_CHANCE,
}
"""The theme of a ground by its family."""


def _themes(best: RatedTile, against: Sequence[int]) -> Iterator[DrillTheme]:
    """The ideas: what speaks for the safest tile, and what the position is about."""
    found = [GROUND_THEMES[each.reason.family] for each in best.safety if each.reason.family in GROUND_THEMES]
    if best.kind >= EAST:
        found.append(DrillTheme.HONOUR)
    elif best.kind % 9 in (0, 8):
        found.append(DrillTheme.TERMINAL)
    if any(each.cannot_lose for each in best.safety):
        found.append(DrillTheme.GENBUTSU)
    if len(against) > 1:
        found.append(DrillTheme.TWO_THREATS)
    yield from dict.fromkeys([*found, DrillTheme.NOTHING_SAFE])


DRILL = Drill(
    kind=DrillKind.SAFEST,
    bands=((0, 7), (8, 10), (11, 12), (13, 16), (17, 99)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
)
