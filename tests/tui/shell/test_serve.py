"""The game in a browser: what a page may send, how it ends, and the program behind it. With real servers."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from tests.support.fresh_interpreter import peak_megabytes
from tests.support.tui.served_game import (
    CHOOSE,
    PATIENCE,
    PAUSE,
    ServedGame,
    closing,
    first_picture,
    has_gone,
    served_game,
)
from tests.support.tui.texts import says
from tui.cli import execute
from tui.i18n import t
from tui.shell.web.pages import PageProcess
from tui.shell.web.server import DISPLAYS
from tui.system.installation import web_line
from tui.system.terminal import SERVED_VARIABLE

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")


@pytest.mark.nightly
async def test_a_malformed_message_ends_its_page_alone(
    served: ServedGame, client: aiohttp.ClientSession
) -> None:
    patient = await served.open(client)
    await first_picture(patient)
    too_large = '["stdin", "' + "x" * 100_000 + '"]'
    for wrong in ("nonsense", '["resize", {"width": "wide"}]', '["resize", {}]', "[" * 50_000, too_large):
        page = await served.open(client)
        await page.send_str(wrong)
        assert await closing(page) in (1003, 1009)
    page = await served.open(client)
    await page.send_bytes(b"\x00")
    assert await closing(page) == 1003
    await served.assert_discards(lambda: patient.send_json(["stdin", CHOOSE]))
    assert [says(line, "serve.closed") for line in await served.complaints_from(6)] == [True] * 6


async def test_keys_work_after_sequences_that_are_none(
    served: ServedGame, client: aiohttp.ClientSession
) -> None:
    page = await served.open(client)
    await first_picture(page)
    await page.send_json(["stdin", "\x1b[1114112u\x1b[M\x80\x80\x80\x1b]52;"])
    await served.assert_discards(lambda: page.send_json(["stdin", CHOOSE]))


@pytest.mark.nightly
async def test_the_number_of_pages_is_bounded(tmp_path: Path) -> None:
    with served_game(tmp_path, "--sessions", "2", runs=["practice"]) as served:
        async with served.browser() as client:
            first, second = await served.open(client), await served.open(client)
            third = await served.open(client)
            assert await closing(third) == 1013
            await first_picture(second)
            await second.close()
            await first_picture(await served.open(client))
            await first_picture(first)


@pytest.mark.nightly
async def test_a_program_that_cannot_start_says_why(tmp_path: Path) -> None:
    with served_game(tmp_path, runs=["play", "--bots", "nobody"]) as served:
        async with served.browser() as client:
            page = await served.open(client)
            received = await page.receive(timeout=PATIENCE)
            assert received.type is aiohttp.WSMsgType.CLOSE
            assert "nobody" in received.extra
            (line,) = await served.complaints_from(1)
    assert says(line, "serve.closed", number=1)


@ON_LINUX
@pytest.mark.nightly
async def test_a_flood_ends_its_page_alone(tmp_path: Path) -> None:
    paste = '["stdin", "' + "x" * 50_000 + '"]'
    with served_game(tmp_path, runs=["practice"]) as served:
        async with served.browser() as client:
            page, other = await served.open(client), await served.open(client)
            await first_picture(page)
            with suppress(aiohttp.ClientError, ConnectionError):
                async with asyncio.timeout(PATIENCE):
                    for _ in range(20_000):
                        await page.send_str(paste)
            await other.send_json(["ping", "7"])
            async with asyncio.timeout(PATIENCE):
                while (received := await other.receive()).type is not aiohttp.WSMsgType.TEXT or (
                    received.json() != ["pong", "7"]
                ):
                    pass
            assert all(peak_megabytes(each) < 200 for each in (served.process.pid, *served.programs()))
            (line,) = await served.complaints_from(1)
    assert says(line, "serve.closed", number=1, reason=t("serve.page.flooded"))


@ON_LINUX
@pytest.mark.nightly
async def test_an_absurd_page_is_drawn_in_bounds(served: ServedGame, client: aiohttp.ClientSession) -> None:
    page = await served.open(client, "?width=20000&height=20000")
    await page.send_json(["resize", {"width": 10**30, "height": 20_000}])
    await first_picture(page)
    (program,) = served.programs()
    await page.send_json(["stdin", "\r"])
    await served.assert_discards(lambda: page.send_json(["stdin", CHOOSE]))
    assert peak_megabytes(program) < 400


@ON_LINUX
@pytest.mark.nightly
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_when_the_server_dies_its_pages_do_and_the_game_is_free(
    end: signal.Signals, served: ServedGame, client: aiohttp.ClientSession
) -> None:
    page = await served.open(client)
    await first_picture(page)
    (program,) = served.programs()
    served.process.send_signal(end)
    assert served.process.wait(PATIENCE) == (-end if end is signal.SIGKILL else 0)
    assert await has_gone(program)
    assert await served.is_free()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "runs", ["", "watch", "practice lessons", "replay", "demo furiten-by-discard", "demo the-deal --play"]
)
async def test_every_command_that_opens_a_screen_is_served(runs: str, tmp_path: Path) -> None:
    with served_game(tmp_path, runs=runs.split()) as served:
        async with served.browser() as client:
            assert await first_picture(await served.open(client)) != b""


@pytest.mark.nightly
async def test_a_command_without_a_screen_is_no_game(tmp_path: Path) -> None:
    with served_game(tmp_path, runs=["rules"]) as served:
        async with served.browser() as client:
            page = await served.open(client)
            received = await page.receive(timeout=PATIENCE)
            assert received.type is aiohttp.WSMsgType.CLOSE
            assert received.extra == t("serve.page.silent")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="the browser here is a shell script")
async def test_the_browser_is_opened_by_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$@" > {seen}.new\nmv {seen}.new {seen}\n', encoding="utf-8")
    script.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    monkeypatch.setenv("DISPLAY", ":0")
    with served_game(tmp_path, "--open") as served:
        address = served.next_address()
        async with asyncio.timeout(PATIENCE):
            while not seen.exists():
                await asyncio.sleep(PAUSE)
        (opened_at,) = seen.read_text(encoding="utf-8").split()
        token = address.partition("token=")[2]
        assert token not in opened_at
        file = Path(opened_at.removeprefix("file://"))
        assert token in file.read_text(encoding="utf-8")
        assert file.parent.stat().st_mode & 0o077 == 0
        served.process.terminate()
        served.process.wait(PATIENCE)
        assert not file.exists()


@ON_LINUX
@pytest.mark.nightly
async def test_without_a_display_no_browser_takes_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in DISPLAYS:
        monkeypatch.delenv(variable, raising=False)
    with served_game(tmp_path, "--open") as served:
        (line,) = await served.complaints_from(1)
    assert says(line, "serve.no-browser")


@pytest.mark.nightly
async def test_a_page_that_is_loaded_anew_gets_its_game(
    served: ServedGame, client: aiohttp.ClientSession
) -> None:
    for discards in (1, 2, 3):
        page = await served.open(client)
        await served.assert_discards(partial(page.send_json, ["stdin", CHOOSE]), discards)
        await page.close()


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert execute(["serve", "--port", str(port)]) == 2
    assert says(capsys.readouterr().err, "serve.taken", port=port, host="localhost")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_beyond_this_machine_the_token_has_to_be_decided(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["serve", "--host", host]) == 2
    assert says(capsys.readouterr().err, "serve.choose", host=host)


@pytest.mark.parametrize("option", ["--host", "--allow-host"])
@pytest.mark.parametrize("name", ["a b", "\udcff\udcfe", "x:80", "http://x", "a" * 300, "*"])
def test_what_is_no_host_name_is_refused(option: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["serve", option, name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    assert execute(["serve"]) == 2
    assert says(capsys.readouterr().err, "serve.missing", line=web_line())


NIGHTLY = pytest.mark.nightly
APP = """
import time
from textual.app import App

class Stuck(App):
    def on_mount(self):
        {begins}

    def on_unmount(self):
        {ends}

Stuck().run()
"""


def started(begins: str = "pass", ends: str = "pass") -> subprocess.Popen[bytes]:
    """An app in a page that does this at its beginning and its end."""
    return subprocess.Popen(
        [sys.executable, "-c", APP.format(begins=begins, ends=ends)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, SERVED_VARIABLE: "tui.shell.web.page_driver:PageDriver"},
    )


@pytest.mark.parametrize(
    "stuck",
    [
        pytest.param({}, id="idle"),
        pytest.param({"begins": "time.sleep(600)"}, id="busy", marks=NIGHTLY),
        pytest.param(
            {"begins": "self.run_worker(lambda: time.sleep(600), thread=True)"},
            id="in a thread",
            marks=NIGHTLY,
        ),
        pytest.param({"ends": "time.sleep(600)"}, id="at its end", marks=NIGHTLY),
        pytest.param(
            {"begins": "self._driver.write('x' * 10_000_000)"}, id="while nobody takes it", marks=NIGHTLY
        ),
    ],
)
def test_it_ends_with_its_input(stuck: dict[str, str]) -> None:
    with started(**stuck) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdin.close()
        program.wait(PATIENCE)


@NIGHTLY
def test_it_ends_when_nobody_takes_what_it_draws() -> None:
    with started(begins="self.set_interval(0.01, lambda: self._driver.write('x' * 100_000))") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdout.close()
        program.wait(PATIENCE)


TWO = """
from textual.app import App

class Sized(App):
    def on_mount(self):
        self._driver.write(f"{self.size.width}x{self.size.height}")

    def on_key(self, event):
        self._driver.write(f"key {event.key}")
        self.exit()

Sized().run()
Sized().run()
"""


async def test_the_second_app_of_a_program_has_the_page_and_its_keys() -> None:
    """A packet is cut in two where the first app stops to read."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        TWO,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={
            **os.environ,
            SERVED_VARIABLE: "tui.shell.web.page_driver:PageDriver",
            "COLUMNS": "80",
            "ROWS": "24",
        },
    )
    assert process.stdin is not None
    program, shown = PageProcess(process), b""
    key = b"D\0\0\0\1"
    async with asyncio.timeout(PATIENCE):
        async for picture in program.pictures():
            shown += picture
            if picture == b"80x24":
                await program.tell("resize", width=100, height=30)
                process.stdin.write(key + b"a" + key)
            elif picture == b"100x30":
                process.stdin.write(b"b")
        assert await program.end() == 0
    places = [shown.find(part) for part in (b"80x24", b"key a", b"100x30", b"key b")]
    assert -1 not in places
    assert places == sorted(places)
