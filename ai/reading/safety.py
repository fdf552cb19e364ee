"""Safety of a tile against each player: tiers with their reasons, from the view of one seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ai.reading.danger_factors import DangerFactor, danger_factors
from ai.reading.genbutsu import Genbutsu, genbutsu, proofs
from ai.reading.measured_tiers import DEAL_IN, TIER_OF, Tier
from ai.reading.ryanmen_waits import Side, SideState, sides
from ai.reading.safety_reasons import GENBUTSU, SAFE_REASONS, SafetyReason, orphans_possible, safety_reason
from ai.reading.value_estimate import dora_han, triplet_han
from engine.tiles import IS_ORPHAN, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

__all__ = ["DEAL_IN", "DangerFactor", "Safety", "SafetyReason", "Side", "SideState", "Tier", "TileSafety"]


class TileSafety(msgspec.Struct, frozen=True):
    """The safety of a tile against one player, assumed to be tenpai."""

    kind: Kind
    opponent: int
    reason: SafetyReason
    """The strongest fact known."""
    tier: Tier
    proof: Genbutsu | None
    """Why the tile is genbutsu, or None."""
    sides: tuple[Side, ...]
    """The two-sided waits that it could complete: one for a 1, 2, 3, 7, 8, 9; two for a 4, 5, 6."""
    left: int
    """Copies unseen by the observing seat, which sees its own hand."""
    danger_factors: tuple[DangerFactor, ...]

    @property
    def cannot_lose(self) -> bool:
        """Whether the player cannot win on the tile, whatever the hand."""
        return self.tier is Tier.SAFE


class Safety:
    """The safety of every tile against every other player, for one seat; computed on demand and cached."""

    def __init__(self, view: SeatView) -> None:
        self.opponents: tuple[int, ...] = tuple((view.seat + step) % PLAYERS for step in range(1, PLAYERS))
        self._table = view.table
        self._left = view.left()
        self._dora = dora_han(view.table.indicators)
        self._genbutsu: dict[int, dict[Kind, Genbutsu]] = {}
        self._reasons: dict[tuple[Kind, int], SafetyReason] = {}

    def against(self, kind: Kind, opponent: int) -> TileSafety:
        """The full safety of a kind against that player."""
        found = self.reason(kind, opponent)
        safe = self.genbutsu(opponent)
        return TileSafety(
            kind=kind,
            opponent=opponent,
            reason=found,
            tier=TIER_OF[found],
            proof=safe.get(kind),
            sides=sides(kind, safe, self._left),
            left=self._left[kind],
            danger_factors=()
            if found in SAFE_REASONS
            else danger_factors(kind, self._table, opponent, self._left[kind]),
        )

    def worst(self, kind: Kind, opponents: Iterable[int]) -> TileSafety | None:
        """The lowest safety against these players, of equal ones the first; None without players."""
        asked = max(opponents, key=lambda opponent: self.tier(kind, opponent), default=None)
        return None if asked is None else self.against(kind, asked)

    def tier(self, kind: Kind, opponent: int) -> Tier:
        """The tier alone, which is faster than ``against``."""
        return TIER_OF[self.reason(kind, opponent)]

    def reason(self, kind: Kind, opponent: int) -> SafetyReason:
        """The safety reason alone."""
        asked = kind, opponent
        if asked not in self._reasons:
            self._reasons[asked] = self._reason(kind, opponent, self.genbutsu(opponent))
        return self._reasons[asked]

    def safe_reasons(self, kind: Kind, opponent: int) -> tuple[SafetyReason, ...]:
        """Every reason why the tile is safe, the strongest first; empty if it is not."""
        shown = [GENBUTSU[proof.reason] for proof in proofs(self._table, opponent) if proof.kind == kind]
        others = {other: proof for other, proof in self.genbutsu(opponent).items() if other != kind}
        counted = self._reason(kind, opponent, others)
        return tuple(dict.fromkeys([*shown, *([counted] if counted in SAFE_REASONS else [])]))

    def genbutsu(self, opponent: int) -> dict[Kind, Genbutsu]:
        """Every kind that is genbutsu against that player, with its proof."""
        if opponent not in self._genbutsu:
            self._genbutsu[opponent] = genbutsu(self._table, opponent)
        return self._genbutsu[opponent]

    def _reason(self, kind: Kind, opponent: int, safe: Mapping[Kind, Genbutsu]) -> SafetyReason:
        seat, left = self._table.seats[opponent], self._left
        if seat.dead:
            return SafetyReason.DEAD_HAND
        orphans = left[kind] == 0 and IS_ORPHAN[kind] and orphans_possible(kind, len(seat.melds), left)
        return safety_reason(
            kind,
            safe,
            left,
            yakuhai=triplet_han(kind, self._table, opponent) > 0,
            dora=self._dora[kind] > 0,
            orphans=orphans,
        )
