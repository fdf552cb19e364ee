"""Sentences about a decision played twice: its choices, the same wall, and by how much one is ahead."""

from __future__ import annotations

from ai.review.two_courses import CourseShares, CourseVerdict, DealsCompared, SameWall, TwoCourses
from tui.i18n import join_sentences, t
from tui.words.names import first_fitting
from tui.words.review_sentences import advised_action, points_change, short_action


def course_names(courses: TwoCourses) -> tuple[str, str]:
    """Both choices as briefly as they can be told apart, that of the seat first."""
    taken, other = (short_action(action) for action in courses.actions)
    if taken == other:
        taken, other = (advised_action(action) for action in courses.actions)
    return taken, other


def same_wall_sentence(courses: TwoCourses, same: SameWall) -> str:
    """What both choices brought on one wall, what really came, and where the wall is from."""
    taken, other = course_names(courses)
    told = t(
        f"twice.wall.{same.source}",
        taken=taken,
        other=other,
        brought=points_change(same.taken.end.points),
        would=points_change(same.other.end.points),
    )
    real = "" if same.real is None else t("twice.real", points=points_change(same.real.points))
    return join_sentences((told, real))


def deals_sentence(courses: TwoCourses, compared: DealsCompared, room: int) -> str:
    """By how much which choice is ahead and in how many deals, or that it is not decided.

    It is said briefly where the whole sentence does not fit in so many cells.
    """
    points, count = compared.points, len(compared.deals)
    if points is None:
        return t("twice.begun", wanted=compared.wanted)
    deals = t("twice.deals" if compared.whole else "twice.so-far", count=count, wanted=compared.wanted)
    taken, other = course_names(courses)
    verdict = compared.verdict
    better, worse = (taken, other) if verdict is CourseVerdict.TAKEN else (other, taken)
    more, fewer = compared.ahead, compared.behind
    if verdict is CourseVerdict.TAKEN:
        more, fewer = fewer, more
    open_ = verdict is CourseVerdict.OPEN
    mean, ci95 = points.mean if open_ else abs(points.mean), round((points.high - points.low) / 2)
    told = {"deals": deals, "better": better, "points": mean, "ci95": ci95, "more": more, "fewer": fewer}
    if open_:
        said = (t("twice.open", worse=worse, **told), t("twice.open-short", **told))
    else:
        said = (t("twice.ahead", **told), t("twice.ahead-short", **told))
    return first_fitting(said, room)


def shares_sentence(shares: CourseShares) -> str:
    """How often a choice ended in what."""
    return t("twice.shares", won=shares.won, dealt_in=shares.dealt_in, drawn=shares.drawn)
