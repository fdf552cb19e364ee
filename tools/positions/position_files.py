"""Write the files of the library: lines are added at the end, and numbers are never given again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from ai.drills import library
from ai.drills.library import COMMENT, LibraryPosition
from ai.drills.question import DrillKind


class LibraryFile:
    """The file of a kind."""

    def __init__(self, kind: DrillKind, folder: Path | None = None) -> None:
        self.kind = kind
        self.path = (folder or library.FOLDER) / f"{kind.value}.txt"

    def read(self) -> tuple[int, list[LibraryPosition]]:
        """The next number, and the positions in their order."""
        if not self.path.exists():
            return 1, []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        found = [
            LibraryPosition.of_line(self.kind, line)
            for line in lines
            if line and not line.startswith(COMMENT)
        ]
        told = (line.rpartition(" ")[2] for line in lines if line.startswith(COMMENT))
        following = max((position.number + 1 for position in found), default=1)
        return max([following, *(int(word) for word in told if word.isdigit())]), found

    def add(self, position: LibraryPosition) -> LibraryPosition:
        """Append a position with the next number."""
        following, found = self.read()
        numbered = replace(position, number=following)
        self._write(following + 1, [*found, numbered])
        return numbered

    def remove(self, numbers: Iterable[int]) -> None:
        """Remove positions; their numbers stay unused."""
        gone = set(numbers)
        following, found = self.read()
        self._write(following, [position for position in found if position.number not in gone])

    def _write(self, following: int, found: Iterable[LibraryPosition]) -> None:
        lines = [f"{COMMENT} the next number is {following}", *(position.line for position in found)]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partly = self.path.with_suffix(".part")
        partly.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        partly.replace(self.path)
