"""Estimate for each opponent the chance of tenpai and the cost of dealing in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.threat_signs import tsumogiri_run
from ai.reading.value_estimate import dora_in, points_of, triplet_han
from engine.melds import Meld
from engine.table import PondTile, Table
from engine.tiles import EAST, IS_ORPHAN, KIND_OF
from engine.view import SeatView


class ThreatKind(StrEnum):
    """What makes a player dangerous."""

    RIICHI = "riichi"
    OPEN = "open"
    """An open hand that looks tenpai."""


class Threat(msgspec.Struct, frozen=True):
    """A player who may be tenpai: rough estimates for bots, not shown to players.

    ``tenpai`` is the chance, 0 to 1; ``points`` the estimated cost of dealing in. Players are shown the
    levels of ``ai.reading.tenpai_estimate`` instead.
    """

    seat: int
    kind: ThreatKind
    tenpai: float
    points: int


class ThreatModel(msgspec.Struct, frozen=True):
    """How likely an open hand is tenpai."""

    by_turn: tuple[tuple[float, float, float], ...]
    """For hands with one, two and three melds: a start, a chance added each turn, and the highest chance."""
    per_han: float
    """Chance added for each visible han, up to three."""
    counts_from: float
    """The chance above which an open hand counts as tenpai where hands are sorted by that."""

    def open_tenpai(self, melds: int, pond: Sequence[PondTile]) -> float:
        """Rough chance that a hand with ``melds`` melds and that pond is tenpai."""
        return 1.0 if melds >= 4 else self._chance(*self.by_turn[melds - 1], pond)

    def _chance(self, start: float, slope: float, most: float, pond: Sequence[PondTile]) -> float:
        return min(max(start + slope * len(pond), 0.0), most)


class PondThreatModel(ThreatModel, frozen=True):
    """The same by the log odds, which also the last discards change: a hand that waits changes little.

    In ``by_turn`` start and slope are log odds, and the last number is the turn at which the slope ends.
    """

    tsumogiri: float
    """Added for each of the last discards that were tsumogiri, up to ``MOST_TSUMOGIRI``."""
    terminal: float
    """Added if the last discard from the hand was a terminal …"""
    simple: float
    """… or a simple: who still discards honours is seldom tenpai."""

    def _chance(self, start: float, slope: float, most: float, pond: Sequence[PondTile]) -> float:
        odds = start + slope * min(len(pond), most)
        run, terminal, simple = last_discards(pond)
        odds += self.tsumogiri * min(run, MOST_TSUMOGIRI) + self.terminal * terminal + self.simple * simple
        return 1.0 / (1.0 + math.exp(-odds))


MOST_TSUMOGIRI = 5


def last_discards(pond: Sequence[PondTile]) -> tuple[int, bool, bool]:
    """How many of the last discards were tsumogiri; whether the one before was a terminal, or a simple."""
    run = tsumogiri_run(pond)
    if run == len(pond):
        return run, False, False
    kind = KIND_OF[pond[-1 - run].tile]
    simple = not IS_ORPHAN[kind]
    return run, not simple and kind < EAST, simple


CALM = ThreatModel(((0.0, 0.012, 0.2), (-0.05, 0.035, 0.5), (0.2, 0.045, 0.85)), 0.05, 0.5)
"""What the regular bots expect: rather too few open hands that are tenpai."""
MEASURED = PondThreatModel(
    ((-4.33, 0.17, 15), (-2.93, 0.15, 15), (-0.83, 0.04, 15)),
    per_han=0.0,
    counts_from=0.6,
    tsumogiri=0.32,
    terminal=0.68,
    simple=1.44,
)
"""Fitted to 25,819 discards of open hands of majiang-ai (``tools/measure/open_hands.py``, docs/bots.md)."""

RIICHI_HAN = 2.8
"""Average han of a riichi hand, including dora and ura dora."""
MIN_TENPAI_CHANCE = 0.2
"""Open hands with a lower chance of tenpai are not a threat."""


def threats(view: SeatView, model: ThreatModel = CALM) -> tuple[Threat, ...]:
    """Every opponent who is a threat, the likeliest first."""
    found = []
    for seat, player in enumerate(view.table.seats):
        # most players show nothing; ``threat_of`` would say so more slowly
        if seat != view.seat and (player.riichi or player.melds):
            threat = threat_of(view.table, seat, model)
            if threat:
                found.append(threat)
    return tuple(sorted(found, key=lambda threat: (-threat.tenpai, threat.seat)))


def threat_of(table: Table, seat: int, model: ThreatModel = CALM) -> Threat | None:
    """The threat of that player; None if nothing is visible."""
    player = table.seats[seat]
    dealer = seat == table.dealer
    if player.riichi:
        kan_dora = dora_in([tile for meld in player.melds for tile in meld.tiles], table.indicators)
        return Threat(seat, ThreatKind.RIICHI, 1.0, points_of(RIICHI_HAN + kan_dora, dealer))
    melds = [meld for meld in player.melds if meld.is_open]
    if not melds:
        return None
    han = visible_han(table, seat, player.melds)
    tenpai = model.open_tenpai(len(player.melds), player.pond) + model.per_han * min(han, 3)
    if tenpai < MIN_TENPAI_CHANCE:
        return None
    return Threat(seat, ThreatKind.OPEN, min(tenpai, 1.0), points_of(han, dealer))


def visible_han(table: Table, seat: int, melds: Sequence[Meld]) -> float:
    """Han visible in the melds (dora, yakuhai, one suit), and an allowance for the concealed tiles."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    han = 1.0 + dora_in(tiles, table.indicators)
    yakuhai = sum(triplet_han(meld.first, table, seat) for meld in melds if meld.first >= EAST)
    suits = {meld.first // 9 for meld in melds if meld.first < EAST}
    if len(suits) <= 1 and len(melds) > 1:
        han += 1.0
    return han + max(0, yakuhai - 1) + 0.5
