"""What many games cost: which mistakes belong to which cause, and nothing is counted twice or made up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.review.after_choice import AfterChoice
from ai.review.game_totals import GameTotals, MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.moments import (
    Cost,
    GameReview,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    VerdictKind,
)

TENPAI, AWAY, TWO = (AfterChoice(0, shanten, 8, 0) for shanten in (0, 1, 2))


def moment(
    kind: MomentKind, known: MomentClass, points: int | None = None, *after: AfterChoice
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
    assert (totals.games, totals.hands, totals.mistakes) == (
        3,
        6,
        Cost(points=3 * 2 * 4_600, moments=3 * 2 * 3),
    )
    assert totals.lost == {
        MistakeCause.FURITEN: Cost(moments=6),
        MistakeCause.WINS_LET_GO: Cost(points=6 * 3_900, moments=6),
        MistakeCause.UNSAFE_DISCARDS: Cost(),
        MistakeCause.TENPAI_LOST: Cost(),
    }
    month = SomeGames(1, 2, Cost(points=2 * 4_600, moments=6))
    assert list(totals.months.items()) == [("2026-03", month), ("2026-11", month)], "the earliest first"
    second = SomeGames(2, 4, Cost(points=4 * 4_600, moments=12))
    assert list(totals.places.items()) == [(1, month), (2, second)], "the first place first"
    assert GameTotals.of([]).lost == dict.fromkeys(MistakeCause, Cost())


def test_points_of_hands_and_of_the_final_score_are_not_added() -> None:
    """A mistake early in the game, and one in its last two hands."""
    early = moment(MomentKind.CALL, MomentClass.MEASURED, 700)
    late = replace(moment(MomentKind.DANGEROUS_DISCARD, MomentClass.MEASURED, 5_000), by_placement=True)
    hand = HandReview(
        number=1,
        first=2,
        wind="E",
        kyoku=1,
        honba=0,
        verdict=HandVerdict(VerdictKind.MOMENTS),
        moments=(early, late),
    )
    review = GameReview(0, ("a", "b", "c", "d"), (hand,))
    both = Cost(points=700, final=5_000, moments=2)
    assert review.lost == both
    assert review.dearest == (late, early), "they stand in one order"
    totals = GameTotals.of([ReviewedRecord(review, "2026-11", 1)] * 2)
    twice = Cost(points=1_400, final=10_000, moments=4)
    assert totals.mistakes == totals.months["2026-11"].cost == totals.places[1].cost == twice
    unsafe = Cost(final=10_000, moments=2)
    assert totals.lost[MistakeCause.UNSAFE_DISCARDS] == unsafe
    assert totals.mistakes - unsafe == Cost(points=1_400, moments=2)
