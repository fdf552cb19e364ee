"""Analysis of one decision of a seat: safety, threats and win chances, computed once and shared."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ai.reading.estimates import ChancesByPlan, dora_hans, win_chances, yakuhai_hans
from ai.reading.measured_tiers import DEAL_IN
from ai.reading.safety import Safety
from ai.reading.threat import COUNTS_FROM, Threat, threats
from engine.tiles import Kind
from engine.view import SeatView
from engine.wall import PLAYERS


class PositionAnalysis:
    """The view of a seat at a decision, with the numbers that evaluations need."""

    def __init__(self, view: SeatView) -> None:
        table = view.table
        self.view = view
        self.left = view.left()
        """Unseen copies of each kind."""
        self.unseen = sum(self.left)
        self.draws = max(1, table.live // PLAYERS)
        """Own draws left, approximately."""
        self.dealer = view.seat == table.dealer
        self.dora, self.tile_han = dora_hans(table.indicators)
        """Han of one tile of each kind as dora, and of each tile as dora and red five."""
        self.yakuhai = yakuhai_hans(table.round_wind, view.seat_wind)
        """Han of a triplet of each kind."""
        self.threats: tuple[Threat, ...] = threats(view)
        self._danger: dict[Kind, float] = {}

    @cached_property
    def safety(self) -> Safety:
        """The safety of each tile against each player."""
        return Safety(self.view)

    # these two are asked once or twice: to compute them costs less than to cache them
    @property
    def tenpai_threats(self) -> int:
        """The number of threats that count as tenpai."""
        return len([threat for threat in self.threats if threat.tenpai > COUNTS_FROM])

    @property
    def riichi_threat(self) -> bool:
        return any(threat.tenpai == 1.0 for threat in self.threats)

    @cached_property
    def chances(self) -> ChancesByPlan:
        """``win_chances`` of this position: by calls and pace, then by shanten and tiles."""
        return win_chances(self.unseen, self.draws, self.tenpai_threats)

    def danger(self, kind: Kind) -> float:
        """Expected loss, in points, of dealing in with the kind."""
        if not self.threats:
            return 0.0
        if kind not in self._danger:
            self._danger[kind] = self.danger_by(kind, lambda threat: threat.points)
        return self._danger[kind]

    def danger_by(self, kind: Kind, cost: Callable[[Threat], float]) -> float:
        """Expected loss of dealing in with the kind, where that costs so much against each threat."""
        tier = self.safety.tier
        return sum(
            [threat.tenpai * cost(threat) * DEAL_IN[tier(kind, threat.seat)] for threat in self.threats]
        )
