"""Who looks tenpai, how surely, and why: for people, in levels instead of chances.

The turns from which a hand counts as possibly or likely tenpai come from hands that the bots of this project
played with all hands known. In 3,000 others (``python -m tests.measure.looks --hands 3000 --seed 1``), looked
at before each discard, of the opponents out of riichi

========  =======  ======  =================
level     seen     tenpai  95 % interval
========  =======  ======  =================
likely     24,077  56.7 %  54.7 % to 58.7 %
possible   22,349  29.4 %  27.9 % to 31.0 %
neither   414,372   1.7 %   1.5 % to  1.8 %
========  =======  ======  =================
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.threat_signs import Sign, SignKind, signs
from engine.view import SeatView
from engine.wall import PLAYERS

LIKELY_FROM: tuple[int, ...] = (14, 12, 10, 0)
"""From this turn on a hand with one, two, three, four melds, one of them open, is likely tenpai …"""
POSSIBLE_FROM: tuple[int, ...] = (9, 7, 5, 0)
"""… and from this one possibly."""
SETTLED_TURNS = 2
"""Throwing what is drawn again and again makes a hand look so many turns older …"""
PUSHED_TURNS = 3
"""… and so does each dangerous tile thrown at a riichi …"""
PUSHED_MOST = 2
"""… up to so many."""
CLOSED_PUSHES = 3
"""So many dangerous tiles make even a closed hand look tenpai."""


class Likelihood(StrEnum):
    """How surely a player is tenpai, the surest first."""

    IN_RIICHI = "in-riichi"
    LIKELY = "likely"
    """More often than not."""
    POSSIBLE = "possible"
    """Often enough to be reckoned with."""


_SUREST = tuple(Likelihood)


class TenpaiRead(msgspec.Struct, frozen=True):
    """How a dangerous player looks from outside."""

    seat: int
    level: Likelihood
    why: tuple[Sign, ...]
    """What speaks for it, the strongest first; also what speaks for a dear hand."""


def looks(view: SeatView) -> tuple[TenpaiRead, ...]:
    """Every other player who is in riichi or looks tenpai, the surest first, then from the right on."""
    found = []
    for step in range(1, PLAYERS):
        seat = (view.seat + step) % PLAYERS
        why = signs(view.table, seat)
        if level := _level(view, seat, why):
            found.append(TenpaiRead(seat, level, why))
    return tuple(sorted(found, key=lambda look: _SUREST.index(look.level)))


def _level(view: SeatView, seat: int, why: Sequence[Sign]) -> Likelihood | None:
    """How surely the player is tenpai, None when nothing speaks for it."""
    player = view.table.seats[seat]
    if player.dead:
        return None
    if player.riichi:
        return Likelihood.IN_RIICHI
    kinds = {sign.kind for sign in why}
    pushes = max((sign.count for sign in why if sign.kind is SignKind.PUSHED), default=0)
    if SignKind.MELDS not in kinds:
        return Likelihood.POSSIBLE if pushes >= CLOSED_PUSHES else None
    age = len(player.pond) + PUSHED_TURNS * min(pushes, PUSHED_MOST)
    age += SETTLED_TURNS * (SignKind.SETTLED in kinds)
    melds = len(player.melds) - 1
    if age >= LIKELY_FROM[melds]:
        return Likelihood.LIKELY
    return Likelihood.POSSIBLE if age >= POSSIBLE_FROM[melds] else None
