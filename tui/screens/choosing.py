"""Pages on which one entry of a menu is taken."""

from __future__ import annotations

from tui.config.actions import NamedAction
from tui.screens.base import Result
from tui.screens.menu import Menu
from tui.screens.page import PageScreen


class ChoosingScreen(PageScreen[Result]):
    """A page with a menu: keys move in it; Enter, Space or a click takes an entry."""

    menu: Menu

    def take(self, id: str) -> None:
        """Do what an entry says; each screen has its own entries."""

    def perform(self, action: NamedAction) -> None:
        """Move, or take the entry under the cursor."""
        match action.id:
            case "up" | "down":
                self.menu.step(1 if action.id == "down" else -1)
                self.redraw()
            case "first" | "last":
                self.menu.jump(end=action.id == "last")
                self.redraw()
            case "confirm":
                self.take(self.menu.chosen.id)
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click on an entry takes it."""
        if what == "entry":
            self.take(str(value))
