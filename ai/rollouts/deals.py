"""A position dealt anew: a hand in progress in which a seat sees what it saw, and all else is chance.

Every event has its tiles, also the draws and the deal of the others, so a hand dealt anew is a record like
any other and replays from its wall. No player except the seat itself has let a win pass in it, and riichi and
kans in riichi were legal with the tiles dealt: the engine judges each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ai.rollouts.earlier_draws import with_draws
from ai.rollouts.hidden_tiles import Hidden, HiddenTiles, NoDeal
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.dice import Dice
from engine.legal.kans import refuse_closed_kan
from engine.legal.wins import refuse_ron, refuse_tsumo
from engine.options import options
from engine.records.recorded_walls import shown_tiles
from engine.round import Round
from engine.rules import Ruleset
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, TILE_OF
from engine.view import mask
from engine.wall import PLAYERS, Wall

ATTEMPTS = 40
"""So many deals are tried until in one no player has let a win pass."""
HISTORIES = 6
"""So many ways to come by the same hands are tried."""
_DRAWS = 1 << 32
"""Numbers from here on are dice for earlier draws."""


class Deals:
    """One decision of a seat, dealt anew as often as wanted; deals are numbered.

    The same seed gives the same deals. Raises ValueError when the seat has nothing to
    choose after the events.
    """

    def __init__(self, position: SeatPosition, seed: int) -> None:
        self.rules, self.seat, self._seed = position.rules, position.seat, seed
        self._events = [mask(event, position.seat) for event in position.events]
        view = position.view()
        if not options(view):
            raise ValueError(f"seat {position.seat} has nothing to choose here")
        self._hidden = HiddenTiles(view, seed)

    def game(self, number: int) -> Round:
        """The hand in progress, at the seat's decision, with hidden tiles of its own. Raises NoDeal."""
        for attempt in range(ATTEMPTS):
            hidden = self._hidden.deal(number, attempt)
            for history in range(HISTORIES):
                game = self.told(hidden, Dice(self._seed, number, _DRAWS + attempt * HISTORIES + history))
                if game is not None:
                    return game
        raise NoDeal("in every deal a player has let a win pass")

    def told(self, hidden: Hidden, dice: Dice) -> Round | None:
        """The hand with these hidden tiles; None when it cannot have gone like that.

        The dice choose one way in which the others came by their tiles.
        """
        events = with_draws(self._events, hidden.hands, dice)
        wall = _wall(self.rules, events, hidden)
        try:
            return Round.from_events(self.rules, wall, events, partial(_check, events, self.seat))
        except _OutOfKeeping:
            return None


def deal_anew(rules: Ruleset, seat: int, events: Sequence[ev.Event], seed: int) -> Round:
    """The hand at this decision of a seat, with hidden tiles dealt anew in keeping with what the seat saw.

    ``events`` are those of the hand, ``start_kyoku`` first, up to the decision, masked or not. Its ``events``
    show all tiles; ``wall.dealt_again()`` is the wall that deals them. Raises NoDeal, and ValueError when the
    seat has nothing to choose there.
    """
    return Deals(SeatPosition(rules, seat, tuple(events)), seed).game(0)


def _wall(rules: Ruleset, events: Sequence[ev.Event], hidden: Hidden) -> Wall:
    """The wall that deals these events and goes on with the hidden tiles."""
    shown = shown_tiles(events)
    return Wall(
        [
            *shown.dealt,
            *shown.live,
            *hidden.live,
            *shown.replacements,
            *hidden.replacements,
            *shown.indicators,
            *hidden.indicators,
            *hidden.ura,
        ]
    )


class _OutOfKeeping(Exception):
    """With these tiles the hand would have gone another way."""


def _check(events: Sequence[ev.Event], seat: int, game: Round, event: ev.Event) -> None:
    """Raises _OutOfKeeping if another seat let a win pass with this event, or acted illegally."""
    place = len(game.events)
    if place == len(events):
        return  # what is on offer now has not passed yet
    table = game.table
    match event:
        case ev.Tsumo(actor=actor, pai=pai) if actor != seat:
            view = game.views[actor]
            if KIND_OF[TILE_OF[pai]] in view.waits and refuse_tsumo(view) is None:
                raise _OutOfKeeping
            following = events[place]
            if isinstance(following, ev.Ankan) and refuse_closed_kan(view, _kind(following.consumed[0])):
                raise _OutOfKeeping
        case ev.Dahai() | ev.Ankan() | ev.Kakan():
            assert table.offer is not None
            for other in range(PLAYERS):
                view = game.views[other]
                if other != seat and KIND_OF[table.offer] in view.waits and refuse_ron(view) is None:
                    raise _OutOfKeeping
            actor = event.actor
            declared = isinstance(event, ev.Dahai) and table.seats[actor].pond[-1].riichi
            if declared and actor != seat and not tenpai_waits(game.own[actor].hand, game.rules):
                raise _OutOfKeeping


def _kind(name: str) -> int:
    return KIND_OF[TILE_OF[name]]
