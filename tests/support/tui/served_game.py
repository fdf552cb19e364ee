"""A real `furiten serve`, browsers' sockets that play or misbehave, and a headless Chromium."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from engine import events as ev
from engine.events import decode
from tui.play.session import PERSON
from tui.system.files import FileLock, Locked

PORTS = range(20_000, 30_000)
"""Systems give none of these to whoever asks for any port, so it stays free until the server binds it."""
PATIENCE = 120.0
PAUSE = 0.05
ANSWERED = 1.0
"""Seconds after which a choice that did nothing is made again. Sooner it would be a key that is held down."""
CHOOSE = "\x1b[C\r"
"""The cursor's key shows that the position was seen: Enter alone may be meant for what was there before."""
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

    async def assert_discards(self, choose: Callable[[], Awaitable[None]], discards: int = 1) -> None:
        """Choose until the person has discarded so many tiles in the game that is saved."""
        async with asyncio.timeout(PATIENCE):
            while (done := self.own_discards()) < discards:
                await choose()
                with suppress(TimeoutError):
                    async with asyncio.timeout(ANSWERED):
                        while self.own_discards() == done:
                            await asyncio.sleep(PAUSE)

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


NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
)
STEP = 0.1
SHOWN = "document.body.classList.contains('-first-byte')"
"""Whether a page of ours shows its game."""
CLOSED = "document.body.classList.contains('-closed')"
"""Whether it says that its game is over."""


def browser() -> str | None:
    """The path of a browser on this machine, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Unanswered(Exception):
    """The browser refuses, as it does while a page gives way to the next."""


class Tab:
    """An open page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._number = socket, 0

    async def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return what it gives."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            answer = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Unanswered(answer["error"])
                found: dict[str, Any] = answer["result"]
                return found

    async def value(self, script: str) -> Any:
        """What a line of script gives."""
        return (await self.ask("Runtime.evaluate", expression=script))["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until the script is true."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(Unanswered):
                    if await self.value(script):
                        return
                await asyncio.sleep(STEP)

    async def shown_anew(self) -> None:
        """Wait until the page that follows this one shows its game; ``leave`` marks this one."""
        await self.until(f"!window.isLeft && {SHOWN}")

    async def leave(self) -> None:
        """Mark this page, so that the next one is known from it."""
        await self.value("window.isLeft = true")

    async def press(self, key: str, text: str = "", code: int = 13) -> None:
        """Press a key and let it go."""
        for kind in ("keyDown", "keyUp"):
            typed = {"text": text} if kind == "keyDown" and text else {}
            await self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **typed)

    async def choose(self) -> None:
        """Press the keys of ``CHOOSE``."""
        await self.press("ArrowRight", code=39)
        await self.press("Enter", "\r")

    async def click(self, place: tuple[float, float], button: str = "left") -> None:
        """Press a button of the mouse there and let it go."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button, clickCount=1
            )

    async def tap(self, x: float, y: float) -> None:
        """Touch the page there for a moment."""
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            await self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)


@asynccontextmanager
async def opened(address: str, profile: Path, *flags: str) -> AsyncIterator[Tab]:
    """A page at that address, in a browser of its own."""
    name = browser()
    assert name is not None
    command = [
        name,
        *QUIET,
        *flags,
        f"--user-data-dir={profile}",
        "--remote-debugging-port=0",
        "--window-size=1280,900",
    ]
    process = subprocess.Popen([*command, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        async with aiohttp.ClientSession() as client:
            url = await _page_of(client, profile / "DevToolsActivePort")
            async with client.ws_connect(url, max_msg_size=0) as socket:
                yield Tab(socket)
    finally:
        process.terminate()
        process.wait(PATIENCE)


async def _page_of(client: aiohttp.ClientSession, noted: Path) -> str:
    """The address of the page's own protocol; the browser notes its port in a file."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if noted.exists() and (lines := noted.read_text(encoding="ascii").split()):
                async with client.get(f"http://127.0.0.1:{lines[0]}/json") as answer:
                    pages = [each for each in await answer.json() if each["type"] == "page"]
                if pages:
                    return str(pages[0]["webSocketDebuggerUrl"])
            await asyncio.sleep(STEP)
