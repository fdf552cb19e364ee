"""What a seat cannot see, dealt at random in keeping with what it saw.

Hands of the others and the wall are dealt out of the tiles that the seat cannot see, and then made such as
the course of the hand suggests:

- whoever has discarded a tile out of the hand has kept the one just drawn: for each such discard a hand draws
  once and discards what it needs least. So dealt, hands are about as far from tenpai as those that bots hold;
- a player in riichi is tenpai, and neither a tile that was let go since then nor any of the own discards can
  complete the hand: these players declare no riichi with a furiten wait;
- a closed hand without riichi is not tenpai: its player would have declared.

Left out is what else a discard tells: which tiles went early, what was not called, and the yaku that an open
hand is after. That no player let a win pass is judged in ``deals``, by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ai.reading.genbutsu import genbutsu
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, Kind, Tile, all_tiles
from engine.view import SeatView
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS

TENPAI_TRIES = 40
"""So many draws a player in riichi has to become tenpai."""
DEAL_TRIES = 200
"""So many deals are tried to find one that fits what is known of players in riichi …"""
HAND_TRIES = 400
"""… and then so many hands for each of them, one player after the other."""
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


@dataclass(frozen=True, slots=True)
class Hidden:
    """What the seat cannot see: the hands of the others, and the wall from here on.

    ``live`` are the tiles that may still be drawn, ``replacements``, ``indicators`` and ``ura`` those that
    the dead wall still hides, each in its order.
    """

    hands: Mapping[int, Sequence[Tile]]
    live: Sequence[Tile]
    replacements: Sequence[Tile]
    indicators: Sequence[Tile]
    ura: Sequence[Tile]


class HiddenTiles:
    """The hidden tiles of one position, dealt as often as wanted; deals are numbered."""

    def __init__(self, view: SeatView, seed: int) -> None:
        table = view.table
        self._seed = seed
        self._shown = len(table.indicators)
        self._replaced = len(table.kans) - (table.phase in (Phase.ROB, Phase.KAN))
        self._drawn = LIVE_AT_START - table.live - self._replaced
        seen = view.visible()
        self._unseen = all_tiles(view.rules.red_fives)
        for tile in seen:
            self._unseen.remove(tile)
        self._dealt = len(seen) - self._shown
        others = [_other(view, seat) for seat in range(PLAYERS) if seat != view.seat]
        self._others = sorted(others, key=lambda other: not other.riichi)
        """Players in riichi come first: their hands are the hardest to find."""

    def deal(self, number: int, attempt: int = 0) -> Hidden:
        """The deal of that number. Raises NoDeal. ``attempt`` is another one, where the first was no good."""
        dice = Dice(self._seed, number, attempt)
        hands, rest = self._hands(dice)
        assert self._dealt + sum(map(len, hands.values())) == DEALT + self._drawn + self._replaced
        left = LIVE_AT_START - self._drawn
        live, dead = rest[:left], rest[left:]
        replacements = [dead.pop() for _ in range(MAX_KANS - self._replaced)]
        indicators = [dead.pop() for _ in range(SLOTS - self._shown)]
        assert len(dead) == SLOTS
        return Hidden(hands, live, replacements, indicators, dead)

    def _hands(self, dice: Dice) -> tuple[dict[int, list[Tile]], list[Tile]]:
        """Hands of the others, and the tiles that are left."""
        for tries in (*(1,) * DEAL_TRIES, *(HAND_TRIES,) * 2):
            deck = dice.shuffled(self._unseen)
            hands: dict[int, list[Tile]] = {}
            for other in self._others:
                hand, deck = _found(other, deck, tries, dice)
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


def _found(other: Other, deck: list[Tile], tries: int, dice: Dice) -> tuple[Hand | None, list[Tile]]:
    """A hand for the player within so many tries, and the deck without it."""
    for number in range(tries):
        left = deck if tries == 1 else dice.shuffled(deck) if number else deck.copy()
        hand = _developed(other, left)
        if hand is not None:
            return hand, left
    return None, deck


def _developed(other: Other, deck: list[Tile]) -> Hand | None:
    """A hand off the deck, as far on its way as the player's; None when it cannot be that player's.

    Tiles that are discarded on the way go under the deck.
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
    """Draw a tile and discard what is needed least; a closed hand without riichi stops short of tenpai."""
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
        discarded = drawn
    else:
        discarded = next(tile for tile in hand.tiles if KIND_OF[tile] == kind)
    hand.remove(discarded)
    deck.insert(0, discarded)
