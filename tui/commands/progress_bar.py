"""A progress bar on standard error, for commands that take long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tui.system.terminal import is_terminal


class Advance(Protocol):
    """Is told how much is done, and how much there is to do."""

    def __call__(self, done: int, total: int) -> None:
        """Show it."""


@contextmanager
def progress_bar() -> Iterator[Advance]:
    """A bar that appears with the first progress; none if standard error is no terminal."""
    if not is_terminal(sys.stderr):
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = bar.add_task("", total=None)

    def advance(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()


def _ignore(done: int, total: int) -> None:
    pass
