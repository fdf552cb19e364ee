"""The palette: everything that can be done on a screen now, to be found by a few letters of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, NamedAction, Place
from tui.config.keys import key_word
from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows
from tui.i18n.texts import t
from tui.screens.layout import words
from tui.screens.menu import FOOT, footer
from tui.screens.page import PanelScreen
from tui.screens.scroll import Scroll
from tui.table.layout import NEEDED

MARGIN = 4
KEYS_WIDTH = 20
POINTER = 2
AROUND = 7
"""Rows that are no actions: title, what was typed, footer, gaps."""
CURSOR = "_"
LONGEST = 30
"""Letters that can be typed."""
FIXED = {"up": "up", "down": "down", "enter": "confirm", "escape": "cancel", "backspace": "back"}
"""Keys that mean these actions here whatever keys were chosen: letters are typed."""


class PaletteScreen(PanelScreen[NamedAction | None]):
    """Letters narrow the list down, Enter or a click takes an action, Esc takes none."""

    place: ClassVar[Place] = Place.MENU
    LARGEST: ClassVar[tuple[int, int]] = NEEDED

    def __init__(self, offers: Sequence[NamedAction]) -> None:
        super().__init__()
        self._offers = offers
        self._scroll = Scroll()
        self.typed = ""
        """What the words, the key or the name of an action have to hold."""
        self.at = 0
        """The place of the chosen action among those that are found."""

    @property
    def found(self) -> list[NamedAction]:
        """The actions that hold every word that was typed."""
        typed = self.typed.casefold().split()
        return [action for action in self._offers if all(word in _searched(action) for word in typed)]

    # -- what can be done ----------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """Letters, digits and spaces are typed; other keys are their actions."""
        character = " " if event.key == "space" else event.character
        if event.key in FIXED:
            self.perform(BY_ID[FIXED[event.key]])
        elif character is not None and _is_typed(character):
            self._type(self.typed + character)
        else:
            super().press(event)

    def perform(self, action: NamedAction) -> None:
        """Move, take, delete a letter, leave."""
        match action.id:
            case "up" | "down":
                self._step(1 if action.id == "down" else -1, around=True)
            case "confirm":
                if found := self.found:
                    self.dismiss(found[self.at])
            case "cancel" | "palette":
                self.dismiss(None)
            case "back":
                self._type(self.typed[:-1])
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click takes an action, or scrolls."""
        match what, value:
            case "action", str(id):
                self.dismiss(BY_ID[id])
            case "scroll", int(pages):
                self._step(pages * self._scroll.span)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves from one to the next."""
        self._step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._step(-1)

    def _type(self, typed: str) -> None:
        self.typed, self.at = typed[:LONGEST], 0
        self.redraw()

    def _step(self, by: int, *, around: bool = False) -> None:
        """Move so many actions, with ``around`` from the last to the first."""
        if count := len(self.found):
            self.at = (self.at + by) % count if around else min(max(self.at + by, 0), count - 1)
            self.redraw()

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """What was typed, and the actions that hold it."""
        inner = width - 2 * MARGIN
        found = self.found
        listed = tuple(self._row(place, action, inner) for place, action in enumerate(found))
        if not found:
            listed = (words(t("palette.none"), "muted"),)
        ways = key_word("up"), key_word("down")
        body = self._scroll.around((self.at, self.at), listed, inner, height - AROUND, ways)
        typed = (
            Span(f"{t('palette.typed')} ", Role("muted")),
            Span(f" {self.typed}{CURSOR} ", Role("text", "key")),
        )
        rows = [(), words(t("palette.title"), "title"), (), typed, (), *body]
        margin = Span(" " * MARGIN)
        page = fit_rows([(margin, *row) for row in rows], width, height - 1)
        return (*page, fit([Span("  "), *_foot()], width))

    def _row(self, place: int, action: NamedAction, width: int) -> Row:
        here = place == self.at
        meta = ("action", action.id)
        label = Span(f" {action.alone} ", Role("text", "round") if here else Role("name"), meta)
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"), meta),
            *fit([label], width - KEYS_WIDTH - POINTER),
            Span(action.all_keys if action.keys else "", Role("acting"), meta),
        )


def _searched(action: NamedAction) -> str:
    """What is searched for the words that were typed."""
    return f"{action.words} {action.id} {action.all_keys}".casefold()


def _is_typed(character: str) -> bool:
    return len(character) == 1 and (character.isalnum() or character in " -")


def _foot() -> Row:
    """The keys as they are here."""
    help_action = BY_ID["help"]
    shown = "" if _is_typed(help_action.key) else f"{help_action.key} "
    return footer(
        (*(_named(key_word(key), key) for key in ("up", "down")), Span(t("screen.foot.choose"), FOOT)),
        (_named(key_word("enter"), "enter"), Span(t("screen.foot.take"), FOOT)),
        (_named(key_word("escape"), "escape"), Span(t("screen.foot.back"), FOOT)),
        (Span(f"{shown}{help_action.words}", FOOT, ("key", "help")),),
    )


def _named(word: str, key: str) -> Span:
    return Span(f"{word} ", FOOT, ("key", FIXED[key]))
