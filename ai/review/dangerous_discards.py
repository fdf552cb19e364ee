"""Dangerous discards while the hand held a safer tile, and the needless risks of a folded hand.

Where a hand was folded, nothing was to be gained by a risk. A discard folded a hand if its shanten rose with
it while another player was to be feared, and if the hand never attacked again: no riichi, call, kan or win
followed, and no later draw brought the hand as near as it had been. The risk of such a discard was needless
if the tile that could not lose would not even have left the hand farther off.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ai.reading.estimates import shanten_without_dead_orphans
from ai.reading.safety import Safety, TileSafety
from ai.reading.safety_reasons import Tier
from ai.reading.threat import Likelihood, tenpai_estimates, threat_of, threatening
from engine import events as ev
from engine.legal import refuse_discard
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Timeline
from engine.tiles import KIND_OF, TILE_OF, Kind, Tile
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
    difference = safety.chance(kind, seat) - worst[safest]
    return None if difference < SAFER else _facts(view, safety, tile, safest, seat, seen[seat], difference)


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
    return _facts(view, safety, tile, safest, seat, levels[seat], difference)


def _facts(
    view: SeatView, safety: Safety, tile: Tile, safest: Tile, seat: int, level: Likelihood, difference: float
) -> DangerousDiscard:
    """The facts of a discard beside a tile that deals in to that player less often by ``difference``."""
    threat = threat_of(view.table, seat)
    return DangerousDiscard(
        seat=seat,
        level=level,
        thrown=safety.against(KIND_OF[tile], seat),
        safer=safety.against(KIND_OF[safest], seat),
        tile=safest,
        risk=round(difference * (threat.points if threat else USUAL_POINTS)),
        tenpai=shanten_without(view, tile) == 0,
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


# -- folded hands --------------------------------------------------------------------------------------


class NeedlessRisk(NamedTuple):
    """A discard of a folded hand.

    ``place`` is the index of the discard among the events of the hand, ``chosen`` that of the position in
    which it was chosen.
    """

    place: int
    chosen: int
    turn: int
    tile: Tile
    facts: DangerousDiscard


class FoldingDiscard(NamedTuple):
    """An own discard of the hand after its last attack."""

    place: int
    tile: Tile
    view: SeatView
    """The view of the seat when it chose."""
    chosen: int
    before: int
    after: int
    """Shanten before and after it."""


def needless_risks(positions: Timeline, hand: RecordedHand) -> list[NeedlessRisk]:
    """The needless risks of the seat of that timeline of one hand, in the order of play.

    Each tile that could not lose is held against the seat once: with the discard that dealt in, else with the
    one that risked most. A hand that the record does not finish has none.
    """
    worst: dict[Tile, NeedlessRisk] = {}
    for discard in folding(positions, hand):
        seat, held = discard.view.seat, discard.view.hand.sorted()
        among = [tile for tile in held if shanten_without(discard.view, tile) <= discard.after]
        facts = outdone(discard.view, discard.tile, among)
        if facts is None:
            continue
        facts = _paid(facts, seat, hand.events[discard.place + 1 :])
        turn = len(discard.view.me.pond) + 1
        risk = NeedlessRisk(discard.place, discard.chosen, turn, discard.tile, facts)
        known = worst.get(facts.tile)
        if known is None or _weight(risk) > _weight(known):
            worst[facts.tile] = risk
    return sorted(worst.values())


def _attacks(event: ev.Event) -> bool:
    return event.is_kan or isinstance(event, ev.Reach | ev.DiscardCall | ev.Hora)


def folding(positions: Timeline, hand: RecordedHand) -> list[FoldingDiscard]:
    """The discards with which the hand was folded, in the order of play; empty if it was not."""
    seat = positions.seat
    assert seat is not None
    if not isinstance(hand.events[-1], ev.ResultEvent):
        return []
    own = [place for place, event in enumerate(hand.events) if ev.actor_of(event) == seat]
    last = max((place for place in own if _attacks(hand.events[place])), default=-1)
    discards = [
        _discard(positions, place, event)
        for place in own
        if place > last and isinstance(event := hand.events[place], ev.Dahai)
    ]
    return [
        discard
        for number, discard in enumerate(discards)
        if discard.after > discard.before
        and all(later.before > discard.before for later in discards[number + 1 :])
        and threatening(discard.view)
    ]


def _discard(positions: Timeline, place: int, event: ev.Dahai) -> FoldingDiscard:
    chosen = positions.chosen_at(place)
    view, tile = positions.at(chosen).view, TILE_OF[event.pai]
    # a complete hand without a yaku is no nearer to a win than tenpai
    before = max(0, shanten_without_dead_orphans(view.hand, view.left()))
    return FoldingDiscard(place, tile, view, chosen, before, shanten_without(view, tile))


def shanten_without(view: SeatView, tile: Tile) -> int:
    """The shanten of the hand after that discard."""
    return shanten_without_dead_orphans(view.hand.without(tile), view.left())


def _paid(facts: DangerousDiscard, seat: int, following: Sequence[ev.Event]) -> DangerousDiscard:
    """The facts of a discard, with what was paid if the player who was feared most won on it."""
    after = takewhile(lambda event: isinstance(event, ev.Hora), following)
    wins = [event for event in after if isinstance(event, ev.Hora) and event.target == seat]
    if not any(win.actor == facts.seat for win in wins):
        return facts
    return replace(facts, paid=sum(-win.deltas[seat] for win in wins if win.deltas))


def _weight(risk: NeedlessRisk) -> tuple[int, int]:
    return risk.facts.paid or 0, risk.facts.risk
