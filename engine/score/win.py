"""The situation of a win: all that its worth depends on."""

from __future__ import annotations

from typing import NamedTuple

from engine.melds import Meld
from engine.rules import DEFAULT, Ruleset
from engine.tiles import EAST, Kind, Tile


class Win(NamedTuple):
    """One win (or a win asked about), with everything that decides what it is worth."""

    tiles: tuple[Tile, ...]
    """The concealed tiles, the winning tile among them."""
    winning_tile: Tile
    melds: tuple[Meld, ...] = ()
    tsumo: bool = False
    """Won by the own draw; otherwise by ron."""
    seat_wind: Kind = EAST
    """27–30."""
    round_wind: Kind = EAST
    """27–30."""
    riichi: int = 0
    """0 none, 1 riichi, 2 double riichi."""
    ippatsu: bool = False
    last_tile: bool = False
    """The last tile of the wall, or the discard after it."""
    rinshan: bool = False
    """The tile drawn after a kan."""
    chankan: bool = False
    """The tile of another player's kan."""
    first_turn: bool = False
    """The uninterrupted first go-around, before the winner's own first discard."""
    dora_indicators: tuple[Tile, ...] = ()
    """All indicators turned so far, those of kans too."""
    ura_indicators: tuple[Tile, ...] = ()
    tile_mixed: bool = False
    """The winner did not keep the drawn winning tile apart from the hand; see ``Ruleset.tile_apart``."""
    honba: int = 0
    """Honba, asked for by the two-han minimum alone."""
    rules: Ruleset = DEFAULT
