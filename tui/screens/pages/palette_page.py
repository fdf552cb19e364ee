"""The command palette: every action that a screen offers now, found by typing a few letters.

What is impossible now is found too, below the rest and with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from tui.config.actions import BY_ID, ActionId, NamedAction, key_label
from tui.drawing.rows import ActionKey, EntryAt, Role, Row, Rows, Span, fit
from tui.i18n import t
from tui.screens.list_page import POINTER, TypedList
from tui.screens.page import FOOT, PanelScreen, fixed_key, footer, framed, named_key, typed_field, words
from tui.screens.screen import KeyScreen, Result
from tui.system.terminal import MIN_SIZE
from tui.tiles import Ink

MARGIN = 4
KEYS_WIDTH = 20
AROUND = 7
"""Rows that are not actions: title, typed text, footer, gaps."""


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the palette with the actions of a screen, and carry out the chosen one there."""

    def taken(action: NamedAction | None) -> None:
        if action is not None:
            screen.on_action(action)

    screen.app.push_screen(PaletteScreen(screen.offers(), screen.refusals()), taken)


class PaletteScreen(PanelScreen[NamedAction | None], TypedList[NamedAction | None]):
    """A list of actions. Letters narrow it down; Enter or a click takes an action, Esc takes none."""

    click_takes = True
    LARGEST: ClassVar[tuple[int, int]] = (MIN_SIZE[0], 32)
    LONGEST, SIGNS = 30, " -"

    def __init__(self, offers: Sequence[NamedAction], refusals: Mapping[NamedAction, str]) -> None:
        super().__init__()
        self._offers, self._refusals = offers, refusals

    @property
    def found(self) -> list[NamedAction]:
        """The actions whose words, id or keys contain each typed word, then such that are impossible.

        If none does, letters may be left out: ``ric`` finds riichi. Those whose own first word is typed come
        before all others.
        """
        typed = self.typed.casefold().split()
        searched = [*self._offers, *(self._refusals if typed else ())]
        exact = [action for action in searched if all(word in _searched(action) for word in typed)]
        found = exact or [
            action for action in searched if all(_abbreviates(word, action.words) for word in typed)
        ]
        return sorted(found, key=lambda action: not _begins(typed, action.words)) if typed else found

    @property
    def count(self) -> int:
        return len(self.found)

    @property
    def ways(self) -> tuple[str, str]:
        return key_label("up"), key_label("down")

    def on_action(self, action: NamedAction) -> None:
        if action.id == ActionId.PALETTE:
            self.leave()
        else:
            super().on_action(action)

    def on_row(self, at: int) -> None:
        self.dismiss(self.found[at])

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        found = self.found
        listed = tuple(self._row(place, action, inner) for place, action in enumerate(found))
        if not found:
            listed = (words(t("palette.none"), Ink.MUTED),)
        body = self.window_with((self.at, self.at), listed, inner, height - AROUND)
        typed = (
            Span(f"{t('palette.typed')} ", Role(Ink.MUTED)),
            typed_field(self.typed),
        )
        rows = [(), words(t("palette.title"), Ink.TITLE), (), typed, (), *body]
        return framed(rows, _foot(self.is_typed), width, height, MARGIN)

    def _row(self, place: int, action: NamedAction, width: int) -> Row:
        meta = EntryAt(place)
        if why := self._refusals.get(action):
            said = t("desk.why-label", action=action.alone, reason=why)
            return self.pointer(place, meta), self.entry_text(place, f" {said} ", Ink.FAINT, meta)
        label = self.entry_text(place, f" {action.alone} ", meta=meta)
        return (
            self.pointer(place, meta),
            *fit([label], width - KEYS_WIDTH - POINTER),
            Span(action.all_keys if action.keys else "", Role(Ink.ACTING), meta),
        )


def _searched(action: NamedAction) -> str:
    return f"{action.words} {action.id} {action.all_keys}".casefold()


def _begins(typed: Sequence[str], words: str) -> bool:
    """Whether the first word begins with the first typed one, or is abbreviated by it."""
    return _abbreviates(typed[0], words.split()[0])


def _abbreviates(typed: str, words: str) -> bool:
    return any(word.startswith(typed[0]) and _in_order(typed, word) for word in words.casefold().split())


def _in_order(typed: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in typed)


def _foot(typed: Callable[[str], bool]) -> Row:
    """The keys of this screen, which are fixed. That of the help may be a letter, which is typed."""
    helps = BY_ID[ActionId.HELP]
    moves = (*fixed_key("up", "", ActionId.UP), *fixed_key("down", "", ActionId.DOWN))
    return footer(
        (*moves, Span(t("screen.foot.choose"), FOOT)),
        fixed_key("enter", t("screen.foot.take"), ActionId.CONFIRM),
        fixed_key("escape", t("screen.foot.back"), ActionId.CANCEL),
        named_key(ActionId.HELP)
        if not typed(helps.key)
        else (Span(helps.words, FOOT, ActionKey(ActionId.HELP)),),
    )
