"""Opinion moments, and moments asked again."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ai.bots.registry import STYLES
from ai.review.moments import MomentClass, MomentKind, ReviewedMoment, StyleChoices, proofs
from ai.review.opinions import (
    NEAR,
    Experts,
    Retried,
    can_retry,
    choices_taken,
    disagreements,
    expert,
    judge,
    opinion,
    opinions,
    same,
)
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.options import options
from engine.own_rules import ruleset
from engine.records.recorded_game import RecordedHand, hands_of
from engine.tiles import TILE_OF
from engine.view import SeatView, mask
from tests.ai.test_review_hand import FREE, RYANMEN
from tests.ai.test_review_proofs import FOLDS, FURITEN, RISK, TANKI, played
from tests.support.ai.bot_games import play_hand
from tests.support.ai.seat_views import Position

WRC = ruleset("wrc")
SEAT = 1
HANDS = 3


@pytest.fixture(scope="module")
def hands() -> list[RecordedHand]:
    """Some hands of a game as a seat that slips saw them."""
    return list(hands_of([mask(event, SEAT) for event in played(WRC, 1)]))[:HANDS]


@pytest.fixture(scope="module")
def found(hands: list[RecordedHand]) -> list[tuple[RecordedHand, ReviewedMoment]]:
    return [(hand, moment) for hand in hands for moment in thought(SEAT, hand)]


def thought(seat: int, hand: RecordedHand) -> list[ReviewedMoment]:
    return opinions(hand, disagreements(WRC, seat, hand))


def view_at(hand: RecordedHand, moment: ReviewedMoment) -> SeatView:
    return SeatView.from_events(WRC, SEAT, hand.events[: moment.position - hand.first + 2])


def test_each_style_would_have_done_what_the_moment_says(
    found: list[tuple[RecordedHand, ReviewedMoment]],
) -> None:
    assert len(found) > 1
    for hand, moment in found:
        assert moment.moment_class is MomentClass.OPINION
        assert moment.better is not None
        view = view_at(hand, moment)
        chosen = [expert(style).choose(view, options(view)) for style in STYLES]
        assert [each.action for each in moment.facts.choices] == chosen
        assert sum(same(action, moment.better) for action in chosen) >= 2
        assert moment.points is None or moment.points >= NEAR


def test_the_event_is_the_move_of_the_seat(found: list[tuple[RecordedHand, ReviewedMoment]]) -> None:
    for hand, moment in found:
        event = hand.events[moment.event]
        if moment.kind == "pass":
            assert isinstance(event, ev.Dahai | ev.Kakan)
            assert ev.actor_of(event) != SEAT
        else:
            assert ev.actor_of(event) == SEAT


def test_the_turn_is_that_of_the_seat_whoever_discarded(hands: list[RecordedHand]) -> None:
    """The own discards so far, and one more on the own turn; 1 before the first."""
    others = 0
    for hand in hands:
        for each in disagreements(WRC, SEAT, hand):
            view = each.seen.view()
            moment = opinion(hand, each, each.choices.choices[0].action)
            own = sum(isinstance(event, ev.Dahai) and event.actor == SEAT for event in each.seen.events)
            assert moment.turn == max(1, own + view.my_turn)
            others += not view.my_turn and moment.turn != len(view.table.seats[view.table.turn].pond)
    assert others


def test_a_difference_of_plan_is_charged_once(hands: list[RecordedHand]) -> None:
    """What is not listed again has an earlier moment in the hand with the same difference."""
    experts, again = Experts(), 0
    for hand in hands:
        listed = {moment.position for moment in thought(SEAT, hand)}
        charged = set()
        for each in disagreements(WRC, SEAT, hand):
            if each.agreed is None:
                assert hand.first - 1 + each.last not in listed
                continue
            plan = experts.plan_difference(each.seen.view(), each.agreed, each.taken)
            assert (hand.first - 1 + each.last in listed) is (plan not in charged)
            again += plan in charged
            charged.add(plan)
    assert again


def test_an_expert_is_never_doubted_by_its_own_style() -> None:
    match = Match(WRC, 3, [str(seat) for seat in range(4)])
    play_hand(match, [expert(style) for style in (*STYLES, "hayai")])
    for seat in range(4):
        (hand,) = hands_of([mask(event, seat) for event in match.events])
        assert list(choices_taken(WRC, seat, hand))
        assert thought(seat, hand) == []


def test_near_equals_are_about_as_good(hands: list[RecordedHand]) -> None:
    """Where one expert does it, or where none expects clearly more of what most would do."""
    experts, near, far = Experts(), 0, 0
    for hand in hands:
        for position, menu, taken in choices_taken(WRC, SEAT, hand):
            found = experts.against(position.view, menu, taken)
            if found is None:
                continue
            better = found.choices[0].action
            told = [experts.difference(style, position.view, menu, better, taken) for style in STYLES]
            expected = all(points is not None and points < NEAR for points in told)
            assert experts.about_as_good(position.view, menu, better, taken) is expected
            near, far = near + expected, far + (not expected)
            for choice in found.choices:
                assert experts.about_as_good(position.view, menu, better, choice.action)
    assert near
    assert far


def asked(hand: str, moves: str, *end: ev.Event) -> tuple[SeatView, ReviewedMoment]:
    """The first proof moment of a position, and what seat 0 saw there."""
    events = [*Position(hand, rules=WRC, indicator="1z").play(moves).events, *end]
    (recorded,) = hands_of(events)
    moment = proofs(WRC, 0, recorded)[0]
    return SeatView.from_events(WRC, 0, events[: moment.position + 1]), moment


def action(tile: str, kind: ActionKind = ActionKind.DISCARD) -> Action:
    return Action(kind, TILE_OF[tile])


def test_furiten_is_put_right_by_a_free_wait() -> None:
    view, moment = asked(TANKI, FURITEN.format(tile="9m"))
    assert judge(moment, view, action("4z", ActionKind.RIICHI)) is Retried.RIGHT
    assert judge(moment, view, action("3z", ActionKind.RIICHI)) is Retried.WRONG
    assert judge(moment, view, action("3z")) is Retried.WRONG
    assert judge(moment, view, action("2m")) is Retried.WRONG, "it gives up tenpai"


def test_a_declined_win_is_put_right_by_the_win_alone() -> None:
    view, moment = asked(RYANMEN, f"{FREE}; 1: 3s'; 2: 9s'")
    assert moment.kind is MomentKind.WIN_MISSED
    assert judge(moment, view, action("3s", ActionKind.RON)) is Retried.RIGHT
    assert judge(moment, view, PASS) is Retried.WRONG


def test_any_tile_that_cannot_lose_puts_a_needless_risk_right() -> None:
    moves = RISK.format(tile="4z").replace("2: 2z'; 3", "2: 1z'; 3", 1)
    view, moment = asked(FOLDS, moves, ev.Ryukyoku())
    assert moment.better_text == "1z", "it passed after the riichi"
    assert judge(moment, view, action("1z")) is Retried.RIGHT
    assert judge(moment, view, action("9m")) is Retried.NEAR_EQUAL
    assert judge(moment, view, action("5p")) is Retried.WRONG
    assert judge(moment, view, action("5s")) is Retried.WRONG


def test_opinions_accept_what_an_expert_does_and_never_what_was_played() -> None:
    # many moments have all three experts on one side: hands are judged until one of them is on its own
    start, *events = played(WRC, 1)
    counts = (judged_opinions(1, [start, *hand.events]) for hand in hands_of(events))
    assert any(wrong and accepted for wrong, accepted in counts), "no expert stands alone"


def judged_opinions(seat: int, events: Iterable[ev.Event]) -> tuple[int, int]:
    """Judge what was played, and what each expert does, in every opinion moment of the seat.

    Counts the moments, and how often an expert did something else that is about as good.
    """
    accepted, wrong = 0, 0
    for hand in hands_of([mask(event, seat) for event in events]):
        taken = {
            hand.first - 1 + position.index: chosen for position, _, chosen in choices_taken(WRC, seat, hand)
        }
        for moment in thought(seat, hand):
            assert can_retry(moment)
            assert isinstance(moment.facts, StyleChoices)
            view = SeatView.from_events(WRC, seat, hand.events[: moment.position - hand.first + 2])
            assert judge(moment, view, taken[moment.position]) is Retried.WRONG
            wrong += 1
            for style in STYLES:
                choice = expert(style).choose(view, options(view))
                right = moment.better is not None and same(choice, moment.better)
                expected = Retried.RIGHT if right else Retried.NEAR_EQUAL
                assert judge(moment, view, choice) is expected
                accepted += not right
    return wrong, accepted
