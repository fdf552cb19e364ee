"""Cut the bytes that a terminal sends into characters and whole sequences that Textual's parser understands.

Anything may arrive: bytes of another encoding, answers that nobody asked for, numbers beyond Unicode, a paste
or a string that never ends. Textual 8.2.8 lets its input thread die of some of them and types others as keys:
invalid UTF-8 is known there as issue 6456 (https://github.com/Textualize/textual/issues/6456). Here they are
dropped, and the keys after them work.

Source of the forms: ECMA-48 (control functions), xterm's control sequences, kitty's keyboard protocol.
"""

from __future__ import annotations

import re
import sys
from codecs import getincrementaldecoder

from textual import constants
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

MOST_HELD = 256
"""Bytes of a control sequence; longer ones are no keys."""
MOST_PASTED = 1 << 16
"""Bytes of a paste; the rest of it is dropped."""
STRING_SECONDS = 0.5
"""Seconds without a byte after which a paste or a string is over, though nothing has ended it."""
_ESC = 0x1B
_STRINGS = frozenset(b"]P^_X")
"""What begins a string after an escape: OSC, DCS, PM, APC, SOS. It ends with ST or BEL."""
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
"""What is dropped of a sequence that something else interrupts."""
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
        """What has arrived: single characters, lone escapes, and sequences that Textual knows."""
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
        """What is left when nothing has arrived for a while: an escape alone is the key, a paste is over."""
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
    shown = "".join(_TEXT.findall(text.decode(errors="replace")))
    return f"{_PASTE_BEGINS.decode()}{shown}{_PASTE_ENDS.decode()}"
