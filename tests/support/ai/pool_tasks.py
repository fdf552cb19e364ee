"""Tasks for the processes of a worker pool. They import this module, so it imports nothing slow."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path


def double(piece: int) -> int:
    return 2 * piece


def start_method(piece: int) -> str:
    return multiprocessing.get_start_method()


def end_once(folder: Path, piece: int) -> int:
    """The first process that is at 2 is ended as by the system."""
    if piece == 2 and not (folder / "ended").exists():
        (folder / "ended").touch()
        os.kill(os.getpid(), signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    return 2 * piece


def end(folder: Path, piece: int) -> int:
    (folder / str(os.getpid())).touch()
    os._exit(3)


def fail(piece: int) -> int:
    raise OSError(28, "no room", f"file {piece}")


def wait(folder: Path, piece: int) -> None:
    (folder / str(os.getpid())).touch()
    time.sleep(3600)


def variable(name: str) -> str | None:
    return os.environ.get(name)


def is_loaded(module: str) -> bool:
    return module in sys.modules


if __name__ == "__main__":
    from ai.worker_pool import map_unordered

    for _ in map_unordered(partial(wait, Path(sys.argv[1])), [1, 2], 2):
        pass
