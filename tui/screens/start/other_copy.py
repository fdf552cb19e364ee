"""A menu that says that the game is open elsewhere says so for as long as it is."""

from __future__ import annotations

from collections.abc import Callable

from tui.screens.base import KeyScreen, Result

LOOK_AGAIN = 1.0
"""Seconds between two looks whether the other copy of the program has ended."""


class OtherCopyWatch:
    """Waits on a screen until no other copy of the program has the game open."""

    def __init__(self, screen: KeyScreen[Result], gone: Callable[[], None]) -> None:
        self._screen = screen
        self._gone = gone
        self._timer = screen.set_interval(LOOK_AGAIN, self._look, pause=True)

    def watch(self, *, opened: bool) -> None:
        """Begin to look if the game is open elsewhere; otherwise stop."""
        if opened:
            self._timer.resume()
        else:
            self._timer.pause()

    def _look(self) -> None:
        if self._screen.is_current and not self._screen.game_app.is_open_elsewhere:
            self._timer.pause()
            self._gone()
