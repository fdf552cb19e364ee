"""Needless risks of a folded hand: tiles discarded that could lose, while another could not.

Where a hand was folded, nothing was to be gained by a risk. A discard folded a hand if its shanten rose with
it while another player was to be feared, and if the hand never attacked again: no riichi, call, kan or win
followed, and no later draw brought the hand as near as it had been. The risk of such a discard was needless
if the tile that could not lose would not even have left the hand farther off.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from ai.reading.threat import threatening
from ai.review.dangerous_discards import DangerousDiscard, outdone
from engine import events as ev
from engine import shape
from engine.hand import Hand
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Timeline
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView

_ATTACKS = (ev.Reach, ev.DiscardCall, ev.Ankan, ev.Kakan, ev.Hora)


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
    """What the seat saw when it chose."""
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


def folding(positions: Timeline, hand: RecordedHand) -> list[FoldingDiscard]:
    """The discards with which the hand was folded, in the order of play; empty if it was not."""
    seat = positions.seat
    assert seat is not None
    if not isinstance(hand.events[-1], ev.HandResult):
        return []
    own = [place for place, event in enumerate(hand.events) if ev.actor_of(event) == seat]
    last = max((place for place in own if isinstance(hand.events[place], _ATTACKS)), default=-1)
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
    return FoldingDiscard(place, tile, view, chosen, _shanten(view.hand), shanten_without(view, tile))


def shanten_without(view: SeatView, tile: Tile) -> int:
    """The shanten of the hand after that discard."""
    rest = view.hand.copy()
    rest.remove(tile)
    return _shanten(rest)


def _shanten(hand: Hand) -> int:
    return shape.shanten_of(hand.keys, len(hand.melds))


def _paid(facts: DangerousDiscard, seat: int, following: Sequence[ev.Event]) -> DangerousDiscard:
    """The facts of a discard, with what was paid if the player who was feared most won on it."""
    after = takewhile(lambda event: isinstance(event, ev.Hora), following)
    wins = [event for event in after if isinstance(event, ev.Hora) and event.target == seat]
    if not any(win.actor == facts.seat for win in wins):
        return facts
    return replace(facts, paid=sum(-win.deltas[seat] for win in wins if win.deltas))


def _weight(risk: NeedlessRisk) -> tuple[int, int]:
    return risk.facts.paid or 0, risk.facts.risk
