"""The finished deals of a contest in a file, so that one that was interrupted can go on.

The first line says which contest it is, each other one what came of a deal. A line is written once its deal
is finished; a last one that is cut is played again.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ai.tally import Count

if TYPE_CHECKING:
    from ai.arena import Contest

_ROOMS = (
    *("engine", "engine/legal", "engine/records", "engine/score", "engine/shape"),
    *("ai", "ai/bots", "ai/mjai", "ai/reading"),
)
"""Where the code lies by which a game goes as it goes."""
_LETTERS = 16
"""So many hexadecimal digits name the file of a contest."""


class _Deal(msgspec.Struct):
    """A finished deal, and the seconds that the contest had taken by then."""

    deal: int
    seconds: float
    count: Count


@dataclass(frozen=True, slots=True)
class Kept:
    """What was finished before."""

    deals: dict[int, Count]
    seconds: float


class Ledger:
    """The file of one contest in a folder that may not be there yet; the number of games is no part of it.

    Another version of the program, or of its bots, is another contest: its deals would end otherwise.
    """

    def __init__(self, folder: Path, contest: Contest) -> None:
        self._header = msgspec.json.encode(_identity(contest))
        digest = hashlib.sha256(self._header).hexdigest()
        self.path = folder / f"{digest[:_LETTERS]}.jsonl"
        self.trouble: OSError | None = None
        """Why nothing is kept any more; a contest goes on without."""
        self.holds = False
        """Whether there is something to go on with."""

    def kept(self) -> Kept | None:
        """The deals that are kept, None where there are none; raises OSError."""
        if not self.path.exists():
            return None
        header, *lines = self.path.read_bytes().split(b"\n")
        if header != self._header:
            return None
        deals: dict[int, Count] = {}
        seconds = 0.0
        for line in lines:
            try:
                found = msgspec.json.decode(line, type=_Deal)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue
            deals[found.deal] = found.count
            seconds = max(seconds, found.seconds)
        self.holds = bool(deals)
        return Kept(deals, seconds)

    def begin(self) -> None:
        """Start anew, whatever is there."""
        if self.trouble is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(self._header + b"\n")
        except OSError as error:
            self.trouble = error

    def add(self, deal: int, seconds: float, count: Count) -> None:
        """Keep a finished deal."""
        if self.trouble is not None:
            return
        try:
            with self.path.open("ab") as file:
                # begins its own line, whatever a run that was killed has left
                file.write(b"\n" + msgspec.json.encode(_Deal(deal, seconds, count)) + b"\n")
            self.holds = True
        except OSError as error:
            self.trouble = error

    def forget(self) -> None:
        """The contest is over: nothing is left to go on with."""
        with suppress(OSError):
            self.path.unlink()


def _identity(contest: Contest) -> dict[str, object]:
    """What makes two contests the same: whatever a deal depends on, or leaves behind."""
    return {
        "program": _program(),
        "bots": contest.bots,
        "seed": contest.seed,
        "rules": msgspec.to_builtins(contest.rules),
        "check": contest.check,
        "log_dir": None if contest.log_dir is None else str(contest.log_dir.resolve()),
    }


def _program() -> str:
    """What the code of rules and bots amounts to."""
    digest = hashlib.sha256()
    house = Path(__file__).parents[1]
    for room in _ROOMS:
        for file in sorted((house / room).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()
