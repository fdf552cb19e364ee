"""Needless risks of a folded hand: tiles discarded that could lose, while another could not.

When a hand was folded, nothing was to be gained by a risk. A hand counts as folded from the own discard on
with which it went back, its shanten rising while another player was to be feared, if it never attacked again:
no riichi, call, kan or win followed, and after no later discard did the hand stand as near as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ai.coach.choice_warnings import feared
from ai.review.dangerous_discards import DangerousDiscard, outdone
from engine import events as ev
from engine import shape
from engine.hand import Hand
from engine.records.hands import RecordedHand
from engine.records.timeline import Timeline
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView

_ATTACKS = (ev.Reach, ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan, ev.Hora)


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


class _Discard(NamedTuple):
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
    for place, discard in enumerate(found := folded(positions, hand)):
        facts = outdone(discard.view, discard.tile)
        if facts is None or (place == 0 and shanten_without(discard.view, facts.tile) > discard.after):
            continue
        seat = discard.view.seat
        risk = NeedlessRisk(
            discard.place,
            discard.chosen,
            len(discard.view.me.pond) + 1,
            discard.tile,
            _paid(facts, seat, hand.events[discard.place + 1 :]) if discard is found[-1] else facts,
        )
        known = worst.get(facts.tile)
        if known is None or _weight(risk) > _weight(known):
            worst[facts.tile] = risk
    return sorted(worst.values())


def folded(positions: Timeline, hand: RecordedHand) -> list[_Discard]:
    """The own discards of the hand from the one on with which it was folded; empty if it was not."""
    seat = positions.seat
    assert seat is not None
    if not isinstance(hand.events[-1], ev.Hora | ev.Ryukyoku):
        return []
    own = [place for place, event in enumerate(hand.events) if getattr(event, "actor", None) == seat]
    attacks = [place for place in own if isinstance(hand.events[place], _ATTACKS)]
    if any(isinstance(hand.events[place], ev.Reach) for place in attacks):
        return []
    last = attacks[-1] if attacks else -1
    discards = [
        _discard(positions, place, event)
        for place in own
        if place > last and isinstance(event := hand.events[place], ev.Dahai)
    ]
    for number, first in enumerate(discards):
        rest = discards[number:]
        if all(each.after > first.before for each in rest) and feared(first.view):
            return rest
    return []


def _discard(positions: Timeline, place: int, event: ev.Dahai) -> _Discard:
    chosen = positions.chosen_at(place)
    view, tile = positions.at(chosen).view, TILE_OF[event.pai]
    return _Discard(place, tile, view, chosen, _shanten(view.hand), shanten_without(view, tile))


def shanten_without(view: SeatView, tile: Tile) -> int:
    """The shanten of the hand after that discard."""
    rest = view.hand.copy()
    rest.remove(tile)
    return _shanten(rest)


def _shanten(hand: Hand) -> int:
    return shape.shanten_of(hand.keys, len(hand.melds))


def _paid(facts: DangerousDiscard, seat: int, following: Sequence[ev.Event]) -> DangerousDiscard:
    """The facts of the last discard, with what was paid if those who were feared won on it."""
    wins = [event for event in following if isinstance(event, ev.Hora) and event.target == seat]
    if not any(win.actor == facts.seat for win in wins):
        return facts
    return replace(facts, paid=sum(-win.deltas[seat] for win in wins if win.deltas))


def _weight(risk: NeedlessRisk) -> tuple[int, int]:
    return risk.facts.paid or 0, risk.facts.risk
