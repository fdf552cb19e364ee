"""Tenpai, and hands one away from it, as an expert sees them: every wait scored, every draw followed up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from ai.bots.tenpai_value import DRAWN_REACH, MOST, SILENT_REACH, URA, mean_points
from ai.reading.acceptance import accepted_tiles
from ai.reading.safety_grounds import SafetyGround
from ai.reading.seat_reading import PositionAnalysis
from engine import shape
from engine.hand import Hand
from engine.legal.riichi import points_for_riichi
from engine.tiles import KIND_OF, Kind, Tile, is_red

REACH_OF: dict[SafetyGround, float] = {
    **dict.fromkeys((SafetyGround.LAST_COPY, SafetyGround.YAKUHAI_2, SafetyGround.GUEST_2), 4.7),
    **dict.fromkeys(
        (SafetyGround.YAKUHAI_3, SafetyGround.GUEST_3, SafetyGround.PAIR_19_2, SafetyGround.PAIR_19_3), 3.9
    ),
    **dict.fromkeys((SafetyGround.OPEN_19, SafetyGround.ONE_CHANCE_19, SafetyGround.PASSED_THIS_TURN), 3.1),
    **dict.fromkeys((SafetyGround.SUJI_28, SafetyGround.NO_CHANCE_28), 3.1),
    **dict.fromkeys((SafetyGround.OPEN_28, SafetyGround.ONE_CHANCE_2345678), 2.1),
    **dict.fromkeys((SafetyGround.SUJI_37, SafetyGround.NO_CHANCE_37, SafetyGround.SUJI_456), 2.1),
    **dict.fromkeys((SafetyGround.OPEN_37, SafetyGround.HALF_SUJI_456, SafetyGround.NO_CHANCE_456), 1.7),
    **dict.fromkeys((SafetyGround.DORA_HONOUR,), 1.7),
    **dict.fromkeys((SafetyGround.OPEN_456, SafetyGround.DORA_COVERED, SafetyGround.DORA_OPEN), 1.4),
}
"""How much sooner a tile of a wait is met than by the own draws alone, by what speaks for its safety: others
discard what looks safe, and what they have no use for."""
REACH = 1.9
"""The same on average."""
UNDER_THREAT = 0.8
"""What is left of it while others are careful for another reason."""
SILENT_UNDER_THREAT = 1.1
"""How much sooner than a riichi a silent wait is met then: ``SILENT_REACH`` while nobody is careful."""
CALL_REACH = 1.2
"""How much sooner an open hand gets what it needs than by the own draws alone."""
QUIET_HAZARD = 0.02
"""Chance in one turn that somebody else ends the hand, early and without a threat."""
LATE_HAZARD = 0.008
"""What each turn adds to that in the later part of the hand."""
LATE = 12
"""Own draws to come at which the later part begins."""
THREAT_HAZARD = 0.16
"""The chance with one player who is likely tenpai; several are no sum of it."""
SEVERAL = 0.7
"""The power of the number of players by which the hazard grows."""
_GRAIN = 4
"""Unseen tiles are rounded to multiples of this."""
_PARTS = 2
"""Tiles times their reach are rounded to such parts."""


def _hazard(draws: int, threats: int) -> float:
    if threats:
        return float(THREAT_HAZARD * threats**SEVERAL)
    return QUIET_HAZARD + LATE_HAZARD * max(0, LATE - draws)


@lru_cache(maxsize=50_000)
def tenpai_chance(met: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win with a wait; ``met`` are its tiles, each times its reach."""
    rate = min(met * (UNDER_THREAT if threats else 1.0) / unseen, MOST)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * rate
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total


@lru_cache(maxsize=50_000)
def near_chance(step: int, met: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win through one of the unseen tiles that leads to that wait.

    ``step`` is the number of all tiles that lead to tenpai, which come instead.
    """
    rate = min(step / unseen, MOST)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * tenpai_chance(met, unseen, draws - turn - 1, threats)
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total / unseen


class Ways(NamedTuple):
    """Two ways to win a tenpai hand, and what each promises in points."""

    silent: float
    riichi: float | None
    """None where it cannot be declared."""


class Foresight:
    """Promises of the hands of one position.

    ``feel`` says what points are worth to the player, ``risk`` what a riichi costs that does not win.
    """

    def __init__(self, position: PositionAnalysis, feel: Callable[[float], float], risk: float) -> None:
        self._position = position
        self._feel = feel
        self._risk = risk
        self._unseen = max(position.unseen // _GRAIN, 1) * _GRAIN
        self._pond = frozenset(KIND_OF[discard.tile] for discard in position.view.me.pond)
        self._may_declare = points_for_riichi(position.view.rules, position.view.me.score)
        self._pays: dict[tuple[tuple[int, ...], int, bool], Ways] = {}

    def tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None) -> Ways:
        """What a tenpai hand promises after a discard (None between turns)."""
        position = self._position
        threats = position.tenpai_threats
        furiten = self._furiten(waits, None if discard is None else KIND_OF[discard])
        chance = tenpai_chance(self._met(waits), self._unseen, position.draws, threats)
        pays = self._payments(hand, waits, furiten=furiten)
        if furiten:
            chance *= DRAWN_REACH
            silent = chance * pays.silent
        else:
            silent = min(chance * (SILENT_UNDER_THREAT if threats else SILENT_REACH), MOST) * pays.silent
            if hand.is_closed:
                drawn = mean_points(position, hand, waits, riichi=0, tsumo=True)
                silent = max(silent, chance * DRAWN_REACH * self._feel(drawn))
        if pays.riichi is None:
            return Ways(silent, None)
        return Ways(silent, chance * pays.riichi - (1.0 - chance) * self._risk)

    def near(self, hand: Hand, accepts: Sequence[Kind], discard: Tile | None) -> float:
        """What a hand one away from tenpai promises: each draw that helps, with the best wait it leads to."""
        left = self._position.left
        thrown = None if discard is None else KIND_OF[discard]
        reach = 1.0 if hand.is_closed else CALL_REACH
        step = round(accepted_tiles(accepts, left) * reach)
        hand = hand.copy()
        total = 0.0
        for kind in accepts:
            if left[kind]:
                hand.add(kind)
                total += left[kind] * self._best_wait(hand, kind, thrown, step)
                hand.remove(kind)
        return total * reach

    def _best_wait(self, hand: Hand, drawn: Kind, thrown: Kind | None, step: int) -> float:
        """The most that a hand of 14 tiles promises by a discard that leaves it tenpai, per drawn tile."""
        position = self._position
        most = 0.0
        for kind, (shanten, waits) in shape.discards(hand.keys, len(hand.melds)).items():
            met = 0.0 if shanten else self._met(waits, drawn)
            if met <= 0:
                continue
            chance = near_chance(step, met, self._unseen, position.draws, position.tenpai_threats)
            furiten = self._furiten(waits, kind) or (thrown is not None and thrown in waits)
            tile = min((tile for tile in hand.tiles if KIND_OF[tile] == kind), key=is_red)
            hand.remove(tile)
            pays = self._payments(hand, waits, furiten=furiten)
            hand.add(tile)
            most = max(
                most, chance * (DRAWN_REACH if furiten else 1.0) * max(pays.silent, pays.riichi or 0.0)
            )
        return most

    def _met(self, waits: Collection[Kind], drawn: Kind | None = None) -> float:
        """Tiles of a wait, each times its reach; one of the drawn kind is gone."""
        position = self._position
        met = 0.0
        for kind in waits:
            ground = position.safety.ground(kind, position.view.seat)
            met += (position.left[kind] - (kind == drawn)) * REACH_OF.get(ground, REACH)
        return round(met * _PARTS) / _PARTS

    def _furiten(self, waits: Collection[Kind], thrown: Kind | None) -> bool:
        return thrown in waits or not self._pond.isdisjoint(waits)

    def _payments(self, hand: Hand, waits: tuple[Kind, ...], *, furiten: bool) -> Ways:
        """What a win pays, as the player feels it; of a furiten hand when it is drawn."""
        asked = tuple(hand.keys), sum(map(is_red, hand.tiles)), furiten
        if asked not in self._pays:
            position = self._position
            silent = mean_points(position, hand, waits, riichi=0, tsumo=furiten)
            loud = None
            if hand.is_closed and self._may_declare:
                loud = self._feel(mean_points(position, hand, waits, riichi=1, tsumo=furiten) * URA)
            self._pays[asked] = Ways(self._feel(silent), loud)
        return self._pays[asked]
