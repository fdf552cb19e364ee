"""A lesson at the table: the game's own screen, with remarks, undo, and an end of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from textual import events

from ai.lessons.lesson import Lesson
from ai.lessons.lesson_game import Scenario
from engine import events as ev
from tui.config.actions import ActionId, NamedAction, Place, action_for, with_keys
from tui.config.settings import Coach, Settings
from tui.desk.desk import Desk
from tui.desk.settings import SWITCH_OF, DeskSettings, Switch
from tui.lessons.ladder import words_of
from tui.play.session import Pending, Session
from tui.screens.game.game import GameScreen, Leaving, Undone
from tui.screens.lessons.choices import ChoicesScreen, Verdict
from tui.screens.lessons.remark import RemarkScreen


class LessonScreen(GameScreen):
    """One lesson. It gives ``AGAIN`` for the next one.

    The coach is silent: a lesson wants its mistakes made.
    """

    def __init__(self, scenario: Scenario, following: Lesson | None, settings: Settings) -> None:
        self.scenario = scenario
        self.words = words_of(scenario.lesson)
        self._following = following
        self._heard = 0
        """Events of the hand that have been shown."""
        self._read = 0
        """Remarks that have been read."""
        super().__init__(Session(scenario), settings)
        # what was said before the place where the lesson is taken up has been read
        self._read = len(scenario.said) if scenario.decisions else 0

    def _desk(self, settings: Settings) -> Desk:
        chosen = DeskSettings(None, settings.hints, settings.marks)
        return Desk(self.session.seating, self.session.match.rules, chosen)

    def refresh_texts(self) -> None:
        """The words of the lesson too."""
        super().refresh_texts()
        self.words = words_of(self.scenario.lesson)

    def apply(self, settings: Settings) -> None:
        """Go by these settings from now on, but for the coach."""
        super().apply(Settings(hints=settings.hints, marks=settings.marks, coach=Coach.OFF))

    # -- the lesson ----------------------------------------------------------------------------------

    async def _take_up(self) -> None:
        await super()._take_up()
        self._heard = len(self.session.history())

    async def _carry_on(self) -> bool:
        await self._speak()
        if self.session.pending is Pending.GAME_OVER:
            return await self._end()
        return await super()._carry_on()

    async def _tell(self, batch: Sequence[ev.Event]) -> None:
        for event in batch:
            await super()._tell([event])
            self._heard += 1
            await self._speak()

    async def _speak(self) -> None:
        """Say what the lesson has to say about what has been shown."""
        said = self.scenario.said
        while self._read < len(said) and said[self._read].events <= self._heard:
            due = said[self._read]
            self._read += 1
            await self._say(self.words.remarks[due.text], above=due.above)

    async def _say(self, text: str, *, above: bool) -> None:
        """Say this until the person goes on."""
        self._show()
        self.game_app.pace.calm()
        await self.app.push_screen_wait(RemarkScreen(with_keys(text), above=above))

    async def _end(self) -> bool:
        """What the choices led to; True when one of them is taken back."""
        verdict = await self.app.push_screen_wait(ChoicesScreen(self.scenario, self._following, over=True))
        if verdict.back is None:
            self.dismiss(Leaving.AGAIN if verdict.on else Leaving.FINISHED)
            return False
        await self._go_back(verdict.back)
        return True

    async def _go_back(self, number: int | None = None) -> None:
        """Stand again where that choice was to be made."""
        assert number is not None
        await asyncio.to_thread(self.scenario.undo, number)
        self.desk = self._desk(self.game_app.settings)
        self._read = len(self.scenario.said)
        await self._take_up()

    # -- what is shown -------------------------------------------------------------------------------

    _has_switches = False

    @property
    def _heading(self) -> str:
        """The title of the lesson."""
        return self.words.title

    @property
    def _can_undo(self) -> bool:
        """Whether there is a choice to take back."""
        return bool(self.scenario.decisions)

    def turn(self, switch: Switch) -> None:
        """A lesson is about deciding: nothing is done by itself."""

    # -- keys and clicks -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Undo, or a key of the table."""
        action = action_for(event.key, Place.LESSON)
        if action is None or action.id != ActionId.UNDO:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        if self._in_view.is_set() and self.seen_before(event):
            self.look_back()

    def applies(self, action: NamedAction) -> bool:
        """Nothing is done by itself here."""
        return action.id not in SWITCH_OF and super().applies(action)

    def perform(self, action: NamedAction) -> None:
        """Undo of a lesson, and what is possible at any time."""
        if action.id == ActionId.UNDO:
            self.look_back()
        else:
            super().perform(action)

    def look_back(self) -> None:
        """What the choices so far led to; one of them may be taken back."""
        if not self.waiting or not self.scenario.decisions:
            return
        self._in_view.clear()
        self.app.push_screen(ChoicesScreen(self.scenario, over=False), self._looked_back)

    def _looked_back(self, verdict: Verdict | None) -> None:
        if verdict is not None and verdict.back is not None and self.waiting and self._choice is not None:
            self._choice.set_exception(Undone(verdict.back))
