"""What many games cost: which mistakes belong to which cause, and nothing is counted twice or made up."""

from __future__ import annotations

import pytest

from ai.review.game_totals import Cost, GameTotals, MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.moments import (
    AfterDiscard,
    GameReview,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    VerdictKind,
)

TENPAI, AWAY, TWO = (AfterDiscard(0, shanten, 8, 0) for shanten in (0, 1, 2))


def moment(
    kind: MomentKind, known: MomentClass, points: int | None = None, *after: AfterDiscard
) -> ReviewedMoment:
    return ReviewedMoment(
        hand=1,
        event=9,
        position=8,
        turn=3,
        kind=kind,
        moment_class=known,
        tile=0,
        points=points,
        after=after,
    )


@pytest.mark.parametrize(
    ("found", "cause"),
    [
        (moment(MomentKind.FURITEN_ENTERED, MomentClass.PROOF), MistakeCause.FURITEN),
        (moment(MomentKind.WIN_MISSED, MomentClass.PROOF), MistakeCause.WINS_LET_GO),
        (moment(MomentKind.DANGEROUS_DISCARD, MomentClass.MEASURED), MistakeCause.UNSAFE_DISCARDS),
        (moment(MomentKind.DISCARD, MomentClass.MEASURED, 500, AWAY, TENPAI), MistakeCause.TENPAI_LOST),
        (moment(MomentKind.DISCARD, MomentClass.MEASURED, 500, TWO, AWAY), None),
        (moment(MomentKind.DISCARD, MomentClass.MEASURED, 500, TENPAI, TENPAI), None),
        (moment(MomentKind.DISCARD, MomentClass.MEASURED, 500, TENPAI, AWAY), None),
        (moment(MomentKind.CALL, MomentClass.MEASURED, 500), None),
        (moment(MomentKind.DANGEROUS_DISCARD, MomentClass.OPINION), None),
    ],
)
def test_the_cause_of_a_mistake(found: ReviewedMoment, cause: MistakeCause | None) -> None:
    assert cause_of(found) is cause


def test_the_totals_of_games() -> None:
    told = (
        moment(MomentKind.WIN_MISSED, MomentClass.PROOF, 3_900),
        moment(MomentKind.FURITEN_ENTERED, MomentClass.PROOF),
        moment(MomentKind.CALL, MomentClass.MEASURED, 700),
        moment(MomentKind.CALL, MomentClass.OPINION),
    )
    hand = HandReview(
        number=1, first=2, wind="E", kyoku=1, honba=0, verdict=HandVerdict(VerdictKind.MOMENTS), moments=told
    )
    review = GameReview(0, ("a", "b", "c", "d"), (hand, hand))
    games = (("2026-11", 2), (None, 1), ("2026-03", 2))
    totals = GameTotals.of(ReviewedRecord(review, *each) for each in games)
    assert (totals.games, totals.hands, totals.mistakes) == (3, 6, Cost(3 * 2 * 4_600, 3 * 2 * 3))
    assert totals.lost == {
        MistakeCause.FURITEN: Cost(0, 6),
        MistakeCause.WINS_LET_GO: Cost(6 * 3_900, 6),
        MistakeCause.UNSAFE_DISCARDS: Cost(),
        MistakeCause.TENPAI_LOST: Cost(),
    }
    month = SomeGames(1, 2, Cost(2 * 4_600, 6))
    assert list(totals.months.items()) == [("2026-03", month), ("2026-11", month)], "the earliest first"
    second = SomeGames(2, 4, Cost(4 * 4_600, 12))
    assert list(totals.places.items()) == [(1, month), (2, second)], "the first place first"
    assert GameTotals.of([]).lost == dict.fromkeys(MistakeCause, Cost())
