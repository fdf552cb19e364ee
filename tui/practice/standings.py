"""How well a player does in a kind of question: quality of answers by their time, and a rating.

An answer is *slow* if it took longer than the par time of its kind and longer than twice the player's own
median for that kind (of the last 20 right answers to new questions, once there are five). It is *quick* if it
took at most half the par time. An answer that is not right, but lost at most a fifth, counts as slow. Ten
questions at par leave time for the explanations within five minutes.

Players and questions are rated together with Glicko-2: an answer is a game whose score is its credit, 0 to 1;
one that is not right never raises the rating of the player.
The player has a rating over all and one for each kind. A question is rated with the others of its kind and
level, because a single one is hardly asked twice: that rating begins at the level's ``SEEDS``, 200 points
apart, and every answer corrects it. Each answer is a rating period, and so is each day without one. Only new
questions count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import exp, inf, log, pi, sqrt
from statistics import median
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind
from tui.practice.schedule import Quality

SCALE = 173.7178
"""Glicko points in one unit of Glicko-2."""
START = 1500.0
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known; it never exceeds this."""
TAU = 0.5
"""How much the volatility may change (0.3 to 1.2 in the source)."""
_PRECISE = 1e-6
"""The tolerance of the iteration in the source."""


class Rating(NamedTuple):
    """A rating, its deviation and volatility. The strength is within two deviations of it 95 times in 100."""

    value: float = START
    deviation: float = WIDEST
    volatility: float = 0.06

    def rested(self, periods: float) -> Rating:
        """The rating after so many rating periods without a game: less sure (step 6 of the source)."""
        wider = sqrt((self.deviation / SCALE) ** 2 + periods * self.volatility**2) * SCALE
        return self._replace(deviation=min(wider, WIDEST))


Game = tuple[Rating, float]
"""An opponent, and the score against it."""


def expected(player: Rating, other: Rating) -> float:
    """The score to expect of the player, 0 to 1 (the function E of the source)."""
    return 1 / (1 + exp(-_weight(other) * (player.value - other.value) / SCALE))


def updated(player: Rating, games: Sequence[Game]) -> Rating:
    """The rating after one rating period with these games (steps 2 to 8 of the source)."""
    if not games:
        return player.rested(1)
    chances = [(_weight(other), expected(player, other), score) for other, score in games]
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance, _ in chances)
    gained = sum(weight * (score - chance) for weight, chance, score in chances)
    phi = player.deviation / SCALE
    volatility = _volatility(phi, player.volatility, variance, variance * gained)
    wider = phi**2 + volatility**2
    narrower = 1 / sqrt(1 / wider + 1 / variance)
    value = player.value + SCALE * narrower**2 * gained
    return Rating(value, min(narrower * SCALE, WIDEST), volatility)


def _weight(other: Rating) -> float:
    """The function g of the source: an opponent who is little known counts less."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility (step 5 of the source, by the Illinois algorithm)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        power = exp(x)
        total = phi**2 + variance + power
        return power * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISE:
        between = low + (low - high) * at_low / (at_high - at_low)
        found = f(between)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, found
    return exp(low / 2)


RECENT = 20
"""The number of latest answers in the statistics of a kind."""
ENOUGH = 5
"""The minimum number of answers for a meaningful median or share."""
NEARLY = 0.8
"""The least credit of an answer that is nearly right."""
SEEDS: Mapping[int, float] = {level: 1100.0 + 200 * level for level in LEVELS}
"""The rating with which the questions of a level begin: 1300, 1500, ... 2100."""
UNSURE = 150.0
"""The deviation with which they begin."""
CHANCE = 0.77
"""The chance of a right answer that new questions are chosen for."""


class QuestionRatings:
    """The ratings of questions by kind and level."""

    def __init__(self, known: Mapping[tuple[DrillKind, int], Rating] | None = None) -> None:
        self._known = dict(known or {})

    def __getitem__(self, band: tuple[DrillKind, int]) -> Rating:
        level = min(max(band[1], LEVELS[0]), LEVELS[-1])
        return self._known.get(band) or Rating(SEEDS[level], UNSURE)

    def correct(self, band: tuple[DrillKind, int], player: Rating, score: float) -> None:
        """An answer of that score by the player: the question scored the rest."""
        self._known[band] = updated(self[band], [(player, 1 - score)])

    def copy(self) -> QuestionRatings:
        return QuestionRatings(self._known)

    def fitting(self, kind: DrillKind, player: Rating) -> int:
        """The level whose questions the player answers rightly with a chance nearest to ``CHANCE``."""
        chances = {level: expected(player, self[kind, level]) for level in LEVELS}
        return min(LEVELS, key=lambda level: (abs(chances[level] - CHANCE), level))


@dataclass(slots=True)
class RatedPlayer:
    """A rating, and the day of the last answer that counted."""

    rating: Rating = field(default_factory=Rating)
    last: date | None = None

    def add(self, question: Rating, score: float, today: date) -> None:
        days = 0 if self.last is None else max((today - self.last).days - 1, 0)
        self.rating = updated(self.rating.rested(days), [(question, score)])
        self.last = today if self.last is None else max(today, self.last)


@dataclass(slots=True)
class KindStanding:
    """The player's rating and recent results in one kind of question."""

    kind: DrillKind
    own: RatedPlayer = field(default_factory=RatedPlayer)
    recent: deque[Quality] = field(default_factory=lambda: deque(maxlen=RECENT))
    """The latest answers to new questions."""
    answers: int = 0
    """The number of answers to new questions."""
    _credits: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))
    _times: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))

    @property
    def rating(self) -> Rating:
        return self.own.rating

    @property
    def share(self) -> float | None:
        """The mean credit of the recent answers, from 0 to 1; None if there are none."""
        return sum(self._credits) / len(self._credits) if self._credits else None

    @property
    def slow_share(self) -> float:
        """The share of recent answers that were right but slow, from 0 to 1."""
        found = zip(self.recent, self._credits, strict=True)
        slow = sum(quality is Quality.SLOW and credit == 1 for quality, credit in found)
        return slow / len(self.recent) if self.recent else 0.0

    @property
    def median(self) -> float | None:
        """The median time of recent right answers in seconds; None if there are none."""
        return median(self._times) if self._times else None

    @property
    def rated(self) -> bool:
        return self.answers >= ENOUGH

    @property
    def slow(self) -> float:
        """The time in seconds above which an answer is slow; endless before the player has a usual time."""
        if len(self._times) < ENOUGH:
            return inf
        return max(float(self.kind.par), 2 * median(self._times))

    def copy(self) -> KindStanding:
        return replace(
            self,
            own=replace(self.own),
            recent=self.recent.copy(),
            _credits=self._credits.copy(),
            _times=self._times.copy(),
        )

    def quality(self, right: bool, seconds: float, credit: float = 0.0) -> Quality:
        """The quality of an answer that took ``seconds``; ``credit`` is its share of a right one."""
        if not right:
            return Quality.SLOW if credit >= NEARLY else Quality.WRONG
        if seconds > self.slow:
            return Quality.SLOW
        return Quality.QUICK if seconds <= self.kind.par / 2 else Quality.RIGHT

    def add(self, quality: Quality, seconds: float, *, right: bool, credit: float = 0.0) -> None:
        """Count an answer; ``credit`` is the part of a right one that another is worth."""
        self.answers += 1
        self.recent.append(quality)
        self._credits.append(1.0 if right else credit)
        if right:
            self._times.append(seconds)
