"""Detect a first start, at which the two-minute introduction is offered until it is done or declined."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tui.play.save import LOCK

WELCOMED_FILE = "welcomed"
"""The marker file: the introduction was done or declined."""


class FirstStart:
    """Whether the player is new, judged by the contents of the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._finished = False

    @property
    def is_first(self) -> bool:
        """Whether nothing has been saved yet: no game, no setting, no practice answer."""
        return not (self._finished or anything_kept(self._folder))

    def finish(self) -> None:
        """Record that the offer was accepted or declined; if it cannot be saved, only for this run."""
        self._finished = True
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / WELCOMED_FILE).touch()


def anything_kept(folder: Path) -> bool:
    """Whether the folder contains anything except the lock file."""
    try:
        return any(entry.name != LOCK for entry in folder.iterdir())
    except OSError:
        return False
