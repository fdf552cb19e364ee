"""The game screen: plays a session at its pace, and waits for the player's decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from textual.await_complete import AwaitComplete

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.table import Phase
from engine.view import mask
from tui.config.actions import BY_ID, ActionId, NamedAction
from tui.config.settings import OnOff, Settings
from tui.desk.decision_options import Mode
from tui.desk.settings import is_own
from tui.i18n.texts import t
from tui.lessons.script import Comment, LessonReview, Script, TakeBack
from tui.play.session import Pending, Session
from tui.screens.game.seat import SeatScreen
from tui.system.files import os_error_text
from tui.words.actions import action_words

if TYPE_CHECKING:
    from tui.screens.game.spoken import SpokenWins
    from tui.words.rulings import Ruling


class GameExit(StrEnum):
    """How the table is left."""

    SAVED = "saved"
    """In the middle of a game."""
    FINISHED = "finished"
    AGAIN = "again"
    """Another game like this one."""


class GameScreen(SeatScreen[GameExit]):
    """One game at the table, or a lesson if there is a script.

    A worker carries the game on. Bots and the save work in a thread beside the interface.
    """

    def __init__(self, session: Session, settings: Settings, script: Script | None = None) -> None:
        super().__init__(session, settings, script or Script())
        self.before_leaving: Callable[[], None] | None = None
        """Called while the table is still shown: what the screen below shows has been kept by then."""
        self._shown = 0
        """Events of the hand that have been shown."""
        self._undoing = False
        """Whether to take back a decision as soon as the bots have played."""
        self._automatic: set[int] = set()
        """The indices of the game's events that switches decided."""
        self._spoken: SpokenWins | None = None
        """What is said about the win that was called."""
        self._named: ActionId | None = None
        """The action to carry out at the decision that is due: its key closed the comment that names it."""

    def on_mount(self) -> None:
        """Show the game as it is, and carry it on."""
        # a worker of the table ends when the table is removed, which is before this screen is
        self._table.run_worker(self._play(), exclusive=True)

    def dismiss(self, result: GameExit | None = None) -> AwaitComplete:
        """Leave the table."""
        if self.before_leaving is not None and self in self.app.screen_stack:
            self.before_leaving()
        return super().dismiss(result)

    # -- the game ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        try:
            self._announce()
            await self._replay_hand()
            while await self._advance():
                pass
        except OSError as error:
            self.game_app.fail(t("save.failed", reason=os_error_text(error)))

    def _announce(self) -> None:
        """Say how often bots err, in a game by table rules whose bots do."""
        steps = self.session.steps
        if steps is not None and steps.bot_errors:
            from tui.words.challenges import announcement

            self._notice = announcement(steps)

    async def _replay_hand(self) -> None:
        for event in self.session.history():
            self._fold(event)
        self._show()

    async def _advance(self) -> bool:
        """Play one step of the game. False if the player left."""
        session = self.session
        await self._record_late()
        if not await self._comment():
            return False
        if self._undoing and session.pending is not Pending.BOTS:
            return await self._take_back(TakeBack())
        match session.pending:
            case Pending.BOTS:
                # bots that are loaded and think at the same time would delay the first picture
                await self._table.painted()
                return await self._show_events(await self._run_bots(session.advance))
            case Pending.PERSON:
                return await self._decide()
            case Pending.HAND_OVER:
                if await self._hand_end():
                    return await self._take_back(TakeBack())
                return await self._show_events(await asyncio.to_thread(session.proceed))
            case Pending.GAME_OVER:
                return await self._end()

    async def _decide(self) -> bool:
        """Let the player decide, or take a decision back. False if the player left."""
        choice = await self._said() or await self._automatic_decision() or await self._decision()
        if isinstance(choice, TakeBack):
            return await self._take_back(choice)
        if correction := self.script.correction(choice):
            self._notice = correction
            await self._restart_hand()
            return True
        first = len(self.session.match.events)
        batch = await self._run_bots(lambda: self.session.choose(choice))
        if self._spoken is not None:
            spoken, self._spoken = self._spoken, None
            await spoken.tell(self.desk.view.table)
        self._automatic |= {first + at for at, each in enumerate(batch) if self.desk.is_automatic(each)}
        return await self._show_events(batch)

    async def _said(self) -> Action | None:
        """What is said of a win after it was called; None if the decision is another one."""
        if not self._says_win:
            return None
        from tui.screens.game.spoken import SpokenWins

        self._show()
        self.game_app.pace.calm()
        self._spoken = SpokenWins(self.app, self.session)
        return await self._spoken.say(self.desk.view.table)

    @property
    def _says_win(self) -> bool:
        """Whether a win that was called is counted or challenged now: that has screens of its own."""
        return self.session.options.view.table.phase in (Phase.COUNT, Phase.CHALLENGE)

    async def _record_late(self) -> None:
        """Put calls that came too late into the record."""
        while self._late:
            call = self._late.pop(0)
            with suppress(IllegalAction):
                for event in await asyncio.to_thread(self.session.note_late, call):
                    self._fold(event)

    async def _comment(self) -> bool:
        """Show the comments of the script that are due. False if the player left."""
        while comment := self.script.comment(self._shown):
            self._named = await self._read(comment)
            if self._named == ActionId.CANCEL:
                self.quit()
                return False
            if self._named == ActionId.ASK:
                self._named = None
                await self._explain()
        return True

    async def _read(self, comment: Comment) -> ActionId | None:
        """Show a comment, with the decision that it is about, until the player goes on.

        Return the action to carry out then, if any; ``CANCEL`` leaves.
        """
        from tui.screens.game.lesson_remark import ROWS, RemarkScreen

        if self.session.pending is Pending.PERSON and not self._says_win and self.desk.automatic() is None:
            self._offer()
        if comment.above:
            # the room stays for the remarks that follow, so that the table does not move with each
            self._table.make_room_above(ROWS)
        self._show()
        self.game_app.pace.calm()
        return await self.app.push_screen_wait(
            RemarkScreen(
                comment.text,
                above=comment.above,
                skips=self.script.skips,
                names=comment.names,
                suits=comment.suits,
            )
        )

    def _offer(self) -> None:
        """Offer the decision that is due, unless it is offered already."""
        if not self.desk.waiting:
            self.desk.offer()

    async def _explain(self) -> None:
        """Explain the tile under the cursor, and come back when that is closed."""
        from tui.screens.tile_explainer import HintScreen

        if (explainer := self.desk.tile_explainer()) is not None:
            await self.app.push_screen_wait(HintScreen(explainer))

    async def _automatic_decision(self) -> Action | TakeBack | None:
        """What a switch decides, after a pause in which the player may take back. None if none decides."""
        action = self.desk.automatic()
        if action is not None and action.kind is not ActionKind.PASS:
            self._show()
            await self.game_app.pace.hesitate()
            await self._in_view.wait()
            if self._undoing:
                return TakeBack()
            # the switch may have been turned off during the pause
            action = self.desk.automatic()
            self.game_app.pace.calm()
        return None if action is None else self.desk.decide(action, automatic=True)

    async def _take_back(self, back: TakeBack) -> bool:
        """Go back to before a decision, if there is one. Always True: the game goes on."""
        self._undoing = False
        if back.number is not None:
            await asyncio.to_thread(self.script.take_back, back.number)
            await self._restart_hand()
            return True
        on = self.desk.switches.on
        action = await asyncio.to_thread(self.session.take_back, lambda menu: is_own(menu, on))
        if action is None:
            self._notice = t("takeback.none")
            return True
        self._automatic = {place for place in self._automatic if place < len(self.session.match.events)}
        self._notice = t("takeback.done", deed=action_words(action))
        await self._restart_hand()
        self.desk.switches.on = on
        self._show()
        return True

    async def _restart_hand(self) -> None:
        """Show the hand from its beginning up to now, without delay."""
        others_played = self.desk.others_played
        self.desk = self._desk(self.game_app.settings)
        self.desk.others_played = others_played
        await self._replay_hand()

    async def _show_events(self, batch: Sequence[ev.Event]) -> bool:
        """Show events one after another, the player's own without delay. False if the player left."""
        pace = self.game_app.pace
        if bot_failures := self.session.bot_failures(brief=True):
            self._notice = bot_failures[-1]
        for event in batch:
            # the table may be covered again before this task runs
            while not self._in_view.is_set():
                await self._in_view.wait()
            before = self._before_foul(event)
            self._fold(event)
            if before is not None:
                await self._tell_ruling(before)
            own = ev.actor_of(event) == self.session.seat and not self.desk.is_automatic(event)
            if not (own or pace.instant):
                await self._pause_after(event)
            if not await self._comment():
                return False
        return True

    def _before_foul(self, event: ev.Event) -> Ruling | None:
        """The ruling on a foul, from the position before it; None for any other event."""
        if not isinstance(event, ev.Foul) or self.session.steps is None:
            return None
        from tui.words.rulings import ruling

        return ruling(event, self.desk.view, self.session.seating)

    async def _tell_ruling(self, ruling: Ruling) -> None:
        """Show a ruling until the player goes on."""
        from tui.screens.game.ruling import RulingScreen

        self._show()
        self.game_app.pace.calm()
        await self.app.push_screen_wait(RulingScreen(ruling))

    async def _pause_after(self, event: ev.Event) -> None:
        """Show the table after an event for as long as the pace says; a discard lands first."""
        pace = self.game_app.pace
        just_discarded = self._laid and self.moves
        self._show(just_discarded=just_discarded)
        if just_discarded:
            await pace.show_discard()
            await self._in_view.wait()
            self._show()
        await pace.after(event, discard_shown=just_discarded)

    def _fold(self, event: ev.Event) -> None:
        self._shown = 1 if isinstance(event, ev.StartKyoku) else self._shown + 1
        self._named = None
        self.desk.event(event)
        self._laid = self._laid or isinstance(event, ev.Dahai)
        outcome = self.session.outcome
        if isinstance(event, ev.Hora | ev.Ryukyoku) and outcome is not None:
            self.desk.reveal(outcome)

    async def _decision(self) -> Action | TakeBack:
        """Wait for the player's decision."""
        self._offer()
        self._choice = asyncio.get_running_loop().create_future()
        self._show()
        window = self._open_window()
        if self.desk.rings_bell and not self.desk.settings.live and self.game_app.settings.bell is OnOff.ON:
            self.app.bell()
        self.ignore_keys_until_painted(self.game_app.pace.grace)
        named, self._named = self._named, None
        if named is not None:
            self.carry_out(BY_ID[named])
        try:
            return await self._choice
        finally:
            if window is not None:
                window.cancel()
            self._choice, self._window = None, None
            self.game_app.pace.calm()

    def _open_window(self) -> asyncio.Task[None] | None:
        """Start the clock if a discard can be claimed for some seconds."""
        steps = self.session.steps
        if steps is None or not steps.window or not steps.live_calls or self.desk.mode is not Mode.CLAIM:
            return None
        self._window = steps.window
        self._show()
        return asyncio.create_task(self._close_window(steps.window))

    async def _close_window(self, seconds: int) -> None:
        """Count the seconds; then silence passes. A call that was said stops the clock."""
        for left in range(seconds, 0, -1):
            self._window = left
            self._show()
            await self.game_app.pace.second()
            await self._in_view.wait()
            # what was told has been read by now
            self._notice = ""
            if self.desk.mode is not Mode.CLAIM:
                self._window = None
                return
        if self.waiting:
            self._answer(self.desk.decide(PASS))

    async def _hand_end(self) -> bool:
        """Show the result of the hand. True if the last decision is taken back."""
        # screens that open over the table are imported when they open
        from tui.screens.game.hand_end import HandEndScreen

        outcome = self.session.outcome
        assert outcome is not None
        self._show()
        self.game_app.pace.calm()
        return await self.app.push_screen_wait(
            HandEndScreen(self.session.ended, coached=self.desk.settings.coached)
        )

    async def _end(self) -> bool:
        """Show the end of the game or the lesson. True if a decision is taken back there."""
        match self.script.ending():
            case LessonReview() as review:
                from tui.screens.game.lesson_review import ChoicesScreen

                again = await self.app.push_screen_wait(ChoicesScreen(review))
            case Comment() as comment:
                again = False
                await self._read(comment)
            case None:
                from ai.statistics.manner import manners
                from tui.screens.game.ranking import RankingScreen

                self.game_app.pace.calm()
                await self._tell_errors()
                match = self.session.match
                played = await asyncio.to_thread(manners, match.events, match.rules)
                again = await self.app.push_screen_wait(RankingScreen(self.session, played))
        if isinstance(again, TakeBack):
            return await self._take_back(again)
        self.dismiss(GameExit.AGAIN if again else GameExit.FINISHED)
        return False

    async def _tell_errors(self) -> None:
        """After a game by table rules, show what was missed, late and wrong."""
        session = self.session
        if session.steps is None:
            return
        from ai.reading.table_errors import table_errors
        from tui.practice.own_mistakes import OwnGame
        from tui.screens.game.table_errors import TableErrorsScreen

        match = session.match
        errors = await asyncio.to_thread(table_errors, match.rules, match.events, session.seat)
        game = OwnGame(match.rules, match.events, session.seat, match.names, session.began)
        keep = partial(self.game_app.add_table_errors, game, errors)
        await self.app.push_screen_wait(TableErrorsScreen(errors, session.seating, keep))

    # -- what else the player can do ---------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Carry out an action that works at any time."""
        match action.id:
            case ActionId.UNDO:
                self.undo()
            case ActionId.LOG:
                self.show_log()
            case _:
                super().perform(action)

    def undo(self) -> None:
        """Take back the last decision, as soon as the bots have played; in a lesson, show the review."""
        if self.script.reviews:
            self._review()
        elif self.session.takebacks is None:
            if why := self.script.no_undo:
                self._show(why)
        elif self.waiting:
            self._give(TakeBack())
        else:
            self._undoing = True
            self.game_app.pace.hurry()

    def _review(self) -> None:
        """Let the player take back any decision of a lesson."""
        from tui.screens.game.lesson_review import ChoicesScreen

        if self.waiting:
            self._in_view.clear()
            self.app.push_screen(ChoicesScreen(self.script.review()), self._give)

    def _give(self, chosen: TakeBack | bool | None) -> None:
        """Take the decision back that was chosen, if any."""
        if isinstance(chosen, TakeBack) and self.waiting and self._choice is not None:
            self._choice.set_result(chosen)

    def show_log(self) -> None:
        """Open the log of the game, which waits meanwhile."""
        from tui.screens.game.log import LogScreen
        from tui.words.game_log import game_log

        session, desk = self.session, self.desk
        if desk.dealt:
            self._in_view.clear()
            heard = [mask(event, session.seat) for event in session.match.events]
            hints = desk.settings.shows_hints
            automatic, bot_failures = self._automatic, session.bot_failures_by_place()
            log = game_log(desk.rules, desk.seating, heard, automatic, bot_failures, hints=hints)
            self.app.push_screen(LogScreen(log))

    def quit(self) -> None:
        """Leave in the middle of the game."""
        self.dismiss(GameExit.SAVED)
