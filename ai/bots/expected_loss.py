"""What a discard loses on average: the chance to deal into each player who threatens, times the cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ai.bots.deal_in_points import deal_in_points, hidden_dora
from ai.bots.near_discards import RIICHI, SILENT, near_factor
from ai.bots.placement_value import PlacementValue
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.threat import Threat, ThreatKind
from engine.melds import Meld
from engine.tiles import EAST, Kind

UNSEEN_FACTORS = (0.4, 0.6, 0.95, 1.2, 1.2)
"""Factor for a number tile against an open hand, by the copies of it that nobody has seen …

Fitted to games of majiang-ai by itself and recorded, as the rates by safety reason are."""
OTHER_SUIT, SAME_SUIT = 1.08, 0.8
"""… and by whether a meld of the hand has its suit."""


class ExpectedLoss:
    """Expected losses in one position, in points by the placement that they cost."""

    def __init__(self, position: PositionAnalysis, placement: PlacementValue) -> None:
        self._position = position
        self._placement = placement
        self._costs: dict[tuple[int, bool], float] = {}

    @cached_property
    def _hidden_dora(self) -> float:
        position = self._position
        return hidden_dora(position.view, position.dora, position.left)

    def of(self, kind: Kind) -> float:
        """Expected loss by discarding the kind."""
        dora_tile = self._position.dora[kind] > 0
        return sum(
            self._chance(kind, threat) * self._cost(threat, dora_tile=dora_tile)
            for threat in self._position.threats
        )

    def of_all_threats(self) -> float:
        """The costs of a deal-in to each player who threatens, times the chance that the player is tenpai."""
        threats = self._position.threats
        return sum(threat.tenpai * self._cost(threat, dora_tile=False) for threat in threats)

    def _chance(self, kind: Kind, threat: Threat) -> float:
        position = self._position
        player = position.view.table.seats[threat.seat]
        riichi_rate, open_rate = ELSEWHERE_RATES[position.safety.reason(kind, threat.seat)]
        if threat.kind is ThreatKind.RIICHI:
            chance = riichi_rate * near_factor(kind, player.pond, RIICHI)
        else:
            chance = threat.tenpai * open_rate * near_factor(kind, player.pond, SILENT)
            chance *= open_hand_factor(kind, position.left[kind], player.melds)
        return chance * position.safety.evidence(threat.seat).multiplier

    def _cost(self, threat: Threat, *, dora_tile: bool) -> float:
        """The cost of dealing into that hand; ``dora_tile``: with a dora."""
        key = threat.seat, dora_tile
        if key not in self._costs:
            table = self._position.view.table
            points = deal_in_points(table, threat.seat, self._hidden_dora, dora_tile=dora_tile)
            self._costs[key] = self._placement.loss(points, threat.seat)
        return self._costs[key]


def open_hand_factor(kind: Kind, unseen: int, melds: Sequence[Meld]) -> float:
    """Factor on the deal-in rate of a tile against a hand with these melds; honours have none."""
    if kind >= EAST:
        return 1.0
    same = any([meld.first // 9 == kind // 9 for meld in melds])  # noqa: C419
    return UNSEEN_FACTORS[unseen] * (SAME_SUIT if same else OTHER_SUIT)
