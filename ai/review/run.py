"""Reviews of many records on several processors: one piece of work is one seat of one game of a file.

A deep review uses all processors for each piece, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from ai.review.deep_review import DeepReview, deep_review
from ai.review.game_review import review_game
from ai.review.measured import MeasureProgress
from ai.review.moments import GameReview
from engine.records.read_file import file_bytes
from engine.records.readable_games import games_of


class ReviewTask(NamedTuple):
    """One seat of one game of a file; games count from 0."""

    file: str
    game: int
    seat: int
    rules: str | None = None
    """The ruleset that was asked for."""


def review_task(task: ReviewTask) -> GameReview:
    """Do one piece of work; raises RecordError and OSError."""
    game = games_of(file_bytes(task.file), task.rules)[task.game]
    return review_game(game.rules, game.events, task.seat)


def deep_review_task(
    task: ReviewTask,
    seed: int,
    jobs: int,
    seconds: float | None = None,
    progress: Callable[[MeasureProgress], None] | None = None,
) -> DeepReview:
    """The same with measured moments; ``seconds`` is the limit of time for the piece."""
    game = games_of(file_bytes(task.file), task.rules)[task.game]
    return deep_review(
        game.rules, game.events, task.seat, seed=seed, jobs=jobs, seconds=seconds, progress=progress
    )


def review_all(tasks: Sequence[ReviewTask], jobs: int = 1) -> Generator[tuple[ReviewTask, GameReview]]:
    """Do all pieces here or in so many processes; yields them in the order in which they finish."""
    if jobs <= 1 or len(tasks) <= 1:
        yield from ((task, review_task(task)) for task in tasks)
        return
    from ai.worker_pool import map_unordered  # here: slow to import, not needed for one job

    yield from map_unordered(review_task, tasks, min(jobs, len(tasks)))
