"""Deep reviews: decisions played out until it is known whether another choice was better, by how much.

The candidates are decisions in which the expert of no style would have done what the seat did, and where
they expect more than a trifle of their own choice. Where they would choose different things, each is first
played with few deals, to find the best of them: nothing else follows from these. Then what the seat did is
played against the best of the others with fresh deals, until the interval decides.

An interval of 99 % is looked at after each of four numbers of deals. Four such looks err on one side in at
most 4 x 0.5 = 2 % of the cases, less than one look at an interval of 95 % does, and that one is told in the
end.

- It looks like a mistake if the interval is above zero and the mean is at least LEAST_POINTS. Most candidates
  are none, so among those that look like one some do by luck. So it is played out once more, with fresh deals
  fixed beforehand. It is a mistake if their interval of 95 % is above zero too, and what they tell is told.
- It is none, near-equal, if the interval is below LEAST_POINTS.
- Else it stays open; only a mistake becomes a moment.

Choices are compared by the points of the hand; in the last two hands of a game by the final score that the
hand leads to, uma counted (``ai.final_score``).

Which deals are played follows from the seed, the hand and the event, and results are looked at when all deals
of a look are there. So the same seed gives the same answer, whatever the number of processes. Only a limit of
time and Ctrl+C end it elsewhere, and then the result says so.

While a game goes on, its hands are reviewed with regular players instead of experts, and with fewer deals
(``QUICK``): that takes a minute a game, not ten. docs/lab/review.md tells how sure that is.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from enum import IntEnum, StrEnum
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ai.bot import Bot
from ai.final_score import counts_placement
from ai.review.after_choice import hands_after
from ai.review.game_review import review_game, review_hand, verdict
from ai.review.moments import GameReview, HandReview, MomentClass, PlayedOut, ReviewedMoment
from ai.review.opinions import (
    QUICK_BOT,
    Disagreement,
    Experts,
    PlanDifference,
    charged_once,
    disagreements,
    opinion,
    same,
    who_plays_on,
)
from ai.rollouts import Z_99, NoDeal, PairedRollouts, PlayedHand, PointSample, Variation, sample
from ai.seat_position import SeatPosition
from ai.worker_pool import defer_signals, load_ahead, map_growing
from engine import events as ev
from engine.actions import Action
from engine.records.recorded_game import RecordedHand, hands_of
from engine.round import Header
from engine.rules import Ruleset
from engine.view import mask
from engine.wall import PLAYERS, Dice

LEAST_POINTS = 300
"""A smaller difference is no mistake."""
EXPECTED_POINTS = 100
"""The points that experts expect of their choice, for a decision to be a candidate."""
QUICK_DEALS = 16
"""Deals that every choice of a candidate is played with at first."""
LOOKS: tuple[int, ...] = (64, 128, 256, 512)
"""Numbers of deals after which the interval is looked at."""
PIECE = 8
"""Deals that a process plays before it reports."""
MOST_QUICK = 4
"""Decisions of a hand that a quick review plays out, those of which the experts expect most."""
JUDGE = 9
"""One more whenever a quick review may come out otherwise than before: kept ones are then made again."""


class PlayingOut(NamedTuple):
    """How decisions are played out."""

    bot: str
    """Who plays on in all seats (``who_plays_on``)."""
    looks: tuple[int, ...]
    """Numbers of deals after which the interval is looked at."""
    sure: int
    """Fresh deals for what looks like a mistake."""

    @property
    def players(self) -> tuple[Bot, ...]:
        """Who plays on, by seat."""
        return (who_plays_on(self.bot),) * PLAYERS


THOROUGH = PlayingOut("hayai", LOOKS, 256)
QUICK = PlayingOut(QUICK_BOT, LOOKS[:3], 256)


class MeasuredState(StrEnum):
    """The result of playing a decision out."""

    MISTAKE = "mistake"
    NEAR_EQUAL = "near-equal"
    OPEN = "open"
    """Not decided with so many deals."""
    STOPPED = "stopped"
    """Not decided when the time was up, or at Ctrl+C."""
    NO_DEAL = "no-deal"
    """No hidden tiles fit what the seat saw."""


class Candidate(msgspec.Struct, frozen=True):
    """A decision that is worth playing out."""

    moment: ReviewedMoment
    """As an opinion of the experts."""
    seen: SeatPosition
    """The position as the seat saw it when it chose."""
    taken: Action
    others: tuple[Action, ...]
    """The choices of the experts, each once."""

    @property
    def by_placement(self) -> bool:
        """Whether its choices are compared by the final score, as in the last two hands of a game."""
        start = self.seen.events[0]
        assert isinstance(start, ev.StartKyoku)
        return counts_placement(self.seen.rules, Header.of(start).number)


class MeasuredDecision(msgspec.Struct, frozen=True):
    """A decision that was played out.

    ``points`` is by how much ``better`` was ahead of what the seat did with the same deals, None before
    enough deals were played to say anything.
    """

    candidate: Candidate
    state: MeasuredState
    better: Action
    points: PointSample | None
    deals: int

    def moment(self) -> ReviewedMoment | None:
        """The measured moment, if it was a mistake."""
        if self.state is not MeasuredState.MISTAKE or self.points is None:
            return None
        return replace(
            self.candidate.moment,
            moment_class=MomentClass.MEASURED,
            better=self.better,
            after=hands_after(self.candidate.seen.view(), self.candidate.taken, self.better),
            points=self.points.mean,
            ci95=round((self.points.high - self.points.low) / 2),
            by_placement=self.candidate.by_placement,
        )

    def left_open(self) -> PlayedOut | None:
        """What is known of a decision that playing out left open; None of any other."""
        if self.state not in (MeasuredState.OPEN, MeasuredState.STOPPED) or self.points is None:
            return None
        return PlayedOut(self.points.low, self.points.high, self.deals)


class MeasureProgress(NamedTuple):
    """Progress: candidates that are settled, of how many, and the hands that were played."""

    settled: int
    candidates: int
    hands: int


class Measurement(msgspec.Struct, frozen=True):
    """The candidates in their order, each with what is known of it."""

    seed: int
    decisions: tuple[MeasuredDecision, ...]
    interrupted: bool = False
    """Ctrl+C ended it."""
    out_of_time: bool = False

    @property
    def whole(self) -> bool:
        """Whether nothing was left because the time was up, or at Ctrl+C."""
        return not (self.interrupted or self.out_of_time)

    @property
    def settled(self) -> int:
        """The number of candidates that were played out as far as planned."""
        return sum(each.state is not MeasuredState.STOPPED for each in self.decisions)

    @property
    def moments(self) -> tuple[ReviewedMoment, ...]:
        """The mistakes in the order of play, a difference of plan charged once in a hand.

        ``Experts.plan_difference`` says what one difference of plan is; the dearest mistake by it is charged.
        """
        experts = Experts()
        by_hand: dict[int, list[tuple[PlanDifference, ReviewedMoment]]] = {}
        for measured in self.decisions:
            moment, candidate = measured.moment(), measured.candidate
            if moment is not None:
                plan = experts.plan_difference(candidate.seen.view(), measured.better, candidate.taken)
                by_hand.setdefault(moment.hand, []).append((plan, moment))
        return tuple(
            moment
            for hand in sorted(by_hand)
            for moment in charged_once(by_hand[hand], lambda each: each.points)
        )


def candidates(hands: Iterable[RecordedHand], found: Iterable[Iterable[Disagreement]]) -> list[Candidate]:
    """The decisions of a seat that are worth playing out, those with the most expected points first.

    ``found`` is by hand where experts would have done otherwise. Choices that are not compared in points,
    such as kans, come before all others.
    """
    told: list[tuple[float, Candidate]] = []
    for hand, against in zip(hands, found, strict=True):
        for each in against:
            choices = each.choices.choices
            expected = max(math.inf if choice.points is None else choice.points for choice in choices)
            if expected >= EXPECTED_POINTS:
                others: list[Action] = []
                for choice in choices:
                    if not any(same(choice.action, other) for other in others):
                        others.append(choice.action)
                moment = opinion(hand, each, others[0])
                told.append((expected, Candidate(moment, each.seen, each.taken, tuple(others))))
    return [each for _, each in sorted(told, key=lambda pair: (-pair[0], pair[1].moment.position))]


def measure(
    asked: Sequence[Candidate],
    *,
    seed: int = 0,
    jobs: int = 1,
    seconds: float | None = None,
    how: PlayingOut = THOROUGH,
    progress: Callable[[MeasureProgress], None] | None = None,
) -> Measurement:
    """Play these candidates out, in so many processes. ``seconds`` is a limit of time.

    ``progress`` is called whenever some hands were played. Ctrl+C ends it early and keeps what is done.
    """
    runs = [_Run(number, candidate, seed, how) for number, candidate in enumerate(asked)]
    waiting = deque(piece for run in runs for piece in run.pieces)
    deadline = None if seconds is None else time.monotonic() + seconds
    interrupted = out_of_time = False
    hands = 0
    try:
        work = partial(_play, [run.candidate for run in runs], runs[0].seed if runs else 0, how)
        with closing(map_growing(work, waiting, jobs)) as results:
            for piece, result in results:
                with defer_signals():
                    run = runs[piece.run]
                    hands += len(piece.deals) * len(piece.actions)
                    waiting.extend(run.take(piece, result))
                    if progress is not None:
                        progress(MeasureProgress(sum(each.settled for each in runs), len(runs), hands))
                if deadline is not None and time.monotonic() >= deadline and waiting:
                    out_of_time = True
                    break
    except KeyboardInterrupt:
        interrupted = True
    return Measurement(seed, tuple(run.measured() for run in runs), interrupted, out_of_time)


# -- the work ------------------------------------------------------------------------------------------


class Stage(IntEnum):
    """The purpose of deals of a candidate; each stage has its own."""

    LOOKS = 0
    QUICK = 1
    SURE = 2


class _Piece(NamedTuple):
    """Some deals of a candidate, each played with these actions."""

    run: int
    stage: Stage
    actions: tuple[Action, ...]
    deals: range
    """Their numbers."""


_Points = list[list[int]] | None
"""By deal, what each action was worth; None where there is no deal."""


def _play(asked: Sequence[Candidate], seed: int, how: PlayingOut, piece: _Piece) -> _Points:
    candidate = asked[piece.run]
    moment = candidate.moment
    stage = Dice(seed, moment.hand, moment.event, piece.stage).bits()
    try:
        deals = play_piece(candidate.seen, piece.actions, stage, how, piece.deals)
    except NoDeal:
        return None
    return [[played.worth for played in deal] for deal in deals]


def in_pieces(first: int, until: int) -> Iterator[range]:
    """The numbers of these deals, as many at a time as one process plays."""
    return (range(deal, min(deal + PIECE, until)) for deal in range(first, until, PIECE))


def play_piece(
    seen: SeatPosition, actions: Sequence[Action], stage: int, how: PlayingOut, deals: range
) -> list[list[PlayedHand]]:
    """Play each of the actions with the deals of these numbers. Raises NoDeal."""
    rollouts = PairedRollouts(seen, [Variation(action, how.players) for action in actions], stage)
    return [rollouts.play_deal(number) for number in deals]


class _Run:
    """One candidate on its way: first every choice with few deals, then the best against what was played."""

    def __init__(self, number: int, candidate: Candidate, seed: int, how: PlayingOut) -> None:
        self.candidate, self.seed = candidate, seed
        self._number, self._how = number, how
        self._actions = (candidate.taken, *candidate.others)
        self._found: dict[int, list[list[int]]] = {}
        """Results of the present stage by the first deal of their piece."""
        self._asked = 0
        self._stage = Stage.QUICK
        self._state = MeasuredState.STOPPED
        self.settled = False
        several = len(self._actions) > 2
        self.pieces = self._ask(QUICK_DEALS) if several else self._begin(Stage.LOOKS, how.looks[0])

    def take(self, piece: _Piece, result: _Points) -> list[_Piece]:
        """Take the results of a piece in; returns the pieces to do next."""
        if result is None:
            return self._settle(MeasuredState.NO_DEAL)
        self._found[piece.deals.start] = result
        if self.settled or sum(map(len, self._found.values())) < self._asked:
            return []
        match self._stage:
            case Stage.QUICK:
                self._actions = self._actions[0], self._actions[self._best()]
                return self._begin(Stage.LOOKS, self._how.looks[0])
            case Stage.LOOKS:
                points = sample(self._ahead(1), Z_99)
                if points.low > 0 and points.mean >= LEAST_POINTS:
                    return self._begin(Stage.SURE, self._how.sure)
                if points.high < LEAST_POINTS:
                    return self._settle(MeasuredState.NEAR_EQUAL)
                more = [look for look in self._how.looks if look > self._asked]
                return self._ask(more[0]) if more else self._settle(MeasuredState.OPEN)
            case Stage.SURE:
                points = sample(self._ahead(1))
                if points.high < LEAST_POINTS:
                    return self._settle(MeasuredState.NEAR_EQUAL)
                sure = points.low > 0 and points.mean >= LEAST_POINTS
                return self._settle(MeasuredState.MISTAKE if sure else MeasuredState.OPEN)

    def measured(self) -> MeasuredDecision:
        """The result so far."""
        best = self._best()
        unknown = self._state is MeasuredState.NO_DEAL or (self._stage is Stage.QUICK and not self.settled)
        ahead = [] if unknown else self._ahead(best)
        points = sample(ahead) if len(ahead) > 1 else None
        return MeasuredDecision(self.candidate, self._state, self._actions[best], points, len(ahead))

    def _begin(self, stage: Stage, deals: int) -> list[_Piece]:
        self._stage, self._asked, self._found = stage, 0, {}
        return self._ask(deals)

    def _settle(self, state: MeasuredState) -> list[_Piece]:
        self._state, self.settled = state, True
        return []

    def _ask(self, until: int) -> list[_Piece]:
        first, self._asked = self._asked, until
        return [_Piece(self._number, self._stage, self._actions, deals) for deals in in_pieces(first, until)]

    def _best(self) -> int:
        """The place of the choice that is the best besides what was played."""
        places = range(1, len(self._actions))
        return max(places, key=lambda place: sum(self._ahead(place)))

    def _ahead(self, place: int) -> list[int]:
        """By how much a choice was ahead of what was played, in the order of the deals, without gaps."""
        found: list[int] = []
        while (deals := self._found.get(len(found))) is not None:
            found += [deal[place] - deal[0] for deal in deals]
        return found


_DECIDED = (MeasuredState.MISTAKE, MeasuredState.NEAR_EQUAL)


class DeepReview(NamedTuple):
    """A review with measured moments, and how they were measured."""

    review: GameReview
    measurement: Measurement


def deep_review(
    rules: Ruleset,
    events: Sequence[ev.Event],
    seat: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    seconds: float | None = None,
    progress: Callable[[MeasureProgress], None] | None = None,
) -> DeepReview:
    """The review of a record for a seat, in which candidates are played out (see ``measure``).

    What is certain is not measured again. Ctrl+C ends it early with what is done; ``measurement`` says so.
    """
    if jobs > 1:  # what ``measure`` will need is loaded while candidates are looked for
        load_ahead(__name__)
    hands = list(hands_of([mask(event, seat) for event in events]))
    found = [disagreements(rules, seat, hand) for hand in hands]
    review = review_game(rules, events, seat, found)
    asked = _uncertain(review.moments, candidates(hands, found))
    measurement = measure(asked, seed=seed, jobs=jobs, seconds=seconds, progress=progress)
    measured = [
        with_measured(told, seat, hand, measurement) for told, hand in zip(review.hands, hands, strict=True)
    ]
    return DeepReview(replace(review, hands=tuple(measured), seed=measurement.seed), measurement)


def quick_hand_review(rules: Ruleset, seat: int, hand: RecordedHand) -> HandReview:
    """The review of a hand for a seat, in which what experts thought of is played out quickly."""
    found = disagreements(rules, seat, hand)
    review = review_hand(rules, seat, hand, found)
    asked = _uncertain(review.moments, candidates([hand], [found]))[:MOST_QUICK]
    return with_measured(review, seat, hand, measure(asked, how=QUICK))


def _uncertain(moments: Iterable[ReviewedMoment], asked: Sequence[Candidate]) -> list[Candidate]:
    """The candidates whose moments are not certain: what is certain is not measured again."""
    certain = {each.position for each in moments if each.moment_class is MomentClass.PROOF}
    return [each for each in asked if each.moment.position not in certain]


def with_measured(review: HandReview, seat: int, hand: RecordedHand, measurement: Measurement) -> HandReview:
    """The review of a hand with the mistakes that were measured in the place of opinions.

    Where playing out decided, the opinion goes: it was a mistake, or the choices are near-equal, and then it
    is counted as cleared. Elsewhere it stays, with what is known.
    """
    at = {each.candidate.moment.position: each for each in measurement.decisions}
    moments = [each for each in measurement.moments if each.hand == review.number]
    cleared = 0
    for each in review.moments:
        known = at.get(each.position) if each.moment_class is MomentClass.OPINION else None
        if known is None:
            moments.append(each)
        elif known.state in _DECIDED:
            cleared += known.state is MeasuredState.NEAR_EQUAL
        else:
            placed = known.candidate.by_placement
            moments.append(replace(each, played=known.left_open(), by_placement=placed))
    moments.sort(key=lambda each: (each.position, each.event))
    judged = verdict(seat, hand, moments)
    return replace(review, moments=tuple(moments), verdict=judged, cleared=cleared)
