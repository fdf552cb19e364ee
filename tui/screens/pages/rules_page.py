"""The rules of a game: each field of the ruleset with its value, and what the other rulesets say."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import fields

from engine.rules import DEFAULT, PRESETS, Ruleset
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Role, Row, Rows, Span, cells, fit_rows
from tui.i18n import join_list, ljust, t
from tui.screens.list_page import ListPage
from tui.screens.page import (
    MARGIN,
    PanelScreen,
    back_key,
    cursor_keys,
    framed,
    heading,
    indent,
    page_footer,
    words,
    wrap,
)
from tui.screens.screen import KeyScreen, Result
from tui.tiles import Ink
from tui.words.rulesets import rule_value

FIELDS = tuple(field.name for field in fields(Ruleset) if field.name not in ("name", "title"))
NAMES = max(map(cells, FIELDS))
GUTTER = 2
POINTER = 2
INDENT = 2
"""Cells before a value, below the rulesets that have it."""


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the rules of the game on a screen, or the default ruleset where there is none."""
    screen.app.push_screen(RulesScreen(screen.ruleset() or DEFAULT))


class RulesScreen(PanelScreen[None], ListPage[None]):
    """A list of the fields of a ruleset, and beside it the field under the cursor."""

    place: ClassVar[Place] = Place.PANEL
    opened_by = ActionId.RULES

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules

    @property
    def count(self) -> int:
        return len(FIELDS)

    def ruleset(self) -> Ruleset:
        return self.rules

    def applies(self, action: NamedAction) -> bool:
        beside = (ActionId.ASK, ActionId.LEFT, ActionId.RIGHT)
        return action.id not in beside and super().applies(action)

    @property
    def ways(self) -> tuple[str, str]:
        return BY_ID[ActionId.PAGE_UP].named, BY_ID[ActionId.PAGE_DOWN].named

    def turn(self, pages: int) -> None:
        """Scroll what is told of the field; the cursor stays."""
        self.scroll.page(pages)
        self.redraw()

    def go_to(self, at: int) -> None:
        self.scroll.to(end=False)
        super().go_to(at)

    def picture(self, width: int, height: int) -> Rows:
        inner, room = width - 2 * MARGIN, height - 4
        place = t("glossary.place", number=self.at + 1, total=self.count)
        title = heading(self.rules.title, place, inner)
        rule = Span(f"{' ' * GUTTER}{self.look.glyphs.rule}{' ' * GUTTER}", Role(Ink.FAINT))
        listed = self._list(room)
        beside = inner - POINTER - NAMES - 2 * GUTTER - 1
        told = fit_rows(self.window(tuple(self._field(beside)), beside, room), beside, room)
        body = [(*left, rule, *right) for left, right in zip(listed, told, strict=True)]
        return framed([(), title, (), *body], page_footer(cursor_keys(), back_key()), width, height)

    def _list(self, room: int) -> Rows:
        """The names of the fields around the cursor."""
        first = min(max(self.at - room // 2, 0), max(self.count - room, 0))
        shown = enumerate(FIELDS[first : first + room], first)
        rows = [
            (self.pointer(at, EntryAt(at)), self.entry_text(at, ljust(name, NAMES), Ink.TEXT, EntryAt(at)))
            for at, name in shown
        ]
        return fit_rows(rows, POINTER + NAMES, room)

    def _field(self, width: int) -> list[Row]:
        """The value of the field under the cursor, what it means, and which ruleset has which value."""
        name = FIELDS[self.at]
        rows = [words(line, Ink.TITLE) for line in wrap(rule_value(getattr(self.rules, name)), width)]
        rows += [(), *(words(line) for line in wrap(t(f"rules.fields.{name}"), width))]
        having: dict[str, list[str]] = {}
        for preset in PRESETS.values():
            having.setdefault(rule_value(getattr(preset, name)), []).append(preset.name)
        for value, presets in having.items():
            rows += [(), *(words(line, Ink.NAME) for line in wrap(join_list(presets), width))]
            rows += indent(tuple(words(line, Ink.MUTED) for line in wrap(value, width - INDENT)), INDENT)
        return rows
