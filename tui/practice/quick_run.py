"""As many right answers as possible: the storm against a clock, the streak up to the first wrong answer.

The questions become harder with every fifth right answer. The clock of a storm runs only while a question is
on the screen. All answers are kept. Those of a storm change neither ratings nor schedules, because what
somebody does in a hurry says little about what they know; those of a streak are answers like any others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind, NoQuestion, Question, grade
from engine.wall import Dice
from tui.database.practice_rows import StoredSession, attempt_at, new_session_id, to_the_millisecond
from tui.play.play_options import STORM, STREAK
from tui.practice.practice_record import Progress
from tui.practice.practice_session import Stopwatch, Tools
from tui.practice.question_selection import random_seed

RISE = 5
"""The questions become harder after so many right answers."""
READY = 3
"""So many questions are opened in advance."""


class RunMode(NamedTuple):
    """A sort of run: its kinds, and what ends it."""

    id: str
    """The kind of its sessions, and the section of its texts."""
    kinds: tuple[DrillKind, ...]
    seconds: float = inf
    """Its length."""
    penalty: float = 0.0
    """Seconds that a wrong answer costs."""
    mistakes: float = inf
    """So many wrong answers end it."""

    @property
    def timed(self) -> bool:
        return self.seconds < inf


QUICK: tuple[DrillKind, ...] = (DrillKind.WAITS, DrillKind.RON, DrillKind.SAFE)
"""What a glance can answer."""
MODES: dict[str, RunMode] = {
    STORM: RunMode(STORM, QUICK, seconds=180.0, penalty=10.0),
    STREAK: RunMode(STREAK, (*QUICK, DrillKind.FURITEN, DrillKind.PASSING, DrillKind.KAN), mistakes=1),
}
"""Everything that a streak asks follows from the rules: nobody loses it to an estimate."""


class RunAnswer(NamedTuple):
    """An answer in a run."""

    question: Question
    right: bool
    part: int
    """The first part that was answered wrongly; as many as there are if none was."""


@dataclass(slots=True)
class QuickRun:
    """A run in progress. It hands out questions like a session, and ends as its mode says."""

    mode: RunMode
    progress: Progress
    tools: Tools
    seed: int = field(default_factory=random_seed)
    answers: list[RunAnswer] = field(default_factory=list)
    _question: Question | None = None
    _shown: float = 0.0
    """The time spent when the question was shown."""
    _session: StoredSession | None = None
    _ready: list[Question] = field(default_factory=list)
    _made: int = 0
    _asked: set[str] = field(default_factory=set)
    _watch: Stopwatch = field(init=False)

    def __post_init__(self) -> None:
        self._watch = Stopwatch(self.tools.timer)

    @property
    def score(self) -> int:
        return sum(each.right for each in self.answers)

    @property
    def wrong(self) -> list[RunAnswer]:
        return [each for each in self.answers if not each.right]

    @property
    def left(self) -> float:
        return max(self.mode.seconds - self._watch.seconds, 0.0)

    @property
    def over(self) -> bool:
        return self.left <= 0 or len(self.wrong) >= self.mode.mistakes

    def prepare(self) -> None:
        while len(self._ready) < READY and not self.over:
            self._ready.append(self._make())

    def next(self) -> Question | None:
        """The open question, with the clock running, or the next one; None if the run is over."""
        if self.over:
            return None
        if self._question is None:
            self._question = self._ready.pop(0) if self._ready else self._make()
            self._shown = self._watch.seconds
        self._watch.start()
        return self._question

    def pause(self) -> None:
        """Stop the clock; ``next`` starts it again."""
        self._watch.stop()

    def answer(self, given: Sequence[Collection[str]]) -> RunAnswer:
        """Grade and keep the answer to the open question. One given after the end does not count as right."""
        question = self._question
        if question is None:
            raise RuntimeError("no question is open")
        self.pause()
        parts = grade(question, given)
        right = all(parts) and self._watch.seconds <= self.mode.seconds
        seconds, self._question = self._watch.seconds - self._shown, None
        self._keep(question, given, parts, seconds)
        if not right:
            self._watch.add(self.mode.penalty)
        self.answers.append(RunAnswer(question, right, (*parts, False).index(False)))
        return self.answers[-1]

    def _keep(
        self, question: Question, given: Sequence[Collection[str]], parts: tuple[bool, ...], seconds: float
    ) -> None:
        now = to_the_millisecond(self.tools.clock())
        rows = []
        if self._session is None:
            ended = now + timedelta(seconds=self.mode.seconds) if self.mode.timed else now
            # how many questions it has is not known before its end
            self._session = StoredSession(
                id=new_session_id(now), began=now, kind=self.mode.id, questions=1, seed=self.seed, ended=ended
            )
            rows = [self._session]
        attempt = attempt_at(
            question,
            given,
            parts,
            answered=now,
            seconds=seconds,
            session=self._session.id,
            number=len(self.answers) + 1,
            repeat=False,
        )
        self.progress.add(*rows, attempt)

    def _make(self) -> Question:
        """The next question; its kind follows from the seed, its level from the score. None comes twice."""
        level = LEVELS[min(self.score // RISE, len(LEVELS) - 1)]
        self._made += 1
        wanted, pool = self.tools.preferences(), self.tools.pool
        for kind in Dice(self.seed, self._made).shuffled(self.mode.kinds):
            for code in pool.new(kind, level, (self.seed, self._made), rules=wanted.rules):
                if code in self._asked:
                    continue
                with suppress(NoQuestion):
                    self._asked.add(code)
                    return pool.open(code, wanted.own_rules)
        raise NoQuestion(f"no question for a {self.mode.id} with seed {self.seed}")


class RunRecord(NamedTuple):
    """The runs of a mode so far."""

    played: int
    best: int
    """The most right answers in one; 0 without any."""


def record_of(progress: Progress, mode: str) -> RunRecord:
    """The runs of a mode so far."""
    runs = [each.id for each in progress.sessions if each.kind == mode]
    right = dict.fromkeys(runs, 0)
    for attempt in progress.attempts:
        if attempt.sitting in right:
            right[attempt.sitting] += attempt.right
    return RunRecord(len(right), max(right.values(), default=0))
