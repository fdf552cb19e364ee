"""Opinion moments: what the experts would have done, near-equals left out, a difference of plan once."""

from __future__ import annotations

import pytest

from ai.bots.registry import STYLES, make_bot
from ai.review.moments import MomentClass, ReviewedMoment, StyleChoices
from ai.review.opinions import NEAR, Experts, choices_taken, opinions, same
from engine import events as ev
from engine.options import options
from engine.records.hands import RecordedHand, hands_of
from engine.rules import ruleset
from engine.view import SeatView, mask
from tests.ai.test_review_proofs import played

WRC = ruleset("wrc")
SEAT = 1
HANDS = 3


@pytest.fixture(scope="module")
def hands() -> list[RecordedHand]:
    """Some hands of a game as a seat that slips saw them."""
    return list(hands_of([mask(event, SEAT) for event in played(WRC, 0)]))[:HANDS]


@pytest.fixture(scope="module")
def found(hands: list[RecordedHand]) -> list[tuple[RecordedHand, ReviewedMoment]]:
    return [(hand, moment) for hand in hands for moment in opinions(WRC, SEAT, hand)]


def view_at(hand: RecordedHand, moment: ReviewedMoment) -> SeatView:
    return SeatView.from_events(WRC, SEAT, hand.events[: moment.position - hand.first + 2])


def test_each_style_would_have_done_what_the_moment_says(
    found: list[tuple[RecordedHand, ReviewedMoment]],
) -> None:
    assert len(found) > 1
    for hand, moment in found:
        assert moment.moment_class is MomentClass.OPINION
        assert isinstance(moment.facts, StyleChoices)
        assert moment.better is not None
        view = view_at(hand, moment)
        chosen = [make_bot(f"{style}:expert").choose(view, options(view)) for style in STYLES]
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


def test_a_difference_of_plan_is_charged_once(hands: list[RecordedHand]) -> None:
    """What is not listed again has an earlier moment in the hand with the same difference."""
    experts, again = Experts(), 0
    for hand in hands:
        listed = {moment.position for moment in opinions(WRC, SEAT, hand)}
        charged = set()
        for position, menu, taken in choices_taken(WRC, SEAT, hand):
            differs = experts.against(position.view, menu, taken)
            if differs is None:
                assert hand.first - 1 + position.index not in listed
                continue
            plan = experts.plan_difference(position.view, differs[0], taken)
            assert (hand.first - 1 + position.index in listed) is (plan not in charged)
            again += plan in charged
            charged.add(plan)
    assert again


def test_an_expert_is_never_doubted_by_its_own_style() -> None:
    from ai.players import Players
    from engine.match import Match

    players = Players({seat: make_bot(f"{style}:expert") for seat, style in enumerate((*STYLES, "hayai"))})
    match = Match(WRC, 3, [str(seat) for seat in range(4)])
    while match.round.outcome is None:
        match.step({seat: players.choose(match, seat) for seat in match.acting})
    for seat in range(4):
        (hand,) = hands_of([mask(event, seat) for event in match.events])
        assert list(choices_taken(WRC, seat, hand))
        assert list(opinions(WRC, seat, hand)) == []


def test_near_equals_are_about_as_good(hands: list[RecordedHand]) -> None:
    """Where one expert does it, or where none expects clearly more of what most would do."""
    experts, near, far = Experts(), 0, 0
    for hand in hands:
        for position, menu, taken in choices_taken(WRC, SEAT, hand):
            found = experts.all_against(position.view, menu, taken)
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
