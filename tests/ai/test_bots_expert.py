"""What the levels do in positions that tell them apart: one for each thing that an expert adds."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest, play_deal
from ai.bots.expert import ExpertEvaluator
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
from ai.bots.win_value import WinUtility
from ai.reading.evidence import danger_multiplier
from ai.reading.safety import PositionAnalysis
from ai.reading.safety_reasons import SafetyReason
from engine import shape
from engine.actions import ActionKind
from engine.events import Event
from engine.hand import Hand
from engine.rules import TENHOU, WRC
from engine.tiles import parse_tile, parse_tiles
from tests.ai.test_bots_choices import CALM, LAST, RIICHI
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, choice, discards, seat_view
from tests.support.fresh_interpreter import ROOT
from tools.measure.measured_waits import Came, reach
from tools.measure.standing import Sample, Scribe, beyond_line, fitted

EXPERTS = tuple(f"{name}:expert" for name in STYLES)
FIVE_SOU = parse_tile("5s")
# -- looking ahead ---------------------------------------------------------------------------------------


def promised(tiles: str) -> float:
    """What a hand one away from tenpai promises on the first turn."""
    view = seat_view("19m19p19s1234567z")
    hand = Hand(parse_tiles(tiles))
    after = shape.acceptance(hand.keys)
    assert after[0] == 1
    return Lookahead(PositionAnalysis(view), WinUtility(float, dealer=False), 0.0).value(hand, after)


def test_the_wait_that_follows_counts_and_not_the_tiles_that_lead_there() -> None:
    """The same shape twice, with two-sided waits and with closed ones."""
    two_sided, closed = "234m567p23s56s88p9m", "234m567p24s57s88p9m"
    assert promised(two_sided) > 1.5 * promised(closed)


def test_a_dear_draw_counts_for_what_it_brings() -> None:
    """The same tiles help; one hand is all simples."""
    assert promised("234m567p23s67s88p2m") > promised("123m789p23s67s88p2m")


@pytest.mark.parametrize("past", [CALM, RIICHI], ids=["calm", "riichi"])
@pytest.mark.parametrize("name", EXPERTS)
def test_every_discard_is_looked_at(name: str, past: Sequence[Sequence[Event]]) -> None:
    """By plans alone the best one of this hand is none of the first four."""
    view = seat_view("3557788m4p177s45z", draws="6z", past=past)
    bot = make_bot(name)
    tiles = sorted(set(view.hand.tiles))
    found = bot.evaluator(view).evaluate_discards(view.hand, tiles)
    assert [each.tile for each in found] == tiles
    alone = [bot.evaluator(view).evaluate_discards(view.hand, [tile])[0] for tile in tiles]
    assert alone == found
    assert choice(name, view).tile == max(found, key=lambda each: each.worth).tile


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


@pytest.mark.parametrize(
    ("hand", "past", "safe"),
    [
        ("24579m124568p22s", CALM, 200.0),
        ("24579m124568p22s", RIICHI, 0.0),
        ("234m567p23s67s88p2m", CALM, 0.0),
    ],
    ids=["far", "under a riichi", "one away"],
)
def test_safe_tiles_are_a_taste_of_far_hands_in_peace(
    hand: str, past: Sequence[Sequence[Event]], safe: float
) -> None:
    """One away it would take steps back, and under a riichi each tile has its measured danger."""
    view = seat_view(hand, draws="3z", past=past)
    _, found = ExpertEvaluator(PositionAnalysis(view), Style(safe_tiles=200)).tastes(view.hand)
    assert found == safe


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
    scores = dict(zip((ME, RIGHT, ACROSS, LEFT), (70_000, 15_000, 10_000, 5_000), strict=True))
    rules = replace(TENHOU, length="east")
    hand = "234m678p34s2288s1p"
    view = seat_view(hand, offered="8s", by=ACROSS, past=last_turns, scores=scores, rules=rules)
    assert (choice("mamori:expert", view).kind is ActionKind.PON) is calls_it


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


def test_under_a_threat_a_tile_counts_no_more_for_the_draws_that_could_use_it() -> None:
    def values(past: Sequence[Sequence[Event]]) -> dict[int, float]:
        view = seat_view("1234566m155p67s7z", draws="2p", past=past)
        evaluator = ExpertEvaluator(PositionAnalysis(view), Style())
        found = evaluator.evaluate_discards(view.hand, set(view.hand.tiles))
        return {each.tile: each.tile_value for each in found}

    calm, threatened = values(CALM), values(RIICHI)
    assert all(calm[tile] > 2 * threatened[tile] > 0 for tile in calm.keys() & threatened.keys())


@pytest.mark.parametrize(
    ("hand", "draws"),
    [("234m167p0578s446z", "9s"), ("1237m1368p405s44z", "9m"), ("340m236p05789s44z", "4s")],
)
def test_of_a_red_and_a_plain_five_the_plain_one_goes(hand: str, draws: str) -> None:
    """The only three of some thousand hands drawn at random of which a five of bamboo goes."""
    view = seat_view(hand, draws=draws, past=CALM)
    evaluator = ExpertEvaluator(PositionAnalysis(view), Style(dora_bonus=200))
    assert (
        max(evaluator.evaluate_discards(view.hand, parse_tiles("0s5s")), key=lambda each: each.worth).tile
        == FIVE_SOU
    )


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
        assert sure >= 0 > unsure > none == UNWON


def test_an_open_hand_without_a_yaku_is_the_worst_until_the_last_turns() -> None:
    for draws in range(1, 18):
        value = expected_points(HandClass(False, False, 0), draws, 0.0)
        assert (value == cannot_win(False, draws)) is (draws > TENPAI_DRAWS)
        assert expected_points(HandClass(False, False, 1), draws, 0.0) == cannot_win(False, draws)
    for sort in FITS:
        if not sort.closed:
            assert expected_points(sort, MEAN_DRAWS, 1.0) > cannot_win(sort.threatened, MEAN_DRAWS)


def test_lines_are_measured_in_points_whatever_the_scores_are() -> None:
    """In the last hand a leader far ahead needs no win. A win pays honba and sticks, too."""
    ahead = {ME: 60_000, RIGHT: 20_000, ACROSS: 15_000, LEFT: 5_000}
    for hand, riichi, shanten in (
        ("234m567p34678s88p", False, 0),
        ("234m567p34678s88p", True, IN_RIICHI),
        ("234m567p34678s8p1z", False, 1),
        ("234m57p3467s8s19p9m", False, 2),
        ("149m147p258s1235z", False, MAX_SHANTEN),
    ):
        noted = []
        for scores, honba, sticks in ((None, 0, 0), (ahead, 0, 0), (ahead, 3, 0), (ahead, 0, 2)):
            view = seat_view(hand, draws="1z", past=CALM, scores=scores, rules=LAST)
            view.table.honba, view.table.riichi_sticks = honba, sticks
            scribe = Scribe(PositionAnalysis(view))
            tile = parse_tile("1z")
            scribe.evaluate_discards(view.hand, [tile], {tile} if riichi else ())
            assert scribe.noted[0] == HandClass(False, True, shanten)
            noted.append(scribe.noted[1])
        level, leads, with_honba, with_sticks = noted
        assert 0 < level == leads < with_honba < with_sticks


def test_what_hands_bring_beyond_the_lines_is_counted_by_hands() -> None:
    sort = HandClass(False, True, 1)
    worth = expected_points(sort, MEAN_DRAWS, 1_000.0)
    hands = [
        [Sample(sort, MEAN_DRAWS, 1_000.0, round(worth) + more)] * number
        for more, number in ((300, 2), (-100, 1), (100, 1))
    ]
    more, half = beyond_line(hands)
    assert more == pytest.approx(150, abs=0.5)
    assert half == pytest.approx(1.96 * math.sqrt(3 / 2 * (300**2 + 250**2 + 50**2)) / 4, abs=0.5)


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
