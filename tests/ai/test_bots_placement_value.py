"""What points are worth: about as much as they are early on, and what they do to the places at the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.bots.expert import USUAL_BET_COST, ExpertEvaluator
from ai.bots.placement_value import ANOTHER_DEAL, PlacementValue, expected_placement, placement_value
from ai.bots.styles import Style
from ai.reading.safety import PositionAnalysis
from engine import events as ev
from engine.rules import TENHOU, WRC, Ruleset
from engine.table import Table
from engine.tiles import EAST, MJAI, parse_tile
from tests.support.ai.seat_views import RIGHT, discards, seat_view


def placement(
    scores: tuple[int, int, int, int], hand: int, rules: Ruleset = WRC, dealer: int | None = None
) -> PlacementValue:
    """The placement value of seat 0 in that hand: 0 is East 1, 7 South 4; by default seats deal in turn."""
    start = ev.StartKyoku(
        bakaze=MJAI[EAST + hand // 4],
        dora_marker="1m",
        kyoku=hand % 4 + 1,
        honba=0,
        kyotaku=0,
        oya=hand % 4 if dealer is None else dealer,
        scores=list(scores),
        tehais=[["?"] * 13] * 4,
    )
    return placement_value(Table(rules, start), 0)


EVEN = (30_000, 30_000, 30_000, 30_000)


@pytest.mark.parametrize("points", [1_000, 2_000, 3_900, 8_000])
def test_in_the_first_hand_points_are_points(points: int) -> None:
    second = placement(EVEN, 0, dealer=1)
    assert second.gain(points) == pytest.approx(points, rel=0.1)
    assert second.loss(points, 2) == pytest.approx(points, rel=0.1)


@pytest.mark.parametrize("points", [1_500, 2_900, 5_800])
def test_who_wins_as_the_dealer_deals_again(points: int) -> None:
    dealer, other = placement(EVEN, 0), placement(EVEN, 0, dealer=1)
    assert dealer.gain(points) > other.gain(points) + 0.5 * ANOTHER_DEAL
    assert other.loss(points, 1) > other.loss(points, 2) + 0.2 * ANOTHER_DEAL, "the dealer wins"


# -- tenpai at a draw ------------------------------------------------------------------------------------


def test_tenpai_at_a_draw_is_worth_its_payments_at_the_start_and_another_deal_to_the_dealer() -> None:
    dealer, other = placement(EVEN, 0), placement(EVEN, 0, dealer=1)
    assert abs(other.tenpai_at_draw()) < 50, "the payments are in the lines"
    assert dealer.tenpai_at_draw() > 0.4 * ANOTHER_DEAL


def test_in_the_last_hand_payments_at_a_draw_count_by_the_places_that_they_change() -> None:
    barely_behind = (28_500, 30_000, 40_000, 21_500)
    assert placement(barely_behind, 7, dealer=1).tenpai_at_draw() > 1_000
    safe_leader = (50_000, 30_000, 22_000, 18_000)
    assert placement(safe_leader, 7, dealer=1).tenpai_at_draw() < 0


def test_the_last_who_deals_the_last_hand_plays_on_if_he_is_tenpai() -> None:
    last = (25_000, 34_000, 32_000, 29_000)
    dealer, other = (placement(last, 7, dealer=each) for each in (0, 1))
    assert dealer.tenpai_at_draw() > other.tenpai_at_draw() + 1_500


@pytest.mark.parametrize("stops", [False, True])
def test_a_dealer_who_leads_ends_the_game_by_tenpai_where_the_rules_say_so(stops: bool) -> None:
    rules = replace(WRC, tenpai_yame=stops)
    leads = placement((34_000, 33_000, 28_000, 25_000), 7, rules, dealer=0).tenpai_at_draw()
    assert (leads > 0) is stops, "first for good, or first with a hand to come"


# -- the last hand ---------------------------------------------------------------------------------------


def test_in_the_last_hand_a_win_is_worth_the_places_that_it_gains() -> None:
    behind = placement((22_000, 30_000, 40_000, 28_000), 7)
    assert behind.gain(1_000) < 500, "nobody is passed"
    assert behind.gain(12_000) > 5 * behind.gain(1_000), "two are"
    assert behind.gain(12_000) > 1.3 * behind.gain(6_400)


def test_in_the_last_hand_the_leader_wants_any_win_and_no_dear_one() -> None:
    leader = placement((34_000, 33_000, 28_000, 25_000), 7)
    assert leader.gain(1_000) > 1_500
    assert leader.gain(8_000) < 2 * leader.gain(1_000)


def test_points_beyond_a_cheap_win_count_by_the_places_that_they_gain() -> None:
    """Not at all for a leader in the last hand, and more than ever where a cheap win passes nobody."""
    assert placement(EVEN, 0).value_share == pytest.approx(1)
    assert placement((38_000, 33_000, 28_000, 21_000), 7).value_share < 0.1
    assert placement((21_000, 33_000, 38_000, 28_000), 7).value_share > 1.5


def test_the_last_wants_no_win_that_leaves_him_last() -> None:
    assert placement((20_000, 28_000, 30_000, 35_000), 7).gain(1_000) < 0


SECOND = (24_000, 34_000, 32_000, 30_000)
BARELY = (33_000, 34_000, 28_000, 25_000)
EAST_GAME = replace(WRC, length="east")


def last_hand(scores: tuple[int, int, int, int], rules: Ruleset, *, dealer: bool) -> PlacementValue:
    """The placement value of seat 0 in a last hand, as the dealer or not."""
    last = {"hand": 0, "east": 3}[rules.length]
    return placement(scores, last, rules, dealer=0 if dealer else 1)


def test_the_dealer_who_wins_the_last_hand_deals_again() -> None:
    dealer, other = (last_hand(SECOND, EAST_GAME, dealer=dealer) for dealer in (True, False))
    assert dealer.gain(1_500) > other.gain(1_500) + 500


def test_after_a_game_of_one_hand_nobody_deals_again() -> None:
    rules = replace(WRC, length="hand")
    for dealer in (True, False):
        assert last_hand(SECOND, rules, dealer=dealer).gain(1_500) < 0, "the last stays the last"


@pytest.mark.parametrize(("goal", "stops"), [(None, True), (30_000, True), (50_000, False)])
def test_agari_yame_ends_the_game_of_a_dealer_who_leads_with_enough_points(
    goal: int | None, stops: bool
) -> None:
    goes_on, yame = (replace(EAST_GAME, agari_yame=ends, goal_points=goal) for ends in (False, True))
    leads, ends = (last_hand(BARELY, rules, dealer=True).gain(2_000) for rules in (goes_on, yame))
    assert (ends > leads + 500) is stops, "first for good, or first with a hand to come"
    behind = [last_hand(SECOND, rules, dealer=True).gain(1_500) for rules in (goes_on, yame)]
    assert behind[0] == pytest.approx(behind[1], abs=250), "who does not lead deals again"


def test_what_a_loss_costs_depends_on_who_wins() -> None:
    second = placement((32_000, 40_000, 30_000, 18_000), 7)
    assert second.loss(1_300, 2) > 2 * second.loss(1_300, 1), "the third would pass, the first is far ahead"
    assert second.loss(1_300, 2) > 2 * second.loss(1_300, 3)


def test_a_leader_who_pays_little_to_the_last_ends_the_game_as_the_leader() -> None:
    scores = (38_000, 34_000, 30_000, 18_000)
    leader = placement(scores, 7, dealer=2)
    assert leader.loss(1_000, 3) < 0 < leader.loss(3_900, 1)
    assert placement(scores, 7, dealer=3).loss(1_000, 3) > 0, "East would deal again"


def test_a_leader_in_danger_wants_to_end_the_game_more_than_a_safe_one() -> None:
    """Another hand, or a win of another player, may take the first place."""
    danger = placement((34_000, 33_000, 28_000, 25_000), 7)
    safe = placement((55_000, 25_000, 22_000, 18_000), 7)
    assert danger.gain(1_000) > 1_500
    assert abs(safe.gain(1_000)) < 300


def test_without_the_goal_points_the_game_goes_on() -> None:
    """A win that makes the second first is worth less if it does not end the game."""
    scores = (24_000, 26_000, 25_000, 25_000)
    ends, goes_on = (
        placement(scores, 7, replace(WRC, goal_points=goal), dealer=2) for goal in (None, 30_000)
    )
    assert ends.gain(2_000) > 1.5 * goes_on.gain(2_000)


def test_a_win_that_makes_the_last_place_final_is_better_passed() -> None:
    last = placement((14_000, 22_000, 40_000, 44_000), 7)
    assert last.better_passed(1_000, 1)
    assert not last.better_passed(5_200, 1), "from the third it wins a place"
    assert last.better_passed(5_200, 2), "from another it does not"
    assert not placement((14_000, 22_000, 40_000, 44_000), 7, dealer=0).better_passed(1_000, 1), (
        "East deals again"
    )
    assert not placement((41_000, 40_000, 24_000, 15_000), 7).better_passed(1_000, 3), (
        "the leader wins the game"
    )


def test_the_stick_of_a_riichi_costs_what_it_changes() -> None:
    """As usual at the start, much for a second whose place it may cost, next to nothing for the last."""
    usual = placement((25_000,) * 4, 0, TENHOU, dealer=1).bet_cost()
    assert usual == pytest.approx(USUAL_BET_COST, abs=30)
    assert placement((22_000, 21_500, 40_000, 16_500), 7, TENHOU).bet_cost() > 2 * usual
    assert placement((12_000, 27_000, 25_000, 36_000), 7, TENHOU).bet_cost() < 0.2 * usual


def test_a_point_is_worth_as_much_late_as_early_on_average() -> None:
    """Over the scores at which South 4 begins a win brings about its points, and not a third of them."""
    gains = []
    for a, b, c, d in (
        (40_000, 28_000, 20_000, 12_000),
        (33_000, 29_000, 22_000, 16_000),
        (36_000, 25_000, 21_000, 18_000),
    ):
        for scores in ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)):
            gains.append(placement(scores, 7, dealer=1).gain(5_000))
    assert 0.6 * 5_000 < sum(gains) / len(gains) < 1.6 * 5_000


def test_the_last_has_little_to_lose() -> None:
    last = placement((10_000, 40_000, 38_000, 32_000), 7)
    assert last.loss(8_000, 1) < 0.3 * placement(EVEN, 0).loss(8_000, 1)


def test_the_same_lead_says_more_the_fewer_hands_follow() -> None:
    places = [expected_placement((-6_000, -6_000, -6_000), after) for after in range(8)]
    assert places == sorted(places)
    assert expected_placement((0, 0, 0), 3) == pytest.approx(2.5)


def test_counters_and_bets_come_with_a_win_and_counters_go_with_a_deal_in() -> None:
    view = seat_view("123m456p789s2246s", draws="4z", past=[discards(RIGHT, "9m1z4z", riichi=2)])
    before = ExpertEvaluator(PositionAnalysis(view), Style())
    view.table.honba, view.table.riichi_sticks = 3, 2
    after = ExpertEvaluator(PositionAnalysis(view), Style())
    assert after.utility(2_000) == pytest.approx(before.utility(2_000 + 900 + 1_000), rel=0.1)
    kind = parse_tile("5p")
    assert after.danger(kind) > before.danger(kind) > 0
