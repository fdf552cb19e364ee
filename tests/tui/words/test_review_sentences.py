"""Reviews in words: the reasons of moments and how sure they are, and a decision played twice."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from ai.review.moments import (
    CONFIRMED,
    PLAYED_OUT,
    AfterDiscard,
    Cost,
    DealIn,
    MomentClass,
    PlayedOut,
    ReviewedMoment,
)
from ai.review.two_courses import DealsCompared, WallSource
from engine.actions import Action, ActionKind
from engine.tiles import parse_tile
from tests.support.ai.reviewed_game import review_of
from tests.support.tui.texts import says
from tests.support.tui.twice import deal, late_courses, prepared
from tui.i18n import t
from tui.words.names import Seating, join, tile_word
from tui.words.review_sentences import (
    ReviewSentences,
    calibration,
    course_names,
    deals_sentence,
    lost_points,
    marked_points,
    placement_marked,
    same_wall_sentence,
    shares_sentence,
)

ONE, NINE = parse_tile("1m"), parse_tile("9s")
CALIBRATED = t("reviewed.calibrated", count=PLAYED_OUT, confirmed=CONFIRMED)


def seating() -> Seating:
    """The players of the reviewed game."""
    return Seating.at_table(review_of(0).names, 0)


@dataclass(frozen=True)
class Told:
    """A moment, and its words."""

    moment: ReviewedMoment

    @property
    def more(self) -> tuple[str, ...]:
        return ReviewSentences(seating()).more(self.moment)


def opinion(*, risky: bool = False) -> ReviewedMoment:
    """An opinion of the experts about a discard."""
    return next(
        each
        for each in review_of(0).moments
        if each.moment_class is MomentClass.OPINION and each.after and (each.danger is not None) is risky
    )


@pytest.mark.parametrize(
    ("after", "key"),
    [
        (AfterDiscard(ONE, 2, 12, 0), "reviewed.after"),
        (AfterDiscard(ONE, 0, 6, 4), "reviewed.after-tenpai"),
        (AfterDiscard(ONE, 0, 3, 0), "reviewed.after-tsumo"),
        (AfterDiscard(ONE, 0, 0, 0), "reviewed.after-nothing"),
    ],
)
def test_the_hand_after_each_choice_is_the_reason(after: AfterDiscard, key: str) -> None:
    other = AfterDiscard(NINE, 3, 40, 0)
    said = Told(replace(opinion(), after=(after, other))).more
    told = t(key, tile=tile_word(ONE), count=after.tiles, ron=after.ron, shanten=after.shanten)
    assert said[:2] == (told, t("reviewed.after", tile=tile_word(NINE), count=40, ron=0, shanten=3))


def test_hands_that_are_alike_are_no_reason() -> None:
    alike = AfterDiscard(ONE, 1, 8, 0), AfterDiscard(NINE, 1, 8, 0)
    assert Told(replace(opinion(), after=alike)).more == ()


def test_a_risk_tells_both_tiles_and_who_would_do_what() -> None:
    moment = opinion(risky=True)
    assert moment.danger is not None
    assert moment.tile is not None
    said = Told(moment).more
    thrown, safer = said[2:4]
    assert thrown.startswith(tile_word(moment.tile))
    assert safer.startswith(tile_word(moment.danger.tile))


def test_an_opinion_says_how_sure_it_is() -> None:
    open_ = replace(opinion(), played=PlayedOut(-120, 450, 256))
    assert t("reviewed.open", deals=256, low=-120, high=450) in Told(open_).more
    assert calibration([open_, opinion()]) == CALIBRATED
    assert calibration([open_]) == ""


def test_the_last_two_hands_are_told_in_points_of_the_final_score() -> None:
    measured = replace(opinion(), moment_class=MomentClass.MEASURED, points=900, ci95=300)
    lines = [ReviewSentences(seating()).line(replace(measured, by_placement=each)) for each in (False, True)]
    assert says(lines[0].partition(": ")[2], "reviewed.measured", points=900, ci95=300)
    assert says(lines[1].partition(": ")[2], "reviewed.measured-placement", points=900, ci95=300)
    open_ = replace(opinion(), played=PlayedOut(-120, 450, 256), by_placement=True)
    assert t("reviewed.open-placement", deals=256, low=-120, high=450) in Told(open_).more


@pytest.mark.parametrize(
    ("cost", "parts"),
    [
        (Cost(), [("points", 0)]),
        (Cost(points=3_900, moments=1), [("points", 3_900)]),
        (Cost(final=800, moments=1), [("points-placement", 800)]),
        (Cost(points=3_900, final=800, moments=2), [("points", 3_900), ("points-placement", 800)]),
    ],
)
def test_each_unit_is_told_for_itself(cost: Cost, parts: list[tuple[str, int]]) -> None:
    assert lost_points(cost) == join([t(f"reviewed.{key}", points=points) for key, points in parts])


def test_points_of_the_final_score_are_marked_in_a_column() -> None:
    usual = replace(opinion(), moment_class=MomentClass.MEASURED, points=1_900)
    placed = replace(usual, by_placement=True)
    assert (marked_points(usual), placement_marked([usual])) == ("1,900 ", "")
    mark = t("reviewed.placement-mark")
    assert marked_points(placed) == f"1,900{mark}"
    assert placement_marked([usual, placed]).startswith(mark)


def test_what_was_measured_has_its_reasons_and_no_doubts() -> None:
    moment = replace(opinion(), moment_class=MomentClass.MEASURED, points=900, ci95=300)
    said = Told(moment).more
    assert len(said) == 2
    assert calibration([moment]) == ""


@pytest.mark.parametrize(
    ("shanten", "points", "worth"),
    [
        (1, None, ""),
        (0, (3_900, 3_900), t("reviewed.deal-in.worth", low=3_900)),
        (0, (1_300, 8_000), t("reviewed.deal-in.worths", low=1_300, high=8_000)),
    ],
)
def test_a_deal_in_names_the_danger_and_what_it_was_risked_for(
    shanten: int, points: tuple[int, int] | None, worth: str
) -> None:
    danger = opinion(risky=True).danger
    assert danger is not None
    said = ReviewSentences(seating()).deal_in(DealIn(danger.thrown, AfterDiscard(ONE, shanten, 6, 6), points))
    assert said.startswith(tile_word(ONE))
    assert f"{100 * danger.thrown.chance:.0f} %" in said
    assert said.endswith(worth)
    assert (t("reviewed.deal-in.away", count=6, shanten=1) in said) == (shanten == 1)
    assert seating().other(danger.thrown.opponent) in said


# -- a decision played twice -------------------------------------------------------------------------

WIDE = 300


def compared(pairs: list[tuple[int, int]], wanted: int = 0) -> DealsCompared:
    told = DealsCompared(wanted or len(pairs))
    told.take(0, [deal(*pair) for pair in pairs])
    return told


def test_the_choice_that_is_ahead_is_named_with_its_points() -> None:
    """In 20 of 40 deals the other one brings 1,000 more, in 10 of them 200 less."""
    courses = prepared().courses
    taken, other = course_names(courses)
    pairs = [*[(0, 1_000)] * 20, *[(200, 0)] * 10, *[(0, 0)] * 10]
    told = compared(pairs)
    said = deals_sentence(courses, told, WIDE)
    assert says(said, "twice.ahead", better=other, points=450, more=20, fewer=10)
    turned = deals_sentence(courses, compared([(two, one) for one, two in pairs]), WIDE)
    assert says(turned, "twice.ahead", better=taken, points=450, more=20, fewer=10)
    assert says(deals_sentence(courses, told, 70), "twice.ahead-short", better=other, more=20)


def test_in_the_last_two_hands_the_final_score_is_ahead() -> None:
    courses = prepared().courses
    late = replace(courses, rules=replace(courses.rules, length="hand"))
    other = course_names(late)[1]
    told = compared([*[(0, 1_000)] * 20, *[(200, 0)] * 20])
    assert says(deals_sentence(late, told, WIDE), "twice.ahead-placement", better=other, points=400)
    assert says(deals_sentence(late, told, 80), "twice.ahead-placement-short", better=other, points=400)
    few = compared([(0, 1_000), (0, 0)] * 4)
    assert says(deals_sentence(late, few, WIDE), "twice.open-placement", points=500)


def test_while_deals_are_played_it_says_how_many() -> None:
    courses = prepared().courses
    assert deals_sentence(courses, compared([], 200), WIDE) == t("twice.begun", wanted=200)
    said = deals_sentence(courses, compared([(0, 1_000), (0, 0)] * 4, 200), WIDE)
    assert says(said, "twice.open", deals=t("twice.so-far", count=8, wanted=200), more=4, fewer=0)
    said = deals_sentence(courses, compared([(0, 1_000), (0, 0)] * 4), WIDE)
    assert says(said, "twice.open", deals=t("twice.deals", count=8), points=500, more=4, fewer=0)


def test_the_same_wall_says_what_both_brought_and_what_really_came() -> None:
    twice = prepared()
    assert twice.same is not None
    taken, other = course_names(twice.courses)
    for source in WallSource:
        said = same_wall_sentence(twice.courses, replace(twice.same, source=source))
        assert says(said, f"twice.wall.{source}", taken=taken, other=other, brought="-7,700", would="0")
        assert says(said, "twice.real", points="-7,700")
    alone = same_wall_sentence(twice.courses, replace(twice.same, real=None))
    assert not says(alone, "twice.real")


def test_shares_are_told_in_percent() -> None:
    told = compared([(-8_000, 1_000), (-1_500, 1_000), (0, -1_000), (2_000, 0)])
    assert told.shares is not None
    assert [shares_sentence(each) for each in told.shares] == [
        t("twice.shares", won=0.25, dealt_in=0.25, drawn=0.5),
        t("twice.shares", won=0.5, dealt_in=0, drawn=0.5),
    ]


def test_two_calls_of_the_same_kind_are_told_apart() -> None:
    courses = late_courses()
    one, two = (Action(ActionKind.CHI, 3, own) for own in ((1, 2), (4, 5)))
    names = course_names(replace(courses, taken=one, other=two))
    assert len(set(names)) == 2
