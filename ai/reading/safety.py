"""Safety of a tile against each player: tiers with their reasons, from the view of one seat.

Beside them: what makes a tile more dangerous than its reason says, the waits that suji does not cover, and
the numbers of one decision, computed once (``PositionAnalysis``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import cached_property

import msgspec
from msgspec.structs import replace

from ai.reading.estimates import ChancesByPlan, dora_hans, triplet_han, win_chances, yakuhai_hans
from ai.reading.evidence import Evidence, Genbutsu, Side, evidence, flush_suit, proofs, sides
from ai.reading.measured_tiers import DEAL_IN, RATES
from ai.reading.safety_reasons import (
    GENBUTSU,
    SAFE_REASONS,
    SafetyReason,
    Tier,
    closed_wait,
    edge_wait,
    orphans_possible,
    safety_reason,
    tier_of,
)
from ai.reading.threat import COUNTS_FROM, Threat, other_seats, threats
from engine.hand import MOST_MELDS
from engine.table import Table
from engine.tiles import EAST, IS_ORPHAN, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

LIVE = 2
"""The fewest unseen copies for a possible triplet."""


class DangerFactor(StrEnum):
    """A warning about a tile before it is discarded."""

    DORA = "dora"
    DORA_NEIGHBOUR = "dora-neighbour"
    """A number next to the dora."""
    LIVE_YAKUHAI = "live-yakuhai"
    """A yakuhai of the player with two or more unseen copies."""
    FLUSH = "flush"
    """The player's melds are all of this suit, or of it and honours."""


def danger_factors(kind: Kind, table: Table, opponent: int, left: int) -> tuple[DangerFactor, ...]:
    """Every factor of a kind against a player; ``left`` are its unseen copies."""
    found = []
    dora = dora_hans(table.indicators).of_kind
    if dora[kind]:
        found.append(DangerFactor.DORA)
    elif any(dora[near] for near in neighbours(kind)):
        found.append(DangerFactor.DORA_NEIGHBOUR)
    if triplet_han(kind, table, opponent) and left >= LIVE:
        found.append(DangerFactor.LIVE_YAKUHAI)
    if kind < EAST and flush_suit(table, opponent) == kind // 9:
        found.append(DangerFactor.FLUSH)
    return tuple(found)


def neighbours(kind: Kind) -> tuple[Kind, ...]:
    """The numbers next to a kind."""
    if kind >= EAST:
        return ()
    return tuple(kind + step for step in (-1, 1) if 0 <= kind % 9 + step <= 8)


# -- waits that suji does not cover --------------------------------------------------------------------


class NonRyanmenWait(StrEnum):
    """A wait that is not two-sided."""

    CLOSED = "closed"
    """Kanchan: the two neighbours of the tile."""
    EDGE = "edge"
    """Penchan: 1-2 for a 3, 8-9 for a 7."""
    TWO_PAIRS = "two-pairs"
    """Shanpon: two copies, beside another pair."""
    PAIR = "pair"
    """Tanki: a single copy."""
    ORPHANS = "orphans"
    """Thirteen orphans."""


def non_ryanmen_waits(kind: Kind, left: Sequence[int], melds: int) -> tuple[NonRyanmenWait, ...]:
    """The waits on a kind, apart from two-sided ones, for which enough tiles are unseen.

    ``left`` are the unseen copies of each kind, ``melds`` is the number of melds of the player.
    """
    if melds == MOST_MELDS:
        return (NonRyanmenWait.PAIR,) if left[kind] else ()
    found = []
    if closed_wait(kind, left):
        found.append(NonRyanmenWait.CLOSED)
    if edge_wait(kind, left):
        found.append(NonRyanmenWait.EDGE)
    if left[kind] >= 2:
        found.append(NonRyanmenWait.TWO_PAIRS)
    if left[kind]:
        found.append(NonRyanmenWait.PAIR)
    if IS_ORPHAN[kind] and orphans_possible(kind, melds, left):
        found.append(NonRyanmenWait.ORPHANS)
    return tuple(found)


# -- the safety of a tile ------------------------------------------------------------------------------


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
    """The proof that the tile is genbutsu, or None."""
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
        self.opponents = other_seats(view)
        self._table = view.table
        self._left = view.left()
        self._dora = dora_hans(view.table.indicators).of_kind
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
        """The chance that the player, if tenpai, can win on the kind, 0 to 1."""
        riichi, open_hand = RATES[self.reason(kind, opponent)]
        rate = riichi if self.is_riichi(opponent) else open_hand
        return min(rate * self.evidence(opponent).multiplier, 1.0)

    def is_riichi(self, opponent: int) -> bool:
        """Whether that player is in riichi, and the rates against such players hold."""
        return self._table.seats[opponent].riichi > 0

    def reason(self, kind: Kind, opponent: int) -> SafetyReason:
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

    def evidence(self, opponent: int) -> Evidence:
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
        hans = dora_hans(table.indicators)
        self.dora, self.tile_han = hans.of_kind, hans.of_tile
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
