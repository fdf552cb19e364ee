"""Texts that several practice screens share."""

from __future__ import annotations

from datetime import date

from ai.drills.question import DrillKind, Origin
from engine.tiles import TILE_OF
from tui.i18n.texts import t
from tui.practice.overview import PracticeAdvice, Reason
from tui.practice.progress import Unfinished
from tui.practice.question_selection import DAILY, FOLD_DAILY, OWN, ThemeSession
from tui.practice.session import Summary
from tui.practice.standings import Rating
from tui.words.event_lines import hand_name


def kind_title(kind: str | None) -> str:
    """The name of a kind of question or session; None is a mixture of all."""
    if kind == OWN:
        return t("practice.own")
    if kind == DAILY:
        return t("practice.daily")
    if kind == FOLD_DAILY:
        return t("practice.fold-daily")
    if (idea := ThemeSession.of(kind)) is not None:
        about = t(f"drill.themes.{idea.theme}")
        return (
            about
            if idea.kind is None
            else t("practice.theme-of-kind", theme=about, kind=kind_title(idea.kind))
        )
    return t("practice.mixed") if kind is None else t(f"drill.kinds.{kind}")


def origin_words(origin: Origin) -> str:
    """Which game a question is from: the date and the hand."""
    day = origin.began.astimezone().date().isoformat()
    return t("drill.from-game", day=day, hand=hand_name(TILE_OF[origin.wind], origin.kyoku))


def unfinished_words(left: Unfinished) -> str:
    """The kind and the progress of an unfinished session."""
    sitting = left.sitting
    known = sitting.kind in {OWN, DAILY, FOLD_DAILY, *DrillKind} or ThemeSession.of(sitting.kind)
    title = kind_title(sitting.kind if known else None)
    return t("practice.so-far", title=title, answered=left.answered, total=sitting.questions)


def advice_words(advice: PracticeAdvice) -> str:
    """What to train, and why."""
    match advice.reason:
        case Reason.NEW if advice.number == 0:
            return t("practice.next.untried", kind=kind_title(advice.kind))
        case Reason.DUE:
            return t("practice.next.due", count=advice.number)
    facts = {"kind": kind_title(advice.kind), "number": advice.number, "share": advice.share}
    return t(f"practice.next.{advice.reason}", **facts)


def praise_words(summary: Summary) -> str:
    """The best thing that is true about the answers of a session."""
    right = [each for each in summary.answered if each.attempt.right]
    if not right:
        return t("practice.end.praise.none")
    if len(right) == len(summary.answered):
        return t("practice.end.praise.all")
    hardest = max(right, key=lambda each: each.attempt.level)
    return t("practice.end.praise.some", level=hardest.attempt.level, kind=kind_title(hardest.kind))


def rating_words(rating: Rating) -> str:
    """A rating, and how far from it the true strength may be: ``1612, give or take 80``."""
    return t("practice.rated", rating=round(rating.value), spread=round(2 * rating.deviation))


def day_words(day: date) -> str:
    """A day of the year: ``22 Nov``."""
    return t("practice.figures.day", day=day.day, month=t(f"practice.months.{day.month}"))
