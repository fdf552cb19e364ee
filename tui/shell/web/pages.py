"""The open pages: each has a program of its own, from its first message to its last."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count

from aiohttp import WSCloseCode, WSMsgType, web

from tui.i18n.texts import t
from tui.shell.signals import HUNG_UP
from tui.shell.web.messages import (
    MOST_BYTES,
    Allowance,
    Blurred,
    Flooded,
    Focused,
    KeysTyped,
    Malformed,
    PageMessage,
    Pinged,
    Resized,
    first_size,
    read_message,
)
from tui.shell.web.page_process import PageProcess, ProgramFault
from tui.system.exit_codes import ExitCode
from tui.system.output import complain

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
        """Those whose page is gone, but whose program is not yet."""
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
            _report(t("serve.full", count=self._most))
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
            _report(t("serve.closed", number=number, reason=t("serve.page.silent")))
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
            _report(t("serve.closed", number=number, reason=reason))

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
        faults = [fault for fault in ended if isinstance(fault, Exception)]
        if any(isinstance(fault, Malformed) for fault in faults):
            return t("serve.page.malformed")
        if any(isinstance(fault, Flooded) for fault in faults):
            return t("serve.page.flooded")
        if any(isinstance(fault, ProgramFault) for fault in faults):
            return t("serve.page.silent")
        return ""


async def _draw(socket: web.WebSocketResponse, program: PageProcess) -> None:
    """Send what the program draws."""
    # ConnectionError: the page is gone
    with suppress(ConnectionError):
        async for picture in program.pictures():
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
        message = read_message(received.data)
        if isinstance(message, Pinged):
            with suppress(ConnectionError):
                await socket.send_json(["pong", message.text])
        else:
            await _pass_on(message, program)


async def _pass_on(message: PageMessage, program: PageProcess) -> None:
    match message:
        case KeysTyped(text):
            await program.type(text)
        case Resized(size):
            columns, rows = size.bounded()
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


def _report(line: str) -> None:
    """Print a line on standard error."""
    # OSError: nobody reads it
    with suppress(OSError):
        complain(line)
