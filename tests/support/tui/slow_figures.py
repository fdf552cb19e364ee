"""What is counted over all answers, found by looking at each of them: slow and plain, to compare with SQL."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from statistics import median

from ai.drills.question import DrillKind
from tui.database.rows import Attempt, Sitting
from tui.practice.history import History, JudgedAnswer
from tui.practice.progress import Bucket, Totals, Unfinished


def totals(history: History) -> Totals:
    """All answers together."""
    judged = history.judged
    return Totals(
        answers=len(judged),
        fresh=sum(not each.attempt.repeat for each in judged),
        right=sum(each.attempt.right and not each.attempt.repeat for each in judged),
        seconds=median(each.attempt.seconds for each in judged) if judged else None,
        days=frozenset(history.day(each.attempt.answered) for each in judged),
    )


def by_day(history: History, kind: DrillKind | None = None) -> list[Bucket]:
    """Day by day."""
    return _buckets(history, kind, lambda each: history.day(each.attempt.answered))


def by_session(history: History, kind: DrillKind | None = None) -> list[Bucket]:
    """Session by session."""
    return _buckets(history, kind, lambda each: each.attempt.sitting)


def _buckets(
    history: History, kind: DrillKind | None, place: Callable[[JudgedAnswer], Hashable]
) -> list[Bucket]:
    held: dict[Hashable, list[JudgedAnswer]] = {}
    for each in history.judged:
        if not each.attempt.repeat and kind in (None, each.kind):
            held.setdefault(place(each), []).append(each)
    return [
        Bucket(
            history.day(bucket[0].attempt.answered),
            len(bucket),
            sum(each.attempt.right for each in bucket),
            median(each.attempt.seconds for each in bucket),
        )
        for bucket in held.values()
    ]


def unfinished(attempts: Sequence[Attempt], sittings: Sequence[Sitting]) -> list[Unfinished]:
    """The sessions that can be taken up again."""
    numbers: dict[str, set[int]] = {}
    for attempt in attempts:
        # once more at the end
        numbers[attempt.sitting] = numbers.pop(attempt.sitting, set()) | {attempt.number}
    known = {sitting.id: sitting for sitting in sittings}
    found = (Unfinished(known[id], len(given)) for id, given in numbers.items() if id in known)
    return [each for each in found if not each.sitting.ended and each.answered < each.sitting.questions]
