"""Screens with the table."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from engine.rules import Ruleset
from tui.config.actions import BY_ID
from tui.desk.choice import Mode
from tui.drawing.rows import ActionKey, MarkAt, TileAt
from tui.screens.screen import KeyScreen, Result
from tui.table.widget import GameTable, TableClicked

if TYPE_CHECKING:
    from tui.desk.tile_pages import TileExplainer

MODES_OF_STEPS = (Mode.RIICHI, Mode.FORM)
"""Modes in which the cancel key goes back to the choice before."""


class GameExit(StrEnum):
    """How the game at the table is left, from the table or from its ranking."""

    SAVED = "saved"
    """In the middle of a game."""
    FINISHED = "finished"
    AGAIN = "again"
    """Another game like this one."""
    REVIEW = "review"
    """To the moments of the game that is over."""


class TableScreen(KeyScreen[Result]):
    """A screen with the table. A click counts if it was meant for what is on the screen."""

    bare: ClassVar[bool] = False
    """Whether the table shows nothing but the position."""
    _table: GameTable

    def compose(self) -> ComposeResult:
        self._table = GameTable(look=self.look, palette=self.palette, bare=self.bare)
        yield self._table

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines that nobody sees, since the table covers them: Textual would draw each with its styles."""
        return [Strip.blank(crop.width)] * crop.height

    @property
    def loaded(self) -> bool:
        return super().loaded and self._table.complete

    def explainer(self) -> TileExplainer | None:
        """The explainer of the tiles that the table shows; None where none may be explained."""
        return None

    def ruleset(self) -> Ruleset | None:
        explainer = self.explainer()
        return None if explainer is None else explainer.view.rules

    def explain_tile(self, place: int | None = None) -> bool:
        """Explain the tile at that place of the hand, or the one under the cursor; whether there is one."""
        # imported here because a game without questions needs no panel
        from tui.screens.panels import HintScreen

        explainer = self.explainer()
        if explainer is not None:
            self.app.push_screen(HintScreen(explainer, place, self._table.scene))
        return explainer is not None

    def on_tile(self, place: int) -> None:
        """Do what a click on the tile at that place of the hand means: by default, explain it."""
        self.explain_tile(place)

    def on_mark(self, place: int) -> None:
        """Do what a click on the mark of that tile means: by default, explain the tile."""
        self.explain_tile(place)

    def on_table_clicked(self, message: TableClicked) -> None:
        if not self.was_visible_at(message):
            return
        match message.meta:
            case TileAt(place):
                self.on_tile(place)
            case MarkAt(place):
                self.on_mark(place)
            case ActionKey(id):
                self.on_action(BY_ID[id])
