"""Tenhou's JSON records entry by entry: tiles as numbers, calls and kans as texts such as ``47p4747``.

The tile that was called stands behind the letter, and the letter's place says from whom it came: first of all
from the player before, after one tile from the one across, at the end from the next one. An added kan has
the tile added behind the letter; a closed kan may have its letter anywhere.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.melds import MeldKind
from engine.records.recorded_choices import RecordError, describe_value
from engine.tiles import MJAI, RED_FIVES
from engine.wording import counted

TSUMOGIRI = 60
"""Written in place of a tile that is discarded as it was drawn."""
NOTHING = 0
"""The entry in place of the discard of an open kan."""
RIICHI = "r"

LETTERS = {
    MeldKind.CHI: "c",
    MeldKind.PON: "p",
    MeldKind.OPEN_KAN: "m",
    MeldKind.ADDED_KAN: "k",
    MeldKind.CLOSED_KAN: "a",
}
_KINDS = {letter: kind for kind, letter in LETTERS.items()}
_SIZES = {MeldKind.CHI: 3, MeldKind.PON: 3}

TILE_CODES: dict[int, str] = {
    **{10 * (tile // 9 + 1) + tile % 9 + 1: MJAI[tile] for tile in range(34)},
    **{51 + suit: MJAI[red] for suit, red in enumerate(RED_FIVES)},
}
"""Tiles by their number: 11–19 m, 21–29 p, 31–39 s, 41–47 honours, 51–53 red fives."""
CODE_OF = {name: code for code, name in TILE_CODES.items()}

_MELD = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)")
_DISCARD = re.compile(RIICHI + r"(\d\d)")
_SHOWN = 24
"""So many characters of an entry are shown in a message."""


class Call(NamedTuple):
    """A call or kan.

    ``tiles`` holds the called tile first, in an added kan the added tile before it; ``source`` counts seats
    from the caller on to whom the tile came from, 0 for a closed kan.
    """

    kind: MeldKind
    tiles: tuple[str, ...]
    source: int


class Discard(NamedTuple):
    """A discard; ``tile`` is None for the tile just drawn."""

    tile: str | None
    riichi: bool


Take = str | Call
"""How a seat comes to a tile: it draws one, or calls one."""
Drop = Discard | Call | None
"""What a seat does with its turn; None is the place held open after an open kan."""


def read_tile(entry: object) -> str:
    """The name of a numbered tile; raises RecordError."""
    name = TILE_CODES.get(entry) if isinstance(entry, int) else None
    if name is None:
        raise RecordError(f"{shown(entry)} is not a tile")
    return name


def read_take(entry: object) -> Take:
    """One entry of a seat's draws; raises RecordError."""
    if isinstance(entry, str):
        call = _read_call(entry)
        if call.kind in (MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN):
            raise RecordError(f"{shown(entry)} is among the draws")
        return call
    return read_tile(entry)


def read_drop(entry: object) -> Drop:
    """One entry of a seat's discards; raises RecordError."""
    if not isinstance(entry, str):
        if type(entry) is int and entry in (NOTHING, TSUMOGIRI):
            return Discard(None, False) if entry == TSUMOGIRI else None
        return Discard(read_tile(entry), False)
    if match := _DISCARD.fullmatch(entry):
        code = int(match[1])
        return Discard(None if code == TSUMOGIRI else read_tile(code), True)
    call = _read_call(entry)
    if call.kind not in (MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN):
        raise RecordError(f"{shown(entry)} is among the discards")
    return call


def _read_call(entry: str) -> Call:
    match = _MELD.fullmatch(entry)
    if match is None:
        raise RecordError(f"{shown(entry)} is neither a tile nor a call")
    kind = _KINDS[match[2]]
    before, after = _tiles(match[1]), _tiles(match[3])
    if len(before) + len(after) != _SIZES.get(kind, 4):
        raise RecordError(f"{shown(entry)} has {counted(len(before) + len(after), 'tile')}")
    if kind is MeldKind.CLOSED_KAN:
        return Call(kind, (*before, *after), 0)
    if kind is MeldKind.CHI and before:
        raise RecordError(f"{shown(entry)} calls a sequence from a player who is not the previous one")
    if kind is MeldKind.ADDED_KAN:
        return Call(kind, (after[0], *after[1:2], *before, *after[2:]), max(1, 3 - len(before)))
    return Call(kind, (after[0], *before, *after[1:]), max(1, 3 - len(before)))


def write_call(call: Call) -> str:
    """The text of a call or kan."""
    behind = 2 if call.kind is MeldKind.ADDED_KAN else 1
    codes = [str(CODE_OF[name]) for name in call.tiles]
    own = codes[behind:]
    place = len(own) if call.source <= 1 else 3 - call.source
    return "".join([*own[:place], LETTERS[call.kind], *codes[:behind], *own[place:]])


def _tiles(text: str) -> list[str]:
    return [read_tile(int(text[place : place + 2])) for place in range(0, len(text), 2)]


def shown(entry: object) -> str:
    """An entry for a message: in quotes, as the record has it, and not too long."""
    return f"'{describe_value(entry)[:_SHOWN]}'"
