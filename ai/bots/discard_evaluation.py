"""Evaluate discards: win chance and value of each yaku plan, minus the expected loss by a deal-in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ai.bots.style import Style, points_utility
from ai.bots.tenpai_value import TenpaiValue, evaluate_tenpai
from ai.reading.acceptance import accepted_tiles, usefulness
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.value_estimate import points_of
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine import shape
from engine.hand import Hand
from engine.tiles import EAST, KIND_OF, Kind, Tile


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


class PlanEstimate(NamedTuple):
    """A plan with its numbers for one hand."""

    plan: YakuPlan
    han: float
    """Han of a win by the plan with all usable tiles of the hand."""
    pace: float
    """Speed of its later steps: 1, or less for a plan that accepts fewer tiles."""
    pair_chance: float
    """Chance that the pair it needs as a triplet becomes one; 1 if it needs none."""


PlanAfter = tuple[PlannedYaku, int, int, float, float]
"""A plan after a discard: yaku, shanten, unseen tiles that it accepts, han, and value.

The value of ``CLOSED`` is left 0 here: it also depends on the other plans.
"""

FAR_SHANTEN = 8
NO_PROSPECT = Prospect(0.0, FAR_SHANTEN)

PLAN_HAN: dict[PlannedYaku, float] = {
    PlannedYaku.CLOSED: 1.7,
    PlannedYaku.YAKUHAI: 0.2,
    PlannedYaku.YAKUHAI_PAIR: 1.2,
    PlannedYaku.TANYAO: 1.2,
    PlannedYaku.HONITSU: 2.2,
    PlannedYaku.TOITOI: 2.2,
}
"""Han of the yaku of a plan, including the average of tsumo, ippatsu and ura dora."""
PLAN_PACE: dict[PlannedYaku, float] = {
    PlannedYaku.TANYAO: 0.9,
    PlannedYaku.HONITSU: 0.7,
    PlannedYaku.TOITOI: 0.5,
}
"""Speed of the later steps of plans that can use only some tiles; 1 for all others."""
CLOSED_HONITSU_HAN = 2.5
"""Han that a closed honitsu has more than an open one: its third han, riichi, and ippatsu and ura dora."""
TANYAO_HAN = 0.8
"""Han of tanyao in a closed hand that is no farther from tanyao than from any win."""
CHIITOI_PAIRS = 5
CHIITOI_HAN = 1.2
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
        self._utility_by_han = _UtilityByHan(self)

    # -- discards ------------------------------------------------------------------------------------

    def evaluate_discards(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> list[EvaluatedDiscard]:
        """Evaluate these discards of a hand of 14 tiles; ``riichi`` are those that may declare riichi."""
        closed = hand.is_closed
        plans_after = [_PlanAfter(self, hand, estimate, closed) for estimate in self._plan_estimates(hand)]
        hand = hand.copy()  # the argument belongs to the game
        pairs = _pairs(hand)
        # a hand that can be tenpai now is not broken up to keep several plans
        others = 0.0 if any([plan.tenpai() for plan in plans_after]) else OTHER_PLANS  # noqa: C419
        choices = []
        for tile in tiles:
            kind = KIND_OF[tile]
            han_lost = self._han_lost(hand, tile)
            options = [plan.without(kind, han_lost) for plan in plans_after if kind != plan.pair]
            left = pairs - (hand.counts[kind] == 2)
            prospect = self._best(hand, options, left, others, tile, tile in riichi)
            choices.append(EvaluatedDiscard(tile, prospect, self._tile_value(hand, tile), self.danger(kind)))
        return choices

    def plan_after(
        self, estimate: PlanEstimate, after: tuple[int, int], han: float, closed: bool
    ) -> PlanAfter:
        """A plan with that shanten and so many accepted tiles."""
        shanten, tiles = after
        yaku = estimate.plan.yaku
        if shanten <= 0 or yaku is PlannedYaku.CLOSED:
            return yaku, shanten, tiles, han, 0.0
        return yaku, shanten, tiles, han, self._open_value(estimate, shanten, tiles, han, closed)

    def danger(self, kind: Kind) -> float:
        """Expected loss by discarding the kind: points times the caution of the style."""
        return self.position.danger(kind) * self.style.caution

    def _tile_value(self, hand: Hand, tile: Tile) -> float:
        """Value of the tile in the hand, in points."""
        position, kind = self.position, KIND_OF[tile]
        tile_value = usefulness(kind, hand.counts, position.left) * POINTS_PER_USE
        if position.yakuhai[kind]:
            tile_value += position.yakuhai[kind] * position.left[kind] * POINTS_PER_YAKUHAI
        if position.tile_han[tile]:
            tile_value += position.tile_han[tile] * self.style.dora_bonus
        return tile_value if position.draws >= FULL_DRAWS else tile_value * (position.draws / FULL_DRAWS)

    def _han_lost(self, hand: Hand, tile: Tile) -> float:
        """Han that a plan loses with the discard of a tile it could use."""
        kind = KIND_OF[tile]
        broken = self.position.yakuhai[kind] if hand.counts[kind] == 3 else 0
        return self.position.tile_han[tile] + broken

    # -- hands between turns -------------------------------------------------------------------------

    def prospect(self, hand: Hand) -> Prospect:
        """The value of a hand of 13 tiles."""
        left, closed = self.position.left, hand.is_closed
        options = []
        for estimate in self._plan_estimates(hand):
            shanten, accepts = estimate.plan.acceptance()
            after = shanten, accepted_tiles(accepts, left)
            options.append(self.plan_after(estimate, after, estimate.han, closed))
        return self._best(hand, options, _pairs(hand), OTHER_PLANS)

    def _best(
        self,
        hand: Hand,
        options: list[PlanAfter],
        pairs: int,
        others: float,
        discard: Tile | None = None,
        riichi: bool = False,
    ) -> Prospect:
        """The best plan plus the share ``others`` of all others; a tenpai hand is scored wait by wait.

        ``hand`` still has the discard; ``options`` and ``pairs`` are those without it.
        """
        most, nearest, yaku, declared = NO_PROSPECT
        away = simple = FAR_SHANTEN
        for planned, shanten, _, _, _ in options:
            if shanten < away:
                away = shanten
            if shanten < simple and planned is PlannedYaku.TANYAO:
                simple = shanten
        if away <= 0 or not options:
            judged = self._tenpai(hand, discard, riichi)
            if judged is not None:
                most, nearest, declared = judged.attack, 0, judged.riichi
        total = most
        for planned, shanten, tiles, han, attack in options:
            if shanten > 0:
                if planned is PlannedYaku.CLOSED:
                    attack = self._riichi_value(shanten, tiles, han, simple <= shanten, pairs)
                total += attack
                if attack > most:
                    most, nearest, yaku, declared = attack, shanten, planned, False
        return Prospect(most + others * (total - most), nearest, yaku, declared)

    def _tenpai(self, hand: Hand, discard: Tile | None, riichi: bool) -> TenpaiValue | None:
        """The value of the hand without the discard if it is tenpai."""
        if discard is not None:
            hand = hand.copy()
            hand.remove(discard)
        waits = shape.waits(hand.keys, len(hand.melds))
        return self.evaluate_tenpai(hand, waits, discard, riichi=riichi) if waits else None

    def _riichi_value(self, shanten: int, tiles: int, han: float, simple: bool, pairs: int) -> float:
        """The value of ``CLOSED``; ``simple``: the hand is as near to tanyao."""
        if simple:
            han += TANYAO_HAN
        if pairs >= CHIITOI_PAIRS:
            han += CHIITOI_HAN
        return self._closed_value(shanten, tiles, han)

    def _closed_value(self, shanten: int, tiles: int, han: float, pace: float = 1.0) -> float:
        """The value of a plan that stays closed."""
        return (
            self.position.chance(shanten, tiles, False, pace) * self._utility_by_han[han]
            + self.style.closed_bonus
        )

    def _open_value(
        self, estimate: PlanEstimate, shanten: int, tiles: int, han: float, closed: bool
    ) -> float:
        """The value of a plan that may call."""
        value = (
            self.position.chance(shanten, tiles, True, estimate.pace)
            * self._utility_by_han[han]
            * estimate.pair_chance
        )
        if estimate.plan.yaku is PlannedYaku.HONITSU and closed:
            return max(value, self._closed_value(shanten, tiles, han + CLOSED_HONITSU_HAN, estimate.pace))
        return value

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> TenpaiValue:
        """Evaluate a tenpai hand after a discard (None between turns); ``riichi``: it may be declared."""
        return evaluate_tenpai(self.position, self.style, hand, waits, discard, riichi)

    def utility(self, points: float) -> float:
        """The utility of a win of that many points."""
        return points_utility(points, self.style.greed)

    def _pon_chance(self, kind: Kind) -> float:
        """Chance that a tile completing the pair to a triplet is drawn in this hand, by any player."""
        miss = 1.0 - self.position.left[kind] / max(self.position.unseen, 1)
        return float(1.0 - miss ** (2.0 * self.position.draws))

    def _plan_estimates(self, hand: Hand) -> list[PlanEstimate]:
        """Every plan of the hand with its han: that of the yaku, and of the dora and triplets it keeps."""
        position = self.position
        held = [(KIND_OF[tile], han) for tile in hand.tiles if (han := position.tile_han[tile])]
        called = sum(
            position.yakuhai[meld.first] + sum(map(position.tile_han.__getitem__, meld.tiles))
            for meld in hand.melds
        )
        honours = zip(hand.counts[EAST:], position.yakuhai[EAST:], strict=True)
        triplets = sum([yakuhai for count, yakuhai in honours if count >= 3])
        estimates = []
        for plan in plans(position, hand):
            usable, yaku = plan.usable, plan.yaku
            kept = sum([han for kind, han in held if usable[kind]]) + (triplets if usable[EAST] else 0)
            pair_chance = 1.0 if plan.pair is None else self._pon_chance(plan.pair)
            estimates.append(
                PlanEstimate(plan, PLAN_HAN[yaku] + kept + called, PLAN_PACE.get(yaku, 1.0), pair_chance)
            )
        return estimates


class _PlanAfter:
    """What each discard leaves of one plan. Many leave the same, so it is valued once."""

    def __init__(self, evaluator: HandEvaluator, hand: Hand, estimate: PlanEstimate, closed: bool) -> None:
        plan, left = estimate.plan, evaluator.position.left
        self.pair = plan.pair
        self._evaluator = evaluator
        self._estimate = estimate
        self._closed = closed
        self._by_kind = plan.tiles_after_discards(left)
        self._known: dict[tuple[tuple[int, int], float], PlanAfter] = {}
        self._unusable: PlanAfter = plan.yaku, FAR_SHANTEN, 0, 0.0, 0.0
        """What a discard leaves that the plan cannot use."""
        if not plan.uses_all(hand):
            shanten, accepts = plan.acceptance()
            after = shanten, accepted_tiles(accepts, left)
            self._unusable = evaluator.plan_after(estimate, after, estimate.han, closed)

    def tenpai(self) -> bool:
        """Whether a discard of a tile that the plan can use leaves it tenpai."""
        return any([shanten <= 0 for shanten, _ in self._by_kind.values()])  # noqa: C419

    def without(self, kind: Kind, han_lost: float) -> PlanAfter:
        """The plan after that discard."""
        after = self._by_kind.get(kind)
        if after is None:
            return self._unusable
        change = after, han_lost
        found = self._known.get(change)
        if found is None:
            estimate = self._estimate
            found = self._evaluator.plan_after(estimate, after, estimate.han - han_lost, self._closed)
            self._known[change] = found
        return found


class _UtilityByHan(dict[float, float]):
    """The utility of a win by its han; a cache, because few values of han occur."""

    def __init__(self, evaluator: HandEvaluator) -> None:
        self._evaluator = evaluator

    def __missing__(self, han: float) -> float:
        evaluator = self._evaluator
        self[han] = utility = evaluator.utility(points_of(han, evaluator.position.dealer))
        return utility


def _pairs(hand: Hand) -> int:
    """The number of kinds of which the hand holds two or more."""
    return sum([count >= 2 for count in hand.counts])


def best(choices: Iterable[EvaluatedDiscard]) -> EvaluatedDiscard:
    """The discard with the highest worth; of equal ones the first."""
    return max(choices, key=lambda choice: choice.worth)
