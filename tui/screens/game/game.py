"""The game screen: plays a session at its pace, and waits for the player's decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import SUIT_LETTERS
from engine.view import mask
from tui.config.actions import BY_ID, ActionId, ActionSort, NamedAction, Place, action_for, actions_at, meant
from tui.config.settings import OnOff, Settings
from tui.desk.choice import Mode
from tui.desk.desk import CLAIMS, NUMBERS, Desk
from tui.desk.desk_settings import SWITCH_OF, Switch, is_own
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import ActionKey, TileAt
from tui.i18n import t
from tui.lessons.script import Comment, LessonReview, Script, TakeBack
from tui.play.pace import GRACE
from tui.play.session import PATIENCE, Pending, Session
from tui.screens.table_screen import MODES_OF_STEPS, GameExit, TableScreen
from tui.system.files import os_error_text
from tui.system.terminal import MIN_SIZE
from tui.table.widget import TableClicked
from tui.words.action_words import action_word, action_words
from tui.words.event_lines import game_log

if TYPE_CHECKING:
    from tui.desk.tile_pages import TileExplainer
    from tui.screens.game.table_rules_screens import SpokenWins
    from tui.words.table_rules import Ruling


AT_ONCE = 0.1
"""Seconds of a bot step after which the table is drawn while they still think."""


class GameScreen(TableScreen[GameExit]):
    """One game at the table, or a lesson if there is a script.

    A worker carries the game on. Bots and the save work in a thread beside the interface. While it waits for
    a decision, ``_choice`` is open, and only keys and clicks made after the prompt was painted answer it.
    """

    place: ClassVar[Place] = Place.CHOICE
    quits_here: ClassVar[bool] = True

    def __init__(self, session: Session, settings: Settings, script: Script | None = None) -> None:
        super().__init__()
        self.session = session
        self.script = script or Script()
        self.desk = self._desk(settings)
        self._choice: asyncio.Future[Action | TakeBack] | None = None
        self._laid = False
        """Whether there is a discard that has not been drawn yet."""
        self._notice = ""
        """A notice, such as one about a bot, shown until the next key."""
        self._early_number = False
        """Whether the last key was a digit that came too early to type a tile."""
        self._waits_for = ""
        """The text about the player that the game waits for, after a while. No key hurries that player."""
        self._window: int | None = None
        """The seconds that are left to claim a discard; None without a clock."""
        self._late: list[ActionKind] = []
        """Calls that came too late and are not in the record yet."""
        self._in_view = asyncio.Event()
        """Set while no screen covers the table and it is large enough."""
        self.before_leaving: Callable[[], None] | None = None
        """Called while the table is still shown: what the screen below shows has been kept by then."""
        self._shown = 0
        """Events of the hand that have been shown."""
        self._undoing = False
        """Whether to take back a decision as soon as the bots have played."""
        self._automatic: set[int] = set()
        """The indices of the game's events that switches decided."""
        self._spoken: SpokenWins | None = None
        """The conversation about the win that was called."""
        self._named: ActionId | None = None
        """The action to carry out at the decision that is due: its key closed the comment that names it."""

    def on_mount(self) -> None:
        # a worker of the table ends when the table is removed, which is before this screen is
        self._table.run_worker(self._play(), exclusive=True)

    def dismiss(self, result: GameExit | None = None) -> AwaitComplete:
        if self.before_leaving is not None and self in self.app.screen_stack:
            self.before_leaving()
        return super().dismiss(result)

    def _desk(self, settings: Settings) -> Desk:
        session, match = self.session, self.session.match
        chosen = self.script.desk_settings(settings, match.seed).by(session.steps)
        return Desk(session.seating, match.rules, chosen)

    def ruleset(self) -> Ruleset:
        return self.session.match.rules

    def show_message(self, text: str) -> None:
        """Show a message until the next key."""
        self._notice = text

    @property
    def waiting(self) -> bool:
        return self._choice is not None and not self._choice.done()

    @property
    def _undoes(self) -> bool:
        return self.session.takebacks is not None or self.script.reviews

    @property
    def _skips(self) -> bool:
        return self.script.skips and self.desk.mode not in MODES_OF_STEPS

    def _show(self, notice: str = "", *, just_discarded: bool = False) -> None:
        self._laid = False
        scene = make_scene(
            self.desk,
            title=self.script.title,
            takebacks=self.session.takebacks,
            speed=t(f"screen.speeds.{self.game_app.pace.speed}"),
            notice=notice
            or self._notice
            or ("" if self.desk.notice else self._waits_for or self._window_line),
            switches=self.script.switches,
            undo=self._undoes,
            leaves=self._skips,
            hurries=not self._waits_for,
        )
        scene = replace(
            scene,
            task=self.script.task if self.waiting else "",
            banner=self.moves,
            just_discarded=just_discarded,
            absent=self.session.absent,
            turns_page=True,
        )
        self._table.show(scene)

    @property
    def _window_line(self) -> str:
        """The line about what the player may say now, where nothing is offered."""
        claims = self.waiting and self.desk.settings.live and self.desk.mode is Mode.CLAIM
        if not claims:
            return ""
        key = BY_ID[ActionId.CONFIRM].named
        if self._window is None:
            return t("window.open", key=key)
        return t("window.left", count=self._window, key=key)

    # -- the game ------------------------------------------------------------------------------------

    async def _play(self) -> None:
        try:
            # say how often bots err, in a game by table rules whose bots do
            steps = self.session.steps
            if steps is not None and steps.bot_errors:
                from tui.words.table_rules import error_frequency

                self._notice = error_frequency(steps.bot_errors)
            await self._replay_hand()
            while await self._advance():
                pass
        except OSError as error:
            self.game_app.fail(t("save.failed", reason=os_error_text(error)))

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
        """Ask for what is to be said of a called win; None if the decision is another one."""
        if not self._says_win:
            return None
        from tui.screens.game.table_rules_screens import SpokenWins

        self._show()
        self.game_app.pace.calm()
        self._spoken = SpokenWins(self.app, self.session)
        return await self._spoken.say(self.desk.view.table)

    @property
    def _says_win(self) -> bool:
        """Whether a win that was called is counted or challenged now: that has screens of its own."""
        return self.session.options.view.table.phase in (Phase.COUNT, Phase.CHALLENGE)

    async def _record_late(self) -> None:
        while self._late:
            call = self._late.pop(0)
            with suppress(IllegalAction):
                for event in await asyncio.to_thread(self.session.note_late, call):
                    self._fold(event)

    async def _comment(self) -> bool:
        """Show the comments of the script that are due. False if the player left."""
        while comment := self.script.comment(self._shown):
            # how much is explained can depend on what was said
            self.apply(self.game_app.settings)
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
        from tui.screens.game.lesson_remarks import ROWS, RemarkScreen

        if self.session.pending is Pending.PERSON and not self._says_win and self.desk.automatic() is None:
            self._offer()
        if comment.above:
            # the room stays for the remarks that follow, so that the table does not move with each
            self._table.make_room_above(ROWS)
        self._show()
        self.game_app.pace.calm()
        # let the hand that ended be played out for its review while the game goes on
        session, reviewer = self.session, self.game_app.reviewer
        if session.kept and reviewer is not None:
            from tui.archive.kept_reviews import hands_to_review

            for hand in hands_to_review(session.match.rules, session.history(), session.seat):
                reviewer.add(hand)
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
        from tui.screens.panels import HintScreen

        if (explainer := self.desk.tile_explainer()) is not None:
            await self.app.push_screen_wait(HintScreen(explainer, scene=self._table.scene))

    async def _automatic_decision(self) -> Action | TakeBack | None:
        """Let a switch decide, after a pause in which the player may take back. None if none decides."""
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
        from tui.words.table_rules import ruling

        return ruling(event, self.desk.view, self.session.seating)

    async def _tell_ruling(self, ruling: Ruling) -> None:
        """Show a ruling until the player goes on."""
        from tui.screens.game.table_rules_screens import RulingScreen

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
        if isinstance(event, ev.ResultEvent) and outcome is not None:
            self.desk.reveal(outcome)

    async def _decision(self) -> Action | TakeBack:
        self._offer()
        self.game_app.confirm_delay.begin()
        self._choice = asyncio.get_running_loop().create_future()
        self._show()
        window = self._open_window()
        if self.desk.rings_bell and not self.desk.settings.live and self.game_app.settings.bell is OnOff.ON:
            self.app.bell()
        self.ignore_keys_until_painted(self.game_app.pace.grace)
        named, self._named = self._named, None
        if named is not None:
            self.on_action(BY_ID[named])
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
            self._go_on()
            self._answer(self.desk.decide(PASS))

    async def _hand_end(self) -> bool:
        """Show the result of the hand. True if the last decision is taken back."""
        from tui.screens.game.result_screens import HandEndScreen

        self._show()
        self.game_app.pace.calm()
        return await self.app.push_screen_wait(
            HandEndScreen(self.session.ended, coached=self.desk.settings.coached)
        )

    async def _end(self) -> bool:
        """Show the end of the game or the lesson. True if a decision is taken back there."""
        match self.script.ending():
            case LessonReview() as review:
                from tui.screens.game.lesson_remarks import ChoicesScreen

                again = await self.app.push_screen_wait(ChoicesScreen(review))
            case Comment() as comment:
                again = False
                await self._read(comment)
            case None:
                from tui.screens.game.ranking_screen import RankingScreen

                self.game_app.pace.calm()
                if self.session.steps is not None:
                    from tui.screens.game.table_rules_screens import tell_errors

                    await tell_errors(self.app, self.session, self.game_app.home)
                how = await self.app.push_screen_wait(RankingScreen(self.session))
                self.dismiss(how)
                return False
        if isinstance(again, TakeBack):
            return await self._take_back(again)
        self.dismiss(GameExit.AGAIN if again else GameExit.FINISHED)
        return False

    def undo(self) -> None:
        """Take back the last decision, as soon as the bots have played; in a lesson, show the review."""
        if self.script.reviews:
            # let the player take back any decision of a lesson
            from tui.screens.game.lesson_remarks import ChoicesScreen

            if self.waiting:
                self._in_view.clear()
                self.app.push_screen(ChoicesScreen(self.script.review()), self._give)
        elif self.session.takebacks is None:
            if why := self.script.no_undo:
                self._show(why)
        elif self.waiting:
            self._give(TakeBack())
        else:
            self._undoing = True
            self.game_app.pace.hurry()

    def _give(self, chosen: TakeBack | bool | None) -> None:
        if isinstance(chosen, TakeBack) and self.waiting and self._choice is not None:
            self._choice.set_result(chosen)

    def quit(self) -> None:
        self.dismiss(GameExit.SAVED)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            # it was sent together with the key that opened the screen above
            return
        self._notice = ""
        if self._types(event):
            return
        action = action_for(event.key, Place.TABLE) or action_for(event.key, Place.CHOICE)
        if action is not None and action.id == ActionId.CANCEL and self._skips:
            if self.was_visible_at(event):
                self.quit()
        elif action is not None and action.id == ActionId.UNDO and self.script.reviews:
            # the review asks for a choice, so the key must be meant for what is on the screen
            if self._in_view.is_set() and self.was_visible_at(event):
                self.on_action(action)
        elif action is not None and Place.CHOICE not in action.places:
            self.on_action(action)
        elif action is not None and self.desk.is_late(action.id, waiting=self.waiting):
            self._late.append(CLAIMS[action.id])
            self._notice = t("window.late", call=action_word(action.id))
            self._show()
        elif not self.waiting:
            self._hurry_bots(event)
            if action is not None and action.id == ActionId.RON and self.desk.dealt and not self.desk.waiting:
                self.desk.do(ActionId.RON)
                self._show()
        elif action is not None and self._in_view.is_set():
            moves = action.sort is ActionSort.MOVES or action.id is ActionId.SAFEST
            if not self._meant(event, moves=moves):
                if not (self.desk.warned or self.desk.unconfirmed):
                    self.game_app.confirm_delay.go_on(event.time)
            elif self._decides(action, event):
                self._answer(self.desk.do(action.id))

    def _types(self, event: events.Key) -> bool:
        """Whether the key types a part of a tile.

        After a digit that came too early, the letter of the suit is ignored: it was not meant as an action.
        """
        key = meant(event.key)
        on_time = self.waiting and self._in_view.is_set() and self._meant(event, moves=True)
        early, self._early_number = self._early_number, not on_time and key in tuple(NUMBERS)
        if on_time and self.desk.type_key(key):
            self.game_app.confirm_delay.choose()
            self._show()
            return True
        return early and key in tuple(SUIT_LETTERS)

    def _meant(self, event: events.Key, *, moves: bool = False) -> bool:
        """Whether the key answers the prompt, also in the grace if it only ``moves`` the cursor.

        A key that is held down does not confirm a warning.
        """
        if not self.was_visible_at(event, grace=moves):
            return False
        return not ((self.desk.warned or self.desk.unconfirmed) and self.is_held(event))

    def _decides(self, action: NamedAction, event: Message) -> bool:
        """Whether a key or a click carries the action out: one that confirms may have been meant to go on."""
        if action.id is not ActionId.CONFIRM:
            self.game_app.confirm_delay.choose()
            return True
        mode = self.desk.mode
        if mode not in (Mode.TURN, Mode.CLAIM):
            return True
        held = isinstance(event, events.Key) and self.is_held(event)
        taken = not held and self.game_app.confirm_delay.takes(event.time, self._painted or 0.0)
        if not taken or mode is Mode.CLAIM:
            self.game_app.confirm_delay.go_on(event.time)
        if not taken:
            # a warning stays until it is answered: it names the key itself
            self._show("" if self.desk.warned or self.desk.unconfirmed else t("screen.too-early"))
        return taken

    def _go_on(self) -> None:
        """Note that a screen was closed, or a clock ran out: what comes next is not what a key now is for."""
        self.game_app.confirm_delay.go_on(Message().time)

    def on_action(self, action: NamedAction) -> None:
        """Decide, if a decision is open, or do what is possible at any time."""
        match action.id:
            case _ if Place.CHOICE in action.places:
                if self.waiting:
                    self._answer(self.desk.do(action.id))
            case ActionId.UNDO:
                self.undo()
            case ActionId.LOG:
                from tui.screens.panels import LogScreen

                session, desk = self.session, self.desk
                if desk.dealt:
                    self._in_view.clear()
                    heard = [mask(event, session.seat) for event in session.match.events]
                    hints = desk.settings.shows_hints
                    automatic, bot_failures = self._automatic, session.bot_failures_by_place()
                    log = game_log(desk.rules, desk.seating, heard, automatic, bot_failures, hints=hints)
                    self.app.push_screen(LogScreen(log, self._table.scene))
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.PAGE_UP | ActionId.PAGE_DOWN:
                self._table.turn_panel(1 if action.id == ActionId.PAGE_DOWN else -1)
            case ActionId.SETTINGS:
                # screens that open over the table are imported when they open
                from tui.screens.pages.settings_pages import SettingsScreen

                self.app.push_screen(SettingsScreen())
            case id if id in SWITCH_OF:
                self.turn_switch(SWITCH_OF[id])
            case ActionId.FASTER | ActionId.SLOWER:
                self.game_app.change_speed(-1 if action.id == ActionId.FASTER else 1)
                key = "screen.speed-kept" if self.session.kept else "screen.speed"
                self._show(t(key, speed=t(f"newgame.speeds.{self.game_app.pace.speed}")))
            case _:
                super().on_action(action)

    def turn_switch(self, switch: Switch) -> None:
        """Turn a switch; what it decides is decided at once, also while a prompt is open."""
        if not self.desk.dealt or not self.script.switches:
            return
        self.desk.turn(switch)
        action = self.desk.automatic() if self.waiting else None
        self._answer(None if action is None else self.desk.decide(action, automatic=True))

    def applies(self, action: NamedAction) -> bool:
        """Whether an action can be carried out now: a decision only while it is open and possible."""
        if action.id == ActionId.UNDO:
            return self._undoes
        if action.id in SWITCH_OF:
            return self.script.switches
        decides = Place.CHOICE in action.places
        choice = self.desk.choice
        if not decides:
            return True
        if not self.waiting or choice is None:
            return False
        return action.id in choice.possible or (action.id is ActionId.SAFEST and choice.of_tiles)

    def why_not(self, action: NamedAction) -> str:
        return self.desk.why_not(action.id)

    def explainer(self) -> TileExplainer | None:
        return self.desk.tile_explainer()

    def explain_tile(self, place: int | None = None) -> bool:
        """Explain a tile at any level of hints, unless table rules forbid it. The game waits meanwhile."""
        if why := self.desk.unanswered:
            self._show(why)
            return False
        found = super().explain_tile(place)
        if found:
            # stop the game, so that the explained position does not change
            self._in_view.clear()
        return found

    def refresh_texts(self) -> None:
        self._notice = ""
        self.desk.refresh_texts(self.session.seating)

    def apply(self, settings: Settings) -> None:
        chosen = self.script.desk_settings(settings, self.session.match.seed)
        self.desk.change(chosen.by(self.session.steps))
        if self.desk.dealt:
            self._show()

    def _answer(self, action: Action | None) -> None:
        if action is not None and self._choice is not None:
            self._choice.set_result(action)
        else:
            self._show()
            if self.desk.warned:
                # the warning asks for the same key again: the grace alone is the wait
                self.game_app.confirm_delay.choose()
                self.ignore_keys_until_painted(GRACE)

    def on_table_clicked(self, message: TableClicked) -> None:
        """Choose the tile, or do what the key does that was clicked, under the same conditions."""
        visible = self.was_visible_at(message)
        if isinstance(message.meta, TileAt):
            message.prevent_default()
            if visible and self.waiting:
                self._click_tile(message.meta.place, message)
            return
        if not isinstance(message.meta, ActionKey):
            return
        message.prevent_default()
        action = BY_ID[message.meta.action]
        if action.id == ActionId.CANCEL and self._skips:
            if visible:
                self.quit()
        elif action in actions_at(Place.TABLE):
            self.on_action(action)
        elif visible and self.waiting and self._decides(action, message):
            self._answer(self.desk.do(action.id))

    def _click_tile(self, place: int, click: TableClicked) -> None:
        """Put the cursor on a tile; a click on the one under the cursor confirms it, as the key does."""
        choice = self.desk.choice
        confirms = choice is not None and choice.of_tiles and choice.place == place
        if not confirms:
            self.game_app.confirm_delay.choose()
        elif not self._decides(BY_ID[ActionId.CONFIRM], click):
            return
        self._answer(self.desk.click_tile(place))

    def on_click(self, event: events.Click) -> None:
        if not self.waiting:
            self._hurry_bots(event)

    # -- bots that take their time -------------------------------------------------------------------

    async def _run_bots(self, step: Callable[[], list[ev.Event]]) -> list[ev.Event]:
        """Run a step in which bots choose, and return its events.

        While they think, the table shows what has happened, and after a while which player it waits for.
        """
        thinker = self.session.thinker
        asked = asyncio.ensure_future(asyncio.to_thread(step))
        try:
            if not (await asyncio.wait([asked], timeout=AT_ONCE))[0]:
                self._show()
                if not (await asyncio.wait([asked], timeout=PATIENCE))[0]:
                    self._waits_for = self.session.waits_for(thinker)
                    self._notice = ""
                    self.game_app.pace.calm()
                    self._show()
            return await asked
        finally:
            asked.cancel()
            self._waits_for = ""

    def _hurry_bots(self, event: Message) -> None:
        """Show the moves of the bots without delay, unless one is still thinking."""
        self.game_app.confirm_delay.go_on(event.time)
        if not self._waits_for:
            self.game_app.pace.hurry()

    # -- whether the table can be seen ---------------------------------------------------------------

    def on_screen_suspend(self) -> None:
        self._in_view.clear()

    def on_screen_resume(self) -> None:
        """Begin the wait of the confirm key anew: what was pressed before the other screen chose nothing."""
        self.game_app.confirm_delay.begin()
        self._go_on()
        self._update_visibility()
        self.ignore_keys_until_painted()

    def on_resize(self) -> None:
        self._update_visibility()

    def _update_visibility(self) -> None:
        width, height = self.app.size
        if self.is_active and width >= MIN_SIZE[0] and height >= MIN_SIZE[1]:
            self._in_view.set()
        else:
            self._in_view.clear()
