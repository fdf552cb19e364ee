"""Practice questions on the screen: one after another in a session, or as many as possible in a run."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

import msgspec
from textual import events
from textual.worker import Worker

from ai.drills.question import NoQuestion, Question
from engine.tiles import KIND_OF
from tui.config.actions import BY_ID, ActionId, NamedAction, Place, action_for, meant
from tui.config.settings import OnOff
from tui.database.practice_rows import Attempt
from tui.drawing.rows import Meta, OptionAt, Role, Row, Rows, Span, fit
from tui.i18n import join_sentences, minutes, t
from tui.practice.answering import Answering, Reply, desk_of, scene_of
from tui.practice.explain import answer_words, ask_words, explain, option_word, part_results
from tui.practice.practice_record import Report, add_report
from tui.practice.practice_session import PracticeSession, QuestionSource
from tui.practice.quick_run import QuickRun, RunAnswer, RunRecord
from tui.screens.dialogs import LineScreen, notice
from tui.screens.list_page import PickPage
from tui.screens.page import Entry, keys, menu_footer, middle, page, words, wrap
from tui.screens.position_screens import TablePageScreen
from tui.screens.practice import drill_page
from tui.screens.practice.drill_page import AnsweredQuestion, Heading, kind_title, origin_words
from tui.system.files import os_error_text
from tui.system.terminal import MIN_SIZE
from tui.tiles import Ink
from tui.words.glossary import terms_in

LONGEST_REASON = 400
"""The most letters of a report."""
MOMENT = 0.2
"""Seconds before a notice replaces the last picture if the next question is not ready."""

_WAYS = {ActionId.LEFT: (-1, 0), ActionId.RIGHT: (1, 0), ActionId.UP: (0, -1), ActionId.DOWN: (0, 1)}


class QuestionScreen(TablePageScreen[None]):
    """A question on the table and its answer; each kind of session decides what is asked and what follows.

    The clock of a question runs while the question is visible.
    """

    place: ClassVar[Place] = Place.DRILL

    def __init__(self, source: QuestionSource) -> None:
        super().__init__()
        self._source = source
        self.answering: Answering | None = None
        self._answered: Answering | None = None
        """The question that was answered just now."""
        self.outcome: AnsweredQuestion | None = None
        """The result of the last answer, while it is shown."""
        self._heading = Heading("", "", "")
        self._attempt: Attempt | None = None
        """The answer that is shown, where it can be reported."""
        self._details = False
        """Whether explanations are shown whole; the choice holds for the session."""
        self._step: asyncio.Future[None] | None = None
        """Done when the player has answered, or goes on to the next question."""

    def on_mount(self) -> None:
        super().on_mount()
        # a coroutine would stay behind, never awaited, if the app ends before the worker begins
        self._asking: Worker[None] = self._table.run_worker(self._ask_all, exclusive=True)

    async def _ask_all(self) -> None:
        """Ask one question after the other, until none is left."""
        try:
            while (question := await self._next_question()) is not None:
                await self._ask(question)
        except NoQuestion as fault:
            self.game_app.fail(str(fault))
            return
        self.dismiss(None)

    async def _next_question(self) -> Question | None:
        await asyncio.to_thread(self._source.prepare)
        question = self._source.next()
        # its clock starts once it has been painted
        self._source.pause()
        return question

    @abstractmethod
    async def _ask(self, question: Question) -> None:
        """Ask one question, and take its answer."""

    async def _wait_for_player(self) -> None:
        self._step = asyncio.get_running_loop().create_future()
        self.ignore_keys_until_painted()
        await self._step
        self._step = None

    def _go_on(self) -> None:
        if self._step is not None and not self._step.done():
            self._step.set_result(None)

    def _open_question(self, question: Question, heading: Heading) -> None:
        self._desk, self.answering, self._heading = desk_of(question), Answering(question), heading
        self._show()

    def _show(self) -> None:
        if self._desk is not None:
            why = None if self.outcome is None else self.outcome.explanation
            self._table.show(scene_of(self._desk, asked=self.answering, why=why))
        self.redraw()

    def drawn(self, width: int, height: int) -> Rows:
        if self.outcome is not None:
            return drill_page.answer_rows(self.outcome, self._heading, self.scroll, width, height)
        if self.answering is not None:
            shown = self.answering, self._heading, self.look
            return drill_page.question_rows(*shown, width, height, *self._switches())
        return drill_page.waiting_rows(width, height)

    def _switches(self) -> Iterator[Row]:
        """Hints about what can be switched while the question is open."""
        if self.applies(BY_ID[ActionId.NOBODY_WINS]):
            on = self.game_app.settings.practice_nobody_wins is OnOff.ON
            yield keys(t("drill.foot.may-win" if on else "drill.foot.nobody-wins"), ActionId.NOBODY_WINS)

    def terms(self) -> Sequence[str]:
        if self.outcome is not None:
            told = [part.text for part in self.outcome.parts]
            return terms_in([*told, *drill_page.shown(self.outcome)])
        if self.answering is None:
            return ()
        question, part = self.answering.question, self.answering.part
        options = [option_word(question, part, number) for number in range(len(part.options))]
        return terms_in([ask_words(question, self.answering.number, self.answering.given), *options])

    def press(self, event: events.Key) -> None:
        action = action_for(event.key, self.place)
        if action is not None and action.id in (ActionId.NUMBER, ActionId.SUIT):
            self._type(action.id, meant(event.key))
        elif action is not None:
            self.on_action(action)

    def _type(self, what: ActionId, key: str) -> None:
        if self.answering is not None:
            if what == ActionId.NUMBER:
                self.answering.digit(key)
            else:
                self.answering.suit(key)
            self._show()

    def applies(self, action: NamedAction) -> bool:
        if self.outcome is not None or self.answering is None:
            if action.id == ActionId.REPORT:
                return self._attempt is not None
            if action.id == ActionId.DETAILS:
                explained = None if self.outcome is None else self.outcome.explanation
                return explained is not None and len(explained.sentences) > explained.brief
            return action.id not in (ActionId.MARK, ActionId.NONE, ActionId.BACK, ActionId.NOBODY_WINS)
        known = {
            ActionId.MARK: self.answering.part.several,
            ActionId.NONE: not self.answering.of_words,
            ActionId.DETAILS: False,
            ActionId.REPORT: False,
            ActionId.NOBODY_WINS: False,
            ActionId.BACK: self.answering.can_go_back,
        }
        return known.get(action.id, True)

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.ASK if self.outcome is not None:
                self.explain_tile(self._tile_of_answer())
            case ActionId.ASK:
                self.game_app.show_page(ActionId.GLOSSARY, self)
            case ActionId.ANSWER | ActionId.MARK if self.outcome is not None:
                self._go_on()
            case ActionId.DETAILS if self.outcome is not None:
                self._details = not self._details
                self.outcome = replace(self.outcome, details=self._details)
                self._show()
            case ActionId.REPORT if self.outcome is not None and self._attempt is not None:
                self._report(self._attempt)
            case ActionId.CANCEL:
                self.leave()
            case _ if self.outcome is not None or action.places == (Place.EVERYWHERE,):
                super().on_action(action)
            case _ if self.answering is not None:
                self._answer(self.answering, action.id)

    def _report(self, attempt: Attempt) -> None:

        def told(reason: str | None) -> None:
            if reason is None:
                return
            try:
                path = add_report(self.game_app.home, Report.of(attempt, reason, datetime.now(UTC)))
            except OSError as error:
                said = t("drill.report.failed", reason=os_error_text(error))
            else:
                said = t("drill.report.kept", file=self.game_app.shown_path(path))
            self.app.push_screen(notice(t("drill.report.title"), said))

        ask = t("drill.report.ask", code=attempt.code)
        self.app.push_screen(LineScreen(t("drill.report.title"), ask, LONGEST_REASON), told)

    def leave(self) -> None:
        self._source.pause()
        super().leave()

    def _answer(self, answering: Answering, what: ActionId) -> None:
        reply = None
        match what:
            case ActionId.LEFT | ActionId.RIGHT | ActionId.UP | ActionId.DOWN:
                answering.walk(*_WAYS[what])
            case ActionId.FIRST | ActionId.LAST:
                answering.jump(end=what == ActionId.LAST)
            case ActionId.MARK:
                answering.mark()
            case ActionId.NONE:
                answering.word_among_tiles()
            case ActionId.BACK:
                answering.back()
            case ActionId.ANSWER:
                reply = answering.answer()
        self._replied(reply)

    def _replied(self, reply: Reply | None) -> None:
        answering = self.answering
        if (
            reply in (Reply.NEXT, Reply.DONE)
            and answering is not None
            and answering.question.course is not None
        ):
            self._desk = desk_of(answering.position)
        if reply is Reply.DONE:
            self._answered, self.answering = self.answering, None
            self._go_on()
            return
        self._show()
        if reply is Reply.NEXT:
            self.ignore_keys_until_painted()

    def click(self, meta: Meta) -> None:
        match meta:
            case OptionAt(number) if self.answering is not None:
                self._replied(self._clicked(self.answering, number))
            case _:
                super().click(meta)

    def on_tile(self, place: int) -> None:
        if self.outcome is not None:
            self.explain_tile(place)
        elif self.answering is not None and (option := self.answering.option_at(place)) is not None:
            self._replied(self._clicked(self.answering, option))

    def _tile_of_answer(self) -> int | None:
        """The place of the first tile of the hand that the explanation is about, on the own turn."""
        explainer = self.explainer()
        if self.outcome is None or explainer is None or not explainer.view.my_turn:
            return None
        lit = self.outcome.explanation.lit
        return next((place for place, tile in enumerate(explainer.tiles) if KIND_OF[tile] in lit), None)

    def _clicked(self, answering: Answering, option: int) -> Reply | None:
        return answering.click(option)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        if self.outcome is not None:
            super().wheel(event, way)

    # -- the clock -----------------------------------------------------------------------------------

    def _on_painted(self) -> None:
        super()._on_painted()
        if self.answering is not None and self._in_view():
            self._source.next()

    def on_screen_suspend(self) -> None:
        """Stop the clock: another screen covers the question."""
        self._stop_clock()

    def on_resize(self) -> None:
        if self._in_view():
            self.ignore_keys_until_painted()
        else:
            self._stop_clock()

    def _stop_clock(self) -> None:
        if self.answering is not None:
            self._source.pause()

    def _in_view(self) -> bool:
        width, height = self.app.size
        return self.is_active and width >= MIN_SIZE[0] and height >= MIN_SIZE[1]


class DrillScreen(QuestionScreen):
    """The questions of a session, one after the other, until the last is answered or the player leaves."""

    def __init__(self, session: PracticeSession) -> None:
        super().__init__(session)
        self.session = session

    async def _ask(self, question: Question) -> None:
        self._show_question(question)
        await self._wait_for_player()
        answering, self._answered = self._answered, None
        assert answering is not None
        question = answering.question
        graded = await asyncio.to_thread(self.session.answer, answering.given)
        self._attempt = graded.judged.attempt
        parts = part_results(question, answering.given, graded.judged.attempt.parts)
        explanation = explain(question, answering.given)
        again = self.session.lesson is not None and not graded.right
        self.outcome = AnsweredQuestion(
            graded.right,
            t("lesson.another") if again else drill_page.note(graded),
            parts,
            explanation,
            graded.judged.attempt.score,
            self._details,
            self.session.fault,
            last=not self.session.left,
        )
        self.scroll.to(end=False)
        self._show()
        ahead = asyncio.create_task(asyncio.to_thread(self.session.prepare))
        await self._wait_for_player()
        self.outcome = self._attempt = None
        await self._show_if_slow(ahead)

    def applies(self, action: NamedAction) -> bool:
        answering = self.answering
        if action.id == ActionId.NOBODY_WINS and answering is not None:
            return not answering.given and self.session.has_choice(answering.question)
        return super().applies(action)

    def on_action(self, action: NamedAction) -> None:
        if action.id == ActionId.NOBODY_WINS:
            if self.applies(action):
                self._switch_wins()
            return
        super().on_action(action)

    def _switch_wins(self) -> None:
        """Let somebody win or nobody in a hand that is folded, from this one on."""
        settings = self.game_app.settings
        other = OnOff.OFF if settings.practice_nobody_wins is OnOff.ON else OnOff.ON
        failure = self.game_app.change_settings(msgspec.structs.replace(settings, practice_nobody_wins=other))
        self._show_question(self.session.prefer_again())
        if failure and self.answering is not None:
            self.answering.notice = failure
            self.redraw()

    async def _show_if_slow(self, making: asyncio.Task[None]) -> None:
        """Wait for the next question; if that takes longer than ``MOMENT``, say so."""
        await asyncio.wait({making}, timeout=MOMENT)
        if not making.done():
            self._show()
        await making

    def _show_question(self, question: Question) -> None:
        key = "drill.place-repeat" if self.session.repeat else "drill.place"
        total = self.session.stored.questions
        place = t(key, number=self.session.number or total, total=total)
        origin = "" if question.origin is None else origin_words(question.origin)
        heading = Heading(t(f"drill.kinds.{question.kind}"), place, question.code, origin)
        self._open_question(question, heading)


TICK = 1.0
"""Seconds between two pictures of the clock."""
LISTED = 6
"""The most wrong questions that the page at the end lists."""
DONE, AGAIN = "done", "again"


class RunScreen(QuestionScreen):
    """One question after the other until the run ends; each follows at once, without an explanation."""

    def __init__(self, run: QuickRun) -> None:
        super().__init__(run)
        self.quick_run = run
        self._before: RunAnswer | None = None

    def on_mount(self) -> None:
        super().on_mount()
        if self.quick_run.mode.timed:
            self.set_interval(TICK, self._tick)

    async def _ask(self, question: Question) -> None:
        self._open_question(question, self._head(question))
        await self._wait_for_player()
        answering, self._answered, self.answering = self._answered, None, None
        if answering is not None:
            self._before = await asyncio.to_thread(self.quick_run.answer, answering.given)

    def _type(self, what: ActionId, key: str) -> None:
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

    def _answer(self, answering: Answering, what: ActionId) -> None:
        super()._answer(answering, what)
        if what == ActionId.NONE and answering.cursor is not None and not answering.part.several:
            self._replied(answering.answer())

    def _clicked(self, answering: Answering, option: int) -> Reply | None:
        reply = super()._clicked(answering, option)
        return reply if reply is not None or answering.part.several else answering.answer()

    def _tick(self) -> None:
        """Show the clock again; the open question ends with it."""
        if self.answering is None:
            return
        if self.quick_run.over:
            self.answering = None
            self._go_on()
            return
        self._heading = self._head(self.answering.question)
        self.redraw()

    def _head(self, question: Question) -> Heading:
        """The clock if there is one, the score, and what became of the answer before."""
        run = self.quick_run
        if run.mode.timed:
            place = t("run.storm-place", left=minutes(run.left), score=run.score)
        else:
            place = t("run.streak-place", count=run.score)
        return Heading(t(f"drill.kinds.{question.kind}"), place, question.code, self._said())

    def _said(self) -> str:
        if self._before is None:
            return t(f"run.begin.{self.quick_run.mode.id}")
        if self._before.right:
            return t("drill.right")
        return t("run.storm-wrong", answer=_right_words(self._before.question))


def _right_words(question: Question) -> str:
    answers = zip(question.parts, question.answer, strict=True)
    # several players may be safe for the same reason
    return "; ".join(dict.fromkeys(answer_words(question, *each) for each in answers if each[1]))


class RunEndScreen(PickPage):
    """The end of a run. The result is AGAIN, DONE, or the code of a question to look at again."""

    def __init__(self, run: QuickRun, record: RunRecord) -> None:
        wrong = [each.question for each in run.wrong[:LISTED]]
        missed = [Entry(each.code, kind_title(each.kind), each.code) for each in wrong]
        again = Entry(AGAIN, t(f"run.again.{run.mode.id}"))
        super().__init__([again, Entry(DONE, t("practice.end.done")), *missed])
        self._run, self._record = run, record
        self._missed = bool(missed)

    def picture(self, width: int, height: int) -> Rows:
        told = (line for text in self._sums() for line in wrap(text, width - 4))
        sums = (*(words(line, Ink.TITLE) for line in told), words(self._best(), Ink.MUTED))
        rows: list[Row] = list(self.menu())
        if self._missed:
            rows[2:2] = [(), fit([Span(t("run.missed"), Role(Ink.MUTED))], len(t("run.missed")))]
        blocks = [middle(sums, width), middle(tuple(rows), width)]
        return page(blocks, width, height, menu_footer())

    def _sums(self) -> Iterator[str]:
        """How many were right, and the question and answer that were missed where one ended the run."""
        run = self._run
        yield t(f"run.score.{run.mode.id}", count=run.score, answered=len(run.answers))
        if len(run.wrong) == run.mode.mistakes:
            question, _, number = run.wrong[-1]
            asked = ask_words(question, number)
            answer = answer_words(question, question.parts[number], question.answer[number])
            yield t("run.streak-wrong", asked=asked, answer=answer)

    def _best(self) -> str:
        record = self._record
        best = t("run.new-best") if 0 < self._run.score == record.best else t("run.best", count=record.best)
        return join_sentences([best, t(f"run.played.{self._run.mode.id}", count=record.played)])

    def leave(self) -> None:
        self.take(DONE)
