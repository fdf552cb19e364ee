"""The end of a hand and of a game: the results, the key moments of the hand, and the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.worker import Worker

from engine.actions import Action
from engine.events import Event
from engine.tenpai import tenpai_waits
from engine.tiles import dora_kinds
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.desk.hand_moments import HandMoments
from tui.drawing.rows import ActionKey, EntryAt, Role, Row, Rows, Span, block_width, cells, spread, width_of
from tui.drawing.widgets import PageClicked
from tui.i18n import join_sentences, ljust, t, wrapped
from tui.play.session import EndedHand
from tui.screens.dialogs import notice
from tui.screens.game.win_picture import Unveiled, at_both_ends, name_width, scores_table, steps, win_blocks
from tui.screens.list_page import ListPage
from tui.screens.page import (
    MARGIN,
    WIDEST_TEXT,
    PanelScreen,
    cursor_keys,
    heading,
    hint,
    indent,
    keys,
    named_key,
    page_footer,
    page_of,
    words,
)
from tui.screens.position_screens import TablePageScreen
from tui.table.hand_picture import hand_picture
from tui.tiles import Ink, Size
from tui.words.action_words import takebacks
from tui.words.names import kind_word
from tui.words.result_words import DrawWords, HandResult, ShownHand, hand_result

if TYPE_CHECKING:
    from tui.replay.replay_state import Replay

MOMENTS_MARGIN = 1
INDENT = 2
"""Cells before the text about the chosen moment, below the list."""


class MomentsScreen(TablePageScreen[None], ListPage[None]):
    """The list of moments. Enter and Esc go back to the result of the hand."""

    place: ClassVar[Place] = Place.MOMENTS
    opened_by = ActionId.MOMENTS

    def __init__(self, lookback: HandMoments, record: Sequence[Event] = ()) -> None:
        """``record`` is the game up to the end of this hand."""
        super().__init__()
        self.lookback, self.record = lookback, record

    @property
    def count(self) -> int:
        return len(self.lookback.moments)

    def on_mount(self) -> None:
        super().on_mount()
        self.go_to(0)

    def go_to(self, at: int) -> None:
        moment = self.lookback.moments[at]
        self._desk = self.lookback.desk(moment)
        self._table.show(self.lookback.scene(self._desk, moment))
        super().go_to(at)

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.PLAY_TWICE:
                from tui.screens.twice_screen import play_twice

                if (found := self._decision) is not None:
                    play_twice(self, *found, self._told)
            case _:
                super().on_action(action)

    def applies(self, action: NamedAction) -> bool:
        if action.id == ActionId.PLAY_TWICE:
            return self._decision is not None
        return super().applies(action)

    @property
    def _decision(self) -> tuple[Replay, Action] | None:
        """The moment under the cursor in its record, and what was better there; None if nothing is known."""
        # imported here, because a hand ends without either
        from tui.screens.twice_screen import decision_in_hand

        moment, (rules, seat) = self.lookback.moments[self.at].moment, self.lookback.player
        return decision_in_hand(rules, self.record, seat, moment) if self.record else None

    def _told(self, said: str) -> None:
        if said:
            self.app.push_screen(notice(t("twice.title"), said))

    def drawn(self, width: int, height: int) -> Rows:
        inner = width - 2 * MOMENTS_MARGIN
        place = t("moments.place", number=self.at + 1, total=self.count)
        head = heading(t("moments.title"), place, inner)
        said = wrapped(join_sentences(self.lookback.moments[self.at].more), min(inner, WIDEST_TEXT) - INDENT)
        rows = [head, *map(self._row, self._in_sight(height - len(said) - 2))]
        rows += [(Span(" " * INDENT), *words(line)) for line in said]
        return self.framed(rows, width, height, MOMENTS_MARGIN)

    def _in_sight(self, room: int) -> range:
        """The indices of the moments that are listed in so many rows, the chosen one among them."""
        shown = max(min(self.count, room), 1)
        first = max(self.at - shown + 1, 0)
        return range(first, first + shown)

    def _row(self, number: int) -> Row:
        meta, line = EntryAt(number), f"{self.lookback.moments[number].line} "
        return self.pointer(number, meta), self.entry_text(number, line, Ink.MUTED, meta)

    def hints(self) -> Sequence[Row]:
        return (
            cursor_keys(),
            keys(t("moments.foot.result"), ActionId.CONFIRM),
            named_key(ActionId.ASK),
            *((keys(t("replay.foot.twice"), ActionId.PLAY_TWICE),) if self._decision is not None else ()),
        )


PLACE = 24
"""Cells beside the title, for the number of the hand."""


class HandEndScreen(PanelScreen[bool]):
    """The result of a hand. Enter goes on to the next win, then to the next hand.

    The page can be hidden to show the table. Its result is True if the last decision is taken back.
    """

    place: ClassVar[Place] = Place.RESULT

    def __init__(self, ended: EndedHand, *, coached: bool = False) -> None:
        """With ``coached`` the review of the hand opens first."""
        super().__init__()
        self._rules = ended.view.rules
        self._dora = dora_kinds(ended.view.table.indicators)
        self._whole = hand_result(ended.view, ended.outcome, ended.seating.in_full())
        self._short = hand_result(ended.view, ended.outcome, ended.seating)
        self.result: HandResult = self._short
        """With whole names if they fit, else with short ones."""
        self.number = 0
        """The index of the win that is shown."""
        self.looking = False
        """Whether the page is hidden, so that the table can be seen."""
        self._lookback = HandMoments(ended.view.rules, ended.seating, ended.events)
        self._coached = coached
        self._told = ""
        """That there is nothing to look back at, once it was asked for."""
        self._step = 0
        """The steps of the present win that have been shown."""
        self._unveiling: Worker[None] | None = None
        self._takebacks, self._record = ended.takebacks, ended.record

    def on_mount(self) -> None:
        super().on_mount()
        self._unveil()
        if self._coached and self._lookback.moments:
            self.look_back()

    # -- a win, one yaku after another ---------------------------------------------------------------

    @property
    def unveiling(self) -> bool:
        """Whether a part of the win is not shown yet."""
        return bool(self.result.wins) and self._step < steps(self.result.wins[self.number])

    def _unveil(self) -> None:
        """Show a win step by step, or at once where nothing moves."""
        if not self.result.wins:
            return
        self._step = 0
        if self.moves and not (self._coached and self._lookback.moments):
            self._unveiling = self.run_worker(self._step_by_step(), exclusive=True)
        else:
            self._end_unveiling()

    async def _step_by_step(self) -> None:
        while self.unveiling:
            await self.game_app.pace.unveil(steps(self.result.wins[self.number]))
            self._step += 1
            self.redraw()

    def _end_unveiling(self) -> None:
        """Show the whole win. The key or click that did this does nothing else."""
        if self._unveiling is not None:
            self._unveiling.cancel()
            self._unveiling = None
        self._step = steps(self.result.wins[self.number])
        self.redraw()
        self.ignore_keys_until_painted()

    def press(self, event: events.Key) -> None:
        if self.unveiling:
            self._end_unveiling()
        elif event.key in BY_ID[ActionId.CANCEL].keys:
            self.go_back()
        else:
            super().press(event)

    def go_back(self) -> None:
        """From the table back to the page. The page of a game cannot be left for another one."""
        if self.looking:
            self.look_at_table(False)

    def on_click(self, event: events.Click) -> None:
        """Show the whole win if it is not shown yet."""
        if self.unveiling and self.was_visible_at(event):
            self._end_unveiling()

    def on_page_clicked(self, message: PageClicked) -> None:
        if self.unveiling:
            message.prevent_default()

    def look_back(self) -> None:
        """Open the review of the hand, or say that it has no moments."""
        if self._lookback.moments:
            self.app.push_screen(MomentsScreen(self._lookback, self._record))
        else:
            self._told = t("moments.none")
            self.redraw()

    def applies(self, action: NamedAction) -> bool:
        known = {ActionId.MOMENTS: bool(self._lookback.moments), ActionId.UNDO: self._takebacks is not None}
        return known.get(action.id, True)

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.LOOK:
                self.look_at_table(not self.looking)
            case ActionId.MOMENTS:
                self.look_back()
            case ActionId.UNDO if self._takebacks is not None:
                self.dismiss(True)
            case ActionId.CONFIRM if self.looking:
                self.look_at_table(False)
            case ActionId.CONFIRM:
                self.go_on()
            case _:
                super().on_action(action)

    def look_at_table(self, looking: bool) -> None:
        """Hide all but one line of the page, or show it again."""
        self.looking = looking
        self.styles.align_vertical = "bottom" if looking else "middle"
        self.fit()
        self.paint_around()
        self.redraw()

    def go_on(self) -> None:
        """Show the next win, or leave."""
        if self.number + 1 < len(self.result.wins):
            self.number += 1
            self._unveil()
            self.redraw()
            self.ignore_keys_until_painted()
        else:
            self.dismiss(False)

    @property
    def see_through(self) -> bool:
        return self.looking

    def fit(self) -> None:
        super().fit()
        if self.looking:
            self._page.styles.width, self._page.styles.height = self.app.size.width, 1

    def drawn(self, width: int, height: int) -> Rows:
        if not self.looking:
            return super().drawn(width, height)
        back = Span(
            f" {hint(t('screen.foot.result'), ActionId.LOOK)}", Role(Ink.ACTING), ActionKey(ActionId.LOOK)
        )
        return (spread([back], [*named_key(ActionId.HELP), Span(" ")], width),)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        self.result = self._whole if self._fits(self._whole, inner) else self._short
        if self.result.draw is not None:
            blocks = self._draw(self.result.draw, inner, height)
        else:
            win = self.result.wins[self.number]
            head, yaku = self._head(win.title, inner), len(win.yaku)
            shown = Unveiled(min(self._step, yaku), self._step > yaku)
            blocks = win_blocks(win, head, self.result.scores, shown, self.look, inner, height)
        moments = [keys(t("screen.foot.moments"), ActionId.MOMENTS)] if self._lookback.moments else []
        moments += [words(self._told, Ink.ACTING)] if self._told else []
        back = [] if self._takebacks is None else [keys(t("takeback.foot"), ActionId.UNDO)]
        foot = page_footer(
            keys(t("screen.foot.go-on"), ActionId.CONFIRM),
            keys(t("screen.foot.table"), ActionId.LOOK),
            *moments,
            *back,
        )
        return page_of([indent(block, MARGIN) for block in blocks], width, height, foot)

    @staticmethod
    def _fits(result: HandResult, width: int) -> bool:
        """Whether its names fit: in the titles, and in payments beside the points."""
        titles = [win.title for win in result.wins]
        paid = [line for win in result.wins for line in win.payments]
        paid += () if result.draw is None else result.draw.payments
        beside = block_width(scores_table(result.scores))
        return all(cells(title) + PLACE <= width for title in titles) and all(
            cells(line) + beside < width for line in paid
        )

    def _head(self, title: str, width: int) -> Rows:
        count = len(self.result.wins)
        which = t("screen.end.win-of", number=self.number + 1, count=count) if count > 1 else ""
        place = [
            Span(self.result.hand, Role(Ink.MUTED)),
            Span(f"   {which}" if which else "", Role(Ink.ACTING)),
        ]
        told, back = [Span(title, Role(Ink.TITLE))], Span(takebacks(self._takebacks), Role(Ink.MUTED))
        if not back.text:
            return (spread(told, place, width),)
        whole = [*place, Span("   "), back]
        if width_of(told) + width_of(whole) < width:
            return (spread(told, whole, width),)
        return (spread(told, place, width), spread([], [back], width))

    def _draw(self, draw: DrawWords, width: int, height: int) -> list[Rows]:
        paid = tuple(words(line) for line in draw.payments)
        below = at_both_ends(paid, scores_table(self.result.scores), width)
        head = (*self._head(draw.title, width), words(draw.reason, Ink.MUTED))
        blocks: list[Rows] = []
        for size in (Size.L, Size.M, Size.S):
            blocks = [head, *(self._shown(hand, size, width) for hand in draw.hands), below]
            if sum(map(len, blocks)) + len(blocks) < height:
                break
        return blocks

    def _shown(self, hand: ShownHand, size: Size, width: int) -> Rows:
        waits = tenpai_waits(hand.hand, self._rules)
        told = bool(waits) and hand.state == t("result.tenpai")
        line = [
            Span(f"{ljust(hand.name, name_width(self.result.scores))}  ", Role(Ink.NAME)),
            Span(hand.state, Role(Ink.SAFE if told else Ink.MUTED)),
        ]
        if told:
            tiles = " ".join(map(kind_word, waits))
            line.append(Span(f"   {t('screen.end.waits', tiles=tiles)}"))
        if hand.state == t("result.noten"):
            return (tuple(line),)
        picture = hand_picture(
            hand.hand.sorted(),
            hand.hand.melds,
            owner=hand.seat,
            dora=self._dora,
            size=size,
            look=self.look,
            width=width,
        )
        return (tuple(line), *picture)


class RecordedResultScreen(HandEndScreen):
    """The result of a hand of a record; there is no game that goes on after it."""

    def go_back(self) -> None:
        if self.looking:
            super().go_back()
        else:
            self.leave()
