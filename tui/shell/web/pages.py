"""The open pages: what a page may send and how much, the program behind it, and both brought together.

A message is a JSON list, as the script of textual-serve sends it: its type, and what belongs to it. Each page
has a program of its own, from its first message to its last.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import cast

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tui.i18n import t
from tui.shell.terminal_signals import HUNG_UP
from tui.system.terminal import SERVED_VARIABLE, ExitCode, complain

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


READY = b"__GANGLION__\n"
"""The line that Textual's web driver begins with."""
MOST_LINES = 10
"""Lines that may come before it."""
START_SECONDS = 60.0
"""Seconds until it has to come: a first start compiles, and a machine may be busy."""
NEXT_SECONDS = 10.0
"""Seconds until it may come again: a program may run one app after another."""
HEAR_SECONDS = 10.0
"""Seconds in which the program has to read what it was sent."""
END_SECONDS = 1.5
"""Seconds in which it has to end, a little more than it gives itself."""
MOST_PACKET_BYTES = 1 << 24
"""Bytes of one packet of the program. A page of 500 by 250 cells, each in its own colours, is 6 MB."""
KEPT_ERRORS = 1 << 12
"""How many of its last bytes on standard error are kept."""
DATA, META = b"D", b"M"
AROUND = ("keys", "colours")
"""What a program tells of the page around its pictures."""
Tell = Callable[[str, object], Awaitable[None]]
if sys.platform == "win32":
    _GROUP = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _GROUP = 0


class ProgramFault(Exception):
    """The program does not answer, or something else than a page was started."""


class PageProcess:
    """The program behind one page, as textual-serve's protocol has it: packets on its standard streams.

    It ends when its standard input is closed. So it ends with the server, whatever ends that.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._in = cast("StreamWriter", process.stdin)
        self._out, self._err = cast("tuple[StreamReader, ...]", (process.stdout, process.stderr))
        self._errors = b""
        self._listening = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, arguments: Sequence[str], size: tuple[int, int]) -> PageProcess:
        """Start furiten with these arguments for a page of that many columns and rows."""
        environment = {
            **os.environ,
            SERVED_VARIABLE: f"{__package__}.page_driver:PageDriver",
            "TEXTUAL_FPS": "60",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "COLUMNS": str(size[0]),
            "ROWS": str(size[1]),
        }
        # -P: the folder that the server was started in holds no modules of ours
        command = [sys.executable, "-P", "-m", "furiten", *arguments]
        # a session or group of its own: Ctrl+C and Ctrl+Z in the server's terminal are for the server
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env=environment,
                start_new_session=True,
                creationflags=_GROUP,
            )
        )

    async def pictures(self, tell: Tell | None = None) -> AsyncIterator[bytes]:
        """The pictures for the terminal of the page, until the program ends. Raises ProgramFault.

        ``tell`` gets the name and the value of what the page shows around them, whenever it has changed.
        """
        read = self._out.readexactly
        with suppress(asyncio.IncompleteReadError):
            if not await self._begins(START_SECONDS, MOST_LINES):
                raise ProgramFault
            while True:
                kind, size = await read(1), int.from_bytes(await read(4), "big")
                if size > MOST_PACKET_BYTES:
                    raise ProgramFault
                payload = await read(size)
                if kind == DATA:
                    yield payload
                elif kind == META:
                    told = msgspec.json.decode(payload, type=dict[str, object])
                    if told["type"] in AROUND and tell is not None:
                        await tell(str(told["type"]), told[str(told["type"])])
                    elif told["type"] == "exit" and not await self._begins(NEXT_SECONDS, 1):
                        return

    async def type(self, text: str) -> None:
        """Send what was typed. Raises ProgramFault if the program does not read it."""
        await self._send(DATA, text.encode())

    async def tell(self, kind: str, **values: int) -> None:
        """Tell what has happened to the page. Raises ProgramFault if the program does not read it."""
        await self._send(META, msgspec.json.encode({"type": kind, **values}))

    async def end(self) -> int | None:
        """End it, if need be by force; return its exit code. May be called more than once."""
        self._in.close()
        reading = asyncio.create_task(self._read_on())
        if not await self._has_ended():
            self._kill()
            await self._has_ended()
        reading.cancel()
        return self._process.returncode

    async def last_words(self) -> str:
        """The last line on its standard error, once it has ended; empty if there is none."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), END_SECONDS)
        return next(reversed(self._errors.decode(errors="replace").strip().splitlines()), "")

    async def _has_ended(self) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        # what the program has started may hold its pipes, for which asyncio waits too
        return self._process.returncode is not None

    def _kill(self) -> None:
        """End the process, and where the system can, all that it has started in its group."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _begins(self, seconds: float, lines: int) -> bool:
        """Whether an app begins in time; a line before it is what the program prints."""
        # ValueError: a line that does not end
        with suppress(TimeoutError, ValueError):
            async with asyncio.timeout(seconds):
                for _ in range(lines):
                    if not (line := await self._out.readline()) or line == READY:
                        return line == READY
        return False

    async def _send(self, kind: bytes, payload: bytes) -> None:
        self._in.write(kind + len(payload).to_bytes(4, "big") + payload)
        try:
            # ConnectionError: it has ended, which is seen where its pictures are read
            with suppress(ConnectionError):
                await asyncio.wait_for(self._in.drain(), HEAR_SECONDS)
        except TimeoutError:
            raise ProgramFault from None

    async def _read_on(self) -> None:
        """Read what nobody shows any more: the program may be waiting for that."""
        while await self._out.read(MOST_PACKET_BYTES):
            pass

    async def _read_errors(self) -> None:
        while data := await self._err.read(1 << 12):
            self._errors = (self._errors + data)[-KEPT_ERRORS:]


HEARTBEAT = 15.0
"""Seconds between two questions whether the page is still there."""
CLOSE_SECONDS = 1.0
"""Seconds in which a page has to answer that it was closed."""
MOST_REASON = 123
"""Bytes of the reason that a page gets when it is closed (RFC 6455, 5.5)."""


class OpenPages:
    """Pages that are open, no more than a number of them.

    Args:
        arguments: What each runs, as on the command line.
        most: How many may be open.
    """

    def __init__(self, arguments: Sequence[str], most: int) -> None:
        self._arguments, self._most = arguments, most
        self._numbers = count(1)
        self._open: set[asyncio.Task[object]] = set()
        self._ending: set[asyncio.Task[object]] = set()
        """The tasks whose page is gone, but whose program is not yet."""
        self._over = asyncio.Event()

    async def close(self) -> None:
        """Close all of them."""
        self._over.set()
        if self._open:
            await asyncio.wait(self._open)

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Open one and show its program until one of the two is over."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=CLOSE_SECONDS, max_msg_size=MOST_BYTES, compress=False
        )
        await socket.prepare(request)
        if len(self._open - self._ending) >= self._most:
            await _close(socket, WSCloseCode.TRY_AGAIN_LATER, t("serve.page.full", count=self._most))
            report(t("serve.full", count=self._most))
            return socket
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            # a page that is loaded anew: its program frees the game before the next one asks for it
            if self._ending:
                await asyncio.wait(self._ending.copy())
            await self._run(
                socket, first_size(request.query.get("width", ""), request.query.get("height", ""))
            )
        finally:
            self._open.discard(task)
            self._ending.discard(task)
        return socket

    async def _run(self, socket: web.WebSocketResponse, size: tuple[int, int]) -> None:
        number = next(self._numbers)
        try:
            program = await PageProcess.start(self._arguments, size)
        except OSError:
            # the machine has no process to give
            await _close(socket, WSCloseCode.TRY_AGAIN_LATER, t("serve.page.silent"))
            report(t("serve.closed", number=number, reason=t("serve.page.silent")))
            return
        reason = ""
        try:
            reason = await self._show(socket, program)
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._ending.add(task)
            exit_code = await program.end()
            # what the program itself says is better than that it is silent
            if reason in ("", t("serve.page.silent")) and exit_code not in (ExitCode.DONE, HUNG_UP):
                reason = await program.last_words() or reason
            if reason:
                await _close(socket, WSCloseCode.UNSUPPORTED_DATA, reason)
            elif self._over.is_set():
                await _close(socket, WSCloseCode.GOING_AWAY, t("serve.page.ended"))
            else:
                await _close(socket, WSCloseCode.OK, "")
        if reason:
            report(t("serve.closed", number=number, reason=reason))

    async def _show(self, socket: web.WebSocketResponse, program: PageProcess) -> str:
        """Show the program in the page until one of them ends, or all pages do; return what was wrong."""
        tasks = [
            asyncio.create_task(_draw(socket, program)),
            asyncio.create_task(_listen(socket, program)),
            asyncio.create_task(self._over.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        faults = {type(fault) for fault in ended}
        if Malformed in faults:
            return t("serve.page.malformed")
        if Flooded in faults:
            return t("serve.page.flooded")
        return t("serve.page.silent") if ProgramFault in faults else ""


async def _draw(socket: web.WebSocketResponse, program: PageProcess) -> None:
    async def tell(name: str, value: object) -> None:
        await socket.send_json([name, value])

    # ConnectionError: the page is gone
    with suppress(ConnectionError):
        async for picture in program.pictures(tell):
            await socket.send_bytes(picture)


async def _listen(socket: web.WebSocketResponse, program: PageProcess) -> None:
    """Pass on what the page sends. Raises Malformed, Flooded and ProgramFault."""
    allowance = Allowance()
    while True:
        received = await socket.receive()
        if received.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
            return
        if received.type is not WSMsgType.TEXT:
            # bytes, or an error: a message that is too large or no text
            raise Malformed
        await allowance.take(len(received.data))
        match read_message(received.data):
            case Pinged(text):
                with suppress(ConnectionError):
                    await socket.send_json(["pong", text])
            case KeysTyped(text):
                await program.type(text)
            case Resized(size):
                columns, rows = bounded(size.width, size.height)
                await program.tell("resize", width=columns, height=rows)
            case Focused():
                await program.tell("focus")
            case Blurred():
                await program.tell("blur")


async def _close(socket: web.WebSocketResponse, code: WSCloseCode, reason: str) -> None:
    """Close a page and tell it why."""
    short = reason.encode()[:MOST_REASON].decode(errors="ignore")
    with suppress(ConnectionError):
        await socket.close(code=code, message=short.encode())


def report(line: str) -> None:
    """Print a line on standard error, if somebody reads it."""
    # OSError: nobody reads it
    with suppress(OSError):
        complain(line)
