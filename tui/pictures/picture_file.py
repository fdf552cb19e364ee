"""Save a picture under a name of its own, in the first folder that takes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tui.system.files import first_free_path


def save_picture(svg: str, stem: str, folders: Sequence[Path]) -> Path:
    """Write an SVG file named after ``stem``, numbered where the name is taken; returns its path.

    The folders are tried in their order. Raises the OSError of the last one if none of them takes the file.
    """
    for folder in folders[:-1]:
        try:
            return _save(svg, stem, folder)
        except OSError:
            continue
    return _save(svg, stem, folders[-1])


def picture_stem(record: Path, code: object) -> str:
    """The name of the picture of a position without its suffix: that of the record and the position code."""
    name = record.name.partition(".")[0] or record.name
    return f"{name}-{code}"


def _save(svg: str, stem: str, folder: Path) -> Path:
    """Create the file, without ever replacing one."""
    while True:
        path = first_free_path(lambda number: folder / f"{stem}{'' if number == 1 else f'-{number}'}.svg")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(svg)
        except FileExistsError:
            continue  # another program has just created it
        return path
