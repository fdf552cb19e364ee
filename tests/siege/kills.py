"""Games killed with -9 at random moments: the game goes on, records verify, nobody else is hurt."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

from engine.records.read_file import file_bytes, read_record
from engine.records.verify import verify_record
from tests.siege.attempt import Outcome
from tests.support.tui.pseudo_terminals import furiten
from tui.play.save import SaveFolder
from tui.play.start import load

KEYS = ("\r", "\r", "\r", "\x1b[C", "u", "?", "l", "\x1b", "t", "r", "p")
ROUNDS = 3


def attack(dice: random.Random, room: Path) -> Outcome:
    """Play and kill, three times in one home."""
    outcome, home = Outcome(), room / "home"
    options = ["--speed", "instant", "--length", "hand", "--undo", "--seed", str(dice.randrange(1_000))]
    for number in range(ROUNDS):
        begun = time.monotonic()
        with furiten("play", *(options if not number else []), home=home) as term:
            try:
                term.until("? help")
            except AssertionError as error:
                outcome.fault(f"start {number + 1}: no table: {error}")
                return outcome
            outcome.took(time.monotonic() - begun)
            until = time.monotonic() + dice.uniform(0, 1.5)
            while time.monotonic() < until:
                term.type(dice.choice(KEYS))
                term.gather(0.02)
            term.signal(signal.SIGKILL)
            term.wait()
        _check(home, outcome, f"kill {number + 1}")
    return outcome


def _check(home: Path, outcome: Outcome, told: str) -> None:
    folder = SaveFolder(home)
    with folder:
        session, aside = load(folder)
    if aside is not None:
        outcome.fault(f"{told}: the save was set aside: {aside.reason}")
    if session is not None:
        session.close()
    for path in folder.records.files():
        report = verify_record(read_record(file_bytes(path)))
        outcome.expect(report.ok, f"{told}: {path.name} does not verify")
