"""The evaluation of hands, and what bots choose in constructed positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.bots.hand_evaluation import HandEvaluator, best
from ai.bots.registry import BOT_NAMES, make_bot
from ai.bots.styled_bot import (
    NoviceEvaluator,
    StyledBot,
    after_call,
    best_call,
    discardable,
    open_hands,
    settled,
)
from engine import shape
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import EMA, TENHOU, WRC, Ruleset
from engine.tiles import KIND_OF, NAMES, parse_tile, parse_tiles
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, discards, seat_view
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
            assert isinstance(bot, StyledBot)
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
    assert isinstance(bot, StyledBot)
    assert bot.style.dora_bonus >= 0
    assert bot.style.caution >= 0


def test_the_experts_are_evaluated_in_full() -> None:
    """A discard can be worth more than what it leaves to them: their values may be below 0."""
    expert = make_bot("hayai:expert")
    assert isinstance(expert, StyledBot)
    match = Match(TENHOU, 1)
    (seat,) = match.acting
    view, tiles = match.round.view(seat), discardable(match.round.options(seat))
    evaluator = expert.evaluator(view)
    assert evaluator.best_discard(view.hand, tiles) == best(evaluator.evaluate_discards(view.hand, tiles))


STYLES = ("hayai", "mamori", "takame")
WITH_EXPERTS = pytest.mark.parametrize("name", [*STYLES, *(f"{style}:expert" for style in STYLES)])

CALM = (
    discards(RIGHT, "9m1z4z2s6m"),
    discards(ACROSS, "1z4z9p9s6m"),
    discards(LEFT, "9m1s2z3z6m"),
    discards(ME, "9p1z4z9s4z"),
)
"""Five turns in which nothing happened."""

RIICHI = (discards(RIGHT, "9m1z4z2s6m", riichi=4), *CALM[1:])
"""The same, but the player on the right is in riichi; 9m 1z 4z 2s 6m, and later 2z 3z 9p 9s, are safe."""

SAFE = {"9m", "1z", "4z", "2s", "6m", "9p", "9s", "2z", "3z", "1s"}


def discard(action: Action) -> str:
    """The tile of a discard."""
    assert action.kind is ActionKind.DISCARD
    assert action.tile is not None
    return NAMES[action.tile]


# -- winning and riichi ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOT_NAMES)
def test_everybody_wins_when_possible(name: str) -> None:
    tsumo = seat_view("234m34p567s678p88s", draws="2p")
    ron = seat_view("234m34p567s678p88s", offered="2p", by=ACROSS)
    assert choice(name, tsumo).kind is ActionKind.TSUMO
    assert choice(name, ron).kind is ActionKind.RON


@pytest.mark.parametrize("name", [*STYLES, "tenpai", "shanten"])
def test_a_good_closed_wait_declares_riichi(name: str) -> None:
    view = seat_view("123m34p567s678p99s", draws="4z", past=CALM)
    assert str(choice(name, view)) == "riichi 4z"


@pytest.mark.parametrize("name", STYLES)
def test_a_hand_that_is_dear_as_it_is_stays_silent(name: str) -> None:
    """All simples, pinfu, a dora and a red five: riichi would add little and warn everybody."""
    view = seat_view("067m34p567s678p88s", draws="4s", dora="5s", past=CALM)
    assert discard(choice(name, view)) == "4s"


@pytest.mark.parametrize("name", STYLES)
def test_no_riichi_on_a_wait_of_which_nothing_is_left(name: str) -> None:
    gone = discards(ACROSS, "5s5s"), discards(LEFT, "5s5s")
    view = seat_view("123m456p789s2246s", draws="4z", past=gone)
    assert choice(name, view).kind is ActionKind.DISCARD


@WITH_EXPERTS
def test_no_riichi_with_a_cheap_narrow_wait_into_a_riichi(name: str) -> None:
    assert choice(name, seat_view("123m456p789s2246s", draws="1z", past=RIICHI)).kind is ActionKind.DISCARD


# -- discards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STYLES)
def test_of_two_fives_the_plain_one_goes(name: str) -> None:
    action = choice(name, seat_view("123m067p5055s11z78s", draws="9s", past=CALM))
    assert action.tile == parse_tile("5s")


@WITH_EXPERTS
def test_a_lone_red_five_and_a_lone_dora_outlast_other_lone_tiles(name: str) -> None:
    assert discard(choice(name, seat_view("123m678p89s11p3z0s4z", draws="5z"))) not in {"0s"}
    assert discard(choice(name, seat_view("123m456p789s19p9m3z", draws="6z", dora="5z"))) != "6z"


@pytest.mark.parametrize("name", STYLES)
def test_of_two_equal_tiles_the_one_just_drawn_goes(name: str) -> None:
    action = choice(name, seat_view("234567m34567p99s", draws="9s"))
    assert (str(action), action.tsumogiri) == ("riichi 9s", True)


def test_tsumogiri_throws_what_it_draws() -> None:
    action = choice("tsumogiri", seat_view("123m456p789s1122z", draws="5p"))
    assert (discard(action), action.tsumogiri) == ("5p", True)


def test_tenpai_takes_the_discard_that_accepts_most_tiles() -> None:
    assert discard(choice("tenpai", seat_view("123m456p78s1155m9p", draws="3z"))) in {"3z", "9p"}


# -- defence ---------------------------------------------------------------------------------------------


@WITH_EXPERTS
def test_a_hopeless_hand_folds_with_a_safe_tile(name: str) -> None:
    assert discard(choice(name, seat_view("147m258p369s1257z", draws="6p", past=RIICHI))) in SAFE


def test_the_guard_folds_where_the_others_push() -> None:
    """Two away from tenpai with dora: 8p is dangerous, 1z and 6m are safe."""
    view = seat_view("34406m23467p11s68p", draws="8s", dora="3m", past=RIICHI)
    pushed = {name: discard(choice(name, view)) for name in STYLES}
    assert pushed["mamori"] in SAFE


@pytest.mark.parametrize("name", STYLES)
def test_a_good_tenpai_hand_pushes(name: str) -> None:
    view = seat_view("234m34p567s678p88s", draws="4s", past=RIICHI)
    action = choice(name, view)
    assert action.kind in (ActionKind.DISCARD, ActionKind.RIICHI)
    assert action.tile in parse_tiles("47s"), "of 4567s either end"


def test_the_guard_folds_against_an_open_hand_that_looks_tenpai() -> None:
    threat = calls(RIGHT, "666z", "777z", "222p", throws="6m")
    view = seat_view("147m258p3369s257z", draws="6p", past=[*CALM, threat], dora="1p")
    safe = {NAMES[each.tile] for each in view.table.seats[RIGHT].pond}
    assert discard(choice("mamori", view)) in safe | {"7z"}, "the last red dragon cannot lose either"


# -- calls -----------------------------------------------------------------------------------------------

CHEAP_YAKUHAI = "149m367p468s2z55z1p"


def test_only_the_fast_one_calls_a_cheap_honour_early() -> None:
    view = seat_view(CHEAP_YAKUHAI, offered="5z", by=ACROSS)
    assert {name: choice(name, view).kind for name in STYLES} == {
        "hayai": ActionKind.PON,
        "mamori": ActionKind.PASS,
        "takame": ActionKind.PASS,
    }


@WITH_EXPERTS
def test_nobody_opens_a_hand_without_a_yaku(name: str) -> None:
    view = seat_view("123m79p1199s346s4z", offered="8p", past=CALM)
    assert choice(name, view).kind is ActionKind.PASS


def test_the_fast_one_takes_an_open_tenpai_and_the_high_one_waits_for_riichi() -> None:
    view = seat_view("22m34p567s678m35s6s", offered="2p", past=CALM)
    assert choice("hayai", view).kind is ActionKind.CHI
    assert choice("takame", view).kind is ActionKind.PASS


@pytest.mark.parametrize("name", STYLES)
def test_a_flush_with_honours_is_worth_opening(name: str) -> None:
    view = seat_view("1223457m1155z68p", offered="5z", by=RIGHT, past=CALM)
    assert choice(name, view).kind is ActionKind.PON


def test_baselines_never_call() -> None:
    view = seat_view("1223457m1155z68p", offered="5z", by=RIGHT, past=CALM)
    assert {choice(name, view).kind for name in ("tsumogiri", "tenpai")} == {ActionKind.PASS}


# -- kans ------------------------------------------------------------------------------------------------


@WITH_EXPERTS
def test_a_closed_kan_that_costs_nothing_is_made(name: str) -> None:
    view = seat_view("111z23m456p789s99s", draws="1z")
    assert choice(name, view).kind is ActionKind.CLOSED_KAN


@WITH_EXPERTS
def test_no_closed_kan_that_breaks_a_sequence(name: str) -> None:
    """Without the kan it waits on 9s or 6p; the hand is not complete, which any bot would win."""
    view = seat_view("1112m456p789s9s3m6p", draws="1m")
    assert choice(name, view).kind in (ActionKind.DISCARD, ActionKind.RIICHI)


@WITH_EXPERTS
def test_no_kan_against_a_riichi(name: str) -> None:
    view = seat_view("111z23m456p789s99s", draws="1z", past=RIICHI)
    assert choice(name, view).kind is not ActionKind.CLOSED_KAN


# -- new deals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STYLES)
def test_nine_terminals_ask_for_a_new_deal_and_eleven_play_on(name: str) -> None:
    nine = seat_view("19m19p19s123z4588m", draws="5p", rules=TENHOU)
    assert choice(name, nine).kind is ActionKind.NINE_TERMINALS
    eleven = seat_view("19m19p19s12345z88m", draws="5p", rules=TENHOU)
    assert choice(name, eleven).kind is ActionKind.DISCARD
    assert choice(name, seat_view("19m19p19s123z4588m", draws="5p", rules=WRC)).kind is ActionKind.DISCARD
