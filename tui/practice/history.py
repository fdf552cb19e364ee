"""State derived from all answers: the quality of each, ratings, the schedule, and the figures of progress.

None of it is stored. It is computed from the answers, so that a killed program or a second process cannot
make it inconsistent, and answers of earlier versions count like new ones. In the figures accuracy and times
include new questions only, because a repeated question was explained before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from ai.drills.question import OWN, DrillKind, DrillTheme
from tui.database.practice_rows import Attempt, OwnQuestion
from tui.practice.practice_record import Figures, Totals
from tui.practice.question_pool import QuestionPool
from tui.practice.schedule import Card, Quality, answered, first_card
from tui.practice.standings import ENOUGH, KindStanding, QuestionRatings, RatedPlayer, Rating, expected

MOST_A_DAY = 10
"""How many questions and ideas come back on a day at most."""
Idea = tuple[DrillKind, DrillTheme]
_THEMES = {theme.value: theme for theme in DrillTheme}


class JudgedAnswer(NamedTuple):
    """An answer and its quality."""

    attempt: Attempt
    kind: DrillKind
    quality: Quality
    rating: Rating
    """The player's rating in the kind before this answer."""


class ThemeCount(NamedTuple):
    """The answers about a theme: how many, and their score."""

    answers: int = 0
    score: float = 0.0
    """The sum of the credit of these answers."""


class History:
    """The answers in order, and the state derived from them.

    ``zone`` is the player's time zone for days; None is the local one. Answers to kinds of questions that are
    unknown to this version are left out. Questions come back that ``pool`` has; a question of an earlier
    version comes back as the position that stands in its place.
    """

    def __init__(
        self,
        attempts: Iterable[Attempt] = (),
        *,
        zone: tzinfo | None = None,
        pool: QuestionPool | None = None,
    ) -> None:
        self.judged: list[JudgedAnswer] = []
        self.standings = {kind: KindStanding(kind) for kind in DrillKind}
        self.overall = RatedPlayer()
        """The player's rating over all kinds."""
        self.questions = QuestionRatings()
        self.curve: dict[date, float] = {}
        """The rating over all kinds at the end of each day with a new question."""
        self.themes: dict[DrillTheme, ThemeCount] = {}
        """What was answered about each theme, in new questions."""
        self.cards: dict[str, Card] = {}
        """The cards of questions, by the code without form and preset."""
        self.ideas: dict[Idea, Card] = {}
        self.codes: set[str] = set()
        """The codes of all questions that were ever answered, without form and preset."""
        self.bases: dict[str, str] = {}
        """For each code that was answered the one that stands for its question."""
        self._zone = zone
        self._pool = pool or QuestionPool()
        for attempt in attempts:
            self.add(attempt)

    def copy(self) -> History:
        other = History(zone=self._zone, pool=self._pool)
        other.bases = self.bases.copy()
        other.judged, other.codes, other.cards = self.judged.copy(), self.codes.copy(), self.cards.copy()
        other.standings = {kind: each.copy() for kind, each in self.standings.items()}
        other.overall, other.questions = replace(self.overall), self.questions.copy()
        other.curve, other.themes, other.ideas = self.curve.copy(), self.themes.copy(), self.ideas.copy()
        return other

    def add(self, attempt: Attempt) -> JudgedAnswer | None:
        """Add an answer and judge it; returns None if its kind is unknown."""
        kind = attempt.drill
        if kind is None:
            return None
        standing = self.standings[kind]
        quality = standing.quality(attempt.right, attempt.seconds, attempt.score)
        judged = JudgedAnswer(attempt, kind, quality, standing.rating)
        today = self.day(attempt.answered)
        if not attempt.repeat:
            self._rate(attempt, kind, quality, today)
        code = self.base(attempt)
        card = self.cards.get(code)
        if card is not None:
            self.cards[code] = answered(card, quality, today)
        elif (card := first_card(code, kind, quality, today)) is not None and self._pool.has(code):
            self.cards[code] = card
        if themes := themes_of(attempt):
            self._schedule_idea((kind, themes[0]), quality, today)
        self.codes.add(code)
        self.judged.append(judged)
        return judged

    def base(self, attempt: Attempt) -> str:
        """The code that stands for the question of an answer, in cards and codes."""
        if attempt.code not in self.bases:
            self.bases[attempt.code] = self._pool.base(attempt)
        return self.bases[attempt.code]

    def add_own(self, own: OwnQuestion) -> None:
        """A position of an own game is due from the day on which it was added, until it is answered well."""
        if own.drill is not None and own.code not in self.cards:
            day = self.day(own.added)
            self.cards[own.code] = Card(own.code, own.drill, day, day, again=False)
            self.codes.add(own.code)

    def day(self, moment: datetime) -> date:
        """The date at a time in the player's time zone."""
        return moment.astimezone(self._zone).date()

    def due(self, today: date) -> list[Card]:
        """The cards of questions to repeat today, the longest overdue first."""
        return _due(self.cards.values(), today)[: max(MOST_A_DAY - self._repeated(today), 0)]

    def ideas_due(self, today: date) -> list[Card]:
        """The cards of ideas to ask about today with a new question, the longest overdue first."""
        done = sum(card.last == today and card.answers > 0 for card in self.ideas.values())
        room = MOST_A_DAY - self._repeated(today) - len(self.due(today)) - done
        return _due(self.ideas.values(), today)[: max(room, 0)]

    def all_due(self, today: date) -> list[Card]:
        """Everything that comes back today, questions before ideas: what is told as due is counted here.

        On a day at most ``MOST_A_DAY`` come back; the others wait for the next days.
        """
        return [*self.due(today), *self.ideas_due(today)]

    def coming(self, today: date, days: int) -> list[tuple[date, int]]:
        """How many questions and ideas come back on each of the next days, after those due today."""
        cards = (*self.cards.values(), *self.ideas.values())
        later = Counter(card.due for card in cards if not card.again)
        waiting = sum(card.is_due(today) for card in cards) - len(self.all_due(today))
        told: list[tuple[date, int]] = []
        for day in (today + timedelta(days=by) for by in range(1, days + 1)):
            waiting += later[day]
            told.append((day, min(waiting, MOST_A_DAY)))
            waiting -= told[-1][1]
        return told

    def _repeated(self, today: date) -> int:
        """How many questions came back today, and are done with for today."""
        latest = takewhile(lambda each: self.day(each.attempt.answered) == today, reversed(self.judged))
        again = {self.base(each.attempt) for each in latest if each.attempt.repeat}
        return sum(code in self.cards and not self.cards[code].again for code in again)

    def _rate(self, attempt: Attempt, kind: DrillKind, quality: Quality, today: date) -> None:
        """Count an answer to a new question in the ratings and the themes."""
        standing, band = self.standings[kind], (kind, attempt.level)
        question, before = self.questions[band], standing.rating
        standing.own.add(question, _score(attempt, before, question), today)
        standing.add(quality, attempt.seconds, right=attempt.right, credit=attempt.score)
        self.overall.add(question, _score(attempt, self.overall.rating, question), today)
        self.questions.correct(band, before, _score(attempt, before, question))
        self.curve[today] = self.overall.rating.value
        for theme in themes_of(attempt):
            answers, score = self.themes.get(theme, ThemeCount())
            self.themes[theme] = ThemeCount(answers + 1, score + attempt.score)

    def _schedule_idea(self, idea: Idea, quality: Quality, today: date) -> None:
        """The most important theme of a question has a card, too: it comes back as another question."""
        kind, theme = idea
        card = self.ideas.get(idea)
        if card is not None:
            card = answered(card, quality, today)
        else:
            card = first_card("", kind, quality, today, theme)
        if card is not None:
            # the question itself comes back on the same day
            self.ideas[idea] = replace(card, again=False)


def _score(attempt: Attempt, player: Rating, question: Rating) -> float:
    """The score of an answer in the rating: its credit, but one that is not right never raises a rating."""
    return attempt.score if attempt.right else min(attempt.score, expected(player, question))


def themes_of(attempt: Attempt) -> tuple[DrillTheme, ...]:
    """The themes of an answer that this version knows."""
    return tuple(_THEMES[id] for id in attempt.themes if id in _THEMES)


def _due(cards: Iterable[Card], today: date) -> list[Card]:
    return sorted((card for card in cards if card.is_due(today)), key=lambda card: (card.due, card.last))


# -- the figures of the progress screen --------------------------------------------------------------


WEAK = 0.75
"""A kind is weak if the mean credit of its recent answers is below this."""
OFTEN_SLOW = 0.3
"""A kind is slow if its recent share of slow answers is above this."""
DAY = timedelta(days=1)
COMING = 7
"""Days ahead of which it says what comes back."""


class KindFigures(NamedTuple):
    """The figures of one kind of question."""

    kind: DrillKind
    rating: Rating | None
    """None while there are too few answers for one."""
    answers: int
    """The total number of answers to new questions."""
    share: float | None
    """The mean credit, 0 to 1, of the last new questions (see ``standings.RECENT``); None without any."""
    seconds: float | None
    """The median time of recent right answers; None if there are none."""
    due: int
    """The number of questions and ideas that are due today."""


class ThemeFigures(NamedTuple):
    """The figures of one theme, over all kinds and new questions only."""

    theme: DrillTheme
    answers: int
    share: float
    """The mean credit, 0 to 1."""
    due: bool
    """Whether it is due today in some kind."""


class Reason(StrEnum):
    """The reason for a piece of advice."""

    DUE = "due"
    """Questions are due again."""
    NEW = "new"
    """Few answers so far."""
    WEAK = "weak"
    """Often wrong recently."""
    SLOW = "slow"
    """Often slow recently."""
    LOWEST = "lowest"
    """All kinds go well; this one has the lowest rating."""


class PracticeAdvice(NamedTuple):
    """Advice to train a kind or what is due, with its reason."""

    reason: Reason
    kind: DrillKind | None
    """None: a mixed session."""
    number: int = 0
    """For DUE the number of questions, for NEW the number of answers so far, for LOWEST the rating."""
    share: float = 0.0
    """For WEAK the mean credit of the answers, for SLOW the share of slow ones."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of practice so far."""

    totals: Totals
    streak: int
    """Consecutive days with an answer up to today, or up to yesterday if there is no answer today yet."""
    best_streak: int
    kinds: tuple[KindFigures, ...]
    next: tuple[PracticeAdvice, ...]
    """What to train, the most urgent first."""
    rating: Rating | None
    """Over all kinds; None while there are too few answers for one."""
    curve: tuple[tuple[date, float], ...]
    """The rating over all kinds at the end of each day with a new question."""
    themes: tuple[ThemeFigures, ...]
    """The weakest first; those with few answers at the end."""
    due: int
    """Questions and ideas that come back today."""
    coming: tuple[tuple[date, int], ...]
    """How many become due on each of the next days."""
    own: int
    """Questions about mistakes of own games."""
    own_due: int
    """How many of them come back today."""
    figures: Figures
    """Statistics by day and by session."""


def overview(figures: Figures, history: History, kinds: Sequence[DrillKind], today: date) -> Overview:
    """The figures on a day; ``kinds`` are the available kinds."""
    totals = figures.totals()
    days = totals.days
    cards = history.due(today)
    due = [card.kind for card in history.all_due(today)]
    rated = sum(standing.answers for standing in history.standings.values())
    own = [code for code in history.cards if code.startswith(OWN)]
    return Overview(
        totals=totals,
        streak=streak(days, today),
        best_streak=max((streak(days, day) for day in days if day + DAY not in days), default=0),
        kinds=tuple(_figures(history.standings[kind], due.count(kind)) for kind in kinds),
        next=tuple(advice([history.standings[kind] for kind in kinds], len(due))),
        rating=history.overall.rating if rated >= ENOUGH else None,
        curve=tuple(sorted(history.curve.items())),
        themes=_themes(history, today),
        due=len(due),
        coming=tuple(history.coming(today, COMING)),
        own=len(own),
        own_due=sum(card.code.startswith(OWN) for card in cards),
        figures=figures,
    )


def _themes(history: History, today: date) -> tuple[ThemeFigures, ...]:
    due = {card.theme for card in history.ideas_due(today)}
    found = (
        ThemeFigures(theme, count.answers, count.score / count.answers, theme in due)
        for theme, count in history.themes.items()
    )
    return tuple(sorted(found, key=lambda each: (each.answers < ENOUGH, each.share, each.theme)))


def streak(days: Collection[date], today: date) -> int:
    """The number of consecutive days up to today, or up to yesterday if today is not among ``days``."""
    last = today if today in days else today - DAY
    length = 0
    while last - length * DAY in days:
        length += 1
    return length


def advice(standings: Sequence[KindStanding], due: int) -> list[PracticeAdvice]:
    """All advice, the most urgent first; never empty if there is a kind to train."""
    found = [PracticeAdvice(Reason.DUE, None, number=due)] if due else []
    few = [each for each in standings if each.answers < ENOUGH]
    tried = [each for each in standings if each.answers >= ENOUGH]
    found += [PracticeAdvice(Reason.NEW, each.kind, number=each.answers) for each in few]
    right = sorted((each.share or 0.0, each.kind) for each in tried)
    found += [PracticeAdvice(Reason.WEAK, kind, share=share) for share, kind in right if share < WEAK]
    slow = sorted(((each.slow_share, each.kind) for each in tried), reverse=True)
    found += [PracticeAdvice(Reason.SLOW, kind, share=share) for share, kind in slow if share > OFTEN_SLOW]
    if not found and tried:
        lowest = min(tried, key=lambda each: each.rating.value)
        found.append(PracticeAdvice(Reason.LOWEST, lowest.kind, number=round(lowest.rating.value)))
    return found


def _figures(standing: KindStanding, due: int) -> KindFigures:
    rating = standing.rating if standing.rated else None
    return KindFigures(standing.kind, rating, standing.answers, standing.share, standing.median, due)
