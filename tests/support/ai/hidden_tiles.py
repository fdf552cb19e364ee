"""Deal anew every tile that one seat cannot see."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from engine.hand import Hand
from engine.round import Round, tiles_in_play
from engine.wall import DEAD_WALL, DEALT, MAX_KANS


def shuffled(game: Round, seat: int, chance: Random) -> Round:
    """The same hand as that seat sees it, with all tiles that it cannot see dealt anew."""
    twin = deepcopy(game)
    tiles = list(twin.wall._tiles)
    dead = len(tiles) - DEAD_WALL
    shown = {dead + MAX_KANS + number for number in range(len(twin.table.indicators))}
    places = [
        place
        for place in (*range(DEALT + twin.wall._drawn, dead), *range(dead + twin.wall._replaced, len(tiles)))
        if place not in shown
    ]
    others = [own for own in twin.own if own.seat != seat]
    hidden = [tiles[place] for place in places] + [tile for own in others for tile in own.hand.tiles]
    chance.shuffle(hidden)
    for place in places:
        tiles[place] = hidden.pop()
    twin.wall._tiles = tuple(tiles)
    for own in others:
        own.hand = Hand([hidden.pop() for _ in own.hand.tiles], own.hand.melds)
    assert not hidden
    assert sorted(tiles_in_play(twin)) == sorted(tiles_in_play(game))
    return twin
