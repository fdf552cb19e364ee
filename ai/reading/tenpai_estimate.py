"""Estimate which opponents are tenpai, in levels with reasons, to show to players.

The turns from which a hand counts as possibly or likely tenpai were fitted to hands played by the bots of
this project. In 3,000 other hands (``python -m tests.measure.looks --hands 3000 --seed 1``), checked before
each discard, this share of the opponents not in riichi was tenpai:

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
"""The turn from which a hand with one, two, three, four melds, one of them open, is likely tenpai …"""
POSSIBLE_FROM: tuple[int, ...] = (9, 7, 5, 0)
"""… and the turn from which it is possibly tenpai."""
TSUMOGIRI_TURNS = 2
"""Turns added for a run of tsumogiri …"""
PUSHED_TURNS = 3
"""… and for each dangerous tile pushed against a riichi …"""
PUSHED_MOST = 2
"""… up to this many tiles."""
CLOSED_PUSHES = 3
"""Pushed dangerous tiles from which even a closed hand is possibly tenpai."""


class Likelihood(StrEnum):
    """How likely a player is tenpai, the likeliest first."""

    IN_RIICHI = "in-riichi"
    LIKELY = "likely"
    """More often than not."""
    POSSIBLE = "possible"
    """Often enough to matter."""


_SUREST = tuple(Likelihood)


class TenpaiEstimate(msgspec.Struct, frozen=True):
    """The estimate for one dangerous player."""

    seat: int
    level: Likelihood
    why: tuple[Sign, ...]
    """The signs of tenpai and of an expensive hand, the strongest first."""


def tenpai_estimates(view: SeatView) -> tuple[TenpaiEstimate, ...]:
    """Every other player who is in riichi or may be tenpai, the likeliest first, then in seat order."""
    found = []
    for step in range(1, PLAYERS):
        seat = (view.seat + step) % PLAYERS
        why = signs(view.table, seat)
        if level := _level(view, seat, why):
            found.append(TenpaiEstimate(seat, level, why))
    return tuple(sorted(found, key=lambda look: _SUREST.index(look.level)))


def _level(view: SeatView, seat: int, why: Sequence[Sign]) -> Likelihood | None:
    """How likely the player is tenpai; None without evidence."""
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
    age += TSUMOGIRI_TURNS * (SignKind.SETTLED in kinds)
    melds = len(player.melds) - 1
    if age >= LIKELY_FROM[melds]:
        return Likelihood.LIKELY
    return Likelihood.POSSIBLE if age >= POSSIBLE_FROM[melds] else None
