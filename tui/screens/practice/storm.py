"""The storm: questions against the clock, and the page at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ai.drills.question import NoQuestion, Question
from tui.config.actions import ActionId, Place
from tui.drawing.rows import Role, Row, Rows, Span, fit
from tui.i18n.layout import join_sentences, minutes
from tui.i18n.texts import t
from tui.practice.answering import Answering, Reply
from tui.practice.explain import answer_words
from tui.practice.storm import Storm, StormAnswer, StormRecord
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, menu_footer
from tui.screens.page_layout import middle, page, words
from tui.screens.practice.drill import QuestionScreen
from tui.screens.practice.drill_page import Heading
from tui.screens.practice.wording import kind_title
from tui.tiles.roles import Ink

TICK = 1.0
"""Seconds between two pictures of the clock."""
LISTED = 6
"""The most wrong questions that the page at the end lists."""
DONE, AGAIN = "done", "again"


class StormScreen(QuestionScreen):
    """One question after the other until the time is up; each follows at once, without an explanation."""

    def __init__(self, storm: Storm) -> None:
        super().__init__(storm)
        self.storm = storm
        self._before: StormAnswer | None = None

    def on_mount(self) -> None:
        """Let the clock be seen."""
        super().on_mount()
        self.set_interval(TICK, self._tick)

    async def _ask_all(self) -> None:
        try:
            while not self.storm.over:
                await asyncio.to_thread(self.storm.prepare)
                question = self.storm.next()
                # its clock starts once it has been painted
                self.storm.pause()
                if question is None:
                    break
                await self._ask(question)
        except NoQuestion as fault:
            self.game_app.fail(str(fault))
            return
        self.dismiss(None)

    async def _ask(self, question: Question) -> None:
        """Ask one question, and take its answer unless the time is up before."""
        self._open_question(question, self._head(question))
        await self._wait_for_player()
        answering, self._answered, self.answering = self._answered, None, None
        if answering is not None:
            self._before = await asyncio.to_thread(self.storm.answer, answering.given)

    def _type(self, what: ActionId, key: str) -> None:
        """A choice that is typed answers at once, where one option is right."""
        answering = self.answering
        if answering is None or answering.part.several:
            super()._type(what, key)
            return
        before, answering.cursor = answering.cursor, None
        super()._type(what, key)
        if answering.cursor is None:
            answering.cursor = before
        else:
            self._replied(answering.answer())

    def _clicked(self, answering: Answering, option: int) -> Reply | None:
        """One click answers, where one option is right."""
        reply = super()._clicked(answering, option)
        return reply if reply is not None or answering.part.several else answering.answer()

    def _tick(self) -> None:
        """Show the clock again; the open question ends with it."""
        if self.answering is None:
            return
        if self.storm.over:
            self.answering = None
            self._go_on()
            return
        self._heading = self._head(self.answering.question)
        self.redraw()

    def _head(self, question: Question) -> Heading:
        """The clock, the score, and what became of the answer before."""
        clock = t("storm.place", left=minutes(self.storm.left), score=self.storm.score)
        return Heading(t(f"drill.kinds.{question.kind}"), clock, question.code, self._said())

    def _said(self) -> str:
        if self._before is None:
            return t("storm.begin")
        if self._before.right:
            return t("drill.right")
        question = self._before.question
        answers = zip(question.parts, question.answer, strict=True)
        told = [answer_words(question, part, answer) for part, answer in answers if answer]
        return t("storm.wrong", answer="; ".join(told))


class StormEndScreen(MenuPage[str]):
    """The end of a storm. The result is AGAIN, DONE, or the code of a question to look at again."""

    place = Place.MENU

    def __init__(self, score: int, answered: int, wrong: Sequence[Question], record: StormRecord) -> None:
        missed = [Entry(each.code, kind_title(each.kind), each.code) for each in wrong[:LISTED]]
        super().__init__([Entry(AGAIN, t("storm.again")), Entry(DONE, t("practice.end.done")), *missed])
        self._score, self._answered, self._record = score, answered, record
        self._missed = bool(missed)

    def picture(self, width: int, height: int) -> Rows:
        """The score, the best one so far, and the questions that were answered wrongly."""
        sums = (
            words(t("storm.score", count=self._score, answered=self._answered), Ink.TITLE),
            words(self._best(), Ink.MUTED),
        )
        rows: list[Row] = list(self.menu())
        if self._missed:
            rows[2:2] = [(), fit([Span(t("storm.missed"), Role(Ink.MUTED))], len(t("storm.missed")))]
        blocks = [middle(sums, width), middle(tuple(rows), width)]
        return page(blocks, width, height, menu_footer())

    def _best(self) -> str:
        best = t("storm.best", count=self._record.best)
        played = t("storm.played", count=self._record.played)
        return join_sentences([t("storm.new-best") if 0 < self._score == self._record.best else best, played])

    def take(self, id: str) -> None:
        """Leave, begin another storm, or look at a question."""
        self.dismiss(id)

    def leave(self) -> None:
        """Esc means no other storm."""
        self.take(DONE)
