"""Games and practice killed with -9 at random moments: all that was kept is there, and the game goes on."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from engine.records.read_file import file_bytes, read_record
from engine.records.verify import verify_record
from tests.support.tui.pseudo_terminals import AGAIN, Terminal, furiten
from tools.siege.attempt import MOST_SECONDS, Outcome
from tui.play.save import SaveFolder
from tui.play.start_game import load

AT_THE_TABLE = ("\r", "\r", "\r", "\x1b[C", "u", "?", "l", "\x1b", "t", "r", "p")
IN_PRACTICE = ("\r", "\r", " ", "x", "\x1b[C")
ROUNDS = 3
LAST_CHOICE = 8
"""The most lines of a choice that was not written whole; the program takes them off."""


class Kept(msgspec.Struct, frozen=True):
    """What a home holds, read without the program's own readers."""

    game: bytes
    records: int
    answers: int

    @classmethod
    def of(cls, home: Path) -> Kept:
        """What is there now."""
        game, folder = home / "game.jsonl", SaveFolder(home)
        return cls(
            game.read_bytes() if game.exists() else b"", len(list(folder.records.files())), _answers(home)
        )


def attack(dice: random.Random, room: Path) -> Outcome:
    """Play and kill three times in one home, then practise and kill."""
    outcome, home = Outcome(), room / "home"
    options = ["--speed", "instant", "--length", "hand", "--undo", "--seed", str(dice.randrange(1_000))]
    for number in range(ROUNDS):
        told = f"kill {number + 1}"
        command = ("play", *(options if not number else []))
        if not _killed(home, command, "? help", AT_THE_TABLE, dice, outcome, told):
            return outcome
        _check_game(home, outcome, told)
    before = Kept.of(home)
    if _killed(home, ("practice", "waits"), "question 1", IN_PRACTICE, dice, outcome, "practice"):
        after = Kept.of(home)
        outcome.expect(after.answers > before.answers, "practice: an answer that was explained is lost")
        outcome.expect(after.records == before.records, "practice: a record is gone")
        outcome.expect(after.game == before.game, "practice: the game has changed")
    return outcome


def _killed(
    home: Path,
    command: Sequence[str],
    shown: str,
    keys: Sequence[str],
    dice: random.Random,
    outcome: Outcome,
    told: str,
) -> bool:
    """Start, see that a choice is kept, press keys, kill; False if it gave way before that."""
    begun = time.monotonic()
    with furiten(*command, home=home) as term:
        try:
            term.until(shown)
        except AssertionError as error:
            outcome.fault(f"{told}: does not start: {error}")
            return False
        outcome.took(time.monotonic() - begun)
        if not _is_kept(term, home, keys):
            outcome.fault(f"{told}: no choice reaches the disk")
            return False
        until = time.monotonic() + dice.uniform(0, 1.5)
        while time.monotonic() < until and not term.has_ended:
            term.type(dice.choice(keys))
            term.gather(0.02)
        if term.has_ended:
            code = term.wait()
            outcome.expect(code == 0, f"{told}: ended by itself with exit code {code}")
        else:
            term.signal(signal.SIGKILL)
            term.wait()
    return True


def _is_kept(term: Terminal, home: Path, keys: Sequence[str]) -> bool:
    """Press keys that choose until the disk holds more than before."""
    before, until = Kept.of(home), time.monotonic() + MOST_SECONDS
    # a cursor key first: an Enter that comes too soon after a draw discards nothing
    choose = ("x", "\r") if keys is IN_PRACTICE else ("\x1b[D", "\r")
    while time.monotonic() < until:
        for key in choose:
            if term.has_ended:
                # Enter leaves the ranking of a finished game
                return True
            term.type(key)
            term.gather(AGAIN / 2)
        now = Kept.of(home)
        grown = len(now.game) > len(before.game)
        if grown or now.answers > before.answers or now.records > before.records:
            return True
    return False


def _check_game(home: Path, outcome: Outcome, told: str) -> None:
    kept, folder = Kept.of(home), SaveFolder(home)
    with folder:
        session, aside = load(folder)
    if aside is not None:
        outcome.fault(f"{told}: the save was set aside: {aside.reason}")
    elif b"\n" in kept.game:
        outcome.expect(session is not None, f"{told}: the game does not continue from the save")
    else:
        outcome.expect(kept.records > 0, f"{told}: neither a game nor a record is left")
    if session is not None:
        lost = kept.game.count(b"\n") - len(session.match.events)
        outcome.expect(lost <= LAST_CHOICE, f"{told}: the game has lost {lost} events")
        session.close()
    for path in folder.records.files():
        report = verify_record(read_record(file_bytes(path)))
        outcome.expect(report.ok, f"{told}: {path.name} does not verify")


def _answers(home: Path) -> int:
    """Practice answers; raises sqlite3.Error if the database is not whole."""
    path = home / "furiten.sqlite"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=MOST_SECONDS)) as database:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the practice database is not whole")
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'attempts'").fetchone():
            return 0
        return int(database.execute("SELECT count(*) FROM attempts").fetchone()[0])
