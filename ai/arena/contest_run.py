"""Run a contest on several processors, with its finished deals in a file.

Deals are independent of one another: any number of processes gives the same result. An interrupted contest
can be resumed from its checkpoint. The first line of the file identifies the contest; each other line is the
count of a deal, written when the deal is finished. A deal whose line is incomplete is played again.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Container, Generator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.arena.contest import ArenaError, Contest, ContestCount, empty_count, play_deal
from ai.worker_pool import WorkersDied, defer_signals, map_unordered
from engine.wording import EndlessLine, bounded_lines, visible

_ROOMS = (
    *("engine", "engine/records", "engine/score", "engine/shape"),
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
        # everything that a deal depends on, or writes to
        self._header = msgspec.json.encode(
            {
                "program": _code_hash(),
                "bots": contest.bots,
                "seed": contest.seed,
                "rules": msgspec.to_builtins(contest.rules),
                "check": contest.check,
                "log_dir": None if contest.log_dir is None else visible(os.path.realpath(contest.log_dir)),
            }
        )
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


def _code_hash() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    for room in _ROOMS:
        for file in sorted((root / room).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


class ContestReport(msgspec.Struct):
    """The result of a contest. If it was ``interrupted``, only complete deals are counted.

    ``seconds`` is the time of all runs of a resumed contest together.
    """

    count: ContestCount
    seconds: float
    interrupted: bool = False


def run(
    contest: Contest,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    checkpoint: Checkpoint | None = None,
    *,
    resume: bool = False,
) -> ContestReport:
    """Play the contest; ``progress`` is called with the number of games finished.

    ``checkpoint`` keeps each finished deal until all are played; with ``resume`` the deals that it has are
    not played again. Raises ArenaError or UnknownBot before anything is played, BrokenGame if something goes
    wrong. Ctrl+C ends the contest early.
    """
    contest.validate()
    report = ContestReport(empty_count(contest), 0.0)
    finished: set[int] = set()
    if checkpoint is not None:
        finished = _resume(contest, checkpoint, report) if resume else set()
        if not resume:
            checkpoint.start()
    if finished and progress is not None:
        progress(report.count.games)
    started = time.monotonic() - report.seconds
    try:
        with closing(_play_deals(contest, jobs, finished)) as deals:
            for deal, count in deals:
                with defer_signals():
                    report.count.add(count)
                    if checkpoint is not None:
                        checkpoint.add(deal, time.monotonic() - started, count)
                    if progress is not None:
                        progress(report.count.games)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.monotonic() - started
    if checkpoint is not None and not report.interrupted:
        checkpoint.delete()
    return report


def _resume(contest: Contest, checkpoint: Checkpoint, report: ContestReport) -> set[int]:
    """Count the deals that were finished before; returns their numbers."""
    saved = checkpoint.load()
    if saved is None:
        raise ArenaError(
            "nothing to resume: no contest with these options was interrupted, or the bots have changed since"
        )
    report.seconds = saved.seconds
    finished = {deal for deal in saved.deals if deal in contest.deals}
    for deal in sorted(finished):
        report.count.add(saved.deals[deal])
    return finished


def _play_deals(contest: Contest, jobs: int, finished: Container[int]) -> Generator[tuple[int, ContestCount]]:
    """Play all other deals, here or in other processes; yields them in the order in which they finish."""
    deals = [deal for deal in contest.deals if deal not in finished]
    try:
        yield from map_unordered(partial(play_deal, contest), deals, min(jobs, len(deals)))
    except WorkersDied as error:
        raise ArenaError(f"deal {error}") from None
