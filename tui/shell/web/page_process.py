"""The program behind one page: started, fed, read and ended."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

import msgspec

from tui.system.terminal import SERVED_VARIABLE

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
MOST_BYTES = 1 << 24
"""Bytes of one packet of the program. A page of 500 by 250 cells, each in its own colours, is 6 MB."""
KEPT_ERRORS = 1 << 12
"""How many of its last bytes on standard error are kept."""
DATA, META = b"D", b"M"
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
        self._errors = b""
        self._listening = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, arguments: Sequence[str], size: tuple[int, int]) -> PageProcess:
        """Start furiten with these arguments for a page of that many columns and rows."""
        environment = {
            **os.environ,
            SERVED_VARIABLE: f"{__package__}.driver:PageDriver",
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

    async def pictures(self) -> AsyncIterator[bytes]:
        """What the terminal of the page has to show, until the program ends. Raises ProgramFault."""
        assert self._process.stdout is not None
        read = self._process.stdout.readexactly
        with suppress(asyncio.IncompleteReadError):
            await self._await_beginning()
            while True:
                kind, size = await read(1), int.from_bytes(await read(4), "big")
                if size > MOST_BYTES:
                    raise ProgramFault
                payload = await read(size)
                if kind == DATA:
                    yield payload
                elif kind == META and _is_exit(payload) and not await self._begins_again():
                    return

    async def type(self, text: str) -> None:
        """Send what was typed. Raises ProgramFault if the program does not read it."""
        await self._send(DATA, text.encode())

    async def tell(self, kind: str, **values: int) -> None:
        """Tell what has happened to the page. Raises ProgramFault if the program does not read it."""
        await self._send(META, msgspec.json.encode({"type": kind, **values}))

    async def end(self) -> int | None:
        """End it, if need be by force; return its exit code. May be called more than once."""
        assert self._process.stdin is not None
        self._process.stdin.close()
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

    async def _await_beginning(self) -> None:
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                for _ in range(MOST_LINES):
                    if (line := await self._process.stdout.readline()) == READY:
                        return
                    if not line:
                        break
        except (TimeoutError, ValueError):
            # ValueError: a line that does not end
            pass
        raise ProgramFault

    async def _begins_again(self) -> bool:
        """Whether another app follows the one that has ended. What a command prints at its end is none."""
        assert self._process.stdout is not None
        # ValueError: a line that does not end
        with suppress(TimeoutError, ValueError):
            async with asyncio.timeout(NEXT_SECONDS):
                return await self._process.stdout.readline() == READY
        return False

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
        try:
            # ConnectionError: it has ended, which is seen where its pictures are read
            with suppress(ConnectionError):
                await asyncio.wait_for(self._process.stdin.drain(), HEAR_SECONDS)
        except TimeoutError:
            raise ProgramFault from None

    async def _read_on(self) -> None:
        """Read what nobody shows any more: the program may be waiting for that."""
        assert self._process.stdout is not None
        while await self._process.stdout.read(MOST_BYTES):
            pass

    async def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(1 << 12):
            self._errors = (self._errors + data)[-KEPT_ERRORS:]


def _is_exit(payload: bytes) -> bool:
    """Whether the program tells that its app ends."""
    return msgspec.json.decode(payload, type=dict[str, object])["type"] == "exit"
