"""The game in a browser: served by textual-serve, and a turn played in headless Chromium."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import events as ev
from engine.events import decode
from tests.support.tui.headless_browser import PATIENCE, PAUSE, browser, opened
from tests.support.tui.texts import says
from tui.cli import execute
from tui.play.session import PERSON

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a server that deals a game to whoever opens it."""
    port = free_port()
    arguments = ["serve", "--port", str(port), "--", "play", "--seed", "7", "--speed", "instant", "--new"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", *arguments],
        env={**os.environ, "FURITEN_HOME": str(tmp_path / "home")},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert f"http://localhost:{port}" in process.stdout.readline()
    yield f"http://localhost:{port}/"
    process.terminate()
    assert process.wait(PATIENCE) == 0


def own_discards(home: Path) -> int:
    """How many tiles the person has thrown in the game that is saved there."""
    save = home / "game.jsonl"
    if not save.exists():
        return 0
    found = [decode(line) for line in save.read_bytes().splitlines()]
    seat = next(event.names.index(PERSON) for event in found if isinstance(event, ev.StartGame))
    return sum(isinstance(event, ev.Dahai) and event.actor == seat for event in found)


@pytest.mark.skipif(browser() is None, reason="there is no Chromium on this machine")
async def test_a_turn_is_played_in_a_browser(served: str, tmp_path: Path) -> None:
    async with opened(served, tmp_path / "profile") as tab:
        await tab.until("document.body.classList.contains('-first-byte')")
        assert await tab.value("document.title") == "furiten"
        await tab.value("document.querySelector('textarea').focus()")
        async with asyncio.timeout(PATIENCE):
            while own_discards(tmp_path / "home") == 0:
                await tab.press("Enter", "\r")
                await asyncio.sleep(PAUSE)
        (tmp_path / "page.png").write_bytes(await tab.picture())


async def test_the_page_loads_nothing_from_elsewhere(served: str) -> None:
    import aiohttp

    async with aiohttp.ClientSession() as client, client.get(served) as answer:
        page = await answer.text()
    assert page.count("http://") == page.count(served)
    assert "https://" not in page


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert execute(["serve", "--port", str(port)]) == 2
    assert says(capsys.readouterr().err, "serve.taken", port=port, host="localhost")


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    monkeypatch.delitem(sys.modules, "tui.shell.web", raising=False)
    assert execute(["serve"]) == 2
    assert "pip install 'furiten[web]'" in capsys.readouterr().err
