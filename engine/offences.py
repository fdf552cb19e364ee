"""What a player can do wrong at a real table, and what a ruleset does about it.

An offence that a ruleset names nowhere is not penalised: where a program can commit it, it is refused there.
"""

from __future__ import annotations

from enum import StrEnum

from engine.rules import Ruleset


class Offence(StrEnum):
    """Things done wrong; ``Ruleset.chombo_for`` and ``Ruleset.dead_hand_for`` name them."""

    FALSE_WIN = "false-win"
    """A win called and shown that is none: not complete, without yaku, or furiten."""
    WITHDRAWN_WIN = "withdrawn-win"
    """Such a win taken back before the hand is shown."""
    NOTEN_RIICHI = "noten-riichi"
    BAD_CLOSED_KAN = "bad-closed-kan"
    """A closed kan after riichi that changes the hand."""
    OPEN_RIICHI = "open-riichi"
    """Riichi on an open hand; it does not count and no bet is paid."""
    RIICHI_DISCARD = "riichi-discard"
    """A discard out of the hand after riichi."""
    RIICHI_CALL = "riichi-call"
    """A chi, pon or open kan called after riichi."""
    INVALID_RIICHI = "invalid-riichi"
    """Riichi with fewer points, or fewer tiles in the wall, than it needs; no bet is paid."""
    EMPTY_CALL = "empty-call"
    """Chi, pon or a closed kan said, and nothing laid down."""
    INVALID_CALL = "invalid-call"
    """A group laid down that is no chi or pon, or where it is not possible."""
    INVALID_KAN = "invalid-kan"
    """Tiles laid down for a kan that are none."""
    KUIKAE = "kuikae"
    """After a call, a discard that the ruleset forbids."""
    DEAD_HAND_WIN = "dead-hand-win"
    DEAD_HAND_CALL = "dead-hand-call"
    WRONG_TILE_COUNT = "wrong-tile-count"
    TILES_SHOWN = "tiles-shown"
    """Three to six tiles knocked over."""
    MANY_TILES_SHOWN = "many-tiles-shown"
    """Seven tiles or more."""
    RIICHI_NOT_SHOWN = "riichi-not-shown"
    """Riichi not called aloud, or its tile not turned."""
    CLAIM_NOT_TAKEN = "claim-not-taken"
    """A called tile not taken before two further discards."""
    UNPLAYABLE = "unplayable"
    """The play cannot go on, as when the wall has come down."""
    FALSE_TENPAI = "false-tenpai"
    """Tenpai declared at the draw with a hand that is noten: it counts as noten."""

    @property
    def is_hidden(self) -> bool:
        """Whether the offence is found only when the hand is shown."""
        return self in (Offence.NOTEN_RIICHI, Offence.BAD_CLOSED_KAN)


class Penalty(StrEnum):
    """The consequences of an offence."""

    CHOMBO = "chombo"
    """The hand ends, is paid for and dealt again."""
    DEAD_HAND = "dead-hand"
    """No win, call, kan or riichi for the rest of the hand; noten at the draw."""
    WARNING = "warning"
    """Words of the referee alone."""


REFEREE = frozenset(
    {
        Offence.WRONG_TILE_COUNT,
        Offence.TILES_SHOWN,
        Offence.MANY_TILES_SHOWN,
        Offence.RIICHI_NOT_SHOWN,
        Offence.CLAIM_NOT_TAKEN,
        Offence.UNPLAYABLE,
    }
)
"""Offences that no program can commit: a referee says that they happened."""


def penalty_for(rules: Ruleset, offence: Offence) -> Penalty | None:
    """The penalty of an offence under the ruleset, if it has one."""
    if rules.errors == "penalised":
        if offence in rules.chombo_for:
            return Penalty.CHOMBO
        if offence in rules.dead_hand_for:
            return Penalty.DEAD_HAND
        if offence is Offence.FALSE_TENPAI:
            return Penalty.WARNING
    return None
