"""A hand of a record that hides others, for the counts: as its seat saw it, and its end as the record says.

What nobody recorded is not made up: a winner's hidden hand has no yaku here, and a win without payments no
value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.legal import win_at
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand
from engine.records.replay import CutRecordError
from engine.rules import Ruleset
from engine.score import NoWin, Score, score
from engine.table import Table
from engine.tenpai import tenpai_waits
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView, mask
from engine.wall import PLAYERS


class SeenWin(NamedTuple):
    """A win; ``score`` is known of the seat alone. ``value`` is without honba and riichi sticks."""

    winner: int
    target: int
    value: int
    score: Score | None

    @property
    def tsumo(self) -> bool:
        return self.winner == self.target


class SeenDraw(NamedTuple):
    """A drawn hand: why, if the record tells it, and whether each seat was tenpai, as far as it is known."""

    reason: DrawReason | None
    tenpai: tuple[bool, ...]


class SeenOutcome(NamedTuple):
    """The end of a hand: its wins, or its draw."""

    wins: tuple[SeenWin, ...] = ()
    draw: SeenDraw | None = None
    offenders: tuple[int, ...] = ()


class SeenHand:
    """A hand of that record while it is folded for its seat, as ``Round`` is while it is played."""

    def __init__(self, rules: Ruleset, seat: int, hand: RecordedHand) -> None:
        self.rules, self.seat = rules, seat
        wins = [event for event in hand.events if isinstance(event, ev.Hora)]
        self._nearest = (
            min(((win.actor - win.target) % PLAYERS, win.actor) for win in wins)[1] if wins else None
        )
        """The winner who is next in turn."""
        self.events: list[ev.Event] = [mask(hand.start, seat)]
        self.seen = SeatView.from_events(rules, seat, self.events)
        self.outcome: SeenOutcome | None = None
        self._offered: Tile | None = None
        """The last tile on offer: after the first of several wins none is."""

    @property
    def table(self) -> Table:
        return self.seen.table

    @property
    def views(self) -> tuple[SeatView, ...]:
        """The one view there is."""
        return (self.seen,)

    def view(self, seat: int) -> SeatView | None:
        """The view of the seat; None for another one."""
        return self.seen if seat == self.seat else None

    def apply(self, event: ev.Event) -> None:
        """Take in the next event of the hand; raises RecordError for a win without payments."""
        if self.table.offer is not None:
            self._offered = self.table.offer
        if isinstance(event, ev.Hora):
            before = self.outcome.wins if self.outcome else ()
            self.outcome = SeenOutcome((*before, self._win(event)))
        elif isinstance(event, ev.Ryukyoku):
            self.outcome = SeenOutcome(draw=self._draw(event))
        event = mask(event, self.seat)
        self.seen.apply(event)
        self.events.append(event)

    def _win(self, event: ev.Hora) -> SeenWin:
        if event.deltas is None:
            raise RecordError("a win has no payments")
        value = -sum(points for points in event.deltas if points < 0)
        if event.actor == self._nearest or self.rules.ron_counters == "each":
            value -= self.rules.counter_points * self.table.honba
        return SeenWin(event.actor, event.target, value, self._score(event))

    def _score(self, event: ev.Hora) -> Score | None:
        """The score of an own win."""
        view, table = self.seen, self.table
        if event.actor != self.seat:
            return None
        tsumo = event.actor == event.target
        tile = view.drawn if tsumo else self._offered
        if tile is None:
            raise RecordError("a win on no tile")
        ura = tuple(TILE_OF[name] for name in event.ura_markers or ())
        found = score(win_at(table, self.seat, view.hand, tile, tsumo=tsumo, ura=ura))
        if isinstance(found, NoWin):
            raise RecordError("a win that is none by the rules")
        return found

    def _draw(self, event: ev.Ryukyoku) -> SeenDraw:
        reasons = [reason for reason in DrawReason if reason == event.reason]
        if not reasons and not self.table.live:
            reasons = [DrawReason.EXHAUSTIVE]
        if event.tenpais is not None:
            tenpai = tuple(event.tenpais)
        else:
            own = bool(tenpai_waits(self.seen.hand, self.rules, self.seen.waits))
            tenpai = tuple(seat == self.seat and own for seat in range(PLAYERS))
        return SeenDraw(reasons[0] if reasons else None, tenpai)


def see_hands(
    hands: Sequence[RecordedHand], rules: Ruleset, seat: int, watch: Callable[[SeenHand, ev.Event], None]
) -> Iterator[SeenHand]:
    """The hands of a record as a seat saw them; ``watch`` is called with the hand after each of its events.

    A last hand without an end is left out. Raises RecordError for one in the middle, and for what does not
    follow the rules.
    """
    for hand in hands:
        if not any(isinstance(event, ev.ResultEvent) for event in hand.events):
            if hand is hands[-1]:
                return
            raise CutRecordError("the record ends in the middle of a hand")
        seen = SeenHand(rules, seat, hand)
        watch(seen, hand.start)
        for event in hand.events[1:]:
            seen.apply(event)
            watch(seen, event)
        yield seen
