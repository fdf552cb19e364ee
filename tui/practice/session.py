"""One session: questions in turn, answers graded and kept at once, and a summary.

Everything that a session has to remember is in the practice record after each answer: to leave it, nothing
needs to be done, and it continues at the same question even when the program was killed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from statistics import median
from threading import Lock
from typing import NamedTuple

import msgspec

from ai.drills.generate import KINDS_MADE, NoQuestion, question_of
from ai.drills.question import DrillKind, Question, grade
from ai.drills.question_code import UnknownCode
from tui.database.rows import Sitting, attempt_at
from tui.practice.choosing import choices
from tui.practice.history import History, Judged
from tui.practice.progress import Progress
from tui.practice.schedule import Card, Quality

LONGEST = 600.0
"""Seconds that an answer counts at most: whoever took longer was away."""


def now() -> datetime:
    """The time on the clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a session is made with; tests bring their own."""

    make: Callable[[str], Question] = question_of
    """The question of a code; raises UnknownCode or NoQuestion."""
    kinds: Sequence[DrillKind] = KINDS_MADE
    clock: Callable[[], datetime] = now
    timer: Callable[[], float] = time.monotonic
    """Seconds from any beginning."""
    zone: tzinfo | None = None
    """Where days begin and end; None is the machine's own."""


class Graded(NamedTuple):
    """What became of an answer."""

    judged: Judged
    """The answer with its parts and seconds, and how good it was."""
    level_before: int
    level: int
    """Of its kind, from now on."""
    card: Card | None
    """When the question comes back; None when it does not."""

    @property
    def right(self) -> bool:
        """Whether every part was."""
        return self.judged.attempt.right


class KindResult(NamedTuple):
    """How a session went in one kind of question."""

    kind: DrillKind
    answered: int
    right: int
    seconds: float
    """The median time of an answer."""
    level_before: int
    level: int


@dataclass(frozen=True, slots=True)
class Summary:
    """How a session went, so far or in all."""

    questions: int
    answered: tuple[Judged, ...]
    """In the order in which they were asked."""
    kinds: tuple[KindResult, ...]
    due_tomorrow: int
    """Questions that come back tomorrow, if no more is answered today."""

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(each.attempt.right for each in self.answered)

    @property
    def slow(self) -> int:
        """How many of them took too long."""
        return sum(each.quality is Quality.SLOW for each in self.answered)

    @property
    def seconds(self) -> float:
        """How long all answers took."""
        return sum(each.attempt.seconds for each in self.answered)


class PracticeSession:
    """The questions of one sitting. Any thread may call.

    ``next`` hands out a question and starts its clock, ``answer`` grades and keeps it; ``pause`` stops the
    clock until the next ``next``. A question may take a moment to make: ``prepare`` does it beforehand, for
    instance in a thread while the explanation of the last one is read.
    """

    def __init__(self, progress: Progress, sitting: Sitting, tools: Tools, history: History) -> None:
        """``history`` is what follows from all answers so far; it is the session's from now on."""
        self.sitting = sitting
        self._progress = progress
        self._tools = tools
        self._history = history
        self._answered: dict[int, Judged] = {}
        self._question: Question | None = None
        self._repeat = False
        self._spent = 0.0
        self._since: float | None = None
        self._turn = Lock()
        for judged in history.judged:
            self._note(judged)

    @property
    def number(self) -> int | None:
        """Which question comes next or is being asked, counted from 1; None when all are answered."""
        numbers = range(1, self.sitting.questions + 1)
        return next((number for number in numbers if number not in self._answered), None)

    @property
    def left(self) -> int:
        """Questions without an answer."""
        return self.sitting.questions - len(self._answered)

    @property
    def repeat(self) -> bool:
        """Whether the question being asked was asked before."""
        return self._repeat

    @property
    def fault(self) -> str:
        """Why answers are not on the disk at the moment; empty when all are."""
        return self._progress.fault

    def prepare(self) -> None:
        """Make the next question, where there is one and it is not made yet."""
        with self._turn:
            self._prepare()

    def next(self) -> Question | None:
        """The question to answer, its clock running; the same until it is answered, None after the last."""
        with self._turn:
            self._prepare()
            if self._question is not None and self._since is None:
                self._since = self._tools.timer()
            return self._question

    def pause(self) -> None:
        """Stop the clock; ``next`` starts it again."""
        with self._turn:
            self._stop()

    def answer(self, given: Sequence[Collection[str]]) -> Graded:
        """Grade the options given for each part, and keep the answer.

        Raises RuntimeError when no question was handed out.
        """
        with self._turn:
            question, number = self._question, self.number
            if question is None or number is None:
                raise RuntimeError("no question was handed out")
            self._stop()
            attempt = attempt_at(
                question,
                given,
                grade(question, given),
                answered=self._tools.clock(),
                seconds=min(self._spent, LONGEST),
                sitting=self.sitting.id,
                number=number,
                repeat=self._repeat,
            )
            self._question, self._spent = None, 0.0
            if not self._answered:
                self._progress.add(*self._ended(attempt.answered), self.sitting, attempt)
            else:
                self._progress.add(attempt)
            level_before = self._history.standings[question.kind].level
            judged = self._history.add(attempt)
            assert judged is not None
            self._note(judged)
            level = self._history.standings[question.kind].level
            return Graded(judged, level_before, level, self._history.cards.get(attempt.code))

    def summary(self) -> Summary:
        """How it went so far."""
        with self._turn:
            answered = tuple(self._answered[number] for number in sorted(self._answered))
            kinds = sorted({each.kind for each in answered}, key=list(DrillKind).index)
            return Summary(
                self.sitting.questions,
                answered,
                tuple(self._result(kind, answered) for kind in kinds),
                len(self._history.due(self._today() + timedelta(days=1))),
            )

    def _prepare(self) -> None:
        number = self.number
        if self._question is not None or number is None:
            return
        asked = [each.attempt for each in self._answered.values()]
        for choice in choices(self.sitting, number, asked, self._history, self._tools.kinds, self._today()):
            try:
                self._question = self._tools.make(choice.code)
            except (UnknownCode, NoQuestion):
                # a repeat that only another version of the program can make
                continue
            self._repeat = choice.repeat
            return
        raise NoQuestion(f"nothing to ask as question {number} with seed {self.sitting.seed}")

    def _stop(self) -> None:
        if self._since is not None:
            self._spent += max(self._tools.timer() - self._since, 0.0)
            self._since = None

    def _note(self, judged: Judged) -> None:
        if judged.attempt.sitting == self.sitting.id:
            self._answered.setdefault(judged.attempt.number, judged)

    def _ended(self, moment: datetime) -> list[Sitting]:
        """Unfinished sittings of the same kind, in the place of which this one is begun."""
        return [
            msgspec.structs.replace(other.sitting, ended=moment)
            for other in self._progress.unfinished
            if other.sitting.kind == self.sitting.kind and not self.sitting.code
        ]

    def _today(self) -> date:
        return self._history.day(self._tools.clock())

    def _result(self, kind: DrillKind, answered: Sequence[Judged]) -> KindResult:
        of_kind = [each for each in answered if each.kind is kind]
        return KindResult(
            kind,
            len(of_kind),
            sum(each.attempt.right for each in of_kind),
            median(each.attempt.seconds for each in of_kind),
            of_kind[0].level,
            self._history.standings[kind].level,
        )
