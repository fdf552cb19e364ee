"""When a lesson says something: the moment in words such as ``entered temporary`` or ``decision 2``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ai.lessons.move_notation import MoveError
from engine.furiten import FuritenKind
from engine.tiles import KIND_OF, Kind, parse_tile


class Trigger(StrEnum):
    """Moments that a lesson can speak at. They are the person's own."""

    DECISION = "decision"
    """Before that decision, counted from 1 on every line of play."""
    DRAWS = "draws"
    """That tile is drawn."""
    DISCARDS = "discards"
    """That tile is thrown."""
    OTHERS_THROW = "others-throw"
    """Another player throws that tile, or adds it to a pon."""
    ENTERED = "entered"
    """The hand is furiten now, of that kind or of any."""
    LEFT = "left"
    """A furiten is over, the hand going on."""
    PASSED = "passed"
    """A tile was let go that would have won. This and the next, and wins, may name the tile."""
    MISSED = "missed"
    """A tile of the wait was thrown that furiten, or want of a yaku, did not let win."""
    RIICHI = "riichi"
    """Riichi is declared on a hand that is not furiten."""
    FURITEN_RIICHI = "furiten-riichi"
    """Riichi is declared on a hand that is or becomes furiten."""
    TSUMO = "tsumo"
    RON = "ron"
    """The person wins."""
    DEALT_IN = "dealt-in"
    """Another player wins on the person's discard."""
    OTHERS_WON = "others-won"
    """Others win, and not on the person's discard."""
    DRAWN = "drawn"
    """The wall is empty."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead-hand"
    """The person's error is penalised."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A text of the lesson, said the first time that its moment comes on a line of play."""

    when: Trigger
    says: str
    """The id of the text."""
    number: int | None = None
    """Which decision."""
    tile: Kind | None = None
    """Which tile, None for any."""
    kind: FuritenKind | None = None
    """Which furiten, None for any."""
    above: bool = False
    """It stands above the table's middle: it speaks of the lines below."""


def parse_remark(when: str, says: str, *, above: bool = False) -> Remark:
    """Read a moment; raises MoveError, or NotationError for a tile, when it is none."""
    return replace(_parse(when, says), above=above)


def _parse(when: str, says: str) -> Remark:
    word, _, detail = when.partition(" ")
    try:
        moment = Trigger(word)
    except ValueError:
        raise MoveError(f"'{word}' is no moment (there are: {', '.join(Trigger)})") from None
    match moment:
        case Trigger.DECISION:
            if not detail.isdigit() or detail == "0":
                raise MoveError(f"'{when}' names no decision, such as decision 1")
            return Remark(moment, says, number=int(detail))
        case Trigger.DRAWS | Trigger.DISCARDS | Trigger.OTHERS_THROW:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.PASSED | Trigger.MISSED | Trigger.TSUMO | Trigger.RON | Trigger.DEALT_IN if detail:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.ENTERED | Trigger.LEFT if detail:
            if detail not in tuple(FuritenKind):
                raise MoveError(f"'{detail}' is no furiten (there are: {', '.join(FuritenKind)})")
            return Remark(moment, says, kind=FuritenKind(detail))
    if detail:
        raise MoveError(f"'{detail}' has no place after {word}")
    return Remark(moment, says)
