"""The finished deals of a contest in a file, so that an interrupted contest can be resumed.

The first line identifies the contest; each other line is the count of a deal, written when the deal is
finished. A deal whose line is incomplete is played again.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.arena.contest import Contest
from ai.arena.tally import ContestCount
from ai.bounded_lines import EndlessLine, bounded_lines
from engine.wording import visible

_ROOMS = (
    *("engine", "engine/legal", "engine/records", "engine/score", "engine/shape"),
    *("ai", "ai/arena", "ai/bots", "ai/mjai", "ai/reading", "ai/statistics"),
)
"""The folders of the code that decides how a game goes and how it is counted."""
LONGEST_LINE = 1 << 20
"""Bytes; the count of a deal has some thousand."""
_LETTERS = 16
"""Hexadecimal digits in the file name of a contest."""


class _Deal(msgspec.Struct):
    """A finished deal, and the seconds that the contest had taken by then."""

    deal: int
    seconds: float
    count: ContestCount


class SavedDeals(NamedTuple):
    """The deals that earlier runs finished, by number, and the seconds that these runs took."""

    deals: dict[int, ContestCount]
    seconds: float


class Checkpoint:
    """The file of one contest in a folder that need not exist yet.

    The number of games is not part of a contest's identity. The code of the program is: with other code the
    deals would end otherwise.
    """

    def __init__(self, folder: Path, contest: Contest) -> None:
        self._header = msgspec.json.encode(_identity(contest))
        digest = hashlib.sha256(self._header).hexdigest()
        self.path = folder / f"{digest[:_LETTERS]}.jsonl"
        self.error: OSError | None = None
        """Why nothing is saved any more; the contest continues without."""
        self.can_resume = False
        """Whether the file has deals."""

    def load(self) -> SavedDeals | None:
        """The saved deals, or None if there are none; raises OSError."""
        if not self.path.is_file():
            return None
        deals: dict[int, ContestCount] = {}
        seconds = 0.0
        with self.path.open("rb") as file, suppress(EndlessLine):
            lines = bounded_lines(file, LONGEST_LINE)
            if next(lines, b"").removesuffix(b"\n") != self._header:
                return None
            for line in lines:
                try:
                    found = msgspec.json.decode(line, type=_Deal)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    continue
                deals[found.deal] = found.count
                seconds = max(seconds, found.seconds)
        self.can_resume = bool(deals)
        return SavedDeals(deals, seconds)

    def start(self) -> None:
        """Write a new file, replacing any old one."""
        if self.error is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.is_file():
                # a pipe or a link to nowhere under this name
                self.path.unlink(missing_ok=True)
            self.path.write_bytes(self._header + b"\n")
        except OSError as error:
            self.error = error

    def add(self, deal: int, seconds: float, count: ContestCount) -> None:
        """Save a finished deal."""
        if self.error is not None:
            return
        try:
            with self.path.open("ab") as file:
                # start a new line, since a killed run may have left half a line
                file.write(b"\n" + msgspec.json.encode(_Deal(deal, seconds, count)) + b"\n")
            self.can_resume = True
        except OSError as error:
            self.error = error

    def delete(self) -> None:
        """Remove the file: the contest is complete."""
        with suppress(OSError):
            self.path.unlink()


def _identity(contest: Contest) -> dict[str, object]:
    """Everything that a deal depends on, or writes to."""
    return {
        "program": _code_hash(),
        "bots": contest.bots,
        "seed": contest.seed,
        "rules": msgspec.to_builtins(contest.rules),
        "check": contest.check,
        "log_dir": None if contest.log_dir is None else visible(os.path.realpath(contest.log_dir)),
    }


def _code_hash() -> str:
    """A hash of the code of rules and bots."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    for room in _ROOMS:
        for file in sorted((root / room).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()
