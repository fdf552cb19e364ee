"""Defer Ctrl+C and SIGTERM while something must not be interrupted halfway."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

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
