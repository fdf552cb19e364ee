"""Evaluate discards: win chance and value of each yaku plan, minus the expected loss by a deal-in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from ai.bots.plan_values import BETWEEN_TURNS, FAR_SHANTEN, Discard, PlanValues, plan_values
from ai.bots.style import Style, points_utility
from ai.bots.tenpai_value import TenpaiValue, evaluate_tenpai
from ai.reading.acceptance import usefulness
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.value_estimate import points_of
from ai.reading.yaku_plans import PlannedYaku
from engine import shape
from engine.hand import Hand
from engine.tiles import KIND_OF, Kind, Tile


class Prospect(NamedTuple):
    """The expected value of a hand of 13 tiles, as utility: points weighted by the bot's style."""

    attack: float
    shanten: int
    yaku: PlannedYaku | None = None
    """The plan with the highest value; None if no plan leads to a yaku, or if the hand is tenpai."""
    riichi: bool = False


class EvaluatedDiscard(NamedTuple):
    """One discard with its value and its costs, all in points."""

    tile: Tile
    prospect: Prospect
    tile_value: float
    """Value of the tile in the hand, which the discard gives up."""
    danger: float
    """Expected loss by a deal-in, times the caution of the style."""

    @property
    def worth(self) -> float:
        """The total by which discards are compared."""
        return self.prospect.attack - self.tile_value - self.danger


_ROUNDING = 1e-9
"""More than rounding changes a sum of a few values, as a share of it."""
NO_PROSPECT = Prospect(0.0, FAR_SHANTEN)

POINTS_PER_USE = 1.0
"""Points for each unit of ``usefulness``; small, it only breaks ties."""
POINTS_PER_YAKUHAI = 6
"""Points for each unseen tile that would pair a yakuhai tile, times the han of its triplet."""
OTHER_PLANS = 0.3
"""Share of the value of all other plans added to the best one, because several plans are better than one."""
FULL_DRAWS = 12
"""Own draws left from which ``EvaluatedDiscard.tile_value`` counts in full; with fewer it shrinks."""


class HandEvaluator:
    """Evaluates hands and discards of one position with the weights of one style."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        self.position = position
        self.style = style
        self._utility_by_han = self._utilities()
        self._tile_bits = shape.tile_bits(position.left)
        """The tile bits of the unseen tiles."""

    # -- discards ------------------------------------------------------------------------------------

    def evaluate_discards(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> list[EvaluatedDiscard]:
        """Evaluate these discards of a hand of 14 tiles; ``riichi`` are those that may declare riichi."""
        tiles = list(tiles)
        found = self._prospects(hand, tiles, riichi)
        return [self._evaluated(hand, tile, found[place]) for place, tile in enumerate(tiles)]

    def best_discard(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> EvaluatedDiscard:
        """The one of these discards with the highest worth; of equal ones the first."""
        return best(self.evaluate_discards(hand, tiles, riichi))

    def attack_bound(self, hand: Hand) -> float:
        """No discard of a hand of 14 tiles leaves a higher attack than this; infinite if it is not known."""
        return inf

    def _evaluated(self, hand: Hand, tile: Tile, prospect: Prospect) -> EvaluatedDiscard:
        """A discard with its value and its costs."""
        return EvaluatedDiscard(tile, prospect, self._tile_value(hand, tile), self.danger(KIND_OF[tile]))

    def danger(self, kind: Kind) -> float:
        """Expected loss by discarding the kind: points times the caution of the style."""
        return self.position.danger(kind) * self.style.caution

    def _prospects(self, hand: Hand, tiles: Sequence[Tile], riichi: Collection[Tile]) -> _Prospects:
        """What each of these discards leaves of a hand of 14 tiles."""
        position, counts = self.position, hand.counts
        tile_han, yakuhai = position.tile_han, position.yakuhai
        plans = plan_values(position, self.style, self._utility_by_han, hand)
        for plan in plans:
            plan.look_at_discards(hand, position.left, self._tile_bits)
        pairs = shape.pair_count(hand.keys)
        discards: list[Discard] = []
        for tile in tiles:
            kind = KIND_OF[tile]
            broken = yakuhai[kind] if counts[kind] == 3 else 0
            discards.append((kind, tile_han[tile] + broken, pairs - (counts[kind] == 2)))
        if shape.shanten_of(hand.keys, len(hand.melds)) > 0:
            return _Prospects(plans, discards, [NO_PROSPECT] * len(discards), OTHER_PLANS)
        starts = [self._tenpai(hand, plans, tile, tile in riichi) for tile in tiles]
        # a hand that can be tenpai now is not broken up to keep several plans
        others = 0.0 if any([plan.tenpai() for plan in plans]) else OTHER_PLANS  # noqa: C419
        return _Prospects(plans, discards, starts, others)

    def _tile_value(self, hand: Hand, tile: Tile) -> float:
        """Value of the tile in the hand, in points; never below 0."""
        position, kind = self.position, KIND_OF[tile]
        tile_value = usefulness(kind, hand.counts, position.left) * self._points_per_use(hand)
        if position.yakuhai[kind]:
            tile_value += position.yakuhai[kind] * position.left[kind] * POINTS_PER_YAKUHAI
        if position.tile_han[tile]:
            tile_value += position.tile_han[tile] * self._points_per_dora()
        return tile_value if position.draws >= FULL_DRAWS else tile_value * (position.draws / FULL_DRAWS)

    def _points_per_use(self, hand: Hand) -> float:
        """Points for each unit of ``usefulness`` of a tile of that hand."""
        return POINTS_PER_USE

    def _points_per_dora(self) -> float:
        """Points for each han of dora kept, besides its value in the hand."""
        return self.style.dora_bonus

    # -- hands between turns -------------------------------------------------------------------------

    def prospect(self, hand: Hand) -> Prospect:
        """The value of a hand of 13 tiles."""
        plans = plan_values(self.position, self.style, self._utility_by_han, hand)
        for plan in plans:
            plan.look_at_hand(self.position.left, self._tile_bits)
        start = self._tenpai(hand, plans, None, False)
        whole: list[Discard] = [(BETWEEN_TURNS, 0, shape.pair_count(hand.keys))]
        return _Prospects(plans, whole, [start], OTHER_PLANS)[0]

    def _tenpai(self, hand: Hand, plans: list[PlanValues], discard: Tile | None, riichi: bool) -> Prospect:
        """The value of the hand without the discard if it is tenpai, by a plan or for want of one."""
        kind = BETWEEN_TURNS if discard is None else KIND_OF[discard]
        steps = [plan.after(kind) for plan in plans if plan.allows(kind)]
        if steps and min(steps)[0] > 0:
            return NO_PROSPECT
        if discard is not None:
            hand = hand.copy()  # the argument belongs to the game
            hand.remove(discard)
        waits = shape.waits(hand.keys, len(hand.melds))
        if not waits:
            return NO_PROSPECT
        judged = self.evaluate_tenpai(hand, waits, discard, riichi=riichi)
        return Prospect(judged.attack, 0, None, judged.riichi)

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> TenpaiValue:
        """Evaluate a tenpai hand after a discard (None between turns); ``riichi``: it may be declared."""
        return evaluate_tenpai(self.position, self.style, hand, waits, discard, riichi)

    def utility(self, points: float) -> float:
        """The utility of a win of that many points."""
        return points_utility(points, self.style.greed)

    def _utilities(self) -> dict[float, float]:
        """The utility of a win by its han."""
        return UtilityByHan(lambda han: self.utility(points_of(han, self.position.dealer)))


class RegularEvaluator(HandEvaluator):
    """Evaluates with the utility of points alone, and only as much as the best discard needs."""

    def best_discard(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> EvaluatedDiscard:
        """The one of these discards with the highest worth; of equal ones the first.

        A discard is worth at most what it leaves (``attack``), because neither the value of the tile nor the
        danger is below 0. So these are asked only of discards that leave at least what the best is worth.
        """
        tiles = list(tiles)
        found = self._prospects(hand, tiles, riichi)
        attacks = found.attacks
        chosen = attacks.index(max(attacks))
        most = self._worth(hand, tiles[chosen], attacks[chosen], -inf)
        for place, attack in enumerate(attacks):
            if attack >= most:
                worth = self._worth(hand, tiles[place], attack, most)
                if worth > most or (worth == most and place < chosen):
                    chosen, most = place, worth
        return self._evaluated(hand, tiles[chosen], found[chosen])

    def _worth(self, hand: Hand, tile: Tile, attack: float, most: float) -> float:
        """``EvaluatedDiscard.worth`` of a discard that leaves so much, or any number below ``most``."""
        safe_worth = attack - self._tile_value(hand, tile)
        return safe_worth if safe_worth < most else safe_worth - self.danger(KIND_OF[tile])

    def attack_bound(self, hand: Hand) -> float:
        """No discard of an open hand of 14 tiles leaves a higher attack than this.

        It costs a fraction of an evaluation, and decides three of four calls: a hand waits for more.
        """
        if hand.is_closed or shape.shanten_of(hand.keys, len(hand.melds)) <= 0:
            return inf
        most = total = 0.0
        for plan in plan_values(self.position, self.style, self._utility_by_han, hand):
            value = plan.attack_bound(self.position.left, self._tile_bits)
            total += value
            most = max(most, value)
        return (most + OTHER_PLANS * (total - most)) * (1.0 + _ROUNDING)

    def _utilities(self) -> dict[float, float]:
        """The utility of a win by its han, remembered from decision to decision."""
        return _shared_utilities(self.style.greed, self.position.dealer)


class UtilityByHan(dict[float, float]):
    """The utility of a win by its han; a cache, because few values of han occur."""

    def __init__(self, utility: Callable[[float], float]) -> None:
        super().__init__()
        self._utility = utility

    def __missing__(self, han: float) -> float:
        self[han] = utility = self._utility(han)
        return utility


@lru_cache(maxsize=100)
def _shared_utilities(greed: float, dealer: bool) -> dict[float, float]:
    return UtilityByHan(lambda han: points_utility(points_of(han, dealer), greed))


class _Prospects:
    """What each of some discards leaves: the best plan, or the start, plus a share of all other plans.

    A ``Prospect`` is made only of those that are asked for; most discards need no more than their attack.
    """

    __slots__ = ("_best", "_discards", "_starts", "attacks")

    def __init__(
        self, plans: list[PlanValues], discards: list[Discard], starts: Sequence[Prospect], others: float
    ) -> None:
        """``starts`` are the values as tenpai hands; ``others`` is the share."""
        self._discards = discards
        self._starts = starts
        self._best: list[PlanValues | None] = []
        self.attacks: list[float] = []
        columns = [(plan, plan.attacks(discards)) for plan in plans]
        for place, start in enumerate(starts):
            most = total = start[0]
            best_plan = None
            for plan, attacks in columns:
                attack = attacks[place]
                if attack is not None:
                    total += attack
                    if attack > most:
                        most, best_plan = attack, plan
            self._best.append(best_plan)
            self.attacks.append(most + others * (total - most))

    def __getitem__(self, place: int) -> Prospect:
        attack, plan = self.attacks[place], self._best[place]
        if plan is None:
            return self._starts[place]._replace(attack=attack)
        shanten, _ = plan.after(self._discards[place][0])
        return Prospect(attack, shanten, plan.yaku, False)


def best(choices: Iterable[EvaluatedDiscard]) -> EvaluatedDiscard:
    """The discard with the highest worth; of equal ones the first."""
    return max(choices, key=lambda choice: choice.worth)
