"""Work spread over processes, which may end at any moment: by Ctrl+C, or one of them by the system.

Each process is given one piece at a time; what one was at when it ended is given to another. None of them
outlives the one that started it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread
from traceback import format_exc
from typing import Any, Generic, TypeVar

from ai.defer_signals import defer_signals

_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")

_MOST_DEATHS = 3
"""So many processes may end at one piece: then it is the piece that ends them."""
_GRACE = 5.0
"""Seconds for the processes to end what they have started, before they are ended by force."""

_SPAWN = get_context("spawn")
"""Started afresh rather than forked: the same on every system."""


class WorkersDied(Exception):
    """Processes ended at the same piece, one after the other; the message names the piece and how."""


def map_unordered(
    work: Callable[[_Piece], _Result], pieces: Sequence[_Piece], processes: int
) -> Generator[tuple[_Piece, _Result]]:
    """Do all pieces; yields each with what came of it, in the order in which they are finished.

    Close it to end early. Raises what ``work`` raises, and WorkersDied. Whatever goes to a process is
    pickled.
    """
    waiting, deaths = deque(pieces), Counter[_Piece]()
    workers: list[_Worker[_Piece, _Result]] = []
    busy: dict[Any, _Worker[_Piece, _Result]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < processes:
                with defer_signals():
                    workers.append(worker := _Worker(work))
                worker.give(waiting.popleft())
                busy[worker.pipe] = worker
            for pipe in wait(list(busy)):
                worker = busy[pipe]
                piece = worker.piece
                try:
                    result = worker.take()
                except _WorkerDied:
                    del busy[pipe]
                    deaths[piece] += 1
                    if deaths[piece] == _MOST_DEATHS:
                        raise WorkersDied(f"{piece}: {_MOST_DEATHS} processes ended at it") from None
                    waiting.appendleft(piece)
                    continue
                if waiting:
                    worker.give(waiting.popleft())
                else:
                    del busy[pipe]
                yield piece, result
    finally:
        with defer_signals():
            _end(workers)


class _WorkerDied(Exception):
    """The process has ended."""


class _Worker(Generic[_Piece, _Result]):
    """A process at work, seen from here."""

    piece: _Piece
    """What it was given last."""

    def __init__(self, work: Callable[[_Piece], _Result]) -> None:
        self.pipe, its_end = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(its_end, work), daemon=True)
        with _sigint_blocked():
            self.process.start()
        its_end.close()

    def give(self, piece: _Piece) -> None:
        """Let it work at that; whether it is still there, ``take`` will tell."""
        self.piece = piece
        with suppress(OSError):
            self.pipe.send(piece)

    def take(self) -> _Result:
        """What came of it; raises _WorkerDied when the process has ended, and what the work raised."""
        said: tuple[_Result, None] | tuple[None, Exception]
        try:
            said = self.pipe.recv()
        except (EOFError, OSError):
            raise _WorkerDied from None
        if said[1] is not None:
            raise said[1]
        return said[0]


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl+C: nobody wants to see where it struck them."""
    if sys.platform == "win32":
        yield
        return
    # started with the first process, it would undo what follows
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(workers: Sequence[_Worker[Any, Any]]) -> None:
    """End the processes, and what they have started with them."""
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + _GRACE
    for worker in workers:
        worker.process.join(max(until - time.monotonic(), 0.0))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.pipe.close()


# -- in the other process --------------------------------------------------------------------------------


def _serve(pipe: Connection[Any, Any], work: Callable[[Any], Any]) -> None:
    """Work at what comes in, until this process is ended."""
    # Ctrl+C is left to the main process, which ends this one; programs outside are ended with it
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _leave)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_follow, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            piece = pipe.recv()
            pipe.send(_tried(work, piece))


def _tried(work: Callable[[Any], Any], piece: Any) -> tuple[Any, Exception | None]:
    """What comes of the work, and what it raised, with where it did."""
    try:
        return work(piece), None
    except Exception as error:
        error.add_note(format_exc())
        return None, error


def _leave(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()


def _follow() -> None:
    """End this process when the one that started it has ended, whatever it is at."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
