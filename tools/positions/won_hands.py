"""Won hands of bots: the position of the winner right before the win, and the ura indicators it turns over.

The round has honba or riichi sticks on the table. Hands with kans and triplets of honours are rare, so some
deals give one seat pairs and triplets, or most of a yaku; what follows is play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.hand import HAND_SIZE
from engine.outcome import WinResult
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.table import hand_number
from engine.tiles import (
    COPIES,
    EAST,
    IS_ORPHAN,
    KIND_OF,
    KINDS,
    MJAI,
    TILE_OF,
    Kind,
    Tile,
    all_tiles,
)
from engine.view import mask
from engine.wall import PLAYERS, Dice, Wall
from tools.positions.played_positions import Habits, seated_bots

MOST_HONBA, MOST_STICKS = 3, 2
"""On the table when the hand is dealt."""
TRIPLETS, PAIRS = 2, 2
"""What a deal gives to one seat."""
ORPHANS = 60
"""Percentage of these that are terminals or honours."""

TOWARDS: tuple[str, ...] = (
    *("sanshoku-doujun", "ittsu", "iipeikou", "chiitoitsu", "chanta", "junchan", "honitsu", "chinitsu"),
    *("toitoi", "sanankou", "tanyao", "pinfu"),
)
"""The yaku of which a deal can give most."""
LEFT_OUT = 2
"""Tiles of a yaku that the deal does not give, so that the hand has to be built."""


class WonHand(NamedTuple):
    """A win that is about to be declared."""

    position: SeatPosition
    """Up to the winning tile, as the winner sees it."""
    ura: tuple[Tile, ...]
    """The ura indicators that the winner turns over; empty without riichi."""
    undrawn: tuple[Tile, ...]
    """What is left in the wall, indicators left out: each of them could have been the first indicator."""

    def with_indicator(self, tile: Tile) -> SeatPosition:
        """The same hand with another first indicator; nobody's tiles change."""
        rules, seat, events = self.position.rules, self.position.seat, self.position.events
        first = next(place for place, each in enumerate(events) if isinstance(each, ev.StartKyoku))
        start = events[first]
        assert isinstance(start, ev.StartKyoku)
        other = replace(start, dora_marker=MJAI[tile])
        return SeatPosition(rules, seat, (*events[:first], other, *events[first + 1 :]))


def won_hand(
    rules: Ruleset, dice: Dice, habits: Habits, *, collects: bool = False, towards: str = ""
) -> WonHand | None:
    """One hand of bots, played to its end; None unless exactly one player wins.

    ``collects``: the deal gives one seat pairs and triplets. ``towards``: it gives one most of this yaku, one
    of ``TOWARDS``.
    """
    game = _dealt(rules, dice, collects=collects, towards=towards)
    players = seated_bots(habits, dice)
    while game.outcome is None:
        game.step({seat: players[seat].choose(game.view(seat), game.options(seat)) for seat in game.acting})
    if len(game.outcome.wins) != 1:
        return None
    (win,) = game.outcome.wins
    last = max(
        number for number, event in enumerate(game.events) if isinstance(event, ev.Tsumo | ev.OfferEvent)
    )
    heard = tuple(mask(event, win.winner) for event in game.events[: last + 1])
    return WonHand(SeatPosition(rules, win.winner, heard), win.ura_indicators, _undrawn(game, win))


def _undrawn(game: Round, win: WinResult) -> tuple[Tile, ...]:
    """The tiles of the wall that nobody has drawn and that are no indicators."""
    left = Counter(all_tiles(game.rules.red_fives))
    left -= Counter((*game.table.indicators, *win.ura_indicators))
    for event in game.events:
        if isinstance(event, ev.StartKyoku):
            left -= Counter(TILE_OF[name] for hand in event.tehais for name in hand)
        elif isinstance(event, ev.Tsumo):
            left -= Counter((TILE_OF[event.pai],))
    return tuple(sorted(left.elements()))


def _dealt(rules: Ruleset, dice: Dice, *, collects: bool, towards: str) -> Round:
    """A round with honba, riichi sticks, or both, on the table; each stick is some player's."""
    dealer, wind = dice.below(PLAYERS), EAST + dice.below(2)
    honba = dice.below(MOST_HONBA + 1)
    sticks = dice.below(MOST_STICKS + 1) if honba else 1 + dice.below(MOST_STICKS)
    scores = [rules.start_points] * PLAYERS
    for _ in range(sticks):
        scores[dice.below(PLAYERS)] -= rules.riichi_bet
    tiles = dice.shuffled(all_tiles(rules.red_fives))
    if towards:
        tiles = _given(tiles, most_of(towards, dice), dice)
    elif collects:
        tiles = _collected(tiles, dice)
    return Round(rules, Header(hand_number(wind, dealer + 1), honba, sticks, tuple(scores)), Wall(tiles))


def _collected(tiles: list[Tile], dice: Dice) -> list[Tile]:
    """The tiles with pairs and triplets at the beginning of one seat's deal."""
    wanted: list[Tile] = []
    for number, kind in enumerate(_kinds(TRIPLETS + PAIRS, dice)):
        copies = [tile for tile in tiles if KIND_OF[tile] == kind]
        wanted += copies[: COPIES - 1 if number < TRIPLETS else 2]
    return _moved(tiles, wanted, dice)


def _given(tiles: list[Tile], kinds: Iterable[Kind], dice: Dice) -> list[Tile]:
    """The tiles with some of these kinds at the beginning of one seat's deal."""
    left, wanted = tiles.copy(), []
    for kind in kinds:
        tile = next(tile for tile in left if KIND_OF[tile] == kind)
        left.remove(tile)
        wanted.append(tile)
    return _moved(tiles, wanted, dice)


def _moved(tiles: list[Tile], wanted: list[Tile], dice: Dice) -> list[Tile]:
    """The tiles with the wanted ones at the beginning of one seat's deal."""
    rest = tiles.copy()
    for tile in wanted:
        rest.remove(tile)
    place = dice.below(PLAYERS) * HAND_SIZE
    return [*rest[:place], *wanted, *rest[place:]]


def _kinds(number: int, dice: Dice) -> list[Kind]:
    """Different kinds, more often terminals and honours."""
    found: list[Kind] = []
    while len(found) < number:
        orphan = dice.below(100) < ORPHANS
        kinds = [kind for kind in range(KINDS) if IS_ORPHAN[kind] is orphan and kind not in found]
        found.append(kinds[dice.below(len(kinds))])
    return found


# -- most of a yaku ------------------------------------------------------------------------------------


def most_of(yaku: str, dice: Dice) -> list[Kind]:
    """Kinds of a hand with that yaku, some of them left out."""
    suit = 9 * dice.below(3)
    match yaku:
        case "sanshoku-doujun":
            number = dice.below(7)
            found = [kind for each in (0, 9, 18) for kind in _run(each + number)]
        case "ittsu":
            found = [kind for number in (0, 3, 6) for kind in _run(suit + number)]
        case "iipeikou":
            found = _run(suit + dice.below(7)) * 2
        case "chiitoitsu":
            found = [kind for kind in dice.shuffled(list(range(KINDS)))[:6] for _ in range(2)]
        case "chanta" | "junchan":
            ends = dice.shuffled([each + number for each in (0, 9, 18) for number in (0, 6)])[:3]
            found = [kind for end in ends for kind in _run(end)]
            found += (
                [EAST + dice.below(KINDS - EAST)] * 2 if yaku == "chanta" else [suit + 8 * dice.below(2)] * 2
            )
        case "honitsu" | "chinitsu":
            honours = list(range(EAST, KINDS)) if yaku == "honitsu" else []
            kinds = [kind for kind in [*range(suit, suit + 9), *honours] for _ in range(COPIES)]
            found = dice.shuffled(kinds)[: HAND_SIZE - 1]
        case "tanyao" | "pinfu":
            firsts = [each + number for each in (0, 9, 18) for number in (1, 2, 3, 4, 5)]
            found = [kind for first in dice.shuffled(firsts)[:3] for kind in _run(first)]
        case _:
            found = [kind for kind in _kinds(4, dice) for _ in range(COPIES - 1)]
    return dice.shuffled(found)[: len(found) - LEFT_OUT]


def _run(first: Kind) -> list[Kind]:
    return [first, first + 1, first + 2]
