"""Ctrl+C, where it must not strike in the middle."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def undivided() -> Iterator[None]:
    """What is done here is done wholly: Ctrl+C strikes at its end."""
    if current_thread() is not main_thread():
        yield
        return
    struck: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: struck.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if struck:
            signal.raise_signal(signal.SIGINT)
