"""The score sheet of a record: how each hand ended, what it changed, and the points after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from engine import events as ev
from engine.match import deal
from engine.outcome import Outcome
from engine.records.hands import RecordedHand, hands_of
from engine.records.recorded_choices import RecordError
from engine.records.recorded_walls import recorded_wall
from engine.records.replay import play
from engine.rules import Ruleset
from engine.wall import PLAYERS


class SheetHand(msgspec.Struct, frozen=True):
    """One line of the sheet."""

    hand: RecordedHand
    outcome: Outcome | None
    """How the hand ended; None if the record stops before that, or the engine refuses what it tells."""
    before: tuple[int, ...]
    """Points by seat at the deal."""
    after: tuple[int, ...] | None
    """Points by seat after the hand: as the record tells them, else as the engine counts."""

    @property
    def wins(self) -> list[ev.Hora]:
        """The wins, as the record tells them."""
        return [event for event in self.hand.events if isinstance(event, ev.Hora)]

    @property
    def draw(self) -> ev.Ryukyoku | None:
        """The draw, as the record tells it."""
        return next((event for event in self.hand.events if isinstance(event, ev.Ryukyoku)), None)

    @property
    def changes(self) -> tuple[int, ...] | None:
        """The change of points by seat, riichi sticks included."""
        if self.after is None:
            return None
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))


def score_sheet(rules: Ruleset, events: Sequence[ev.Event]) -> tuple[SheetHand, ...]:
    """The sheet of a record with all hands open; its last hand may stop in the middle."""
    hands = tuple(hands_of(events))
    if not hands:
        return ()
    following = [second.start.scores for _, second in pairwise(hands)]
    end = next((event.scores for event in events if isinstance(event, ev.EndGame)), None)
    return tuple(
        _line(rules, hand, after, end) for hand, after in zip(hands, [*following, None], strict=True)
    )


def points_by_hand(sheet: Sequence[SheetHand]) -> tuple[tuple[int, ...], ...]:
    """The points at the deal of the first hand, and after each finished hand: by hand, then by seat."""
    if not sheet:
        return ()
    return (sheet[0].before, *(line.after for line in sheet if line.after is not None))


def _line(
    rules: Ruleset, hand: RecordedHand, following: Sequence[int] | None, end: Sequence[int] | None
) -> SheetHand:
    """The line of a hand; ``following`` are the points at the next deal, ``end`` those at the end."""
    over = any(isinstance(event, ev.Hora | ev.Ryukyoku) for event in hand.events)
    outcome, counted = _played(rules, hand) if over else (None, None)
    told = (hand.end and hand.end.scores) or following or _summed(rules, hand) or counted or end
    return SheetHand(hand, outcome, tuple(hand.start.scores), tuple(told) if over and told else None)


def _played(rules: Ruleset, hand: RecordedHand) -> tuple[Outcome | None, list[int] | None]:
    """How the engine ends the hand, and the points that it counts."""
    try:
        game = deal(rules, hand.header, recorded_wall(rules, hand.events))
        play(game, hand.events)
    except RecordError:
        return None, None
    return game.outcome, [seat.score for seat in game.table.seats]


def _summed(rules: Ruleset, hand: RecordedHand) -> list[int] | None:
    """The points by the payments that the record tells; None if it tells none."""
    ends = [event for event in hand.events if isinstance(event, ev.Hora | ev.Ryukyoku)]
    if any(event.deltas is None for event in ends):
        return None
    scores = list(hand.start.scores)
    for event in hand.events:
        if isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= rules.riichi_bet
        elif isinstance(event, ev.Hora | ev.Ryukyoku) and event.deltas is not None:
            for seat in range(PLAYERS):
                scores[seat] += event.deltas[seat]
    return scores
