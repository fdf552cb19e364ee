"""Value hands two away from tenpai: follow two draws to every wait, with the han of each wait estimated.

Which discards bring a hand closer depends on its tiles alone. So it is kept from turn to turn, and only the
weights of the tiles are new at each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from ai.bots.uncertain_points import EXTRA_HAN, han_utility
from ai.bots.win_chances import iishanten_chance, step_chance
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.value_estimate import points_of
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.legal.calls import NEIGHBOURS
from engine.melds import Meld
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, KINDS, Kind
from engine.wall import PLAYERS

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
"""What a tile of a kind adds to the code of a hand."""

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
    """How often an open hand gets an accepted tile by draws and calls, relative to the own draws alone.

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
    """What the melds of a hand allow, and what is known of the hands with these melds."""

    def __init__(self, hand: Hand, position: PositionAnalysis) -> None:
        melds = hand.melds
        self.number = len(melds)
        self.closed = hand.is_closed
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
        self._utility = utility
        self._unseen = unseen
        self._threats = position.tenpai_threats
        self._rates = rates
        self._then = max(1, round(position.draws * BEFORE_NEXT_STEP))
        self._waits = _Waits(position, rates)
        self._chances: dict[int, _Chances] = {}
        self._by_han: dict[tuple[float, bool], float] = {}
        self._yakuhai: dict[int, float] = {}
        self._by_melds: dict[tuple[Meld, ...], _Melds] = {}

    def value(self, hand: Hand, accepts: Sequence[Kind]) -> float:
        """The value of a hand two away from tenpai, in points."""
        position, left = self._position, self._position.left
        melds = self._melds(hand)
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
        han = yaku + dora
        key = han, melds.closed
        if key not in self._by_han:
            self._by_han[key] = self._utility_of(han, melds.closed)
        return self._by_han[key]

    def _utility_of(self, han: float, closed: bool) -> float:
        """The utility of a win with so many han on average."""
        dealer = self._position.dealer
        if closed:
            return han_utility(han, EXTRA_HAN, dealer, self._utility)
        return self._utility(points_of(han, dealer))

    def _yakuhai_han(self, honours: int) -> float:
        """Han of the concealed triplets of honours."""
        if honours not in self._yakuhai:
            counts = [honours // power % 5 for power in POWERS[EAST:]]
            yakuhai = self._position.yakuhai[EAST:]
            self._yakuhai[honours] = float(
                sum([han for count, han in zip(counts, yakuhai, strict=True) if count >= 3])
            )
        return self._yakuhai[honours]

    def _melds(self, hand: Hand) -> _Melds:
        melds = tuple(hand.melds)
        if melds not in self._by_melds:
            self._by_melds[melds] = _Melds(hand, self._position)
        return self._by_melds[melds]

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
