"""The base of the app: applies settings to all screens, and opens pages over any screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path

from rich.console import RenderableType
from textual import events
from textual.app import App

from engine.rules import Ruleset
from tui.config.actions import NamedAction, Place, choose_keys
from tui.config.looks import default_glyphs
from tui.config.settings import Settings, SettingsFile
from tui.drawing.palette import Palette, default_palette
from tui.i18n.language import resolve_language
from tui.i18n.texts import choose_language, language, t
from tui.play.save import SaveFolder
from tui.screens.base import KeyRepeat, KeyScreen, Result
from tui.screens.game.game import GameScreen
from tui.shell.control_filter import ControlFilter, HarmlessErrors
from tui.shell.textual_theme import TERMINAL, textual_theme
from tui.system.exit_codes import ExitCode
from tui.system.terminal import (
    NO_COLOUR,
    ColourDepth,
    Glyphs,
    colour_depth,
    display,
    is_served,
    is_unicode,
    replace_unencodable_display,
)
from tui.tiles.look import Look, default_look

RIGHT = 3
"""Textual's number of the right mouse button."""


class ThemedApp(App[int]):
    """An app with the language, keys, look and colours of its settings. A change reaches all open screens.

    Pages that open over any screen are imported in the method that opens them, to keep the start short.
    """

    def __init__(self, folder: SaveFolder) -> None:
        if not os.environ.get(NO_COLOUR):
            # unlike Textual, ignore an empty NO_COLOR
            os.environ.pop(NO_COLOUR, None)
        # with NO_COLOR nothing has a colour, not even Textual's greys
        super().__init__(ansi_color=True if NO_COLOUR in os.environ else None)
        # the last one: nothing that a widget draws comes after it
        self._filters.append(ControlFilter())
        self.error_console.push_render_hook(HarmlessErrors())
        self.folder = folder
        self.key_repeat = KeyRepeat()
        self._colours, self._glyphs = ColourDepth.TRUE, Glyphs.KANJI
        """What the terminal can show, if the app runs in one."""
        self._settings = SettingsFile(folder.path)
        self._apply_language()
        choose_keys(self.settings.keys_in_force)
        self.look, self.palette = self._theme_of_settings()
        self._apply_textual_theme()

    @property
    def home(self) -> Path:
        """The data folder."""
        return self.folder.path

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the times that screens show; None for the local one."""
        return None

    def shown_path(self, path: Path) -> str:
        """A path as screens show it."""
        return str(path)

    def detect_terminal(self) -> None:
        """Detect the colours and glyphs of the terminal, and draw with them."""
        if is_served():
            return
        self._colours = colour_depth(os.environ, windows=sys.platform == "win32")
        self._glyphs = default_glyphs(os.environ.get("TERM", ""), unicode=is_unicode(display()))
        if self._glyphs is Glyphs.ASCII:
            replace_unencodable_display()
        self.look, self.palette = self._theme_of_settings()
        self._apply_textual_theme()

    def panic(self, *renderables: RenderableType) -> None:
        """End with an error message and, unlike Textual (8.2.8), always with an exit code that is not 0."""
        self._return_code = self._return_code or ExitCode.NO
        super().panic(*renderables)

    async def on_event(self, event: events.Event) -> None:
        """Count key repeats before a screen gets the key, and handle right clicks."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.key_repeat.record(event.key, event.time)
        if isinstance(event, events.MouseDown | events.MouseUp) and event.button == RIGHT:
            self._right_click(event)
            return
        await super().on_event(event)

    def _right_click(self, event: events.MouseEvent) -> None:
        """Open the command palette: every action can be reached with the mouse alone."""
        from tui.screens.pages.command_palette import PaletteScreen

        screen = self.screen
        if isinstance(event, events.MouseDown) or isinstance(screen, PaletteScreen):
            return
        if isinstance(screen, KeyScreen):
            self.show_palette(screen)

    def show_help(self, place: Place) -> None:
        """Open the help, with the keys of that place first."""
        from tui.screens.pages.help import PAGE_OF, HelpPage, HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(PAGE_OF.get(place, HelpPage.KEYS)))

    def show_glossary(self, terms: Sequence[str] = ()) -> None:
        """Open the glossary, with these terms first."""
        from tui.screens.pages.glossary import GlossaryScreen

        self.push_screen(GlossaryScreen(terms))

    def show_payments(self, rules: Ruleset | None = None) -> None:
        """Open the table of payments, of these rules first."""
        from tui.screens.pages.payment_table import PaymentTableScreen

        self.push_screen(PaymentTableScreen(rules))

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings.values

    def _theme_of_settings(self) -> tuple[Look, Palette]:
        """The look and the palette that the settings and the environment choose."""
        values = self.settings
        palette = default_palette(
            colours=ColourDepth.NONE if self.no_color else self._colours, theme=values.theme
        )
        look = default_look(theme=palette.name, most=self._glyphs, tiles=values.tiles, glyphs=values.glyphs)
        return look, palette

    def _apply_language(self) -> bool:
        """Use the language that settings and environment choose. Return whether it has changed."""
        before = language()
        choose_language(resolve_language(self.settings.language, self.settings.glyphs))
        return language() != before

    def _apply_textual_theme(self) -> None:
        """Use the colours of the palette for what Textual draws itself."""
        theme = textual_theme(self.palette)
        if theme is not None:
            self.register_theme(theme)
        if theme is not None and theme.dark and not self.is_running:
            # the CSS parsed so far fits any dark theme: set no watcher off, which would parse it again
            self.set_reactive(App.theme, theme.name)
        else:
            self.theme = TERMINAL if theme is None else theme.name

    def _apply_settings(self) -> None:
        """Apply language, keys, look and colours to every open screen."""
        rekeyed = choose_keys(self.settings.keys_in_force)
        texts_changed = self._apply_language() or rekeyed
        theme = self._theme_of_settings()
        if theme == (self.look, self.palette) and not texts_changed:
            return
        self.look, self.palette = theme
        self._apply_textual_theme()
        if texts_changed:
            for screen in self.screen_stack:
                if isinstance(screen, KeyScreen):
                    screen.refresh_texts()
        for screen in self.screen_stack:
            if isinstance(screen, KeyScreen):
                screen.apply_theme()

    def show_settings(self) -> None:
        """Open the settings."""
        from tui.screens.pages.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def show_keys(self) -> None:
        """Open the page on which keys can be changed."""
        from tui.screens.pages.keys import KeysScreen

        self.push_screen(KeysScreen())

    def show_palette(self, screen: KeyScreen[Result]) -> None:
        """Open the command palette with the actions of that screen, and carry out the chosen one there."""
        from tui.screens.pages.command_palette import PaletteScreen

        def taken(action: NamedAction | None) -> None:
            if action is not None:
                screen.carry_out(action)

        self.push_screen(PaletteScreen(screen.offers()), taken)

    def change_settings(self, values: Settings) -> str:
        """Apply and save the settings. Return why they could not be saved, or an empty text."""
        try:
            self._settings.change(values)
        except OSError as error:
            failure = t("settings.not-kept", reason=error.strerror or error)
        else:
            failure = ""
        self._apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.apply(values)
        return failure
