"""A process pool that survives the death of its workers, and signals for the main thread alone.

Each worker is a ``ProcessPoolExecutor`` of one process, because an executor breaks as a whole when one of its
processes dies: this way the others keep working, and it is known which piece the dead one had. That piece is
given to another worker. No worker outlives the process that started it.

Where the system can, workers are copies of one process that has loaded the modules of the work, a fork
server: a copy takes some milliseconds, loading takes some hundred. The fork server is started afresh, so
threads of a screen are neither in it nor in the workers. Elsewhere each worker is started afresh.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from multiprocessing import (
    active_children,
    get_all_start_methods,
    get_context,
    parent_process,
    resource_tracker,
)
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, Timer, current_thread, main_thread
from typing import TypeVar, TypeVarTuple

Arguments = TypeVarTuple("Arguments")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def defer_signals() -> Iterator[None]:
    """Complete the block before a SIGINT or SIGTERM is handled. Does nothing outside the main thread."""
    if current_thread() is not main_thread():
        yield
        return
    received: list[int] = []
    before = {number: signal.signal(number, lambda at, _: received.append(at)) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])


@contextmanager
def block_signals(*numbers: int) -> Iterator[None]:
    """Threads and processes that are started in the block have these signals blocked (not on Windows)."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_thread(target: Callable[[*Arguments], None], *arguments: *Arguments) -> Thread:
    """Start a daemon thread that leaves signals to the main thread.

    Only the main thread runs handlers. A signal that the system gives to another thread, as it does while the
    main thread has one pending, would not wake the main thread from waiting.
    """
    thread = Thread(target=target, args=arguments, daemon=True)
    with block_signals(*_SIGNALS):
        thread.start()
    return thread


_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")

_MOST_DEATHS = 3
"""When this many workers have died at a piece, the piece is at fault."""
_MOST_PROCESSES = 60
"""Windows waits for at most 63 objects at a time."""
_GRACE = 5.0
"""Seconds for workers to end what they have started, before they are killed."""


_LOOKS_AGAIN = 0.1
"""Seconds after which it is asked again whether work is still wanted."""
_STARTING = Lock()
"""Of two threads that start workers each must see its own process alone."""


_COPIES = "forkserver" in get_all_start_methods()
"""Whether workers are copies of a process that has loaded what they need."""


class WorkersDied(Exception):
    """Several workers died at the same piece; the message names the piece."""


def map_unordered(
    work: Callable[[_Piece], _Result], pieces: Sequence[_Piece], processes: int
) -> Generator[tuple[_Piece, _Result]]:
    """Do all pieces; yields each with its result, in the order in which they finish.

    Close the generator to stop early: ``work`` then ends by SystemExit and must clean up after itself. Raises
    the exceptions of ``work``, and WorkersDied. The work, its pieces and its results are pickled.
    """
    yield from map_growing(work, deque(pieces), processes)


def map_growing(
    work: Callable[[_Piece], _Result], waiting: deque[_Piece], processes: int
) -> Generator[tuple[_Piece, _Result]]:
    """Do the pieces of a queue, to which the caller may add some whenever a result has been yielded.

    One process is this one: then the pieces are done here, one after the other.
    """
    if processes <= 1:
        while waiting:
            piece = waiting.popleft()
            yield piece, work(piece)
        return
    if waiting:
        load_ahead(_module(work))
    deaths = Counter[_Piece]()
    workers: list[_Worker] = []
    idle: list[_Worker] = []
    running: dict[Future[_Result], tuple[_Worker, _Piece]] = {}

    def start() -> None:
        """Give waiting pieces to workers that do nothing, and to new ones while there may be more."""
        while waiting and len(running) < min(processes, _MOST_PROCESSES):
            if not idle:
                with defer_signals():
                    workers.append(_Worker())
                idle.append(workers[-1])
            worker, piece = idle.pop(), waiting.popleft()
            running[worker.submit(work, piece)] = worker, piece

    try:
        while True:
            start()
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                worker, piece = running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    deaths[piece] += 1
                    if deaths[piece] == _MOST_DEATHS:
                        raise WorkersDied(f"{piece}: {_MOST_DEATHS} processes ended at it") from None
                    waiting.appendleft(piece)
                    continue
                idle.append(worker)
                start()
                yield piece, result
    finally:
        with defer_signals():
            _stop(workers)


def run_apart(
    work: Callable[[_Piece], _Result], piece: _Piece, stopped: Callable[[], bool]
) -> _Result | None:
    """Do one piece in a process of its own, from any thread; None if that dies, or once ``stopped`` says so.

    Raises the exceptions of ``work``. While a piece is being done, the interpreter cannot end.
    """
    load_ahead(_module(work))
    with defer_signals():
        worker = _Worker()
    try:
        future = worker.submit(work, piece)
        while not wait([future], timeout=_LOOKS_AGAIN).done:
            if stopped():
                return None
        return future.result()
    except BrokenProcessPool:
        return None
    finally:
        with defer_signals():
            _stop([worker])


def load_ahead(module: str) -> None:
    """Start the process that workers are copied from, which loads this module meanwhile; returns at once.

    Call it as soon as it is clear that there will be work. Does nothing if that process runs, or where the
    system has none. A module that it has not loaded is loaded by each worker.
    """
    if not _COPIES:
        return
    from multiprocessing import forkserver  # here: not on every system

    _start_tracker()  # before the signal is blocked: its start unblocks it
    forkserver.set_forkserver_preload([module] if module not in ("", "__main__") else [])
    with block_signals(signal.SIGINT), _search_path_in_environment():
        forkserver.ensure_running()


def _module(work: object) -> str:
    """The module that holds a function, bound to some arguments or not; empty for functions of Python."""
    module: object = getattr(getattr(work, "func", work), "__module__", None)
    return module if isinstance(module, str) else ""


@contextmanager
def _search_path_in_environment() -> Iterator[None]:
    """A process that is started here finds modules where this one does, and not in the current folder.

    Both helpers of multiprocessing, the tracker and the fork server, would begin with the current folder,
    which may hold anything, and before Python 3.13 the fork server gets no search path.
    """
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYTHONSAFEPATH")}
    os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class _Worker:
    """A process, not forked from this one, and the executor that gives it work."""

    def __init__(self) -> None:
        _start_tracker()  # before the signal is blocked: its start unblocks it
        self.executor = ProcessPoolExecutor(
            1,
            mp_context=get_context("forkserver" if _COPIES else "spawn"),
            initializer=_set_up,
            initargs=(dict(os.environ),),
        )
        self.process: BaseProcess
        with _STARTING:
            before = set(active_children())
            with block_signals(signal.SIGINT):
                self.executor.submit(int)  # an executor starts its process when it is first given work
            (self.process,) = set(active_children()) - before

    def submit(self, work: Callable[[_Piece], _Result], piece: _Piece) -> Future[_Result]:
        """Start work at a piece; the future raises BrokenProcessPool if the process is dead or dies."""
        try:
            return self.executor.submit(_run, work, piece)
        except BrokenProcessPool as error:
            future = Future[_Result]()
            future.set_exception(error)
            return future


def _start_tracker() -> None:
    """Start the tracker of multiprocessing, which inherits standard error.

    A screen puts a stream in its place that has no descriptor, and with which the tracker would not start.
    """
    if sys.platform != "win32":
        with redirect_stderr(sys.__stderr__), _search_path_in_environment():
            resource_tracker.ensure_running()


def _stop(workers: Sequence[_Worker]) -> None:
    """End the workers, and the programs that they have started."""
    for worker in workers:
        worker.process.terminate()
    timer = Timer(_GRACE, _kill, [workers])
    timer.start()
    for worker in workers:
        worker.executor.shutdown()
    timer.cancel()


def _kill(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()


# -- in the worker process -------------------------------------------------------------------------------


def _set_up(environment: dict[str, str]) -> None:
    if _COPIES:  # a copy has the environment from when the fork server was started
        os.environ.clear()
        os.environ.update(environment)
    # Ctrl+C is left to the main process, which ends this one; programs that are started here would inherit
    # SIG_IGN
    signal.signal(signal.SIGINT, lambda *_: None)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    start_thread(_exit_with_parent)


def _run(work: Callable[[_Piece], _Result], piece: _Piece) -> _Result:
    try:
        signal.signal(signal.SIGTERM, _exit)
        return work(piece)
    except SystemExit:
        os._exit(0)  # SystemExit would be sent as a result, and the process would wait for more work


def _exit(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()


def _exit_with_parent() -> None:
    """End this process after the one that started it."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)
