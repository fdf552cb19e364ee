"""Turn a hand that is recorded seat by seat into a sequence of events, as the live round plays it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import events as ev
from engine.match import Header, deal
from engine.outcome import DrawReason
from engine.records.recorded_choices import CONSEQUENCES, RecordError
from engine.records.recorded_walls import recorded_wall
from engine.records.replay import CutRecordError, RefusedError, play
from engine.records.turn_order import SeatLists
from engine.rules import Ruleset

_MOST_ORDERS = 100
"""So many orders are tried in the live round."""


class ToldHand(msgspec.Struct, frozen=True):
    """One hand as recorded: all revealed indicators, and a list for each seat, without a common order."""

    start: ev.StartKyoku
    indicators: list[str]
    ura: list[str]
    lists: SeatLists
    results: list[ev.Hora | ev.Ryukyoku]
    """None of them when the record stops in the middle of the hand."""


def arrange(hand: ToldHand, rules: Ruleset) -> list[ev.Event]:
    """The events of the hand in an order that the live round accepts, end_kyoku last if it has a result.

    If the round accepts none, the order that was accepted furthest, so that its first difference can be
    reported. Raises RecordError if there is no order at all.
    """
    furthest, best = -1, None
    for number, moves in enumerate(hand.lists.orders()):
        if number == _MOST_ORDERS:
            break
        place, events = _tried(hand, rules, moves)
        if place is None:
            return _with_end(hand, events, rules)
        if place > furthest:
            furthest, best = place, events
    if best is None:
        raise RecordError("the draws and discards of the four seats do not fit together")
    return _with_end(hand, best, rules)


def _tried(hand: ToldHand, rules: Ruleset, moves: list[ev.Event]) -> tuple[int | None, list[ev.Event]]:
    """Play one order; returns how far it went, None for to the end, and the events."""
    turned = [ev.Dora(name) for name in hand.indicators[1:]]
    riichi = {event.actor for event in moves if isinstance(event, ev.Reach)}
    recorded = [hand.start, *moves, *(_seen(result, hand, riichi, moves) for result in hand.results)]
    game = deal(rules, Header.of(hand.start), recorded_wall(rules, [*recorded, *turned]))
    place = None
    try:
        play(game, recorded)
    except RefusedError as error:
        place = error.place
    except CutRecordError:
        place = len(recorded)
    events = _merged(game.events, recorded)
    return place, events if place is not None else _with_indicators(events, turned)


def _seen(
    result: ev.Hora | ev.Ryukyoku, hand: ToldHand, riichi: set[int], moves: Sequence[ev.Event]
) -> ev.Hora | ev.Ryukyoku:
    """The result, completed from the rest of the hand."""
    if isinstance(result, ev.Hora):
        ura = (hand.ura or None) if result.actor in riichi else []
        last = moves[-1] if moves else None
        tile = last.pai if isinstance(last, ev.Tsumo | ev.Dahai | ev.Kakan) else None
        return msgspec.structs.replace(result, ura_markers=ura, pai=tile)
    if result.reason == DrawReason.NINE_TERMINALS and moves and isinstance(moves[-1], ev.Tsumo):
        return msgspec.structs.replace(result, actor=moves[-1].actor)
    return result


def _merged(played: Sequence[ev.Event], recorded: Sequence[ev.Event]) -> list[ev.Event]:
    """The recorded events, with consequences inserted where the round has them, as far as both agree."""
    events: list[ev.Event] = []
    used = 0
    for event in played:
        if isinstance(event, CONSEQUENCES):
            events.append(event)
        elif used < len(recorded) and _same(event, recorded[used]):
            events.append(recorded[used])
            used += 1
        else:
            break
    return [*events, *recorded[used:]]


def _same(mine: ev.Event, written: ev.Event) -> bool:
    """Whether both are the same move; results may differ in what they are worth."""
    if isinstance(written, ev.Hora | ev.Ryukyoku | ev.StartKyoku):
        return type(mine) is type(written)
    return type(mine) is type(written) and all(
        getattr(mine, name, None) == getattr(written, name, None) for name in ("actor", "pai")
    )


def _with_indicators(events: list[ev.Event], turned: Sequence[ev.Event]) -> list[ev.Event]:
    """Exactly the recorded number of indicators: drop one before the result, or the last ones."""
    places = [place for place, event in enumerate(events) if isinstance(event, ev.Dora)]
    if len(places) > len(turned):
        gone = places[len(turned) :]
        return [event for place, event in enumerate(events) if place not in gone]
    results = (place for place, event in enumerate(events) if isinstance(event, ev.Hora | ev.Ryukyoku))
    end = next(results, len(events))
    return [*events[:end], *turned[len(places) :], *events[end:]]


def _with_end(hand: ToldHand, events: list[ev.Event], rules: Ruleset) -> list[ev.Event]:
    """The hand with its end_kyoku, as it is when it has no result."""
    if not hand.results:
        return events
    scores = list(hand.start.scores)
    for event in events:
        if isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= rules.riichi_bet
        elif isinstance(event, ev.Hora | ev.Ryukyoku):
            scores = [a + b for a, b in zip(scores, event.deltas or (), strict=True)]
    return [*events, ev.EndKyoku(scores=scores)]
