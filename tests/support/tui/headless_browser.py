"""A headless Chromium, driven over its own protocol: pages are opened, keys pressed, pictures taken."""

from __future__ import annotations

import asyncio
import base64
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

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
PATIENCE = 120.0
PAUSE = 0.1
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
                await asyncio.sleep(PAUSE)

    async def shown_anew(self) -> None:
        """Wait until the page that follows this one shows its game; ``leave`` marks this one."""
        await self.until(f"!window.isLeft && {SHOWN}")

    async def leave(self) -> None:
        """Mark this page, so that the next one is known from it."""
        await self.value("window.isLeft = true")

    async def press(self, key: str, text: str) -> None:
        """Press a key and let it go."""
        for kind in ("keyDown", "keyUp"):
            typed = {"text": text} if kind == "keyDown" else {}
            await self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=13, **typed)

    async def click(self, place: tuple[float, float], button: str = "left") -> None:
        """Press a button of the mouse there and let it go."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button, clickCount=1
            )

    async def picture(self) -> bytes:
        """The page as PNG."""
        return base64.b64decode((await self.ask("Page.captureScreenshot"))["data"])


@asynccontextmanager
async def opened(address: str, profile: Path) -> AsyncIterator[Tab]:
    """A page at that address, in a browser of its own."""
    name = browser()
    assert name is not None
    command = [
        name,
        *QUIET,
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
            await asyncio.sleep(PAUSE)
