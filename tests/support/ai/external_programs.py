"""External bots for tests: ``external.py`` as a bot, and whether a process has ended."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

PROGRAM = Path(__file__).with_name("external.py")


def program(mode: str, folder: Path) -> str:
    """The text of the program of ``external.py``, which notes its processes in the folder."""
    folder.mkdir(exist_ok=True)
    return f"mjai:'{sys.executable}' -I -S '{PROGRAM}' {mode} '{folder}'"


def lives(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]


def hanging(folder: Path) -> int:
    """How many programs of the mode ``hang`` have been asked what they never answer."""
    return len(list(folder.glob("asked-*")))


def is_gone(process: int, seconds: float = 300) -> bool:
    """Whether nothing of that number runs; one that has just been ended may need a moment."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if _is_ended(process):
            return True
        time.sleep(0.02)
    return False


def _is_ended(process: int) -> bool:
    """Whether it has ended and only waits for its exit code to be asked for, which nobody might ever do."""
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"
    except OSError:
        return False
