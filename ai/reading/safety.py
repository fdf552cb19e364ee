"""How safe a tile is against each player: tiers with their reasons, read from what one seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ai.reading.danger_factors import Alarm, alarms
from ai.reading.genbutsu import Genbutsu, genbutsu, proofs
from ai.reading.measured_tiers import DEAL_IN, TIER_OF, Tier
from ai.reading.ryanmen_waits import Side, SideState, sides
from ai.reading.safety_grounds import CANNOT_LOSE, GENBUTSU, SafetyGround, ground, orphans_possible
from ai.reading.value_estimate import dora_han, triplet_han
from engine.tiles import IS_ORPHAN, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

__all__ = ["DEAL_IN", "Alarm", "Safety", "SafetyGround", "Side", "SideState", "Tier", "TileSafety"]


class TileSafety(msgspec.Struct, frozen=True):
    """What is known about a tile against one player, should that player be tenpai."""

    kind: Kind
    opponent: int
    ground: SafetyGround
    """The single strongest thing."""
    tier: Tier
    proof: Genbutsu | None
    """Why the tile is genbutsu, None when it is not."""
    sides: tuple[Side, ...]
    """The two-sided waits that it could complete: one for a 1, 2, 3, 7, 8, 9, two for a 4, 5, 6."""
    left: int
    """Copies that nobody has shown, the asker's own hand counted as seen."""
    alarms: tuple[Alarm, ...]

    @property
    def cannot_lose(self) -> bool:
        """Whether the player cannot win on the tile, whatever is in the hand."""
        return self.tier is Tier.SAFE


class Safety:
    """The safety of every tile against every other player, as one seat sees it; found when asked for."""

    def __init__(self, view: SeatView) -> None:
        self.opponents: tuple[int, ...] = tuple((view.seat + step) % PLAYERS for step in range(1, PLAYERS))
        self._table = view.table
        self._left = view.left()
        self._dora = dora_han(view.table.indicators)
        self._genbutsu: dict[int, dict[Kind, Genbutsu]] = {}
        self._grounds: dict[tuple[Kind, int], SafetyGround] = {}

    def against(self, kind: Kind, opponent: int) -> TileSafety:
        """All that is known about a kind against that player."""
        found = self.ground(kind, opponent)
        safe = self.genbutsu(opponent)
        return TileSafety(
            kind=kind,
            opponent=opponent,
            ground=found,
            tier=TIER_OF[found],
            proof=safe.get(kind),
            sides=sides(kind, safe, self._left),
            left=self._left[kind],
            alarms=() if found in CANNOT_LOSE else alarms(kind, self._table, opponent, self._left[kind]),
        )

    def worst(self, kind: Kind, opponents: Iterable[int]) -> TileSafety | None:
        """The least safe answer against these players, of equal ones the first; None without players."""
        asked = max(opponents, key=lambda opponent: self.tier(kind, opponent), default=None)
        return None if asked is None else self.against(kind, asked)

    def tier(self, kind: Kind, opponent: int) -> Tier:
        """The tier alone, for those who ask often."""
        return TIER_OF[self.ground(kind, opponent)]

    def ground(self, kind: Kind, opponent: int) -> SafetyGround:
        """The ground alone."""
        asked = kind, opponent
        if asked not in self._grounds:
            self._grounds[asked] = self._ground(kind, opponent, self.genbutsu(opponent))
        return self._grounds[asked]

    def certainties(self, kind: Kind, opponent: int) -> tuple[SafetyGround, ...]:
        """Every ground on which the tile cannot lose, the strongest first; none when it can."""
        shown = [GENBUTSU[proof.reason] for proof in proofs(self._table, opponent) if proof.kind == kind]
        others = {other: proof for other, proof in self.genbutsu(opponent).items() if other != kind}
        counted = self._ground(kind, opponent, others)
        return tuple(dict.fromkeys([*shown, *([counted] if counted in CANNOT_LOSE else [])]))

    def genbutsu(self, opponent: int) -> dict[Kind, Genbutsu]:
        """Every kind that is genbutsu against that player, with its proof."""
        if opponent not in self._genbutsu:
            self._genbutsu[opponent] = genbutsu(self._table, opponent)
        return self._genbutsu[opponent]

    def _ground(self, kind: Kind, opponent: int, safe: Mapping[Kind, Genbutsu]) -> SafetyGround:
        seat, left = self._table.seats[opponent], self._left
        if seat.dead:
            return SafetyGround.DEAD_HAND
        orphans = left[kind] == 0 and IS_ORPHAN[kind] and orphans_possible(kind, len(seat.melds), left)
        return ground(
            kind,
            safe,
            left,
            yakuhai=triplet_han(kind, self._table, opponent) > 0,
            dora=self._dora[kind] > 0,
            orphans=orphans,
        )
