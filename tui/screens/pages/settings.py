"""The settings. A change is applied to every open screen and saved at once."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import ClassVar

from tui.config.actions import BY_ID, ActionId, action_named
from tui.config.key_presets import KeyPreset
from tui.config.settings import CHOICE_SETTINGS, HintLevel, SettingGroup, with_preset
from tui.drawing.palette import THEME_VARIABLE
from tui.drawing.rows import Row
from tui.i18n.language import LANGUAGE_VARIABLE, Language, japanese_obstacle, locale_is_japanese
from tui.i18n.texts import t
from tui.screens.form import FormScreen, next_value
from tui.screens.page_screen import PanelScreen
from tui.system.terminal import GLYPHS_VARIABLE
from tui.table.sign_legend import suits_in_a_row
from tui.tiles.look import STYLE_VARIABLE

VARIABLES = {
    "tiles": STYLE_VARIABLE,
    "glyphs": GLYPHS_VARIABLE,
    "theme": THEME_VARIABLE,
    "language": LANGUAGE_VARIABLE,
}
"""The variables of the environment that override a setting."""


class SettingsScreen(PanelScreen[None], FormScreen[None]):
    """A form that applies each change at once; Enter and Esc only leave."""

    fields = (*CHOICE_SETTINGS, "keys", "done")
    typed: ClassVar[frozenset[str]] = frozenset({"keys"})
    LARGEST: ClassVar[tuple[int, int]] = (80, 36)

    def __init__(self) -> None:
        super().__init__()
        self._message = ""
        """Why a change could not be saved."""

    def heading(self) -> str:
        """The title of the form."""
        return t("settings.title")

    def group(self, field: str) -> str:
        """The heading above a setting."""
        setting = CHOICE_SETTINGS.get(field)
        return t(f"settings.groups.{setting.group if setting else SettingGroup.PROGRAM}")

    def label(self, field: str) -> str:
        """The name of a setting."""
        return t(f"settings.fields.{field}")

    def value(self, field: str) -> str:
        """The chosen value, as shown."""
        if field == "keys":
            changed = len(self.game_app.settings.keys)
            return t("keys.changed", count=changed) if changed else t("keys.unchanged")
        return t(f"settings.values.{field}.{self._chosen(field)}")

    def _chosen(self, field: str) -> StrEnum:
        return CHOICE_SETTINGS[field].of(self.game_app.settings)

    def about(self, field: str) -> str:
        """What the choice means, what overrides it, or why it could not be saved."""
        if self._message:
            return self._message
        if instead := self._instead(field):
            return instead
        key = field if field not in CHOICE_SETTINGS else f"{field}-{self._chosen(field)}"
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
        """A tile of each suit, in the chosen glyphs."""
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
        """Choose, apply and save the next value, or the one before."""
        self._message = ""
        if field == "keys":
            self.game_app.show_keys()
        elif by and field in CHOICE_SETTINGS:
            value = next_value(CHOICE_SETTINGS[field].values, self._chosen(field), by)
            settings, told = self.game_app.settings, ""
            if isinstance(value, KeyPreset):
                changed, told = with_preset(settings, value)
            else:
                changed = CHOICE_SETTINGS[field].changed(settings, value)
            self._message = self.game_app.change_settings(changed) or told

    def takes(self) -> str:
        """What Enter does, in a word: it leaves, except on the line of the keys."""
        return self.label(self.field) if self.field == "keys" else super().takes()

    def take(self) -> None:
        """Leave: everything is saved already. On the line of the keys, open their page."""
        if self.field == "keys":
            self.game_app.show_keys()
        else:
            self.leave()
