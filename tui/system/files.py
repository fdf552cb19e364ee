"""The data folder, files that are written whole or not at all, and names that nothing has yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HOME_VARIABLE = "FURITEN_HOME"
"""Names another folder for everything that is kept."""
SETTINGS = "settings.toml"
"""The file of the settings in that folder."""


def home() -> Path:
    """The folder that games are kept in: that of the platform, unless the environment names another."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("furiten", appauthor=False)


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place, or in that of an older one, once all of it is on the disk; raises OSError."""
    draft = path.with_name(f"{path.name}.new")
    with _named(path):
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            # what was written of it shall not take the space that there is not
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


def write_out(path: Path, data: bytes) -> None:
    """Write to where a person wants it: a file whole or not at all, a device or a pipe as it comes.

    Raises OSError.
    """
    # where the name is a link, what it leads to is written
    path = path.resolve()
    if not path.exists() or path.is_file():
        write_whole(path, data)
        return
    with _named(path):
        path.write_bytes(data)


def trouble(error: OSError) -> str:
    """What went wrong with a file, in the system's words, and with which."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def unused(name: Callable[[int], Path]) -> Path:
    """The first of these paths, counted from 1, at which there is nothing."""
    number = 1
    while name(number).exists():
        number += 1
    return name(number)


def damaged(path: Path) -> Path:
    """The name under which a file is kept that cannot be read: ``game.jsonl.damaged-1``."""
    return unused(lambda number: path.with_name(f"{path.name}.damaged-{number}"))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors tell the file that the person knows."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(path)
        raise


def _sync_folder(path: Path) -> None:
    """Make a new name last through a power cut, where folders can be synchronised."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
