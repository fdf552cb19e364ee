"""A seat at the table: shows the scene of the desk, and turns keys and clicks into decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.message import Message

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import SUIT_LETTERS
from tui.config.actions import BY_ID, ActionId, NamedAction, Place, action_for, actions_at
from tui.config.keys import meant
from tui.config.settings import Settings
from tui.desk.decision_options import Mode
from tui.desk.desk import Desk
from tui.desk.scene_maker import SceneExtras, make_scene
from tui.desk.settings import SWITCH_OF, Switch
from tui.desk.typed_tile import NUMBERS
from tui.i18n.texts import t
from tui.lessons.script import Script, TakeBack
from tui.play.pace import GRACE
from tui.play.session import Session
from tui.play.slow_step import PATIENCE
from tui.screens.base import KeyScreen, Result
from tui.system.terminal import MIN_SIZE
from tui.table.messages import MarkClicked, PromptClicked, TileClicked
from tui.table.widget import GameTable
from tui.words.claim_window import late_line, window_line

AT_ONCE = 0.1
"""Seconds of a bot step after which the table is drawn while they still think."""
CLAIMS: dict[ActionId, ActionKind] = {
    ActionId.RON: ActionKind.RON,
    ActionId.CHI: ActionKind.CHI,
    ActionId.PON: ActionKind.PON,
    ActionId.KAN: ActionKind.OPEN_KAN,
}
"""What claims a discard, which can be too late."""
_STEPS = (Mode.RIICHI, Mode.FORM)
"""Modes in which the cancel key goes back to the choice before."""


class SeatScreen(KeyScreen[Result]):
    """The table from the player's seat. Subclasses say what happens there and when.

    While they wait for a decision, ``_choice`` is open, and only keys and clicks made after the prompt was
    painted answer it.
    """

    place: ClassVar[Place] = Place.CHOICE
    quits_here: ClassVar[bool] = True
    _table: GameTable

    def __init__(self, session: Session, settings: Settings, script: Script) -> None:
        super().__init__()
        self.session = session
        self.script = script
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

    def _desk(self, settings: Settings) -> Desk:
        """A desk for this seat."""
        session, match = self.session, self.session.match
        chosen = self.script.desk_settings(settings, match.seed).by(session.steps)
        return Desk(session.seating, match.rules, chosen)

    def compose(self) -> ComposeResult:
        """Create the table."""
        self._table = GameTable(look=self.look, palette=self.palette)
        yield self._table

    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.session.match.rules

    def show_message(self, text: str) -> None:
        """Show a message until the next key."""
        self._notice = text

    @property
    def waiting(self) -> bool:
        """Whether a prompt is open."""
        return self._choice is not None and not self._choice.done()

    @property
    def _undoes(self) -> bool:
        """Whether a decision can be taken back."""
        return self.session.takebacks is not None or self.script.reviews

    @property
    def _skips(self) -> bool:
        """Whether the cancel key leaves the game now."""
        return self.script.skips and self.desk.mode not in _STEPS

    # -- what is shown -------------------------------------------------------------------------------

    def _show(self, notice: str = "", *, just_discarded: bool = False) -> None:
        self._laid = False
        extras = SceneExtras(
            title=self.script.title,
            takebacks=self.session.takebacks,
            speed=t(f"screen.speeds.{self.game_app.pace.speed}"),
            notice=notice
            or self._notice
            or ("" if self.desk.notice else self._waits_for or self._window_line),
            banner=self.moves,
            just_discarded=just_discarded,
            absent=self.session.absent,
            switches=self.script.switches,
            undo=self._undoes,
            leaves=self._skips,
            hurries=not self._waits_for,
        )
        self._table.show(make_scene(self.desk, extras))

    @property
    def _window_line(self) -> str:
        """What the player may say now, where nothing is offered."""
        claims = self.waiting and self.desk.settings.live and self.desk.mode is Mode.CLAIM
        return window_line(self._window) if claims else ""

    # -- keys and clicks -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer the prompt, or hurry the bots while there is none."""
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
                self.perform(action)
        elif action is not None and Place.CHOICE not in action.places:
            self.perform(action)
        elif action is not None and self._is_late(action):
            self._call_late(action)
        elif not self.waiting:
            self._hurry_bots()
            if action is not None and action.id == ActionId.RON and self.desk.dealt and not self.desk.waiting:
                self.desk.do(ActionId.RON)
                self._show()
        elif action is not None and self._in_view.is_set() and self._meant(event):
            self._answer(self.desk.do(action.id))

    def _is_late(self, action: NamedAction) -> bool:
        """Whether the action claims a discard for which it is too late."""
        desk = self.desk
        if not desk.settings.live or not desk.dealt or action.id not in CLAIMS:
            return False
        if action.id is ActionId.KAN and self.waiting:
            return False
        table = desk.view.table
        over = table.phase is Phase.OVER or bool(table.called) or not table.discards
        return not over and not (self.waiting and desk.mode is not Mode.TURN) and not self._is_own_discard

    @property
    def _is_own_discard(self) -> bool:
        """Whether the newest discard is the player's own."""
        return self.desk.view.table.discards[-1][0] == self.session.seat

    def _call_late(self, action: NamedAction) -> None:
        """Note a call that came too late, for the record, and say so."""
        self._late.append(CLAIMS[action.id])
        self._notice = late_line(action.id)
        self._show()

    def _types(self, event: events.Key) -> bool:
        """Whether the key types a part of a tile.

        After a digit that came too early, the letter of the suit is ignored: it was not meant as an action.
        """
        key = meant(event.key)
        on_time = self.waiting and self._in_view.is_set() and self._meant(event)
        early, self._early_number = self._early_number, not on_time and key in tuple(NUMBERS)
        if on_time and self.desk.type_key(key):
            self._show()
            return True
        return early and key in tuple(SUIT_LETTERS)

    def _meant(self, event: events.Key) -> bool:
        """Whether the key answers the prompt. A key that is held down does not confirm a warning."""
        if not self.was_visible_at(event):
            return False
        held = self.game_app.key_repeat.is_repeat(event.key, self._painted or 0.0)
        return not ((self.desk.warned or self.desk.unconfirmed) and held)

    def perform(self, action: NamedAction) -> None:
        """What is possible at any time."""
        match action.id:
            case ActionId.ASK:
                self.ask()
            case ActionId.SETTINGS:
                self.game_app.show_settings()
            case id if id in SWITCH_OF:
                self.turn(SWITCH_OF[id])
            case ActionId.FASTER | ActionId.SLOWER:
                self._change_speed(-1 if action.id == ActionId.FASTER else 1)
            case _:
                super().perform(action)

    def _change_speed(self, by: int) -> None:
        """Change the speed of the bots, and say for how long it holds."""
        self.game_app.change_speed(by)
        key = "screen.speed-kept" if self.session.kept else "screen.speed"
        self._show(t(key, speed=t(f"newgame.speeds.{self.game_app.pace.speed}")))

    def turn(self, switch: Switch) -> None:
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
        return not decides or (self.waiting and choice is not None and action.id in choice.possible)

    def carry_out(self, action: NamedAction) -> None:
        """Carry out an action that was chosen in the palette: a decision, or one that works at any time."""
        if Place.CHOICE not in action.places:
            self.perform(action)
        elif self.waiting:
            self._answer(self.desk.do(action.id))

    def ask(self, place: int | None = None) -> None:
        """Explain the tile at that place of the hand, or the one under the cursor, at any level of hints."""
        from tui.screens.tile_explainer import HintScreen

        steps = self.session.steps
        if steps is not None and steps.no_hints:
            self._show(t("window.no-hints"))
            return
        if (explainer := self.desk.tile_explainer()) is not None:
            # stop the game, so that the explained position does not change
            self._in_view.clear()
            self.app.push_screen(HintScreen(explainer, place))
        elif self.desk.asks:
            self._show(t("desk.asks"))

    def refresh_texts(self) -> None:
        """Look up the names of players and the log of the desk again."""
        self._notice = ""
        self.desk.refresh_texts(self.session.seating)

    def apply(self, settings: Settings) -> None:
        """Apply other settings."""
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
                self.ignore_keys_until_painted(GRACE)

    def on_tile_clicked(self, message: TileClicked) -> None:
        """Choose or discard the tile that was clicked."""
        if self._may_answer(message):
            self._answer(self.desk.click_tile(message.place))

    def on_mark_clicked(self, message: MarkClicked) -> None:
        """Explain the tile of the mark that was clicked."""
        if self.was_visible_at(message):
            self.ask(message.place)

    def on_prompt_clicked(self, message: PromptClicked) -> None:
        """Do what the key does that was clicked in the prompt or the footer, under the same conditions."""
        action = BY_ID[message.id]
        if action.id == ActionId.CANCEL and self._skips:
            if self.was_visible_at(message):
                self.quit()
        elif action in actions_at(Place.TABLE):
            self.perform(action)
        elif self._may_answer(message):
            self._answer(self.desk.do(message.id))

    def _may_answer(self, message: Message) -> bool:
        return self.waiting and self.was_visible_at(message)

    def on_click(self) -> None:
        """Hurry the bots."""
        if not self.waiting:
            self._hurry_bots()

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
                    self._wait_for(thinker)
            return await asked
        finally:
            asked.cancel()
            self._waits_for = ""

    def _wait_for(self, thinker: int | None) -> None:
        """Show which player the game waits for. Cancel the hurry of earlier keys."""
        self._waits_for = self.session.waits_for(thinker)
        self._notice = ""
        self.game_app.pace.calm()
        self._show()

    def _hurry_bots(self) -> None:
        """Show the moves of the bots without delay, unless one is still thinking."""
        if not self._waits_for:
            self.game_app.pace.hurry()

    # -- whether the table can be seen ---------------------------------------------------------------

    def on_screen_suspend(self) -> None:
        """Stop the game while another screen covers the table."""
        self._in_view.clear()

    def on_screen_resume(self) -> None:
        """Go on with the game."""
        self._update_visibility()
        self.ignore_keys_until_painted()

    def on_resize(self) -> None:
        """Stop the game while the screen is too small."""
        self._update_visibility()

    def _update_visibility(self) -> None:
        width, height = self.app.size
        if self.is_active and width >= MIN_SIZE[0] and height >= MIN_SIZE[1]:
            self._in_view.set()
        else:
            self._in_view.clear()
