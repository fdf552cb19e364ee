"""The review of a lesson: what each choice led to, and the way back to any of them."""

from __future__ import annotations

from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.click_meta import MenuEntry
from tui.drawing.rows import Role, Row, Rows, Span, spread, wrapped
from tui.i18n.texts import t
from tui.lessons.script import DecisionReview, LessonReview, TakeBack, TriedChoice
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, footer, keys
from tui.screens.page_layout import BLANK, framed, words
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ground, Ink

MARGIN = 2
INDENT = 6
"""Cells before what was tried, below its decision."""
NEXT, DONE = "next", "done"


class ChoicesScreen(PanelScreen[TakeBack | bool], MenuPage[TakeBack | bool]):
    """The review of a lesson. Its result takes back a decision, or is whether to go on to what follows."""

    place = Place.LESSON
    LARGEST = (92, 34)

    def __init__(self, review: LessonReview) -> None:
        following = [Entry(NEXT, _next_words(review))] if review.questions or review.following else []
        done = Entry(DONE, t("lesson.ladder") if review.over else t("lesson.play-on"))
        decisions = [Entry(_entry_id(each), each.words) for each in review.decisions]
        super().__init__([*following, done, *decisions])
        self.review = review
        self._ways = len(following) + 1
        """Entries that are not decisions."""
        if not review.over:
            self.at = self.count - 1

    # -- choosing ------------------------------------------------------------------------------------

    def take(self, id: str) -> None:
        """Go on, go back, or leave."""
        decision = next((each for each in self.review.decisions if _entry_id(each) == id), None)
        self.dismiss(id == NEXT if decision is None else TakeBack(decision.number))

    def applies(self, action: NamedAction) -> bool:
        """Undo only if there was a decision."""
        return action.id != ActionId.UNDO or bool(self.review.decisions)

    def perform(self, action: NamedAction) -> None:
        """Undo goes back to the decision under the cursor, or to the last one."""
        if action.id == ActionId.UNDO and self.review.decisions:
            self.take((self.chosen if self.at >= self._ways else self.entries[-1]).id)
        else:
            super().perform(action)

    def leave(self) -> None:
        """Esc changes nothing."""
        self.take(DONE)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Title, closing words, where to go on, and the decisions as far as there is room."""
        inner, review = width - 2 * MARGIN, self.review
        place = review.end or t("lesson.so-far")
        head = [spread([Span(review.title, Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], inner)]
        for paragraph in review.closing:
            head += map(words, wrapped(paragraph, inner))
        head += [BLANK, *self.menu()[: self._ways], BLANK]
        head.append(words(t("lesson.back-to") if review.decisions else t("lesson.none"), Ink.MUTED))
        body = self._in_sight(inner, height - 1 - len(head))
        return framed([*head, *body], self._foot(), width, height, MARGIN)

    def _in_sight(self, width: int, room: int) -> list[Row]:
        """The decisions with what was tried at each, scrolled to the one under the cursor."""
        rows: list[Row] = []
        top = 0
        for place, each in enumerate(self.review.decisions, self._ways):
            here = place == self.at
            if here:
                top = len(rows)
            rows.append(self._row(each, here=here))
            rows += [row for tried in each.tried for row in _tried(tried, width)]
            if here:
                end = len(rows)
                top = top if end - top > room else max(end - room, 0)
        first = min(max(top, 0), max(len(rows) - room, 0)) if self.at >= self._ways else 0
        return rows[first : first + room]

    def _row(self, each: DecisionReview, *, here: bool) -> Row:
        meta = MenuEntry(_entry_id(each))
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(f" {each.words} ", Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME), meta),
        )

    def _foot(self) -> Row:
        hints = (
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            keys(t("screen.foot.take"), ActionId.CONFIRM),
            keys(t("lesson.foot.choices"), ActionId.UNDO),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
            keys(BY_ID[ActionId.QUIT].words, ActionId.QUIT),
        )
        return (Span("  "), *footer(*hints))


def _next_words(review: LessonReview) -> str:
    """What follows at the end: the questions of the lesson, or the next lesson."""
    if review.questions:
        return t("lesson.questions", count=review.questions)
    return t("lesson.next", title=review.following)


def _entry_id(decision: DecisionReview) -> str:
    return f"step-{decision.number}"


def _tried(tried: TriedChoice, width: int) -> Rows:
    """One choice and its result. The choice of the present game is brighter."""
    ink = Ink.TEXT if tried.here else Ink.MUTED
    text = t("lesson.leads", words=tried.words, led=tried.led) if tried.led else tried.words
    first, *more = wrapped(text, width - INDENT)
    mark = Span(f"{'-' if tried.here else ' '} ".rjust(INDENT), Role(Ink.ACTING))
    rest = (Span(first.removeprefix(tried.words), Role(ink)),)
    head = (mark, Span(tried.words, Role(Ink.ACTING if tried.here else ink)), *rest)
    return (head, *((Span(" " * INDENT), Span(line, Role(ink))) for line in more))
