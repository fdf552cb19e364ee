"""What a page may send, as textual-serve's script sends it, and how much of it.

A message is a JSON list: its type, and what belongs to it.
"""

from __future__ import annotations

import asyncio

import msgspec

MOST_BYTES = 1 << 16
"""Bytes of one message; a paste is one."""
MOST_COLUMNS, MOST_ROWS = 500, 250
"""The largest page that is drawn on, a wall of screens; of a larger one the rest stays empty."""
FIRST_SIZE = (80, 24)
"""Columns and rows of a page that does not say its size at once."""
RATE = 400.0
"""Messages a second that are read in the long run. A mouse sends about a hundred."""
BURST = 800.0
"""Messages that are read at once."""
MOST_WAIT = 3.0
"""Seconds that messages in a row may have to wait: a page that goes on sending is not read to its end."""
PIECE = 128
"""Bytes of a message that count as one more message."""


class Malformed(Exception):
    """A message that no page of ours sends."""


class Flooded(Exception):
    """More messages than any person makes."""


class KeysTyped(msgspec.Struct, array_like=True, tag="stdin", forbid_unknown_fields=True, frozen=True):
    """Keys, a paste or the mouse, as a terminal sends them."""

    text: str


class PageSize(msgspec.Struct, frozen=True):
    """The size of the page in cells."""

    width: int
    height: int

    def bounded(self) -> tuple[int, int]:
        """Columns and rows that are drawn on."""
        return bounded(self.width, self.height)


class Resized(msgspec.Struct, array_like=True, tag="resize", forbid_unknown_fields=True, frozen=True):
    """The page has another size."""

    size: PageSize


class Pinged(msgspec.Struct, array_like=True, tag="ping", forbid_unknown_fields=True, frozen=True):
    """The page wants to have this sent back."""

    text: str


class Focused(msgspec.Struct, array_like=True, tag="focus", forbid_unknown_fields=True, frozen=True):
    """The page has the keyboard."""


class Blurred(msgspec.Struct, array_like=True, tag="blur", forbid_unknown_fields=True, frozen=True):
    """The page has lost the keyboard."""


PageMessage = KeysTyped | Resized | Pinged | Focused | Blurred
_DECODER: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)


def read_message(text: str) -> PageMessage:
    """The message of a page. Raises Malformed."""
    try:
        message = _DECODER.decode(text)
        if isinstance(message, KeysTyped):
            message.text.encode()
    except (ValueError, RecursionError):
        # msgspec's errors and those of encodings are ValueErrors
        raise Malformed from None
    return message


def bounded(width: int, height: int) -> tuple[int, int]:
    """A size that can be drawn on."""
    return max(1, min(width, MOST_COLUMNS)), max(1, min(height, MOST_ROWS))


def first_size(width: str, height: str) -> tuple[int, int]:
    """The size in the address of a socket; the first size if the page does not know it yet."""
    if all(each.isascii() and each.isdecimal() and len(each) < len("10000000") for each in (width, height)):
        return bounded(int(width), int(height))
    return FIRST_SIZE


class Allowance:
    """How many messages a page may send: what is above waits, and what is far above ends the page."""

    def __init__(self) -> None:
        self._left = BURST
        self._counted = asyncio.get_running_loop().time()
        self._waited = 0.0

    async def take(self, size: int) -> None:
        """Count a message of that many bytes; wait if there were too many. Raises Flooded."""
        now = asyncio.get_running_loop().time()
        self._left = min(BURST, self._left + (now - self._counted) * RATE)
        self._counted = now
        self._left -= 1 + size / PIECE
        if self._left >= 0:
            self._waited = 0.0
            return
        wait = -self._left / RATE
        self._waited += wait
        if self._waited > MOST_WAIT:
            raise Flooded
        await asyncio.sleep(wait)
