"""The results of a session: right answers, time, slow and wrong questions, and what to train next."""

from __future__ import annotations

from collections.abc import Iterator

from tui.config.actions import Place
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit
from tui.i18n.layout import ljust, minutes, rjust
from tui.i18n.texts import t
from tui.practice.daily import DailyResult
from tui.practice.history import JudgedAnswer
from tui.practice.overview import Overview, Reason
from tui.practice.question_selection import DAILY
from tui.practice.schedule import Quality
from tui.practice.session import KindResult, Summary
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, menu_footer
from tui.screens.page_layout import middle, page, words
from tui.screens.practice.wording import advice_words, kind_title, praise_words
from tui.tiles.roles import Ink

DONE, AGAIN, COPY = "done", "again", "copy"
LISTED = 2, 6
"""Least and most rows for the questions that were wrong or slow."""
RIGHT, TIME = 8, 8
"""Widths of the columns of right answers and of the time."""
FAULT = 7
"""Width of the word for an answer: wrong or slow."""


class SessionEndScreen(MenuPage[bool]):
    """The results of a session. Its result is True for another session."""

    place = Place.MENU

    def __init__(self, summary: Summary, overview: Overview, daily: DailyResult | None = None) -> None:
        """``daily`` is the result of today's ten or of the fold of the day, if it was that."""
        more = Entry(AGAIN, t("practice.end.again")) if daily is None else Entry(COPY, t("practice.end.copy"))
        super().__init__([Entry(DONE, t("practice.end.done")), more])
        self.summary = summary
        self.overview = overview
        self.line = (
            "" if daily is None else daily.share_line(overview.streak if daily.sitting.kind == DAILY else 0)
        )
        """The line to share."""
        self._copied = False

    def picture(self, width: int, height: int) -> Rows:
        """The sum, each kind, wrong and slow questions, what to train next, and the menu."""
        summary = self.summary
        right = t("practice.end.right", right=summary.right, count=len(summary.answered))
        fresh = summary.fresh
        if len(fresh) < len(summary.answered):
            well = sum(each.attempt.right for each in fresh)
            right = t("practice.end.right-fresh", said=right, right=well, count=len(fresh))
        time = t("practice.end.time", time=minutes(summary.seconds))
        above = [
            middle((words(right, Ink.TITLE), words(time, Ink.MUTED)), width),
            *([middle((words(self.line, Ink.NAME),), width)] if self.line else []),
            middle(self._kinds(), width),
        ]
        below = [
            middle(tuple(words(line) for line in self._following()), width),
            middle(self.menu(), width),
        ]
        blocks = [*above, *below]
        least, most = LISTED
        # the row under the first line can be left out
        spare = height - 2 - sum(map(len, blocks)) - (len(blocks) - 1)
        hard = middle(tuple(self._hard(min(max(spare, least), most))), width)
        return page([*above, hard, *below], width, height, menu_footer())

    def _kinds(self) -> Rows:
        """A line for each kind that was asked."""
        longest = max(cells(kind_title(each.kind)) for each in self.summary.kinds)
        heads = rjust(t("practice.end.head-right"), RIGHT) + rjust(t("practice.end.head-time"), TIME)
        rows = (self._kind(each, longest) for each in self.summary.kinds)
        return (words(" " * longest + heads, Ink.MUTED), *rows)

    def _kind(self, each: KindResult, longest: int) -> Row:
        share = t("practice.end.of", right=each.right, count=each.answered)
        return (
            Span(ljust(kind_title(each.kind), longest), Role(Ink.NAME)),
            Span(rjust(share, RIGHT)),
            Span(rjust(t("practice.seconds", seconds=each.seconds), TIME)),
            *_rating(each),
        )

    def _hard(self, room: int) -> Iterator[Row]:
        """The questions that were wrong or slow, by their codes, as many as there are rows for."""
        hard = [each for each in self.summary.answered if not each.quality.well]
        shown = hard if len(hard) <= room else hard[: room - 1]
        for each in shown:
            yield _question(each)
        if len(shown) < len(hard):
            yield words(t("practice.end.more", count=len(hard) - len(shown)), Ink.MUTED)

    def _following(self) -> Iterator[str]:
        if self._copied:
            yield t("practice.end.copied")
        yield praise_words(self.summary)
        if self.summary.due_tomorrow:
            yield t("practice.end.tomorrow", count=self.summary.due_tomorrow)
        # what is due is said once
        others = (each for each in self.overview.next if each.reason is not Reason.DUE)
        if (advice := next(others, None)) is not None:
            yield advice_words(advice)

    def take(self, id: str) -> None:
        """Begin another session, copy the line to share, or leave."""
        if id == COPY:
            self.app.copy_to_clipboard(self.line)
            self._copied = True
            self.redraw()
        else:
            self.dismiss(id == AGAIN)

    def leave(self) -> None:
        """Esc means no other session."""
        self.take(DONE)


def _rating(each: KindResult) -> Row:
    """The rating in a kind, and how the session has changed it; empty while there is none."""
    if each.rating is None:
        return ()
    value, moved = round(each.rating.value), round(each.rating.value) - round(each.before.value)
    told = t("practice.rating", rating=value)
    changed = f" ({t('practice.moved', points=moved)})" if moved else ""
    return Span(f"   {told}", Role(Ink.MUTED)), Span(changed, Role(Ink.ACTING))


def _question(each: JudgedAnswer) -> Row:
    attempt = each.attempt
    slow = each.quality is Quality.SLOW
    word = t("practice.end.slow" if slow else "practice.end.wrong")
    time = t("practice.seconds", seconds=attempt.seconds)
    code = fit([Span(attempt.code)], 16)
    return (
        Span(ljust(word, FAULT), Role(Ink.TITLE if slow else Ink.ALARM)),
        *code,
        Span(rjust(time, TIME), Role(Ink.MUTED)),
    )
