"""Saves from elsewhere that name programs, and programs that misbehave at the table."""

from __future__ import annotations

import random
import shutil
import sys
import time
from pathlib import Path

from tests.support.ai.external_programs import is_gone, lives, program
from tests.support.tui.sessions import folder_at, options, sit_down
from tools.siege.attempt import Outcome, judge, run

MODES = (
    "crash",
    "exit",
    "child",
    "half",
    "stubborn",
    "complain",
    "close",
    "deaf",
    "hang",
    "late",
    "garbage",
    "not-held",
)
WHEN = ("", "first-", "always-", "always-first-")
READERS = (
    ("play", "--plain"),
    ("verify", "{}"),
    ("review", "{}"),
    ("stats", "{}"),
    ("export", "{}", "--to", "text"),
)


def foreign_save(dice: random.Random, room: Path) -> Outcome:
    """Continue, read or review a save that names a program. It must not run."""
    outcome, here, witness = Outcome(), room / "here", room / "it-ran"
    command = f"mjai:'{sys.executable}' -I -S -c 'open(\"{witness.as_posix()}\", \"w\")'"
    bots = [command, "tenpai", "hayai"]
    dice.shuffle(bots)
    elsewhere = folder_at(room / "elsewhere")
    sit_down(elsewhere, options(dice.randrange(1_000), bots=tuple(bots)))
    elsewhere.release()
    if dice.randrange(2):
        # the whole home, with its key and its marks
        shutil.copytree(elsewhere.path, here)
    else:
        here.mkdir()
        shutil.copy(elsewhere.game, here)
    reader = [word.format(here / "game.jsonl") for word in dice.choice(READERS)]
    answer = dice.choice((b"", b"\n\n\n", b"no\n1\n1\n", b"y\n", b"quit\n"))
    judge(outcome, run(reader, here, answer), f"a foreign save, {reader[0]}")
    outcome.expect(not witness.exists(), f"a foreign save ran its program at {reader[0]} after {answer!r}")
    return outcome


def hostile_bot(dice: random.Random, room: Path) -> Outcome:
    """A hand with a program that misbehaves: the contest ends, and nothing of the program stays."""
    outcome, folder = Outcome(), room / "lives"
    mode = dice.choice(WHEN) + dice.choice(MODES)
    bots = ",".join((program(mode, folder), "tenpai", "tsumogiri", "tsumogiri"))
    command = ["arena", "--bots", bots, "--games", "4", "--seed", str(dice.randrange(1_000)), "--jobs", "1"]
    ended = run(command, room / "home", more={"FURITEN_BOT_SECONDS": "0.05"})
    outcome.took(ended.seconds, ended.megabytes)
    # a contest of a program that hangs at each question is cut off here, not by the arena
    outcome.expect(b"Traceback" not in ended.err, f"{mode}: a traceback: {ended.err[-200:]!r}")
    time.sleep(0.1)
    for process in lives(folder):
        outcome.expect(is_gone(process, seconds=2), f"{mode}: process {process} lives on")
    return outcome
