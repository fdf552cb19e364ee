"""A moment asked again: what is right, about as good, or wrong."""

from __future__ import annotations

from collections.abc import Iterable

from ai.bots.registry import STYLES, make_bot
from ai.review.moments import MomentKind, ReviewedMoment, StyleChoices
from ai.review.opinions import choices_taken, opinions, same
from ai.review.proofs import proofs
from ai.review.retry import Retried, can_retry, judge
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.options import options
from engine.records.hands import hands_of
from engine.rules import ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView, mask
from tests.ai.test_review_hand import FREE, RYANMEN
from tests.ai.test_review_proofs import FOLDS, FURITEN, RISK, TANKI, played
from tests.support.tui.table_positions import Position

WRC = ruleset("wrc")


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
    # most moments have all three experts on one side: in this hand one of them is on its own
    start, *events = played(WRC, 0)
    hand = list(hands_of(events))[4]
    wrong, accepted = judged_opinions(1, [start, *hand.events])
    assert wrong
    assert accepted, "no expert stands alone"


def judged_opinions(seat: int, events: Iterable[ev.Event]) -> tuple[int, int]:
    """Judge what was played, and what each expert does, in every opinion moment of the seat.

    Counts the moments, and how often an expert did something else that is about as good.
    """
    accepted, wrong = 0, 0
    for hand in hands_of([mask(event, seat) for event in events]):
        taken = {
            hand.first - 1 + position.index: chosen for position, _, chosen in choices_taken(WRC, seat, hand)
        }
        for moment in opinions(WRC, seat, hand):
            assert can_retry(moment)
            assert isinstance(moment.facts, StyleChoices)
            view = SeatView.from_events(WRC, seat, hand.events[: moment.position - hand.first + 2])
            assert judge(moment, view, taken[moment.position]) is Retried.WRONG
            wrong += 1
            for style in STYLES:
                choice = make_bot(f"{style}:expert").choose(view, options(view))
                right = moment.better is not None and same(choice, moment.better)
                expected = Retried.RIGHT if right else Retried.NEAR_EQUAL
                assert judge(moment, view, choice) is expected
                accepted += not right
    return wrong, accepted
