"""The driver of a game in a page: it reads what the server sends, and ends the game when the server is gone.

Textual's own web driver (8.2.8) reads nothing any more after a packet that it does not understand. It lives
on when its server has died, with the game locked.

It also tells the page which keys its bar offers, and the colours of the game.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from msgspec import to_builtins
from textual import events
from textual.app import App
from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver
from textual.geometry import Size
from textual.message import Message

from tui.config.actions import ALONGSIDE, BY_ID, ActionId, NamedAction, Place, actions_at, key_label
from tui.drawing.rows import Role
from tui.screens.game.game import GameScreen
from tui.screens.screen import KeyScreen
from tui.shell.terminal_input import InputQueue, SequenceParser, TerminalInput, behind
from tui.shell.terminal_output import in_fewer_codes
from tui.shell.terminal_signals import HUNG_UP
from tui.table.table_layout import Zone
from tui.table.widget import GameTable
from tui.tiles import Ground, Ink

GRACE = 1.2
"""Seconds in which the game may end by itself when the server is gone. What was played is kept already."""
READER_SECONDS = 0.5
"""Seconds in which the reader of an app that ends stops. On Windows it waits for a key and is left behind."""


class PageDriver(WebDriver):
    """Textual's web driver with a reader of its own, which ends the app when its server is gone.

    A program may run one app after another, each with its own driver: the page and what it sends go on.
    """

    _packets = ByteStream()
    """The packets of the server. A packet may be cut where one app stops to read."""
    _page_size: Size | None = None
    """The size that the page has told last."""

    _keys: ClassVar[list[TouchKey]] = []
    """The keys that the page was told last."""
    _colours: ClassVar[PageColours | None] = None
    """The colours that the page was told last."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._size: Any = PageDriver._page_size or self._size
        self._write: Any = self._write_whole
        self._queue = InputQueue(app.post_message, lambda: behind(app))
        self._has_read = threading.Event()
        """Set when nothing more is read."""
        self._is_lost = False

    def run_input_thread(self) -> None:
        """Read packets until the server closes the pipe, or the app ends."""
        try:
            self._read()
        finally:
            self._has_read.set()

    def _read(self) -> None:
        terminal, parser = TerminalInput(), SequenceParser(self._debug)
        for data in self._input_reader:
            for kind, payload in self._packets.feed(data) if data else ():
                if kind == "D":
                    # a packet holds whole keys: an escape at its end is the key
                    for message in parser.messages([*terminal.feed(payload), *terminal.rest()]):
                        self.process_message(message)
                else:
                    self._on_meta(kind, payload)
                self._queue.pass_on(self._loop)
        if not self.exit_event.is_set():
            self._lost()

    def stop_application_mode(self) -> None:
        """End, and read no more: what comes now is for the next app of the program."""
        self.exit_event.set()
        self._input_reader.close()
        self._has_read.wait(READER_SECONDS)
        super().stop_application_mode()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Take a size into the queue: of those that follow each other quickly the app gets the last one."""
        if packet_type == "resize":
            size = Size(int(str(payload["width"])), int(str(payload["height"])))
            self._size = PageDriver._page_size = size
            self.send_message(events.Resize(size, size))
        else:
            super().on_meta(packet_type, payload)

    def write(self, data: str) -> None:
        """Write a picture, and which keys it offers and its colours if they have changed."""
        super().write(in_fewer_codes(data))
        keys = touch_keys(self._app)
        if keys != PageDriver._keys:
            PageDriver._keys = keys
            self.write_meta({"type": "keys", "keys": to_builtins(keys)})
        colours = page_colours(self._app)
        if colours not in (None, PageDriver._colours):
            PageDriver._colours = colours
            self.write_meta({"type": "colours", "colours": to_builtins(colours)})

    def send_message(self, message: Message) -> None:
        self._queue.gather(message)

    def _write_whole(self, data: bytes) -> None:
        """Write all of it: a signal may cut one write short, and the server counts bytes."""
        rest = memoryview(data)
        try:
            while rest and not self._is_lost:
                rest = rest[os.write(self.fileno, rest) :]
        except OSError:
            self._lost()

    def _lost(self) -> None:
        """End the app; end the process if it does not. May be called more than once and from any thread."""
        if self._is_lost:
            return
        self._is_lost = True
        last = threading.Timer(GRACE, os._exit, (HUNG_UP,))
        last.daemon = True
        last.start()
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._app.exit, HUNG_UP)


# -- the keys of the page's bar ----------------------------------------------------------------------


MOST_KEYS = 40
SEQUENCES = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "end": "\x1b[F",
    "home": "\x1b[H",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
}
"""What a terminal sends for the keys that are no characters."""
PAGES = (ActionId.PAGE_UP, ActionId.PAGE_DOWN)
MOVES = (ActionId.LEFT, ActionId.RIGHT, ActionId.UP, ActionId.DOWN, *PAGES)
FIRST = (ActionId.CONFIRM, ActionId.CANCEL)
MAIN_KEYS = ("enter", "space")
"""The keys that carry a screen on. Where no prompt says more, they come first."""


class TouchKey(msgspec.Struct, array_like=True, frozen=True):
    """One key of the bar."""

    sends: str
    """The bytes that the terminal of the page sends for it."""
    key: str
    words: str


class PageColours(msgspec.Struct, array_like=True, frozen=True):
    """The colours of the page around the terminal, each as ``#rrggbb``."""

    felt: str
    key: str
    """Behind a key of the bar."""
    words: str


def page_colours(app: App[object]) -> PageColours | None:
    """The colours of the screen on top; None if it has none of its own."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if not isinstance(screen, KeyScreen) or not (felt := screen.palette.colour(Ground.FELT)):
        return None
    words = screen.palette.style(Role(Ink.KEY, Ground.KEY)).color
    return PageColours(felt, screen.palette.colour(Ground.KEY), words.name if words is not None else felt)


def touch_keys(app: App[object]) -> list[TouchKey]:
    """The keys of the screen on top: the prompt's or the main ones, the cursor's, all actions with a key."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if not isinstance(screen, KeyScreen):
        return []
    found: dict[str, TouchKey] = {}
    for action, words in _offered(screen):
        sends = sequence_of(action)
        if sends and sends not in found:
            found[sends] = TouchKey(sends, action.key, words)
    return list(found.values())[:MOST_KEYS]


def _offered(screen: KeyScreen[object]) -> Iterator[tuple[NamedAction, str]]:
    tables = screen.query(GameTable)
    scene = tables.first().scene if tables else None
    prompt = {} if scene is None else {item.id: item.label for item in scene.prompt if item.enabled}
    for id, label in prompt.items():
        if id is not None:
            yield BY_ID[id], label
    places = [screen.place, *ALONGSIDE.get(screen.place, ())]
    if isinstance(screen, GameScreen) and not screen.waiting:
        places = [Place.TABLE]
    here = {action.id for place in places for action in actions_at(place)}
    if tables and Zone.PANEL not in tables.first().plan.regions:
        here -= {*PAGES}
    if not prompt:
        for action in screen.offers():
            if action.keys and action.keys[0] in MAIN_KEYS:
                yield action, action.words
    for id in (*FIRST, *MOVES):
        # at the table the prompt has said what these two do
        if id in here and not (id in FIRST and scene is not None and scene.prompt):
            yield BY_ID[id], "" if id in MOVES else BY_ID[id].words
    if scene is None and not here.intersection(FIRST):
        # any other key closes
        yield BY_ID[ActionId.CANCEL], BY_ID[ActionId.CANCEL].words
    for action in screen.offers():
        # pass has two keys
        if action.words not in prompt.values():
            yield action, action.words
    yield BY_ID[ActionId.PALETTE], BY_ID[ActionId.PALETTE].words


def sequence_of(action: NamedAction) -> str:
    """What a terminal sends for the first key of an action; empty if it has none."""
    key = action.keys[0] if action.keys else ""
    label = key_label(key) if key else ""
    return SEQUENCES.get(key) or (label if len(label) == 1 else "")
