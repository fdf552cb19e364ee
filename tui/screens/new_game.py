"""The form before a new game, the question before the first one, and what a form with bots shares with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace
from textual import events

from ai.bots.registry import BOTS_WITH_LEVELS
from ai.mjai.command import display_name
from engine.events import TableSteps
from engine.own_rules import changes_of, ruleset
from engine.rules import PRESETS, Length, Ruleset
from tui.config.actions import BY_ID, ActionId, meant
from tui.drawing.rows import Rows
from tui.i18n import join_sentences, t
from tui.play.play_options import FIRST_TOURNAMENT, LENGTHS, SPEEDS, PlayOptions
from tui.play.session import DEFAULT_BOTS, DEFAULT_RULES
from tui.screens.dialogs import TEXT_WIDTH, FormScreen, next_value
from tui.screens.list_page import PickPage
from tui.screens.page import Entry, keys, menu_footer, middle, page, words, wrap
from tui.screens.pages.rules_page import OwnRulesScreen
from tui.screens.screen import Result
from tui.tiles import Ink
from tui.words.names import about_bot, bot_title
from tui.words.rulesets import about_rules
from tui.words.table_rules import error_frequency

SEED_DIGITS = 12


ORIGINS = ("mahjongsoul", "tenhou", "mleague", "ema2025", DEFAULT_RULES)
"""The rulesets of where players come from; the last one is for all others."""


def _noticed(rules: Ruleset) -> str:
    """What a player notices first: the points at the start, and red fives."""
    return t("origin.with-red" if any(rules.red_fives) else "origin.without-red", points=rules.start_points)


class OriginScreen(PickPage):
    """The question before the first form: where one plays. Its result is a ruleset, or None for Esc."""

    def __init__(self) -> None:
        super().__init__()
        self.fill(self._made(), ORIGINS[-1])

    def _made(self) -> list[Entry]:
        return [Entry(name, t(f"origin.places.{name}"), _noticed(PRESETS[name])) for name in ORIGINS]

    def refresh_texts(self) -> None:
        self.fill(self._made(), self.chosen.id)

    def picture(self, width: int, height: int) -> Rows:
        text = tuple(words(line) for line in wrap(t("origin.text"), min(TEXT_WIDTH, width - 8)))
        block = (words(t("newgame.title"), Ink.TITLE), (), *text, (), *self.menu())
        return page(
            [middle(block, width)], width, height, menu_footer(keys(t("title.first-later"), ActionId.CANCEL))
        )


class GameField(StrEnum):
    """A field of the form. The last one accepts the form."""

    OWN = "own"
    RULES = "rules"
    HOUSE = "house"
    LENGTH = "length"
    TABLE_RULES = "table-rules"
    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"
    SPEED = "speed"
    SEED = "seed"
    UNDO = "undo"
    START = "start"


class BotsForm(FormScreen[Result]):
    """A form with a field for each bot: on the right, across and on the left."""

    bot_fields: ClassVar[tuple[str, ...]] = ("right", "across", "left")

    def __init__(self, bots: Sequence[str]) -> None:
        """``bots`` are those to choose from besides ours, such as external programs."""
        super().__init__()
        self.bot_values = tuple(dict.fromkeys((*BOTS_WITH_LEVELS, *bots)))
        self.at = self.count - 1

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that were chosen, in the order of the fields."""
        return ()

    def bot(self, field: str) -> str:
        return self.bots[self.bot_fields.index(field)]

    def value(self, field: str) -> str:
        return bot_title(display_name(self.bot(field)))

    def about(self, field: str) -> str:
        return about_bot(self.bot(field))

    def with_next_bot(self, field: str, by: int) -> tuple[str, ...]:
        bots = list(self.bots)
        bots[self.bot_fields.index(field)] = next_value(self.bot_values, self.bot(field), by)
        return tuple(bots)


class NewGameScreen(BotsForm[PlayOptions | None]):
    """The form of a new game. Digits type the seed. Its result is the options, or None."""

    fields = tuple(GameField)
    typed: ClassVar[frozenset[str]] = frozenset({GameField.SEED})

    def __init__(
        self,
        options: PlayOptions,
        own_steps: TableSteps = FIRST_TOURNAMENT,
        kept: Iterable[Ruleset] = (),
    ) -> None:
        """``own_steps`` are the steps of table rules that the settings name; ``kept`` are own rules."""
        super().__init__(options.bots or DEFAULT_BOTS)
        self._steps = tuple(dict.fromkeys((None, FIRST_TOURNAMENT, own_steps)))
        rules = options.rules or DEFAULT_RULES
        self._rulesets = tuple(dict.fromkeys((*PRESETS, *(each.name for each in kept), rules)))
        self.options = replace(
            options,
            rules=rules,
            bots=options.bots or DEFAULT_BOTS,
            speed=options.speed or "normal",
            undo=bool(options.undo),
            steps=options.steps if options.steps in self._steps else options.steps and own_steps,
            new=True,
        )

    @property
    def bots(self) -> tuple[str, ...]:
        return self.options.bots or DEFAULT_BOTS

    def ruleset(self) -> Ruleset:
        return ruleset(self.options.rules or DEFAULT_RULES)

    @property
    def _length(self) -> Length:
        """The length that was chosen, or that of the ruleset. Another ruleset keeps a chosen length."""
        return self.options.length or self.ruleset().length

    @property
    def _undoes(self) -> bool:
        """Whether decisions can be undone: never by table rules."""
        return bool(self.options.undo) and self.options.steps is None

    @property
    def _steps_name(self) -> str:
        steps = self.options.steps
        return "off" if steps is None else "tournament" if steps == FIRST_TOURNAMENT else "own"

    # -- the lines -----------------------------------------------------------------------------------

    def heading(self) -> str:
        return t("practice.guided" if self.options.guided else "newgame.title")

    def label(self, field: str) -> str:
        return t(f"newgame.fields.{field}")

    def value(self, field: str) -> str:
        options = self.options
        match field:
            case GameField.OWN:
                return t("newgame.you-play") if options.own is None else bot_title(display_name(options.own))
            case GameField.RULES:
                return self.ruleset().title
            case GameField.HOUSE:
                changed = len(changes_of(self.ruleset()))
                return t("newgame.house", count=changed) if changed else t("newgame.no-house")
            case GameField.LENGTH:
                return t(f"newgame.lengths.{self._length}")
            case GameField.SPEED:
                return t(f"newgame.speeds.{options.speed}")
            case GameField.UNDO:
                return t("newgame.undo-on") if self._undoes else t("newgame.undo-off")
            case GameField.TABLE_RULES:
                return t(f"newgame.steps.{self._steps_name}")
            case GameField.SEED:
                return t("newgame.any-seed") if options.seed is None else str(options.seed)
        return super().value(field)

    def note(self, field: str) -> str:
        return _noticed(self.ruleset()) if field == GameField.RULES else ""

    def about(self, field: str) -> str:
        if field in self.bot_fields:
            return super().about(field)
        if field == GameField.OWN:
            return t("newgame.about-own") if self.options.own is None else t("newgame.about-watch")
        if field == GameField.RULES:
            return about_rules(self.ruleset())
        if field == GameField.HOUSE:
            left, right = BY_ID[ActionId.LEFT].named, BY_ID[ActionId.RIGHT].named
            return t("newgame.about-house", left=left, right=right)
        if field == GameField.UNDO:
            return t("newgame.about-undo", key=BY_ID[ActionId.UNDO].key)
        if field == GameField.TABLE_RULES:
            about = t(f"newgame.about-steps.{self._steps_name}")
            steps = self.options.steps
            if steps is None:
                return about
            return join_sentences((about, error_frequency(steps.bot_errors)))
        return t(
            f"newgame.about.{field}", faster=BY_ID[ActionId.FASTER].named, slower=BY_ID[ActionId.SLOWER].named
        )

    def press(self, event: events.Key) -> None:
        if meant(event.key).isdecimal():
            self._type(str(self.options.seed or "") + event.key)
        elif event.key == "backspace" and self.options.seed is not None:
            self._type(str(self.options.seed)[:-1])
        else:
            super().press(event)

    def _type(self, digits: str) -> None:
        if len(digits) <= SEED_DIGITS:
            self.at = self.fields.index(GameField.SEED)
            self.options = replace(self.options, seed=int(digits) if digits else None)
            self.redraw()

    def accept(self) -> None:
        self.dismiss(replace(self.options, undo=self._undoes))

    def change(self, field: str, by: int) -> None:
        options = self.options
        match field:
            case GameField.RULES:
                self.options = replace(options, rules=next_value(self._rulesets, options.rules, by))
            case GameField.HOUSE if by:
                self.app.push_screen(OwnRulesScreen(self.ruleset()), self._ruled)
            case GameField.LENGTH:
                self.options = replace(options, length=next_value(LENGTHS, self._length, by))
            case GameField.SPEED:
                self.options = replace(options, speed=next_value(SPEEDS, options.speed, by))
            case GameField.UNDO:
                self.options = replace(options, undo=next_value((False, True), options.undo, by))
            case GameField.TABLE_RULES:
                self.options = replace(options, steps=next_value(self._steps, options.steps, by))
            case GameField.OWN:
                self.options = replace(options, own=next_value((None, *self.bot_values), options.own, by))
            case GameField.RIGHT | GameField.ACROSS | GameField.LEFT:
                self.options = replace(options, bots=self.with_next_bot(field, by))

    def _ruled(self, rules: Ruleset | None) -> None:
        if rules is not None:
            self.options = replace(self.options, rules=rules.name)
            self._rulesets = tuple(dict.fromkeys((*self._rulesets, rules.name)))
            self.redraw()
