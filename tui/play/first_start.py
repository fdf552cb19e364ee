"""Who starts for the first time ever is offered two minutes at the table, until they are done or declined."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tui.play.save import LOCK

GREETED = "welcomed"
"""The file that says that the offer was taken or declined."""


class Newcomer:
    """Whether the person is new here, by what is kept in the folder of the saves."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._greeted = False

    @property
    def is_one(self) -> bool:
        """Whether nothing was ever kept: no game, no setting, no answer of practice."""
        return not (self._greeted or anything_kept(self._folder))

    def greet(self) -> None:
        """The offer was taken or declined; where that cannot be kept, it counts for as long as this runs."""
        self._greeted = True
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / GREETED).touch()


def anything_kept(folder: Path) -> bool:
    """Whether there is anything in the folder but a lock."""
    try:
        return any(entry.name != LOCK for entry in folder.iterdir())
    except OSError:
        return False
