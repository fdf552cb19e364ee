"""The settings: what they are is shown at once, kept at once, and applied to the table at once."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tui.actions import BY_ID
from tui.screens.form import FormScreen, next_value
from tui.screens.page import PanelScreen
from tui.settings import HintLevel, MarksWhen
from tui.table.layout import NEEDED
from tui.texts import t


class SettingsScreen(PanelScreen[None], FormScreen[None]):
    """A change counts as soon as it is made; Enter and Esc only leave."""

    fields = ("hints", "marks", "done")
    LARGEST: ClassVar[tuple[int, int]] = NEEDED

    def __init__(self) -> None:
        super().__init__()
        self._message = ""
        """Why a change could not be kept."""

    def heading(self) -> str:
        """What the form is about."""
        return t("settings.title")

    def label(self, field: str) -> str:
        """What a setting is called."""
        return t(f"settings.fields.{field}")

    def value(self, field: str) -> str:
        """What is chosen."""
        values = self.furiten.settings
        if field == "hints":
            return t(f"settings.hints.{values.hints}")
        return t(f"settings.marks.{values.marks}")

    def about(self, field: str) -> str:
        """What the choice means, or why it could not be kept."""
        values = self.furiten.settings
        if self._message:
            return self._message
        key = "done"
        if field == "hints":
            key = f"hints-{values.hints}"
        elif field == "marks":
            key = "marks-off" if values.hints is HintLevel.OFF else f"marks-{values.marks}"
        return t(f"settings.about.{key}", ask=BY_ID["ask"].key)

    def change(self, field: str, by: int) -> None:
        """Choose, apply and keep the next value, or the one before."""
        if not by:
            return
        values = self.furiten.settings
        if field == "hints":
            values = msgspec.structs.replace(values, hints=next_value(tuple(HintLevel), values.hints, by))
        elif field == "marks":
            values = msgspec.structs.replace(values, marks=next_value(tuple(MarksWhen), values.marks, by))
        else:
            return
        self._message = self.furiten.change_settings(values)

    def take(self) -> None:
        """Leave; everything is kept already."""
        self.dismiss(None)

    def leave(self) -> None:
        """Leave."""
        self.dismiss(None)
