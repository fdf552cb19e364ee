"""The table in play: events come in at their pace, and keys and clicks become decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.message import Message

from engine import events as ev
from engine.actions import Action
from tui.actions import BY_ID, NamedAction, Place, action_for, actions_at
from tui.desk import Desk, DeskSettings
from tui.desk.deeds import deed, takebacks
from tui.looks import Motion
from tui.screens.hand_end import HandEndScreen
from tui.screens.hint import HintScreen
from tui.screens.pace import GRACE
from tui.screens.page import KeyScreen
from tui.screens.ranking import RankingScreen
from tui.session import Pending, Session
from tui.settings import Settings
from tui.table.layout import NEEDED
from tui.table.messages import MarkClicked, PromptClicked, TileClicked
from tui.table.scene import PromptItem, Scene
from tui.table.widget import GameTable
from tui.texts import t


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


class GameScreen(KeyScreen[Leaving]):
    """One game at the table.

    A worker carries the game on. While it waits for the person, ``choice`` is open, and only keys and clicks
    made after the prompt was painted answer it. Bots and the save work in a thread beside the interface.
    """

    place: ClassVar[Place] = Place.CHOICE
    room: ClassVar[bool] = True
    _table: GameTable

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.desk = self._desk(settings)
        self._choice: asyncio.Future[Action] | None = None
        self._laid = False
        """Whether a discard has been laid down that has not been shown yet."""
        self._notice = ""
        """What has to be told about a bot, until the next key."""
        self._undoing = False
        """Whether a decision is to be taken back as soon as the bots have played."""
        self._in_view = asyncio.Event()
        """Set while nothing lies over the table and it is large enough."""

    def _desk(self, settings: Settings) -> Desk:
        """The person's place at the table."""
        session, match = self.session, self.session.match
        chosen = DeskSettings(match.seed, settings.hints, settings.marks, settings.coach)
        return Desk(session.shown_names, session.seat, match.rules, chosen)

    def compose(self) -> ComposeResult:
        """The table."""
        self._table = GameTable(look=self.look, palette=self.palette)
        yield self._table

    def on_mount(self) -> None:
        """Take up the game where it stands."""
        # the table's own worker: it ends when the table goes, which is before this screen does
        self._table.run_worker(self._play(), exclusive=True)

    @property
    def waiting(self) -> bool:
        """Whether a prompt is open."""
        return self._choice is not None and not self._choice.done()

    # -- the game ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        try:
            await self._take_up()
            while await self._carry_on():
                pass
        except OSError as error:
            self.furiten.fail(t("save.failed", reason=error))

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
                await self._tell(await asyncio.to_thread(session.advance))
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
            action = await self._decision()
        except Undone as undone:
            await self._go_back(undone.number)
        else:
            await self._tell(await asyncio.to_thread(self.session.choose, action))

    async def _go_back(self, number: int | None = None) -> None:
        """Stand again before the last decision of this hand, where there is one; lessons number theirs."""
        self._undoing = False
        action = await asyncio.to_thread(self.session.take_back)
        if action is None:
            self._notice = t("takeback.none")
            return
        self.desk = self._desk(self.furiten.settings)
        self._notice = t("takeback.done", deed=deed(action))
        await self._take_up()

    async def _tell(self, batch: Sequence[ev.Event]) -> None:
        """Show events one after another; those of the person without delay."""
        pace = self.furiten.pace
        if lapses := self.session.lapses():
            self._notice = lapses[-1]
        for event in batch:
            # one who has just looked may look away again before this goes on
            while not self._in_view.is_set():
                await self._in_view.wait()
            self._take_in(event)
            if not pace.instant and getattr(event, "actor", None) != self.session.seat:
                await self._let_see(event)

    async def _let_see(self, event: ev.Event) -> None:
        """Show what has happened for as long as it should be seen; a discard lands first."""
        pace = self.furiten.pace
        landing = self._laid and self._moving
        self._show(landing=landing)
        if landing:
            await pace.landing()
            await self._in_view.wait()
            self._show()
        await pace.after(event, landed=landing)

    @property
    def _moving(self) -> bool:
        """Whether discards land and calls are announced."""
        return self.furiten.settings.motion is Motion.ON and not self.furiten.pace.instant

    def _take_in(self, event: ev.Event) -> None:
        self.desk.event(event)
        self._laid = self._laid or isinstance(event, ev.Dahai)
        outcome = self.session.outcome
        if isinstance(event, ev.Hora | ev.Ryukyoku) and outcome is not None:
            self.desk.reveal(outcome)

    def _show(self, notice: str = "", *, landing: bool = False) -> None:
        self._laid = False
        scene = self._scene()
        back = takebacks(self.session.takebacks)
        header = (*scene.header, *filter(None, [back]), t(f"screen.speeds.{self.furiten.pace.speed}"))
        scene = replace(scene, header=header, banner=self._moving, landing=landing)
        told = notice or self._notice
        self._table.show(replace(scene, reason=told) if told else scene)

    def _scene(self) -> Scene:
        """The picture of this moment."""
        scene = self.desk.scene()
        return scene if self.session.takebacks is None else with_undo(scene)

    async def _decision(self) -> Action:
        """Wait for the person."""
        self.desk.offer()
        self._choice = asyncio.get_running_loop().create_future()
        self._show()
        self.await_paint(self.furiten.pace.grace)
        try:
            return await self._choice
        finally:
            self._choice = None
            self.furiten.pace.calm()

    async def _hand_end(self) -> bool:
        """Show how the hand ended; True when the last decision is to be taken back."""
        outcome = self.session.outcome
        assert outcome is not None
        self._show()
        self.furiten.pace.calm()
        return await self.app.push_screen_wait(
            HandEndScreen(self.session, coached=self.desk.settings.coached)
        )

    async def _ranking(self) -> Leaving:
        self.furiten.pace.calm()
        again = await self.app.push_screen_wait(RankingScreen(self.session))
        return Leaving.AGAIN if again else Leaving.FINISHED

    # -- keys and clicks -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer the prompt that was there when the key was pressed; while there is none, hurry the bots."""
        event.stop()
        event.prevent_default()
        self._notice = ""
        key = event.key.lower() if len(event.key) == 1 else event.key
        action = action_for(key, Place.TABLE) or action_for(key, Place.CHOICE)
        if action is not None and Place.CHOICE not in action.places:
            self.perform(action)
        elif not self.waiting:
            self.furiten.pace.hurry()
            if action is not None and action.id == "ron" and self.desk.dealt:
                self.desk.do("ron")
                self._show()
        elif action is not None and self._in_view.is_set() and self._meant(event):
            self._answer(self.desk.do(action.id))

    def _meant(self, event: events.Key) -> bool:
        """Whether the key answers what is shown; a warning is answered by no key that is being held down."""
        if not self.seen_before(event):
            return False
        held = self.furiten.strokes.hammered(event.key, self._painted or 0.0)
        return not (self.desk.warned and held)

    def perform(self, action: NamedAction) -> None:
        """What is possible at any time."""
        match action.id:
            case "ask":
                self.ask()
            case "settings":
                self.furiten.show_settings()
            case "undo":
                self.undo()
            case "faster" | "slower":
                self.furiten.pace.change(-1 if action.id == "faster" else 1)
                self._show(t("screen.speed", speed=t(f"newgame.speeds.{self.furiten.pace.speed}")))
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
            self.furiten.pace.hurry()

    def walk_out(self) -> None:
        """In the middle of a game."""
        self.dismiss(Leaving.SAVED)

    def ask(self, place: int | None = None) -> None:
        """Explain the tile at that place of the hand, or the one under the cursor.

        Where hints are off too: nothing is said there before it is asked for.
        """
        if (inquiry := self.desk.inquire()) is not None:
            # the position shall stay as it is explained: the game waits from now on
            self._in_view.clear()
            self.app.push_screen(HintScreen(inquiry, place))

    def apply(self, settings: Settings) -> None:
        """Go by these settings from now on."""
        kept = replace(self.desk.settings, hints=settings.hints, marks=settings.marks, coach=settings.coach)
        self.desk.change(kept)
        if self.desk.dealt:
            self._show()

    def _answer(self, action: Action | None) -> None:
        if action is not None and self._choice is not None:
            self._choice.set_result(action)
        else:
            self._show()
            if self.desk.warned:
                self.await_paint(GRACE)

    def on_tile_clicked(self, message: TileClicked) -> None:
        """A click on a tile of the hand."""
        if self._may_answer(message):
            self._answer(self.desk.click_tile(message.place))

    def on_mark_clicked(self, message: MarkClicked) -> None:
        """A click on a mark asks about its tile."""
        if self.seen_before(message):
            self.ask(message.place)

    def on_prompt_clicked(self, message: PromptClicked) -> None:
        """A click on the prompt line or the footer; what its key does at any time, it does at any time."""
        action = next((each for each in actions_at(Place.TABLE) if each.key == message.key), None)
        if action is not None:
            self.perform(action)
        elif self._may_answer(message):
            self._answer(self.desk.click_prompt(message.key))

    def _may_answer(self, message: Message) -> bool:
        return self.waiting and self.seen_before(message)

    def on_click(self) -> None:
        """A click anywhere hurries the bots."""
        if not self.waiting:
            self.furiten.pace.hurry()

    # -- whether the table can be seen ---------------------------------------------------------------

    def on_screen_suspend(self) -> None:
        """Something lies over the table: the game waits."""
        self._in_view.clear()

    def on_screen_resume(self) -> None:
        """The table is back."""
        self._see()
        self.await_paint()

    def on_resize(self) -> None:
        """Below the needed size the game waits."""
        self._see()

    def _see(self) -> None:
        width, height = self.app.size
        if self.is_active and width >= NEEDED[0] and height >= NEEDED[1]:
            self._in_view.set()
        else:
            self._in_view.clear()


def with_undo(scene: Scene) -> Scene:
    """The scene with the key that takes a decision back, before the way to help."""
    back = PromptItem(BY_ID["undo"].key, t("takeback.foot"))
    at = next((at for at, item in enumerate(scene.keys) if item.key == BY_ID["help"].key), 0)
    return replace(scene, keys=(*scene.keys[:at], back, *scene.keys[at:]))
