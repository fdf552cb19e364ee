"""The verdict of a hand: its key and its values, recomputed from the raw events."""

from __future__ import annotations

from collections import Counter

from ai.review.game_review import review_game
from ai.review.moments import HandReview, MomentClass, MomentKind, VerdictKind
from engine import events as ev
from engine.records.hands import RecordedHand, hands_of
from engine.rules import ruleset
from engine.tiles import MJAI
from tests.ai.test_review_proofs import played

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


def test_every_verdict_follows_from_the_events() -> None:
    seen = Counter[VerdictKind]()
    for seed in (0,):
        events = played(WRC, seed)
        for seat in range(4):
            review = review_game(WRC, events, seat)
            hands = list(hands_of(events))
            assert [each.number for each in review.hands] == [hand.number for hand in hands]
            for hand, each in zip(hands, review.hands, strict=True):
                check(seat, hand, each)
                seen[each.verdict.kind] += 1
    assert {VerdictKind.WON, VerdictKind.DEALT_IN, VerdictKind.NOTHING, VerdictKind.MOMENTS} <= set(seen)
