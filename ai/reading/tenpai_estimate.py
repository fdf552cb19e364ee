"""Estimate which opponents are tenpai, in levels with reasons, to show to players.

The turns from which a hand counts as possibly or likely tenpai were fitted to hands played by the bots of
this project. In other hands of theirs, and in hands of other players (``tools/measure/tables.py`` says
whose), checked before each discard, this many per cent of the opponents not in riichi were tenpai. The table
is written by ``python -m tools.measure.looks``:

=========  ======  ========  ========  ======  ================
table      hands   level     seen      tenpai  95 % interval
=========  ======  ========  ========  ======  ================
own        5,001   likely    42,186    54.2    52.6 – 55.7
own        5,001   possible  37,943    29.0    27.8 – 30.2
own        5,001   neither   697,668   1.5     1.4 – 1.6
majiang    1,587   likely    11,471    59.8    56.5 – 62.9
majiang    1,587   possible  15,175    34.8    32.7 – 37.0
majiang    1,587   neither   179,424   1.4     1.3 – 1.6
mixed      2,490   likely    19,978    56.7    54.3 – 59.0
mixed      2,490   possible  23,369    32.0    30.3 – 33.7
mixed      2,490   neither   302,481   1.7     1.6 – 1.9
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


def threatening(view: SeatView) -> tuple[int, ...]:
    """The seats of those who threaten, in turn order: players in riichi, and those who are likely tenpai."""
    found = {look.seat for look in tenpai_estimates(view) if look.level is not Likelihood.POSSIBLE}
    turns = ((view.seat + step) % PLAYERS for step in range(1, PLAYERS))
    return tuple(seat for seat in turns if seat in found)


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
