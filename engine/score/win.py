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
from engine.tiles import DORA_OF, EAST, HONOURS, KIND_OF, KINDS, ORPHANS, RED_OF, Kind, Tile, parse_tiles


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

_STANDARD = Form.STANDARD
_CHI, _CLOSED_KAN = MeldKind.CHI, MeldKind.CLOSED_KAN

_SUIT_WIDTH = 21
_SUIT_FIELD = (1 << _SUIT_WIDTH) - 1
_RED = 1 << 4 * _SUIT_WIDTH
_PACKED_KEYS: tuple[int, ...] = tuple(
    (POWERS[kind] << _SUIT_WIDTH * SUIT_OF[kind]) + (_RED if tile != kind else 0)
    for tile, kind in enumerate(KIND_OF)
)
"""What each tile adds to the four keys of a hand, all four in one number (a key is below 2^21), with the
number of red fives above them."""

CompletedBy = tuple[WaitType, Kind | None]
"""The wait that the winning tile completed, and the triplet that it opened (a ron on a triplet) or None."""
_PAIR: CompletedBy = (TANKI, None)
_RYANMEN: CompletedBy = (RYANMEN, None)
_KANCHAN: CompletedBy = (WaitType.KANCHAN, None)
_PENCHAN: CompletedBy = (WaitType.PENCHAN, None)
_UNKNOWN: CompletedBy = (SHANPON, None)
"""The place of a tile that was mixed into the hand: a wait that brings neither fu nor a yaku."""


def kind_mask(kinds: Iterable[Kind]) -> int:
    """The bit mask of a set of kinds."""
    return sum(1 << kind for kind in set(kinds))


ALL = kind_mask(range(KINDS))
SUITS = tuple(kind_mask(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOUR_BITS = kind_mask(HONOURS)
ORPHAN_BITS = kind_mask(ORPHANS)

(
    ONLY_SIMPLES,
    ONLY_SUIT_TILES,
    ONLY_HONOURS,
    ONLY_ORPHANS,
    ONLY_GREEN,
    M_OR_HONOURS,
    P_OR_HONOURS,
    S_OR_HONOURS,
    OUTSIDE,
) = (1 << trait for trait in range(9))
"""Traits of a group or a pair: what all of its tiles are, or that one of them is an orphan (``OUTSIDE``).
A hand has the traits that its groups and its pair share."""
FLUSH = M_OR_HONOURS | P_OR_HONOURS | S_OR_HONOURS
"""A hand has one of these exactly when it holds at most one suit."""
_MADE_OF = {
    ONLY_SIMPLES: ALL & ~ORPHAN_BITS,
    ONLY_SUIT_TILES: ALL & ~HONOUR_BITS,
    ONLY_HONOURS: HONOUR_BITS,
    ONLY_ORPHANS: ORPHAN_BITS,
    ONLY_GREEN: kind_mask(parse_tiles("23468s6z")),
    M_OR_HONOURS: SUITS[0] | HONOUR_BITS,
    P_OR_HONOURS: SUITS[1] | HONOUR_BITS,
    S_OR_HONOURS: SUITS[2] | HONOUR_BITS,
}
_ANY_TRAIT = sum(_MADE_OF) | OUTSIDE


def _traits(kinds: int) -> int:
    """The traits of a group of these kinds, given as a mask."""
    found = sum([trait for trait, allowed in _MADE_OF.items() if not kinds & ~allowed])
    return found | OUTSIDE if kinds & ORPHAN_BITS else found


def kinds_of(traits: int) -> int:
    """The kinds that a hand of these traits can hold, as a mask."""
    found = ALL
    for trait, kinds in _MADE_OF.items():
        if traits & trait:
            found &= kinds
    return found


_TRAITS = [_traits(1 << kind) for kind in range(KINDS)]
"""By kind, the traits of a pair, a triplet or a kan of it."""
_SEQUENCE_TRAITS = [_traits(0b111 << first) for first in range(EAST)]
"""By first kind, the traits of a sequence."""


class WinTiles:
    """The tiles and the melds of a win, which all of its readings share."""

    __slots__ = (
        "closed",
        "has_red",
        "keys",
        "mixed",
        "sequences",
        "tiles",
        "traits",
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
        self.sequences: tuple[Kind, ...] = ()
        """First kinds of the called sequences."""
        self.triplets: list[tuple[Kind, Meld]] = []
        """Called triplets and all kans."""
        self.traits = _ANY_TRAIT
        """The traits that the melds share; all, if there are none."""
        packed = 0
        for tile in self.tiles:
            packed += _PACKED_KEYS[tile]
        self.keys = (
            packed & _SUIT_FIELD,
            packed >> _SUIT_WIDTH & _SUIT_FIELD,
            packed >> 2 * _SUIT_WIDTH & _SUIT_FIELD,
            packed >> 3 * _SUIT_WIDTH & _SUIT_FIELD,
        )
        """The base-5 keys of the concealed tiles, see ``Hand.keys``."""
        self.has_red = packed >= _RED
        """Whether a red five is in the hand."""
        if win.melds:
            self._add_melds(win.melds)

    def _add_melds(self, melds: tuple[Meld, ...]) -> None:
        for meld in melds:
            self.tiles += meld.tiles
            if max(meld.tiles) >= KINDS:
                self.has_red = True
            if meld.kind is _CHI:
                self.sequences += (meld.first,)
                self.traits &= _SEQUENCE_TRAITS[meld.first]
            else:
                kind = KIND_OF[meld.tiles[0]]
                self.triplets.append((kind, meld))
                self.traits &= _TRAITS[kind]
            if meld.kind is not _CLOSED_KAN:
                self.closed = False

    def count_dora(self, indicators: tuple[Tile, ...]) -> int:
        """The number of times that the tiles of the hand are dora by these indicators."""
        count = 0
        for indicator in indicators:
            dora = DORA_OF[KIND_OF[indicator]]
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
        "facts",
        "opened",
        "pair",
        "reading",
        "runs",
        "sequences",
        "traits",
        "triplets",
        "wait",
        "win",
    )
    wait: WaitType
    opened: Kind | None

    def __init__(self, facts: WinTiles, reading: Reading) -> None:
        self.facts = facts
        self.win = facts.win
        self.reading = reading
        self.pair = pair = reading.pair
        traits = facts.traits
        if pair is not None:
            traits &= _TRAITS[pair]
        else:
            for tile in facts.tiles:
                traits &= _TRAITS[KIND_OF[tile]]
        runs = triplets = 0
        for first in reading.sequences:
            runs |= 1 << first
            traits &= _SEQUENCE_TRAITS[first]
        for kind in reading.triplets:
            triplets |= 1 << kind
            traits &= _TRAITS[kind]
        for first in facts.sequences:
            runs |= 1 << first
        for kind, _ in facts.triplets:
            triplets |= 1 << kind
        self.sequences: tuple[Kind, ...] = facts.sequences + reading.sequences
        """First kinds of all sequences."""
        self.runs = runs
        """Mask of the first kinds of all sequences."""
        self.triplets = triplets
        """Mask of the kinds of all triplets and kans."""
        self.traits = traits
        """The traits that all groups and the pair share; nothing asks for those of thirteen orphans."""

    def places(self) -> list[CompletedBy]:
        """Each place that the winning tile may have taken."""
        facts, reading = self.facts, self.reading
        if facts.mixed:
            return [_UNKNOWN]
        if reading.form is not _STANDARD:
            return [_PAIR]
        winning, sequences = facts.winning, reading.sequences
        places = [_PAIR] if reading.pair == winning else []
        if winning - 2 in sequences:
            places.append(_PENCHAN if winning % 9 == 2 else _RYANMEN)
        if winning - 1 in sequences:
            places.append(_KANCHAN)
        if winning in reading.triplets:
            places.append((SHANPON, None if facts.win.tsumo else winning))
        if winning in sequences:
            place = _PENCHAN if winning % 9 == 6 else _RYANMEN
            if place not in places:
                places.append(place)
        return places

    @property
    def kans(self) -> int:
        """The number of kans."""
        return sum([len(meld.tiles) == KAN_SIZE for _, meld in self.facts.triplets])

    @property
    def concealed_triplets(self) -> int:
        """Triplets and kans that are neither called nor completed by ron."""
        closed_kans = sum([meld.kind is _CLOSED_KAN for _, meld in self.facts.triplets])
        return len(self.reading.triplets) - (self.opened is not None) + closed_kans
