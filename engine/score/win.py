"""A win: the situation that its worth depends on, and what it is worth, item by item."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from engine.hand import Meld
from engine.rules import DEFAULT, Ruleset
from engine.shape import Reading
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


Limit = Literal["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]


class YakuItem(NamedTuple):
    """A yaku, or a kind of dora, and the han it brings."""

    name: str
    han: int


class YakumanItem(NamedTuple):
    """A yakuman and whether it counts once or twice."""

    name: str
    value: int


class FuItem(NamedTuple):
    """One source of fu."""

    name: str
    fu: int


class NoWinReason(StrEnum):
    """The reasons why tiles are not a win."""

    NOT_COMPLETE = "not complete"
    NO_YAKU = "no yaku"
    TWO_HAN_MINIMUM = "two-han minimum"


class NoWin(msgspec.Struct, frozen=True):
    """The answer for a hand that does not win."""

    reason: NoWinReason


class Score(msgspec.Struct, frozen=True):
    """The worth of a win.

    A hand of yakuman has ``yakuman_items`` and no ``yaku``, ``han``, ``fu``; renhou as a mangan has the yaku
    alone. ``fu`` is rounded, ``fu_items`` are not. ``base`` are basic points: what ``engine.score.points``
    turns into payments.
    """

    yaku: tuple[YakuItem, ...]
    yakuman: int
    """How many yakuman the hand is worth, 0 for a counted yakuman."""
    yakuman_items: tuple[YakumanItem, ...]
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: Limit | None
    base: int
    reading: Reading
