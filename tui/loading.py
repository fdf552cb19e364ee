"""How the app is loaded: half of a start is that."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Import here what a screen needs.

    Nothing of it is ever garbage: it is not searched meanwhile, nor later, each of which takes as long as to
    draw the first table.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
