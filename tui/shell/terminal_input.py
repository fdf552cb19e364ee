"""The way of input to the app: bytes become keys, keys become events, and events wait in a bounded queue."""

from __future__ import annotations

import asyncio
import re
import sys
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from textual import constants, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.geometry import Size
from textual.message import Message

MOST_HELD = 256
"""Bytes of a control sequence; longer ones are no keys."""
MOST_PASTED = 1 << 16
"""Bytes of a paste; the rest of it is dropped."""
STRING_SECONDS = 0.5
"""Seconds without a byte after which a paste or a string is over, though nothing has ended it."""
_ESC = 0x1B
_STRINGS = frozenset(b"]P^_X")
"""The bytes that begin a string after an escape: OSC, DCS, PM, APC, SOS. It ends with ST or BEL."""
_STRING_END = re.compile(rb"\x1b\\|[\x07\x1b\x03\x18\x1a]")
"""Its end; a new escape, Ctrl+C, CAN and SUB break it off."""
_INTERRUPT = b"\x03"
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
_FULL = re.compile(
    rb"\x1b(?:\[(?:M[\x20-\xff]{3}|\[[ -~]|(?!M)[0-?]*[ -/]*[@-Z\\-~])"
    rb"|O[ -~]|[\xc2-\xf4][\x80-\xbf]{1,3}|[ -NP-Z\\-~\t\x7f])"
)
"""A sequence that is whole. After CSI M come three bytes: a mouse report of the first kind (X10)."""
_PART = re.compile(rb"\x1b(?:\[(?:M[\x20-\xff]{0,2}|\[|[0-?]*[ -/]*)|O|[\xc2-\xf4][\x80-\xbf]{0,2})?\Z")
"""The beginning of one."""
_BROKEN = re.compile(rb"\x1b(?:\[(?:[M\[]|[0-?]*[ -/]*)|O)")
"""The part that is dropped of a sequence that something else interrupts."""
_KEY = re.compile(r"\x1b\[(?:[\d:]*;?){2,3}[u~ABCDEFHPQRS]")
_OTHER = re.compile(
    r"\x1b\[(?:[IO]|<\d{1,4};-?\d{1,5};-?\d{1,5}[Mm]|\?\d{1,5};\d\$y|\d{1,5};\d{1,5}R"
    r"|48(?:;\d{1,5}(?::\d{0,5})*){4}t)"
)
"""Focus, mouse, mode report, cursor position, size of the window."""
_TEXT = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""A character that a paste may hold."""


class TerminalInput:
    """The state between one read of a terminal and the next."""

    def __init__(self) -> None:
        self._held = b""
        """The beginning of a sequence."""
        self._in_string = False
        self._pasted: bytearray | None = None
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more before ``rest``; None if the last byte stands for itself."""
        if self._in_string or self._pasted is not None:
            return STRING_SECONDS
        return constants.ESCAPE_DELAY if self._held else None

    def feed(self, data: bytes) -> list[str]:
        """Cut the input into single characters, lone escapes, and sequences that Textual knows."""
        data, self._held = self._held + data, b""
        units: list[str] = []
        while data:
            if self._pasted is not None:
                data = self._paste(data, units)
            elif self._in_string:
                data = self._skip_string(data)
            elif data[0] == _ESC:
                data = self._escape(data, units)
            else:
                text, escape, rest = data.partition(b"\x1b")
                units += self._decode(text)
                data = escape + rest
        return units

    def rest(self) -> list[str]:
        """The rest when nothing has arrived for a while: an escape alone is the key, a paste is over."""
        held, self._held, self._in_string = self._held, b"", False
        if self._pasted is not None:
            pasted, self._pasted = bytes(self._pasted) + held, None
            return [_whole_paste(pasted)]
        text = held.decode(errors="replace")
        # shorter than a control sequence: Escape, or Alt and a key
        return [text] if len(text) in (1, 2) or text in ANSI_SEQUENCES_KEYS else []

    def _escape(self, data: bytes, units: list[str]) -> bytes:
        """Take what begins with an escape; return what is left."""
        if data[1:2] and data[1] in _STRINGS:
            self._in_string = True
            return data[2:]
        if _PART.match(data):
            # too long for any key: no key begins with a question mark, whatever its end
            self._held = data if len(data) <= MOST_HELD else b"\x1b[?"
            return b""
        found = _FULL.match(data)
        if found is None:
            broken = _BROKEN.match(data)
            if broken is None:
                units.append("\x1b")
            return data[broken.end() if broken else 1 :]
        if found[0] == _PASTE_BEGINS:
            self._pasted = bytearray()
        elif _is_understood(text := found[0].decode(errors="replace")):
            units.append(text)
        return data[found.end() :]

    def _skip_string(self, data: bytes) -> bytes:
        """Drop a string up to its end; return what is left."""
        end = _STRING_END.search(data)
        if end is None:
            return b""
        if end[0] == b"\x1b" and end.end() == len(data):
            # perhaps the first half of its terminator
            self._held = b"\x1b"
            return b""
        self._in_string = False
        return data[end.end() if end[0] in (b"\x07", b"\x1b\\") else end.start() :]

    def _paste(self, data: bytes, units: list[str]) -> bytes:
        assert self._pasted is not None
        text, ends, rest = data.partition(_PASTE_ENDS)
        if (at := text.find(_INTERRUPT)) >= 0:
            # no clipboard holds it: the player wants to get out of a paste that never ends
            self._pasted = None
            return data[at:]
        if not ends:
            keep = next((n for n in range(5, 0, -1) if text.endswith(_PASTE_ENDS[:n])), 0)
            text, self._held = text[: len(text) - keep], text[len(text) - keep :]
        self._pasted += text[: MOST_PASTED - len(self._pasted)]
        if ends:
            units.append(_whole_paste(bytes(self._pasted)))
            self._pasted = None
        return rest


def _is_understood(sequence: str) -> bool:
    """Whether Textual makes an event of it, rather than of each of its characters."""
    if sequence in ANSI_SEQUENCES_KEYS or _OTHER.fullmatch(sequence):
        return True
    if len(sequence) == 2:
        return sequence[1].isprintable()
    return bool(_KEY.fullmatch(sequence)) and all(map(_is_character, re.findall(r"\d+", sequence)))


def _is_character(number: str) -> bool:
    """Whether there is a Unicode character of that number: Textual makes one of it."""
    return len(number) <= 7 and int(number) <= sys.maxunicode and not 0xD800 <= int(number) <= 0xDFFF


def _whole_paste(text: bytes) -> str:
    # terminals send the ends of pasted lines as Enter
    lines = text.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join(_TEXT.findall(lines))
    return f"{_PASTE_BEGINS.decode()}{shown}{_PASTE_ENDS.decode()}"


MOST_CELLS = Size(1_000, 500)
"""The largest terminal that is drawn on; of a larger one the rest stays empty."""


class SequenceParser(XTermParser):
    """Textual's parser for input that is cut into characters and whole sequences: it never waits for more."""

    def messages(self, units: Iterable[str]) -> list[Message]:
        """The events of these units. A unit that Textual fails on makes none."""
        found: list[Message] = []
        for unit in units:
            try:
                found += self._messages_of(unit)
            except Exception:
                self._tokens.clear()
                self._timeout_time = None
                self._gen = self.parse(self._tokens.append)
                self._awaiting = next(self._gen)
        return found

    def _messages_of(self, unit: str) -> list[Message]:
        found = list(self.feed(unit))
        if self._timeout_time is not None:
            # an escape that nothing follows: the time is over at once
            self._timeout_time = 0.0
            found += self.tick()
        return found


def behind(app: App[Any]) -> int:
    """How many messages the app, its screen and the widget with the focus have not handled yet."""
    if not app.screen_stack:
        return 0
    screen = app.screen
    pumps = (app, screen, *([screen.focused] if screen.focused is not None else []))
    return sum(pump.message_queue_size for pump in pumps)


def drawable(resize: events.Resize) -> events.Resize:
    """The event of a size, no larger than what is drawn on."""
    width, height = resize.size
    if width <= MOST_CELLS.width and height <= MOST_CELLS.height:
        return resize
    size = Size(min(width, MOST_CELLS.width), min(height, MOST_CELLS.height))
    return events.Resize(size, size, size, resize.pixel_size)


MOST_WAITING = 512
"""Events that may wait; later ones are dropped. A text that is typed by a machine is about as long."""
MOST_REPEATED = 16
"""Events that wait from when on the same key again is dropped."""
MOST_AHEAD = 4
"""Messages that the app may have before it gets another event."""
PAUSE = 0.002
"""Seconds between two looks whether the app has caught up."""
INTERRUPT = "ctrl+c"


class InputQueue:
    """Pass events on in their order, as fast as the app takes them.

    ``gather`` and ``pass_on`` are for the thread that reads, all else for the app's event loop.

    Args:
        post: How the app gets a message.
        behind: How many messages the app has not handled yet.
    """

    def __init__(self, post: Callable[[Message], object], behind: Callable[[], int]) -> None:
        self._post, self._behind = post, behind
        self._gathered: list[Message] = []
        self._waiting: deque[Message] = deque()
        self._pump: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def gather(self, message: Message) -> None:
        """Keep an event of the present read."""
        self._gathered.append(drawable(message) if isinstance(message, events.Resize) else message)

    def pass_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Queue what was read, all at once: each call waits until the app's thread lets the reader run."""
        gathered, self._gathered = self._gathered, []
        # RuntimeError: the event loop is closed, the app has ended already
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.put_all, gathered)

    def put_all(self, messages: Iterable[Message]) -> None:
        """Queue events in their order."""
        for message in messages:
            self.put(message)

    def put(self, message: Message) -> None:
        """Queue an event.

        Ctrl+C takes the place of everything before it, as a terminal's own interrupt does (POSIX, General
        Terminal Interface, INTR). Of sizes and mouse moves in a row the last one counts.
        """
        waiting = self._waiting
        if isinstance(message, events.Key) and message.key == INTERRUPT:
            waiting.clear()
        elif waiting and _replaces(message, waiting[-1]):
            waiting.pop()
        elif len(waiting) >= MOST_WAITING or (
            len(waiting) >= MOST_REPEATED and _repeats(message, waiting[-1])
        ):
            return
        waiting.append(message)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.get_running_loop().create_task(self._pass_on())

    async def _pass_on(self) -> None:
        while self._waiting:
            while self._behind() > MOST_AHEAD and not _is_interrupt(self._waiting[0]):
                await asyncio.sleep(PAUSE)
            self._post(self._waiting.popleft())
            # so that what waits can be replaced
            await asyncio.sleep(0)


def _is_interrupt(message: Message) -> bool:
    return isinstance(message, events.Key) and message.key == INTERRUPT


def _replaces(message: Message, before: Message) -> bool:
    return type(message) is type(before) and isinstance(message, events.Resize | events.MouseMove)


def _repeats(message: Message, before: Message) -> bool:
    """Whether it is the same key again, or the same at another place of the mouse."""
    if isinstance(message, events.Key) and isinstance(before, events.Key):
        return message.key == before.key
    return isinstance(message, events.MouseEvent) and type(message) is type(before)
