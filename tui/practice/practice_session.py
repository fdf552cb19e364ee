"""One practice session: ask questions, grade and store answers, and summarise.

The complete state of a session is in the practice record after each answer. A session can be left at any
time, and it continues at the same question even after the program was killed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from statistics import median
from threading import Lock
from typing import NamedTuple, Protocol

import msgspec

from ai.drills.question import DrillKind, NoQuestion, Question, UnknownCode, grade
from tui.database.practice_rows import StoredSession, attempt_at, now
from tui.play.play_options import DAILY, FOLD_DAILY
from tui.practice import daily, opened_by_lessons
from tui.practice.history import MOST_A_DAY, History, JudgedAnswer
from tui.practice.opened_by_lessons import open_kinds, opening_lessons
from tui.practice.practice_record import Progress
from tui.practice.question_pool import QuestionPool
from tui.practice.question_selection import OF_THE_DAY, NextQuestion, QuestionSelection, Wanted
from tui.practice.schedule import Card
from tui.practice.standings import ENOUGH, Rating

LONGEST = 600.0
"""The maximum recorded time of an answer in seconds; a longer time means that the player was away."""


class Preferences(NamedTuple):
    """The player's settings for all practice."""

    rules: str = ""
    """The name of the preset to which all questions are fixed; empty for any."""
    everything: bool = True
    """Whether mixed sessions ask everything, whichever lessons are done."""
    nobody_wins: bool = False
    """Whether a hand that is folded goes on after a discard that deals in."""
    own_rules: str = ""
    """The name of own rules that change the preset: what they answer otherwise is not asked."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Dependencies of a session, which tests replace."""

    pool: QuestionPool = field(default_factory=QuestionPool)
    kinds: Sequence[DrillKind] = tuple(DrillKind)
    clock: Callable[[], datetime] = now
    timer: Callable[[], float] = time.monotonic
    """Seconds from an arbitrary origin."""
    zone: tzinfo | None = None
    """The time zone of days; None is the local one."""
    preferences: Callable[[], Preferences] = Preferences
    """What the player prefers now."""


class Stopwatch:
    """The time that was spent on questions, by a timer of seconds. It runs while one is on the screen."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._spent = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        running = 0.0 if self._since is None else max(self._timer() - self._since, 0.0)
        return self._spent + running

    def start(self) -> None:
        if self._since is None:
            self._since = self._timer()

    def stop(self) -> None:
        self._spent, self._since = self.seconds, None

    def add(self, seconds: float) -> None:
        self._spent += seconds


class QuestionSource(Protocol):
    """Where a screen gets its questions from."""

    def prepare(self) -> None:
        """Open what is asked next in advance."""

    def next(self) -> Question | None:
        """The current question, with its timer running; None if there is no other."""

    def pause(self) -> None:
        """Stop the timer; ``next`` starts it again."""


class Graded(NamedTuple):
    """The result of an answer."""

    judged: JudgedAnswer
    """The answer with its parts and time, and its quality."""
    rating: Rating | None
    """The rating in its kind after this answer, None while it says nothing; ``judged`` has the one before."""
    card: Card | None
    """The repetition schedule of the question; None if it will not be repeated."""
    unrated: int
    """The number of answers after which there is a rating in its kind; 0 if there is one."""

    @property
    def right(self) -> bool:
        return self.judged.attempt.right


class KindResult(NamedTuple):
    """The results of a session in one kind of question."""

    kind: DrillKind
    answered: int
    right: int
    seconds: float
    """The median time of an answer."""
    before: Rating
    """The rating in it at the beginning."""
    rating: Rating | None
    """The rating in it now, None while it says nothing."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a session so far."""

    questions: int
    answered: tuple[JudgedAnswer, ...]
    """The answers in the order of their questions."""
    kinds: tuple[KindResult, ...]
    due_tomorrow: int
    """The number of questions and ideas that come back tomorrow, with those that are left from today."""

    @property
    def right(self) -> int:
        return sum(each.attempt.right for each in self.answered)

    @property
    def fresh(self) -> tuple[JudgedAnswer, ...]:
        """The answers to new questions, which progress counts; the others were asked before."""
        return tuple(each for each in self.answered if not each.attempt.repeat)

    @property
    def seconds(self) -> float:
        """The total time of all answers."""
        return sum(each.attempt.seconds for each in self.answered)


class PracticeSession:
    """A session in progress. All methods are thread-safe.

    ``next`` returns a question and starts its timer; ``answer`` grades and stores the answer; ``pause`` stops
    the timer until the next call of ``next``. ``prepare`` opens the next question in advance.
    """

    def __init__(self, progress: Progress, session: StoredSession, tools: Tools, history: History) -> None:
        """``history`` is the state derived from all answers so far; the session takes ownership of it."""
        self.stored = session
        self._progress = progress
        self._tools = tools
        self._history = history
        self._answered: dict[int, JudgedAnswer] = {}
        self.lesson = opened_by_lessons.lesson_of(session)
        """The lesson whose questions these are, or None."""
        self._wrong: Counter[int] = Counter()
        """How often a question of a lesson was answered wrongly, by its number."""
        self._seen: set[str] = set()
        """The positions that this session has asked."""
        self._question: Question | None = None
        self.repeat = False
        self._watch = Stopwatch(tools.timer)
        self._turn = Lock()
        for judged in history.judged:
            self._note(judged)

    @property
    def number(self) -> int | None:
        """The number of the current or next question, counted from 1; None if all are answered."""
        numbers = range(1, self.stored.questions + 1)
        return next((number for number in numbers if number not in self._answered), None)

    @property
    def left(self) -> int:
        return self.stored.questions - len(self._answered)

    @property
    def fault(self) -> str:
        """The reason why some answers are not on disk; empty if all are."""
        return self._progress.fault

    def prepare(self) -> None:
        """Open the next question, unless it is open already or there is none."""
        with self._turn:
            self._prepare()

    def next(self) -> Question | None:
        """The current question, with its timer running; None after the last one."""
        with self._turn:
            self._prepare()
            if self._question is not None:
                self._watch.start()
            return self._question

    def pause(self) -> None:
        """Stop the timer; ``next`` starts it again."""
        with self._turn:
            self._watch.stop()

    def has_choice(self, question: Question) -> bool:
        """Whether the player may prefer that nobody wins in it: the fold of the day is always played so."""
        return question.kind is DrillKind.FOLD and self.stored.kind != FOLD_DAILY

    def prefer_again(self) -> Question:
        """The current question as the player prefers it now; raises RuntimeError if there is none."""
        with self._turn:
            if self._question is None:
                raise RuntimeError("no question was handed out")
            self._question = self._as_preferred(self._question)
            return self._question

    def answer(self, given: Sequence[Collection[str]]) -> Graded:
        """Grade the options given for each part, and store the answer.

        Raises RuntimeError if there is no current question.
        """
        with self._turn:
            question, number = self._question, self.number
            if question is None or number is None:
                raise RuntimeError("no question was handed out")
            self._watch.stop()
            attempt = attempt_at(
                question,
                given,
                grade(question, given),
                answered=self._tools.clock(),
                seconds=min(self._watch.seconds, LONGEST),
                session=self.stored.id,
                number=number,
                repeat=self.repeat,
            )
            self._question, self._watch = None, Stopwatch(self._tools.timer)
            if not self._answered:
                self._progress.add(*self._ended(attempt.answered), self.stored, attempt)
            else:
                self._progress.add(attempt)
            judged = self._history.add(attempt)
            assert judged is not None
            self._note(judged)
            standing = self._history.standings[question.kind]
            return Graded(
                judged,
                standing.rating if standing.rated else None,
                self._history.cards.get(self._history.base(attempt)),
                max(ENOUGH - standing.answers, 0),
            )

    def summary(self) -> Summary:
        with self._turn:
            answered = tuple(self._answered[number] for number in sorted(self._answered))
            kinds = sorted({each.kind for each in answered}, key=list(DrillKind).index)
            today = self._today()
            left = len(self._history.all_due(today))
            return Summary(
                self.stored.questions,
                answered,
                tuple(self._result(kind, answered) for kind in kinds),
                min(left + sum(count for _, count in self._history.coming(today, 1)), MOST_A_DAY),
            )

    def _prepare(self) -> None:
        number = self.number
        if self._question is not None or number is None:
            return
        # what is asked of everybody on a date is the same for everybody
        own_rules = "" if self.stored.kind in OF_THE_DAY else self._tools.preferences().own_rules
        for choice in self._candidates(number):
            try:
                self._question = self._as_preferred(self._tools.pool.open(choice.code, own_rules))
            except (UnknownCode, NoQuestion):
                # a repeat that only another version of the program can ask
                continue
            self.repeat = choice.repeat
            return
        raise NoQuestion(f"nothing to ask as question {number} with seed {self.stored.seed}")

    def _as_preferred(self, question: Question) -> Question:
        if question.kind is not DrillKind.FOLD or question.course is None:
            return question
        # imported here because other sessions do without it
        from ai.drills.kinds.fold import with_nobody_winning

        nobody = not self.has_choice(question) or self._tools.preferences().nobody_wins
        return with_nobody_winning(question, nobody)

    def _candidates(self, number: int) -> Iterator[NextQuestion]:
        """Questions that could be asked as that number, the best first."""
        rules = "" if self.stored.kind in OF_THE_DAY else self._tools.preferences().rules
        pool = self._tools.pool
        if self.lesson is not None:
            found = opened_by_lessons.codes(pool, self.lesson, number, self._wrong[number], rules)
            for code in sorted(found, key=lambda code: pool.plain(code) in self._seen):
                yield NextQuestion(code, pool.plain(code) in self._history.codes)
            return
        asked = [each.attempt for each in self._answered.values()]
        wanted = Wanted(self._tools.kinds, rules)
        if self.stored.kind == DAILY:
            wanted = wanted._replace(plan=daily.plan(self.stored, self._tools.kinds))
        # whether the session asks only what lessons have opened: nobody has asked for its questions
        session = self.stored
        chosen = session.kind is not None or session.chosen or bool(session.code)
        if not chosen and not self._tools.preferences().everything:
            first = [kind for kind, lesson in opening_lessons().items() if lesson.number == 1]
            shown = open_kinds(self._tools.kinds, self._progress)
            wanted = Wanted(shown.kinds or first, rules, shown.hidden, shown.known)
        selection = QuestionSelection(self.stored, number, asked, self._history, pool, self._today(), wanted)
        yield from selection.candidates()

    def _note(self, judged: JudgedAnswer) -> None:
        attempt = judged.attempt
        if attempt.sitting != self.stored.id:
            return
        self._seen.add(self._tools.pool.plain(attempt.code))
        if self.lesson is not None and not attempt.right:
            self._wrong[attempt.number] += 1
        else:
            self._answered.setdefault(attempt.number, judged)

    def _ended(self, moment: datetime) -> list[StoredSession]:
        """Unfinished sessions of the same kind, marked as ended, because this session replaces them."""
        return [
            msgspec.structs.replace(other.session, ended=moment)
            for other in self._progress.unfinished
            if other.session.kind == self.stored.kind and not self.stored.code
        ]

    def _today(self) -> date:
        return self._history.day(self._tools.clock())

    def _result(self, kind: DrillKind, answered: Sequence[JudgedAnswer]) -> KindResult:
        of_kind = [each for each in answered if each.kind is kind]
        standing = self._history.standings[kind]
        return KindResult(
            kind,
            len(of_kind),
            sum(each.attempt.right for each in of_kind),
            median(each.attempt.seconds for each in of_kind),
            of_kind[0].rating,
            standing.rating if standing.rated else None,
        )
