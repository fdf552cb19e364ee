"""The choices of a new game: ruleset, length, bots, speed, seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from textual import events

from ai.bot import BOT_NAMES
from engine.rules import PRESETS
from tui.actions import BY_ID, NamedAction, Place
from tui.options import LENGTHS, SPEEDS, PlayOptions
from tui.screens.layout import indent, middle, page, words, wrap
from tui.screens.menu import footer, hint
from tui.screens.page import PageScreen
from tui.session import DEFAULT_BOTS, DEFAULT_RULES
from tui.texts import t
from tui.tiles import Role, Row, Rows, Span
from tui.tiles.rows import fit

LABEL_WIDTH = 12
VALUE_WIDTH = 44
SEED_DIGITS = 12

_Value = TypeVar("_Value")

_FIELDS = ("rules", "length", "right", "across", "left", "speed", "seed", "start")
_BOT_FIELDS = ("right", "across", "left")


class NewGameScreen(PageScreen[PlayOptions | None]):
    """Up and down choose a line, left and right its value; digits make a seed. Gives the options, or None."""

    place = Place.MENU

    def __init__(self, options: PlayOptions) -> None:
        super().__init__()
        rules = options.rules or DEFAULT_RULES
        self.options = replace(
            options,
            rules=rules,
            length=options.length or PRESETS[rules].length,
            bots=options.bots or DEFAULT_BOTS,
            speed=options.speed or "normal",
            new=True,
        )
        self.line = len(_FIELDS) - 1

    @property
    def field(self) -> str:
        """The line under the cursor."""
        return _FIELDS[self.line]

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The lines, and what the value under the cursor means."""
        lines = tuple(self._row(field) for field in _FIELDS)
        about = tuple(words(line) for line in wrap(self._about(), LABEL_WIDTH + VALUE_WIDTH))
        about = (*about, *[()] * (3 - len(about)))
        block = (*words_title(t("newgame.title")), (), *lines[:-1], (), lines[-1], (), *indent(about, 2))
        foot = footer(
            hint(t("screen.foot.choose"), "up", "down"),
            hint(t("screen.foot.change"), "left", "right"),
            hint(t("newgame.start"), "confirm"),
            hint(t("screen.foot.back"), "cancel"),
            hint(BY_ID["help"].words, "help"),
        )
        return page([middle(block, width)], width, height, foot)

    def _row(self, field: str) -> Row:
        here = field == self.field
        pointer = Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"))
        meta = ("entry", field)
        if field == "start":
            label = Span(f" {t('newgame.start')} ", Role("text", "round") if here else Role("name"), meta)
            return fit([pointer, label], LABEL_WIDTH + VALUE_WIDTH)
        value = self._value(field)
        ground = "round" if here else "felt"
        arrows = field != "seed"
        return fit(
            [
                pointer,
                Span(f"{t(f'newgame.fields.{field}'):<{LABEL_WIDTH}}", Role("muted"), meta),
                Span("< " if arrows else "  ", Role("acting"), ("back", field)),
                Span(f" {value} ", Role("text", ground) if here else Role("name"), meta),
                Span(" >" if arrows else "  ", Role("acting"), ("forth", field)),
            ],
            LABEL_WIDTH + VALUE_WIDTH,
        )

    def _value(self, field: str) -> str:
        options = self.options
        match field:
            case "rules":
                return PRESETS[options.rules or DEFAULT_RULES].title
            case "length":
                return t(f"newgame.lengths.{options.length}")
            case "speed":
                return t(f"newgame.speeds.{options.speed}")
            case "seed":
                return t("newgame.any-seed") if options.seed is None else str(options.seed)
        return (options.bots or DEFAULT_BOTS)[_BOT_FIELDS.index(field)]

    def _about(self) -> str:
        field = self.field
        if field in _BOT_FIELDS:
            return t(f"newgame.bots.{self._value(field)}")
        if field == "rules":
            return t(f"newgame.rulesets.{self.options.rules}")
        return t(f"newgame.about.{field}")

    # -- choosing ------------------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """Digits and Backspace make the seed; every other key is a named action."""
        if event.key.isdecimal() and event.key.isascii():
            self._type(str(self.options.seed or "") + event.key)
        elif event.key == "backspace" and self.options.seed is not None:
            self._type(str(self.options.seed)[:-1])
        else:
            super().press(event)

    def _type(self, digits: str) -> None:
        if len(digits) <= SEED_DIGITS:
            self.line = _FIELDS.index("seed")
            self.options = replace(self.options, seed=int(digits) if digits else None)
            self.redraw()

    def perform(self, action: NamedAction) -> None:
        """Move, change a value, start or leave."""
        match action.id:
            case "up" | "down":
                self.line = (self.line + (1 if action.id == "down" else -1)) % len(_FIELDS)
                self.redraw()
            case "left" | "right":
                self.change(self.field, 1 if action.id == "right" else -1)
            case "confirm":
                self.dismiss(self.options)
            case "cancel" | "quit":
                self.dismiss(None)
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click chooses a line, its arrows change it, and Start starts."""
        field = str(value)
        if field == "start":
            self.dismiss(self.options)
            return
        self.line = _FIELDS.index(field)
        self.change(field, {"back": -1, "entry": 0}.get(what, 1))

    def change(self, field: str, by: int) -> None:
        """Take the next value of a line, or the one before."""
        options = self.options
        match field:
            case "rules":
                rules = _next(tuple(PRESETS), options.rules, by)
                self.options = replace(options, rules=rules, length=PRESETS[rules].length)
            case "length":
                self.options = replace(options, length=_next(LENGTHS, options.length, by))
            case "speed":
                self.options = replace(options, speed=_next(SPEEDS, options.speed, by))
            case "right" | "across" | "left":
                bots = list(options.bots or DEFAULT_BOTS)
                place = _BOT_FIELDS.index(field)
                bots[place] = _next(BOT_NAMES, bots[place], by)
                self.options = replace(options, bots=tuple(bots))
        self.redraw()


def words_title(text: str) -> Rows:
    """The title of a page."""
    return (words(text, "title"),)


def _next(values: Sequence[_Value], value: _Value | None, by: int) -> _Value:
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
