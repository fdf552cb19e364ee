"""A win: its situation, what it is worth item by item, and the arrangements of its tiles that are scored.

Sets of kinds are kept as bit masks (bit ``k`` is kind ``k``), so that the conditions of the yaku
are one or two operations each.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from engine.hand import POWERS, SUIT_OF, Meld, MeldKind
from engine.rules import DEFAULT, Ruleset
from engine.shape import Form, Reading
from engine.tiles import DORA_OF, EAST, KIND_OF, KINDS, RED_OF, Kind, Tile


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


class WaitType(StrEnum):
    """The group that the winning tile completed."""

    RYANMEN = "ryanmen"
    """A sequence, from either side."""
    KANCHAN = "kanchan"
    """The middle of a sequence."""
    PENCHAN = "penchan"
    """The 3 of 123 or the 7 of 789."""
    SHANPON = "shanpon"
    """A triplet."""
    TANKI = "tanki"
    """The pair; also the wait of seven pairs and of thirteen orphans."""


KAN_SIZE = 4
RYANMEN, SHANPON, TANKI = WaitType.RYANMEN, WaitType.SHANPON, WaitType.TANKI
_SEQUENCE_WAITS: tuple[tuple[WaitType, WaitType, WaitType], ...] = tuple(
    (
        WaitType.PENCHAN if rank == 6 else RYANMEN,
        WaitType.KANCHAN,
        WaitType.PENCHAN if rank == 0 else RYANMEN,
    )
    for rank in range(7)
)
"""By the rank (from 0) of a sequence's first tile and the place of the winning tile in it."""

_STANDARD = Form.STANDARD
_CHI, _CLOSED_KAN = MeldKind.CHI, MeldKind.CLOSED_KAN

_SUIT_WIDTH = 21
_SUIT_FIELD = (1 << _SUIT_WIDTH) - 1
_PACKED_KEYS: tuple[int, ...] = tuple(POWERS[kind] << _SUIT_WIDTH * SUIT_OF[kind] for kind in KIND_OF)
"""What each tile adds to the four keys of a hand, all four in one number (a key is below 2^21)."""
_BITS: tuple[int, ...] = tuple(1 << kind | 1 << tile for tile, kind in enumerate(KIND_OF))
"""The bit of each tile's kind; a red five has one of its own besides."""

CompletedBy = tuple[WaitType, Kind | None]
"""What the winning tile completed, and the triplet that it opened (a ron on a triplet) or None."""
_PAIR: CompletedBy = (TANKI, None)
_UNKNOWN: list[CompletedBy] = [(SHANPON, None)]
"""The place of a tile that was mixed into the hand: a wait that brings neither fu nor a yaku."""


def kind_mask(kinds: Iterable[Kind]) -> int:
    """The bit mask of a set of kinds."""
    return sum(1 << kind for kind in set(kinds))


ALL = kind_mask(range(KINDS))
SUITS = tuple(kind_mask(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_M, _P, _S = SUITS


class WinTiles:
    """The tiles and the melds of a win, which all of its readings share."""

    __slots__ = (
        "closed",
        "flush",
        "has_red",
        "keys",
        "kinds",
        "mixed",
        "sequences",
        "tiles",
        "triplets",
        "win",
        "winning",
    )

    def __init__(self, win: Win) -> None:
        self.win = win
        self.winning: Kind = KIND_OF[win.winning_tile]
        self.mixed = win.tile_mixed and win.tsumo and win.rules.tile_apart
        """Whether nothing that needs a particular wait counts."""
        self.closed = True
        """Whether no meld opens the hand."""
        self.tiles: tuple[Tile, ...] = win.tiles
        """All tiles, melds included."""
        self.sequences: list[Kind] = []
        """First kinds of the called sequences."""
        self.triplets: list[tuple[Kind, Meld]] = []
        """Called triplets and all kans."""
        packed = sum(map(_PACKED_KEYS.__getitem__, win.tiles))
        self.keys = (
            packed & _SUIT_FIELD,
            packed >> _SUIT_WIDTH & _SUIT_FIELD,
            packed >> 2 * _SUIT_WIDTH & _SUIT_FIELD,
            packed >> 3 * _SUIT_WIDTH,
        )
        """The base-5 keys of the concealed tiles, see ``Hand.keys``."""
        if win.melds:
            self._add_melds(win.melds)
        bits = 0
        for tile in self.tiles:
            bits |= _BITS[tile]
        self.has_red = bits > ALL
        """Whether a red five is in the hand."""
        self.kinds = kinds = bits & ALL
        """Mask of all kinds in the hand, melds included."""
        self.flush = (kinds & _M != 0) + (kinds & _P != 0) + (kinds & _S != 0) < 2
        """Whether at most one suit is in the hand; honours do not matter."""

    def _add_melds(self, melds: tuple[Meld, ...]) -> None:
        for meld in melds:
            self.tiles += meld.tiles
            if meld.kind is _CHI:
                self.sequences.append(meld.first)
            else:
                self.triplets.append((KIND_OF[meld.tiles[0]], meld))
            if meld.kind is not _CLOSED_KAN:
                self.closed = False

    def count_dora(self, indicators: tuple[Tile, ...]) -> int:
        """The number of times that the tiles of the hand are dora by these indicators."""
        count = 0
        for indicator in indicators:
            dora = DORA_OF[KIND_OF[indicator]]
            if self.kinds >> dora & 1:
                count += self.tiles.count(dora)
                if dora in RED_OF:
                    count += self.tiles.count(RED_OF[dora])
        return count


class Arrangement:
    """One reading with the winning tile in its place, as the conditions of the yaku see it.

    The winning tile can have several places, which ``places`` lists. ``wait`` and ``opened`` belong to the
    place that is being scored.
    """

    __slots__ = (
        "closed",
        "concealed",
        "facts",
        "kans",
        "kinds",
        "opened",
        "pair",
        "places",
        "reading",
        "rules",
        "runs",
        "sequences",
        "triplets",
        "twins",
        "wait",
        "win",
    )

    def __init__(self, facts: WinTiles, reading: Reading) -> None:
        win = facts.win
        winning = facts.winning
        self.facts = facts
        self.win = win
        self.rules = win.rules
        self.closed = facts.closed
        self.kinds = facts.kinds
        self.reading = reading
        self.pair = reading.pair
        self.wait, self.opened = _PAIR
        sequences = facts.sequences.copy()
        concealed = []
        places = [_PAIR] if reading.pair == winning or reading.form is not _STANDARD else []
        triplets = self.kans = 0
        for first, is_sequence in reading.groups:
            if is_sequence:
                sequences.append(first)
                if first <= winning <= first + 2:
                    place: CompletedBy = _SEQUENCE_WAITS[first % 9][winning - first], None
                    if place not in places:
                        places.append(place)
            else:
                concealed.append(first)
                triplets |= 1 << first
                if first == winning:
                    places.append((SHANPON, None if win.tsumo else first))
        for kind, meld in facts.triplets:
            triplets |= 1 << kind
            self.kans += len(meld.tiles) == KAN_SIZE
        runs = 0
        for first in sequences:
            runs |= 1 << first
        self.places: list[CompletedBy] = _UNKNOWN if facts.mixed else places
        """Each place that the winning tile may have taken."""
        self.sequences: list[Kind] = sequences
        """First kinds of all sequences."""
        self.concealed: list[Kind] = concealed
        """Kinds of the triplets among the concealed tiles (closed kans are melds)."""
        self.runs = runs
        """Mask of the first kinds of all sequences."""
        self.twins = len(sequences) - runs.bit_count()
        """How many sequences are repetitions of others."""
        self.triplets = triplets
        """Mask of the kinds of all triplets and kans."""

    @property
    def concealed_triplets(self) -> int:
        """Triplets and kans that are neither called nor completed by ron."""
        closed_kans = sum(meld.kind is _CLOSED_KAN for _, meld in self.facts.triplets)
        return len(self.concealed) - (self.opened is not None) + closed_kans
