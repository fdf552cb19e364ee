"""The verdict of a hand: its key and its values, recomputed from the raw events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.review.game_review import review_game
from ai.review.moments import GameReview, HandReview, MomentClass, MomentKind, VerdictKind
from engine import events as ev
from engine.records.hands import RecordedHand, hands_of
from engine.rules import ruleset
from engine.tiles import MJAI
from tests.ai.test_review_proofs import played
from tests.support.ai.reviewed_game import review_of, short_game

WRC = ruleset("wrc")


def check(seat: int, hand: RecordedHand, review: HandReview) -> None:
    """Recompute the verdict of a hand."""
    found = review.verdict
    gained = hand.end.scores[seat] - hand.start.scores[seat] if hand.end and hand.end.scores else 0
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    own = [event for event in hand.events if isinstance(event, ev.Reach) and event.actor == seat]
    accepted = sum(isinstance(e, ev.ReachAccepted) and e.actor == seat for e in hand.events)
    proofs = [each for each in review.moments if each.moment_class is MomentClass.PROOF]
    missed = [each for each in proofs if each.kind is MomentKind.WIN_MISSED]
    match found.kind:
        case VerdictKind.WON:
            assert any(win.actor == seat for win in wins)
            assert found.points == gained + 1_000 * accepted
        case VerdictKind.WIN_DECLINED:
            assert found.points == max(each.points or 0 for each in missed)
        case VerdictKind.DEALT_IN | VerdictKind.DEALT_IN_SAFE:
            assert all(win.target == seat != win.actor for win in wins)
            assert found.points == -gained - 1_000 * accepted
            last = [event for event in hand.events if isinstance(event, ev.Dahai | ev.Kakan)][-1]
            assert found.tile is not None
            assert (last.actor, last.pai) == (seat, MJAI[found.tile])
        case VerdictKind.FURITEN | VerdictKind.FURITEN_COST:
            assert any(each.kind is MomentKind.FURITEN_ENTERED for each in proofs)
        case VerdictKind.MOMENTS:
            assert found.count == len(review.moments) > 0
        case VerdictKind.NOTHING:
            assert review.moments == ()
            assert not any(seat in (win.actor, win.target) for win in wins)
        case other:
            raise AssertionError(other)
    assert len(own) <= 1


def test_every_verdict_of_a_short_game_follows_from_the_events() -> None:
    hands = list(hands_of(short_game()))
    seen = Counter(kind for seat in range(4) for kind in checked(seat, hands, review_of(seat)))
    assert len(seen) > 2


def checked(seat: int, hands: list[RecordedHand], review: GameReview) -> Iterator[VerdictKind]:
    """The kinds of the verdicts, each of them right."""
    assert [each.number for each in review.hands] == [hand.number for hand in hands]
    for hand, each in zip(hands, review.hands, strict=True):
        check(seat, hand, each)
        yield each.verdict.kind


@pytest.mark.nightly
def test_every_verdict_follows_from_the_events() -> None:
    events = played(WRC, 0)
    hands = list(hands_of(events))
    seen = Counter(kind for seat in range(4) for kind in checked(seat, hands, review_game(WRC, events, seat)))
    assert {VerdictKind.WON, VerdictKind.DEALT_IN, VerdictKind.NOTHING, VerdictKind.MOMENTS} <= set(seen)
