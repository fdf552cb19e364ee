"""The progress page: figures of each kind of question, its accuracy over time, and what to train next."""

from __future__ import annotations

from typing import ClassVar

from ai.drills.question import DrillKind
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit_rows, spread
from tui.i18n.layout import join_list, join_sentences, ljust, rjust
from tui.i18n.texts import t
from tui.practice.figures import Bucket
from tui.practice.overview import KindFigures, Overview
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed, words, wrap
from tui.screens.practice.wording import advice_words, kind_title
from tui.tiles.roles import Ground, Ink

MARGIN = 2
TITLE, NUMBER = 22, 9
"""Widths of the columns of figures."""
WHEN = 11
"""Width of a day, or of a session."""
AFTER = 24
"""Width of the numbers behind a bar."""
LONGEST = 50
"""Cells of a bar of 100 %."""
NOTHING = "-"


class ProgressScreen(ListPage[None]):
    """A list of the kinds of questions, and bars of the one under the cursor, which left and right scroll."""

    place: ClassVar[Place] = Place.MENU

    def __init__(self, overview: Overview, lessons: int = 0) -> None:
        """``lessons`` is how many of them are done."""
        super().__init__()
        self.overview = overview
        self.lessons = lessons
        self.kinds: tuple[DrillKind | None, ...] = (None, *(each.kind for each in overview.kinds))
        """The kinds in the list; None means all of them."""
        self._later = 0
        """How many bars are later than those shown."""
        self._room = 1

    @property
    def count(self) -> int:
        """How many lines of figures there are."""
        return len(self.kinds)

    @property
    def buckets(self) -> list[Bucket]:
        """The bars of the chosen line: days, or sessions while there is only one day."""
        figures, kind = self.overview.figures, self.kinds[self.at]
        return figures.by_day(kind) if self.daily else figures.by_session(kind)

    @property
    def daily(self) -> bool:
        """Whether each bar is a day."""
        return self.overview.days > 1

    # -- what can be done ----------------------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Show earlier or later bars, choose another line, or leave."""
        if action.id in (ActionId.LEFT, ActionId.RIGHT):
            self._later += self._room if action.id == ActionId.LEFT else -self._room
            self.redraw()
        else:
            super().perform(action)

    def go_to(self, at: int) -> None:
        """Show the latest bars of another line."""
        self._later = 0
        super().go_to(at)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Figures above, bars in the middle, what to train below."""
        inner = width - 2 * MARGIN
        head = [*self._sums(inner), (), *self._figures(), ()]
        tail = self._tail(inner)
        body = self._bars(inner, height - 1 - len(head) - len(tail))
        rows = fit_rows([*head, *body], inner, height - 1 - len(tail))
        return framed((*rows, *tail), (Span(" "), *self._foot()), width, height, MARGIN)

    def _sums(self, width: int) -> Rows:
        overview = self.overview
        title = Span(t("practice.figures.title"), Role(Ink.TITLE))
        streak = t("practice.figures.streak", count=overview.streak)
        best = t("practice.figures.best", count=overview.best_streak)
        head = spread([title], [Span(join_list([streak, best]))], width)
        sums = t("practice.figures.none")
        if overview.answers:
            answers = t("practice.figures.answers", count=overview.answers)
            days = t("practice.figures.days", count=overview.days)
            sums = t("practice.figures.sum", answers=answers, days=days)
        if self.lessons:
            sums = join_sentences([sums, t("practice.figures.lessons", count=self.lessons)])
        return head, words(sums, Ink.MUTED)

    def _figures(self) -> Rows:
        """A line for all kinds together, and one for each."""
        overview = self.overview
        heads = [t(f"practice.heads.{name}") for name in ("level", "new", "right", "time", "due")]
        head = words(" " * (TITLE + 2) + "".join(rjust(text, NUMBER) for text in heads), Ink.MUTED)
        share = overview.right / overview.fresh if overview.fresh else None
        everything = (None, overview.fresh, share, overview.seconds, overview.due)
        return (head, self._line(0, *everything), *map(self._kind, range(1, len(self.kinds)), overview.kinds))

    def _kind(self, line: int, each: KindFigures) -> Row:
        return self._line(line, each.level, each.answers, each.share, each.seconds, each.due)

    def _line(
        self,
        line: int,
        level: int | None,
        answers: int,
        share: float | None,
        seconds: float | None,
        due: int,
    ) -> Row:
        here = line == self.at
        kind = self.kinds[line]
        title = t("practice.figures.all") if kind is None else kind_title(kind)
        numbers = (
            NOTHING if level is None else str(level),
            str(answers),
            NOTHING if share is None else t("practice.share", share=share),
            NOTHING if seconds is None else t("practice.seconds", seconds=seconds),
            str(due) if due else NOTHING,
        )
        meta = EntryAt(line)
        role = Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME)
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(f" {title} ", role, meta),
            Span(" " * (TITLE - cells(title) - 2), meta=meta),
            *(Span(rjust(cell, NUMBER), meta=meta) for cell in numbers),
        )

    def _bars(self, width: int, room: int) -> Rows:
        """The accuracy over time, the latest at the bottom."""
        buckets = self.buckets
        if not buckets or room < 2:
            return ()
        self._room = room - 1
        self._later = max(min(self._later, len(buckets) - self._room), 0)
        last = len(buckets) - self._later
        shown = list(enumerate(buckets, 1))[max(last - self._room, 0) : last]
        kind = self.kinds[self.at]
        title = t("practice.figures.all") if kind is None else kind_title(kind)
        key = "practice.figures.by-day" if self.daily else "practice.figures.by-session"
        length = min(width - WHEN - AFTER, LONGEST)
        bars = (self._bar(number, bucket, length) for number, bucket in shown)
        return (words(t(key, title=title), Ink.TITLE), *bars)

    def _bar(self, number: int, bucket: Bucket, length: int) -> Row:
        when = t("practice.figures.session", number=number)
        if self.daily:
            month = t(f"practice.months.{bucket.day.month}")
            when = t("practice.figures.day", day=bucket.day.day, month=month)
        filled = round(bucket.share * length)
        numbers = t("practice.figures.bar", share=bucket.share, right=bucket.right, answers=bucket.answers)
        return (
            Span(ljust(when, WHEN), Role(Ink.MUTED)),
            Span(self.look.glyphs.back * filled, Role(Ink.SAFE)),
            Span(" " * (length - filled)),
            Span(self.look.glyphs.rule, Role(Ink.FAINT)),
            Span(f" {numbers}"),
        )

    def _tail(self, width: int) -> Rows:
        """What the figures count, and what to train next."""
        lines = wrap(advice_words(self.overview.next[0]), width) if self.overview.next else []
        return (words(t("practice.figures.note"), Ink.MUTED), *map(words, lines))

    def _foot(self) -> Row:
        earlier = keys(t("practice.figures.earlier"), ActionId.LEFT, ActionId.RIGHT)
        more = [earlier] if len(self.buckets) > self._room else []
        return footer(
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            *more,
            keys(t("screen.foot.back"), ActionId.CANCEL),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )
