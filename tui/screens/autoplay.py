"""Screens that step through events by themselves, at a speed that can be changed."""

from __future__ import annotations

from textual.timer import Timer

from tui.config.actions import ActionId, NamedAction
from tui.i18n import t
from tui.screens.screen import KeyScreen, Result
from tui.system.files import current_folder, home_path, os_error_text, save_new

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
