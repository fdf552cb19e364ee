"""The title screen: the name of the game in tiles, the main menu, and what is wrong with the saved game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.message import Message

from engine import __version__
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.large_letters import dots
from tui.drawing.rows import FELT, ColourOf, Role, Row, Rows, Span, beside
from tui.i18n import join_sentences, t
from tui.screens.list_page import MenuPage
from tui.screens.page import WHOLE_SCREEN, Entry, footer, keys, menu_footer, middle, page, words, wrap
from tui.screens.screen import KeyScreen, Result
from tui.tiles import Ground, Ink, Look, TileStyle

NAME = "FURITEN"

WIDTH, HEIGHT = 7, 9
"""Width and height of an upright tile, in dots. A sideways tile has them exchanged."""
ROWS = 5
"""Rows of the logo."""


def logo(look: Look) -> Rows:
    """The seven tiles; 57 cells wide, or fewer where tiles are boxes."""
    last = len(NAME) - 1
    if look.style is TileStyle.LINE or look.glyphs.upper_half == " ":
        return beside([_box(letter, look, lying=place == last) for place, letter in enumerate(NAME)], 0)
    return beside([_face(letter, look, lying=place == last) for place, letter in enumerate(NAME)])


def _box(letter: str, look: Look, *, lying: bool) -> Rows:
    box, edge = look.glyphs.round_box, Role(Ink.EDGE)
    margin = 2 if lying else 1
    inner = 2 * margin + 1
    face = Span(" " * margin + letter + " " * margin, Role(Ink.DANGER if lying else Ink.NAME))
    blank = Span(" " * inner)
    side = Span(box.down, edge)
    middle: Rows = ((side, face, side),) if lying else ((side, face, side), (side, blank, side))
    return (
        (Span(box.top_left + box.across * inner + box.top_right, edge),),
        *middle,
        (Span(box.bottom_left + box.across * inner + box.bottom_right, edge),),
    )


def _face(letter: str, look: Look, *, lying: bool) -> Rows:
    width, height = (HEIGHT, WIDTH) if lying else (WIDTH, HEIGHT)
    drawn = dots(letter)
    left = (width - len(drawn[0])) // 2
    top = (height - len(drawn)) // 2
    ink = Ground.FURITEN if lying else Ground.PANEL
    canvas = [[Ground.FELT] * width for _ in range(2 * ROWS - 1 - height)]
    for y in range(height):
        inside = drawn[y - top] if 0 <= y - top < len(drawn) else ""
        line = [Ground.FACE] * width
        for x, dot in enumerate(inside):
            if dot != " ":
                line[left + x] = ink
        canvas.append(line)
    canvas.append([Ground.SHADOW] * width)
    return tuple(
        _half_rows(canvas[y], canvas[y + 1], look.glyphs.upper_half) for y in range(0, len(canvas), 2)
    )


def _half_rows(upper: Sequence[Ground], lower: Sequence[Ground], half: str) -> Row:
    """One row out of two lines of dots, each dot a ground."""
    row = []
    for above, below in zip(upper, lower, strict=True):
        if above == below == Ground.FELT:
            row.append(Span(" ", FELT))
        elif above == below:
            row.append(Span(" ", Role(Ink.TEXT, above)))
        else:
            row.append(Span(half, Role(ColourOf(above), below)))
    return tuple(row)


LOOK_AGAIN = 1.0
"""Seconds between two looks whether the other copy of the program has ended."""


class OtherCopyWatch:
    """Waits on a screen until no other copy of the program has the game open."""

    def __init__(self, screen: KeyScreen[Result], gone: Callable[[], None]) -> None:
        self._screen = screen
        self._gone = gone
        self._timer = screen.set_interval(LOOK_AGAIN, self._look, pause=True)

    def watch(self, *, opened: bool) -> None:
        """Begin to look if the game is open elsewhere; otherwise stop."""
        if opened:
            self._timer.resume()
        else:
            self._timer.pause()

    def _look(self) -> None:
        if self._screen.is_current and not self._screen.game_app.folder.is_open_elsewhere:
            self._timer.pause()
            self._gone()


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
        self._first_painted: float | None = None

    def on_key(self, event: events.Key) -> None:
        """Take what is typed while the program starts, too: the menu is well known."""
        if self.is_active and (self._first_painted is None or event.time < self._first_painted):
            event.stop()
            event.prevent_default()
            self.press(event)

    def _on_painted(self) -> None:
        super()._on_painted()
        self._first_painted = self._first_painted or Message().time

    def on_mount(self) -> None:
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
        chosen = self.chosen.id
        self.renew(self._told)
        self.select(chosen)

    def picture(self, width: int, height: int) -> Rows:
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
        if action.id == ActionId.CANCEL:
            return self._offers
        own = action.places == (Place.TITLE,)
        return not own or self.has(action.id)

    def on_action(self, action: NamedAction) -> None:
        if Place.EVERYWHERE not in action.places and self.has(action.id):
            self.take(action.id)
        else:
            super().on_action(action)

    def leave(self) -> None:
        """Esc declines the first lesson; otherwise it does nothing here."""
        if self._offers:
            self.game_app.first_start.finish()
            self.renew(self._told)

    def on_row(self, at: int) -> None:
        # imported here because the first picture needs neither
        from tui.screens.archive.statistics import StatisticsScreen
        from tui.screens.pages.settings_pages import SettingsScreen

        match self.entries[at].id:
            case ActionId.CONTINUE:
                self.game_app.continue_game()
            case ActionId.NEW_GAME:
                self.game_app.choose_new_game()
            case ActionId.PRACTICE:
                self.game_app.show_practice()
            case ActionId.MY_GAMES:
                self.game_app.show_games()
            case ActionId.MY_FIGURES:
                self.app.push_screen(StatisticsScreen(self.game_app.folder))
            case ActionId.FIRST_LESSON:
                self.game_app.show_first_lesson()
            case ActionId.SETTINGS:
                self.app.push_screen(SettingsScreen())
            case ActionId.GLOSSARY:
                self.game_app.show_page(ActionId.GLOSSARY, self)
            case ActionId.HELP:
                self.game_app.show_page(ActionId.HELP, self)
            case ActionId.QUIT:
                self.game_app.leave()
