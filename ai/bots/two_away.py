"""Value hands two away from tenpai: follow two draws to every wait, with the han of each wait estimated.

Which discards bring a hand closer depends on its tiles alone. So it is kept from turn to turn, and only the
weights of the tiles are new at each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ai.bots.win_chances import CALL_RATE, iishanten_chance, step_chance
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.value_estimate import points_of
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, Kind

BEFORE_NEXT_STEP = 0.65
"""Share of the own draws that are left, on average, when a hand two away has become one away."""
CLOSED_HAN = 1.7
"""Han of riichi with the average of tsumo, ippatsu and ura dora."""
PINFU_HAN = 0.7
"""Han of a wait on two tiles three apart in a closed hand: pinfu, unless a triplet or the pair denies it."""
HONITSU_HAN, OPEN_HONITSU_HAN = 3.0, 2.0
_NINES = POWERS[8]
_SUITS = 3

Keys = tuple[int, ...]


@lru_cache(maxsize=40_000)
def nearest_discards(keys: Keys, melds: int, shanten: int) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
    """The discards of 14 tiles that leave that shanten, each with what the hand then accepts."""
    found = shape.discards(keys, melds, shanten).items()
    return tuple([(kind, accepts) for kind, (after, accepts) in found if after == shanten])


class _Melds(NamedTuple):
    """What the melds of a hand allow."""

    number: int
    closed: bool
    simple: bool
    """Whether all simples is still a yaku."""
    suits: tuple[bool, ...]
    """The suits that they use."""
    han: float
    """Han of the yakuhai among them."""


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
        self._rates = rates
        self._unseen = unseen
        self._threats = position.tenpai_threats
        self._then = max(1, round(position.draws * BEFORE_NEXT_STEP))
        self._pond = frozenset(KIND_OF[discard.tile] for discard in position.view.me.pond)
        self._by_han: dict[float, float] = {}
        self._yakuhai: dict[int, float] = {}
        self._one_away: dict[tuple[object, ...], float] = {}

    def value(self, hand: Hand, accepts: Sequence[Kind]) -> float:
        """The value of a hand two away from tenpai, in points."""
        position, left, keys = self._position, self._position.left, list(hand.keys)
        melds = self._melds(hand)
        dora = sum([position.tile_han[tile] for tile in hand.all_tiles()])
        total, tiles = 0.0, 0
        for kind in accepts:
            if left[kind]:
                tiles += left[kind]
                _add(keys, kind)
                total += left[kind] * self._nearer(keys, melds, dora + position.dora[kind])
                _remove(keys, kind)
        reach = 1.0 if melds.closed else CALL_RATE
        leading = max(1, round(tiles * reach))
        chance = step_chance(leading, self._unseen, position.draws, self._then, self._threats)
        return total * reach * chance

    def _nearer(self, keys: list[int], melds: _Melds, dora: int) -> float:
        """The value of the hand one away that the discard with the most accepted tiles leaves."""
        left, dora_of = self._position.left, self._position.dora
        most, best, accepted = -1, 0, tuple[Kind, ...]()
        for kind, accepts in nearest_discards(tuple(keys), melds.number, 1):
            tiles = sum([left[each] for each in accepts]) - dora_of[kind]
            if tiles > most:
                most, best, accepted = tiles, kind, accepts
        if not accepted:
            return 0.0
        _remove(keys, best)
        value = self._follow(keys, melds, accepted, dora - dora_of[best])
        _add(keys, best)
        return value

    def _follow(self, keys: list[int], melds: _Melds, accepts: Sequence[Kind], dora: int) -> float:
        """The value of a hand one away: the sum over accepted draws, each with its best wait."""
        key = (*keys, dora, melds)
        known = self._one_away.get(key)
        if known is None:
            left, dora_of = self._position.left, self._position.dora
            reach = 1.0 if melds.closed else CALL_RATE
            leading = max(1, round(sum([left[kind] for kind in accepts]) * reach))
            known = 0.0
            for kind in accepts:
                if left[kind]:
                    _add(keys, kind)
                    known += left[kind] * self._best_wait(keys, melds, dora + dora_of[kind], leading)
                    _remove(keys, kind)
            known = self._one_away[key] = known * reach
        return known

    def _best_wait(self, keys: list[int], melds: _Melds, dora: int, leading: int) -> float:
        left, rates, dora_of, pond = self._position.left, self._rates, self._position.dora, self._pond
        highest = 0.0
        for kind, waits in nearest_discards(tuple(keys), melds.number, 0):
            weighted = round(sum([left[wait] * rates[wait] for wait in waits]))
            if weighted <= 0 or kind in waits or not pond.isdisjoint(waits):
                continue
            chance = iishanten_chance(leading, weighted, self._unseen, self._then, self._threats)
            _remove(keys, kind)
            value = chance * self._win_value(keys, melds, waits, dora - dora_of[kind])
            _add(keys, kind)
            if value > highest:
                highest = value
        return highest

    def _win_value(self, keys: Sequence[int], melds: _Melds, waits: Sequence[Kind], dora: int) -> float:
        """The utility of a win with the estimated han; 0 without a yaku."""
        yaku = self._yakuhai_han(keys[3]) + melds.han
        if melds.simple and _all_simples(keys) and not any([IS_ORPHAN[wait] for wait in waits]):  # noqa: C419
            yaku += 1.0
        if sum([key > 0 or used for key, used in zip(keys, melds.suits, strict=False)]) == 1:
            yaku += HONITSU_HAN if melds.closed else OPEN_HONITSU_HAN
        if melds.closed:
            yaku += CLOSED_HAN
            if len(waits) >= 2 and waits[1] - waits[0] == 3 and waits[0] < EAST:
                yaku += PINFU_HAN
        if not yaku:
            return 0.0
        han = yaku + dora
        if han not in self._by_han:
            self._by_han[han] = self._utility(points_of(han, self._position.dealer))
        return self._by_han[han]

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
        melds, closed = hand.melds, hand.is_closed
        return _Melds(
            number=len(melds),
            closed=closed,
            simple=(closed or self._position.view.rules.open_tanyao)
            and not any(IS_ORPHAN[KIND_OF[tile]] for meld in melds for tile in meld.tiles),
            suits=tuple(any(meld.first // 9 == suit for meld in melds) for suit in range(_SUITS)),
            han=float(sum(self._position.yakuhai[meld.first] for meld in melds)),
        )


def _all_simples(keys: Sequence[int]) -> bool:
    """Whether no terminal or honour is among the concealed tiles."""
    m, p, s, z = keys
    return not (z or m % 5 or p % 5 or s % 5) and m < _NINES and p < _NINES and s < _NINES


def _add(keys: list[int], kind: Kind) -> None:
    keys[SUIT_OF[kind]] += POWERS[kind]


def _remove(keys: list[int], kind: Kind) -> None:
    keys[SUIT_OF[kind]] -= POWERS[kind]
