"""How the app is loaded, which is most of a start."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Import here what a screen needs, or open the first game, for which tables and bots are loaded.

    Nothing of it is ever garbage: to search it meanwhile and later would take a fifteenth of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
