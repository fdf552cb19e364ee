"""Estimate which opponents are tenpai, in levels with reasons, to show to players.

The turns from which a hand counts as possibly or likely tenpai were fitted to hands played by the bots of
this project. In other hands of theirs, and in hands of other players (``tests/measure/tables.py`` says
whose), checked before each discard, this many per cent of the opponents not in riichi were tenpai. The table
is written by ``python -m tests.measure.looks``:

=========  ======  ========  ========  ======  ================
table      hands   level     seen      tenpai  95 % interval
=========  ======  ========  ========  ======  ================
own        3,202   likely    26,876    54.0    52.1 – 56.0
own        3,202   possible  24,453    28.5    27.0 – 30.0
own        3,202   neither   446,303   1.5     1.4 – 1.6
majiang    539     likely    4,015     61.6    56.0 – 67.0
majiang    539     possible  5,307     32.2    28.7 – 35.9
majiang    539     neither   60,596    1.3     1.1 – 1.6
mixed      927     likely    7,300     57.8    53.6 – 61.8
mixed      927     possible  8,405     31.4    28.6 – 34.3
mixed      927     neither   111,304   1.6     1.4 – 1.8
recorded   944     likely    6,624     60.6    56.5 – 64.6
recorded   944     possible  8,848     35.4    32.7 – 38.1
recorded   944     neither   106,513   1.1     1.0 – 1.3
=========  ======  ========  ========  ======  ================
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
