"""A session of practice: the position on the table, the question below it, then why the answer is right."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.message import Message

from ai.drills.make import NoQuestion
from ai.drills.question import Question
from tui.config.actions import BY_ID, NamedAction, Place, action_for
from tui.config.keys import meant
from tui.desk.desk import Desk
from tui.drawing.page import PageClicked
from tui.drawing.rows import Rows
from tui.i18n.texts import t
from tui.practice.answering import Answering, Reply
from tui.practice.explain import ask_words, explain, option_word, told_parts
from tui.practice.position import desk_of, scene_of
from tui.practice.session import Session
from tui.screens.game.tile_explainer import HintScreen
from tui.screens.practice import drill_page
from tui.screens.practice.drill_page import Heading, Outcome
from tui.screens.scroll import STEP, Scroll
from tui.screens.table_page import TablePageScreen
from tui.table.layout import NEEDED
from tui.table.messages import MarkClicked, TileClicked
from tui.words.glossary import terms_in

MOMENT = 0.2
"""Seconds that the last picture stays when the next question is not made yet."""

_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class DrillScreen(TablePageScreen[None]):
    """The questions of a session, one after the other, until the last is answered or the person leaves.

    A worker asks them. The clock of a question runs while it can be seen and nothing lies over it.
    """

    place: ClassVar[Place] = Place.DRILL

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.answering: Answering | None = None
        """The question that waits for an answer."""
        self._answered: Answering | None = None
        """The question that was answered just now."""
        self.outcome: Outcome | None = None
        """What became of the last answer, while it is read."""
        self._desk: Desk | None = None
        self._heading = Heading("", "", "")
        self._scroll = Scroll()
        self._step: asyncio.Future[None] | None = None
        """Done when the person has answered, or has read enough."""

    def on_mount(self) -> None:
        """Ask the first question."""
        self.fit()
        self._table.run_worker(self._ask_all(), exclusive=True)

    # -- the session ---------------------------------------------------------------------------------

    async def _ask_all(self) -> None:
        try:
            while self.session.left:
                await asyncio.to_thread(self.session.prepare)
                await self._ask()
        except NoQuestion as fault:
            self.game_app.fail(str(fault))
            return
        self.dismiss(None)

    async def _ask(self) -> None:
        """One question, its answer, and the time to read why."""
        question = self.session.next()
        # its time begins once it has been painted
        self.session.pause()
        assert question is not None
        self._show_question(question)
        await self._stepped()
        answering, self._answered = self._answered, None
        assert answering is not None
        graded = await asyncio.to_thread(self.session.answer, answering.given)
        parts = told_parts(question, answering.given, graded.judged.attempt.parts)
        explanation = explain(question, answering.given)
        self.outcome = Outcome(graded.right, drill_page.note(graded), parts, explanation, self.session.fault)
        self._scroll = Scroll()
        self._show()
        ahead = asyncio.create_task(asyncio.to_thread(self.session.prepare))
        await self._stepped()
        self.outcome = None
        await self._made(ahead)

    async def _made(self, making: asyncio.Task[None]) -> None:
        """Wait for the next question; where it takes longer than a moment, say so."""
        await asyncio.wait({making}, timeout=MOMENT)
        if not making.done():
            self._show()
        await making

    async def _stepped(self) -> None:
        """Wait for the person."""
        self._step = asyncio.get_running_loop().create_future()
        self.await_paint()
        await self._step
        self._step = None

    def _go_on(self) -> None:
        if self._step is not None and not self._step.done():
            self._step.set_result(None)

    def _show_question(self, question: Question) -> None:
        self._desk, self.answering = desk_of(question), Answering(question)
        key = "drill.place-repeat" if self.session.repeat else "drill.place"
        total = self.session.sitting.questions
        place = t(key, number=self.session.number or total, total=total, level=question.level)
        self._heading = Heading(t(f"drill.kinds.{question.kind}"), place, question.code)
        self._show()

    # -- what is shown -------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._desk is not None:
            why = None if self.outcome is None else self.outcome.explanation
            self._table.show(scene_of(self._desk, asked=self.answering, why=why))
        self._page.redraw()

    def drawn(self, width: int, height: int) -> Rows:
        """The question, or what became of the answer and why."""
        if self.outcome is not None:
            last = not self.session.left
            return drill_page.told(self.outcome, self._heading, self._scroll, width, height, last=last)
        if self.answering is not None:
            return drill_page.asking(self.answering, self._heading, self.look, width, height)
        return drill_page.waiting(width, height)

    def terms(self) -> Sequence[str]:
        """Those of the question, or of the explanation."""
        if self.outcome is not None:
            told = [part.text for part in self.outcome.parts]
            return terms_in([*told, *self.outcome.explanation.sentences])
        if self.answering is None:
            return ()
        question, part = self.answering.question, self.answering.part
        options = [option_word(question, part, number) for number in range(len(part.options))]
        return terms_in([ask_words(question, self.answering.number), *options])

    # -- keys and clicks -----------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """Numbers and suits are taken by their key; every other key is its action."""
        action = action_for(event.key, self.place)
        if action is not None and action.id in ("number", "suit"):
            self._type(action.id, meant(event.key))
        elif action is not None:
            self.perform(action)

    def _type(self, what: str, key: str) -> None:
        if self.answering is not None:
            if what == "number":
                self.answering.digit(key)
            else:
                self.answering.suit(key)
            self._show()

    def applies(self, action: NamedAction) -> bool:
        """Of what belongs to a question: what this one, or its explanation, takes."""
        if self.outcome is not None or self.answering is None:
            return action.id not in ("mark", "none", "back")
        part, number = self.answering.part, self.answering.number
        known = {"mark": part.several, "none": not self.answering.of_words, "back": bool(number)}
        return known.get(action.id, True)

    def perform(self, action: NamedAction) -> None:
        """What is possible at any time, then what the question or the explanation takes."""
        match action.id:
            case "cancel":
                self.session.pause()
                self.dismiss(None)
            case "ask" if self.outcome is not None:
                self._explain_tile()
            case "ask":
                self.game_app.show_glossary(self.terms())
            case _ if action.places == (Place.EVERYWHERE,):
                super().perform(action)
            case _ if self.outcome is not None:
                self._read(action.id)
            case _ if self.answering is not None:
                self._answer(self.answering, action.id)

    def _answer(self, answering: Answering, what: str) -> None:
        """Walk, mark, answer."""
        reply = None
        match what:
            case "left" | "right" | "up" | "down":
                answering.walk(*_WAYS[what])
            case "first" | "last":
                answering.jump(end=what == "last")
            case "mark":
                answering.mark()
            case "none":
                answering.word_among_tiles()
            case "back":
                answering.back()
            case "answer":
                reply = answering.answer()
        self._replied(reply)

    def _replied(self, reply: Reply | None) -> None:
        if reply is Reply.DONE:
            self._answered, self.answering = self.answering, None
            self._go_on()
            return
        self._show()
        if reply is Reply.NEXT:
            self.await_paint()

    def _read(self, what: str) -> None:
        """Scroll, or go on."""
        match what:
            case "answer" | "mark":
                self._go_on()
                return
            case "up" | "down":
                self._scroll.by(1 if what == "down" else -1)
            case "page-up" | "page-down":
                self._scroll.page(1 if what == "page-down" else -1)
            case "first" | "last":
                self._scroll.to(end=what == "last")
        self._page.redraw()

    def _explain_tile(self, place: int | None = None) -> None:
        """Everything about a tile, as the table tells it; not before the question is answered."""
        explainer = self._desk.tile_explainer() if self._desk is not None else None
        if explainer is not None:
            self.app.push_screen(HintScreen(explainer, place))

    def on_page_clicked(self, message: PageClicked) -> None:
        """An option, a key that is named, or more of the text."""
        if not self.seen_before(message):
            return
        match message.what, message.value:
            case "key", str(name):
                self.perform(BY_ID[name])
            case "option", int(number) if self.answering is not None:
                self._replied(self.answering.click(number))
            case "scroll", int(pages):
                self._scroll.page(pages)
                self._page.redraw()

    def on_tile_clicked(self, message: TileClicked) -> None:
        """A tile of the hand: an answer, or what the explanation is asked about."""
        self._clicked(message, message.place)

    def on_mark_clicked(self, message: MarkClicked) -> None:
        """The same for what stands below it."""
        self._clicked(message, message.place)

    def _clicked(self, message: Message, place: int) -> None:
        if not self.seen_before(message):
            return
        if self.outcome is not None:
            self._explain_tile(place)
        elif self.answering is not None and (option := self.answering.option_at(place)) is not None:
            self._replied(self.answering.click(option))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls the explanation."""
        self._turn(STEP)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._turn(-STEP)

    def _turn(self, rows: int) -> None:
        if self.outcome is not None:
            self._scroll.by(rows)
            self._page.redraw()

    # -- the clock -----------------------------------------------------------------------------------

    def _on_painted(self) -> None:
        super()._on_painted()
        if self.answering is not None and self._in_view():
            self.session.next()

    def on_screen_suspend(self) -> None:
        """Something lies over the question."""
        self._stop_clock()

    def on_resize(self) -> None:
        """Below the needed size nothing can be read."""
        self.fit()
        if self._in_view():
            self.await_paint()
        else:
            self._stop_clock()

    def _stop_clock(self) -> None:
        if self.answering is not None:
            self.session.pause()

    def _in_view(self) -> bool:
        width, height = self.app.size
        return self.is_active and width >= NEEDED[0] and height >= NEEDED[1]
