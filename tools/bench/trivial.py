"""The least that an app of Textual can be: a line, and a cursor that a key moves. Ours is measured by it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static


class Trivial(App[None]):
    """Says where its cursor stands."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)"),
        Binding("right", "move(1)"),
        Binding("q", "quit"),
    ]

    place = 0

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("ready: 0", markup=False)

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.place += step
        self.query_one(Static).update(f"ready: {self.place}")


if __name__ == "__main__":
    Trivial().run()
