"""What the end of a late hand is worth: the final score if the game is over, else the expected one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from ai.bots.baselines import TsumogiriBot
from ai.bots.registry import make_bot
from ai.final_score import counts_placement, final_score, place_chances
from ai.review.deep_review import QUICK, Candidate, MeasuredState, PlayingOut, measure
from ai.review.game_review import review_hand
from ai.review.moments import MomentClass, MomentKind, ReviewedMoment
from engine import events as ev
from engine.actions import ActionKind
from engine.match import Match
from engine.options import options
from engine.records.recorded_game import RecordedHand
from engine.round import Header, Round
from engine.rules import PRESETS, WRC, Ruleset
from engine.tiles import parse_tile
from engine.wall import PLAYERS
from tests.support.ai import endings
from tests.support.ai.bot_games import play_hand
from tests.support.ai.seat_views import Position

EAST_GAME = replace(WRC, length="east")
DRAWERS = [TsumogiriBot()] * PLAYERS


def simulated(rules: Ruleset, scores: Sequence[float], hands: int, seat: int) -> float:
    """The mean final score over many ends, each score shifted at random: the plain way to count it."""
    dice, games, total = Random(7), 20_000, 0.0
    deviation = (800 + 6_000 * (1.2 * hands) ** 0.5) / 2**0.5
    for _ in range(games):
        ends = [score + dice.gauss(0, deviation) for score in scores]
        place = sorted(ends, reverse=True).index(ends[seat])
        total += rules.uma[place] + (0 if place else 4 * (rules.return_points - rules.start_points))
    counted = rules.return_points if rules.final_score == "difference" else 0
    return scores[seat] - counted + total / games


# -- the end of a game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["wrc", "tenhou", "ema", "mleague"])
@pytest.mark.parametrize("scores", [(31_000, 30_500, 29_500, 29_000), (30_000, 30_000, 20_000, 40_000)])
def test_after_the_last_hand_it_is_that_of_the_ranking(rules: str, scores: tuple[int, ...]) -> None:
    """A game that is played to its end, hand by hand, in which those who deal discard what they draw."""
    ruleset = replace(PRESETS[rules], tenpai_yame=False, goal_points=None)
    match = Match(ruleset, 3, first=Header(7, honba=0, riichi_sticks=1, scores=scores))
    bots = [make_bot("tenpai"), *DRAWERS[1:]]
    while match.standings is None:
        play_hand(match, bots)
        hand = match.round
        match.proceed()
    for standing in match.standings:
        assert final_score(hand, standing.seat) == round(1_000 * standing.final)


def test_only_the_last_two_hands_and_extra_hands_count_placement() -> None:
    assert [counts_placement(WRC, number) for number in range(10)] == [*[False] * 6, *[True] * 4]
    assert [counts_placement(EAST_GAME, number) for number in range(5)] == [False, False, True, True, True]
    assert counts_placement(replace(WRC, length="hand"), 0)


def drawn(number: int, scores: tuple[int, ...], rules: Ruleset = WRC) -> Round:
    """A hand of that number in which all discard what they draw, which nobody won."""
    seeds = (Match(rules, seed, first=Header(number, 0, 0, scores)) for seed in range(100))
    for match in seeds:
        play_hand(match, DRAWERS)
        if match.round.outcome.draw is not None and not any(match.round.outcome.draw.tenpai):
            return match.round
    raise AssertionError


@pytest.mark.parametrize("rules", ["wrc", "tenhou"])
def test_with_a_hand_to_come_it_is_what_is_expected(rules: str) -> None:
    """South 3 is drawn, nobody is tenpai: the deal moves on, with the scores as they were."""
    ruleset = PRESETS[rules]
    scores = (38_000, 31_000, 27_000, ruleset.start_points * 4 - 96_000)
    hand = drawn(6, scores, ruleset)
    for seat in range(PLAYERS):
        told = final_score(hand, seat)
        assert told == pytest.approx(simulated(ruleset, scores, 1, seat), abs=350)
    assert final_score(drawn(5, scores, ruleset), 0) is None


def test_chances_of_places() -> None:
    assert place_chances((0.0, 0.0, 0.0), 1) == pytest.approx([0.25] * 4, abs=0.01)
    behind = place_chances((30_000.0, 40_000.0, 50_000.0), 1)
    assert sum(behind) == pytest.approx(1)
    assert behind[-1] > 0.99


# -- decisions of the last hand --------------------------------------------------------------------------


def last_discard(taken: str, other: str, wind: str, scores: tuple[int, ...]) -> Candidate:
    """The dealer's last discard in an ending with nothing left to draw: he is tenpai, as all others are."""
    seen = endings.ending(0, EAST_GAME, wind=wind, scores=scores)
    menu = options(seen.view()).of(ActionKind.DISCARD)
    one, two = (next(each for each in menu if each.tile == parse_tile(tile)) for tile in (taken, other))
    moment = ReviewedMoment(
        hand=1,
        event=len(seen.events),
        position=len(seen.events) - 1,
        turn=21,
        kind=MomentKind.DISCARD,
        moment_class=MomentClass.OPINION,
        tile=one.tile,
        better=two,
    )
    return Candidate(moment, seen, one, (two,))


FEW = PlayingOut(QUICK.bot, (8,), 8)
LEADS = (34_000, 29_000, 28_500, 28_500)


def test_a_leader_who_folds_in_the_last_hand_makes_no_mistake() -> None:
    """Noten costs 3,000 and ends the game in the first place; tenpai deals the hand again.

    In the first hand the same choice is a mistake of 3,000 points.
    """
    (early,) = measure([last_discard("1m", "5z", "E", LEADS)], how=FEW).decisions
    assert (early.state, early.points and early.points.mean) == (MeasuredState.MISTAKE, 3_000)
    assert not early.candidate.by_placement
    (late,) = measure([last_discard("1m", "5z", "S", LEADS)], how=FEW).decisions
    assert late.state is MeasuredState.NEAR_EQUAL
    folded = 34_000 - 3_000 - 30_000 + 15_000
    again = [LEADS[0] + 950, *(score - 950 / 3 for score in LEADS[1:])]
    assert late.points.mean == pytest.approx(simulated(WRC, again, 1, 0) - folded, abs=350)
    assert late.points.mean < -1_000


def test_who_needs_the_hand_played_on_must_not_fold() -> None:
    """The last who deals the last hand plays on if he is tenpai: to be noten is dearer than its payments."""
    scores = (26_000, 34_000, 31_000, 29_000)
    (told,) = measure([last_discard("1m", "5z", "S", scores)], how=FEW).decisions
    assert told.state is MeasuredState.MISTAKE
    again = [scores[0] + 950, *(score - 950 / 3 for score in scores[1:])]
    folded = 26_000 - 3_000 - 30_000 - 15_000
    assert told.points.mean == pytest.approx(simulated(WRC, again, 1, 0) - folded, abs=350)
    moment = told.moment()
    assert moment.by_placement


# -- a win that was declined in the last hand -------------------------------------------------------------


def declined(scores: Sequence[int]) -> list[ReviewedMoment]:
    """In South 4 seat 0 lets a pinfu of 1,000 points go, on a tile of the player to the right."""
    events = list(Position("234m45622p23478s", rules=WRC, indicator="1z").play("0: 5z; 1: 9s; 2: 2z").events)
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    events[0] = replace(start, bakaze="S", kyoku=4, oya=3, scores=list(scores))
    found = review_hand(WRC, 0, RecordedHand(1, 1, events)).moments
    return [moment for moment in found if moment.kind is MomentKind.WIN_MISSED]


def test_a_win_that_would_lift_the_last_is_a_mistake_to_decline() -> None:
    (moment,) = declined((27_500, 28_000, 30_000, 34_500))
    assert (moment.moment_class, moment.points) == (MomentClass.PROOF, 1_000)


def test_a_win_that_makes_the_last_place_final_is_none() -> None:
    assert declined((20_000, 30_000, 32_000, 38_000)) == []
