"""Questions "safest tile": no tile of the hand is proven safe; which one is the safest?

The positions are own turns from bot games. One player or two are in riichi, nobody else is dangerous, and no
tile is safe against all of them. The measured rates against players in riichi (docs/safety.md) decide: each
tile has a ground against each player, such as suji, and each ground a rate with a 95 % interval, once in
games of our bots and once in those of majiang-ai. A tile that is proven safe against one of two players has
the rate 0 there.

Against two players the rates are added, and so are the ends of the intervals: each of the two may win, so the
sum is the mean number of wins. It is the chance to deal in at all but for the rare case of both at once.

At each table the tile with the lowest rate is right, and so is every tile whose interval overlaps its
interval: the measurement does not tell them apart. A tile that is right at either table is right. A position
is asked about only if some tile is right at both, and if the tile that the marks call the safest is right.
Other tiles get the lowest mean rate divided by their own as credit.

Outer tiles are safer than inner ones, so a player could guess without a look at the ponds. The place of a
right tile among the tiles of the hand, from honours inwards, is therefore drawn first, evenly; up to
``MOST_SWAPPED`` tiles of the hand are changed to unseen ones so that this place is right.

The difficulty adds the number of tiles to look through, in rows of a pond; one for each wrong tile that
tempts; the weight of the ground; and five for a second player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ai.drills.drill import Bands, Drill
from ai.drills.played_positions import Habits, moments
from ai.drills.question import Ask, Asked, Draft, DrillKind, Facts, Part, kind_options, names
from ai.drills.swapped_tiles import swap
from ai.drills.themes import DrillTheme
from ai.drills.threats import counted_from, tiles_to_look_at
from ai.drills.weighted_choice import any_rules
from ai.reading.measured_tiers import GROUNDS_ELSEWHERE, GROUNDS_IN_RIICHI, GroundRate
from ai.reading.safety import Safety, TileSafety
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from ai.reading.threat import possible_winners
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.dice import Dice
from engine.rules import Ruleset
from engine.table import Table
from engine.tiles import EAST, KIND_OF, KINDS, NAMES, Kind
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
SECOND = 5
"""The weight of a second player in the difficulty."""
ROW = 6
"""Tiles in a row of a pond."""
BANDS: Bands = ((0, 7), (8, 10), (11, 12), (13, 16), (17, 99))
"""The lowest and highest difficulty of each level."""
TWO: tuple[int, ...] = (0, 0, 20, 50, 80)
"""Percentage of questions with two players, by level."""
WALLS: tuple[int, ...] = (0, 25, 35, 35, 35)
"""Percentage of questions in which a wall speaks for the safest tile, by level; else anything may."""
TEMPTING: tuple[int, ...] = (1, 1, 2, 2, 2)
"""The least number of wrong tiles that tempt, by level."""
LEAST_KINDS = 7
"""The least number of different tiles in the hand."""
MOST_SWAPPED = 5
"""The most tiles of the hand that are changed."""
PATIENCE = 60
"""Hands searched for one plan."""
_PLACES = 1_000
_LOOKS = 24
"""The most positions tried per hand."""
_QUIET = Habits(passes=100)
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


@dataclass(frozen=True, slots=True)
class RatedTile:
    """A tile of the hand: its safety against each player, and the measured rates of wins on such tiles."""

    kind: Kind
    safety: tuple[TileSafety, ...]
    own: MeasuredRate
    """In games of our bots."""
    elsewhere: MeasuredRate
    """In games of majiang-ai."""

    @property
    def rate(self) -> int:
        """The mean of both rates, rounded up."""
        return (self.own.rate + self.elsewhere.rate + 1) // 2

    @property
    def chance(self) -> float:
        """The chance that the marks reckon with, added up over the players."""
        return sum(each.chance for each in self.safety)


class BestTiles(NamedTuple):
    """The tiles with the lowest rate, or one that is not told apart from it."""

    right: frozenset[Kind]
    """At either table."""
    agreed: frozenset[Kind]
    """At both."""


def best_tiles(tiles: Sequence[RatedTile]) -> BestTiles:
    """The best of some tiles at both tables."""
    found = []
    for rates in ([tile.own for tile in tiles], [tile.elsewhere for tile in tiles]):
        high = min(rates).high
        found.append(
            frozenset(tile.kind for tile, rate in zip(tiles, rates, strict=True) if rate.low <= high)
        )
    return BestTiles(found[0] | found[1], found[0] & found[1])


@dataclass(frozen=True, slots=True)
class SafestFacts(Facts):
    """The tiles of the hand, the safest first; the first ``equals`` are right. ``tempting`` are not."""

    tiles: tuple[RatedTile, ...]
    equals: int
    tempting: tuple[Kind, ...]
    earlier: tuple[Kind, ...]
    """Those of ``tempting`` that another player discarded before each riichi."""


class _Plan(NamedTuple):
    """What is drawn before a hand is searched."""

    players: int
    """Players in riichi."""
    place: int
    """The place of a right tile, from the outside inwards, in thousandths of the kinds."""
    walls: bool
    """Whether a wall has to speak for the safest tile."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A position of that level, under the fixed ruleset or any preset."""
    players = 1 + (dice.below(100) < TWO[level - 1])
    plan = _Plan(players, dice.below(_PLACES), dice.below(100) < WALLS[level - 1])
    for _ in range(PATIENCE):
        if (found := _find(level, plan, dice, fixed)) is not None:
            return found
    return None


def _find(level: int, plan: _Plan, dice: Dice, fixed: Ruleset | None) -> Draft | None:
    """A question from one hand that follows the plan, or None."""
    low, high = BANDS[level - 1]

    def wanted(view: SeatView) -> bool:
        return _wanted(view) and len(possible_winners(view)) == plan.players

    for moment in islice(moments(any_rules(dice, fixed), dice, _QUIET, wanted), _LOOKS):
        if isinstance(moment.events[-1], ev.Dora):  # turned with the discard, which is chosen before it
            continue
        changed = _with_right_place(moment, plan, dice)
        made = None if changed is None else ask(changed)
        if made is None or not low <= made.difficulty <= high:
            continue
        assert isinstance(made.facts, SafestFacts)
        fits = not plan.walls or not _WALLS.isdisjoint(made.themes)
        if fits and len(made.facts.tempting) >= TEMPTING[level - 1] and _right_at(made, plan.place):
            return made
    return None


# -- the place of the right tile -------------------------------------------------------------------------


def _with_right_place(moment: SeatPosition, plan: _Plan, dice: Dice) -> SeatPosition | None:
    """The position with tiles swapped so that the tile at that place is the safest; None if none fits.

    That tile may itself come into the hand.
    """
    view = moment.view()
    against, safety = possible_winners(view), Safety(view)
    left = view.left()
    rates = {kind: _rate(kind, safety, against) for kind in range(KINDS)}
    held = {KIND_OF[tile] for tile in view.hand.tiles}
    for aim in dice.shuffled([kind for kind in range(KINDS) if kind in held or left[kind]]):
        rate = rates[aim]
        better = {kind for kind in held if rates[kind].rate < rate.rate}
        kinds = sorted(held - better | {aim}, key=_from_outside)
        off = kinds.index(aim) * _PLACES // len(kinds) - plan.place
        if not rate.rate or not -2 * _PLACES < off * len(kinds) < _PLACES or (plan.walls and not rate.wall):
            continue
        if aim not in held and not better:
            better = set(dice.shuffled([kind for kind in sorted(held) if view.hand.counts[kind] == 1])[:1])
        if sum(view.hand.counts[kind] for kind in better) <= MOST_SWAPPED:
            worse = [kind for kind in range(KINDS) if rates[kind].low > rate.high and kind != aim]
            certain = None if aim in held else aim
            return (
                swap(moment, view, better, worse, dice, certain)
                if better
                else moment
                if aim in held
                else None
            )
    return None


class _Rate(NamedTuple):
    """The mean rate of a kind, an interval that holds both, and whether a wall speaks for it."""

    rate: int
    low: int
    high: int
    wall: bool


def _rate(kind: Kind, safety: Safety, against: Sequence[int]) -> _Rate:
    reasons = [safety.reason(kind, seat) for seat in against]
    own, elsewhere = _measured(reasons, GROUNDS_IN_RIICHI), _measured(reasons, GROUNDS_ELSEWHERE)
    wall = any(_THEMES.get(reason.family) in _WALLS for reason in reasons)
    mean = (own.rate + elsewhere.rate + 1) // 2
    return _Rate(mean, min(own.low, elsewhere.low), max(own.high, elsewhere.high), wall)


def _measured(reasons: Sequence[SafetyReason], table: Mapping[SafetyReason, GroundRate]) -> MeasuredRate:
    rows = [table[reason] for reason in reasons if reason not in SAFE_REASONS]
    return MeasuredRate(
        sum(row.rate for row in rows), sum(row.low for row in rows), sum(row.high for row in rows)
    )


def _at(place: int, kinds: Sequence[Kind]) -> Kind:
    """The kind at that place, in thousandths, of these kinds from the outside inwards."""
    return sorted(kinds, key=_from_outside)[place * len(kinds) // _PLACES]


def _from_outside(kind: Kind) -> tuple[int, Kind]:
    """The order from honours and terminals inwards to 4, 5 and 6."""
    return (0 if kind >= EAST else 1 + min(kind % 9, 8 - kind % 9, 3), kind)


def _right_at(made: Draft, place: int) -> bool:
    assert isinstance(made.facts, SafestFacts)
    return NAMES[_at(place, [tile.kind for tile in made.facts.tiles])] in made.answer[0]


# -- the question ----------------------------------------------------------------------------------------


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if a tile is proven safe, or no tempting tile is clearly worse."""
    view = moment.view()
    if not _wanted(view):
        return None
    against = possible_winners(view)
    tiles = rated(view, against)
    right, agreed = best_tiles(tiles)
    proven = any(all(each.cannot_lose for each in tile.safety) for tile in tiles)
    if proven or len(tiles) < LEAST_KINDS or 3 * len(right) > len(tiles):
        return None
    if not agreed or min(tiles, key=lambda tile: tile.chance).kind not in right:
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
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=SafestAsk(against),
        parts=(Part("tile", kind_options(sorted(tile.kind for tile in tiles))),),
        answer=(names(sorted(right)),),
        facts=SafestFacts(tiles, len(right), tempting, tuple(earlier)),
        difficulty=_difficulty(view, against, best, tempting),
        themes=tuple(_themes(best, against)),
        partial=({NAMES[tile.kind]: best.rate / tile.rate for tile in tiles[len(right) :]},),
    )


def rated(view: SeatView, against: Sequence[int]) -> tuple[RatedTile, ...]:
    """The kinds of the hand with their measured rates, the lowest first."""
    safety = Safety(view)
    tiles = [rate_of(kind, safety, against) for kind in {KIND_OF[tile] for tile in view.hand.tiles}]
    return tuple(sorted(tiles, key=lambda tile: (tile.rate, tile.kind)))


def rate_of(kind: Kind, safety: Safety, against: Sequence[int]) -> RatedTile:
    """The measured rate of a kind, added up over players in riichi."""
    reasons = [safety.reason(kind, seat) for seat in against]
    own, elsewhere = _measured(reasons, GROUNDS_IN_RIICHI), _measured(reasons, GROUNDS_ELSEWHERE)
    return RatedTile(kind, tuple(safety.against(kind, seat) for seat in against), own, elsewhere)


def mean_rate(reason: SafetyReason) -> int:
    """The mean rate of a ground against one player in riichi, in hundredths of a per cent."""
    rates = _measured([reason], GROUNDS_IN_RIICHI).rate, _measured([reason], GROUNDS_ELSEWHERE).rate
    return (sum(rates) + 1) // 2


def _wanted(view: SeatView) -> bool:
    """Whether the seat must discard, and one or two other players are in riichi and nobody else dangerous."""
    if not view.my_turn or view.drawn is None or view.me.riichi or KIND_OF[view.drawn] in view.waits:
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
    for each in tile.safety:
        before = table.discards[: counted_from(table, each.opponent)]
        if all(KIND_OF[other] != tile.kind or seat == each.opponent for seat, other in before):
            return False
    return True


def _difficulty(view: SeatView, against: Sequence[int], best: RatedTile, tempting: Sequence[Kind]) -> int:
    weight = max(WEIGHTS.get(each.reason.family, OTHER_WEIGHT) for each in best.safety)
    look = tiles_to_look_at(view.table, against) // ROW
    return look + len(tempting) + weight + SECOND * (len(against) - 1)


_THEMES: Mapping[str, DrillTheme] = {
    "suji": DrillTheme.SUJI,
    "half-suji": DrillTheme.SUJI,
    "riichi-suji": DrillTheme.SUJI,
    "no-chance": DrillTheme.WALL,
    "one-chance": DrillTheme.ONE_CHANCE,
}
"""The theme of a ground by its family."""
_WALLS = frozenset({DrillTheme.WALL, DrillTheme.ONE_CHANCE})


def _themes(best: RatedTile, against: Sequence[int]) -> Iterator[DrillTheme]:
    """The ideas: what speaks for the safest tile, and what the position is about."""
    found = [_THEMES[each.reason.family] for each in best.safety if each.reason.family in _THEMES]
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
    bands=BANDS,
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
)
