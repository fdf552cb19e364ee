"""Screens about positions: to choose in, with a page below the table, and to step through events.

The first table needs none of them, so a start does not import them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from engine.actions import Action
from tui.config.actions import ActionId, NamedAction, Place, action_for
from tui.desk.desk import Desk
from tui.i18n import t
from tui.screens.page import PANEL, PageScreen
from tui.screens.screen import KeyScreen, Result
from tui.screens.table_screen import MODES_OF_STEPS, TableScreen
from tui.system.files import current_folder, home_path, os_error_text, save_new
from tui.system.terminal import MIN_SIZE
from tui.tiles import Ground

if TYPE_CHECKING:
    from tui.desk.tile_pages import TileExplainer

ROWS = {40: 9, 30: 10, 24: 8}
"""The height of a page below the table by the least height of the screen: rows that the table can spare."""


class ChoosingScreen(TableScreen[Result]):
    """A position in which the seat chooses with the keys of a choice. Each screen says what follows."""

    desk: Desk

    def on_mount(self) -> None:
        super().on_mount()
        self.show()

    def show(self) -> None:
        """Draw the position and the choice."""

    def chosen(self, action: Action) -> None:
        """Do what follows the choice."""

    def press(self, event: events.Key) -> None:
        action = action_for(event.key, self.place) or action_for(event.key, Place.CHOICE)
        if self.desk.type_key(event.key):
            self.show()
        elif action is not None:
            self.on_action(action)

    def applies(self, action: NamedAction) -> bool:
        choice = self.desk.choice
        decides = Place.CHOICE in action.places
        return not decides or (choice is not None and action.id in choice.possible)

    def why_not(self, action: NamedAction) -> str:
        return self.desk.why_not(action.id)

    def on_action(self, action: NamedAction) -> None:
        if action.id == ActionId.CANCEL and self.desk.mode not in MODES_OF_STEPS:
            self.dismiss(None)
        elif Place.CHOICE in action.places:
            self._take(self.desk.do(action.id))
        else:
            super().on_action(action)

    def on_tile(self, place: int) -> None:
        self._take(self.desk.click_tile(place))

    def _take(self, action: Action | None) -> None:
        if action is None:
            self.show()
        else:
            self.chosen(action)

    def apply_theme(self) -> None:
        super().apply_theme()
        self.show()


class TablePageScreen(TableScreen[Result], PageScreen[Result]):
    """A page of a few rows below a table that shows nothing but the position."""

    DEFAULT_CSS = """
    TablePageScreen { layout: vertical; }
    """
    bare = True
    _desk: Desk | None = None

    def compose(self) -> ComposeResult:
        yield from TableScreen.compose(self)
        yield from PageScreen.compose(self)

    def on_mount(self) -> None:
        self.fit()

    def ground(self, *, whole: bool) -> Ground:
        return PANEL

    def fit(self) -> None:
        width, height = self.app.size
        self._page.display = width >= MIN_SIZE[0] and height >= MIN_SIZE[1]
        self._page.styles.height = next((rows for least, rows in ROWS.items() if height >= least), 0)

    def explainer(self) -> TileExplainer | None:
        return None if self._desk is None else self._desk.tile_explainer()

    def on_mark(self, place: int) -> None:
        self.on_tile(place)


SPEEDS: tuple[float, ...] = (2.4, 1.2, 0.6, 0.3, 0.12)
"""Seconds from one event to the next while a screen plays by itself, from slow to fast."""


class AutoplayScreen(KeyScreen[Result]):
    """A screen that plays by itself, until it is stopped or at the end. ``_tick`` is one step."""

    takes_held_keys = True

    def __init__(self) -> None:
        super().__init__()
        self.speed = 2
        """The index of the speed in ``SPEEDS``."""
        self._timer: Timer | None = None

    @property
    def plays(self) -> bool:
        return self._timer is not None

    def tell(self, said: str) -> None:
        """Show the effect of a key, and the screen anew. Each screen has its own way."""

    def save_picture(self, svg: str, stem: str) -> None:
        """Save a picture in the current folder, else in the data folder, and say where."""
        try:
            path = save_new(svg, stem, ".svg", (*current_folder(), self.game_app.home))
        except OSError as error:
            self.tell(t("picture.failed", reason=os_error_text(error)))
        else:
            self.tell(t("picture.saved", path=home_path(path)))

    def _play(self) -> None:
        self._stop()
        self._timer = self.set_interval(SPEEDS[self.speed], self._tick)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        """Go one event further."""

    def _change_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self.plays:
            self._play()

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.AUTOPLAY:
                self._stop() if self.plays else self._play()
            case ActionId.FASTER | ActionId.SLOWER:
                self._change_speed(1 if action.id == ActionId.FASTER else -1)
            case _:
                super().on_action(action)
                return
        self.tell(t("replay.playing" if self.plays else "replay.stopped", speed=self.speed + 1))
