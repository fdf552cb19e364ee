"""The settings, and the page of the keys. A change is applied to every open screen and saved at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace
from textual import events

from tui.config.actions import (
    BY_ID,
    NO_KEY,
    ActionId,
    ActionSort,
    Chosen,
    InvalidKey,
    NamedAction,
    Place,
    action_named,
    key_label,
    meant,
    parse_key,
)
from tui.config.settings import (
    REQUIRED_ACTIONS,
    HintLevel,
    KeyPreset,
    SettingGroup,
    choice_settings,
    conflicting_actions,
    keys_of,
    override_keys,
    usual_keys,
    with_preset,
)
from tui.drawing.palette import THEME_VARIABLE
from tui.drawing.rows import EntryAt, Meta, Role, Row, Rows, Span, fit, fit_rows
from tui.i18n import LANGUAGE_VARIABLE, Language, japanese_obstacle, locale_is_japanese, t
from tui.screens.dialogs import FormScreen, next_value
from tui.screens.list_page import POINTER, ListPage
from tui.screens.page import PanelScreen, back_key, keys, words, wrap
from tui.screens.pages.help_page import GROUPS, grouped
from tui.system.terminal import GLYPHS_VARIABLE
from tui.table.side_panel import suits_in_a_row
from tui.tiles import STYLE_VARIABLE, Ground, Ink

MARGIN = 4
KEYS_WIDTH = 38
SAID = 2
"""Rows of the text about the line under the cursor."""
AROUND = SAID + 6
"""Rows that are not lines of the list: title, text, footer, gaps."""


class ExtraLine(StrEnum):
    """A line below the actions."""

    PRESET = "preset"
    ALL_USUAL = "all-usual"
    DONE = "done"


class KeyCapture(StrEnum):
    """How the next key that is pressed will be used."""

    NEW = "new"
    """As the only key of the action."""
    MORE = "more"
    """As one more key of the action."""


class KeyTakeover(msgspec.Struct, frozen=True):
    """A key of another action. The same key again takes it from there."""

    key: str
    action: NamedAction


class KeysScreen(PanelScreen[None], ListPage[None]):
    """The list of actions. A change is applied and saved at once, with a warning before a key is taken."""

    place: ClassVar[Place] = Place.KEYS
    LARGEST: ClassVar[tuple[int, int]] = (80, 32)

    def __init__(self) -> None:
        super().__init__()
        self._groups = [
            (name, [action for action in actions if action.sort is not ActionSort.TYPES])
            for name, actions in zip(GROUPS, grouped(GROUPS), strict=True)
        ]
        self.lines: list[ActionId | ExtraLine] = [
            *(action.id for _, actions in self._groups for action in actions),
            *ExtraLine,
        ]
        """The lines of the list: the actions, and the two lines below them."""
        self.waits: KeyCapture | None = None
        """How the next key will be used, or None while keys are actions."""
        self._asked: KeyTakeover | None = None
        self._said = ""
        """The change that the last key made, or why it made none."""

    @property
    def count(self) -> int:
        return len(self.lines)

    @property
    def ways(self) -> tuple[str, str]:
        return BY_ID[ActionId.PAGE_UP].named, BY_ID[ActionId.PAGE_DOWN].named

    @property
    def chosen(self) -> Chosen:
        return self.game_app.settings.keys

    @property
    def in_force(self) -> Chosen:
        return self.game_app.settings.keys_in_force

    @property
    def preset(self) -> KeyPreset:
        return self.game_app.settings.keys_preset

    @property
    def action(self) -> NamedAction | None:
        """The action under the cursor, or None on the lines below."""
        line = self.lines[self.at]
        return BY_ID[line] if isinstance(line, ActionId) else None

    def press(self, event: events.Key) -> None:
        action = self.action
        if self.waits is None or action is None or meant(event.key) in BY_ID[ActionId.HELP].keys:
            super().press(event)
        elif event.key == "escape":
            self._wait(None)
        else:
            self._take(action, self.waits, event.key)

    def applies(self, action: NamedAction) -> bool:
        return (
            action.id not in (ActionId.ADD_KEY, ActionId.NO_KEY, ActionId.USUAL_KEY)
            or self.action is not None
        )

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.ADD_KEY | ActionId.NO_KEY | ActionId.USUAL_KEY if self.action is not None:
                self._change(action.id, self.action)
            case _:
                super().on_action(action)

    def leave(self) -> None:
        if self.waits is None:
            super().leave()
        else:
            self._wait(None)

    def on_row(self, at: int) -> None:
        match self.lines[at]:
            case ExtraLine.DONE:
                self.dismiss(None)
            case ExtraLine.PRESET:
                # change to the next preset; say which keys of the user do not go with it
                presets = list(KeyPreset)
                following = presets[(presets.index(self.preset) + 1) % len(presets)]
                settings, told = with_preset(self.game_app.settings, following)
                self._say(self.game_app.change_settings(settings) or told)
            case ExtraLine.ALL_USUAL:
                self._keep({}, t("keys.all-usual"))
            case _:
                self._wait(KeyCapture.NEW)

    def _change(self, what: ActionId, action: NamedAction) -> None:
        """Give the action under the cursor one more key, none, or its usual ones."""
        match what:
            case ActionId.ADD_KEY:
                self._wait(KeyCapture.MORE)
            case ActionId.NO_KEY if action.id in REQUIRED_ACTIONS:
                self._say(t("keys.needed", action=action.alone))
            case ActionId.NO_KEY:
                self._keep(self._with(self.chosen, action, ()), t("keys.none", action=action.alone))
            case _:
                self._to_usual(action)

    def _to_usual(self, action: NamedAction) -> None:
        usual = usual_keys(self.preset, action)
        for key in usual:
            if others := conflicting_actions(self.in_force, action, key):
                self._say(t("keys.clash", action=action.alone, key=key_label(key), other=others[0].alone))
                return
        self._keep(self._with(self.chosen, action, usual), t("keys.usual", action=action.alone))

    def _with(self, chosen: Chosen, action: NamedAction, keys: tuple[str, ...]) -> Chosen:
        return override_keys(chosen, action, keys, self.preset)

    def click(self, meta: Meta) -> None:
        again = meta == EntryAt(self.at)
        super().click(meta)
        if isinstance(meta, EntryAt) and (again or self.action is None):
            self.on_row(self.at)

    def go_to(self, at: int) -> None:
        self.at = at
        self._wait(None)

    def _wait(self, what: KeyCapture | None) -> None:
        self.waits, self._asked = what, None
        self._say("")

    def _say(self, said: str) -> None:
        self._said = said
        self.redraw()

    # -- a new key -----------------------------------------------------------------------------------

    def _take(self, action: NamedAction, what: KeyCapture, pressed: str) -> None:
        """Give the action the key that was pressed; if others have it, only when it is pressed again."""
        try:
            key = parse_key(pressed)
        except InvalidKey as error:
            self._say(str(error))
            return
        asked, self._asked = self._asked, None
        others = conflicting_actions(self.in_force, action, key)
        if refused := next((other for other in others if not _can_spare(self.in_force, other, key)), None):
            self._say(t("keys.not-spared", key=key_label(key), other=refused.alone))
        elif others and asked != KeyTakeover(key, action):
            self._asked = KeyTakeover(key, action)
            self._say(t("keys.taken", key=key_label(key), other=others[0].alone))
        else:
            in_force = self.in_force
            had = keys_of(in_force, action) if what is KeyCapture.MORE else ()
            chosen = self._with(self.chosen, action, tuple(dict.fromkeys((*had, key))))
            for other in others:
                left = tuple(each for each in keys_of(in_force, other) if each != key)
                chosen = self._with(chosen, other, left)
            self.waits = None
            self._keep(chosen, t("keys.given", action=action.alone, key=key_label(key)))

    def _keep(self, chosen: Chosen, said: str) -> None:
        """Apply and save these keys; say so, or why they could not be saved."""
        failure = self.game_app.change_settings(msgspec.structs.replace(self.game_app.settings, keys=chosen))
        self._say(failure or said)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        lines, seen = self._lines(inner)
        body = self.window_with(seen, lines, inner, height - AROUND)
        ink = Ink.ACTING if self.waits else Ink.MUTED
        said = [words(line, ink) for line in wrap(self._about(), inner)][:SAID]
        rows = fit_rows([(), words(t("keys.title"), Ink.TITLE), (), *body, (), *said], inner, height - 2)
        return self.framed(rows, width, height, MARGIN)

    def _lines(self, width: int) -> tuple[Rows, tuple[int, int]]:
        """All lines below the headings of their groups, and which rows have to be visible."""
        rows: list[Row] = []
        seen = (0, 0)
        for name, actions in self._groups:
            above = len(rows)
            rows += [(), words(t(f"screen.groups.{name}"), Ink.TITLE)] if rows else []
            rows = rows or [words(t(f"screen.groups.{name}"), Ink.TITLE)]
            for action in actions:
                if action is self.action:
                    seen = (above if action is actions[0] else len(rows), len(rows))
                rows.append(self._row(action.id, action.alone, self._keys_of(action), width))
        rows.append(())
        for id in ExtraLine:
            if self.lines[self.at] == id:
                seen = (len(rows), len(rows))
            value = t(f"settings.values.keys-preset.{self.preset}") if id is ExtraLine.PRESET else ""
            rows.append(self._row(id, t(f"keys.line.{id}"), (Span(value, Role(Ink.ACTING)),), width))
        return tuple(rows), seen

    def _row(self, id: ActionId | ExtraLine, label: str, shown: Row, width: int) -> Row:
        at = self.lines.index(id)
        meta = EntryAt(at)
        name = self.entry_text(at, f" {label} ", meta=meta)
        return (
            self.pointer(at, meta),
            *fit([name], width - KEYS_WIDTH - POINTER),
            *(replace(span, meta=meta) for span in shown),
        )

    def _keys_of(self, action: NamedAction) -> Row:
        """The keys of an action, followed by the usual ones if they differ."""
        if action is self.action and self.waits is not None:
            return (Span(t("keys.waits"), Role(Ink.TEXT, Ground.KEY)),)
        now = Span(action.all_keys, Role(Ink.ACTING if action.keys else Ink.FAINT))
        usually = usual_keys(self.preset, action)
        if action.keys == usually:
            return (now,)
        usual = " ".join(map(key_label, usually)) or NO_KEY
        return (now, Span(f"   {t('keys.usually', keys=usual)}", Role(Ink.MUTED)))

    def _about(self) -> str:
        if self._said:
            return self._said
        action = self.action
        what: str = self.lines[self.at] if action is None else self.waits or "action"
        called = action.alone if action is not None else ""
        return t(f"keys.about.{what}", action=called, key=BY_ID[ActionId.CONFIRM].named)

    def hints(self) -> Sequence[Row]:
        if self.waits is not None:
            return (back_key(),)
        return (
            keys(t("keys.foot.new"), ActionId.CONFIRM),
            keys(t("keys.foot.more"), ActionId.ADD_KEY),
            keys(t("keys.foot.none"), ActionId.NO_KEY),
            keys(t("keys.foot.usual"), ActionId.USUAL_KEY),
            back_key(),
        )


def _can_spare(chosen: Chosen, action: NamedAction, key: str) -> bool:
    if action.sort is ActionSort.TYPES:
        return False
    return action.id not in REQUIRED_ACTIONS or keys_of(chosen, action) != (key,)


VARIABLES = {
    "tiles": STYLE_VARIABLE,
    "glyphs": GLYPHS_VARIABLE,
    "theme": THEME_VARIABLE,
    "language": LANGUAGE_VARIABLE,
}
"""The variables of the environment that override a setting."""


class SettingsScreen(PanelScreen[None], FormScreen[None]):
    """A form that applies each change at once; Enter and Esc only leave."""

    fields = (*choice_settings(), "keys", "done")
    typed: ClassVar[frozenset[str]] = frozenset({"keys"})
    LARGEST: ClassVar[tuple[int, int]] = (80, 51)

    def __init__(self) -> None:
        super().__init__()
        self._message = ""
        """Why a change could not be saved."""

    def heading(self) -> str:
        return t("settings.title")

    def group(self, field: str) -> str:
        setting = choice_settings().get(field)
        return t(f"settings.groups.{setting.group if setting else SettingGroup.PROGRAM}")

    def label(self, field: str) -> str:
        return t(f"settings.fields.{field}")

    def value(self, field: str) -> str:
        if field == "keys":
            changed = len(self.game_app.settings.keys)
            return t("keys.changed", count=changed) if changed else t("keys.unchanged")
        return t(f"settings.values.{field}.{self._chosen(field)}")

    def _chosen(self, field: str) -> StrEnum:
        return choice_settings()[field].of(self.game_app.settings)

    def about(self, field: str) -> str:
        if self._message:
            return self._message
        if instead := self._instead(field):
            return instead
        key = field if field not in choice_settings() else f"{field}-{self._chosen(field)}"
        if field == "marks" and self.game_app.settings.hints is HintLevel.OFF:
            key = "marks-off"
        if field == "language" and (hindered := self._english()):
            key = f"{key}-{hindered}"
        action = action_named(field)
        turned = "" if action is None else action.key
        return t(
            f"settings.about.{key}",
            ask=BY_ID[ActionId.ASK].named,
            key=turned,
            confirm=BY_ID[ActionId.CONFIRM].named,
        )

    def sample(self, field: str) -> Row:
        return suits_in_a_row(self.look) if field == "glyphs" else ()

    def _english(self) -> str:
        """Why a Japanese locale does not choose Japanese. Empty if it does, or if it does not matter."""
        settings = self.game_app.settings
        asked = settings.language is Language.AUTO and locale_is_japanese()
        return japanese_obstacle(settings.glyphs) if asked else ""

    def _instead(self, field: str) -> str:
        """A sentence that the environment overrides this setting. Empty if it does not."""
        variable = VARIABLES.get(field, "")
        if field == "theme" and self.app.no_color:
            return t("settings.no-colour")
        value = os.environ.get(variable)
        return t("settings.environment", variable=variable, value=value) if value else ""

    def change(self, field: str, by: int) -> None:
        self._message = ""
        if field == "keys":
            self.app.push_screen(KeysScreen())
        elif by and field in choice_settings():
            value = next_value(choice_settings()[field].values, self._chosen(field), by)
            settings, told = self.game_app.settings, ""
            if isinstance(value, KeyPreset):
                changed, told = with_preset(settings, value)
            else:
                changed = choice_settings()[field].changed(settings, value)
            self._message = self.game_app.change_settings(changed) or told

    def takes(self) -> str:
        return self.label(self.field) if self.field == "keys" else super().takes()

    def accept(self) -> None:
        if self.field == "keys":
            self.app.push_screen(KeysScreen())
        else:
            self.leave()
