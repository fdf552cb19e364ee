"""Ctrl+C, or being ended, where it must not strike in the middle."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undivided() -> Iterator[None]:
    """What is done here is done wholly: Ctrl+C, or a request to end, strikes at its end."""
    if current_thread() is not main_thread():
        yield
        return
    struck: list[int] = []
    before = {number: signal.signal(number, lambda at, _: struck.append(at)) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if struck:
            signal.raise_signal(struck[0])
