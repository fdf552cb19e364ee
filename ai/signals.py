"""Signals and threads: deliver Ctrl+C and SIGTERM to the main thread, and defer them in critical sections."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import TypeVarTuple

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
