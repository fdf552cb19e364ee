"""Melds as Tenhou's XML records write them: one number of 16 bits.

Tiles are numbered 0–135 there, four in a row for each kind. The two lowest bits say from whom the tile was
called: 1 the next player, 2 the one across, 3 the one before, 0 none. Bit 2 marks a chi, bit 3 a pon, bit 4
an added kan; with none of them it is an open or closed kan, but for bit 5 alone, which sets a north aside
in three-player games.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.melds import MeldKind
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import THREE_PLAYERS
from engine.tiles import COPIES, EAST, KINDS

_SOURCE, _CHI, _PON, _ADDED, _NORTH = 0b11, 1 << 2, 1 << 3, 1 << 4, 1 << 5
_RUNS = 7
"""Sequences in a suit."""
_SUIT = 9


class TileMeld(NamedTuple):
    """A meld of numbered tiles.

    ``tiles`` holds the called tile first; an added kan the pon, then the tile added. ``source`` counts seats
    from the owner on, 0 for a closed kan.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    source: int


def decode_meld(code: int) -> TileMeld:
    """The meld of a number; raises RecordError when it is none."""
    if not 0 <= code < 1 << 16:
        raise RecordError(f"{code} is not the number of a meld")
    source = code & _SOURCE
    if code & _CHI:
        return _decode_chi(code, source)
    if code & (_PON | _ADDED):
        return _decode_pon(code, source)
    if code & _NORTH:
        raise RecordError(THREE_PLAYERS)
    called = code >> 8
    kind = called // COPIES
    if kind >= KINDS:
        raise RecordError(f"{code} is not the number of a meld")
    others = [kind * COPIES + copy for copy in range(COPIES) if kind * COPIES + copy != called]
    return TileMeld(MeldKind.OPEN_KAN if source else MeldKind.CLOSED_KAN, (called, *others), source)


def _decode_chi(code: int, source: int) -> TileMeld:
    pattern, called = divmod(code >> 10, 3)
    suit, rank = divmod(pattern, _RUNS)
    first = suit * _SUIT + rank
    if first >= EAST:
        raise RecordError(f"{code} is not the number of a meld")
    tiles = [(first + step) * COPIES + (code >> 3 + 2 * step & 0b11) for step in range(3)]
    return TileMeld(MeldKind.CHI, (tiles.pop(called), *tiles), source)


def _decode_pon(code: int, source: int) -> TileMeld:
    kind, called = divmod(code >> 9, 3)
    if kind >= KINDS or not source:
        raise RecordError(f"{code} is not the number of a meld")
    tiles = [kind * COPIES + copy for copy in range(COPIES)]
    fourth = tiles.pop(code >> 5 & 0b11)
    tiles.insert(0, tiles.pop(called))
    if code & _PON:
        return TileMeld(MeldKind.PON, tuple(tiles), source)
    return TileMeld(MeldKind.ADDED_KAN, (*tiles, fourth), source)


def encode_meld(meld: TileMeld) -> int:
    """The number of a meld."""
    called = meld.tiles[0]
    if meld.kind is MeldKind.CHI:
        tiles = sorted(meld.tiles)
        suit, rank = divmod(tiles[0] // COPIES, _SUIT)
        copies = sum((tile % COPIES) << 3 + 2 * step for step, tile in enumerate(tiles))
        return ((suit * _RUNS + rank) * 3 + tiles.index(called)) << 10 | copies | _CHI | meld.source
    if meld.kind in (MeldKind.PON, MeldKind.ADDED_KAN):
        pon = sorted(meld.tiles[:3])
        kind = called // COPIES
        fourth = next(copy for copy in range(COPIES) if kind * COPIES + copy not in pon)
        mark = _PON if meld.kind is MeldKind.PON else _ADDED
        return (kind * 3 + pon.index(called)) << 9 | fourth << 5 | mark | meld.source
    return called << 8 | meld.source
