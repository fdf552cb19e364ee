"""What is said about a decision played twice, held against a count of its own."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from ai.review.two_courses import DealsCompared, WallSource
from engine.actions import Action, ActionKind
from tests.ai.test_review_two_courses import slow
from tests.support.tui.texts import says
from tests.support.tui.twice import deal, late_courses, played_out, prepared
from tui.i18n import t
from tui.words.course_sentences import course_names, deals_sentence, same_wall_sentence, shares_sentence

WIDE = 300
DEALS = 10


def compared(pairs: list[tuple[int, int]], wanted: int = 0) -> DealsCompared:
    told = DealsCompared(wanted or len(pairs))
    told.take(0, [deal(*pair) for pair in pairs])
    return told


def test_the_sentence_of_played_deals_has_the_figures_of_a_slow_count() -> None:
    courses = late_courses()
    counted = slow(courses, DEALS)
    ahead = [other - taken for taken, other in counted]
    mean = sum(ahead) / DEALS
    spread = math.sqrt(sum((each - mean) ** 2 for each in ahead) / (DEALS - 1))
    said = deals_sentence(courses, played_out(DEALS).compared, WIDE)
    taken, other = course_names(courses)
    assert says(
        said,
        "twice.open",
        deals=t("twice.deals", count=DEALS),
        better=other,
        worse=taken,
        points=round(mean),
        more=sum(each > 0 for each in ahead),
        fewer=sum(each < 0 for each in ahead),
    )
    figure = played_out(DEALS).compared.points
    assert figure is not None
    assert (figure.high - figure.low) / 2 == pytest.approx(1.959964 * spread / math.sqrt(DEALS), abs=1)


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


def test_while_deals_are_played_it_says_how_many() -> None:
    courses = prepared().courses
    assert deals_sentence(courses, compared([], 200), WIDE) == t("twice.begun", wanted=200)
    said = deals_sentence(courses, compared([(0, 1_000), (0, 0)] * 4, 200), WIDE)
    assert says(said, "twice.open", deals=t("twice.so-far", count=8, wanted=200), more=4, fewer=0)


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
