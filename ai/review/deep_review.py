"""The review of a game with its measured moments: what the experts doubt is played out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ai.review.game_review import review_game
from ai.review.measured import (
    MeasuredState,
    Measurement,
    MeasureProgress,
    candidates,
    measure,
    start_ahead,
)
from ai.review.moments import GameReview, MomentClass
from ai.review.verdicts import verdict
from engine import events as ev
from engine.records.hands import RecordedHand, hands_of
from engine.rules import Ruleset
from engine.view import mask

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
    start_ahead(jobs)
    review = review_game(rules, events, seat)
    hands = list(hands_of([mask(event, seat) for event in events]))
    certain = {each.position for each in review.moments if each.moment_class is MomentClass.PROOF}
    asked = [each for each in candidates(rules, seat, hands) if each.moment.position not in certain]
    measurement = measure(asked, seed=seed, jobs=jobs, seconds=seconds, progress=progress)
    return DeepReview(with_measured(review, hands, measurement), measurement)


def with_measured(review: GameReview, hands: Sequence[RecordedHand], measurement: Measurement) -> GameReview:
    """The review with the mistakes that were measured in the place of opinions.

    Where playing out decided, the opinion goes: it was a mistake, or the choices are near-equal. Elsewhere it
    stays.
    """
    decided = {each.candidate.moment.position for each in measurement.decisions if each.state in _DECIDED}
    mistakes = measurement.moments
    found = []
    for told, hand in zip(review.hands, hands, strict=True):
        kept = [
            each
            for each in told.moments
            if each.moment_class is not MomentClass.OPINION or each.position not in decided
        ]
        measured = [each for each in mistakes if each.hand == told.number]
        moments = tuple(sorted([*kept, *measured], key=lambda each: (each.position, each.event)))
        found.append(replace(told, moments=moments, verdict=verdict(review.seat, hand, moments)))
    return replace(review, hands=tuple(found), seed=measurement.seed)
