"""Detect dangerous discards made while the hand held a safer tile, or one that certainly could not lose."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ai.reading.safety import Safety, Tier, TileSafety
from ai.reading.threat import Likelihood, tenpai_estimates, threat_of, threatening
from engine import shape
from engine.legal.discards import refuse_discard
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

DANGEROUS, SAFE = Tier.E, Tier.D
"""The lowest tier of a dangerous discard, and the highest tier of a tile that is safe enough instead."""
SAFER = 0.05
"""The least difference of deal-in rates for a tile to count as safer."""
USUAL_POINTS = 4_000
"""The assumed cost of a deal-in, in points, if there is no estimate."""


class DangerousDiscard(msgspec.Struct, frozen=True):
    """A dangerous discard, with a safer tile of the same hand.

    ``seat`` is the player against whom it was most dangerous, or who won on it; ``level`` is the estimate for
    that player. ``thrown`` and ``safer`` are the safety of the two tiles against that player.
    """

    seat: int
    level: Likelihood
    thrown: TileSafety
    safer: TileSafety
    tile: Tile
    """The safer tile: the safest of the hand against all dangerous opponents."""
    risk: int
    """Rough average cost of the difference, in points; used only for sorting."""
    tenpai: bool
    """Whether the hand was tenpai after it, so that there was a reason to push."""
    paid: int | None = None
    """The points paid if it dealt in, else None."""

    @property
    def needless(self) -> bool:
        """Whether it is worth a mention even if it did not deal in."""
        return not self.tenpai and self.thrown.tier >= DANGEROUS and self.safer.tier <= SAFE


def dangerous(view: SeatView, tile: Tile, winner: int | None = None) -> DangerousDiscard | None:
    """The danger of that discard of the seat; None if it was safe, or if no tile was safer.

    ``winner`` is the seat that won on it; then only that player counts, if there was any sign of tenpai.
    """
    seen = {look.seat: look.level for look in tenpai_estimates(view)}
    seats = [seat for seat, level in seen.items() if level is not Likelihood.POSSIBLE or seat == winner]
    may = [other for other in view.hand.sorted() if refuse_discard(view, other) is None]
    if not seats or not may or (winner is not None and winner not in seats):
        return None
    safety, kind = Safety(view), KIND_OF[tile]
    worst = {other: max(safety.chance(KIND_OF[other], seat) for seat in seats) for other in may}
    safest = min(may, key=worst.__getitem__)
    seat = winner if winner is not None else max(seats, key=lambda each: safety.chance(kind, each))
    thrown = safety.against(kind, seat)
    difference = thrown.chance - worst[safest]
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


def outdone(view: SeatView, tile: Tile, among: Collection[Tile]) -> DangerousDiscard | None:
    """The danger of that discard against those to be feared, if one of these tiles cannot lose to them.

    That tile is also at least as safe against every other player. None if there is no such tile, or if the
    discard cannot lose to those to be feared either, or hardly so.
    """
    levels = {
        look.seat: look.level for look in tenpai_estimates(view) if look.level is not Likelihood.POSSIBLE
    }
    safety, kind = Safety(view), KIND_OF[tile]
    if not levels:
        return None
    seat = max(levels, key=lambda each: safety.chance(kind, each))
    difference = safety.chance(kind, seat)
    sure = [
        other
        for other in among
        if refuse_discard(view, other) is None and _outdoes(safety, KIND_OF[other], kind, levels)
    ]
    if difference < SAFER or not sure:
        return None
    safest = min(
        sure, key=lambda other: max(safety.chance(KIND_OF[other], each) for each in safety.opponents)
    )
    threat = threat_of(view.table, seat)
    return DangerousDiscard(
        seat=seat,
        level=levels[seat],
        thrown=safety.against(kind, seat),
        safer=safety.against(KIND_OF[safest], seat),
        tile=safest,
        risk=round(difference * (threat.points if threat else USUAL_POINTS)),
        tenpai=_leaves_tenpai(view, tile),
    )


def is_safer_for_sure(view: SeatView, tile: Tile, than: Tile) -> bool:
    """Whether a tile cannot lose to those to be feared, and is as safe as the other against the rest."""
    return _outdoes(Safety(view), KIND_OF[tile], KIND_OF[than], threatening(view))


def _outdoes(safety: Safety, kind: Kind, than: Kind, feared: Collection[int]) -> bool:
    """Whether a kind cannot lose to those who are feared, and is as safe as the other against the rest."""
    return all(
        safety.tier(kind, seat) is Tier.SAFE
        if seat in feared
        else safety.tier(kind, seat) <= safety.tier(than, seat)
        for seat in safety.opponents
    )


def _leaves_tenpai(view: SeatView, tile: Tile) -> bool:
    rest = view.hand.copy()
    rest.remove(tile)
    return shape.shanten_of(rest.keys, len(rest.melds)) == 0
