"""Run a step that may take long in a thread, and report if it is slow."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

PATIENCE = 1.0
"""Seconds after which the player is told for which bot the game waits."""

Made = TypeVar("Made")


def run_with_notice(step: Callable[[], Made], seconds: float, tell: Callable[[], None]) -> Made:
    """Run ``step`` in a thread and return its result; call ``tell`` once if it takes longer than ``seconds``.

    Raises what the step raises. If this call is interrupted, the caller must make the step end.
    """
    made: list[Made] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            made.append(step())
        except BaseException as error:  # raised again in the calling thread
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
