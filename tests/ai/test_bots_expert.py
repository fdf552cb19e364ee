"""What the levels do in positions that tell them apart: one for each thing that an expert adds."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest, play_deal
from ai.bots.expert import ExpertBot, ExpertEvaluator
from ai.bots.hand_evaluation import best
from ai.bots.lookahead import Lookahead
from ai.bots.placement_value import (
    FITS,
    IN_RIICHI,
    MAX_SHANTEN,
    MEAN_DRAWS,
    TENPAI_DRAWS,
    UNWON,
    HandClass,
    PlacementValue,
    cannot_win,
    expected_points,
)
from ai.bots.registry import STYLES, make_bot
from ai.bots.styles import Style
from ai.reading.evidence import danger_multiplier
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.safety_reasons import SafetyReason
from engine import shape
from engine.actions import ActionKind
from engine.events import Event
from engine.hand import Hand
from engine.rules import TENHOU, WRC
from engine.tiles import KIND_OF, KINDS, format_tiles, parse_tile, parse_tiles
from tests.ai.test_bots_hand_evaluation import CALM, RIICHI, discard
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, discards, seat_view
from tests.support.fresh_interpreter import ROOT
from tools.measure.measured_waits import Came, reach
from tools.measure.standing import Sample, fitted

STAYS_CLOSED = "takame:expert"
EXPERTS = tuple(f"{name}:expert" for name in STYLES)
NOVICES = tuple(f"{name}:novice" for name in STYLES)

FIVE_SOU = parse_tile("5s")
LAST = replace(WRC, length="east")
"""With the dealer on the left the hand of ``seat_view`` is East 4: here the last one."""
LATE = (
    discards(RIGHT, "9m1z4z2s6m8p9p1m1s7z2z3z", riichi=6),
    discards(ACROSS, "1z4z9p9s6m1p9m8s1m2z3z9s"),
    discards(LEFT, "9m1s2z3z6m9p1p9s7z7z6z1s"),
    discards(ME, "9p1z4z9s4z1p9m1m8s2z3z9s"),
)
"""Twelve turns; the player on the right is in riichi since the seventh, and 8p is safe."""


# -- looking ahead ---------------------------------------------------------------------------------------


def promised(tiles: str) -> float:
    """What a hand one away from tenpai promises on the first turn."""
    view = seat_view("19m19p19s1234567z")
    hand = Hand(parse_tiles(tiles))
    after = shape.acceptance(hand.keys)
    assert after[0] == 1
    return Lookahead(PositionAnalysis(view), lambda points: points, 0.0).value(hand, after)


def test_the_wait_that_follows_counts_and_not_the_tiles_that_lead_there() -> None:
    """The same shape twice, with two-sided waits and with closed ones."""
    two_sided, closed = "234m567p23s56s88p9m", "234m567p24s57s88p9m"
    assert promised(two_sided) > 1.5 * promised(closed)


def test_a_dear_draw_counts_for_what_it_brings() -> None:
    """The same tiles help; one hand is all simples."""
    assert promised("234m567p23s67s88p2m") > promised("123m789p23s67s88p2m")


@pytest.mark.parametrize("name", EXPERTS)
def test_of_two_single_waits_the_tile_that_others_discard_is_waited_for(name: str) -> None:
    """Three white dragons are left and three 5m: nobody has a use for the dragons."""
    assert str(choice(name, seat_view("123m567p678345s5z", draws="5m", past=CALM))) == "riichi 5m"
    assert str(choice(name, seat_view("123m567p678345s5z", draws="7m", past=CALM))) == "riichi 7m"


@pytest.mark.parametrize("past", [CALM, RIICHI], ids=["calm", "riichi"])
@pytest.mark.parametrize("name", EXPERTS)
def test_every_discard_is_looked_at(name: str, past: Sequence[Sequence[Event]]) -> None:
    """By plans alone the best one of this hand is none of the first four."""
    view = seat_view("3557788m4p177s45z", draws="6z", past=past)
    bot = make_bot(name)
    assert isinstance(bot, ExpertBot)
    tiles = sorted(set(view.hand.tiles))
    found = bot.evaluator(view).evaluate_discards(view.hand, tiles)
    assert [each.tile for each in found] == tiles
    alone = [bot.evaluator(view).evaluate_discards(view.hand, [tile])[0] for tile in tiles]
    assert alone == found
    assert choice(name, view).tile == best(found).tile


# -- push or fold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPERTS)
def test_a_good_tenpai_hand_pushes(name: str) -> None:
    """With 4s rather than 7s: the player in riichi has discarded 2s."""
    view = seat_view("234m34p567s678p88s", draws="4s", past=RIICHI)
    assert str(choice(name, view)) == "riichi 4s"


@pytest.mark.parametrize("name", STYLES)
def test_late_in_the_hand_one_away_is_too_far(name: str) -> None:
    view = seat_view("34m567p3467s5588p0s", draws="5m", past=LATE)
    assert (discard(choice(f"{name}:expert", view)), discard(choice(name, view))) == ("8p", "3m")


def test_the_fewer_two_sided_waits_are_left_the_more_dangerous_is_a_tile() -> None:
    """5s is open on both sides; honours went by in one case, tiles that rule out waits in the other."""
    few_ruled_out = discards(RIGHT, "9m1z4z2z3z", riichi=4)
    many_ruled_out = discards(RIGHT, "5m4p6p4m6m", riichi=4)
    feared, tiers = [], []
    for pond, left in ((few_ruled_out, 17), (many_ruled_out, 8)):
        position = PositionAnalysis(seat_view("34m567p3467s1188p5s", draws="9s", dora="7p", past=(pond,)))
        assert position.safety.evidence(RIGHT).two_sided == left
        assert position.safety.reason(FIVE_SOU, RIGHT) is SafetyReason.OPEN_456
        tiers.append(position.safety.tier(FIVE_SOU, RIGHT))
        feared.append(ExpertEvaluator(position, Style()).danger(FIVE_SOU))
    assert feared[1] == pytest.approx(feared[0] * danger_multiplier(8) / danger_multiplier(17))
    assert tiers[0] < tiers[1]
    assert danger_multiplier(17) < 1 < danger_multiplier(4)


# -- riichi or silence -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPERTS)
def test_a_cheap_narrow_wait_is_declared_in_peace(name: str) -> None:
    hand = "123m456p789s2246s"
    assert choice(name, seat_view(hand, draws="4z", past=CALM)).kind is ActionKind.RIICHI


@pytest.mark.parametrize("name", EXPERTS)
def test_a_mangan_stays_silent(name: str) -> None:
    """All simples with three dora: riichi would warn everybody for no higher limit."""
    hand = "234m34p567s678p88s"
    assert str(choice(name, seat_view(hand, draws="1z", dora="2z", past=CALM))) == "riichi 1z"
    assert str(choice(name, seat_view(hand, draws="1z", dora="7s", past=CALM, rules=WRC))) == "discard 1z"


@pytest.mark.parametrize("name", EXPERTS)
@pytest.mark.parametrize("hand", ["234m34p567s678p88s", "234m567p678s2288p", "123m456p789s2246s"])
def test_a_leader_far_ahead_needs_no_riichi_in_the_last_hand(name: str, hand: str) -> None:
    """Ahead by 22,000 points, with a yaku or without."""
    ahead = {ME: 52_000, RIGHT: 30_000, ACROSS: 20_000, LEFT: 18_000}
    last = seat_view(hand, draws="1z", past=CALM, scores=ahead, rules=LAST)
    assert str(choice(name, last)) == "discard 1z"


@pytest.mark.parametrize("name", EXPERTS)
@pytest.mark.parametrize("ahead", [2_300, 3_900])
def test_the_last_declares_riichi_for_the_points_that_a_silent_win_lacks(name: str, ahead: int) -> None:
    """All simples on four tiles: 1,300 points, and 2,600 or more with riichi."""
    scores = {ME: 20_000, RIGHT: 20_000 + ahead, ACROSS: 41_000, LEFT: 39_000 - ahead}
    view = seat_view("234m567p678s2288p", draws="1z", past=CALM, scores=scores, rules=LAST)
    assert str(choice(name, view)) == "riichi 1z"


@pytest.mark.parametrize("name", EXPERTS)
@pytest.mark.parametrize("hand", ["123m57p468s2z55z13p", "13m46p2257s55z467p"])
def test_the_last_does_not_call_for_a_win_that_leaves_it_the_last(name: str, hand: str) -> None:
    """1,000 or 2,000 points, and 32,000 behind. In the first hand all but one call for them."""
    scores = {ME: 2_000, RIGHT: 34_000, ACROSS: 48_000, LEFT: 36_000}
    kinds = [
        choice(name, seat_view(hand, offered="5z", by=ACROSS, past=CALM, scores=points, rules=rules)).kind
        for points, rules in ((None, WRC), (scores, LAST))
    ]
    assert kinds == [ActionKind.PASS if name == STAYS_CLOSED else ActionKind.PON, ActionKind.PASS]


@pytest.mark.parametrize("name", EXPERTS)
def test_a_leader_in_danger_declares_a_narrow_wait_in_the_last_hand(name: str) -> None:
    """Others fold, and who folds does not overtake."""
    scores = {ME: 36_000, RIGHT: 34_000, ACROSS: 28_000, LEFT: 22_000}
    view = seat_view("123m456p789s1146s", draws="1z", dora="8s", past=CALM, scores=scores, rules=LAST)
    assert str(choice(name, view)) == "riichi 1z"


def test_speed_counts_by_what_a_win_is_worth_at_these_scores() -> None:
    """More where any win takes first place, nearly nothing for a leader far ahead."""
    marks = []
    for lead, rules in ((0, WRC), (0, LAST), (12_000, LAST)):
        scores = {ME: 30_000 + 3 * lead, **dict.fromkeys((RIGHT, ACROSS, LEFT), 30_000 - lead)}
        view = seat_view("24579m124568p22s", draws="3z", past=CALM, scores=scores, rules=rules)
        evaluator = ExpertEvaluator(PositionAnalysis(view), Style())
        slower = evaluator.slower(shape.discards(view.hand.keys))
        tile_value = evaluator.evaluate_discards(view.hand, [parse_tile("9m")])[0].tile_value
        marks.append((max(slower.values()), tile_value))
    first, last, safe = marks
    assert all(2 * many > 3 * usual > 6 * few for usual, many, few in zip(first, last, safe, strict=True))


@pytest.mark.parametrize("name", EXPERTS)
def test_nobody_declares_riichi_on_the_last_tile_of_a_wait(name: str) -> None:
    """With three of 2s left it is declared."""
    hand = "123789m789p13s55z"
    all_out = [discards(seat, "2s2z4z") for seat in (RIGHT, ACROSS, LEFT)]
    assert choice(name, seat_view(hand, draws="6z", past=all_out)).kind is ActionKind.DISCARD
    one_out = [discards(RIGHT, "2s2z4z"), discards(ACROSS, "2z4z6z"), discards(LEFT, "2z4z6z")]
    assert str(choice(name, seat_view(hand, draws="6z", past=one_out))) == "riichi 6z"


# -- calls, and the last hand ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPERTS)
def test_a_hand_one_away_waits_for_riichi_rather_than_call_a_cheap_tenpai(name: str) -> None:
    """Measured: it gains more closed, though the tenpai of honours would be there at once."""
    view = seat_view("234m55z678s34p99p4z", offered="5z", by=ACROSS, past=CALM)
    assert choice(name, view).kind is ActionKind.PASS


@pytest.mark.parametrize("name", EXPERTS)
def test_a_hand_far_away_calls_for_its_yaku(name: str) -> None:
    """A style that wants value keeps the hand closed for as cheap a one."""
    view = seat_view("123m57p468s2z55z13p", offered="5z", by=ACROSS, past=CALM)
    assert choice(name, view).kind is (ActionKind.PASS if name == STAYS_CLOSED else ActionKind.PON)


@pytest.mark.parametrize("name", EXPERTS)
@pytest.mark.parametrize(
    ("hand", "offered"),
    [("23579m8p4s11255z", "1m"), ("2458m5567p68s134z", "6m"), ("2m123448p1689s27z", "7s")],
    ids=["a pair of dragons", "simples", "nothing"],
)
def test_far_from_tenpai_a_hand_is_not_opened_for_the_hope_of_a_yaku(
    name: str, hand: str, offered: str
) -> None:
    """Three away after the call. The triplet of dragons is a yaku: who wants speed calls it."""
    assert choice(name, seat_view(hand, offered=offered, past=CALM)).kind is ActionKind.PASS
    dragons = seat_view("23579m8p4s11255z", offered="5z", by=ACROSS)
    assert choice("hayai:expert", dragons).kind is ActionKind.PON


@pytest.mark.parametrize("name", EXPERTS)
def test_in_the_last_turns_a_hand_is_called_to_be_tenpai_at_the_draw(name: str) -> None:
    """It has no yaku and cannot win, but is paid by those who are not tenpai."""
    hand = "123m79p456s11s78s4z"
    early = seat_view(hand, offered="8p", past=CALM)
    late = seat_view(hand, offered="8p", past=quiet_turns(15, f"{hand}8p3z69s"))
    unpaid = seat_view(hand, offered="8p", past=quiet_turns(9, f"{hand}8p3z69s"))
    kinds = [choice(name, view).kind for view in (early, late, unpaid)]
    assert kinds == [ActionKind.PASS, ActionKind.CHI, ActionKind.PASS]


def quiet_turns(turns: int, held: str) -> list[list[Event]]:
    """So many turns of everybody, with other tiles than these, in which nothing happens."""
    rest = Counter(dict.fromkeys(reversed(range(KINDS)), 4))
    rest.subtract(KIND_OF[tile] for tile in parse_tiles(held))
    tiles = list(rest.elements())[: 4 * turns]
    return [discards(seat, format_tiles(tiles[seat::4])) for seat in (RIGHT, ACROSS, LEFT, ME)]


@pytest.mark.parametrize(("worth", "calls_it"), [(0.0, False), (5_000.0, True)])
def test_a_safe_leader_is_tenpai_at_the_draw_only_if_that_is_worth_something(
    worth: float, calls_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two draws before the end of the last hand, with a pon that leaves no yaku."""
    monkeypatch.setattr(PlacementValue, "tenpai_at_draw", lambda _: worth)
    last_turns = (
        discards(RIGHT, "9m1z4z2s6m8p9p1m1s7z2z3z1z9s7z"),
        discards(ACROSS, "1z4z9p9s6m1p9m8s1m2z3z9s2z6z8m"),
        discards(LEFT, "9m1s2z3z6m9p1p9s7z7z6z1s8s6z1p"),
        discards(ME, "9p1z4z9s4z1p9m1m8s2z3z9s6z7p2s"),
    )
    scores = dict(zip((ME, RIGHT, ACROSS, LEFT), (50_000, 25_000, 15_000, 10_000), strict=True))
    rules = replace(TENHOU, length="east")
    hand = "234m678p34s2288s1p"
    view = seat_view(hand, offered="8s", by=ACROSS, past=last_turns, scores=scores, rules=rules)
    assert (choice("mamori:expert", view).kind is ActionKind.PON) is calls_it


@pytest.mark.parametrize("name", EXPERTS)
def test_a_cheap_tenpai_is_called_where_it_wins_a_place(name: str) -> None:
    """All simples for 1,000 points: in the first hand riichi is worth more. In the last hand any win among
    equals is first place, and a leader who wins stays first. Who needs more to pass anybody does not call."""
    hand = "22m34p567s678m35s6s"
    equal = dict.fromkeys((ME, RIGHT, ACROSS, LEFT), 30000)
    ahead = {ME: 42_000, RIGHT: 34_500, ACROSS: 23_000, LEFT: 20_500}
    first = seat_view(hand, offered="2p", past=CALM, scores=equal, rules=WRC)
    last = seat_view(hand, offered="2p", past=CALM, scores=equal, rules=LAST)
    leader = seat_view(hand, offered="2p", past=CALM, scores=ahead, rules=LAST)
    behind = seat_view(hand, offered="2p", past=CALM, scores={**ahead, ME: 12_500, LEFT: 50_000}, rules=LAST)
    kinds = [choice(name, view).kind for view in (first, last, leader, behind)]
    assert kinds == [ActionKind.PASS, ActionKind.CHI, ActionKind.CHI, ActionKind.PASS]


def test_the_same_hand_goes_for_another_win_as_the_leader_and_as_the_last() -> None:
    """The dora is the loneliest tile. The leader needs any win, the last a dear one; in the first hand it
    is kept."""
    hand, ahead = "24579m124568p22s", {ME: 42_000, RIGHT: 34_500, ACROSS: 23_000, LEFT: 20_500}
    behind = {ME: 20_500, RIGHT: 34_500, ACROSS: 37_000, LEFT: 28_000}
    first = seat_view(hand, draws="3z", dora="2z", past=CALM, rules=WRC)
    leader = seat_view(hand, draws="3z", dora="2z", past=CALM, scores=ahead, rules=LAST)
    last = seat_view(hand, draws="3z", dora="2z", past=CALM, scores=behind, rules=LAST)
    keeps = [discard(choice("takame:expert", view)) != "3z" for view in (first, leader, last)]
    assert keeps == [True, False, True]


@pytest.mark.parametrize("name", [*EXPERTS, "hayai", "mamori", "takame"])
def test_a_win_that_makes_the_last_place_final_is_passed(name: str) -> None:
    """In the first hand, from third place, and with enough points it is taken."""
    hand, last = "234m34p567s678p88s", {ME: 17_500, RIGHT: 38_000, ACROSS: 41_000, LEFT: 23_500}
    third = {**last, ME: 26_500, LEFT: 9_500}
    near = {**last, ME: 23_000, LEFT: 25_000, ACROSS: 34_000}
    for scores, rules, ron, tsumo in (
        (last, LAST, ActionKind.PASS, ActionKind.RIICHI),
        (last, WRC, ActionKind.RON, ActionKind.TSUMO),
        (third, LAST, ActionKind.RON, ActionKind.TSUMO),
        (near, LAST, ActionKind.RON, ActionKind.TSUMO),
    ):
        offered = seat_view(hand, offered="2p", past=CALM, scores=scores, rules=rules)
        drawn = seat_view(hand, draws="2p", past=CALM, scores=scores, rules=rules)
        assert (choice(name, offered).kind, choice(name, drawn).kind) == (ron, tsumo), scores
    novice = seat_view(hand, offered="2p", past=CALM, scores=last, rules=LAST)
    assert choice("hayai:novice", novice).kind is ActionKind.RON


def test_styles_want_speed_safety_and_value() -> None:
    """Where choices are worth nearly the same, each style takes what it wants."""
    simples = seat_view("46888m23p348s467z", offered="2s", past=CALM)
    assert [choice(name, simples).kind.value for name in EXPERTS] == ["chi", "pass", "pass"]
    safe = seat_view("1469m1489p349s77z", draws="3p", past=CALM)  # two have discarded 9m, one 9s, nobody 1m
    assert [discard(choice(name, safe)) for name in EXPERTS] == ["9m", "1m", "9m"]
    dora = seat_view("24579m124568p22s", draws="3z", dora="2z", past=CALM)
    assert [discard(choice(name, dora)) for name in EXPERTS] == ["3z", "8p", "8p"]


@pytest.mark.parametrize("name", EXPERTS)
@pytest.mark.parametrize(("tiles", "drawn"), [("1234566m155p67s7z", "2p"), ("5567m77p567778s5z", "8s")])
def test_a_lonely_dragon_goes_before_a_tile_that_draws_can_use(name: str, tiles: str, drawn: str) -> None:
    assert discard(choice(name, seat_view(tiles, draws=drawn, past=CALM))) == tiles[-2:]


@pytest.mark.parametrize("name", EXPERTS)
def test_what_draws_could_use_does_not_choose_the_wait_of_a_riichi(name: str) -> None:
    # three tiles of 8m and 1s, which others discard sooner than the four 3s
    riichi = choice(name, seat_view("88m567p12566778s", draws="1s", past=CALM))
    assert str(riichi) == "riichi 2s"


def test_under_a_threat_a_tile_counts_no_more_for_the_draws_that_could_use_it() -> None:
    def values(past: Sequence[Sequence[Event]]) -> dict[int, float]:
        view = seat_view("1234566m155p67s7z", draws="2p", past=past)
        evaluator = ExpertEvaluator(PositionAnalysis(view), Style())
        found = evaluator.evaluate_discards(view.hand, set(view.hand.tiles))
        return {each.tile: each.tile_value for each in found}

    calm, threatened = values(CALM), values(RIICHI)
    assert all(calm[tile] > 2 * threatened[tile] > 0 for tile in calm.keys() & threatened.keys())


@pytest.mark.parametrize("name", EXPERTS)
def test_tenpai_goes_on_against_a_riichi_where_that_pays(name: str) -> None:
    # all simples, in riichi or not, worth a tile that may be won on
    assert choice(name, seat_view("234m567p345s22m46m", draws="5p", past=RIICHI)).tile in parse_tiles("5p")
    # tenpai is not broken up: a safe tile keeps it, another one leaves a better wait
    assert choice(name, seat_view("456m678p234s33p46m", draws="6m", past=RIICHI)).tile in parse_tiles("46m")


# -- care with tiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "draws"),
    [("234m167p0578s446z", "9s"), ("1237m1368p405s44z", "9m"), ("340m236p05789s44z", "4s")],
)
def test_of_a_red_and_a_plain_five_the_plain_one_goes(hand: str, draws: str) -> None:
    """The only three of some thousand hands drawn at random of which a five of bamboo goes."""
    view = seat_view(hand, draws=draws, past=CALM)
    evaluator = ExpertEvaluator(PositionAnalysis(view), Style(dora_bonus=200))
    assert best(evaluator.evaluate_discards(view.hand, parse_tiles("0s5s"))).tile == FIVE_SOU


# -- the lines -------------------------------------------------------------------------------------------


def test_hands_are_worth_no_less_the_nearer_they_are_and_more_the_more_they_promise() -> None:
    for sort, line in FITS.items():
        assert line.slope > 0
        if sort.shanten == IN_RIICHI:
            continue
        for draws, promise in product(range(1, 18), (0.0, 500.0, 3_000.0, 12_000.0)):
            farther = sort._replace(shanten=min(sort.shanten + 1, MAX_SHANTEN))
            worth = expected_points(sort, draws, promise)
            assert worth >= expected_points(farther, draws, promise)
            assert expected_points(sort, draws, promise + 100.0) > worth
    assert {sort.shanten for sort in FITS if sort.closed} == {IN_RIICHI, 0, 1, 2, 3, 4}


def test_what_riichi_gains_besides_its_own_win_shrinks_with_the_chance_of_it() -> None:
    for threatened in (False, True):
        sort = HandClass(threatened, True, IN_RIICHI)
        sure, unsure, none = (expected_points(sort, MEAN_DRAWS, 0.0, 1.0, each) for each in (1.0, 0.3, 0.0))
        assert sure > 0 > unsure > none == UNWON


def test_an_open_hand_without_a_yaku_is_the_worst_until_the_last_turns() -> None:
    for draws in range(1, 18):
        value = expected_points(HandClass(False, False, 0), draws, 0.0)
        assert (value == cannot_win(False, draws)) is (draws > TENPAI_DRAWS)
        assert expected_points(HandClass(False, False, 1), draws, 0.0) == cannot_win(False, draws)
    for sort in FITS:
        if not sort.closed:
            assert expected_points(sort, MEAN_DRAWS, 1.0) > cannot_win(sort.threatened, MEAN_DRAWS)


@pytest.mark.parametrize("style", STYLES)
def test_a_far_and_open_hand_gives_up_its_yaku_rather_than_deal_in(style: str) -> None:
    """A pair of white dragons is its only yaku, and the only tiles that the dealer's riichi cannot win on."""
    riichi = discards(RIGHT, "9m1z5z2s9p", riichi=4)
    past = [riichi, *CALM[1:], calls(ME, "123m", throws="1z")]
    view = seat_view("47m38p4588s55z23m1z", draws="4p", past=past, dealer=RIGHT)
    assert str(choice(f"{style}:expert", view)) == "discard 5z"


def test_lines_are_fitted_by_least_squares() -> None:
    sort = HandClass(False, True, 1)
    samples = [
        Sample(sort, draws, promise, round(-700 + 40 * (draws - MEAN_DRAWS) + 0.5 * promise))
        for draws in (3, 8, 14)
        for promise in (0.0, 600.0, 2_000.0)
    ]
    assert fitted(samples) == pytest.approx((-700, 40, 0.5))


def test_reach_counts_the_own_draw_and_first_discards_of_others() -> None:
    """Kinds that their owner would have drawn once; half of them never came out from anybody else."""
    came = [Came(True, SafetyReason.OPEN_456, 1.0, out) for out in (True, False)]
    assert reach(came) == pytest.approx(1.0 + math.log(2.0))


# -- novices ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NOVICES)
def test_a_novice_does_not_see_a_riichi_until_it_is_late(name: str) -> None:
    hand = "147m258p369s1257z"
    assert choice(name, seat_view(hand, draws="6p", past=RIICHI)) == choice(
        name, seat_view(hand, draws="6p", past=CALM)
    )


@pytest.mark.parametrize("name", NOVICES)
def test_a_novice_never_opens_a_hand_without_a_yaku(name: str) -> None:
    view = seat_view("123m79p1199s346s4z", offered="8p", past=CALM)
    assert choice(name, view).kind is ActionKind.PASS


def test_late_a_cautious_novice_knows_the_discards_of_the_riichi_player() -> None:
    view = seat_view("34m567p3467s5588p0s", draws="5m", past=LATE)
    assert discard(choice("mamori:novice", view)) == "8p"
    assert discard(choice("hayai:novice", view)) == "3s"


# -- whole hands -----------------------------------------------------------------------------------------

LEVELS = ("hayai:expert", "mamori:expert", "takame:expert", "takame:novice")


def test_experts_and_novices_break_no_rule() -> None:
    rules = replace(TENHOU, length="hand")
    count = play_deal(Contest(LEVELS, 4, 3, rules, check=True), 0)
    assert count.games == 4
    assert count.events > 300


PLAYED = """
from ai.bots.registry import make_bot
from engine.match import Match
from engine.rules import WRC
bots = [make_bot(name) for name in {names}]
match = Match(WRC, 8)
while len(match.events) < 90:
    menus = {{seat: match.round.options(seat) for seat in match.acting}}
    match.step({{seat: bots[seat].choose(menu.view, menu) for seat, menu in menus.items()}})
print(*match.events, sep="\\n")
"""


def test_the_same_walls_are_played_the_same_in_every_process() -> None:
    """Nothing hangs on the order of sets or on what was asked before."""
    code = PLAYED.format(names=LEVELS)
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count("Dahai(") > 20
