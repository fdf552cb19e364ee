"""Bytes that no terminal should send, into a game: keys work afterwards, and the terminal is restored."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import table_app
from tests.support.tui.pseudo_terminals import Terminal, furiten
from tests.support.tui.sessions import options
from tui.shell.signals import SIGNAL_EXIT_BASE
from tui.system.exit_codes import ExitCode

CLOSES = "any other key closes"
"""On the help."""
INTERRUPTED = SIGNAL_EXIT_BASE + signal.SIGINT


def table(home: Path, size: tuple[int, int] = (80, 24)) -> Terminal:
    term = furiten("play", "--seed", "7", "--speed", "fast", home=home, size=size)
    term.until("hand 1/8", "? help")
    return term


def check_alive(term: Terminal) -> None:
    """The help opens, Ctrl+C ends the game, and the terminal is as it was."""
    term.insist("?", CLOSES)
    term.type("\x03")
    assert term.end() == INTERRUPTED
    term.check_usable()


NIGHTLY = pytest.mark.nightly


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\xe9", id="not UTF-8", marks=NIGHTLY),
        pytest.param(b"\x1b[M \x84!\x1b[1114112u\x1b[1;1;55296u", id="X10 mouse and beyond Unicode"),
        pytest.param(b"\x1b" * 5_000, id="escapes", marks=NIGHTLY),
        pytest.param(b"\x1b]" + b"A" * 20_000, id="an OSC that never ends", marks=NIGHTLY),
        pytest.param(b"\x1b[200~" + b"A" * 2_000, id="a paste that never ends", marks=NIGHTLY),
        pytest.param(b"\x1b[<0;9;9M" * 2_000, id="clicks", marks=NIGHTLY),
    ],
)
def test_hostile_bytes(tmp_path: Path, sent: bytes) -> None:
    with table(tmp_path) as term:
        term.send(sent)
        check_alive(term)


@NIGHTLY
def test_a_storm_of_sizes_and_an_absurd_one(tmp_path: Path) -> None:
    with table(tmp_path) as term:
        for n in range(20_000):
            term.resize((80 + n % 40, 24 + n % 7))
            if not n % 500:
                term.gather(0)
        term.resize((65_535, 65_535))
        time.sleep(0.1)
        term.resize((80, 24))
        check_alive(term)


@NIGHTLY
def test_a_terminal_that_is_absurd_from_the_start(tmp_path: Path) -> None:
    with table(tmp_path, (65_535, 65_535)) as term:
        # a picture of that size takes a moment: keys would pile up meanwhile
        while term.gather(1):
            pass
        check_alive(term)


async def test_an_app_that_breaks_does_not_end_as_if_all_were_well(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test():
        app.panic("broken")
        assert app.return_code == ExitCode.NO
    app.folder.release()


@NIGHTLY
@pytest.mark.parametrize("seed", range(5))
def test_noise(tmp_path: Path, seed: int) -> None:
    # without what suspends it
    noise = random.Random(seed).randbytes(20_000).replace(b"\x1a", b"")
    with table(tmp_path) as term:
        term.send(noise + b"\x03")
        # among the noise are keys that end it, too
        assert term.end() in (ExitCode.DONE, INTERRUPTED)
        term.check_usable()
