"""The base class of all screens: named actions of keys, stale input, key repeat, the app protocol."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

from engine.rules import Ruleset
from tui.config.actions import ALONGSIDE, ActionId, ActionSort, NamedAction, Place, action_for, actions_at
from tui.config.settings import OnOff, Settings
from tui.drawing.palette import Palette
from tui.drawing.widgets import ClickArea, Page
from tui.play.pace import ConfirmDelay, Pace
from tui.play.play_options import PracticeOptions
from tui.play.start_game import FirstStart, SaveState
from tui.table.widget import GameTable
from tui.tiles import Look

if TYPE_CHECKING:
    from tui.archive.kept_reviews import Reviewer
    from tui.play.save import SaveFolder
    from tui.play.session import Session
    from tui.replay.replay_state import Replay


PAUSE = 0.3
"""Auto-repeat: the same key again within this many seconds."""


class KeyRepeat:
    """Auto-repeat: strokes of the same key with less than ``PAUSE`` between them."""

    def __init__(self) -> None:
        self.key = ""
        self.since = -math.inf
        """The time of the first stroke of the repeat."""
        self._last = -math.inf

    def record(self, key: str, time: float) -> None:
        if key != self.key or time - self._last >= PAUSE:
            self.since = time
        self.key, self._last = key, time

    def is_repeat(self, key: str, since: float) -> bool:
        """Whether this stroke of the key repeats one that was made before that time."""
        return key == self.key and self.since < since


Result = TypeVar("Result")


class GameApp(Protocol):
    """The app as screens know it. ``shell.app.FuritenApp`` is one.

    Screens name this protocol instead of the app itself, which imports them.
    """

    look: Look
    palette: Palette
    folder: SaveFolder
    session: Session | None
    pace: Pace
    key_repeat: KeyRepeat
    confirm_delay: ConfirmDelay
    first_start: FirstStart

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def home(self) -> Path:
        """The data folder."""

    @property
    def reviewer(self) -> Reviewer | None:
        """The reviewer that plays hands out; None where that is not wanted."""

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the times that screens show; None for the local one."""

    def shown_path(self, path: Path) -> str:
        """A path as screens show it."""

    def change_settings(self, values: Settings) -> str:
        """Apply and save the settings; returns why they could not be saved, or an empty text."""

    def change_speed(self, by: int) -> None:
        """Change the speed of the bots by so many steps, for this game and the next."""

    def look_for_game(self) -> SaveState:
        """The state of the game in progress, for the title screen."""

    def continue_game(self) -> None:
        """Open the game in progress."""

    def choose_new_game(self) -> None:
        """Open the form of a new game."""

    def play_guided(self) -> None:
        """Open a game with the coach on."""

    def show_first_lesson(self) -> None:
        """Open the lesson that shows the table."""

    def show_practice(self, asked: PracticeOptions | None = None) -> None:
        """Open the menu of practice, or the session that the options ask for."""

    def show_games(self) -> None:
        """Open the list of one's own games."""

    def show_replay(self, replay: Replay, *, moments: bool = False, marked: bool = False) -> None:
        """Open the viewer of a record, with the list of its moments, or with what mattered ``marked``."""

    def show_page(self, page: ActionId, screen: KeyScreen[Result]) -> None:
        """Open the page of an action that every screen has, with what is on that screen first."""

    def leave(self) -> None:
        """Leave for the title screen, or end the program."""

    def fail(self, reason: str) -> None:
        """End the program because the game cannot go on; the reason is printed afterwards."""


class KeyScreen(Screen[Result]):
    """A screen whose keys are named actions of one place.

    A key that was pressed before the screen was painted is ignored: it was meant for an earlier picture.
    So is a key that has been held down since then, unless the screen takes held keys.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    place: ClassVar[Place]
    quits_here: ClassVar[bool] = False
    """Whether the quit key leaves this screen and all screens over it."""
    takes_held_keys: ClassVar[bool] = False
    """Whether a key that is held down goes on doing what it does."""

    def __init__(self) -> None:
        super().__init__()
        self._painted: float | None = None
        self._grace = 0.0

    @property
    def game_app(self) -> GameApp:
        return cast("GameApp", self.app)

    @property
    def look(self) -> Look:
        return self.game_app.look

    @property
    def palette(self) -> Palette:
        return self.game_app.palette

    @property
    def moves(self) -> bool:
        """Whether discards land, calls are announced and wins are shown step by step."""
        return self.game_app.settings.motion is OnOff.ON and not self.game_app.pace.instant

    @property
    def loaded(self) -> bool:
        """Whether the screen has read what it shows. A demo waits for it."""
        return True

    def on_mount(self) -> None:
        """Take keys once the first picture is painted."""
        self.ignore_keys_until_painted()

    def refresh_texts(self) -> None:
        """Look up stored texts again after the language has changed.

        The screen is drawn again afterwards.
        """

    def apply_theme(self) -> None:
        """Draw everything in the present look and colours."""
        for table in self.query(GameTable):
            table.apply_theme(self.look, self.palette)
        for page in self.query(Page):
            page.apply_theme(self.palette)

    def ignore_keys_until_painted(self, grace: float = 0.0) -> None:
        """Ignore keys until the present picture is painted, and for ``grace`` seconds after that."""
        self._painted = None
        self._grace = grace
        self.call_after_refresh(self._on_painted)

    def _on_painted(self) -> None:
        self._painted = Message().time + self._grace

    def on_unmount(self) -> None:
        # Textual keeps what it looked up for the last thousand widgets, and with it all lines that they drew:
        # a quarter of a megabyte for each page that was opened. A refresh lets go of the lines
        self.refresh()

    def on_screen_resume(self) -> None:
        self.ignore_keys_until_painted()

    @property
    def painted(self) -> bool:
        """Whether the present picture has been painted, so that keys are taken."""
        return self._painted is not None and Message().time >= self._painted

    def was_visible_at(self, event: Message, *, grace: bool = False) -> bool:
        """Whether the present picture was visible when the key was pressed or the mouse clicked.

        With ``grace`` the grace after it counts, too. False if another screen covers this one by now: keys
        that were sent together all arrive here.
        """
        since = self._painted
        return self.is_active and since is not None and event.time >= since - (self._grace if grace else 0.0)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave the screen and all screens over it. A second call does not leave the screen below."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    def hits_nothing(self, event: events.Click) -> bool:
        return all(area.meta_under(event) is None for area in self.query(ClickArea))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.was_visible_at(event) and (self.takes_held_keys or not self.is_held(event)):
            self.press(event)

    def is_held(self, event: events.Key) -> bool:
        """Whether the key has been held down since before the present picture was painted."""
        return self.game_app.key_repeat.is_repeat(event.key, self._painted or 0.0)

    def press(self, event: events.Key) -> None:
        action = action_for(event.key, self.place)
        if action is not None:
            self.on_action(action)

    def quit(self) -> None:
        """Leave the screen at the quit key. Everything is saved already."""
        self.dismiss(None)

    def terms(self) -> Sequence[str]:
        """The ids of the terms on the screen, which the glossary shows first."""
        return ()

    def ruleset(self) -> Ruleset | None:
        """The rules of what is on the screen, None where it is about no game."""
        return None

    def rules_in_sight(self) -> Ruleset | None:
        """The rules of this screen, or of the nearest one below it that is about a game; None without one."""
        shown = (screen for screen in reversed(self.app.screen_stack) if isinstance(screen, KeyScreen))
        return next((rules for screen in shown if (rules := screen.ruleset()) is not None), None)

    def on_action(self, action: NamedAction) -> None:
        """Carry out an action of every screen. Each screen adds its own."""
        match action.id:
            case ActionId.QUIT:
                self.game_app.leave()
            case _ if Place.EVERYWHERE in action.places:
                self.game_app.show_page(action.id, self)

    def applies(self, action: NamedAction) -> bool:
        """Whether an action of this place can be carried out now."""
        return True

    def why_not(self, action: NamedAction) -> str:
        """Why an action that does not apply is impossible now; empty if there is nothing to tell."""
        return ""

    def offers(self) -> Sequence[NamedAction]:
        """The actions that the palette lists: all that can be carried out now."""
        return [action for action in self._listed() if self.applies(action)]

    def refusals(self) -> Mapping[NamedAction, str]:
        said = {action: self.why_not(action) for action in self._listed() if not self.applies(action)}
        return {action: why for action, why in said.items() if why}

    def _listed(self) -> list[NamedAction]:
        """The actions of this place, and then those of every place."""
        places = (self.place, *ALONGSIDE.get(self.place, ()))
        here = dict.fromkeys(action for place in places for action in actions_at(place))
        listed = sorted(here, key=lambda action: action.places == (Place.EVERYWHERE,))
        return [
            action for action in listed if action.sort is ActionSort.DOES and action.id != ActionId.PALETTE
        ]
