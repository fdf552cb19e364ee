"""The table in play: a game goes on at its pace, and waits for the person's decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import StrEnum

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.view import mask
from tui.config.actions import ActionId, NamedAction
from tui.config.settings import Settings, Switched
from tui.desk.settings import is_own
from tui.i18n.texts import t
from tui.play.bell import Bell
from tui.play.session import Pending, Session
from tui.play.slow_step import PATIENCE
from tui.screens.game.seat import SeatScreen
from tui.system.files import trouble
from tui.words.actions import deed

AT_ONCE = 0.1
"""Seconds within which what bots do follows what was done before; what takes longer is waited for."""


class Leaving(StrEnum):
    """How the table is left."""

    SAVED = "saved"
    """In the middle of a game."""
    FINISHED = "finished"
    AGAIN = "again"
    """Another game like this one."""


class Undone(Exception):
    """The person takes a decision back instead of making another one: the last, or the one of that number."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number


class GameScreen(SeatScreen[Leaving]):
    """One game at the table.

    A worker carries the game on. Bots and the save work in a thread beside the interface.
    """

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session, settings)
        self._undoing = False
        """Whether a decision is to be taken back as soon as the bots have played."""
        self._bell = Bell(session.seat)
        self._automatic: set[int] = set()
        """The places in the game's events of what a switch did for the person."""

    def on_mount(self) -> None:
        """Take up the game where it stands."""
        # the table's own worker: it ends when the table goes, which is before this screen does
        self._table.run_worker(self._play(), exclusive=True)

    # -- the game ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        try:
            await self._take_up()
            while await self._carry_on():
                pass
        except OSError as error:
            self.game_app.fail(t("save.failed", reason=trouble(error)))

    async def _take_up(self) -> None:
        for event in self.session.history():
            self._take_in(event)
        self._show()

    async def _carry_on(self) -> bool:
        """One step of the game; False when it was left."""
        session = self.session
        if self._undoing and session.pending is not Pending.BOTS:
            await self._go_back()
            return True
        match session.pending:
            case Pending.BOTS:
                await self._tell(await self._of_bots(session.advance))
            case Pending.PERSON:
                await self._decide()
            case Pending.HAND_OVER:
                if await self._hand_end():
                    await self._go_back()
                else:
                    await self._tell(await asyncio.to_thread(session.proceed))
            case Pending.GAME_OVER:
                self.dismiss(await self._ranking())
                return False
        return True

    async def _decide(self) -> None:
        """The person decides, or takes a decision back."""
        try:
            action = await self._by_itself() or await self._decision()
        except Undone as undone:
            await self._go_back(undone.number)
        else:
            first = len(self.session.match.events)
            batch = await self._of_bots(lambda: self.session.choose(action))
            self._automatic |= {first + at for at, each in enumerate(batch) if self.desk.is_automatic(each)}
            await self._tell(batch)

    async def _of_bots(self, step: Callable[[], list[ev.Event]]) -> list[ev.Event]:
        """The events of a step in which bots choose.

        While they take their time, the table shows what has happened, and after a while for whom it waits.
        """
        thinker = self.session.thinker
        asked = asyncio.ensure_future(asyncio.to_thread(step))
        try:
            if not (await asyncio.wait([asked], timeout=AT_ONCE))[0]:
                self._show()
                if not (await asyncio.wait([asked], timeout=PATIENCE))[0]:
                    self._wait_for(thinker)
            return await asked
        finally:
            asked.cancel()
            self._waits_for = ""

    def _wait_for(self, thinker: int | None) -> None:
        """Tell for whom the game waits; keys until now were meant for that, and hurry nothing later."""
        self._waits_for = self.session.waits_for(thinker)
        self._notice = ""
        self.game_app.pace.calm()
        self._show()

    async def _by_itself(self) -> Action | None:
        """What a switch decides for the person, once it has been seen what about; None where none does."""
        action = self.desk.automatic()
        if action is not None and action.kind is not ActionKind.PASS:
            self._show()
            await self.game_app.pace.hesitate()
            await self._in_view.wait()
            if self._undoing:
                raise Undone
            # meanwhile it may have been turned off
            action = self.desk.automatic()
            self.game_app.pace.calm()
        return None if action is None else self.desk.decide(action, automatic=True)

    async def _go_back(self, number: int | None = None) -> None:
        """Stand again before the last decision of this hand, where there is one; lessons number theirs."""
        self._undoing = False
        on = self.desk.switches.on
        action = await asyncio.to_thread(self.session.take_back, lambda menu: is_own(menu, on))
        if action is None:
            self._notice = t("takeback.none")
            return
        self.desk = self._desk(self.game_app.settings)
        self._automatic = {place for place in self._automatic if place < len(self.session.match.events)}
        self._notice = t("takeback.done", deed=deed(action))
        await self._take_up()
        self.desk.switches.on = on
        self._show()

    async def _tell(self, batch: Sequence[ev.Event]) -> None:
        """Show events one after another; those of the person without delay."""
        pace = self.game_app.pace
        if lapses := self.session.lapses(brief=True):
            self._notice = lapses[-1]
        for event in batch:
            # one who has just looked may look away again before this goes on
            while not self._in_view.is_set():
                await self._in_view.wait()
            self._take_in(event)
            own = getattr(event, "actor", None) == self.session.seat and not self.desk.is_automatic(event)
            if not (own or pace.instant):
                await self._let_see(event)

    async def _let_see(self, event: ev.Event) -> None:
        """Show what has happened for as long as it should be seen; a discard lands first."""
        pace = self.game_app.pace
        landing = self._laid and self._moving
        self._show(landing=landing)
        if landing:
            await pace.landing()
            await self._in_view.wait()
            self._show()
        await pace.after(event, landed=landing)

    def _take_in(self, event: ev.Event) -> None:
        self.desk.event(event)
        self._bell.event(event)
        self._laid = self._laid or isinstance(event, ev.Dahai)
        outcome = self.session.outcome
        if isinstance(event, ev.Hora | ev.Ryukyoku) and outcome is not None:
            self.desk.reveal(outcome)

    async def _decision(self) -> Action:
        """Wait for the person."""
        self.desk.offer()
        self._choice = asyncio.get_running_loop().create_future()
        self._show()
        if self._bell.asked() and self.game_app.settings.bell is Switched.ON:
            self.app.bell()
        self.await_paint(self.game_app.pace.grace)
        try:
            return await self._choice
        finally:
            self._choice = None
            self.game_app.pace.calm()

    async def _hand_end(self) -> bool:
        """Show how the hand ended; True when the last decision is to be taken back."""
        # what ends a hand or a game, or is looked up in between, is loaded when it comes up
        from tui.screens.game.hand_end import HandEndScreen

        outcome = self.session.outcome
        assert outcome is not None
        self._show()
        self.game_app.pace.calm()
        return await self.app.push_screen_wait(
            HandEndScreen(self.session, coached=self.desk.settings.coached)
        )

    async def _ranking(self) -> Leaving:
        from tui.screens.game.ranking import RankingScreen

        self.game_app.pace.calm()
        again = await self.app.push_screen_wait(RankingScreen(self.session))
        return Leaving.AGAIN if again else Leaving.FINISHED

    # -- what the person can do besides ---------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """What is possible at any time."""
        match action.id:
            case ActionId.UNDO:
                self.undo()
            case ActionId.LOG:
                self.show_log()
            case _:
                super().perform(action)

    def undo(self) -> None:
        """Take the last decision of this hand back; while the bots play, as soon as they have."""
        if self.session.takebacks is None:
            self._show(t("takeback.not-allowed"))
        elif self.waiting and self._choice is not None:
            self._choice.set_exception(Undone())
        else:
            self._undoing = True
            self.game_app.pace.hurry()

    def show_log(self) -> None:
        """What has happened in this game; it waits meanwhile."""
        from tui.screens.game.log import LogScreen
        from tui.words.game_log import game_log

        session, desk = self.session, self.desk
        if desk.dealt:
            self._in_view.clear()
            heard = [mask(event, session.seat) for event in session.match.events]
            hints = desk.settings.shows
            automatic, lapses = self._automatic, session.lapses_by_place()
            log = game_log(desk.rules, desk.seating, heard, automatic, lapses, hints=hints)
            self.app.push_screen(LogScreen(log))

    def walk_out(self) -> None:
        """In the middle of a game."""
        self.dismiss(Leaving.SAVED)
