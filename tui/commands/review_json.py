"""The review of a game as ``furiten review --json`` prints it."""

from __future__ import annotations

from ai.review.moments import (
    GameReview,
    HandReview,
    HandVerdict,
    MomentFilter,
    ReviewedMoment,
    StyleChoices,
    action_text,
)
from engine.tiles import NAMES

WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}

JsonObject = dict[str, object]


def as_object(file: str, game: int | None, review: GameReview, wanted: MomentFilter) -> JsonObject:
    """One game and seat; ``game`` is its number in a file of several."""
    told: JsonObject = {"file": file}
    if game is not None:
        told["game"] = game
    told |= {"seat": review.seat, "player": review.player}
    if review.seed is not None:
        told["seed"] = review.seed
    return told | {"hands": [_hand(hand, wanted) for hand in review.hands]}


def _hand(hand: HandReview, wanted: MomentFilter) -> JsonObject:
    return {
        "hand": hand.number,
        "name": f"{WINDS.get(hand.wind, hand.wind)} {hand.kyoku}",
        "verdict": _verdict(hand.verdict),
        "moments": [_moment(moment) for moment in hand.moments if wanted.fits(moment)],
    }


def _verdict(verdict: HandVerdict) -> JsonObject:
    told: JsonObject = {"kind": verdict.kind.value}
    if verdict.points is not None:
        told["points"] = verdict.points
    if verdict.tile is not None:
        told["tile"] = NAMES[verdict.tile]
    if verdict.better is not None:
        told["better"] = NAMES[verdict.better]
    return told


def _moment(moment: ReviewedMoment) -> JsonObject:
    told: JsonObject = {
        "event": moment.event,
        "turn": moment.turn,
        "kind": moment.kind.value,
        "class": moment.moment_class.value,
    }
    if moment.tile is not None:
        told["tile"] = NAMES[moment.tile]
    if moment.better_text is not None:
        told["better"] = moment.better_text
    if moment.points is not None:
        told["points"] = moment.points
    if moment.ci95 is not None:
        told["ci95"] = moment.ci95
    if isinstance(moment.facts, StyleChoices):
        told["styles"] = {each.style: action_text(each.action) for each in moment.facts.choices}
    return told
