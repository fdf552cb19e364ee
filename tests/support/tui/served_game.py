"""A real `furiten serve`, and browsers' sockets that play, misbehave, or belong to somebody else."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import aiohttp

from engine import events as ev
from engine.events import decode
from tui.play.session import PERSON
from tui.system.lock import FileLock, Locked

PORTS = range(20_000, 30_000)
"""Systems give none of these to whoever asks for any port, so it stays free until the server binds it."""
PATIENCE = 120.0
PAUSE = 0.05
ADDRESS = re.compile(r"http://\S+")
GAME = ("play", "--seed", "7", "--speed", "instant", "--new")


def free_port() -> int:
    """A port that nobody listens on. It is drawn, so that tests that run side by side hardly meet."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("localhost", port))
            return port


class ServedGame:
    """A running server. Each address that it prints is for one browser."""

    def __init__(self, process: subprocess.Popen[str], port: int, home: Path, errors: Path) -> None:
        self.process, self.port, self.home, self._errors = process, port, home, errors
        self.page = f"http://localhost:{port}"

    def next_address(self) -> str:
        """The address that it prints next."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = ADDRESS.search(line)
        assert found is not None, (line, self.complaints())
        return found[0]

    def complaints(self) -> list[str]:
        """What it has written on standard error."""
        return self._errors.read_text(encoding="utf-8").splitlines()

    async def complaints_from(self, count: int) -> list[str]:
        """The same, once that are so many lines."""
        async with asyncio.timeout(PATIENCE):
            while len(lines := self.complaints()) < count:
                await asyncio.sleep(PAUSE)
        return lines

    def programs(self) -> list[int]:
        """The processes behind the pages. Linux only."""
        found = []
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                text = status.read_text(encoding="utf-8")
            except OSError:
                continue
            if f"\nPPid:\t{self.process.pid}\n" in text:
                found.append(int(status.parent.name))
        return found

    def own_discards(self) -> int:
        """How many tiles the person has discarded in the game that is saved."""
        save = self.home / "game.jsonl"
        if not save.exists():
            return 0
        found = [decode(line) for line in save.read_bytes().splitlines()]
        seat = next(event.names.index(PERSON) for event in found if isinstance(event, ev.StartGame))
        return sum(isinstance(event, ev.Dahai) and event.actor == seat for event in found)

    async def is_free(self) -> bool:
        """Wait until the lock of the saved game can be taken; False if that never happens."""
        lock = FileLock(next(self.home.glob("*lock*")))
        for _ in range(int(PATIENCE / PAUSE)):
            try:
                lock.acquire()
            except Locked:
                await asyncio.sleep(PAUSE)
            else:
                lock.release()
                return True
        return False

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[aiohttp.ClientSession]:
        """A browser that has opened the address that is printed next, and holds its cookie."""
        async with aiohttp.ClientSession() as client:
            async with client.get(self.next_address()) as answer:
                assert answer.status == 200
            yield client

    async def open(
        self, client: aiohttp.ClientSession, size: str = "?width=80&height=24"
    ) -> aiohttp.ClientWebSocketResponse:
        """The socket of a page."""
        return await client.ws_connect(f"{self.page}/ws{size}", origin=self.page, max_msg_size=0)


@contextmanager
def served_game(folder: Path, *options: str, runs: Sequence[str] = GAME) -> Iterator[ServedGame]:
    """A server whose pages run this; left out, it deals a game to whoever opens it."""
    port = free_port()
    with (folder / "errors").open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tui", "serve", "--port", str(port), *options, "--", *runs],
            env={**os.environ, "FURITEN_HOME": str(folder / "home")},
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
        )
    try:
        yield ServedGame(process, port, folder / "home", folder / "errors")
    finally:
        process.kill()
        process.wait(PATIENCE)


async def first_picture(socket: aiohttp.ClientWebSocketResponse) -> bytes:
    """Wait until the program draws."""
    received = await socket.receive(timeout=PATIENCE)
    assert received.type is aiohttp.WSMsgType.BINARY, received
    return bytes(received.data)


async def closing(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """Read on until the page is closed; its close code."""
    async with asyncio.timeout(PATIENCE):
        async for _ in socket:
            pass
    return socket.close_code


async def has_gone(process: int) -> bool:
    """Wait until that process is gone; False if it stays."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(PAUSE)
    os.kill(process, signal.SIGKILL)
    return False


def peak_megabytes(process: int) -> float:
    """The most memory that a process has had. Linux only."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    return int(peak) / 1024
