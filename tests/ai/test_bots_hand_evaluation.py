"""The evaluation of hands, and what bots choose in constructed positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.bots.hand_evaluation import HandEvaluator, best
from ai.bots.registry import make_bot
from ai.bots.styled_bot import (
    NoviceEvaluator,
    after_call,
    best_call,
    discardable,
    open_hands,
    settled,
)
from engine import shape
from engine.actions import ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import EMA, TENHOU, Ruleset
from engine.tiles import KIND_OF
from tests.support.ai.slow_evaluation import SlowEvaluation
from tests.support.nightly import at_night

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
        tenpai += best(expected).prospect.shanten == 0
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
        expected = None
        if choice is not None:
            assert best_action is not None
            called, bias = after_call(view, best_action)[0], evaluator.style.call_bias
            if not isinstance(evaluator, NoviceEvaluator):
                nearest = max(1, shape.shanten(called.counts, len(called.melds)))
                bias = bias if choice.prospect.distance <= nearest else min(bias, 1.0)
            open_value = choice.prospect.attack * bias - choice.danger
            expected = best_action if open_value > waiting.attack else None
        assert best_call(evaluator, menu) == expected
        passed += expected is None
        made += expected is not None
    assert passed
    assert made


@pytest.mark.parametrize("name", ["hayai", "mamori", "takame", "hayai:novice", "takame:novice"])
def test_no_tile_is_worth_less_than_nothing_to_a_regular_bot(name: str) -> None:
    """Otherwise a discard could be worth more than what it leaves, and the short cut would miss it."""
    bot = make_bot(name)
    assert bot.style.dora_bonus >= 0
    assert bot.style.caution >= 0


def test_the_experts_are_evaluated_in_full() -> None:
    """A discard can be worth more than what it leaves to them: their values may be below 0."""
    expert = make_bot("hayai:expert")
    match = Match(TENHOU, 1)
    (seat,) = match.acting
    view, tiles = match.round.view(seat), discardable(match.round.options(seat))
    evaluator = expert.evaluator(view)
    assert evaluator.best_discard(view.hand, tiles) == best(evaluator.evaluate_discards(view.hand, tiles))
