"""What is costly to make is made once in a run of the tests, and shared by all of them.

The worker that needs a thing first makes it and writes it to the folder of the run; the others wait for it
and read it. So no test may change any of it.
"""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from tui.system.files import FileLock, Locked

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")

FOLDER = "FURITEN_TESTS_SHARED"
"""The variable that tells the workers of a run its folder."""
BETWEEN_LOOKS = 0.02
"""Seconds until a worker that waits for another looks again."""


class Watcher(Protocol):
    """Somebody who wants to know what is shared: ``make mutants`` does."""

    def uses(self, name: str) -> None:
        """The running test, or what is being made, needs the thing of that name."""

    def makes(self, name: str) -> AbstractContextManager[None]:
        """Inside of this it is made."""


_here: dict[str, object] = {}
_watchers: list[Watcher] = []


def watch(watcher: Watcher) -> None:
    """Tell it from now on what is used and made."""
    _watchers.append(watcher)


def shared(name: str, make: Callable[[], T]) -> T:
    """What ``make`` gives, made once in this run under that name; it has to be fit for pickle."""
    for watcher in _watchers:
        watcher.uses(name)
    if name in _here:
        return cast(T, _here[name])
    folder = os.environ.get(FOLDER)
    if folder is None:  # a program outside of the tests
        found = _made(name, make)
    else:
        path = Path(folder) / sha256(name.encode()).hexdigest()[:32]
        with _alone(path.with_suffix(".lock")):
            if path.exists():
                found = cast(T, pickle.loads(path.read_bytes()))
            else:
                found = _made(name, make)
                path.write_bytes(pickle.dumps(found))
    _here[name] = found
    return found


def _made(name: str, make: Callable[[], T]) -> T:
    with ExitStack() as around:
        for watcher in _watchers:
            around.enter_context(watcher.makes(name))
        return make()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = FileLock(path)
    while True:
        try:
            lock.acquire()
            break
        except Locked:
            time.sleep(BETWEEN_LOOKS)
    try:
        yield
    finally:
        lock.release()


def begin() -> None:
    """Make the folder of this run, unless a run around this one has made it."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="furiten-tests-")
        _mine.append(os.environ[FOLDER])


def end() -> None:
    """Remove the folder, if this process made it."""
    for folder in _mine:
        shutil.rmtree(folder, ignore_errors=True)


_mine: list[str] = []
