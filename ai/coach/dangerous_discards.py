"""A dangerous discard while a safer tile was in the hand."""

from __future__ import annotations

import msgspec

from ai.reading.safety import DEAL_IN, Safety, Tier, TileSafety
from ai.reading.tenpai_estimate import Likelihood, tenpai_estimates
from ai.reading.threat import threat_of
from engine import shape
from engine.legal.discards import refuse_discard
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView

DANGEROUS, SAFE = Tier.D, Tier.C
"""From this tier on a discard is dangerous, and up to this one safe enough to be preferred."""
SAFER = 0.05
"""So much smaller is the chance to deal in with a tile that counts as safer."""
USUAL_POINTS = 4_000
"""What dealing in costs where nothing is known."""


class DangerousDiscard(msgspec.Struct, frozen=True):
    """A discard that could lose, while a safer one was at hand.

    ``seat`` is the player against whom it was most dangerous, or who won on it; ``level`` how that player
    looked. ``thrown`` and ``safer`` are how safe the two tiles were against that player.
    """

    seat: int
    level: Likelihood
    thrown: TileSafety
    safer: TileSafety
    tile: Tile
    """The safer tile: the safest of the hand against everybody who looked dangerous."""
    risk: int
    """Points that the difference costs on average, roughly; for order alone."""
    tenpai: bool
    """Whether it left the hand tenpai: then there was something to win by it."""
    paid: int | None = None
    """What it cost when it was won on, None when it was not."""

    @property
    def needless(self) -> bool:
        """Whether it is worth telling even where nobody won on it."""
        return not self.tenpai and self.thrown.tier >= DANGEROUS and self.safer.tier <= SAFE


def dangerous(view: SeatView, tile: Tile, winner: int | None = None) -> DangerousDiscard | None:
    """What there is to say about that discard of the seat, None where it was safe or nothing was safer.

    ``winner`` is who won on it: then it is about that player, if anything could be seen.
    """
    seen = {look.seat: look.level for look in tenpai_estimates(view)}
    seats = [seat for seat, level in seen.items() if level is not Likelihood.POSSIBLE or seat == winner]
    may = [other for other in view.hand.sorted() if refuse_discard(view, other) is None]
    if not seats or not may or (winner is not None and winner not in seats):
        return None
    safety, kind = Safety(view), KIND_OF[tile]
    worst = {other: max(safety.tier(KIND_OF[other], seat) for seat in seats) for other in may}
    safest = min(may, key=worst.__getitem__)
    seat = winner if winner is not None else max(seats, key=lambda each: safety.tier(kind, each))
    thrown = safety.against(kind, seat)
    difference = DEAL_IN[thrown.tier] - DEAL_IN[worst[safest]]
    if difference < SAFER:
        return None
    threat = threat_of(view.table, seat)
    return DangerousDiscard(
        seat=seat,
        level=seen[seat],
        thrown=thrown,
        safer=safety.against(KIND_OF[safest], seat),
        tile=safest,
        risk=round(difference * (threat.points if threat else USUAL_POINTS)),
        tenpai=_leaves_tenpai(view, tile),
    )


def _leaves_tenpai(view: SeatView, tile: Tile) -> bool:
    rest = view.hand.copy()
    rest.remove(tile)
    return shape.shanten_of(rest.keys, len(rest.melds)) == 0
