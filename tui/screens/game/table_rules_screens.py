"""Screens of table rules: a win counted, accepted or challenged, the ruling on an error, all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App
from textual.screen import Screen

from ai.reading.table_errors import CountStep, ErrorAtTable, GradedCount, table_errors
from engine.actions import CHALLENGE, PASS, Action, ActionKind
from engine.fouls import wrong_win
from engine.results import said_count
from engine.rules import Offence
from engine.table import Phase, Table
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.database.practice_rows import now
from tui.desk.win_counting import STICKS, MissingPart, WinCounting
from tui.drawing.rows import EntryAt, Meta, Role, Row, Rows, Span, cells, fit_rows, shortened
from tui.i18n import ljust, t
from tui.play.session import Session
from tui.practice.own_mistakes import OwnGame, add_table_errors
from tui.practice.practice_record import Progress
from tui.screens.game.win_picture import laid_open
from tui.screens.list_page import ListPage, TextMenuPage
from tui.screens.page import (
    BLANK,
    CURSOR,
    MARGIN,
    Entry,
    PanelScreen,
    fixed_key,
    footer,
    framed,
    keys,
    menu_footer,
    middle,
    page,
    page_footer,
    typed_field,
    words,
    wrap,
)
from tui.screens.screen import Result
from tui.tiles import Ground, Ink
from tui.words.names import Seating, tile_words
from tui.words.table_rules import (
    ChallengeVerdict,
    GradedLine,
    Ruling,
    advice_line,
    count_words,
    error_groups,
    graded_lines,
    lesson_line,
    payment_words,
    point_words,
    verdict,
    wrong_items,
    yaku_words,
)

STEPS_WIDTH = 36
"""Cells of the column of steps."""
NAME = 9
"""Cells of the name of a step."""
MARK = 8
"""Cells of the word for right or wrong."""
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
        self._told: MissingPart | None = None
        """Why Enter did not go on."""

    @property
    def count(self) -> int:
        return len(self.counting.listed) or len(self.counting.fields)

    def press(self, event: events.Key) -> None:
        self._told = None
        if event.key in FIXED:
            self.on_action(BY_ID[FIXED[event.key]])
        elif event.character is not None and self.counting.type(event.character):
            self.redraw()
        else:
            super().press(event)

    def on_action(self, action: NamedAction) -> None:
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
            case _:
                super().on_action(action)
        self.redraw()

    def go_sideways(self, by: int) -> None:
        self.counting.change(by)

    def _forward(self) -> None:
        """Go to the next step, say why not, or end the count."""
        if self.counting.forward():
            return
        self._told = self.counting.missing()
        if self._told is None:
            self.dismiss(self.counting.graded())

    def redraw(self) -> None:
        self.at = self.counting.at
        super().redraw()

    def go_to(self, at: int) -> None:
        self.counting.go_to(at)
        self.redraw()

    def move(self, by: int) -> None:
        self.counting.move(by)
        self.redraw()

    def click(self, meta: Meta) -> None:
        if isinstance(meta, EntryAt):
            self.counting.go_to(meta.at)
            self.counting.mark()
            self.redraw()
        else:
            super().click(meta)

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.FU_ITEMS or self.counting.step is CountStep.FU

    def picture(self, width: int, height: int) -> Rows:
        inner, counting = width - 2 * MARGIN, self.counting
        mixed = counting.mixed or (counting.step is CountStep.LAY and counting.at == 1)
        head = laid_open(
            counting.table, counting.winner, self._seating, self.look, inner, height, mixed=mixed
        )
        room = height - len(head) - 3
        left = fit_rows(self._steps(), STEPS_WIDTH, room)
        right = fit_rows(self._asked(inner - STEPS_WIDTH, room), inner - STEPS_WIDTH, room)
        body = tuple((*one, *other) for one, other in zip(left, right, strict=True))
        return self.framed([BLANK, *head, BLANK, *body], width, height)

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
        """The words said so far in a step; empty before it."""
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
            typed_field(self.counting.typed),
        )

    def _entry(self, place: int, name: str) -> Row:
        counting = self.counting
        match counting.step:
            case CountStep.LAY:
                mark, label = "", t(f"count.lay-{name}")
            case CountStep.YAKU:
                mark, label = f"[{'x' if name in counting.yaku else ' '}] ", t(f"yaku.{name}")
            case _:
                mark, label = f"{counting.fu_counts.get(name, 0)} x ", t(f"fu.{name}")
        meta = EntryAt(place)
        return (
            self.pointer(place, meta),
            Span(mark, Role(Ink.ACTING if "x" in mark and mark[0] != "0" else Ink.MUTED), meta),
            self.entry_text(place, label, meta=meta),
        )

    def _field(self, place: int, field: str) -> Row:
        here, meta = place == self.counting.at, EntryAt(place)
        labels = [self._label(each) for each in self.counting.fields]
        typed = self.counting.numbers.get(field, "") + (CURSOR if here else "")
        return (
            self.pointer(place, meta),
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

    def hints(self) -> Sequence[Row]:
        step, hints = self.counting.step, [_fixed("enter", t("count.foot.next"))]
        if step is CountStep.YAKU:
            hints.append(_fixed("space", t("count.foot.mark")))
        elif step is CountStep.FU:
            number = self.counting.itemised
            hints.append(_fixed("tab", t("count.foot.number") if number else t("count.foot.items")))
        if self.counting.fields or self.counting.itemised:
            hints.append((*_fixed("left", ""), *_fixed("right", t("count.foot.change"))))
        if step is not self.counting.steps[0]:
            hints.append(_fixed("escape", t("screen.foot.back")))
        return hints


def _fixed(key: str, told: str) -> Row:
    return fixed_key(key, told, FIXED[key])


class OpenWinScreen(PanelScreen[Result]):
    """A win laid open, over what is said about it."""

    place: ClassVar[Place] = Place.OPEN_WIN
    challenges: ClassVar[bool] = False
    """Whether the win can be challenged here."""

    def __init__(self, table: Table, winner: int, seating: Seating, *, mixed: bool = False) -> None:
        """``table`` is that of the moment of the count; ``mixed``: the winning tile lies among the others."""
        super().__init__()
        self._table, self._winner, self._seating = table, winner, seating
        self._mixed = mixed

    def applies(self, action: NamedAction) -> bool:
        return self.challenges or action.id != ActionId.CHALLENGE

    def head(self, inner: int, height: int) -> Rows:
        laid = laid_open(
            self._table, self._winner, self._seating, self.look, inner, height, mixed=self._mixed
        )
        return (BLANK, *laid, BLANK)


class CountGradeScreen(OpenWinScreen[None]):
    """The grades of the own count, step by step: right or wrong, the right answer, and why."""

    def __init__(self, graded: GradedCount, table: Table, seating: Seating) -> None:
        super().__init__(table, graded.win.winner, seating, mixed=graded.said.mixed)
        self.graded = graded

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        head = self.head(inner, height)
        wrong_fu = wrong_items(self.graded)
        lines = [
            row
            for line in graded_lines(self.graded, self._seating)
            for row in graded_rows(line, inner, wrong_fu if line.step is CountStep.FU else ())
        ]
        body = self.window(tuple(lines), inner, height - len(head) - 3)
        foot = page_footer(keys(t("screen.foot.go-on"), ActionId.CONFIRM))
        return framed([*head, self._verdict(), *body], foot, width, height)

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


LABEL = 12


class ChallengeScreen(OpenWinScreen[bool]):
    """A win of another player laid open, with what the winner says. The result: whether it is challenged."""

    challenges = True

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.CONFIRM:
                self.dismiss(False)
            case ActionId.CHALLENGE:
                self.dismiss(True)
            case _:
                super().on_action(action)

    def leave(self) -> None:
        """One or the other has to be chosen."""

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        price = t("challenge.cost", points=self._table.rules.challenge_price)
        asked = [words(line, Ink.MUTED) for line in wrap(price, inner)]
        name = self._seating[self._winner]
        told = words(t("challenge.says", name=name), Ink.TITLE)
        foot = page_footer(
            keys(t("challenge.foot.accept"), ActionId.CONFIRM),
            keys(t("challenge.foot.challenge"), ActionId.CHALLENGE),
        )
        rows = [*self.head(inner, height), told, *self._said(inner), BLANK, *asked]
        return framed(rows, foot, width, height)

    def _said(self, width: int) -> list[Row]:
        """Yaku, the sum, and who pays what; and the pond, which shows whether the winner is furiten."""
        said = said_count(self._table.counted[self._winner])
        yaku, worth = count_words(said)
        paid = payment_words(said.deltas, self._winner, self._seating)
        rows: list[Row] = []
        pond = tile_words(discard.tile for discard in self._table.seats[self._winner].pond)
        said_and_seen = (("yaku", yaku), ("worth", worth), ("payment", paid), ("discards", pond))
        for label, text in said_and_seen:
            first, *more = wrap(text, width - LABEL) or [""]
            name = ljust(t(f"challenge.rows.{label}"), LABEL)
            rows.append((Span(name, Role(Ink.NAME)), Span(first)))
            rows += [(Span(" " * LABEL), Span(line)) for line in more]
        return rows


class VerdictScreen(OpenWinScreen[None]):
    """The verdict on a win that was accepted or challenged."""

    def __init__(self, verdict: ChallengeVerdict, table: Table, winner: int, seating: Seating) -> None:
        super().__init__(table, winner, seating)
        self._verdict = verdict

    def picture(self, width: int, height: int) -> Rows:
        inner, told = width - 2 * MARGIN, self._verdict
        head = self.head(inner, height)
        rows: list[Row] = [words(told.title, Ink.SAFE if told.found else Ink.ALARM)]
        rows += [words(line) for reason in told.reasons for line in wrap(reason, inner)]
        rows += [BLANK] if told.lines else []
        rows += [row for line in told.lines for row in graded_rows(line, inner)]
        body = self.window(tuple(rows), inner, height - len(head) - 2)
        foot = page_footer(keys(t("screen.foot.go-on"), ActionId.CONFIRM))
        return framed([*head, *body], foot, width, height)


class SpokenWins:
    """The screens of a win that was called. ``table`` is always the one that the person sees.

    What was right is told after the decision was carried out, and so is kept.
    """

    def __init__(self, app: App[object], session: Session) -> None:
        self._app = app
        self._session = session
        self._seating = session.seating
        self._graded: GradedCount | None = None
        self._judged: tuple[int, Offence | None, bool] | None = None
        """The winner, what is wrong with the win itself, and whether it was challenged."""

    async def say(self, table: Table) -> Action:
        """Ask for what is to be said now; the table is in the phase of a count or a challenge."""
        if table.phase is Phase.CHALLENGE:
            return await self._challenge(table)
        screen = WinCountScreen(WinCounting(table, self._session.seat), self._seating)
        self._graded = await self._app.push_screen_wait(screen)
        return Action(ActionKind.COUNT, said=self._graded.said)

    async def _challenge(self, table: Table) -> Action:
        winner = next(reversed(table.counted))
        offence = wrong_win(self._session.match.round.view(winner))
        challenged = await self._app.push_screen_wait(ChallengeScreen(table, winner, self._seating))
        self._judged = winner, offence, challenged
        return CHALLENGE if challenged else PASS

    async def tell(self, table: Table) -> None:
        """Tell how it was judged, if anything was said; the table is still as it was then."""
        screen = self._told(table)
        self._graded = self._judged = None
        if screen is not None:
            await self._app.push_screen_wait(screen)

    def _told(self, table: Table) -> Screen[None] | None:
        if self._graded is not None:
            return CountGradeScreen(self._graded, table, self._seating)
        if self._judged is not None:
            winner, offence, challenged = self._judged
            found = verdict(table, winner, offence, self._seating, challenged=challenged)
            return None if found is None else VerdictScreen(found, table, winner, self._seating)
        return None


RULING_WIDTH = 64


class RulingScreen(PanelScreen[None]):
    """One ruling. Enter goes on."""

    place = Place.RESULT

    def __init__(self, ruling: Ruling) -> None:
        super().__init__()
        self.ruling = ruling

    def picture(self, width: int, height: int) -> Rows:
        room = min(RULING_WIDTH, width - 8)
        ruling = self.ruling
        parts = ((ruling.offence, Ink.ALARM), (ruling.why, Ink.TEXT), (ruling.rule, Ink.MUTED))
        after = ((ruling.penalty, Ink.TITLE), (ruling.now, Ink.TEXT))
        block = [words(t("ruling.title"), Ink.TITLE), ()]
        for text, ink in (*parts, *after):
            if text:
                block += [*(words(line, ink) for line in wrap(text, room)), ()]
        named = BY_ID[ActionId.HELP].words
        foot = footer(keys(t("screen.foot.go-on"), ActionId.CONFIRM), keys(named, ActionId.HELP))
        return page([middle(tuple(block), width)], width, height, foot)


DONE, KEEP = "done", "keep"
TEXT_WIDTH = 76
AROUND = 6
"""Rows of gaps and of the footer."""


async def tell_errors(app: App[object], session: Session, home: Path) -> None:
    """After a game by table rules, show what was missed, late and wrong; ``home`` is the data folder."""
    match = session.match
    errors = await asyncio.to_thread(table_errors, match.rules, match.events, session.seat)
    own = OwnGame(match.rules, match.events, session.seat, match.names, session.began)

    def keep() -> int:
        with closing(Progress(home)) as progress:
            return add_table_errors(progress, own, errors, now())

    await app.push_screen_wait(TableErrorsScreen(errors, session.seating, keep))


class TableErrorsScreen(PanelScreen[None], TextMenuPage[None]):
    """The errors by sort, and a line that puts them into practice."""

    def __init__(self, errors: Sequence[ErrorAtTable], seating: Seating, keep: Callable[[], int]) -> None:
        """``keep`` puts the errors into practice, and returns how many it can ask about."""
        entries = [Entry(DONE, t("screen.go-on"))]
        super().__init__([*entries, Entry(KEEP, t("errors.keep"))] if errors else entries)
        self.errors = tuple(errors)
        self._seating = seating
        self._keep = keep
        self._told = ""

    def picture(self, width: int, height: int) -> Rows:
        room = min(TEXT_WIDTH, width - 8)
        title, menu = (words(t("errors.title"), Ink.TITLE),), self.menu()
        told = self._told or advice_line(self.errors)
        advice = tuple(words(line, Ink.MUTED) for line in wrap(told, room)) if told else ()
        taken = sum(map(len, (title, menu, advice))) + AROUND
        rows = self._rows(room)
        body = self.text_window(rows, room, height - taken)
        blocks = [middle(block, width) for block in (title, body, advice, menu)]
        return page(blocks, width, height, menu_footer())

    def _rows(self, width: int) -> Rows:
        """The groups and the lessons that explain them, each error in as many lines as it needs."""
        if not self.errors:
            return tuple(words(line) for line in wrap(t("errors.none"), width))
        rows: list[Row] = []
        for heading, group in error_groups(self.errors, self._seating).items():
            rows += [*[()] * bool(rows), words(heading, Ink.NAME)]
            for line in group:
                first, *rest = wrap(line, width - 4)
                rows += [words(f"  {first}"), *(words(f"    {each}") for each in rest)]
        lines = wrap(lesson_line(self.errors), width)
        return (*rows, (), *(words(line, Ink.MUTED) for line in lines))

    def on_row(self, at: int) -> None:
        if self.entries[at].id == KEEP:
            count = self._keep()
            self._told = t("errors.kept", count=count) if count else t("errors.kept-none")
            self.redraw()
        else:
            self.dismiss(None)
