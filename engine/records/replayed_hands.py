"""Recorded hands played again, and a record filled in with what records leave out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.match import deal, next_header
from engine.outcome import Outcome
from engine.ranking import standings
from engine.records.hands import RecordedHand, hands_of
from engine.records.record_comparison import aligned, difference
from engine.records.recorded_choices import RecordError
from engine.records.recorded_walls import recorded_wall
from engine.records.replay import play
from engine.round import Round
from engine.rules import Ruleset
from engine.wall import PLAYERS


class ReplayedHand(msgspec.Struct, frozen=True):
    """A recorded hand and the live hand that the same choices lead to.

    ``round`` is None when the hand is cut, or when the record has something else than the rules: then only
    the record knows what happened.
    """

    hand: RecordedHand
    round: Round | None

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended; None when only the record knows."""
        return None if self.round is None else self.round.outcome

    @property
    def events(self) -> list[ev.Event]:
        """The events of the hand, end_kyoku last when it is over, with everything that is known of them."""
        if self.round is None:
            return self.hand.events if self.hand.end is None else [*self.hand.events, self.hand.end]
        scores = [seat.score for seat in self.round.table.seats]
        return [*self.round.events, ev.EndKyoku(scores=scores)]


def replayed_hands(rules: Ruleset, events: Sequence[ev.Event]) -> tuple[ReplayedHand, ...]:
    """The hands of a record, each played again from its own header."""
    return tuple(ReplayedHand(hand, _agreeing(rules, hand)) for hand in hands_of(events))


def filled_in(rules: Ruleset, events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with what it leaves out, such as yaku and payments, where its hands agree with the rules.

    Raises RecordError if the record is empty.
    """
    if not events:
        raise RecordError("the record holds no finished hand")
    hands = replayed_hands(rules, events)
    found: list[ev.Event] = [event for event in events[:1] if isinstance(event, ev.StartGame)]
    for hand in hands:
        found += hand.events
    if isinstance(events[-1], ev.EndGame):
        found.append(_end(rules, hands, events[-1]))
    return found


def finished(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record without a last hand that has no result."""
    over = [place for place, event in enumerate(events) if isinstance(event, ev.Hora | ev.Ryukyoku)]
    last = max((place for place, event in enumerate(events) if isinstance(event, ev.StartKyoku)), default=0)
    return list(events[:last] if not over or over[-1] < last else events)


def named(rules: Ruleset, events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with the name and length of its ruleset in its start_game, so that it is read under it."""
    first, rest = events[0], events[1:]
    if not isinstance(first, ev.StartGame):
        first, rest = ev.StartGame(), events
    return [replace(first, rules=rules.name, length=rules.length), *rest]


def _agreeing(rules: Ruleset, hand: RecordedHand) -> Round | None:
    try:
        game = deal(rules, hand.header, recorded_wall(rules, hand.events))
        play(game, hand.events)
    except RecordError:
        return None
    written = aligned(hand.events, game.events)
    same = len(written) == len(game.events) and not any(map(difference, game.events, written))
    return game if same else None


def _end(rules: Ruleset, hands: Sequence[ReplayedHand], end: ev.EndGame) -> ev.EndGame:
    """The end of the game with points and final scores, where the record has none and the hands tell them."""
    last = hands[-1] if hands else None
    if last is None or last.round is None or last.outcome is None:
        return end
    chombo = [0] * PLAYERS
    for hand in hands:
        for seat in hand.outcome.offenders if hand.outcome else ():
            chombo[seat] += 1
    scores = [seat.score for seat in last.round.table.seats]
    sticks = last.round.table.riichi_sticks
    if next_header(rules, last.hand.header, last.outcome, scores, sticks) is not None:
        return end
    ranked = sorted(standings(rules, scores, sticks, chombo), key=lambda standing: standing.seat)
    points, final = [each.points for each in ranked], [each.final for each in ranked]
    if end.scores not in (None, points):
        return end
    return replace(end, scores=points, final=end.final or final)
