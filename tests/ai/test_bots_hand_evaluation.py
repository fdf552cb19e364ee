"""The evaluation of hands, and what bots choose in constructed positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import pytest

from ai.bots.hand_evaluation import EvaluatedDiscard, HandEvaluator, Prospect, after_call
from ai.bots.registry import make_bot
from ai.bots.styled_bot import NoviceEvaluator, StyledBot, discardable, open_hands, settled
from ai.bots.win_value import WinPoints
from ai.reading.estimates import accepted_tiles, points_of
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine import shape
from engine.actions import PASS, ActionKind
from engine.hand import POWERS, SUIT_OF, Hand
from engine.match import Match
from engine.options import Options
from engine.rules import EMA, TENHOU, Ruleset
from engine.tiles import EAST, KIND_OF, KINDS, Kind, Tile
from tests.support.nightly import at_night

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
        self.can_be_tenpai = any(shape.waits(hand.without(tile).keys, len(hand.melds)) for tile in hand.tiles)

    def best(self, tiles: Sequence[Tile], riichi: Collection[Tile]) -> EvaluatedDiscard:
        """The first discard of the highest worth to which no nearer one is to be preferred.

        A style that folds takes the safest one from its distance on.
        """
        view, danger = self.position.view, self.evaluator.danger
        far = shape.shanten(self.hand.counts, len(self.hand.melds)) >= self.evaluator.style.folds_from
        if far and any(each.tenpai > 0.6 for each in self.position.threats):
            least = min(danger(KIND_OF[tile]) for tile in tiles)
            tiles = [tile for tile in tiles if danger(KIND_OF[tile]) == least]
        calm = not any(
            seat.riichi or sum(meld.is_open for meld in seat.melds) >= 2
            for seat in view.table.seats
            if seat is not view.me
        )
        distances = {tile: self.distance(tile, riichi) for tile in tiles}
        nearest = min(distances.values())
        left = list(tiles)
        if calm and nearest <= self.evaluator.style.direct:
            left = [tile for tile in tiles if distances[tile] == nearest]
        chosen = None
        while left:
            chosen = max((self.evaluate(tile, riichi) for tile in left), key=lambda choice: choice.worth)
            nearer = [tile for tile in tiles if distances[tile] < distances[chosen.tile]]
            left = [tile for tile in nearer if not calm and danger(KIND_OF[tile]) <= chosen.danger]
        assert chosen is not None
        return chosen

    def distance(self, tile: Tile, riichi: Collection[Tile]) -> int:
        """Shanten to a win with a yaku after the discard; a wait of fewer than three tiles is one away."""
        return self.prospect(tile, riichi=tile in riichi).distance

    def _distance(self, tile: Tile, *, fair: bool) -> int:
        if fair:
            return 0
        able = [plan for plan in self.plans if plan.pair != KIND_OF[tile]]
        return max(1, min([self.shanten(plan, KIND_OF[tile]) for plan in able], default=8))

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
        others = [seat for seat in position.view.table.seats if seat is not position.view.me]
        signs = sum(kind in {KIND_OF[each.tile] for each in seat.pond} for seat in others)
        signs += 4 - position.left[kind] if kind >= EAST else 0
        value += style.safe_tiles * min(signs / 3, 1.0)
        value += position.tile_han[tile] * style.dora_bonus
        if position.draws < 12:
            value *= position.draws / 12
        prospect = self.prospect(tile, riichi=tile in riichi)
        return EvaluatedDiscard(tile, prospect, value, self.evaluator.danger(kind))

    def prospect(self, tile: Tile, *, riichi: bool) -> Prospect:
        position, rest, kind = self.position, self.hand.without(tile), KIND_OF[tile]
        able = [plan for plan in self.plans if plan.pair != kind]
        most, nearest, yaku, declared = 0.0, 8, None, False
        waits, fair = shape.waits(rest.keys, len(rest.melds)), False
        if waits:
            judged = self.evaluator.evaluate_tenpai(rest, waits, tile, riichi=riichi)
            most, nearest, declared = judged.attack, 0, judged.riichi
            pond = {KIND_OF[each.tile] for each in position.view.me.pond} | {kind}
            won = [wait for wait in waits if riichi or self.points(rest, wait)]
            fair = accepted_tiles(won, position.left) >= 3 and pond.isdisjoint(waits)
        total = most
        for plan in able:
            shanten = self.shanten(plan, kind)
            if shanten > 0:
                attack = self.value(plan, tile, rest)
                total += attack
                if attack > most:
                    most, nearest, yaku, declared = attack, shanten, plan.yaku, False
        others = 0.0 if self.can_be_tenpai else 0.3
        distance = self._distance(tile, fair=fair)
        return Prospect(most + others * (total - most), nearest, yaku, declared, distance)

    def points(self, hand: Hand, wait: Kind) -> float:
        """Points of a silent ron; 0 without a yaku."""
        return WinPoints(self.position).mean(hand, (wait,), riichi=0, tsumo=False)

    def shanten(self, plan: YakuPlan, kind: Kind) -> int:
        """Shanten of the plan after the discard of that kind."""
        return without(plan, kind).acceptance()[0]

    def value(self, plan: YakuPlan, tile: Tile, rest: Hand) -> float:
        """The value of the plan after the discard of that tile, which leaves ``rest``."""
        position, kind = self.position, KIND_OF[tile]
        shanten, accepts = without(plan, kind).acceptance()
        step = shanten, accepted_tiles(accepts, position.left)
        pace, han = PACE.get(plan.yaku, 1.0), self.han(plan)
        if uses(plan, kind):
            han -= position.tile_han[tile]
            han -= position.yakuhai[kind] if self.hand.counts[kind] == 3 else 0

        def closed(han: float) -> float:
            return position.chances[False, pace][step] * self.utility(han)

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
        return self.evaluator.utility(points_of(han, self.position.dealer))


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


BOTS = ("hayai", "mamori", "takame", "hayai:novice")


def decisions(rules: Ruleset, seed: int, hands: int) -> Iterator[tuple[HandEvaluator, Options]]:
    """Every decision of some hands that needs judgement, with the evaluator of its bot."""
    match = Match(rules, seed)
    bots = [make_bot(name) for name in BOTS]
    while hands and match.standings is None:
        if not match.acting:
            match.proceed()
            hands -= 1
            continue
        choices = {}
        for seat in match.acting:
            bot, view, menu = bots[seat], match.round.view(seat), match.round.options(seat)
            if settled(view, menu) is None:
                yield bot.evaluator(view), menu
            choices[seat] = bot.choose(view, menu)
        match.step(choices)


@pytest.mark.parametrize(("rules", "seed"), [(TENHOU, 1), *at_night([(TENHOU, 2), (EMA, 3)])])
def test_each_discard_is_worth_what_the_full_evaluation_says(rules: Ruleset, seed: int) -> None:
    turns = under_threat = tenpai = 0
    for evaluator, menu in decisions(rules, seed, hands=3):
        view = evaluator.position.view
        if not view.my_turn:
            continue
        tiles = discardable(menu)
        riichi = {action.tile for action in menu.of(ActionKind.RIICHI) if action.tile is not None}
        slow = SlowEvaluation(evaluator, view.hand)
        expected = [slow.evaluate(tile, riichi) for tile in tiles]
        assert evaluator.evaluate_discards(view.hand, tiles, riichi) == expected
        assert evaluator.best_discard(view.hand, tiles, riichi) == slow.best(tiles, riichi)
        turns += 1
        under_threat += bool(evaluator.position.threats)
        tenpai += max(expected, key=lambda each: each.worth).prospect.shanten == 0
    assert turns > 60
    assert under_threat
    assert tenpai


@pytest.mark.parametrize(("rules", "seed"), [(EMA, 3), *at_night([(TENHOU, 1), (TENHOU, 4)])])
def test_a_call_is_made_if_the_open_hand_is_worth_more(rules: Ruleset, seed: int) -> None:
    passed = made = 0
    for evaluator, menu in decisions(rules, seed, hands=6):
        view = evaluator.position.view
        calls = [action for action in menu.actions if action.kind in (ActionKind.CHI, ActionKind.PON)]
        if view.my_turn or not calls:
            continue
        found = []
        for action in calls:
            hand, forbidden = after_call(view, action)
            tiles = sorted({tile for tile in hand.tiles if KIND_OF[tile] not in forbidden})
            found.append((SlowEvaluation(evaluator, hand).best(tiles, ()), action))
        assert open_hands(evaluator, menu) == found
        waiting = evaluator.prospect(view.hand)
        choice, best_action = max(
            (
                pair
                for pair in found
                if pair[0].prospect.attack > 0 and (waiting.distance > 0 or pair[0].prospect.distance == 0)
            ),
            key=lambda pair: pair[0].worth,
            default=(None, None),
        )
        expected = PASS
        if choice is not None and not evaluator.folds(view.hand):
            assert best_action is not None
            called, bias = after_call(view, best_action)[0], evaluator.style.call_bias
            if not isinstance(evaluator, NoviceEvaluator):
                nearest = max(1, shape.shanten(called.counts, len(called.melds)))
                bias = bias if choice.prospect.distance <= nearest else min(bias, 1.0)
            open_value = choice.prospect.attack * bias - choice.danger
            expected = best_action if open_value > waiting.attack else PASS
        assert StyledBot("", evaluator.style).claim(evaluator, menu) == expected
        passed += expected is PASS
        made += expected is not PASS
    assert passed
    assert made


@pytest.mark.parametrize("name", ["hayai", "mamori", "takame", "hayai:novice", "takame:novice"])
def test_no_tile_is_worth_less_than_nothing_to_a_regular_bot(name: str) -> None:
    """Otherwise a discard could be worth more than what it leaves, and the short cut would miss it."""
    bot = make_bot(name)
    assert bot.style.dora_bonus >= 0
    assert bot.style.caution >= 0


def test_the_short_cut_misses_nothing_of_an_expert() -> None:
    expert = make_bot("mamori:expert")
    match = Match(TENHOU, 1)
    while match.acting:
        choices = {}
        for seat in match.acting:
            view, menu = match.round.view(seat), match.round.options(seat)
            choices[seat] = expert.choose(view, menu)
            if view.my_turn and settled(view, menu) is None:
                evaluator, tiles = expert.evaluator(view), discardable(menu)
                chosen = evaluator.best_discard(view.hand, tiles)
                tiles = evaluator.safest(tiles) if evaluator.folds(view.hand) else tiles
                found = evaluator.evaluate_discards(view.hand, tiles)
                assert chosen == max(found, key=lambda each: each.worth)
        match.step(choices)
