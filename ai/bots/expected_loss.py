"""The average loss of a discard: the chance to deal into each player who threatens, times the cost.

The chance is the measured one of the safety reason, changed by the two-sided waits that the player has left;
against an open hand also by the copies of the tile that nobody has seen and by the suits of the melds. Costs
were measured on hands of majiang-ai that were tenpai (``tools/measure/deal_in_points.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ai.bots.placement_value import PlacementValue
from ai.reading.estimates import DEALER_SHARE, Remembered, dora_in
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.safety import PositionAnalysis
from ai.reading.threat import Threat, visible_han
from engine.hand import HAND_SIZE, Meld
from engine.table import Table
from engine.tiles import EAST, Kind, is_red
from engine.view import SeatView


class PointsFit(NamedTuple):
    """Points as a linear function of what can be seen; they are those of a player who is not the dealer."""

    base: float
    per_han: float
    """For each visible han of an open hand beyond ``PLAIN_HAN``, or dora in closed kans of a riichi …"""
    per_more_han: float
    """… and as much more for each beyond ``FEW_HAN`` of these."""
    per_dora: float
    """For each dora that the concealed tiles contain on average."""
    dora_tile: float
    """If the winning tile is a dora."""
    one_meld: float
    """With one meld …"""
    many_melds: float
    """… and with three or more."""


PLAIN_HAN = 1.5
"""Visible han of an open hand that shows neither dora nor yakuhai (``visible_han``)."""
FEW_HAN = 2.0
MANY_MELDS = 3
RIICHI_POINTS = PointsFit(3_500, 1_200, 0, 2_700, 2_400, 0, 0)
"""Closed kans with dora are rare; their han count as those of open hands."""
OPEN_POINTS = PointsFit(450, 1_200, 1_150, 2_700, 2_700, 450, 700)
LEAST, MOST = 1_000.0, 16_000.0
"""No hand counts less or more, before the share of the dealer."""


def hidden_dora(view: SeatView, dora: Sequence[int], left: Sequence[int]) -> float:
    """Han of dora and red fives for each unseen tile.

    ``dora`` is the han of one tile of each kind, ``left`` the unseen copies.
    """
    reds = sum(view.rules.red_fives) - sum(map(is_red, view.visible()))
    han = reds + sum([copies * each for copies, each in zip(left, dora, strict=True)])
    return han / max(sum(left), 1)


def features_of(table: Table, seat: int, hidden: float, *, dora_tile: bool) -> tuple[float, ...]:
    """The variables of ``PointsFit`` for a hand, in its order; ``hidden`` is ``hidden_dora``."""
    player = table.seats[seat]
    melds, number = player.melds, len(player.melds)
    if player.riichi:
        han = float(dora_in([tile for meld in melds for tile in meld.tiles], table.indicators))
    else:
        han = visible_han(table, seat, melds) - PLAIN_HAN
    concealed = HAND_SIZE - 3 * number
    opened = not player.riichi
    return (
        1.0,
        han,
        max(0.0, han - FEW_HAN),
        hidden * concealed,
        float(dora_tile),
        float(opened and number == 1),
        float(opened and number >= MANY_MELDS),
    )


def deal_in_points(table: Table, seat: int, hidden: float, *, dora_tile: bool) -> float:
    """Points of a win by ron of a player in riichi, or with an open hand."""
    fit = RIICHI_POINTS if table.seats[seat].riichi else OPEN_POINTS
    features = features_of(table, seat, hidden, dora_tile=dora_tile)
    points = min(max(sum([a * b for a, b in zip(fit, features, strict=True)]), LEAST), MOST)
    return points * DEALER_SHARE if seat == table.dealer else points


UNSEEN_FACTORS = (0.4, 0.6, 0.95, 1.2, 1.2)
"""Factor for a number tile against an open hand, by its unseen copies …

Fitted to recorded games and games of majiang-ai, as the rates by safety reason are."""
OTHER_SUIT, SAME_SUIT = 1.08, 0.8
"""… and by whether a meld of the hand has its suit."""


class ExpectedLoss:
    """Expected losses in one position, in points by the placement that they cost."""

    def __init__(self, position: PositionAnalysis, placement: PlacementValue) -> None:
        self._position = position

        @cache
        def hidden() -> float:
            return hidden_dora(position.view, position.dora, position.left)

        def cost(of: tuple[int, bool]) -> float:
            seat, dora_tile = of
            points = deal_in_points(position.view.table, seat, hidden(), dora_tile=dora_tile)
            return placement.loss(points, seat)

        self._costs = Remembered(cost)
        """What it costs to deal into the hand of a seat, with a dora or not."""

    def of(self, kind: Kind) -> float:
        dora_tile = self._position.dora[kind] > 0
        return sum(
            self._chance(kind, threat) * self._costs[threat.seat, dora_tile]
            for threat in self._position.threats
        )

    def of_all_threats(self) -> float:
        """The costs of a deal-in to each player who threatens, times the chance that the player is tenpai."""
        return sum(threat.tenpai * self._costs[threat.seat, False] for threat in self._position.threats)

    def _chance(self, kind: Kind, threat: Threat) -> float:
        position = self._position
        player = position.view.table.seats[threat.seat]
        riichi_rate, open_rate = ELSEWHERE_RATES[position.safety.reason(kind, threat.seat)]
        if player.riichi:
            chance = riichi_rate
        else:
            chance = threat.tenpai * open_rate
            chance *= open_hand_factor(kind, position.left[kind], player.melds)
        return chance * position.safety.evidence(threat.seat).multiplier


def open_hand_factor(kind: Kind, unseen: int, melds: Sequence[Meld]) -> float:
    """Factor on the deal-in rate of a tile against a hand with these melds; honours have none."""
    if kind >= EAST:
        return 1.0
    same = any([meld.first // 9 == kind // 9 for meld in melds])  # noqa: C419
    return UNSEEN_FACTORS[unseen] * (SAME_SUIT if same else OTHER_SUIT)
