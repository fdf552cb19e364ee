"""Estimate for each opponent the chance of tenpai and the cost of dealing in."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.value_estimate import dora_in, points_of, triplet_han
from engine.melds import Meld
from engine.table import Table
from engine.tiles import EAST
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
    """How likely an open hand is tenpai, and how many red fives a hand holds that nobody sees."""

    by_turn: tuple[tuple[float, float, float], ...]
    """For hands with one, two and three melds: a start, a chance added each turn, and the highest chance."""
    per_han: float
    """Chance added for each visible han, up to three."""
    red_five_han: float
    """Han of a hidden hand for each red five of the ruleset."""

    def open_tenpai(self, melds: int, turn: int) -> float:
        """Rough chance that a hand with ``melds`` melds is tenpai after ``turn`` discards."""
        if melds >= 4:
            return 1.0
        start, slope, most = self.by_turn[melds - 1]
        return min(max(start + slope * turn, 0.0), most)


CALM = ThreatModel(((0.0, 0.012, 0.2), (-0.05, 0.035, 0.5), (0.2, 0.045, 0.85)), 0.05, 0.0)
"""What the regular bots expect: rather too few open hands that are tenpai."""
MEASURED = ThreatModel(((-0.12, 0.043, 0.39), (0.0, 0.055, 0.64), (0.05, 0.087, 0.86)), 0.0, 0.14)
"""Fitted to the open hands of majiang-ai (docs/bots.md)."""

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
    hidden = model.red_five_han * sum(table.rules.red_fives)
    if player.riichi:
        kan_dora = dora_in([tile for meld in player.melds for tile in meld.tiles], table.indicators)
        return Threat(seat, ThreatKind.RIICHI, 1.0, points_of(RIICHI_HAN + kan_dora + hidden, dealer))
    melds = [meld for meld in player.melds if meld.is_open]
    if not melds:
        return None
    han = _visible_han(table, seat, player.melds)
    tenpai = model.open_tenpai(len(player.melds), len(player.pond)) + model.per_han * min(han, 3)
    if tenpai < MIN_TENPAI_CHANCE:
        return None
    return Threat(seat, ThreatKind.OPEN, min(tenpai, 1.0), points_of(han + hidden, dealer))


def _visible_han(table: Table, seat: int, melds: Sequence[Meld]) -> float:
    """Han visible in the melds (dora, yakuhai, one suit), and an allowance for the concealed tiles."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    han = 1.0 + dora_in(tiles, table.indicators)
    yakuhai = sum(triplet_han(meld.first, table, seat) for meld in melds if meld.first >= EAST)
    suits = {meld.first // 9 for meld in melds if meld.first < EAST}
    if len(suits) <= 1 and len(melds) > 1:
        han += 1.0
    return han + max(0, yakuhai - 1) + 0.5
