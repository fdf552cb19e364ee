"""Files that are there whole or not at all, and names that nothing has yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place, or in that of an older one, once all of it is on the disk; raises OSError."""
    draft = path.with_name(f"{path.name}.new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync_folder(path.parent)


def unused(name: Callable[[int], Path]) -> Path:
    """The first of these paths, counted from 1, at which there is nothing."""
    number = 1
    while name(number).exists():
        number += 1
    return name(number)


def damaged(path: Path) -> Path:
    """The name under which a file is kept that cannot be read: ``game.jsonl.damaged-1``."""
    return unused(lambda number: path.with_name(f"{path.name}.damaged-{number}"))


def _sync_folder(path: Path) -> None:
    """Make a new name last through a power cut, where folders can be synchronised."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
