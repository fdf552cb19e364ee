"""Value hands up to two away from tenpai: follow every draw and every call that brings the hand closer.

One away, each win is scored. Two away, and for a closed hand that would call, its han are estimated. Which
discards bring a hand closer is kept from turn to turn; only the weights of the tiles are new.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ai.bots.win_value import (
    MEAN_RATE,
    RATE_OF,
    TSUMO_ONLY_FACTOR,
    WinPoints,
    WinUtility,
    iishanten_chance,
    reds_of,
    step_chance,
    tenpai_chance,
)
from ai.reading.estimates import Remembered
from ai.reading.safety import PositionAnalysis
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.legal import NEIGHBOURS, refuse_riichi_with
from engine.shape import Acceptance
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, KINDS, Kind, Tile
from engine.wall import PLAYERS

MOST_FOLLOWED = 2
"""The farthest distance from tenpai at which draws are followed."""
NARROW_WAIT = 8.0
"""Weighted tiles of a narrow wait: with fewer, riichi loses what it gains besides its own win."""
_UNSEEN_STEP = 4
"""Unseen tiles are rounded down to multiples of this, for the cache."""
_TILES_PER_UNIT = 2
"""Weighted tiles of a wait are rounded to 1/2, for the cache."""
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
"""A discard that leaves tenpai, the waits, and what is known of the yaku."""


def hand_code(keys: Sequence[int], melds: int) -> int:
    """The concealed tiles and the number of melds as a number, which garbage collection does not visit."""
    m, p, s, z = keys
    return m | p << _BITS | s << 2 * _BITS | z << 3 * _BITS | melds << 4 * _BITS


def _keys(code: int) -> tuple[tuple[int, int, int, int], int]:
    m, p, s = code & _SUIT, code >> _BITS & _SUIT, code >> 2 * _BITS & _SUIT
    return (m, p, s, code >> 3 * _BITS & _SUIT), code >> 4 * _BITS


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

    ``rate`` is that of a triplet's third tile. A sequence is called from one player, a pair from nobody.
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


class _Way:
    """A way to win with some melds: closed or by calls, and what is known of the hands on it."""

    def __init__(self, hand: Hand, position: PositionAnalysis, *, closed: bool, exact: bool) -> None:
        """``exact``: each win is scored, not estimated."""
        self.melds = tuple(hand.melds)
        self.closed = closed
        self.exact = exact
        self.reds = reds_of(hand)
        self.simple = (closed or position.view.rules.open_tanyao) and not any(
            IS_ORPHAN[KIND_OF[tile]] for meld in self.melds for tile in meld.tiles
        )
        """Whether all simples is still a yaku."""
        self.suits = sum({1 << meld.first // 9 for meld in self.melds if meld.first < EAST})
        """The suits of the melds, one bit each."""
        self.han = float(sum(position.yakuhai[meld.first] for meld in self.melds))
        self.one_away: dict[tuple[int, int], float] = {}
        """The values of hands one away, by their code and their dora."""
        self.wins: dict[int | tuple[_Yaku, int], float] = {}
        """The utilities of wins: by the code of the hand, or by what an estimate asks for."""


class TenpaiWorth(NamedTuple):
    """The value of a tenpai hand in damaten and in riichi, in points."""

    damaten: float
    riichi: float | None
    """None for an open hand; whether it may be declared is asked of the options."""
    certainty: float
    """The chance to win relative to that of a narrow wait, at most 1."""


class Lookahead:
    """Values hands of one position by lookahead.

    ``utility`` is that of the player's wins, ``risk`` the cost of a riichi that does not win.
    """

    def __init__(self, position: PositionAnalysis, utility: WinUtility, risk: float) -> None:
        view, left = position.view, position.left
        pond = frozenset(KIND_OF[discard.tile] for discard in view.me.pond)

        def rate(kind: Kind) -> float:
            common = RATE_OF.get(position.safety.reason(kind, view.seat), MEAN_RATE)
            return common if left[kind] else 0.0

        def weighted(waits: tuple[Kind, ...]) -> float:
            if not pond.isdisjoint(waits):
                return float(sum([left[wait] for wait in waits]))
            return sum([left[wait] * rates[wait] for wait in waits])

        self._position, self._utility, self._risk = position, utility, risk
        self._unseen = max(position.unseen // _UNSEEN_STEP, 1) * _UNSEEN_STEP
        self._threats = position.tenpai_threats
        self._then = max(1, round(position.draws * BEFORE_NEXT_STEP))
        self._may_declare = refuse_riichi_with(view, view.hand, view.live_after_draw) is None
        """At the next draw, if the hand is closed and tenpai by then."""
        self._points = WinPoints(position)
        self._pond = pond
        self._rates = rates = Remembered[Kind, float](rate)
        """How often a kind comes, relative to the own draws alone."""
        self._waits = Remembered[tuple[Kind, ...], float](weighted)
        """The unseen tiles of waits, weighted with these rates, or not in furiten."""
        self._chances: dict[tuple[int, int], Remembered[float, float]] = {}
        self._yakuhai = Remembered[int, float](lambda honours: _yakuhai_han(honours, position.yakuhai))
        self._ways: dict[tuple[object, ...], _Way] = {}
        self._widest = Remembered[int, _Near](self._find_widest)
        """The discard of 14 tiles that leaves a hand one away with the most accepted tiles, by the code."""

    def tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None) -> TenpaiWorth:
        """The value of a tenpai hand after a discard (None between turns)."""
        draws, threats, points = self._position.draws, self._threats, self._points
        furiten = self._furiten(waits) or (discard is not None and KIND_OF[discard] in waits)
        weighted = _rounded(sum([self._position.left[wait] * self._rates[wait] for wait in waits]))
        chance = tenpai_chance(weighted, self._unseen, draws, threats)
        certainty = min(chance / tenpai_chance(NARROW_WAIT, self._unseen, draws, threats), 1.0)
        damaten = points.damaten(hand, waits, chance, self._utility.of_points, furiten=furiten)
        if not hand.is_closed:
            return TenpaiWorth(damaten, None, certainty)
        chance *= TSUMO_ONLY_FACTOR if furiten else 1.0
        declared = self._utility.in_riichi[points.mean(hand, waits, riichi=1, tsumo=furiten)]
        return TenpaiWorth(damaten, chance * declared - (1.0 - chance) * self._risk, certainty)

    def value(self, hand: Hand, after: Acceptance, discard: Tile | None = None) -> float:
        """The value of a hand one or two away, in points; a closed one may call if that is better."""
        (shanten, accepts), tile_han = after, self._position.tile_han
        code, dora = hand_code(hand.keys, len(hand.melds)), sum([tile_han[tile] for tile in hand.all_tiles()])
        thrown = None if discard is None else KIND_OF[discard]
        values = []
        for closed in {hand.is_closed, False}:
            way = self._way(hand, closed=closed, exact=shanten == 1 and closed is hand.is_closed)
            if shanten == 1:
                values.append(self._follow(code, way, accepts, dora, self._position.draws, thrown))
            else:
                values.append(self._two_away(code, way, accepts, dora))
        return max(values)

    def _way(self, hand: Hand, *, closed: bool, exact: bool) -> _Way:
        key = closed, exact, reds_of(hand) if exact else (), *hand.melds
        if key not in self._ways:
            self._ways[key] = _Way(hand, self._position, closed=closed, exact=exact)
        return self._ways[key]

    def _two_away(self, code: int, way: _Way, accepts: Sequence[Kind], dora: int) -> float:
        position, left = self._position, self._position.left
        total, tiles = 0.0, 0.0
        for kind in accepts:
            if left[kind]:
                coming = left[kind] * self._reach(code, kind, way)
                tiles += coming
                total += coming * self._nearer(code + CODE_OF[kind], way, dora + position.dora[kind])
        leading = max(1, round(tiles))
        return total * step_chance(leading, self._unseen, position.draws, self._then, self._threats)

    def _nearer(self, code: int, way: _Way, dora: int) -> float:
        """The value of the hand one away that the discard with the most accepted tiles leaves."""
        best, accepted = self._widest[code]
        code, dora = code - CODE_OF[best], dora - self._position.dora[best]
        known = way.one_away.get((code, dora))
        if known is None:
            known = way.one_away[code, dora] = self._follow(code, way, accepted, dora, self._then, None)
        return known

    def _find_widest(self, code: int) -> _Near:
        copies_of, dora_of = self._position.left.__getitem__, self._position.dora
        most, best = -1, (0, tuple[Kind, ...]())
        for near in one_away_discards(code):
            tiles = sum(map(copies_of, near[1])) - dora_of[near[0]]
            if tiles > most:
                most, best = tiles, near
        return best

    def _follow(
        self, code: int, way: _Way, accepts: Sequence[Kind], dora: int, draws: int, thrown: Kind | None
    ) -> float:
        """The value of a hand one away: the sum over accepted draws and calls, each with its best wait.

        ``thrown`` is the discard that left the hand: it may make a wait furiten.
        """
        left, dora_of = self._position.left, self._position.dora
        coming = [left[kind] * self._reach(code, kind, way) for kind in accepts]
        leading = max(1, round(sum(coming)))
        chances = self._chances.get((leading, draws))
        if chances is None:
            unseen, threats = self._unseen, self._threats
            chances = Remembered[float, float](
                lambda weighted: iishanten_chance(leading, weighted, unseen, draws, threats)
            )
            self._chances[leading, draws] = chances
        total = 0.0
        for kind, tiles in zip(accepts, coming, strict=True):
            if tiles:
                total += tiles * self._best_wait(
                    code + CODE_OF[kind], way, dora + dora_of[kind], chances, kind, thrown
                )
        return total

    def _best_wait(
        self,
        code: int,
        way: _Way,
        dora: int,
        chances: Remembered[float, float],
        drawn: Kind,
        thrown: Kind | None,
    ) -> float:
        left, dora_of = self._position.left, self._position.dora
        waits_of, wins = self._waits, way.wins
        highest = 0.0
        for kind, waits, yaku in tenpai_discards(code):
            weighted = waits_of[waits]
            if kind in waits or thrown in waits:
                weighted = float(sum([left[wait] for wait in waits]))
            if drawn in waits:
                weighted -= self._rates[drawn]
            if weighted <= 0:
                continue
            rest, kept = code - CODE_OF[kind], dora - dora_of[kind]
            form = rest if way.exact else (yaku, kept)
            win = wins.get(form)
            if win is None:
                win = self._scored(way, rest, waits) if way.exact else self._estimated(way, yaku, kept)
                wins[form] = win
            value = chances[_rounded(weighted)] * win
            if value > highest:
                highest = value
        return highest

    def _scored(self, way: _Way, code: int, waits: tuple[Kind, ...]) -> float:
        """The utility of a win of that hand, in riichi if it is closed and may declare."""
        hand = Hand(_tiles(code, way.reds), way.melds)
        riichi = way.closed and self._may_declare
        points = self._points.mean(hand, waits, riichi=int(riichi), tsumo=self._furiten(waits))
        return self._utility.in_riichi[points] if riichi else self._utility.of_points(points)

    def _estimated(self, way: _Way, form: _Yaku, dora: int) -> float:
        """The utility of a win with the estimated han; 0 without a yaku."""
        honours, suits, simple, two_sided = form
        yaku = self._yakuhai[honours] + way.han
        if way.simple and simple:
            yaku += 1.0
        if (suits | way.suits).bit_count() == 1:
            yaku += HONITSU_HAN if way.closed else OPEN_HONITSU_HAN
        if way.closed:
            yaku += CLOSED_HAN
            if two_sided:
                yaku += PINFU_HAN
        return self._utility.by_han[yaku + dora] if yaku else 0.0

    def _furiten(self, waits: Sequence[Kind]) -> bool:
        return not self._pond.isdisjoint(waits)

    def _reach(self, code: int, kind: Kind, way: _Way) -> float:
        return 1.0 if way.closed else reach(code, kind, self._rates[kind])


def _yakuhai_han(honours: int, yakuhai: Sequence[int]) -> float:
    """Han of the concealed triplets of honours, of which that is the key."""
    counts = [honours // power % 5 for power in POWERS[EAST:]]
    return float(sum([han for count, han in zip(counts, yakuhai[EAST:], strict=True) if count >= 3]))


def _rounded(weighted: float) -> float:
    return round(weighted * _TILES_PER_UNIT) / _TILES_PER_UNIT


def _tiles(code: int, reds: Sequence[Tile]) -> list[Tile]:
    """The concealed tiles of a hand code; red fives in place of plain ones, as far as there are fives."""
    keys, _ = _keys(code)
    tiles: list[Tile] = []
    for kind in range(KINDS):
        copies = keys[SUIT_OF[kind]] // POWERS[kind] % 5
        tiles += [kind] * copies
    for red in reds:
        if KIND_OF[red] in tiles:
            tiles.remove(KIND_OF[red])
            tiles.append(red)
    return tiles


def _all_simples(keys: Sequence[int]) -> bool:
    m, p, s, z = keys
    return not (z or m % 5 or p % 5 or s % 5) and m < _NINES and p < _NINES and s < _NINES
