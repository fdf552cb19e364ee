"""The title screen."""

from __future__ import annotations

from engine import __version__
from tui.config.actions import NamedAction, Place
from tui.drawing.rows import Rows
from tui.i18n.layout import sentences
from tui.i18n.texts import t
from tui.screens.choosing import ChoosingScreen
from tui.screens.layout import middle, page, words, wrap
from tui.screens.menu import Entry, Menu, footer, keys, menu_footer
from tui.screens.start.logo import logo

MESSAGE_WIDTH = 72


class TitleScreen(ChoosingScreen[None]):
    """Continue, new game, practice, help, quit; and what there is to say about the save."""

    place = Place.TITLE

    def __init__(self, message: str = "") -> None:
        super().__init__()
        self.menu = Menu([Entry("quit", t("title.quit"))])
        self.message = message
        """Shown under the menu: a save that was set aside, a game that is open elsewhere."""
        self._told = message
        """What of it does not come from the save."""
        self._offers = False
        """Whether the first lesson comes before everything else."""

    def on_mount(self) -> None:
        """Look for a game to continue."""
        self.renew(self.message)

    def renew(self, message: str) -> None:
        """Look for a game to continue, once more, and show a message."""
        waiting = self.game_app.look_for_game()
        entries = [Entry("continue", t("title.continue"), waiting.summary)] if waiting.summary else []
        if not waiting.locked:
            entries.append(Entry("new-game", t("title.new-game")))
        entries.append(Entry("practice", t("title.practice")))
        self._offers = self.game_app.newcomer.is_one
        if self._offers:
            entries.insert(0, Entry("first-lesson", t("title.first-offer")))
        else:
            entries.append(Entry("first-lesson", t("title.first-lesson")))
        entries += [Entry("settings", t("title.settings")), Entry("glossary", t("title.glossary"))]
        entries += [Entry("help", t("title.help")), Entry("quit", t("title.quit"))]
        self.menu = Menu(entries)
        self._told = message
        self.message = sentences((message, waiting.message))
        self.redraw()

    def refresh_texts(self) -> None:
        """The entries in another language, with the cursor where it was."""
        chosen = self.menu.chosen.id
        self.renew(self._told)
        self.menu.stand_on(chosen)

    def picture(self, width: int, height: int) -> Rows:
        """Logo, menu, message."""
        lines = wrap(self.message, min(MESSAGE_WIDTH, width - 8)) if self.message else []
        message = tuple(words(line, "alarm") for line in lines)
        blocks = [
            middle(logo(self.look), width),
            middle((words(t("title.tagline"), "muted"),), width),
            (),
            middle(self.menu.rows(self.look), width),
            middle(message, width),
        ]
        version = words(t("title.version", version=__version__), "muted")
        later = keys(t("title.first-later"), "cancel")
        foot = menu_footer(later) if self._offers else footer(menu_footer(), version)
        return page([block or ((),) for block in blocks], width, height, foot)

    def applies(self, action: NamedAction) -> bool:
        """What has an entry of its own has to be on the menu."""
        if action.id == "cancel":
            return self._offers
        own = action.places == (Place.TITLE,)
        return not own or any(entry.id == action.id for entry in self.menu.entries)

    def perform(self, action: NamedAction) -> None:
        """Entries have keys of their own besides."""
        if action.id in ("continue", "new-game", "practice", "first-lesson", "settings"):
            self.take(action.id)
        elif action.id == "cancel" and self._offers:
            self.game_app.newcomer.greet()
            self.renew(self._told)
        else:
            super().perform(action)

    def take(self, id: str) -> None:
        """Do what an entry says, where it is on the menu."""
        if all(entry.id != id for entry in self.menu.entries):
            return
        self.menu.stand_on(id)
        match id:
            case "continue":
                self.game_app.continue_game()
            case "new-game":
                self.game_app.choose_new_game()
            case "practice":
                self.game_app.show_practice()
            case "first-lesson":
                self.game_app.show_first_lesson()
            case "settings":
                self.game_app.show_settings()
            case "glossary":
                self.game_app.show_glossary()
            case "help":
                self.game_app.show_help(self.place)
            case "quit":
                self.game_app.leave()
