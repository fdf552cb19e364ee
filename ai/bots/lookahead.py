"""Value hands up to two away from tenpai: follow every draw and every call that brings the hand closer.

One away, each wait is valued with the points of its wins. Two away, the han of each wait are estimated. Which
discards bring a hand closer depends on its tiles alone. So it is kept from turn to turn, and only the weights
of the tiles are new at each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ai.bots.hand_evaluation import UtilityByHan
from ai.bots.win_value import (
    DAMATEN_FACTOR,
    DAMATEN_FACTOR_UNDER_THREAT,
    MAX_CHANCE,
    MEAN_RATE,
    RATE_OF,
    TSUMO_ONLY_FACTOR,
    WinPoints,
    han_utility,
    iishanten_chance,
    reds_of,
    riichi_utility,
    step_chance,
    tenpai_chance,
)
from ai.reading.position_analysis import PositionAnalysis
from engine import shape
from engine.hand import MOST_MELDS, POWERS, SUIT_OF, Hand, Meld, MeldKind
from engine.legal.calls import NEIGHBOURS
from engine.legal.turn import points_for_riichi
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, KINDS, Kind, Tile
from engine.wall import PLAYERS

MOST_FOLLOWED = 2
"""The farthest distance from tenpai at which draws are followed."""
NARROW_WAIT = 8.0
"""Weighted tiles of a narrow wait: with fewer, riichi loses what it gains besides its own win."""
BEFORE_NEXT_STEP = 0.65
"""Share of the own draws that are left, on average, when a hand two away has become one away."""
CLOSED_HAN = 1.7
"""Han of riichi with the average of tsumo, ippatsu and ura dora."""
PINFU_HAN = 0.7
"""Han of a wait on two tiles three apart in a closed hand: pinfu, unless a triplet or the pair denies it."""
HONITSU_HAN, OPEN_HONITSU_HAN = 3.0, 2.0
_NINES = POWERS[8]
_BITS = 21
"""Bits of a suit's key in a hand code; the honours and the number of melds have as many."""
_SUIT = (1 << _BITS) - 1
CODE_OF: tuple[int, ...] = tuple(POWERS[kind] << _BITS * SUIT_OF[kind] for kind in range(KINDS))
"""The amount that a tile of a kind adds to the code of a hand."""

_T = TypeVar("_T", bound=tuple[int, ...])
_Near = tuple[Kind, tuple[Kind, ...]]
"""A discard and the kinds that the hand then accepts."""
_Yaku = tuple[int, int, bool, bool]
"""What the concealed tiles of a tenpai hand and its waits say of its yaku: the key of the honours, the suits
with a tile (one bit each), whether all are simples, and whether the wait is two-sided."""
_Tenpai = tuple[Kind, tuple[Kind, ...], _Yaku]
"""A discard that leaves a tenpai hand, its waits, and what is known of its yaku."""


def hand_code(keys: Sequence[int], melds: int) -> int:
    """The concealed tiles and the number of melds as one number, by which hands are remembered.

    Numbers and plain tuples of numbers are what garbage collection does not visit; many are kept.
    """
    m, p, s, z = keys
    return m | p << _BITS | s << 2 * _BITS | z << 3 * _BITS | melds << 4 * _BITS


def _keys(code: int) -> tuple[tuple[int, int, int, int], int]:
    """The keys and the number of melds of a hand code."""
    return (
        code & _SUIT,
        code >> _BITS & _SUIT,
        code >> 2 * _BITS & _SUIT,
        code >> 3 * _BITS & _SUIT,
    ), code >> 4 * _BITS


@lru_cache(maxsize=20_000)
def one_away_discards(code: int) -> tuple[_Near, ...]:
    """The discards of 14 tiles that leave a hand one away, each with what it then accepts."""
    return shape.nearest_discards(*_keys(code), 1)


@lru_cache(maxsize=40_000)
def tenpai_discards(code: int) -> tuple[_Tenpai, ...]:
    """The discards of 14 tiles that leave tenpai."""
    keys, melds = _keys(code)
    return tuple(
        [
            (kind, _same(waits), _same(_yaku(keys, kind, waits)))
            for kind, waits in shape.nearest_discards(keys, melds, 0)
        ]
    )


def _yaku(keys: Sequence[int], discard: Kind, waits: Sequence[Kind]) -> _Yaku:
    left = list(keys)
    left[SUIT_OF[discard]] -= POWERS[discard]
    m, p, s, honours = left
    return (
        honours,
        (m > 0) + 2 * (p > 0) + 4 * (s > 0),
        _all_simples(left) and not any([IS_ORPHAN[wait] for wait in waits]),  # noqa: C419
        len(waits) >= 2 and waits[1] - waits[0] == 3 and waits[0] < EAST,
    )


def reach(code: int, kind: Kind, rate: float) -> float:
    """The rate at which an open hand gets an accepted tile, relative to the own draws alone.

    ``rate`` is how often it would come if any discard of it could be called, as the third tile of a triplet
    can. A tile of a sequence can be called from one player alone, and a tile for the pair from nobody.
    """
    suit = code >> _BITS * SUIT_OF[kind] & _SUIT
    if suit // POWERS[kind] % 5 >= 2:
        return rate
    if any([suit // POWERS[low] % 5 and suit // POWERS[high] % 5 for low, high in NEIGHBOURS[kind]]):  # noqa: C419
        return 1.0 + (rate - 1.0) / (PLAYERS - 1)
    return 1.0


@lru_cache(maxsize=10_000)
def _same(numbers: _T) -> _T:
    """One copy of tuples that are equal: thousands of hands have the same waits."""
    return numbers


class _Melds:
    """The yaku that the melds of a hand allow, and the known values of the hands with these melds."""

    def __init__(self, hand: Hand, position: PositionAnalysis, *, closed: bool) -> None:
        """``closed`` says whether the hand stays so."""
        melds = hand.melds
        self.number = len(melds)
        self.closed = closed
        self.simple = (self.closed or position.view.rules.open_tanyao) and not any(
            IS_ORPHAN[KIND_OF[tile]] for meld in melds for tile in meld.tiles
        )
        """Whether all simples is still a yaku."""
        self.suits = sum({1 << meld.first // 9 for meld in melds if meld.first < EAST})
        """The suits that they use, one bit each."""
        self.han = float(sum(position.yakuhai[meld.first] for meld in melds))
        """Han of the yakuhai among them."""
        self.one_away: dict[tuple[int, int], float] = {}
        """The values of hands one away, by their code and their dora."""
        self.wins: dict[tuple[_Yaku, int], float] = {}
        """The utilities of wins, by what decides the yaku and by the dora."""


class _Waits(dict[tuple[Kind, ...], int]):
    """The unseen tiles of waits, each weighted with its rate; 0 if one of the waits is in the own pond."""

    def __init__(self, position: PositionAnalysis, rates: Mapping[Kind, float]) -> None:
        self._left = position.left
        self._rates = rates
        self._pond = frozenset(KIND_OF[discard.tile] for discard in position.view.me.pond)

    def __missing__(self, waits: tuple[Kind, ...]) -> int:
        left, rates = self._left, self._rates
        weighted = round(sum([left[wait] * rates[wait] for wait in waits]))
        self[waits] = found = weighted if self._pond.isdisjoint(waits) else 0
        return found


class _Chances(dict[int, float]):
    """``iishanten_chance`` by the weighted tiles of the wait."""

    def __init__(self, leading: int, unseen: int, draws: int, threats: int) -> None:
        self._leading = leading
        self._table = unseen, draws, threats

    def __missing__(self, weighted: int) -> float:
        self[weighted] = chance = iishanten_chance(self._leading, weighted, *self._table)
        return chance


class TwoAway:
    """Values hands of one position, with the utility of points that the player has.

    ``rates`` say how often a tile of a kind comes when it is waited on, relative to the own draws alone.
    """

    def __init__(
        self,
        position: PositionAnalysis,
        utility: Callable[[float], float],
        rates: Mapping[Kind, float],
        unseen: int,
    ) -> None:
        self._position = position
        self._unseen = unseen
        self._threats = position.tenpai_threats
        self._rates = rates
        self._then = max(1, round(position.draws * BEFORE_NEXT_STEP))
        self._waits = _Waits(position, rates)
        self._chances: dict[int, _Chances] = {}
        self._by_han = UtilityByHan(lambda han: han_utility(han, position.dealer, utility))
        self._yakuhai: dict[int, float] = {}
        self._by_melds: dict[tuple[bool, tuple[Meld, ...]], _Melds] = {}

    def value(self, hand: Hand, accepts: Sequence[Kind]) -> float:
        """The value of a hand two away from tenpai, in points; a closed one may call if that is better."""
        value = self._value(hand, accepts, closed=False)
        return max(value, self._value(hand, accepts, closed=True)) if hand.is_closed else value

    def _value(self, hand: Hand, accepts: Sequence[Kind], *, closed: bool) -> float:
        position, left = self._position, self._position.left
        melds = self._melds(hand, closed=closed)
        code = hand_code(hand.keys, melds.number)
        dora = sum([position.tile_han[tile] for tile in hand.all_tiles()])
        total, tiles = 0.0, 0.0
        for kind in accepts:
            if left[kind]:
                coming = left[kind] * self._reach(code, kind, melds)
                tiles += coming
                total += coming * self._nearer(code + CODE_OF[kind], melds, dora + position.dora[kind])
        leading = max(1, round(tiles))
        chance = step_chance(leading, self._unseen, position.draws, self._then, self._threats)
        return total * chance

    def _nearer(self, code: int, melds: _Melds, dora: int) -> float:
        """The value of the hand one away that the discard with the most accepted tiles leaves."""
        copies_of, dora_of = self._position.left.__getitem__, self._position.dora
        most, best, accepted = -1, 0, tuple[Kind, ...]()
        for kind, accepts in one_away_discards(code):
            tiles = sum(map(copies_of, accepts)) - dora_of[kind]
            if tiles > most:
                most, best, accepted = tiles, kind, accepts
        if not accepted:
            return 0.0
        code, dora = code - CODE_OF[best], dora - dora_of[best]
        known = melds.one_away.get((code, dora))
        if known is None:
            known = melds.one_away[code, dora] = self._follow(code, melds, accepted, dora)
        return known

    def _follow(self, code: int, melds: _Melds, accepts: Sequence[Kind], dora: int) -> float:
        """The value of a hand one away: the sum over accepted draws, each with its best wait."""
        left, dora_of = self._position.left, self._position.dora
        coming = [left[kind] * self._reach(code, kind, melds) for kind in accepts]
        chances = self._chances_of(max(1, round(sum(coming))))
        total = 0.0
        for kind, tiles in zip(accepts, coming, strict=True):
            if tiles:
                drawn, worth = code + CODE_OF[kind], dora + dora_of[kind]
                total += tiles * self._best_wait(drawn, melds, worth, chances)
        return total

    def _best_wait(self, code: int, melds: _Melds, dora: int, chances: Mapping[int, float]) -> float:
        """The value of the best tenpai that a discard leaves; 0 for waits that are furiten."""
        dora_of, waits_of, wins = self._position.dora, self._waits, melds.wins
        highest = 0.0
        for kind, waits, yaku in tenpai_discards(code):
            weighted = waits_of[waits]
            if weighted <= 0 or kind in waits:
                continue
            form = yaku, dora - dora_of[kind]
            win = wins.get(form)
            if win is None:
                win = wins[form] = self._win_value(melds, *form)
            value = chances[weighted] * win
            if value > highest:
                highest = value
        return highest

    def _win_value(self, melds: _Melds, form: _Yaku, dora: int) -> float:
        """The utility of a win with the estimated han; 0 without a yaku."""
        honours, suits, simple, two_sided = form
        yaku = self._yakuhai_han(honours) + melds.han
        if melds.simple and simple:
            yaku += 1.0
        if (suits | melds.suits).bit_count() == 1:
            yaku += HONITSU_HAN if melds.closed else OPEN_HONITSU_HAN
        if melds.closed:
            yaku += CLOSED_HAN
            if two_sided:
                yaku += PINFU_HAN
        if not yaku:
            return 0.0
        return self._by_han[yaku + dora]

    def _yakuhai_han(self, honours: int) -> float:
        """Han of the concealed triplets of honours."""
        if honours not in self._yakuhai:
            counts = [honours // power % 5 for power in POWERS[EAST:]]
            yakuhai = self._position.yakuhai[EAST:]
            self._yakuhai[honours] = float(
                sum([han for count, han in zip(counts, yakuhai, strict=True) if count >= 3])
            )
        return self._yakuhai[honours]

    def _melds(self, hand: Hand, *, closed: bool) -> _Melds:
        key = closed, tuple(hand.melds)
        if key not in self._by_melds:
            self._by_melds[key] = _Melds(hand, self._position, closed=closed)
        return self._by_melds[key]

    def _reach(self, code: int, kind: Kind, melds: _Melds) -> float:
        return 1.0 if melds.closed else reach(code, kind, self._rates[kind])

    def _chances_of(self, leading: int) -> _Chances:
        if leading not in self._chances:
            self._chances[leading] = _Chances(leading, self._unseen, self._then, self._threats)
        return self._chances[leading]


def _all_simples(keys: Sequence[int]) -> bool:
    """Whether no terminal or honour is among the concealed tiles."""
    m, p, s, z = keys
    return not (z or m % 5 or p % 5 or s % 5) and m < _NINES and p < _NINES and s < _NINES


# -- one away: each wait with its points ---------------------------------------------------------------

_UNSEEN_STEP = 4
"""Unseen tiles are rounded down to multiples of this, for the cache."""
_TILES_PER_UNIT = 2
"""Weighted tiles of a wait are rounded to 1/2, for the cache."""


class TenpaiWorth(NamedTuple):
    """The value of a tenpai hand in damaten and in riichi, in points."""

    damaten: float
    riichi: float | None
    """None if riichi cannot be declared."""
    certainty: float
    """The chance to win relative to that of a narrow wait, at most 1."""


class _Step(NamedTuple):
    """A tile that brings a hand closer, by a draw or a call."""

    tiles: float
    """Unseen tiles that do, weighted by how often they come relative to the own draws alone."""
    wait: float
    """Weighted tiles of the wait that a hand one away then has."""
    worth: float
    """Of a win, or of the hand that is then one away."""


class _Rates(dict[Kind, float]):
    """The rate at which a kind that is waited on comes, relative to the own draws alone."""

    def __init__(self, position: PositionAnalysis) -> None:
        self._position = position

    def __missing__(self, kind: Kind) -> float:
        position = self._position
        rate = RATE_OF.get(position.safety.reason(kind, position.view.seat), MEAN_RATE)
        self[kind] = rate = rate if position.left[kind] else 0.0
        return rate


class Lookahead:
    """Values hands of one position by lookahead.

    ``utility`` maps points to the player's utility; ``risk`` is the cost of a riichi that does not win.
    """

    def __init__(self, position: PositionAnalysis, utility: Callable[[float], float], risk: float) -> None:
        view = position.view
        self._position = position
        self._utility = utility
        self._risk = risk
        self._unseen = max(position.unseen // _UNSEEN_STEP, 1) * _UNSEEN_STEP
        self._threats = position.tenpai_threats
        self._pond = frozenset(KIND_OF[discard.tile] for discard in view.me.pond)
        self._may_declare = points_for_riichi(view.rules, view.me.score)
        self._points = WinPoints(position)
        self._left = position.left
        self._rates = _Rates(position)
        self._weighted: dict[tuple[Kind, ...], float] = {}
        self._worths: dict[tuple[object, ...], float] = {}
        self._in_riichi: dict[float, float] = {}
        self._waits: dict[tuple[object, ...], tuple[float, float]] = {}
        self._values: dict[tuple[object, ...], float] = {}
        self._two_away: TwoAway | None = None

    # -- tenpai --------------------------------------------------------------------------------------

    def tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None) -> TenpaiWorth:
        """The value of a tenpai hand after a discard (None between turns)."""
        draws, threats = self._position.draws, self._threats
        furiten = self._furiten(waits, None if discard is None else KIND_OF[discard])
        chance = tenpai_chance(self._weighted_tiles(waits), self._unseen, draws, threats)
        certainty = min(chance / tenpai_chance(NARROW_WAIT, self._unseen, draws, threats), 1.0)
        points = self._points
        damaten = self._utility(points.mean(hand, waits, riichi=0, tsumo=furiten))
        if furiten:
            chance *= TSUMO_ONLY_FACTOR
            damaten *= chance
        else:
            damaten *= min(chance * (DAMATEN_FACTOR_UNDER_THREAT if threats else DAMATEN_FACTOR), MAX_CHANCE)
            if hand.is_closed:
                drawn = points.mean(hand, waits, riichi=0, tsumo=True)
                damaten = max(damaten, chance * TSUMO_ONLY_FACTOR * self._utility(drawn))
        if not (hand.is_closed and self._may_declare):
            return TenpaiWorth(damaten, None, certainty)
        declared = self._declared(points.mean(hand, waits, riichi=1, tsumo=furiten))
        return TenpaiWorth(damaten, chance * declared - (1.0 - chance) * self._risk, certainty)

    # -- one and two away ----------------------------------------------------------------------------

    def iishanten(self, hand: Hand, accepts: Sequence[Kind], discard: Tile | None) -> float:
        return self._one_away(
            hand.copy(), accepts, None if discard is None else KIND_OF[discard], self._position.draws
        )

    def ryanshanten(self, hand: Hand, accepts: Sequence[Kind]) -> float:
        if self._two_away is None:
            self._two_away = TwoAway(self._position, self._utility, self._rates, self._unseen)
        return self._two_away.value(hand, accepts)

    def _one_away(self, hand: Hand, accepts: Sequence[Kind], discarded: Kind | None, draws: int) -> float:
        """The sum over accepted draws and calls, each with its best wait."""
        key = (*hand.keys, *hand.melds, len(reds_of(hand)), draws)
        if key not in self._values:
            self._values[key] = self._follow_draws(hand, accepts, discarded, draws)
        return self._values[key]

    def _follow_draws(self, hand: Hand, accepts: Sequence[Kind], discarded: Kind | None, draws: int) -> float:
        steps = []
        for kind in accepts:
            if self._left[kind]:
                hand.add(kind)
                weighted, worth = self._best_wait(hand, kind, discarded, draws)
                hand.remove(kind)
                if worth > 0.0:
                    steps.append(_Step(self._left[kind], weighted, worth))
        leading = float(sum([self._left[kind] for kind in accepts]))
        total = self._sum(steps, leading, draws)
        calls = []
        for rate, called in self._calls(hand, accepts):
            weighted, worth = self._best_wait(called, None, discarded, draws)
            if worth * tenpai_chance(weighted, self._unseen, draws, self._threats) > total:
                calls.append(_Step(rate, weighted, worth))
        if not calls:
            return total
        return max(total, self._sum(steps + calls, leading + sum([call.tiles for call in calls]), draws))

    def _sum(self, steps: Sequence[_Step], leading: float, draws: int) -> float:
        unseen, threats, tiles = self._unseen, self._threats, max(1, round(leading))
        return sum(
            [
                step.tiles * step.worth * iishanten_chance(tiles, step.wait, unseen, draws, threats)
                for step in steps
            ]
        )

    def _best_wait(
        self, hand: Hand, drawn: Kind | None, discarded: Kind | None, draws: int
    ) -> tuple[float, float]:
        """Weighted tiles and utility of the most valuable tenpai that a discard from 14 tiles leaves."""
        key = (*hand.keys, *hand.melds, len(hand.tiles), drawn, draws)
        found = self._waits.get(key)
        if found is None:
            found = self._waits[key] = self._find_wait(hand, drawn, discarded, draws)
        return found

    def _find_wait(
        self, hand: Hand, drawn: Kind | None, discarded: Kind | None, draws: int
    ) -> tuple[float, float]:
        highest, found = 0.0, (0.0, 0.0)
        for kind, waits, _ in tenpai_discards(hand_code(hand.keys, len(hand.melds))):
            weighted = self._weighted_tiles(waits, drawn)
            if weighted <= 0:
                continue
            furiten = self._furiten(waits, kind) or (discarded is not None and discarded in waits)
            tile = _plain(hand, kind)
            hand.remove(tile)
            worth = self._win_utility(hand, waits, furiten=furiten) * (TSUMO_ONLY_FACTOR if furiten else 1.0)
            hand.add(tile)
            value = worth * tenpai_chance(weighted, self._unseen, draws, self._threats)
            if value > highest:
                highest, found = value, (weighted, worth)
        return found

    # -- calls ---------------------------------------------------------------------------------------

    def _calls(self, hand: Hand, accepts: Sequence[Kind]) -> Iterator[tuple[float, Hand]]:
        """Each chi and pon of an accepted kind: how often it comes, and the hand of 14 tiles after it."""
        if len(hand.melds) == MOST_MELDS:
            return
        counts = hand.counts
        for kind in accepts:
            # others discard the tile so much more often than it is drawn
            rate = (self._rates[kind] - 1.0) * self._left[kind]
            if rate <= 0.0:
                continue
            if counts[kind] >= 2:
                yield rate, _with_meld(hand, MeldKind.PON, kind, (kind, kind))
            for low, high in NEIGHBOURS[kind]:
                if counts[low] and counts[high]:
                    yield rate / (PLAYERS - 1), _with_meld(hand, MeldKind.CHI, kind, (low, high))

    # -- parts ---------------------------------------------------------------------------------------

    def _weighted_tiles(self, waits: tuple[Kind, ...], drawn: Kind | None = None) -> float:
        """The number of tiles of a wait, each weighted with its rate; one of the drawn kind is subtracted."""
        weighted = self._weighted.get(waits)
        if weighted is None:
            left, rates = self._left, self._rates
            weighted = self._weighted[waits] = sum([left[kind] * rates[kind] for kind in waits])
        if drawn is not None and drawn in waits:
            weighted -= self._rates[drawn]
        return round(weighted * _TILES_PER_UNIT) / _TILES_PER_UNIT

    def _furiten(self, waits: Sequence[Kind], discarded: Kind | None) -> bool:
        return discarded in waits or not self._pond.isdisjoint(waits)

    def _win_utility(self, hand: Hand, waits: tuple[Kind, ...], *, furiten: bool) -> float:
        """The utility of a win, in riichi if possible: by ron, or by tsumo if the hand is furiten."""
        key = (*hand.keys, len(reds_of(hand)), furiten, *hand.melds)
        if key not in self._worths:
            riichi = hand.is_closed and self._may_declare
            points = self._points.mean(hand, waits, riichi=int(riichi), tsumo=furiten)
            self._worths[key] = self._declared(points) if riichi else self._utility(points)
        return self._worths[key]

    def _declared(self, points: float) -> float:
        """The utility of a win in riichi, by its points without luck."""
        if points not in self._in_riichi:
            self._in_riichi[points] = riichi_utility(points, self._position.dealer, self._utility)
        return self._in_riichi[points]


def _plain(hand: Hand, kind: Kind) -> Tile:
    """A tile of the kind, a plain five before a red one."""
    return kind if kind in hand.tiles else next(tile for tile in hand.tiles if KIND_OF[tile] == kind)


def _with_meld(hand: Hand, meld: MeldKind, kind: Kind, others: tuple[Kind, Kind]) -> Hand:
    """A copy of the hand that has called the kind; red fives go into the meld."""
    twin = hand.copy()
    tiles: list[Tile] = [kind]
    for other in others:
        tile = next((tile for tile in twin.tiles if tile >= KINDS and KIND_OF[tile] == other), other)
        twin.remove(tile)
        tiles.append(tile)
    twin.melds.append(Meld(meld, tuple(tiles)))
    return twin
