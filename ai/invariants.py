"""Check invariants after every event of a hand; the arena does so on request.

* 136 tiles: every tile is in exactly one place.
* Points and riichi sticks together stay the same.
* The view that a seat folds from its masked events equals its live view.
* A masked event names no tile that its seat cannot see.
* Every acting seat has a legal action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from engine import events as ev
from engine.records.recorded_choices import RecordError, describe
from engine.records.recorded_game import hands_of
from engine.records.replay import deal, play
from engine.round import Round
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import NAMES, TILE_OF, UNKNOWN, Tile, all_tiles
from engine.view import SeatView, mask
from engine.wall import PLAYERS


class BrokenInvariant(Exception):
    """An invariant was violated; the message says which, and after which event."""


class Invariants:
    """Watches one game: pass it as ``watch`` to its Match, and call ``decision`` before each decision."""

    def __init__(self) -> None:
        self.events = 0
        """Events checked so far."""
        self._views: list[SeatView] = []
        self._tiles: list[int] = []
        self._points = 0

    def __call__(self, game: Round, event: ev.Event) -> None:
        seen = [mask(event, seat) for seat in range(PLAYERS)]
        if isinstance(event, ev.StartKyoku):
            self._views = [SeatView.from_events(game.rules, seat, [seen[seat]]) for seat in range(PLAYERS)]
            self._tiles = sorted(all_tiles(game.rules.red_fives))
            self._points = _points(game)
        else:
            for view in self._views:
                _follow(view, seen[view.seat])
        self.events += 1
        problem = self._tiles_problem(game) or self._points_problem(game, event)
        for view in self._views:
            problem = problem or _view_problem(game, view) or _leak(seen[view.seat], view)
        if problem:
            place = f"after event {len(game.events)} of the hand"
            raise BrokenInvariant(f"{problem}, {place}: {describe(event)}")

    def _tiles_problem(self, game: Round) -> str | None:
        if (found := sorted(tiles_in_play(game))) == self._tiles:
            return None
        wrong = Counter(found)
        wrong.subtract(self._tiles)
        copies = ", ".join(f"{more:+} {NAMES[tile]}" for tile, more in sorted(wrong.items()) if more)
        return f"{len(found)} tiles, too many or too few: {copies}"

    def _points_problem(self, game: Round, event: ev.Event) -> str | None:
        """A change of the points in play, or None. Wins on one tile are paid one by one: see ``decision``."""
        if isinstance(event, ev.Hora) or (found := _points(game)) == self._points:
            return None
        return f"points and bets were {self._points}, now {found}"

    def decision(self, game: Round) -> None:
        """Check that the hand is over and paid, or that each acting seat has options."""
        if game.outcome is None:
            if not game.acting or not all(game.options(seat) for seat in game.acting):
                raise BrokenInvariant(f"nobody can do anything, after event {len(game.events)} of the hand")
        elif game.acting or game.table.phase is not Phase.OVER:
            raise BrokenInvariant("the hand is over, but somebody must choose")
        elif (found := _points(game)) != self._points:
            raise BrokenInvariant(f"points and bets were {self._points}, after the hand {found}")


def inspect(record: Sequence[ev.Event], rules: Ruleset) -> None:
    """Play the last hand of a record again, as far as it goes, and check it; raises BrokenInvariant.

    If a game was aborted by a violated invariant, this shows where.
    """
    *_, hand = hands_of(record)
    check = Invariants()
    game = deal(rules, hand, check)
    with suppress(RecordError):  # the record need not be complete or valid
        play(game, hand.events)
    check.decision(game)


def _follow(view: SeatView, event: ev.Event) -> None:
    """Apply a masked event to the view, which must not need more than that."""
    try:
        view.apply(event)
    except Exception as error:
        raise BrokenInvariant(f"seat {view.seat} cannot follow {describe(event)}") from error


def _points(game: Round) -> int:
    """Points of all players and riichi sticks on the table."""
    return sum(seat.score for seat in game.table.seats) + game.table.riichi_sticks * game.rules.riichi_bet


def _view_problem(game: Round, view: SeatView) -> str | None:
    """The difference between the view folded from masked events and the live one, or None."""
    live, folded = game.table.state(), view.table.state()
    if folded != live:
        wrong = [name for name in live if folded[name] != live[name]]
        return f"seat {view.seat} sees another table ({', '.join(wrong)})"
    if view.own.state() != game.own[view.seat].state():
        return f"seat {view.seat} folds another hand"
    return None


def _leak(event: ev.Event, view: SeatView) -> str | None:
    """A tile named by an event that the seat cannot see, or None; wins reveal the winner's hand."""
    if isinstance(event, ev.WinEvent):
        return None
    fields = msgspec.to_builtins(event)
    named: list[str] = [fields[name] for name in ("pai", "dora_marker") if name in fields]
    named += fields.get("consumed", ())
    for hand in fields.get("tehais", ()):
        named += hand
    hidden = Counter(TILE_OF[name] for name in named if name != UNKNOWN)
    hidden -= Counter(view.visible())
    if view.table.robbed is not None:
        hidden -= Counter([view.table.robbed])
    return f"seat {view.seat} is told of {NAMES[min(hidden)]}, which it cannot see" if hidden else None


def tiles_in_play(game: Round) -> list[Tile]:
    """Every tile, wherever it lies: hands, melds, ponds and wall. Always the same 136."""
    tiles = list(game.wall.rest())
    for seat, own in zip(game.table.seats, game.own, strict=True):
        tiles += own.hand.tiles
        tiles += [tile for meld in seat.melds for tile in meld.tiles]
        tiles += [discard.tile for discard in seat.pond if discard.called_by is None]
    if game.table.robbed is not None:
        tiles.append(game.table.robbed)
    return tiles
