"""A position played to its end many times: hidden tiles dealt anew, the same ones for every choice compared.

What the seat sees stays: its hand, ponds, melds, indicators, scores, and how many tiles are left. Hands of
the others and the wall are dealt at random out of the tiles that the seat cannot see, and then made such as
the course of the hand suggests:

- whoever has thrown a tile out of the hand has kept the one just drawn: for each such discard a hand draws
  once and throws what it needs least. So dealt, hands are about as far from tenpai as those that bots hold;
- a player in riichi is tenpai, and neither a tile that was let go since then nor any of the own discards can
  complete the hand: these players declare no riichi with a furiten wait;
- a closed hand without riichi is not tenpai: its player would have declared.

Left out is what else a discard tells: which tiles went early, what was not called, and the yaku that an open
hand is after. Points are those that the hand brings to the seat from the position on: riichi sticks and
payments at a draw are counted, places at the end of the game are not.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ai.bot import Bot
from ai.drills.played_positions import SeatPosition
from ai.reading.genbutsu import genbutsu
from engine import events as ev
from engine import shape
from engine.actions import Action
from engine.dice import Dice
from engine.hand import Hand
from engine.match import Header, deal
from engine.options import options
from engine.round import Round
from engine.rules import PRESETS, Ruleset
from engine.tiles import COPIES, KIND_OF, Kind, Tile, all_tiles
from engine.view import OwnHand, SeatView
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Wall

TENPAI_TRIES = 40
"""So many draws a player in riichi has to become tenpai."""
DEAL_TRIES = 200
"""So many deals are tried to find one that fits what is known of players in riichi."""
SLOTS = MAX_KANS + 1
"""Indicators of the dead wall."""


class NoDeal(RuntimeError):
    """No hidden tiles were found that fit the position."""


@dataclass(frozen=True, slots=True)
class Other:
    """What is known of an opponent's hand."""

    seat: int
    tiles: int
    melds: int
    changes: int
    """Discards out of the hand, those after a call left out: each stands for a draw that was kept."""
    closed: bool
    riichi: bool
    barred: frozenset[Kind]
    """Kinds that a hand in riichi cannot be waiting on."""


class Played(NamedTuple):
    """How a hand ended for the seat."""

    points: int
    won: bool
    dealt_in: bool


@dataclass(frozen=True, slots=True)
class Hidden:
    """What the seat cannot see: the hands of the others, and all tiles in the order of the wall."""

    hands: Mapping[int, Sequence[Tile]]
    wall: Sequence[Tile]


class Rollouts:
    """One position with the turn on its seat, to be played out; deals are numbered."""

    def __init__(self, moment: SeatPosition, seed: int) -> None:
        view = moment.view()
        self._seat, self._seed = moment.seat, seed
        self._score = view.me.score
        self._indicators = tuple(view.table.indicators)
        self._replaced = len(view.table.kans)
        self._drawn = LIVE_AT_START - view.table.live - self._replaced
        seen = view.visible()
        self._unseen = all_tiles(view.rules.red_fives)
        for tile in seen:
            self._unseen.remove(tile)
        for tile in self._indicators:
            seen.remove(tile)
        self._seen = seen
        others = [_other(view, seat) for seat in range(PLAYERS) if seat != view.seat]
        self._others = sorted(others, key=lambda other: not other.riichi)
        """Players in riichi come first: their hands are the hardest to find."""
        self._template = _dumped(_round(moment, view))

    def hidden(self, number: int) -> Hidden:
        """One deal of the hidden tiles."""
        dice = Dice(self._seed, number, 0)
        hands, rest = self._hands(dice)
        gone = [*self._seen, *(tile for tiles in hands.values() for tile in tiles)]
        out = DEALT + self._drawn
        assert len(gone) == out + self._replaced
        live, dead = rest[: LIVE_AT_START - self._drawn], rest[LIVE_AT_START - self._drawn :]
        replacements = [*gone[out:], *(dead.pop() for _ in range(MAX_KANS - self._replaced))]
        shown = [*self._indicators, *(dead.pop() for _ in range(SLOTS - len(self._indicators)))]
        assert len(dead) == SLOTS
        return Hidden(hands, (*gone[:out], *live, *replacements, *shown, *dead))

    def play(self, hidden: Hidden, action: Action, players: Sequence[Bot]) -> Played:
        """What becomes of it when the seat does this and everybody plays on like these players, by seat."""
        game = self.game(hidden)
        game.step({self._seat: action})
        while game.outcome is None:
            game.step(
                {seat: players[seat].choose(game.view(seat), game.options(seat)) for seat in game.acting}
            )
        wins = game.outcome.wins
        return Played(
            points=game.table.seats[self._seat].score - self._score,
            won=any(win.winner == self._seat for win in wins),
            dealt_in=any(win.winner != self._seat == win.target for win in wins),
        )

    def game(self, hidden: Hidden) -> Round:
        """The hand in progress, with these hidden tiles."""
        game = _loaded(self._template)
        wall = Wall(hidden.wall)
        for _ in range(self._drawn):
            wall.draw()
        for _ in range(self._replaced):
            wall.draw_replacement()
        game.wall = wall
        for seat, tiles in hidden.hands.items():
            own = game.own[seat]
            own.hand = Hand(tiles, game.table.seats[seat].melds)
            own.waits = shape.waits(own.hand.keys, len(own.hand.melds))
        return game

    def _hands(self, dice: Dice) -> tuple[dict[int, list[Tile]], list[Tile]]:
        """Hands of the others, and the tiles that are left."""
        for _ in range(DEAL_TRIES):
            deck = dice.shuffled(self._unseen)
            hands: dict[int, list[Tile]] = {}
            for other in self._others:
                hand = _developed(other, deck)
                if hand is None:
                    break
                hands[other.seat] = hand.tiles
            else:
                return hands, dice.shuffled(deck)
        raise NoDeal("no hands of the others fit the position")


def _other(view: SeatView, seat: int) -> Other:
    player = view.table.seats[seat]
    changes = sum(not discard.tsumogiri for discard in player.pond)
    calls = sum(meld.is_open for meld in player.melds)
    return Other(
        seat=seat,
        tiles=player.concealed,
        melds=len(player.melds),
        changes=max(0, changes - calls),
        closed=not calls,
        riichi=bool(player.riichi),
        barred=frozenset(genbutsu(view.table, seat)) if player.riichi else frozenset(),
    )


def _developed(other: Other, deck: list[Tile]) -> Hand | None:
    """A hand off the deck, as far on its way as the player's; None when it cannot be that player's.

    Tiles that are thrown on the way go under the deck.
    """
    hand = Hand(deck.pop() for _ in range(other.tiles))
    if other.riichi:
        for _ in range(TENPAI_TRIES):
            if shape.shanten_of(hand.keys, other.melds) == 0:
                break
            _draw(hand, other, deck)
        waits = shape.waits(hand.keys, other.melds)
        return hand if waits and other.barred.isdisjoint(waits) else None
    for _ in range(other.changes):
        _draw(hand, other, deck)
    if other.closed and shape.shanten_of(hand.keys, other.melds) == 0:
        return None
    return hand


def _draw(hand: Hand, other: Other, deck: list[Tile]) -> None:
    """Draw a tile and throw what is needed least; a closed hand without riichi stops short of tenpai."""
    drawn = deck.pop()
    hand.add(drawn)
    counts = hand.counts
    kind, shanten = KIND_OF[drawn], 0
    best: tuple[int, int, bool] | None = None
    for each, (steps, accepts) in shape.discards(hand.keys, other.melds).items():
        speed = -steps, sum(COPIES - counts[accepted] for accepted in accepts), each == KIND_OF[drawn]
        if best is None or speed > best:
            best, kind, shanten = speed, each, steps
    if kind == KIND_OF[drawn] or (other.closed and not other.riichi and shanten == 0):
        thrown = drawn
    else:
        thrown = next(tile for tile in hand.tiles if KIND_OF[tile] == kind)
    hand.remove(thrown)
    deck.insert(0, thrown)


def _round(moment: SeatPosition, view: SeatView) -> Round:
    """The hand with what the seat sees; hands of the others and the wall are still to be filled in."""
    start = moment.events[0]
    assert isinstance(start, ev.StartKyoku)
    game = deal(view.rules, Header.of(start), Wall(all_tiles(view.rules.red_fives)))
    game.events.clear()
    game.table = view.table
    game.own = [view.own if seat == view.seat else OwnHand(seat, ()) for seat in range(PLAYERS)]
    game.views = [SeatView(seat, game.table, own) for seat, own in enumerate(game.own)]
    # a round comes to a decision by its own steps only, and here it begins with one
    game._menus = {view.seat: options(game.views[view.seat])}
    return game


class _Pickler(pickle.Pickler):
    """Rulesets are values: they are named, not copied."""

    def persistent_id(self, obj: object) -> str | None:
        return obj.name if isinstance(obj, Ruleset) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Ruleset:
        return PRESETS[pid]


def _dumped(game: Round) -> bytes:
    stream = io.BytesIO()
    _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(game)
    return stream.getvalue()


def _loaded(template: bytes) -> Round:
    game: Round = _Unpickler(io.BytesIO(template)).load()
    return game
