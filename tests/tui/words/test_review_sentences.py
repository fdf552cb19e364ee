"""Reviews in words: the reasons of moments and how sure they are, and a decision played twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from ai.drills.question import DrillKind
from ai.reading.yaku_plans import PlannedYaku
from ai.review.after_choice import AfterChoice
from ai.review.game_totals import GameTotals, MistakeCause
from ai.review.moments import (
    CONFIRMED,
    PLAYED_OUT,
    Cost,
    DealIn,
    MomentClass,
    MomentKind,
    PlayedOut,
    ReviewedMoment,
)
from ai.review.two_courses import DealsCompared
from engine.actions import Action, ActionKind
from engine.tiles import NAMES, parse_tile
from tests.support.ai.reviewed_game import review_of
from tests.support.tui.texts import says
from tests.support.tui.twice import deal, late_courses, prepared
from tui.i18n import t
from tui.words.hand_value import planned_yaku_name
from tui.words.names import Seating, join, sentence_start, tile_word
from tui.words.review_sentences import (
    PRACTISED,
    ReviewSentences,
    calibration,
    course_names,
    deals_sentence,
    decision_name,
    lost_points,
    marked_points,
    next_practice,
    points_legend,
)

ONE = parse_tile("1m")
NO_GAMES = GameTotals.of(())
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


def discard(tile: str, shanten: int, tiles: int, ron: int = 0, **told: Any) -> AfterChoice:
    return AfterChoice(parse_tile(tile), shanten, tiles, ron, **told)


def reasons(*after: AfterChoice) -> tuple[str, ...]:
    return Told(replace(opinion(), after=after, danger=None)).more


def after(tile: str) -> str:
    return t("reviewed.after.discard", tile=tile_word(parse_tile(tile)))


@pytest.mark.parametrize(
    ("hand", "key", "facts"),
    [
        (discard("1m", 0, 6, 4, points=(8_000, 8_000)), "wins-some", {"count": 6, "ron": 4}),
        (discard("1m", 0, 6, 6, points=(1_300, 8_000)), "wins-all", {"count": 6}),
        (discard("1m", 0, 1, 1, points=(1_000, 1_000)), "wins-all", {"count": 1}),
        (discard("1m", 0, 3, points=(2_700, 2_700)), "wins-tsumo", {"count": 3}),
        (discard("1m", 0, 0, pays=1_500), "nothing", {"points": 1_500}),
    ],
)
def test_at_different_distances_tenpai_alone_tells_its_tiles(
    hand: AfterChoice, key: str, facts: dict[str, int]
) -> None:
    away, tenpai = reasons(discard("9s", 3, 40), hand)
    assert away == t("reviewed.reason.away", after=sentence_start(after("9s")), shanten=3)
    assert "40" not in away
    assert says(tenpai, f"reviewed.reason.{key}", after=sentence_start(after("1m")), **facts)
    assert hand.points is None or f"{hand.points[1]:,}" in tenpai


def test_as_far_away_the_tiles_are_compared() -> None:
    told = {"taken": 12, "better": 40, "after_taken": after("1m"), "after_better": after("9s")}
    said = reasons(discard("1m", 2, 12), discard("9s", 2, 40))
    assert said == (t("reviewed.reason.tiles", shanten=2, **told),)


def test_points_are_told_where_two_tenpai_differ_in_them() -> None:
    dear, cheap = ((points, points) for points in (7_700, 3_900))
    same = reasons(discard("1m", 0, 3, 3, points=dear), discard("9s", 0, 4, 4, points=dear))
    assert len(same) == 2
    assert "7,700" not in "".join(same)
    differ = reasons(discard("1m", 0, 4, 4, points=dear), discard("9s", 0, 4, 4, points=cheap))
    assert "7,700" in differ[0]
    assert "3,900" in differ[1]


def test_dora_and_yaku_are_told_where_they_differ() -> None:
    sanshoku = ((PlannedYaku.SANSHOKU, (5, 14, 23)),)
    plain, more = discard("1m", 1, 8, dora=1), discard("9s", 1, 8, dora=2, yaku=sanshoku)
    dora, yaku = reasons(plain, more)
    assert says(dora, "reviewed.reason.dora", taken=1, better=2)
    assert says(yaku, "reviewed.reason.yaku", after=after("9s"), yaku=planned_yaku_name(*sanshoku[0]))
    none = discard("9s", 1, 8, has_yaku=False)
    assert reasons(discard("1m", 1, 8), none) == (
        t("reviewed.reason.no-yaku", after=sentence_start(after("9s"))),
    )


def test_calls_and_kans_have_reasons() -> None:
    call = discard("1m", 1, 8, kind=ActionKind.CHI)
    passed = AfterChoice(None, 2, 30, 0, kind=ActionKind.PASS)
    names = [
        t("reviewed.after.chi", tile=tile_word(ONE)),
        t("reviewed.after.pass"),
    ]
    told = [
        t("reviewed.reason.away", after=sentence_start(name), shanten=each.shanten)
        for name, each in zip(names, (call, passed), strict=True)
    ]
    assert list(reasons(call, passed)) == told
    kan = AfterChoice(None, 1, 8, 0, kind=ActionKind.CLOSED_KAN, new_dora=True)
    assert reasons(kan, discard("9s", 1, 8)) == (t("reviewed.reason.kan"),)


def test_the_danger_of_both_discards_is_told_and_no_third_while_the_better_one_is_safe() -> None:
    danger = opinion(risky=True).danger
    assert danger is not None
    thrown, safe = danger.thrown, danger.safer
    taken, better = (discard(NAMES[each.kind], 1, 8, safety=each) for each in (thrown, safe))
    name = seating().other(thrown.opponent)
    told = Told(replace(opinion(risky=True), after=(taken, better))).more
    assert len(told) == 2
    assert says(told[0], "reviewed.reason.safety", tile=tile_word(thrown.kind), name=name)
    assert says(told[1], "moments.safety", tile=tile_word(safe.kind))
    unsafe = replace(better, tile=ONE, safety=replace(thrown, kind=ONE, opponent=thrown.opponent))
    assert len(Told(replace(opinion(risky=True), after=(taken, unsafe))).more) == 3


def test_a_red_five_beside_a_plain_one() -> None:
    better = Action(ActionKind.DISCARD, parse_tile("5p"))
    red = replace(
        opinion(),
        kind=MomentKind.RED_FIVE,
        moment_class=MomentClass.PROOF,
        tile=parse_tile("0p"),
        better=better,
        facts=None,
        danger=None,
    )
    said = ReviewSentences(seating()).line(red)
    assert says(said, "reviewed.red-five", better=tile_word(parse_tile("5p")))
    assert tile_word(parse_tile("0p")) in said
    assert Told(red).more == ()


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


def test_a_mistake_that_cost_nothing_is_no_mistake_of_unknown_cost() -> None:
    known = replace(opinion(), moment_class=MomentClass.PROOF, points=0)
    unknown = replace(known, points=None)
    assert marked_points(known).strip() == "0"
    assert marked_points(unknown).strip() == t("reviewed.mark-uncounted")
    assert points_legend([known]) == ""
    assert points_legend([unknown]) == t("reviewed.marked-uncounted")


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
    after = AfterChoice(ONE, shanten, 6, 6, points)
    said = ReviewSentences(seating()).deal_in(DealIn(danger.thrown, after))
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


def test_two_calls_of_the_same_kind_are_told_apart() -> None:
    courses = late_courses()
    one, two = (Action(ActionKind.CHI, 3, own) for own in ((1, 2), (4, 5)))
    names = course_names(replace(courses, taken=one, other=two))
    assert len(set(names)) == 2


# -- what to practise next ----------------------------------------------------------------------------


def test_every_cause_has_a_kind_of_question() -> None:
    assert set(PRACTISED) == set(MistakeCause)


@pytest.mark.parametrize(
    ("cause", "kind"),
    [(MistakeCause.UNSAFE_DISCARDS, DrillKind.SAFEST), (MistakeCause.FURITEN, DrillKind.WAY_OUT)],
)
def test_the_cause_that_cost_most_is_practised(cause: MistakeCause, kind: DrillKind) -> None:
    lost = dict.fromkeys(MistakeCause, Cost(points=1_000, moments=9)) | {cause: Cost(points=8_000, moments=1)}
    told = next_practice(replace(NO_GAMES, lost=lost))
    assert t(f"drill.kinds.{kind}") in told
    assert t(f"review.cause.{cause}") in told


@pytest.mark.parametrize(
    ("tile", "claim", "about"),
    [
        (None, True, "branch.end.declared"),
        (None, False, "branch.end.called"),
        ("3s", True, "branch.end.offered"),
        ("3s", False, "branch.end.drew"),
    ],
)
def test_a_decision_is_named_by_its_turn_and_its_tile(tile: str | None, claim: bool, about: str) -> None:
    asked = None if tile is None else parse_tile(tile)
    name = decision_name(7, asked, claim=claim, other_draw=False)
    assert name == t("branch.end.turn", turn=7, about=t(about, tile=tile))
    other = decision_name(7, asked, claim=claim, other_draw=True)
    assert other == t("branch.end.turn", turn=7, about=t("branch.end.other-draw"))
