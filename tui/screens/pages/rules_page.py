"""The rules of a game, to read and to change: each field with its value, and what the other rulesets say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from engine.own_rules import (
    LISTS,
    LONGEST_TITLE,
    OWN_FIELDS,
    RULE_FIELDS,
    TITLE,
    USUAL_TITLE,
    RuleFault,
    RuleValue,
    changes_of,
    is_own,
    number_span,
    own_rules,
    possible_values,
    preset_of,
)
from engine.rules import DEFAULT, PRESETS, Ruleset
from tui.config.actions import ActionId, NamedAction, Place, key_label
from tui.config.rules_files import keep_rules
from tui.drawing.rows import EntryAt, Row, Rows, Span, cells, fit_rows
from tui.i18n import join_list, ljust, t
from tui.screens.dialogs import LineScreen, next_value, notice
from tui.screens.list_page import GUTTER, POINTER, TellingList
from tui.screens.page import (
    FOOT,
    FOOT_KEY,
    MARGIN,
    TEXT_PAGE,
    PanelScreen,
    back_key,
    cursor_keys,
    heading,
    indent,
    keys,
    words,
    wrap,
)
from tui.screens.screen import KeyScreen, Result
from tui.system.files import os_error_text
from tui.tiles import Ink
from tui.words.rulesets import rule_words

CHANGED = " *"
"""Stands behind the name of a field that was changed."""
INDENT = 2
"""Cells before a value, below the rulesets that have it."""


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the rules of the game on a screen or below it, or the default ruleset where there is none."""
    screen.app.push_screen(RulesScreen(screen.rules_in_sight() or DEFAULT))


class RuleList(PanelScreen[Result], TellingList[Result]):
    """A list of the fields of a ruleset, and beside it the field under the cursor."""

    LARGEST = TEXT_PAGE
    fields: ClassVar[tuple[str, ...]] = RULE_FIELDS

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules

    @property
    def count(self) -> int:
        return len(self.fields)

    @property
    def field(self) -> str:
        return self.fields[self.at]

    def ruleset(self) -> Ruleset:
        return self.rules

    def name_ink(self, field: str) -> Ink:
        return Ink.TEXT

    def listed(self, field: str) -> str:
        return t(f"rules.names.{field}")

    def below_value(self) -> str:
        """A line below the value of the field under the cursor; by default empty."""
        return ""

    def hints(self) -> Sequence[Row]:
        return (cursor_keys(), back_key())

    def picture(self, width: int, height: int) -> Rows:
        inner, room = width - 2 * MARGIN, height - 4
        place = t("glossary.place", number=self.at + 1, total=self.count)
        title = heading(self.rules.title, place, inner)
        names = max(cells(t(f"rules.names.{field}")) for field in self.fields) + cells(CHANGED)
        first = min(max(self.at - room // 2, 0), max(self.count - room, 0))
        shown = enumerate(self.fields[first : first + room], first)
        rows = [
            (
                self.pointer(at, EntryAt(at)),
                self.entry_text(at, ljust(self.listed(name), names), self.name_ink(name), EntryAt(at)),
            )
            for at, name in shown
        ]
        listed = fit_rows(rows, POINTER + names, room)
        beside = inner - POINTER - names - 2 * GUTTER - 1
        told = fit_rows(self.window(tuple(self.about(beside)), beside, room), beside, room)
        return self.framed([(), title, (), *self.beside(listed, told)], width, height)

    def about(self, width: int) -> list[Row]:
        """The value of the field under the cursor, what it means, and which ruleset has which value."""
        name = self.field
        rows = [words(line, Ink.TITLE) for line in wrap(rule_words(self.rules, name), width)]
        if told := self.below_value():
            rows += [words(line, Ink.ACTING) for line in wrap(told, width)]
        rows += [(), *(words(line) for line in wrap(t(f"rules.fields.{name}"), width))]
        having: dict[str, list[str]] = {}
        for preset in PRESETS.values():
            having.setdefault(rule_words(preset, name), []).append(preset.name)
        for value, presets in having.items():
            rows += [(), *(words(line, Ink.NAME) for line in wrap(join_list(presets), width))]
            rows += indent(tuple(words(line, Ink.MUTED) for line in wrap(value, width - INDENT)), INDENT)
        return [*rows, (), *(words(line, Ink.MUTED) for line in wrap(t("rules.in-file", name=name), width))]


class RulesScreen(RuleList[None]):
    """The rules of a game, to read."""

    place: ClassVar[Place] = Place.PANEL
    opened_by = ActionId.RULES

    def applies(self, action: NamedAction) -> bool:
        beside = (ActionId.ASK, ActionId.LEFT, ActionId.RIGHT)
        return action.id not in beside and super().applies(action)


RESET = "backspace"
"""The key that takes a change back."""


class OwnRulesScreen(RuleList[Ruleset | None]):
    """The form of own rules. Its result is the ruleset, a preset where nothing was changed, or None."""

    fields = OWN_FIELDS

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self._begun_with = rules
        self._fault = ""

    def name_ink(self, field: str) -> Ink:
        return Ink.ACTING if field in changes_of(self.rules) else Ink.TEXT

    def listed(self, field: str) -> str:
        return super().listed(field) + (CHANGED if field in changes_of(self.rules) else "")

    def hints(self) -> Sequence[Row]:
        change = keys(t("screen.foot.change"), ActionId.LEFT, ActionId.RIGHT)
        back = Span(f"{key_label(RESET)} ", FOOT_KEY), Span(t("rules.form.reset"), FOOT)
        return (cursor_keys(), change, back, keys(t("rules.form.take"), ActionId.CONFIRM), back_key())

    def about(self, width: int) -> list[Row]:
        rows = super().about(width)
        if number_span(self.field):
            rows += [(), *(words(line) for line in wrap(t("rules.form.type"), width))]
        return rows

    def below_value(self) -> str:
        preset = preset_of(self.rules)
        if self._fault or self.field not in changes_of(self.rules):
            return self._fault
        return t("rules.of", title=preset.title, value=rule_words(preset, self.field))

    def go_to(self, at: int) -> None:
        self._fault = ""
        super().go_to(at)

    def press(self, event: events.Key) -> None:
        """Backspace takes a change back, a digit begins a number; every other key is a named action."""
        if event.key == RESET:
            self.reset()
            self.redraw()
        elif len(event.key) == 1 and event.key.isdecimal() and number_span(self.field):
            # open the field of one line for the number under the cursor, with its first digit
            dialog = LineScreen(
                t(f"rules.names.{self.field}"),
                t(f"rules.fields.{self.field}"),
                LONGEST_NUMBER,
                self.number_fault,
                typed=event.key,
            )
            self.app.push_screen(dialog, self._typed)
        else:
            super().press(event)

    def _typed(self, number: str | None) -> None:
        if number is not None:
            self._set(_number(number))
            self.redraw()

    def number_fault(self, typed: str) -> str:
        """Why a text is no number for the field under the cursor, in one line; nothing if it is one."""
        span = number_span(self.field)
        assert span is not None
        number = _number(typed)
        if number is None or not span.low <= number <= span.high or number % span.step:
            return t("rules.form.number", low=f"{span.low:,}", high=f"{span.high:,}", step=span.step)
        return self._clash(number)

    def reset(self) -> None:
        """Give the field under the cursor the value of the preset."""
        self._set(getattr(preset_of(self.rules), self.field))

    def go_sideways(self, by: int) -> None:
        self.change(by)
        self.redraw()

    def change(self, by: int) -> None:
        """Set the field under the cursor to its next value, or to the one before."""
        self._set(_next(self.field, getattr(self.rules, self.field), by))

    def _set(self, value: RuleValue) -> None:
        self._fault = self._clash(value)
        if not self._fault:
            self.rules = own_rules(self.rules, {self.field: value})

    def _clash(self, value: RuleValue) -> str:
        """Why the field under the cursor cannot have a value beside the others; nothing if it can."""
        try:
            own_rules(self.rules, {self.field: value})
        except RuleFault as error:
            return t(f"rules.clash.{error.field}")
        return ""

    def on_row(self, at: int) -> None:
        """Take the rules: a new name for them if they are own ones."""
        if not is_own(self.rules):
            self.dismiss(self.rules)
            return
        known = "" if self.rules.title == USUAL_TITLE else self.rules.title
        dialog = LineScreen(
            t("rules.form.title"),
            t("rules.form.ask"),
            LONGEST_TITLE,
            _refused,
            typed=known,
            may_be_empty=True,
        )
        self.app.push_screen(dialog, self._named)

    def _named(self, title: str | None) -> None:
        if title is None:
            return
        self.rules = own_rules(self.rules, {TITLE: title.strip() or USUAL_TITLE})
        try:
            keep_rules(self.game_app.home, self.rules, self._begun_with)
        except OSError as error:
            said = t("rules.form.not-kept", reason=os_error_text(error))
            self.app.push_screen(notice(t("rules.form.title"), said), lambda _: self.dismiss(self.rules))
            return
        self.dismiss(self.rules)


def _refused(title: str) -> str:
    """Why a title is none, in one line; nothing if it is one."""
    try:
        own_rules(DEFAULT, {TITLE: title.strip() or USUAL_TITLE})
    except RuleFault:
        return t("rules.form.refused")
    return ""


LONGEST_NUMBER = len("1,000,000")


def _number(typed: str) -> int | None:
    """The number that was typed, with or without commas; None if it is none."""
    digits = typed.replace(",", "")
    return int(digits) if digits.isdecimal() else None


STEP = 1_000
"""Points by which a field changes that may be any number of hundreds."""
_OTHERS: dict[str, tuple[RuleValue, ...]] = {
    "uma": (
        (0, 0, 0, 0),
        (10_000, 5_000, -5_000, -10_000),
        (20_000, 10_000, -10_000, -20_000),
        (30_000, 15_000, -15_000, -30_000),
    ),
    "red_fives": ((1, 2, 1),),
}
"""What many tables play besides the values of the presets."""


def _alike(value: RuleValue, named: bool) -> RuleValue:
    """A list of names in one order; any other value as it is."""
    return tuple(sorted(map(str, value))) if named and isinstance(value, tuple) else value


def _next(field: str, value: RuleValue, by: int) -> RuleValue:
    """The value after the present one, or before it: one out of a list, or the next number."""
    listed = possible_values(field)
    if listed:
        return next_value(listed, value, by)
    usual = dict.fromkeys(getattr(preset, field) for preset in PRESETS.values())
    span = number_span(field)
    if span is None:
        named = field in LISTS
        others = {_alike(each, named) for each in (*usual, *_OTHERS.get(field, ()), value)}
        return next_value(sorted(others, key=repr), _alike(value, named), by)
    step = STEP if STEP % span.step == 0 and span.step > 1 else span.step
    if value is None:
        return next((each for each in usual if each is not None), span.low) if by > 0 else None
    assert isinstance(value, int)
    number = value + by * step
    if number < span.low:
        return None if span.may_be_none else span.low
    return min(number, span.high // step * step)
