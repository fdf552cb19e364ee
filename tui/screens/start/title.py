"""The title screen."""

from __future__ import annotations

from typing import ClassVar

from engine import __version__
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import Rows
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, footer, keys, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.page_screen import WHOLE_SCREEN
from tui.screens.start.logo import logo
from tui.screens.start.other_copy import OtherCopyWatch
from tui.tiles.roles import Ink

MESSAGE_WIDTH = 72


class TitleScreen(MenuPage[None]):
    """The main menu, and notices about the save file."""

    place = Place.TITLE
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, message: str = "") -> None:
        super().__init__([Entry(ActionId.QUIT, t("title.quit"))])
        self.message = message
        """Shown under the menu, such as: a save file was set aside, the game is open elsewhere."""
        self._told = message
        """The part of the message that is not about the save file."""
        self._offers = False
        """Whether the first lesson is the first entry."""

    def on_mount(self) -> None:
        """Look for a game to continue."""
        self._other_copy = OtherCopyWatch(self, self.refresh_texts)
        self.renew(self.message)

    def renew(self, message: str) -> None:
        """Look for a game to continue again, and show a message."""
        waiting = self.game_app.look_for_game()
        self._other_copy.watch(opened=waiting.locked)
        entries = [Entry(ActionId.CONTINUE, t("title.continue"), waiting.summary)] if waiting.summary else []
        if not waiting.locked:
            entries.append(Entry(ActionId.NEW_GAME, t("title.new-game")))
        entries.append(Entry(ActionId.PRACTICE, t("title.practice")))
        entries.append(Entry(ActionId.MY_GAMES, t("games.title")))
        entries.append(Entry(ActionId.MY_FIGURES, t("statistics.screen.title")))
        self._offers = self.game_app.first_start.is_first
        if self._offers:
            entries.insert(0, Entry(ActionId.FIRST_LESSON, t("title.first-offer")))
        else:
            entries.append(Entry(ActionId.FIRST_LESSON, t("title.first-lesson")))
        entries += [
            Entry(ActionId.SETTINGS, t("title.settings")),
            Entry(ActionId.GLOSSARY, t("title.glossary")),
        ]
        entries += [Entry(ActionId.HELP, t("title.help")), Entry(ActionId.QUIT, t("title.quit"))]
        self.fill(entries)
        # that the game is open elsewhere is told while it is, and once
        self._told = "" if message == t("save.open-elsewhere") else message
        self.message = join_sentences((self._told, waiting.message))
        self.redraw()

    def refresh_texts(self) -> None:
        """Make the entries in another language; the cursor stays on its entry."""
        chosen = self.chosen.id
        self.renew(self._told)
        self.select(chosen)

    def picture(self, width: int, height: int) -> Rows:
        """Logo, menu, message."""
        lines = wrap(self.message, min(MESSAGE_WIDTH, width - 8)) if self.message else []
        message = tuple(words(line, Ink.ALARM) for line in lines)
        blocks = [
            middle(logo(self.look), width),
            middle((words(t("title.tagline"), Ink.MUTED),), width),
            (),
            middle(self.menu(), width),
            middle(message, width),
        ]
        version = words(t("title.version", version=__version__), Ink.MUTED)
        later = keys(t("title.first-later"), ActionId.CANCEL)
        foot = menu_footer(later) if self._offers else footer(menu_footer(), version)
        return page([block or ((),) for block in blocks], width, height, foot)

    def applies(self, action: NamedAction) -> bool:
        """Whether an action can be carried out: one of the menu only while the menu has it."""
        if action.id == ActionId.CANCEL:
            return self._offers
        own = action.places == (Place.TITLE,)
        return not own or any(entry.id == action.id for entry in self.entries)

    def perform(self, action: NamedAction) -> None:
        """Take an entry by its own key, or carry out an action of every menu."""
        if action.id in (
            ActionId.CONTINUE,
            ActionId.NEW_GAME,
            ActionId.PRACTICE,
            ActionId.MY_GAMES,
            ActionId.MY_FIGURES,
            ActionId.FIRST_LESSON,
            ActionId.SETTINGS,
        ):
            self.take(action.id)
        else:
            super().perform(action)

    def leave(self) -> None:
        """Esc declines the first lesson; otherwise it does nothing here."""
        if self._offers:
            self.game_app.first_start.finish()
            self.renew(self._told)

    def take(self, id: str) -> None:
        """Do what an entry says, if the menu has it."""
        if all(entry.id != id for entry in self.entries):
            return
        self.select(id)
        match id:
            case ActionId.CONTINUE:
                self.game_app.continue_game()
            case ActionId.NEW_GAME:
                self.game_app.choose_new_game()
            case ActionId.PRACTICE:
                self.game_app.show_practice()
            case ActionId.MY_GAMES:
                self.game_app.show_games()
            case ActionId.MY_FIGURES:
                self.game_app.show_statistics()
            case ActionId.FIRST_LESSON:
                self.game_app.show_first_lesson()
            case ActionId.SETTINGS:
                self.game_app.show_settings()
            case ActionId.GLOSSARY:
                self.game_app.show_glossary()
            case ActionId.HELP:
                self.game_app.show_help(self.place)
            case ActionId.QUIT:
                self.game_app.leave()
