"""A program behind a page: it ends with its server, however stuck it is, and may show several apps."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from tests.support.tui.served_game import PATIENCE
from tui.shell.web.page_process import PageProcess
from tui.system.terminal import SERVED_VARIABLE

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
        env={**os.environ, SERVED_VARIABLE: "tui.shell.web.driver:PageDriver"},
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


@NIGHTLY
def test_it_ends_though_it_waits_for_somebody_to_take_what_it_draws() -> None:
    with started(begins="self._driver.write('x' * 10_000_000)") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdin.close()
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
        env={**os.environ, SERVED_VARIABLE: "tui.shell.web.driver:PageDriver", "COLUMNS": "80", "ROWS": "24"},
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
