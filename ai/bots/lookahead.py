"""Value hands at tenpai and one away from it: score every wait, and look ahead through every draw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from ai.bots.tenpai_value import DAMATEN_FACTOR, MAX_CHANCE, TSUMO_ONLY_FACTOR, URA_FACTOR, mean_points
from ai.reading.acceptance import accepted_tiles
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.safety_reasons import SafetyReason
from engine import shape
from engine.hand import Hand
from engine.legal.riichi import points_for_riichi
from engine.tiles import KIND_OF, Kind, Tile, is_red

RATE_OF: dict[SafetyReason, float] = {
    **dict.fromkeys((SafetyReason.LAST_COPY, SafetyReason.YAKUHAI_2, SafetyReason.GUEST_2), 4.7),
    **dict.fromkeys(
        (SafetyReason.YAKUHAI_3, SafetyReason.GUEST_3, SafetyReason.PAIR_19_2, SafetyReason.PAIR_19_3), 3.9
    ),
    **dict.fromkeys((SafetyReason.OPEN_19, SafetyReason.ONE_CHANCE_19, SafetyReason.PASSED_THIS_TURN), 3.1),
    **dict.fromkeys((SafetyReason.SUJI_28, SafetyReason.NO_CHANCE_28), 3.1),
    **dict.fromkeys((SafetyReason.OPEN_28, SafetyReason.ONE_CHANCE_2345678), 2.1),
    **dict.fromkeys((SafetyReason.SUJI_37, SafetyReason.NO_CHANCE_37, SafetyReason.SUJI_456), 2.1),
    **dict.fromkeys((SafetyReason.OPEN_37, SafetyReason.HALF_SUJI_456, SafetyReason.NO_CHANCE_456), 1.7),
    **dict.fromkeys((SafetyReason.DORA_HONOUR,), 1.7),
    **dict.fromkeys((SafetyReason.OPEN_456, SafetyReason.DORA_COVERED, SafetyReason.DORA_OPEN), 1.4),
}
"""Rate at which a tile of a wait is drawn or discarded by others, relative to the own draws alone, by how
safe the tile looks to the others: they discard what looks safe, and what they cannot use."""
MEAN_RATE = 1.9
"""The average of these rates."""
RATE_UNDER_THREAT = 0.8
"""Factor on the rate while the others also defend against another player."""
DAMATEN_FACTOR_UNDER_THREAT = 1.1
"""Like ``DAMATEN_FACTOR``, but under threat: factor on the win chance of a damaten wait."""
CALL_RATE = 1.2
"""Rate at which an open hand gets the tiles it accepts, relative to the own draws alone."""
QUIET_HAZARD = 0.02
"""Chance per turn that another player ends the hand, early in the hand and without a threat."""
LATE_HAZARD = 0.008
"""Increase of that chance with each turn in the later part of the hand."""
LATE = 12
"""Own draws left at which the later part begins."""
THREAT_HAZARD = 0.16
"""That chance with one player who is likely tenpai."""
SEVERAL = 0.7
"""Exponent of the number of such players: the chance grows more slowly than the number."""
_UNSEEN_STEP = 4
"""Unseen tiles are rounded down to multiples of this, for the cache."""
_TILES_PER_UNIT = 2
"""Weighted tiles of a wait are rounded to 1/2, for the cache."""


def _hazard(draws: int, threats: int) -> float:
    if threats:
        return float(THREAT_HAZARD * threats**SEVERAL)
    return QUIET_HAZARD + LATE_HAZARD * max(0, LATE - draws)


@lru_cache(maxsize=50_000)
def tenpai_chance(weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win with a wait; ``weighted`` is the number of its tiles, each weighted with its rate."""
    rate = min(weighted * (RATE_UNDER_THREAT if threats else 1.0) / unseen, MAX_CHANCE)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * rate
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total


@lru_cache(maxsize=50_000)
def iishanten_chance(leading_tiles: int, weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win by drawing one given unseen tile that leads to that wait.

    ``leading_tiles`` is the number of all tiles that lead to tenpai. Drawing any of
    them makes the hand tenpai, so the given tile must be the first of them.
    """
    rate = min(leading_tiles / unseen, MAX_CHANCE)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * tenpai_chance(weighted, unseen, draws - turn - 1, threats)
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total / unseen


class TenpaiWorth(NamedTuple):
    """The value of a tenpai hand in damaten and in riichi, in points."""

    damaten: float
    riichi: float | None
    """None if riichi cannot be declared."""


class Lookahead:
    """Values hands of one position by lookahead.

    ``utility`` maps points to the player's utility; ``risk`` is the cost of a riichi that does not win.
    """

    def __init__(self, position: PositionAnalysis, utility: Callable[[float], float], risk: float) -> None:
        self._position = position
        self._utility = utility
        self._risk = risk
        self._unseen = max(position.unseen // _UNSEEN_STEP, 1) * _UNSEEN_STEP
        self._pond = frozenset(KIND_OF[discard.tile] for discard in position.view.me.pond)
        self._may_declare = points_for_riichi(position.view.rules, position.view.me.score)
        self._worth_cache: dict[tuple[tuple[int, ...], int, bool], TenpaiWorth] = {}

    def tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None) -> TenpaiWorth:
        """The value of a tenpai hand after a discard (None between turns)."""
        position = self._position
        threats = position.tenpai_threats
        furiten = self._furiten(waits, None if discard is None else KIND_OF[discard])
        chance = tenpai_chance(self._weighted_tiles(waits), self._unseen, position.draws, threats)
        worth = self._win_utility(hand, waits, furiten=furiten)
        if furiten:
            chance *= TSUMO_ONLY_FACTOR
            damaten = chance * worth.damaten
        else:
            damaten = (
                min(chance * (DAMATEN_FACTOR_UNDER_THREAT if threats else DAMATEN_FACTOR), MAX_CHANCE)
                * worth.damaten
            )
            if hand.is_closed:
                drawn = mean_points(position, hand, waits, riichi=0, tsumo=True)
                damaten = max(damaten, chance * TSUMO_ONLY_FACTOR * self._utility(drawn))
        if worth.riichi is None:
            return TenpaiWorth(damaten, None)
        return TenpaiWorth(damaten, chance * worth.riichi - (1.0 - chance) * self._risk)

    def iishanten(self, hand: Hand, accepts: Sequence[Kind], discard: Tile | None) -> float:
        """The value of a hand one away from tenpai: the sum over accepted draws, each with its best wait."""
        left = self._position.left
        discarded = None if discard is None else KIND_OF[discard]
        reach = 1.0 if hand.is_closed else CALL_RATE
        leading_tiles = round(accepted_tiles(accepts, left) * reach)
        hand = hand.copy()
        total = 0.0
        for kind in accepts:
            if left[kind]:
                hand.add(kind)
                total += left[kind] * self._best_wait(hand, kind, discarded, leading_tiles)
                hand.remove(kind)
        return total * reach

    def _best_wait(self, hand: Hand, drawn: Kind, discarded: Kind | None, leading_tiles: int) -> float:
        """The highest value of a tenpai that a discard from 14 tiles leaves, per drawn tile."""
        position = self._position
        highest = 0.0
        for kind, (shanten, waits) in shape.discards(hand.keys, len(hand.melds)).items():
            weighted = 0.0 if shanten else self._weighted_tiles(waits, drawn)
            if weighted <= 0:
                continue
            chance = iishanten_chance(
                leading_tiles, weighted, self._unseen, position.draws, position.tenpai_threats
            )
            furiten = self._furiten(waits, kind) or (discarded is not None and discarded in waits)
            tile = min((tile for tile in hand.tiles if KIND_OF[tile] == kind), key=is_red)
            hand.remove(tile)
            worth = self._win_utility(hand, waits, furiten=furiten)
            hand.add(tile)
            highest = max(
                highest,
                chance * (TSUMO_ONLY_FACTOR if furiten else 1.0) * max(worth.damaten, worth.riichi or 0.0),
            )
        return highest

    def _weighted_tiles(self, waits: Collection[Kind], drawn: Kind | None = None) -> float:
        """The number of tiles of a wait, each weighted with its rate; one of the drawn kind is subtracted."""
        position = self._position
        weighted = 0.0
        for kind in waits:
            reason = position.safety.reason(kind, position.view.seat)
            weighted += (position.left[kind] - (kind == drawn)) * RATE_OF.get(reason, MEAN_RATE)
        return round(weighted * _TILES_PER_UNIT) / _TILES_PER_UNIT

    def _furiten(self, waits: Collection[Kind], discarded: Kind | None) -> bool:
        return discarded in waits or not self._pond.isdisjoint(waits)

    def _win_utility(self, hand: Hand, waits: tuple[Kind, ...], *, furiten: bool) -> TenpaiWorth:
        """The utility of a win: by ron, or by tsumo if the hand is furiten."""
        key = tuple(hand.keys), sum(map(is_red, hand.tiles)), furiten
        if key not in self._worth_cache:
            position = self._position
            damaten = mean_points(position, hand, waits, riichi=0, tsumo=furiten)
            in_riichi = None
            if hand.is_closed and self._may_declare:
                in_riichi = self._utility(
                    mean_points(position, hand, waits, riichi=1, tsumo=furiten) * URA_FACTOR
                )
            self._worth_cache[key] = TenpaiWorth(self._utility(damaten), in_riichi)
        return self._worth_cache[key]
