"""Run a contest on several processors, with checkpoints.

Deals are independent of one another: any number of processes gives the same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Generator
from contextlib import closing
from functools import partial

import msgspec

from ai.arena.checkpoint import Checkpoint
from ai.arena.contest import ArenaError, Contest
from ai.arena.game import empty_count, play_deal
from ai.arena.tally import ContestCount
from ai.signals import defer_signals

_MOST_PROCESSES = 60
"""Windows waits for at most 63 objects at a time."""


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
    if jobs <= 1 or len(deals) <= 1:
        yield from ((deal, play_deal(contest, deal)) for deal in deals)
        return
    from ai.worker_pool import (  # here: slow to import, not needed for one job
        WorkersDied,
        map_unordered,
    )

    try:
        yield from map_unordered(partial(play_deal, contest), deals, min(jobs, _MOST_PROCESSES))
    except WorkersDied as error:
        raise ArenaError(f"deal {error}") from None
