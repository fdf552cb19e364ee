"""A step that may take long, beside which something can be said."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

PATIENCE = 1.0
"""Seconds after which it is said for whom a game waits."""

Made = TypeVar("Made")


def patiently(step: Callable[[], Made], seconds: float, tell: Callable[[], None]) -> Made:
    """What the step makes, in a thread of its own; ``tell`` is called once where that takes longer.

    Raises what the step raises. Whoever interrupts this has to see to it that the step ends.
    """
    made: list[Made] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            made.append(step())
        except BaseException as error:  # it belongs to whoever waits
            failed.append(error)

    worker = Thread(target=work, daemon=True)
    worker.start()
    worker.join(seconds)
    if worker.is_alive():
        tell()
        worker.join()
    if failed:
        raise failed[0]
    return made[0]
