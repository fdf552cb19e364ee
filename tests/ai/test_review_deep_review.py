"""Measured moments: what playing out decides, what is charged, and that nothing but the seed matters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from ai.review.deep_review import (
    EXPECTED_POINTS,
    LEAST_POINTS,
    THOROUGH,
    Candidate,
    MeasuredDecision,
    MeasuredState,
    Measurement,
    MeasureProgress,
    PlayingOut,
    Stage,
    candidates,
    deep_review,
    measure,
    quick_hand_review,
    with_measured,
)
from ai.review.game_review import review_game
from ai.review.moments import GameReview, MomentClass, MomentKind, PlayedOut, ReviewedMoment
from ai.review.opinions import Experts, choices_taken, disagreements, same
from ai.rollouts import NoDeal, PairedRollouts, PlayedHand, PointSample, Variation
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.options import Options, options
from engine.records.recorded_game import RecordedHand, hands_of
from engine.rules import PRESETS
from engine.tiles import UNKNOWN, parse_tile
from engine.view import SeatView, mask
from engine.wall import Dice
from tests.support.ai import endings
from tests.support.engine.wild_games import wild_game

LOOKS = (16, 32, 96)
SURE = 80
HANDS, SEAT = 3, 1


def looking_at(deals: tuple[int, ...]) -> PlayingOut:
    """Experts play on, and the interval is looked at after so many deals."""
    return PlayingOut(THOROUGH.bot, deals, SURE)


def discard(tile: str) -> Action:
    view = endings.ending(0).view()
    found = parse_tile(tile)
    return next(each for each in options(view).of(ActionKind.DISCARD) if each.tile == found)


def asked(taken: str, *others: str, hand: int = 1, event: int = 0) -> Candidate:
    """The dealer's last discard in an ending with nothing left to draw."""
    seen = endings.ending(0)
    place = event or len(seen.events)
    moment = ReviewedMoment(
        hand=hand,
        event=place,
        position=100 * hand + place - 1,
        turn=21,
        kind=MomentKind.DISCARD,
        moment_class=MomentClass.OPINION,
        tile=discard(taken).tile,
        better=discard(others[0]),
    )
    return Candidate(moment, seen, discard(taken), tuple(map(discard, others)))


def test_the_unit_of_a_candidate_is_known_from_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked of each of them, and to fold all that the seat saw takes long."""
    candidate = asked("1m", "5z")

    def fold(seen: SeatPosition) -> SeatView:
        raise AssertionError("the events are folded")

    monkeypatch.setattr(SeatPosition, "view", fold)
    assert not candidate.by_placement


def mistake(candidate: Candidate, points: int = 1_000) -> MeasuredDecision:
    found = PointSample(points, points - 100, points + 140)
    return MeasuredDecision(candidate, MeasuredState.MISTAKE, candidate.others[0], found, 64)


# -- what playing out decides ------------------------------------------------------------------------


def test_a_mistake_is_told_with_its_points_and_interval() -> None:
    """Breaking tenpai at the last discard costs 3,000, a dangerous tile 350."""
    measurement = measure([asked("1m", "5z"), asked("1p", "5z", hand=2)], how=looking_at((80,)))
    sure, risky = measurement.decisions
    assert (sure.state, sure.points, sure.deals) == (
        MeasuredState.MISTAKE,
        PointSample(3_000, 3_000, 3_000),
        80,
    )
    assert risky.state is MeasuredState.MISTAKE
    exact = endings.exact(0, "5z") - endings.exact(0, "1p")
    assert risky.points.low <= exact <= risky.points.high
    first, second = measurement.moments
    assert (first.points, first.ci95, first.better) == (3_000, 0, discard("5z"))
    assert (second.points, second.moment_class) == (risky.points.mean, MomentClass.MEASURED)
    assert second.ci95 == round((risky.points.high - risky.points.low) / 2) > 0
    assert second.facts is None


def test_near_equals_are_no_mistakes() -> None:
    measurement = measure([asked("1m", "8m"), asked("5z", "1p", hand=2)], how=looking_at(LOOKS))
    assert [each.state for each in measurement.decisions] == [MeasuredState.NEAR_EQUAL] * 2
    assert measurement.moments == ()
    equal, behind = measurement.decisions
    assert equal.deals == LOOKS[0]
    assert behind.points.mean < 0


def test_it_goes_on_until_the_interval_decides() -> None:
    """With few deals 350 points are not certain; with more they are."""
    candidate = asked("1p", "5z")
    measurement = measure([candidate], seed=2, how=looking_at((8,)))
    (few,) = measurement.decisions
    assert (few.state, few.deals, measurement.moments) == (MeasuredState.OPEN, 8, ()), "which is no moment"
    (more,) = measure([candidate], seed=2, how=PlayingOut(THOROUGH.bot, (8, 16, 32, 120), 120)).decisions
    assert more.state is MeasuredState.MISTAKE
    assert 8 < more.deals <= 120


def test_what_looked_like_a_mistake_by_luck_is_none() -> None:
    """Only with the first deals one choice is ahead: with fresh ones it is not."""

    class Lucky(PairedRollouts):
        def __init__(self, position: SeatPosition, variations: Sequence[Variation], seed: int) -> None:
            super().__init__(position, variations, seed)
            self.lucky = seed != Dice(0, 1, len(position.events), Stage.SURE).bits()

        def play_deal(self, number: int) -> list[PlayedHand]:
            worse, *others = super().play_deal(number)
            by = 2_000 if self.lucky else 0
            return [worse, *(worse._replace(points=worse.points + by) for _ in others)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ai.review.deep_review.PairedRollouts", Lucky)
        (found,) = measure([asked("1m", "5z")], how=looking_at((16,))).decisions
    assert (found.state, found.deals) == (MeasuredState.NEAR_EQUAL, SURE)
    assert found.points == PointSample(0, 0, 0)


def test_a_low_mean_alone_is_not_near_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval has to be below the least difference, not the mean."""
    monkeypatch.setattr("ai.review.deep_review.LEAST_POINTS", 450)
    (few,) = measure([asked("1p", "5z")], how=looking_at((8,))).decisions
    assert few.points.mean < 450
    assert few.state is MeasuredState.OPEN


def test_quick_deals_count_for_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stage of each candidate has a seed of its own."""
    seeds = set[int]()

    class Listening(PairedRollouts):
        def __init__(self, position: SeatPosition, variations: Sequence[Variation], seed: int) -> None:
            seeds.add(seed)
            super().__init__(position, variations, seed)

    monkeypatch.setattr("ai.review.deep_review.PairedRollouts", Listening)
    others = ("5z", "1p")
    three = [asked("1m", *others), asked("1m", *others, hand=2), asked("1m", *others, event=9)]
    found = measure(three, how=looking_at((8, 16)))
    assert {each.state for each in found.decisions} == {MeasuredState.MISTAKE}
    assert len(seeds) == 3 * len(Stage)


def test_the_best_of_the_other_choices_is_compared() -> None:
    (found,) = measure([asked("1p", "1m", "5z")], how=looking_at((8,))).decisions
    assert found.better == discard("5z")


def test_a_difference_below_the_least_is_none() -> None:
    """3,000 points are more than LEAST_POINTS; a fixed difference of fewer is near-equal at once."""
    assert endings.exact(0, "5z") - endings.exact(0, "1p") > LEAST_POINTS
    (found,) = measure([asked("8m", "1m")], how=looking_at(LOOKS)).decisions
    assert (found.state, found.points) == (MeasuredState.NEAR_EQUAL, PointSample(0, 0, 0))


def test_without_a_deal_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_deal(*_: object) -> None:
        raise NoDeal("no hands of the others fit the position")

    monkeypatch.setattr("ai.rollouts.Deals.game", no_deal)
    (found,) = measure([asked("1p", "5z")], how=looking_at((400,))).decisions
    assert (found.state, found.points, found.deals) == (MeasuredState.NO_DEAL, None, 0)


# -- seed, processes, time, Ctrl+C -------------------------------------------------------------------


MANY = [asked(*each, hand=hand) for hand, each in enumerate([("1p", "5z"), ("1m", "5z"), ("5z", "1p")], 1)]


@cache
def all_together() -> Measurement:
    return measure(MANY, seed=7, how=looking_at(LOOKS))


def test_the_number_of_processes_changes_nothing() -> None:
    assert measure(MANY, seed=7, how=looking_at(LOOKS), jobs=2) == all_together()
    assert measure(MANY, seed=8, how=looking_at(LOOKS)).decisions != all_together().decisions


def test_each_candidate_has_deals_of_its_own() -> None:
    """What else is asked, and in which order, does not matter."""
    together = all_together().decisions
    alone = [measure([each], seed=7, how=looking_at(LOOKS)).decisions[0] for each in reversed(MANY)]
    assert list(reversed(alone)) == list(together)


def test_progress_counts_hands_and_candidates() -> None:
    told: list[MeasureProgress] = []
    measurement = measure(MANY, how=looking_at((16,)), progress=told.append)
    assert told[-1] == MeasureProgress(3, 3, max(each.hands for each in told))
    assert [each.settled for each in told] == sorted(each.settled for each in told)
    deep, sure = 16 * 2, SURE * 2
    assert [each.state for each in measurement.decisions][2] is MeasuredState.NEAR_EQUAL
    assert told[-1].hands == 3 * deep + 2 * sure
    assert told[0].hands == 8 * 2, "all processes have work also if there is one candidate"


def test_quick_deals_that_were_cut_short_say_nothing() -> None:
    def press(progress: MeasureProgress) -> None:
        raise KeyboardInterrupt

    (decision,) = measure([asked("1m", "5z", "1p")], progress=press).decisions
    assert decision.state is MeasuredState.STOPPED
    assert (decision.points, decision.deals) == (None, 0)


def test_ctrl_c_keeps_what_is_done() -> None:
    def press(progress: MeasureProgress) -> None:
        if progress.settled:
            raise KeyboardInterrupt

    measurement = measure(
        [asked("1m", "5z"), asked("1p", "5z", hand=2)], how=looking_at((16, 4_000)), progress=press
    )
    assert measurement.interrupted
    assert [each.state for each in measurement.decisions] == [MeasuredState.MISTAKE, MeasuredState.STOPPED]
    assert len(measurement.moments) == 1


def test_when_the_time_is_up_it_says_so() -> None:
    measurement = measure(MANY, how=looking_at(LOOKS), seconds=0)
    assert measurement.out_of_time
    assert not measurement.interrupted
    assert MeasuredState.STOPPED in {each.state for each in measurement.decisions}
    assert not all_together().out_of_time


def test_nothing_asked_is_nothing_measured() -> None:
    assert measure([]) == Measurement(0, ())


# -- charged once ------------------------------------------------------------------------------------


def test_a_difference_of_plan_is_charged_once_in_a_hand() -> None:
    """The seat folds, and folds again for the same reason. In the next hand it is a new decision."""
    first, again = asked("1m", "5z", event=80), asked("8m", "5z", event=90)
    elsewhere = asked("1m", "5z", hand=2, event=80)
    found = Measurement(0, (mistake(elsewhere), mistake(again, 5_000), mistake(first))).moments
    assert [(each.hand, each.event) for each in found] == [(1, 90), (2, 80)], "where it was dearest"


def test_another_plan_is_charged_beside_it() -> None:
    first, other = asked("1m", "5z", event=80), asked("5z", "1p", event=90)
    found = Measurement(0, (mistake(first), mistake(other))).moments
    assert [each.event for each in found] == [80, 90]


def test_what_was_no_mistake_charges_nothing() -> None:
    near = replace(mistake(asked("1m", "5z", event=80)), state=MeasuredState.NEAR_EQUAL)
    found = Measurement(0, (near, mistake(asked("8m", "5z", event=90)))).moments
    assert [each.event for each in found] == [90]


# -- candidates, and the review with them ------------------------------------------------------------


@cache
def game() -> tuple[tuple[ev.Event, ...], tuple[RecordedHand, ...]]:
    """Some hands of players who do what they may, and from the eyes of a seat."""
    events = wild_game("tenhou", 4, "east")
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    events = events[: ends[HANDS - 1] + 1]
    return events, tuple(hands_of([mask(event, SEAT) for event in events]))


@cache
def found() -> tuple[Candidate, ...]:
    hands = game()[1]
    return tuple(candidates(hands, [disagreements(PRESETS["tenhou"], SEAT, hand) for hand in hands]))


def test_candidates_are_choices_that_no_expert_would_have_made() -> None:
    experts = Experts()
    events, hands = game()
    assert len(found()) >= 10
    for candidate in found():
        moment, view = candidate.moment, candidate.seen.view()
        choices = experts.against(view, options(view), candidate.taken)
        told = {each.points for each in choices.choices}
        assert None in told or max(each or 0 for each in told) >= EXPECTED_POINTS
        assert candidate.taken in options(view).actions
        for choice in choices.choices:
            assert sum(same(choice.action, other) for other in candidate.others) == 1
        hand = hands[moment.hand - 1]
        assert candidate.seen.events == tuple(hand.events[: moment.position - hand.first + 2])
        assert mask(events[moment.position], SEAT) == candidate.seen.events[-1]
        assert UNKNOWN in candidate.seen.events[0].tehais[0]  # type: ignore[union-attr]


def test_those_with_the_most_expected_points_come_first() -> None:
    told = [
        max(float("inf") if each.points is None else each.points for each in candidate.moment.facts.choices)  # type: ignore[union-attr]
        for candidate in found()
    ]
    assert told == sorted(told, reverse=True)


def reviewed() -> GameReview:
    return review_game(PRESETS["tenhou"], game()[0], SEAT)


@pytest.mark.parametrize("whole", [True, False])
def test_experts_are_asked_once_for_each_decision(monkeypatch: pytest.MonkeyPatch, whole: bool) -> None:
    events, (hand, *_) = game()
    asked: list[Action] = []

    def listen(_: Experts, view: SeatView, menu: Options, taken: Action) -> None:
        asked.append(taken)

    monkeypatch.setattr(Experts, "against", listen)
    if whole:
        deep_review(PRESETS["tenhou"], events[: len(hand.events) + 1], SEAT)
    else:
        quick_hand_review(PRESETS["tenhou"], SEAT, hand)
    assert len(asked) == len(list(choices_taken(PRESETS["tenhou"], SEAT, hand))) > 5


def test_measured_moments_take_the_place_of_opinions() -> None:
    review, hands = reviewed(), game()[1]
    places = {each.position for each in review.moments if each.moment_class is MomentClass.OPINION}
    doubted = [each for each in found() if each.moment.position in places]
    assert len(doubted) >= 3
    states = [MeasuredState.MISTAKE, MeasuredState.NEAR_EQUAL, MeasuredState.OPEN]
    measured = [replace(mistake(each), state=state) for each, state in zip(doubted, states, strict=False)]
    measurement = Measurement(9, tuple(measured))
    deep = [
        with_measured(*each, measurement) for each in zip(review.hands, (SEAT,) * HANDS, hands, strict=True)
    ]
    moments = [each for hand in deep for each in hand.moments]
    classes = {each.position: each.moment_class for each in moments}
    wrong, near, undecided = (each.candidate.moment.position for each in measured)
    assert classes[wrong] is MomentClass.MEASURED
    assert near not in classes
    assert classes[undecided] is MomentClass.OPINION
    assert sum(hand.cleared for hand in deep) == 1, "the one that was no mistake is counted"
    (open_one,) = (each for each in moments if each.position == undecided)
    points = measured[2].points
    assert open_one.played == PlayedOut(points.low, points.high, measured[2].deals)
    others = [each for each in review.moments if each.position not in (wrong, near, undecided)]
    assert [each for each in moments if each.position not in (wrong, near, undecided)] == others


def test_what_is_certain_is_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Candidate] = []

    def listen(asked: list[Candidate], **_: object) -> Measurement:
        told.extend(asked)
        return Measurement(0, ())

    monkeypatch.setattr("ai.review.deep_review.measure", listen)
    deep = deep_review(PRESETS["tenhou"], game()[0], SEAT)
    certain = {each.position for each in deep.review.moments if each.moment_class is MomentClass.PROOF}
    assert told
    assert certain
    assert certain.isdisjoint(each.moment.position for each in told)


@pytest.mark.nightly
def test_a_real_hand_is_measured_the_same_in_every_number_of_processes() -> None:
    """Experts in all seats, some candidates of a game."""
    some = found()[:2]
    one = measure(some, seed=3, how=looking_at((16, 32)))
    assert measure(some, seed=3, how=looking_at((16, 32)), jobs=2) == one
    assert all(each.deals for each in one.decisions)
