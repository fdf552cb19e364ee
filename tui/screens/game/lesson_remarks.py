"""A lesson at the table: its remarks, and the review of the choices with the way back to any of them."""

from __future__ import annotations

from collections.abc import Collection

from textual import events

from tui.config.actions import BY_ID, ActionId, NamedAction, Place, action_for, meant
from tui.drawing.rows import ActionKey, MenuEntry, Meta, PageTurn, Role, Row, Rows, Span, spread
from tui.drawing.widgets import ClickArea
from tui.i18n import t, wrapped
from tui.lessons.script import DecisionReview, LessonReview, TakeBack, TriedChoice
from tui.screens.list_page import MenuPage
from tui.screens.page import (
    BLANK,
    MARGIN,
    Entry,
    PanelScreen,
    cursor_keys,
    footer,
    framed,
    heading,
    keys,
    named_key,
    words,
)
from tui.screens.pages.settings_pages import SettingsScreen
from tui.table.side_panel import suits_in_a_row
from tui.table.table_layout import Zone, plan
from tui.table.text_lines import remark_lines
from tui.table.widget import GameTable
from tui.tiles import Ink

ROWS = 4
"""Rows that a remark covers: the lines below the hand, or the header, which then has as many."""
STAYS = (ActionId.HELP, ActionId.GLOSSARY, ActionId.PALETTE, ActionId.CANCEL)
"""Actions that do not just close the remark: they open another screen, or may leave the lesson."""
_GOES_ON = (ActionId.CONFIRM,)
"""Actions that a remark may name although their keys only close it: who reads on must not discard by that."""

_TURNS = {ActionId.PAGE_UP: -1, ActionId.PAGE_DOWN: 1}
"""Actions that turn the page in the side panel of the table, in pages."""


class RemarkScreen(PanelScreen[ActionId | None]):
    """One remark, which any key or click closes.

    Its result is the action to carry out afterwards, if the key or the click was one that the remark names;
    ``CANCEL`` leaves the lesson.
    """

    place = Place.LESSON
    DEFAULT_CSS = """
    RemarkScreen { align: left bottom; }
    RemarkScreen.-above { align: left top; }
    RemarkScreen Page { width: 1fr; height: 4; }
    """

    def __init__(
        self,
        text: str,
        *,
        above: bool = False,
        skips: bool = False,
        names: Collection[ActionId] = (),
        suits: bool = False,
    ) -> None:
        """Create a remark ``above`` or below the table, which ``names`` the keys of these actions.

        With ``skips`` a key leaves the lesson. With ``suits`` the last line shows how a tile of each suit
        looks and what it is called.
        """
        super().__init__()
        self.text = text
        self._lets_through = [id for id in names if id not in (*_GOES_ON, *STAYS)]
        self._skips = skips
        self._suits = suits
        self.set_class(above, "-above")

    @property
    def see_through(self) -> bool:
        return True

    def fit(self) -> None:
        header = plan(*self.app.size).regions.get(Zone.HEADER)
        self._page.styles.width = "1fr" if header is None else header.width

    def drawn(self, width: int, height: int) -> Rows:
        lines = [words(line) for line in remark_lines(self.text, width)]
        lines += [suits_in_a_row(self.look)] if self._suits else []
        go_on = [Span(t("lesson.go-on"), Role(Ink.MUTED))]
        if self._skips:
            go_on += [Span("   "), *keys(t("first.skip"), ActionId.CANCEL)]
        foot = spread(go_on, named_key(ActionId.HELP), width - 2 * MARGIN)
        return framed(lines, foot, width, height)

    @property
    def _beneath(self) -> GameTable:
        return self.app.screen_stack[-2].query_one(GameTable)

    def press(self, event: events.Key) -> None:
        action = action_for(event.key, self.place)
        key = meant(event.key)
        turn = action_for(event.key, Place.TABLE)
        if turn is not None and turn.id in _TURNS and Zone.PANEL in self._beneath.plan.regions:
            self._beneath.turn_panel(_TURNS[turn.id])
        elif action is not None and action.id in STAYS:
            self.on_action(action)
        else:
            self._close(next((id for id in self._lets_through if key in BY_ID[id].keys), None))

    def _close(self, named: ActionId | None) -> None:
        """Close the remark; settings open over it, so that the text about them stays."""
        if named == ActionId.SETTINGS:
            self.app.push_screen(SettingsScreen())
        else:
            self.dismiss(named)

    def leave(self) -> None:
        self.dismiss(ActionId.CANCEL if self._skips else None)

    def on_click(self, event: events.Click) -> None:
        """Close the remark after a click beside it; on a key that it names, that is carried out.

        A click on the line of the side panel that says there is more turns its page.
        """
        if not self.was_visible_at(event) or not self.hits_nothing(event):
            return
        match self._meta_beneath(event):
            case PageTurn(pages):
                self._beneath.turn_panel(pages)
            case ActionKey(id) if id in self._lets_through:
                self._close(id)
            case _:
                self._close(None)

    def _meta_beneath(self, event: events.Click) -> Meta | None:
        below = self._beneath.query(ClickArea)
        hit = (area for area in below if area.region.contains_point(event.screen_offset))
        return next((meta for area in hit if (meta := area.meta_under(event)) is not None), None)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        self._beneath.wheel(event, way)


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
        if not review.over:
            self.at = self.count - 1

    def on_row(self, at: int) -> None:
        id = self.entries[at].id
        decision = next((each for each in self.review.decisions if _entry_id(each) == id), None)
        self.dismiss(id == NEXT if decision is None else TakeBack(decision.number))

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.UNDO or bool(self.review.decisions)

    def on_action(self, action: NamedAction) -> None:
        if action.id == ActionId.UNDO and self.review.decisions:
            self.take((self.chosen if self.at >= self._ways else self.entries[-1]).id)
        else:
            super().on_action(action)

    def leave(self) -> None:
        self.take(DONE)

    def picture(self, width: int, height: int) -> Rows:
        inner, review = width - 2 * MARGIN, self.review
        place = review.end or t("lesson.so-far")
        head = [heading(review.title, place, inner)]
        for paragraph in review.closing:
            head += map(words, wrapped(paragraph, inner))
        head += [BLANK, *self.menu()[: self._ways], BLANK]
        head.append(words(t("lesson.back-to") if review.decisions else t("lesson.none"), Ink.MUTED))
        body = self._in_sight(inner, height - 1 - len(head))
        return framed([*head, *body], self._foot(), width, height)

    def _in_sight(self, width: int, room: int) -> list[Row]:
        """The decisions with what was tried at each, scrolled to the one under the cursor."""
        rows: list[Row] = []
        top = 0
        for place, each in enumerate(self.review.decisions, self._ways):
            here = place == self.at
            if here:
                top = len(rows)
            rows.append(self._row(place, each))
            rows += [row for tried in each.tried for row in _tried(tried, width)]
            if here:
                end = len(rows)
                top = top if end - top > room else max(end - room, 0)
        first = min(max(top, 0), max(len(rows) - room, 0)) if self.at >= self._ways else 0
        return rows[first : first + room]

    def _row(self, at: int, each: DecisionReview) -> Row:
        meta = MenuEntry(_entry_id(each))
        return self.pointer(at, meta), self.entry_text(at, f" {each.words} ", meta=meta)

    def _foot(self) -> Row:
        hints = (
            cursor_keys(),
            keys(t("screen.foot.take"), ActionId.CONFIRM),
            keys(t("lesson.foot.choices"), ActionId.UNDO),
            named_key(ActionId.HELP),
            named_key(ActionId.QUIT),
        )
        return footer(*hints)


def _next_words(review: LessonReview) -> str:
    """The entry for what follows at the end: the questions of the lesson, or the next lesson."""
    if review.questions:
        return t("lesson.questions", count=review.questions)
    return t("lesson.next", title=review.following)


def _entry_id(decision: DecisionReview) -> str:
    return f"step-{decision.number}"


def _tried(tried: TriedChoice, width: int) -> Rows:
    ink = Ink.TEXT if tried.here else Ink.MUTED
    text = t("lesson.leads", words=tried.words, led=tried.led) if tried.led else tried.words
    first, *more = wrapped(text, width - INDENT)
    mark = Span(f"{'-' if tried.here else ' '} ".rjust(INDENT), Role(Ink.ACTING))
    rest = (Span(first.removeprefix(tried.words), Role(ink)),)
    head = (mark, Span(tried.words, Role(Ink.ACTING if tried.here else ink)), *rest)
    return (head, *((Span(" " * INDENT), Span(line, Role(ink))) for line in more))
