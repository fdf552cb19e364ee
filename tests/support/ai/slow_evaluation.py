"""The regular evaluation said in full: each discard is taken out of the hand, every plan looked at anew."""

from __future__ import annotations

from collections.abc import Collection

from ai.bots.hand_evaluation import EvaluatedDiscard, HandEvaluator, Prospect
from ai.bots.styles import points_utility
from ai.reading.estimates import accepted_tiles, points_of
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.tiles import EAST, KIND_OF, KINDS, Kind, Tile

HAN = {
    PlannedYaku.CLOSED: 1.7,
    PlannedYaku.YAKUHAI: 0.2,
    PlannedYaku.YAKUHAI_PAIR: 1.2,
    PlannedYaku.TANYAO: 1.2,
    PlannedYaku.HONITSU: 2.2,
    PlannedYaku.TOITOI: 2.2,
}
PACE = {PlannedYaku.TANYAO: 0.9, PlannedYaku.HONITSU: 0.7, PlannedYaku.TOITOI: 0.5}


class SlowEvaluation:
    """What each discard of a hand of 14 tiles leaves, for the weights of an evaluator."""

    def __init__(self, evaluator: HandEvaluator, hand: Hand) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.hand = hand
        self.plans = plans(self.position, hand)
        self.can_be_tenpai = any(
            self.shanten(plan, KIND_OF[tile]) <= 0
            for plan in self.plans
            for tile in hand.tiles
            if uses(plan, KIND_OF[tile])
        )

    def evaluate(self, tile: Tile, riichi: Collection[Tile]) -> EvaluatedDiscard:
        """The discard with its value and its costs."""
        position, style, kind = self.position, self.evaluator.style, KIND_OF[tile]
        near = [
            (step, 2 if abs(step) == 1 else 1)
            for step in (-2, -1, 1, 2)
            if kind < EAST and 0 <= kind % 9 + step <= 8
        ]
        value = 3.0 * position.left[kind] + sum(
            weight * (position.left[kind + step] + 2 * (self.hand.counts[kind + step] > 0))
            for step, weight in near
        )
        value += position.yakuhai[kind] * position.left[kind] * 6
        value += position.tile_han[tile] * style.dora_bonus
        if position.draws < 12:
            value *= position.draws / 12
        prospect = self.prospect(tile, riichi=tile in riichi)
        return EvaluatedDiscard(tile, prospect, value, self.evaluator.danger(kind))

    def prospect(self, tile: Tile, *, riichi: bool) -> Prospect:
        rest = self.hand.copy()
        rest.remove(tile)
        kind = KIND_OF[tile]
        able = [plan for plan in self.plans if plan.pair != kind]
        most, nearest, yaku, declared = 0.0, 8, None, False
        waits = shape.waits(rest.keys, len(rest.melds))
        if waits and (not able or min(self.shanten(plan, kind) for plan in able) <= 0):
            judged = self.evaluator.evaluate_tenpai(rest, waits, tile, riichi=riichi)
            most, nearest, declared = judged.attack, 0, judged.riichi
        total = most
        for plan in able:
            shanten = self.shanten(plan, kind)
            if shanten > 0:
                attack = self.value(plan, tile, rest)
                total += attack
                if attack > most:
                    most, nearest, yaku, declared = attack, shanten, plan.yaku, False
        others = 0.0 if self.can_be_tenpai else 0.3
        return Prospect(most + others * (total - most), nearest, yaku, declared)

    def shanten(self, plan: YakuPlan, kind: Kind) -> int:
        """Shanten of the plan after the discard of that kind."""
        return without(plan, kind).acceptance()[0]

    def value(self, plan: YakuPlan, tile: Tile, rest: Hand) -> float:
        """The value of the plan after the discard of that tile, which leaves ``rest``."""
        position, style, kind = self.position, self.evaluator.style, KIND_OF[tile]
        shanten, accepts = without(plan, kind).acceptance()
        step = shanten, accepted_tiles(accepts, position.left)
        pace, han = PACE.get(plan.yaku, 1.0), self.han(plan)
        if uses(plan, kind):
            han -= position.tile_han[tile]
            han -= position.yakuhai[kind] if self.hand.counts[kind] == 3 else 0

        def closed(han: float) -> float:
            return position.chances[False, pace][step] * self.utility(han) + style.closed_bonus

        if plan.yaku is PlannedYaku.CLOSED:
            simple = [self.shanten(each, kind) for each in self.plans if each.yaku is PlannedYaku.TANYAO]
            if simple and min(simple) <= shanten:
                han += 0.8
            if sum(count >= 2 for count in rest.counts) >= 5:
                han += 1.2
            return closed(han)
        pon = 1.0
        if plan.pair is not None:
            miss = 1.0 - position.left[plan.pair] / max(position.unseen, 1)
            pon = 1.0 - miss ** (2.0 * position.draws)
        value = position.chances[True, pace][step] * self.utility(han) * pon
        if plan.yaku is PlannedYaku.HONITSU and rest.is_closed:
            return max(value, closed(han + 2.5))
        return value

    def han(self, plan: YakuPlan) -> float:
        """Han of a win by the plan with every tile of the hand that it can use."""
        position, hand = self.position, self.hand
        kept = sum(position.tile_han[tile] for tile in hand.tiles if plan.usable[KIND_OF[tile]])
        if plan.usable[EAST]:
            kept += sum(position.yakuhai[kind] for kind in range(EAST, KINDS) if hand.counts[kind] >= 3)
        called = sum(
            position.yakuhai[meld.first] + sum(position.tile_han[tile] for tile in meld.tiles)
            for meld in hand.melds
        )
        return HAN[plan.yaku] + kept + called

    def utility(self, han: float) -> float:
        """The utility of a win with that many han."""
        return points_utility(points_of(han, self.position.dealer), self.evaluator.style.greed)


def uses(plan: YakuPlan, kind: Kind) -> bool:
    """Whether the plan holds a tile of that kind."""
    return plan.keys[SUIT_OF[kind]] // POWERS[kind] % 5 > 0


def without(plan: YakuPlan, kind: Kind) -> YakuPlan:
    """The plan after the discard of that kind."""
    if not uses(plan, kind):
        return plan
    keys = list(plan.keys)
    keys[SUIT_OF[kind]] -= POWERS[kind]
    return plan._replace(keys=keys)
