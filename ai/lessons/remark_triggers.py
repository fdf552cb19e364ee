"""Triggers of remarks, parsed from words such as ``entered temporary`` or ``decision 2``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ai.lessons.move_notation import MoveError
from engine.furiten import FuritenKind
from engine.offences import Offence
from engine.tiles import KIND_OF, Kind, parse_tile


class Trigger(StrEnum):
    """Moments at which a lesson can show a remark, from the player's point of view."""

    DECISION = "decision"
    """Before that decision, counted from 1 in each line of play."""
    DRAWS = "draws"
    """The player draws that tile."""
    DISCARDS = "discards"
    """The player discards that tile."""
    OTHERS_THROW = "others-throw"
    """Another player discards that tile or adds it to a pon."""
    ENTERED = "entered"
    """The hand becomes furiten, of that kind or of any."""
    LEFT = "left"
    """A furiten ends while the hand continues."""
    PASSED = "passed"
    """The player passed on a winning tile. This trigger, ``MISSED`` and wins may name the tile."""
    MISSED = "missed"
    """A tile of the wait was discarded, but furiten or the lack of a yaku forbade the ron."""
    RIICHI = "riichi"
    """The player declares riichi without furiten."""
    FURITEN_RIICHI = "furiten-riichi"
    """The player declares riichi with a hand that is or becomes furiten."""
    BET_PAID = "bet-paid"
    """The player's riichi stands: nobody won on its tile, and the bet is paid."""
    CALLS = "calls"
    """The player calls that tile."""
    NOTEN_RIICHI = "noten-riichi"
    """The player declares riichi with a hand that is not tenpai."""
    WIN_CALLED = "win-called"
    """The player has called a win, and says next what the hand is worth."""
    MIXED = "mixed"
    """The player has laid the winning tile among the others."""
    TSUMO = "tsumo"
    RON = "ron"
    """The player wins."""
    DEALT_IN = "dealt-in"
    """Another player wins on the player's discard."""
    OTHERS_WON = "others-won"
    """Others win, but not on the player's discard."""
    DRAWN = "drawn"
    """The hand ends in a draw."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead-hand"
    """The player's error is penalised. Both may name the offence."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A text shown the first time that its trigger occurs in a line of play."""

    when: Trigger
    says: str
    """The id of the text."""
    number: int | None = None
    """The decision, for ``DECISION``."""
    tile: Kind | None = None
    """The tile, or None for any."""
    kind: FuritenKind | None = None
    """The kind of furiten, or None for any."""
    offence: Offence | None = None
    """The offence, or None for any."""
    above: bool = False
    """Whether it is shown above the middle of the table, because it is about the lines below."""
    suits: bool = False
    """Whether it shows how a tile of each suit looks and what it is called."""


def parse_remark(when: str, says: str, *, above: bool = False, suits: bool = False) -> Remark:
    """Parse a trigger; raises MoveError, or NotationError for an invalid tile."""
    return replace(_parse(when, says), above=above, suits=suits)


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
        case Trigger.DRAWS | Trigger.DISCARDS | Trigger.OTHERS_THROW | Trigger.CALLS:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.PASSED | Trigger.MISSED | Trigger.TSUMO | Trigger.RON | Trigger.DEALT_IN if detail:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.ENTERED | Trigger.LEFT if detail:
            if detail not in tuple(FuritenKind):
                raise MoveError(f"'{detail}' is no furiten (there are: {', '.join(FuritenKind)})")
            return Remark(moment, says, kind=FuritenKind(detail))
        case Trigger.CHOMBO | Trigger.DEAD_HAND if detail:
            if detail not in tuple(Offence):
                raise MoveError(f"'{detail}' is no offence (there are: {', '.join(Offence)})")
            return Remark(moment, says, offence=Offence(detail))
    if detail:
        raise MoveError(f"'{detail}' has no place after {word}")
    return Remark(moment, says)
