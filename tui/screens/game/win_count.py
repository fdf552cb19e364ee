"""The screens on which the own win is said step by step, and on which what was said is graded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from ai.reading.count_grades import CountStep, GradedCount
from engine.table import Table
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.config.keys import key_label
from tui.desk.win_count import STICKS, Missing, WinCounting
from tui.drawing.click_meta import EntryAt, Meta
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit_rows, shortened
from tui.i18n.layout import ljust
from tui.i18n.texts import t
from tui.screens.game.laid_open import laid_open
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import BLANK, framed, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.screens.scroll_page import ScrollPage
from tui.tiles.roles import Ground, Ink
from tui.words.seating import Seating
from tui.words.win_count import GradedLine, graded_lines, point_words, wrong_items, yaku_words

MARGIN = 2
STEPS_WIDTH = 36
"""Cells of the column of steps."""
NAME = 9
"""Cells of the name of a step."""
MARK = 8
"""Cells of the word for right or wrong."""
CURSOR = "_"
FIXED = {
    "up": ActionId.UP,
    "down": ActionId.DOWN,
    "left": ActionId.LEFT,
    "right": ActionId.RIGHT,
    "enter": ActionId.ANSWER,
    "space": ActionId.MARK,
    "backspace": ActionId.BACK,
    "escape": ActionId.CANCEL,
    "tab": ActionId.FU_ITEMS,
}
"""Keys with a fixed meaning here, whatever keys were chosen: letters and digits are typed."""


class WinCountScreen(PanelScreen[GradedCount], ListPage[GradedCount]):
    """The own win, said step by step. Its result is the graded count."""

    place: ClassVar[Place] = Place.COUNT

    def __init__(self, counting: WinCounting, seating: Seating) -> None:
        super().__init__()
        self.counting = counting
        self._seating = seating
        self._told: Missing | None = None
        """Why Enter did not go on."""

    @property
    def count(self) -> int:
        """How many entries or fields the step has."""
        return len(self.counting.listed) or len(self.counting.fields)

    # -- what can be done ----------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """Letters and digits are typed where they can be; other keys are named actions."""
        self._told = None
        if event.key in FIXED:
            self.perform(BY_ID[FIXED[event.key]])
        elif event.character is not None and self.counting.type(event.character):
            self.redraw()
        else:
            super().press(event)

    def perform(self, action: NamedAction) -> None:
        """Say more of the present step, or go to another one."""
        match action.id:
            case ActionId.ANSWER:
                self._forward()
            case ActionId.CANCEL:
                self.counting.back()
            case ActionId.MARK:
                self.counting.mark()
            case ActionId.BACK:
                self.counting.erase()
            case ActionId.FU_ITEMS:
                self.counting.itemise()
            case ActionId.LEFT | ActionId.RIGHT:
                self.counting.change(1 if action.id == ActionId.RIGHT else -1)
            case _:
                super().perform(action)
        self.redraw()

    def _forward(self) -> None:
        """Go to the next step, say why not, or end the count."""
        if self.counting.forward():
            return
        self._told = self.counting.missing()
        if self._told is None:
            self.dismiss(self.counting.graded())

    def go_to(self, at: int) -> None:
        """Put the cursor on that entry or field."""
        self.counting.go_to(at)
        self.at = self.counting.at
        self.redraw()

    def move(self, by: int) -> None:
        """Move the cursor; the first entry follows the last."""
        self.counting.move(by)
        self.redraw()

    def _step(self, by: int) -> None:
        if self.count:
            self.go_to(min(max(self.counting.at + by, 0), self.count - 1))

    def click(self, meta: Meta) -> None:
        """Mark the entry that was clicked, or put the cursor on the field."""
        if isinstance(meta, EntryAt):
            self.counting.go_to(meta.at)
            self.counting.mark()
            self.redraw()
        else:
            super().click(meta)

    def applies(self, action: NamedAction) -> bool:
        """The fu one by one only where fu are said."""
        return action.id != ActionId.FU_ITEMS or self.counting.step is CountStep.FU

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The hand, the steps at the left, and the present one at the right."""
        inner, counting = width - 2 * MARGIN, self.counting
        mixed = counting.mixed or (counting.step is CountStep.LAY and counting.at == 1)
        head = laid_open(
            counting.table, counting.winner, self._seating, self.look, inner, height, mixed=mixed
        )
        room = height - len(head) - 3
        left = fit_rows(self._steps(), STEPS_WIDTH, room)
        right = fit_rows(self._asked(inner - STEPS_WIDTH, room), inner - STEPS_WIDTH, room)
        body = tuple((*one, *other) for one, other in zip(left, right, strict=True))
        return framed([BLANK, *head, BLANK, *body], self._foot(), width, height, MARGIN)

    def _steps(self) -> list[Row]:
        counting, rows = self.counting, list[Row]()
        for step in counting.steps:
            here = step is counting.step
            name = ljust(t(f"count.steps.{step}"), NAME)
            said = shortened(self._said(step), STEPS_WIDTH - NAME - 4, self.look.glyphs.ellipsis)
            rows.append(
                (
                    Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING)),
                    Span(name, Role(Ink.TITLE if here else Ink.NAME)),
                    Span(said, Role(Ink.TEXT if here else Ink.MUTED)),
                )
            )
        return rows

    def _said(self, step: CountStep) -> str:
        """What was said so far in a step; empty before it."""
        counting = self.counting
        match step:
            case CountStep.LAY if counting.step is not CountStep.LAY:
                return t("count.mixed") if counting.mixed else t("count.apart")
            case CountStep.YAKU:
                return yaku_words(counting.yaku)
            case CountStep.HAN:
                return "" if counting.han is None else t("score.han", count=counting.han)
            case CountStep.FU:
                return "" if counting.fu is None else t("score.fu", count=counting.fu)
            case CountStep.POINTS if all(counting.points):
                return point_words(counting.points, tsumo=counting.tsumo)
        return ""

    def _asked(self, width: int, room: int) -> list[Row]:
        """The question of the present step and what can be said."""
        counting = self.counting
        rows = [words(line, Ink.TITLE) for line in wrap(self._question(), width)]
        if counting.step is CountStep.YAKU:
            rows.append(self._typed())
        told = [] if self._told is None else [words(t(f"count.missing-{self._told}"), Ink.ALARM)]
        room -= len(rows) + len(told)
        if counting.listed:
            listed = tuple(self._entry(place, name) for place, name in enumerate(counting.listed))
            rows += self.window_with((counting.at, counting.at), listed, width, max(room, 1))
        else:
            rows += [self._field(place, field) for place, field in enumerate(counting.fields)]
            if counting.step is CountStep.YAKU:
                rows.append(words(t("palette.none"), Ink.MUTED))
        return [*rows, *told]

    def _question(self) -> str:
        step = self.counting.step
        if step is CountStep.FU and self.counting.itemised:
            return t("count.asks-items", fu=self.counting.fu or 0)
        return t(f"count.asks.{step}")

    def _typed(self) -> Row:
        return (
            Span(f"{t('palette.typed')} ", Role(Ink.MUTED)),
            Span(f" {self.counting.typed}{CURSOR} ", Role(Ink.TEXT, Ground.KEY)),
        )

    def _entry(self, place: int, name: str) -> Row:
        counting, here = self.counting, place == self.counting.at
        match counting.step:
            case CountStep.LAY:
                mark, label = "", t(f"count.lay-{name}")
            case CountStep.YAKU:
                mark, label = f"[{'x' if name in counting.yaku else ' '}] ", t(f"yaku.{name}")
            case _:
                mark, label = f"{counting.fu_counts.get(name, 0)} x ", t(f"fu.{name}")
        meta = EntryAt(place)
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(mark, Role(Ink.ACTING if "x" in mark and mark[0] != "0" else Ink.MUTED), meta),
            Span(label, Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME), meta),
        )

    def _field(self, place: int, field: str) -> Row:
        here, meta = place == self.counting.at, EntryAt(place)
        labels = [self._label(each) for each in self.counting.fields]
        typed = self.counting.numbers.get(field, "") + (CURSOR if here else "")
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(ljust(labels[place], max(map(cells, labels))), Role(Ink.NAME), meta),
            Span("  ", meta=meta),
            Span(f" {typed:>7} ", Role(Ink.TEXT, Ground.KEY), meta),
        )

    def _label(self, field: str) -> str:
        if field.isdecimal():
            seat = int(field)
            dealer = seat == self.counting.table.dealer
            return t("count.dealer", name=self._seating[seat]) if dealer else self._seating[seat]
        return t("count.field-sticks") if field == STICKS else t(f"count.fields.{field}")

    def _foot(self) -> Row:
        step, hints = self.counting.step, [self._hint("enter", t("count.foot.next"))]
        if step is CountStep.YAKU:
            hints.append(self._hint("space", t("count.foot.mark")))
        elif step is CountStep.FU:
            number = self.counting.itemised
            hints.append(self._hint("tab", t("count.foot.number") if number else t("count.foot.items")))
        if self.counting.fields or self.counting.itemised:
            hints.append((*self._hint("left", ""), *self._hint("right", t("count.foot.change"))))
        if step is not self.counting.steps[0]:
            hints.append(self._hint("escape", t("screen.foot.back")))
        return (Span("  "), *footer(*hints, keys(BY_ID[ActionId.HELP].words, ActionId.HELP)))

    def _hint(self, key: str, told: str) -> Row:
        """A fixed key and what it does."""
        (shown, *rest) = keys(told, FIXED[key])
        return (shown._replace(text=f"{key_label(key)} "), *(rest if told else ()))


class CountGradeScreen(PanelScreen[None], ScrollPage[None]):
    """What was said of the own win, step by step: right or wrong, what is right, and why."""

    place: ClassVar[Place] = Place.OPEN_WIN

    def __init__(self, graded: GradedCount, table: Table, seating: Seating) -> None:
        super().__init__()
        self.graded = graded
        self._table = table
        """The table at the moment of the count."""
        self._seating = seating

    def applies(self, action: NamedAction) -> bool:
        """There is nothing to challenge."""
        return action.id != ActionId.CHALLENGE

    def perform(self, action: NamedAction) -> None:
        """Enter goes on."""
        if action.id == ActionId.CONFIRM:
            self.dismiss(None)
        else:
            super().perform(action)

    def picture(self, width: int, height: int) -> Rows:
        """The hand, and below it every step."""
        inner = width - 2 * MARGIN
        said = self.graded.said
        head = laid_open(
            self._table, self.graded.win.winner, self._seating, self.look, inner, height, mixed=said.mixed
        )
        verdict = self._verdict()
        wrong_fu = wrong_items(self.graded)
        lines = [
            row
            for line in graded_lines(self.graded, self._seating)
            for row in graded_rows(line, inner, wrong_fu if line.step is CountStep.FU else ())
        ]
        body = self.window(tuple(lines), inner, height - len(head) - 5)
        rows = [BLANK, *head, BLANK, verdict, *body]
        foot = footer(
            keys(t("screen.foot.go-on"), ActionId.CONFIRM), keys(BY_ID[ActionId.HELP].words, ActionId.HELP)
        )
        return framed(rows, (Span("  "), *foot), width, height, MARGIN)

    def _verdict(self) -> Row:
        wrong = sum(not each.right for each in self.graded.steps)
        if not wrong:
            return words(t("count.all-right"), Ink.SAFE)
        return words(t("count.some-wrong", count=wrong), Ink.ALARM)


def graded_rows(line: GradedLine, width: int, notes: Sequence[str] = ()) -> list[Row]:
    """One step of a count: what was said, and where that is wrong what is right, and why."""
    room = width - NAME - MARK
    said, *more = wrap(line.said, room)
    mark, ink = (t("count.right"), Ink.SAFE) if line.right else (t("count.wrong"), Ink.ALARM)
    text = Ink.TEXT if line.right else Ink.ALARM
    first = (
        Span(ljust(mark, MARK), Role(ink)),
        Span(ljust(line.name, NAME), Role(Ink.NAME)),
        Span(said, Role(text)),
    )
    rows = [first, *(_below(each, text) for each in more)]
    if not line.right:
        rows += [_below(each, Ink.SAFE) for each in wrap(t("count.right-is", right=line.should), room)]
        rows += [_below(each, Ink.TEXT) for each in wrap(line.why, room)]
        rows += [_below(each, Ink.MUTED) for each in notes]
    return rows


def _below(text: str, ink: Ink) -> Row:
    return (Span(" " * (NAME + MARK)), Span(text, Role(ink)))
