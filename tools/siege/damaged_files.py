"""Damaged files of every kind in a home: each command ends in bounds, and what was there is still there."""

from __future__ import annotations

import functools
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from tests.support.tui.sessions import folder_at, options, play_on, sit_down
from tools.siege.attempt import Outcome, judge, run
from tools.siege.damage import damaged
from tui.demo.scene_files import PastGames, write_games

READERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "game.jsonl": (("play", "--plain"),),
    "settings.toml": (("play", "--plain"), ("rules",)),
    "last-game.json": (("play", "--plain", "--new"),),
    "furiten.sqlite": (("practice", "--export", "-"), ("stats", "--json"), ("practice", "--json")),
    "records": (("stats",), ("verify", "{}"), ("review", "{}"), ("export", "{}", "--to", "text")),
}
"""The commands that read each file of a home; ``{}`` is its path. A file that is not there is all damage."""
STRANGE = ("pipe", "endless", "folder", "loop")


def attack(dice: random.Random, room: Path) -> Outcome:
    """Damage one file, and run a command that reads it."""
    home, outcome = room / "home", Outcome()
    shutil.copytree(_whole_home(), home)
    name = dice.choice(sorted(READERS))
    path = dice.choice(sorted((home / name).iterdir())) if name == "records" else home / name
    if name != "records" and sys.platform != "win32" and not dice.randrange(6):
        told = dice.choice(STRANGE)
        _put_strange(path, told)
        before = None
    else:
        before = damaged(path.read_bytes() if path.is_file() else b"", dice)
        path.write_bytes(before)
        told = "damage"
    command = [word.format(path) for word in dice.choice(READERS[name])]
    ended = run(command, home, b"quit\n" * 5)
    judge(outcome, ended, f"{told} in {name}, {' '.join(command[:2])}")
    # of a game that was never dealt nothing can be lost
    if before is not None and b"\n" in before and name in ("game.jsonl", "settings.toml", "records"):
        kept = [each.read_bytes() for each in home.rglob("*") if each.is_file()]
        whole = any(before.startswith(each) or each.startswith(before) for each in kept if each or not before)
        outcome.expect(whole, f"{told} in {name}: the file is gone after {' '.join(command[:2])}")
    return outcome


def _put_strange(path: Path, kind: str) -> None:
    path.unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "endless":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "loop":
            path.symlink_to(path)


@functools.cache
def _whole_home() -> Path:
    """A home with a game in progress and records, made once."""
    home = Path(tempfile.mkdtemp(prefix="furiten-siege-"))
    write_games(PastGames(count=3, seed=5, days=9, length="hand"), home)
    folder = folder_at(home)
    play_on(sit_down(folder, options(7)), decisions=5)
    folder.release()
    run(("stats",), home)
    return home
