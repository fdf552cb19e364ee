"""What a deal-in costs: the points of hands that threaten, by the dora that nobody has seen.

Measured on hands of majiang-ai that were tenpai (``tools/measure/deal_in_points.py``, docs/bots.md). A riichi
into which all dora may have gone wins twice as much as one that can have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.reading.threat import visible_han
from ai.reading.value_estimate import DEALER_SHARE, dora_in
from engine.hand import HAND_SIZE
from engine.table import Table
from engine.tiles import is_red
from engine.view import SeatView


class PointsFit(NamedTuple):
    """Points as a linear function of what can be seen; they are those of a player who is not the dealer."""

    base: float
    """Whatever is seen."""
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
IN_RIICHI = PointsFit(3_500, 1_200, 0, 2_700, 2_400, 0, 0)
"""Closed kans with dora are rare; their han count as those of open hands."""
OPEN = PointsFit(450, 1_200, 1_150, 2_700, 2_700, 450, 700)
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
    """What the points of a hand depend on, in the order of ``PointsFit``; ``hidden`` is ``hidden_dora``."""
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
    fit = IN_RIICHI if table.seats[seat].riichi else OPEN
    features = features_of(table, seat, hidden, dora_tile=dora_tile)
    points = min(max(sum([a * b for a, b in zip(fit, features, strict=True)]), LEAST), MOST)
    return points * DEALER_SHARE if seat == table.dealer else points
