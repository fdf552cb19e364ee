"""A program behind a page: it ends when its server is gone, however stuck it is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.tui.served_game import PATIENCE
from tui.system.terminal import SERVED_VARIABLE

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
        pytest.param({"begins": "time.sleep(600)"}, id="busy"),
        pytest.param({"begins": "self.run_worker(lambda: time.sleep(600), thread=True)"}, id="in a thread"),
        pytest.param({"ends": "time.sleep(600)"}, id="at its end"),
    ],
)
def test_it_ends_with_its_input(stuck: dict[str, str]) -> None:
    with started(**stuck) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdin.close()
        program.wait(PATIENCE)


def test_it_ends_when_nobody_takes_what_it_draws() -> None:
    with started(begins="self.set_interval(0.01, lambda: self._driver.write('x' * 100_000))") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdout.close()
        program.wait(PATIENCE)


def test_it_ends_though_it_waits_for_somebody_to_take_what_it_draws() -> None:
    with started(begins="self._driver.write('x' * 10_000_000)") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == b"__GANGLION__\n"
        program.stdin.close()
        program.wait(PATIENCE)
