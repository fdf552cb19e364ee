"""Safety of a tile against each player: tiers with their reasons, from the view of one seat."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ai.reading.danger_factors import DangerFactor, danger_factors
from ai.reading.evidence import Evidence, evidence
from ai.reading.genbutsu import Genbutsu, proofs
from ai.reading.measured_tiers import RATES
from ai.reading.ryanmen_waits import Side, SideState, sides
from ai.reading.safety_classes import Tier, tier_of
from ai.reading.safety_reasons import GENBUTSU, SAFE_REASONS, SafetyReason, orphans_possible, safety_reason
from ai.reading.value_estimate import dora_han, triplet_han
from engine.tiles import IS_ORPHAN, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

__all__ = ["DangerFactor", "Safety", "SafetyReason", "Side", "SideState", "Tier", "TileSafety"]


class TileSafety(msgspec.Struct, frozen=True):
    """The safety of a tile against one player, assumed to be tenpai."""

    kind: Kind
    opponent: int
    reason: SafetyReason
    """The strongest fact known."""
    chance: float
    """How likely the player can win on the tile, 0 to 1: the measured rate for the reason, raised where few
    two-sided waits are left."""
    tier: Tier
    """The band of ``chance``."""
    proof: Genbutsu | None
    """Why the tile is genbutsu, or None."""
    sides: tuple[Side, ...]
    """The two-sided waits that it could complete: one for a 1, 2, 3, 7, 8, 9; two for a 4, 5, 6. With four
    melds there is none."""
    left: int
    """Copies unseen by the observing seat, which sees its own hand."""
    two_sided: float
    """Two-sided waits of any tiles that are left against the player."""
    early: Kind | None
    """An early discard of the player that the tile lies outside of, or None."""
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
        self._evidence: dict[int, Evidence] = {}
        self._reasons: dict[tuple[Kind, int], SafetyReason] = {}
        self._tiers: dict[tuple[Kind, int], Tier] = {}

    def against(self, kind: Kind, opponent: int) -> TileSafety:
        """The full safety of a kind against that player."""
        found = self.reason(kind, opponent)
        known = self.evidence(opponent)
        return TileSafety(
            kind=kind,
            opponent=opponent,
            reason=found,
            chance=self.chance(kind, opponent),
            tier=self.tier(kind, opponent),
            proof=known.safe.get(kind),
            sides=() if known.tanki else sides(kind, known.safe, self._left),
            left=self._left[kind],
            two_sided=known.two_sided,
            early=known.early.get(kind),
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
        asked = kind, opponent
        if asked not in self._tiers:
            safe = self.reason(kind, opponent) in SAFE_REASONS
            self._tiers[asked] = Tier.SAFE if safe else tier_of(self.chance(kind, opponent))
        return self._tiers[asked]

    def chance(self, kind: Kind, opponent: int) -> float:
        """How likely that player can win on the kind if tenpai, 0 to 1."""
        riichi, open_hand = RATES[self.reason(kind, opponent)]
        rate = riichi if self.is_riichi(opponent) else open_hand
        return min(rate * self.evidence(opponent).multiplier, 1.0)

    def is_riichi(self, opponent: int) -> bool:
        """Whether that player is in riichi, and the rates against such players hold."""
        return self._table.seats[opponent].riichi > 0

    def reason(self, kind: Kind, opponent: int) -> SafetyReason:
        """The safety reason alone."""
        asked = kind, opponent
        if asked not in self._reasons:
            self._reasons[asked] = self._reason(kind, opponent, self.evidence(opponent))
        return self._reasons[asked]

    def safe_reasons(self, kind: Kind, opponent: int) -> tuple[SafetyReason, ...]:
        """Every reason why the tile is safe, the strongest first; empty if it is not."""
        shown = [GENBUTSU[proof.reason] for proof in proofs(self._table, opponent) if proof.kind == kind]
        known = self.evidence(opponent)
        others = {other: proof for other, proof in known.safe.items() if other != kind}
        counted = self._reason(kind, opponent, replace(known, safe=others))
        return tuple(dict.fromkeys([*shown, *([counted] if counted in SAFE_REASONS else [])]))

    def genbutsu(self, opponent: int) -> dict[Kind, Genbutsu]:
        """Every kind that is genbutsu against that player, with its proof."""
        return self.evidence(opponent).safe

    def evidence(self, opponent: int) -> Evidence:
        """What is known of the tiles that the player may wait for."""
        if opponent not in self._evidence:
            self._evidence[opponent] = evidence(self._table, opponent, self._left)
        return self._evidence[opponent]

    def _reason(self, kind: Kind, opponent: int, known: Evidence) -> SafetyReason:
        seat, left = self._table.seats[opponent], self._left
        if seat.dead:
            return SafetyReason.DEAD_HAND
        orphans = left[kind] == 0 and IS_ORPHAN[kind] and orphans_possible(kind, len(seat.melds), left)
        return safety_reason(
            kind,
            known,
            yakuhai=triplet_han(kind, self._table, opponent) > 0,
            dora=self._dora[kind] > 0,
            orphans=orphans,
        )
