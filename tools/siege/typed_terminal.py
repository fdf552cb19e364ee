"""Storms of bytes and sizes in a pseudoterminal: Ctrl+C works afterwards, and the terminal is restored."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

from tests.support.tui.pseudo_terminals import Terminal, furiten
from tools.siege.attempt import Outcome
from tui.shell.terminal_signals import SIGNAL_EXIT_BASE

ONE_SECOND = 1.0
SLACK = 2.0
"""Seconds that a busy machine may add."""
PIECES = (
    *(b"\xe9", b"\xff\xfe", b"\xed\xa0\x80", b"\x1b[M \x84!", b"\x1b[1114112u", b"\x1b[55296;1;55296u"),
    *(b"\x1b", b"\x1b]0;", b"\x1bP", b"\x1b_", b"\x1b[200~", b"\x1b[<0;99999;99999M", b"\x1b[<0;5;5M"),
    *(b"\x1b[?62;c", b"\x1b[999999999;9", b"\x1b[48;1;1;1;1t", b"\x00", b"\x9b", b"\r", b"?", b"a" * 40),
)


def attack(dice: random.Random, room: Path) -> Outcome:
    """One storm at the table."""
    outcome = Outcome()
    with furiten("play", "--seed", "7", "--speed", "fast", home=room / "home") as term:
        term.until("hand 1/8", "? help")
        if dice.randrange(4):
            storm = b"".join(
                dice.choice(PIECES) * dice.choice((1, 1, 30, 900)) for _ in range(dice.randrange(1, 12))
            )
            told = repr(storm[:60])
            term.send(storm[: 1 << 16])
        else:
            told = "sizes"
            _resize(term, dice)
        begun = time.monotonic()
        term.type("\x03")
        try:
            code = term.end(ONE_SECOND + SLACK)
        except AssertionError:
            outcome.fault(f"{told}: Ctrl+C does not end it")
            return outcome
        outcome.took(time.monotonic() - begun)
        outcome.expect(code == SIGNAL_EXIT_BASE + signal.SIGINT, f"{told}: exit code {code}")
        try:
            term.check_usable()
        except AssertionError as error:
            outcome.fault(f"{told}: the terminal is not restored: {error}")
    return outcome


def _resize(term: Terminal, dice: random.Random) -> None:
    for number in range(dice.choice((10, 2_000))):
        term.resize((dice.choice((1, 2, 80, 200, 65_535)), dice.choice((1, 24, 60, 65_535))))
        if not number % 100:
            term.gather(0)
    term.resize((80, 24))
