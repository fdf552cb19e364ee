"""The review of a whole game for one seat: the moments of each hand, and its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.review.moments import GameReview, HandReview
from ai.review.opinions import opinions
from ai.review.proofs import proofs
from ai.review.verdicts import verdict
from engine import events as ev
from engine.records.hands import RecordedHand, hands_of
from engine.rules import Ruleset
from engine.view import mask
from engine.wall import PLAYERS


def review_game(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> GameReview:
    """The review of a record for a seat; a record that stops in the middle, up to where it stops.

    Every position of the record must be one that can be folded (see ``games_of``).
    """
    start = next((event for event in events if isinstance(event, ev.StartGame)), ev.StartGame())
    names = (*start.names, *[""] * PLAYERS)[:PLAYERS]
    return GameReview(seat, names, tuple(hand_reviews(rules, events, seat)))


def hand_reviews(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> Iterator[HandReview]:
    """The reviews of the hands of a record, one after the other: each takes a moment."""
    for hand in hands_of([mask(event, seat) for event in events]):
        yield review_hand(rules, seat, hand)


def review_hand(rules: Ruleset, seat: int, hand: RecordedHand) -> HandReview:
    """The review of one hand of a record."""
    certain = proofs(rules, seat, hand)
    known = {moment.position for moment in certain}
    thought = [each for each in opinions(rules, seat, hand) if each.position not in known]
    moments = tuple(sorted([*certain, *thought], key=lambda moment: (moment.position, moment.event)))
    start = hand.start
    return HandReview(
        number=hand.number,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
        verdict=verdict(seat, hand, moments),
        moments=moments,
    )
