"""The manner of each player in a game: calls, riichi, folds, and the luck of the draws.

The luck compares what was drawn with what was to be expected. A draw is useful if it lowers the shanten of
the hand, or wins. Before it, each tile that the player had not seen was equally likely to come: the chance of
a useful draw is the share of useful tiles among these.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.estimates import accepted_tiles
from ai.reading.evidence import genbutsu
from engine import events as ev
from engine import shape
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import KIND_OF, TILE_OF
from engine.view import SeatView
from engine.wall import PLAYERS

FOLDING_DISCARDS = 2
"""Discards against a riichi from which a hand shows whether it is folded."""
CLEAR_LUCK = 1.0
"""Standard deviations from the expected number of useful draws at which luck is clear."""


class DrawLuck(StrEnum):
    """The draws of a player, compared with what was to be expected."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


class Manner(msgspec.Struct):
    """The manner of one player over some hands. Each number counts hands unless it says otherwise."""

    hands: int = 0
    """Finished hands; one that a chombo ended is dealt again and does not count."""
    calls: int = 0
    """Hands with at least one chi, pon or open kan."""
    riichi: int = 0
    threatened: int = 0
    """Hands with ``FOLDING_DISCARDS`` discards or more, or a riichi, after the riichi of another player."""
    folded: int = 0
    """… of which all these discards were genbutsu against everybody in riichi."""
    draws: int = 0
    """Tiles drawn."""
    useful: int = 0
    """Draws that lowered the shanten, or won."""
    expected: float = 0.0
    """The sum of the chances of that."""
    variance: float = 0.0
    """The sum of the variances of these chances."""

    @property
    def luck(self) -> DrawLuck:
        """Good or bad from ``CLEAR_LUCK`` standard deviations on."""
        difference, clear = self.useful - self.expected, CLEAR_LUCK * math.sqrt(self.variance)
        if abs(difference) < clear or not self.draws:
            return DrawLuck.FAIR
        return DrawLuck.GOOD if difference > 0 else DrawLuck.BAD


def manners(record: Sequence[ev.Event], rules: Ruleset) -> tuple[Manner, ...]:
    """The manner of each seat in the finished hands of a record that shows all hands.

    Raises RecordError if it hides some.
    """
    found = tuple(Manner() for _ in range(PLAYERS))
    positions = timeline(rules, record)
    for hand in positions.hands:
        end = hand.events[-1]
        if isinstance(end, ev.Hora) or (isinstance(end, ev.Ryukyoku) and end.reason != "chombo"):
            _count_hand(positions, hand, found)
    return found


def _count_hand(positions: Timeline, hand: RecordedHand, found: Sequence[Manner]) -> None:
    callers: set[int] = set()
    declarers: set[int] = set()
    answers: dict[int, list[bool]] = {}
    """By seat: whether each discard after the riichi of another was safe, and False for an own riichi."""
    for position in positions.walk(hand):
        event = position.event
        if isinstance(event, ev.Tsumo):
            _count_draw(position.views[event.actor], TILE_OF[event.pai], found[event.actor])
        elif isinstance(event, ev.DiscardCall):
            callers.add(event.actor)
        elif isinstance(event, ev.Reach):
            if declarers:
                answers.setdefault(event.actor, []).extend([False] * FOLDING_DISCARDS)
            declarers.add(event.actor)
        following = position.next_event
        if isinstance(following, ev.Dahai) and declarers and following.actor not in declarers:
            answers.setdefault(following.actor, []).append(_is_safe(position, following, declarers))
    for seat, manner in enumerate(found):
        manner.hands += 1
        manner.calls += seat in callers
        manner.riichi += seat in declarers
        if len(answer := answers.get(seat, [])) >= FOLDING_DISCARDS:
            manner.threatened += 1
            manner.folded += all(answer)


def _count_draw(view: SeatView, tile: int, manner: Manner) -> None:
    before = view.hand.without(tile)
    _, accepts = shape.acceptance(before.keys, len(before.melds))
    kind, left = KIND_OF[tile], list(view.left())
    left[kind] += 1  # not seen before it was drawn
    chance = accepted_tiles(accepts, left) / sum(left)
    manner.draws += 1
    manner.useful += kind in accepts
    manner.expected += chance
    manner.variance += chance * (1.0 - chance)


def _is_safe(position: Position, discard: ev.Dahai, declarers: set[int]) -> bool:
    kind = KIND_OF[TILE_OF[discard.pai]]
    return all(kind in genbutsu(position.table, seat) for seat in declarers)
