"""What practice has come to: at the end of a session, and over time by kind and theme."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from ai.drills.question import DrillKind
from tui.config.actions import ActionId
from tui.drawing.charts import Curve, LineChart, line_chart
from tui.drawing.rows import (
    EntryAt,
    MenuEntry,
    Meta,
    Role,
    Row,
    Rows,
    Span,
    cells,
    fit,
    fit_rows,
    spread,
    width_of,
)
from tui.i18n import join_list, join_sentences, ljust, minutes, rjust, t
from tui.play.play_options import DAILY
from tui.practice.daily import DailyResult
from tui.practice.history import JudgedAnswer, KindFigures, Overview, Reason, ThemeFigures
from tui.practice.practice_record import Bucket
from tui.practice.practice_session import KindResult, Summary
from tui.practice.schedule import Quality
from tui.practice.standings import ENOUGH, START
from tui.screens.list_page import ListPage, MenuPage
from tui.screens.page import (
    MARGIN,
    Entry,
    back_key,
    cursor_keys,
    footer,
    framed,
    indent,
    keys,
    menu_footer,
    middle,
    named_key,
    page,
    tabs,
    words,
    wrap,
)
from tui.screens.practice.drill_page import advice_words, day_words, kind_title, praise_words
from tui.tiles import Ink

DONE, AGAIN, COPY = "done", "again", "copy"
LISTED = 2, 6
"""Least and most rows for the questions that were wrong, nearly right or slow."""
RIGHT, TIME = 8, 8
"""Widths of the columns of right answers and of the time."""
FAULT = 7
"""Width of the word for an answer: wrong, nearly right or slow."""


class SessionEndScreen(MenuPage[bool]):
    """The results of a session. Its result is True for another session."""

    def __init__(self, summary: Summary, overview: Overview, daily: DailyResult | None = None) -> None:
        """``daily`` is the result of today's ten or of the fold of the day, if it was that."""
        more = Entry(AGAIN, t("practice.end.again")) if daily is None else Entry(COPY, t("practice.end.copy"))
        super().__init__([Entry(DONE, t("practice.end.done")), more])
        self.summary = summary
        self.overview = overview
        self.line = (
            "" if daily is None else daily.share_line(overview.streak if daily.session.kind == DAILY else 0)
        )
        """The line to share."""
        self._copied = False

    def picture(self, width: int, height: int) -> Rows:
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
        """The questions that were wrong, nearly right or slow, by their codes, as far as there are rows."""
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

    def on_row(self, at: int) -> None:
        id = self.entries[at].id
        if id == COPY:
            self.app.copy_to_clipboard(self.line)
            self._copied = True
            self.redraw()
        else:
            self.dismiss(id == AGAIN)

    def leave(self) -> None:
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
    wrong = each.quality is Quality.WRONG
    nearly = not wrong and not attempt.right
    word = t("practice.end.wrong" if wrong else "practice.end.nearly" if nearly else "practice.end.slow")
    time = t("practice.seconds", seconds=attempt.seconds)
    code = fit([Span(attempt.code)], 16)
    return (
        Span(ljust(word, FAULT), Role(Ink.ALARM if wrong else Ink.TITLE)),
        *code,
        Span(rjust(time, TIME), Role(Ink.MUTED)),
    )


TITLE, NUMBER = 24, 9
"""Widths of the columns of figures."""
WHEN = 11
"""Width of a day, or of a session."""
AFTER = 24
"""Width of the numbers behind a bar."""
LONGEST = 50
"""Cells of a bar of 100 %."""
CHART = 7, 12
"""Least and most rows of the chart of the rating."""
NOTHING = "-"


class ProgressPage(StrEnum):
    """The pages."""

    KINDS = "kinds"
    THEMES = "themes"
    DAYS = "days"


PAGES = tuple(ProgressPage)
ALL = None
"""All kinds together."""


class ProgressScreen(ListPage[None]):
    """Three pages, which left and right change; each but the last is a list with a cursor."""

    def __init__(self, overview: Overview, lessons: int = 0) -> None:
        """``lessons`` is how many of them are done."""
        super().__init__()
        self.overview = overview
        self.lessons = lessons
        self.shown = ProgressPage.KINDS
        self.kinds: tuple[DrillKind | None, ...] = (ALL, *(each.kind for each in overview.kinds))
        self._days_of: DrillKind | None = ALL
        """The kind whose days are shown."""

    @property
    def count(self) -> int:
        match self.shown:
            case ProgressPage.KINDS:
                return len(self.kinds)
            case ProgressPage.THEMES:
                return len(self.overview.themes)
            case ProgressPage.DAYS:
                return len(self.buckets)

    @property
    def buckets(self) -> list[Bucket]:
        """The results of the kind that was chosen last: by day, or by session while there is only one day."""
        figures = self.overview.figures
        return figures.by_day(self._days_of) if self.daily else figures.by_session(self._days_of)

    @property
    def daily(self) -> bool:
        return len(self.overview.totals.days) > 1

    def go_sideways(self, by: int) -> None:
        self.show_page(PAGES[(PAGES.index(self.shown) + by) % len(PAGES)])

    def on_row(self, at: int) -> None:
        if self.shown is ProgressPage.KINDS:
            self.show_page(ProgressPage.DAYS)

    def show_page(self, shown: ProgressPage) -> None:
        """Show a page; that of the days belongs to the kind under the cursor."""
        if self.shown is ProgressPage.KINDS:
            self._days_of = self.kinds[self.at]
        self.shown = shown
        self.at = self.kinds.index(self._days_of) if shown is ProgressPage.KINDS else 0
        if shown is ProgressPage.DAYS:
            self.at = max(self.count - 1, 0)
        self.redraw()

    def click(self, meta: Meta) -> None:
        if isinstance(meta, MenuEntry):
            self.show_page(ProgressPage(meta.id))
        else:
            super().click(meta)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        head, tail = [*self._head(inner), ()], self._tail(inner)
        room = height - 1 - len(head) - len(tail)
        rows = [*head, *fit_rows(self._body(inner, room), inner, room), *tail]
        # the footer begins one cell before the rows
        return framed(indent(tuple(rows), 1), self._foot(), width, height, MARGIN - 1)

    def _head(self, width: int) -> Rows:
        overview = self.overview
        pages = [(each, t(f"practice.pages.{each}")) for each in PAGES]
        named = tabs(t("practice.figures.title"), pages, self.shown)
        streak = t("practice.figures.streak", count=overview.streak)
        best = t("practice.figures.best", count=overview.best_streak)
        told = join_list([streak, best])
        told = told if width_of(named) + cells(told) < width else streak
        sums = t("practice.figures.none")
        if overview.totals.answers:
            answers = t("practice.figures.answers", count=overview.totals.answers)
            days = t("practice.figures.days", count=len(overview.totals.days))
            sums = t("practice.figures.sum", answers=answers, days=days)
        if self.lessons:
            sums = join_sentences([sums, t("practice.figures.lessons", count=self.lessons)])
        rated = ""
        if (rating := overview.rating) is not None:
            # the true strength may be two deviations away
            spread_by = round(2 * rating.deviation)
            told_rating = t("practice.rated", rating=round(rating.value), spread=spread_by)
            rated = t("practice.figures.rated", rating=told_rating)
        return (
            spread(named, [Span(told)], width),
            spread([Span(sums, Role(Ink.MUTED))], [Span(rated, Role(Ink.NAME))], width),
        )

    def _body(self, width: int, room: int) -> Rows:
        match self.shown:
            case ProgressPage.KINDS:
                head, *kinds = self._kinds()
                if len(kinds) < room:
                    return (head, *kinds, *self._chart(width, room - 1 - len(kinds)))
                return (head, *self.window_with((self.at, self.at), kinds, width, room - 1))
            case ProgressPage.THEMES:
                return self._themes(width, room)
            case ProgressPage.DAYS:
                return self._days(width, room)

    def _tail(self, width: int) -> Rows:
        """The number of questions that come back in the next days, and advice."""
        coming = [
            t("practice.figures.coming", day=day_words(day), count=count)
            for day, count in self.overview.coming
            if count
        ]
        lines = [t("practice.figures.comes", coming=join_list(coming))] if coming else []
        lines += [advice_words(self.overview.next[0])] if self.overview.next else []
        return tuple(words(line) for text in lines for line in wrap(text, width))

    def _foot(self) -> Row:
        days = [keys(t("practice.figures.its-days"), ActionId.CONFIRM)]
        return footer(
            cursor_keys(),
            keys(t("practice.figures.page"), ActionId.LEFT, ActionId.RIGHT),
            *(days if self.shown is ProgressPage.KINDS else []),
            back_key(),
            named_key(ActionId.HELP),
        )

    # -- kinds ---------------------------------------------------------------------------------------

    def _kinds(self) -> Rows:
        overview, totals = self.overview, self.overview.totals
        heads = [t(f"practice.heads.{name}") for name in ("rating", "new", "right", "time", "due")]
        head = words(" " * (TITLE + 2) + "".join(rjust(text, NUMBER) for text in heads), Ink.MUTED)
        share = totals.score / totals.fresh if totals.fresh else None
        rating = round(overview.rating.value) if overview.rating else None
        everything = (rating, totals.fresh, share, totals.seconds, overview.due)
        return (head, self._line(0, *everything), *map(self._kind, range(1, len(self.kinds)), overview.kinds))

    def _kind(self, line: int, each: KindFigures) -> Row:
        rating = round(each.rating.value) if each.rating else None
        return self._line(line, rating, each.answers, each.share, each.seconds, each.due)

    def _line(
        self,
        line: int,
        rating: int | None,
        answers: int,
        share: float | None,
        seconds: float | None,
        due: int,
    ) -> Row:
        kind = self.kinds[line]
        numbers = (
            NOTHING if rating is None else str(rating),
            str(answers),
            NOTHING if share is None else t("practice.share", share=share),
            NOTHING if seconds is None else t("practice.seconds", seconds=seconds),
            str(due) if due else NOTHING,
        )
        title = t("practice.figures.all") if kind is ALL else kind_title(kind)
        meta = EntryAt(line)
        return (*self._title(line, title), *(Span(rjust(cell, NUMBER), meta=meta) for cell in numbers))

    def _title(self, line: int, title: str) -> Row:
        meta = EntryAt(line)
        return (
            self.pointer(line, meta),
            self.entry_text(line, f" {title} ", meta=meta),
            Span(" " * max(TITLE - cells(title) - 2, 0), meta=meta),
        )

    def _chart(self, width: int, room: int) -> Rows:
        """The rating over all kinds by day, where there is room and more than one day."""
        least, most = CHART
        curve = self.overview.curve
        if room < least + 2 or len(curve) < 2:
            return ()
        chart = LineChart(
            (Curve(tuple(value for _, value in curve), Ink.ACTING),),
            tuple(day_words(day) for day, _ in curve),
            base=START,
        )
        rows = line_chart(chart, width, min(room - 2, most), self.look.glyphs)
        return ((), words(t("practice.figures.curve"), Ink.TITLE), *rows)

    # -- themes --------------------------------------------------------------------------------------

    def _themes(self, width: int, room: int) -> Rows:
        """The themes, the weakest first, with bars."""
        themes = self.overview.themes
        if not themes:
            return (words(t("practice.figures.no-themes"), Ink.MUTED),)
        note = wrap(t("practice.figures.themes", count=ENOUGH), width)
        rows = [self._theme(line, each, width) for line, each in enumerate(themes)]
        body = self.window_with((self.at, self.at), rows, width, room - len(note) - 1)
        return (*(words(line, Ink.MUTED) for line in note), (), *body)

    def _theme(self, line: int, each: ThemeFigures, width: int) -> Row:
        told = t("practice.figures.theme", share=each.share, count=each.answers)
        due = f"  {t('practice.figures.theme-due')}" if each.due else ""
        length = max(min(width - TITLE - 12 - AFTER, LONGEST), 0)
        ink = Ink.SAFE if each.answers >= ENOUGH else Ink.MUTED
        title = t(f"drill.themes.{each.theme}")
        return (*self._title(line, title), *self._filled(each.share, length, ink), Span(f" {told}{due}"))

    # -- days ----------------------------------------------------------------------------------------

    def _days(self, width: int, room: int) -> Rows:
        """The accuracy over time, the latest at the bottom."""
        buckets = self.buckets
        if not buckets:
            return (words(t("practice.figures.none"), Ink.MUTED),)
        title = t("practice.figures.all") if self._days_of is ALL else kind_title(self._days_of)
        key = "practice.figures.by-day" if self.daily else "practice.figures.by-session"
        length = min(width - WHEN - AFTER - 2, LONGEST)
        bars = [self._bar(line, bucket, length) for line, bucket in enumerate(buckets)]
        body = self.window_with((self.at, self.at), bars, width, room - 2)
        return (words(t(key, title=title), Ink.TITLE), *body, words(t("practice.figures.note"), Ink.MUTED))

    def _bar(self, line: int, bucket: Bucket, length: int) -> Row:
        when = day_words(bucket.day) if self.daily else t("practice.figures.session", number=line + 1)
        numbers = t("practice.figures.bar", share=bucket.share, right=bucket.right, answers=bucket.answers)
        meta = EntryAt(line)
        return (
            self.pointer(line, meta),
            Span(ljust(when, WHEN), Role(Ink.MUTED), meta),
            *self._filled(bucket.share, length, Ink.SAFE),
            Span(f" {numbers}", meta=meta),
        )

    def _filled(self, share: float, length: int, ink: Ink) -> Row:
        filled = round(share * length)
        return (
            Span(self.look.glyphs.back * filled, Role(ink)),
            Span(" " * (length - filled)),
            Span(self.look.glyphs.rule, Role(Ink.FAINT)),
        )
