"""A dialog with one line to type or paste."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.rows import Role, Row, Rows, Span
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ground, Ink

TEXT_WIDTH = 66
CURSOR = "_"


class LineScreen(PanelScreen[str | None]):
    """A field. Its result is what was typed, None for Esc; an empty line is not taken."""

    place: ClassVar[Place] = Place.MENU

    def __init__(
        self, title: str, text: str, longest: int, refuse: Callable[[str], str] = lambda _: ""
    ) -> None:
        """``refuse`` says in one line why a text is not taken; empty if it is."""
        super().__init__()
        self._title, self._text, self._longest, self._refuse = title, text, longest, refuse
        self.typed = ""
        self._fault = ""

    def press(self, event: events.Key) -> None:
        """Type: all keys but Enter, Esc and Backspace. Before the first letter, the key of the help helps."""
        character = " " if event.key == "space" else event.character
        match event.key:
            case "enter":
                self._take()
            case "escape":
                self.leave()
            case "backspace":
                self._type(self.typed[:-1])
            case key if not self.typed and key in BY_ID[ActionId.HELP].keys:
                super().press(event)
            case _ if character is not None and character.isprintable():
                self._type(self.typed + character)

    def on_paste(self, event: events.Paste) -> None:
        """Add what is pasted; its line breaks are spaces."""
        event.stop()
        self._type(self.typed + "".join(each for each in " ".join(event.text.split()) if each.isprintable()))

    def _type(self, typed: str) -> None:
        self.typed, self._fault = typed[: self._longest], ""
        self.redraw()

    def _take(self) -> None:
        text = self.typed.strip()
        self._fault = self._refuse(text) if text else ""
        if text and not self._fault:
            self.dismiss(text)
        else:
            self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        """Title, text, the field with the end of what was typed, and why it was not taken."""
        room = min(TEXT_WIDTH, width - 8)
        shown = self.typed[-(room - 3) :]
        field: Row = (Span(f" {shown}{CURSOR} ".ljust(room), Role(Ink.TEXT, Ground.KEY)),)
        block = (
            words(self._title, Ink.TITLE),
            (),
            *(words(line) for line in wrap(self._text, room)),
            (),
            field,
            (),
            *(words(line, Ink.ALARM) for line in wrap(self._fault, room)),
        )
        hints = [keys(t("screen.foot.take"), ActionId.CONFIRM), keys(t("screen.foot.back"), ActionId.CANCEL)]
        if not self.typed:
            hints.append(keys(BY_ID[ActionId.HELP].words, ActionId.HELP))
        foot = footer(*hints)
        return page([middle(block, width)], width, height, foot)
