"""Tile kinds, red fives, and their notation both ways.

A tile is a small integer: 0–8 are 1m–9m, 9–17 are 1p–9p, 18–26 are 1s–9s, 27–33 are the honours
E S W N white green red, and 34, 35, 36 are the red fives of m, p and s. The *kind* of a tile is the
same integer with red fives read as plain fives; everything but dora counting looks at kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import normalize

Tile = int
"""A tile as it lies on the table, 0–36 (34–36 are red fives)."""

Kind = int
"""A tile without its colour, 0–33."""

KINDS = 34
COPIES = 4
RED_FIVES: tuple[Tile, Tile, Tile] = (34, 35, 36)
RED_OF: dict[Kind, Tile] = {4: 34, 13: 35, 22: 36}
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)

SUIT_LETTERS = "mpsz"
KIND_OF: tuple[Kind, ...] = (*range(34), 4, 13, 22)
"""``KIND_OF[tile]`` is the kind of a tile."""

NAMES: tuple[str, ...] = (
    *(f"{i % 9 + 1}{SUIT_LETTERS[i // 9]}" for i in range(34)),
    "0m",
    "0p",
    "0s",
)
"""``NAMES[tile]`` is the tile in this project's notation: ``1m`` … ``7z``, ``0p`` for a red five."""

MJAI: tuple[str, ...] = (*NAMES[:27], "E", "S", "W", "N", "P", "F", "C", "5mr", "5pr", "5sr")
"""``MJAI[tile]`` is the tile as the mjai protocol spells it."""

UNKNOWN = "?"
"""How the mjai protocol spells a tile that the reader may not see."""

SORT_KEY: tuple[int, ...] = tuple(2 * KIND_OF[tile] - (tile > 33) for tile in range(37))
"""Order of a sorted hand: by kind, a red five before the plain ones."""

TILE_OF: dict[str, Tile] = {name: tile for names in (NAMES, MJAI) for tile, name in enumerate(names)}
"""Both spellings of every tile."""

DORA_OF: tuple[Kind, ...] = tuple(
    kind // 9 * 9 + (kind % 9 + 1) % 9
    if kind < EAST
    else EAST + (kind - EAST + 1) % 4
    if kind < WHITE
    else WHITE + (kind - WHITE + 1) % 3
    for kind in range(KINDS)
)
"""``DORA_OF[kind]`` is the kind that an indicator of that kind makes dora."""

TERMINALS: frozenset[Kind] = frozenset({0, 8, 9, 17, 18, 26})
HONOURS: frozenset[Kind] = frozenset(range(27, 34))
ORPHANS: tuple[Kind, ...] = tuple(sorted(TERMINALS | HONOURS))
"""Terminals and honours, the thirteen kinds of the thirteen orphans."""

IS_ORPHAN: tuple[bool, ...] = tuple(kind in TERMINALS or kind in HONOURS for kind in range(KINDS))


class NotationError(ValueError):
    """A tile, hand or meld that cannot be read; the message names the part at fault."""


def dora_kinds(indicators: Iterable[Tile]) -> frozenset[Kind]:
    """The kinds that these indicators make dora."""
    return frozenset(DORA_OF[KIND_OF[indicator]] for indicator in indicators)


def is_red(tile: Tile) -> bool:
    """Whether the tile is a red five."""
    return tile > 33


_DRAWN = (*range(EAST, NORTH + 1), RED, GREEN, WHITE, *range(9), *range(18, 27), *range(9, 18))
"""The kinds of Unicode's tiles from U+1F000 on: winds, red, green, white, characters, bamboos, circles."""
_BY_CHARACTER: dict[str, Tile] = {MJAI[kind]: kind for kind in HONOURS} | {
    chr(0x1F000 + place): kind for place, kind in enumerate(_DRAWN)
}
"""Tiles that one character tells."""
_DRAWN_AS = ("\ufe0e", "\ufe0f")
"""Behind a character of Unicode: to be drawn as text, or in colours."""


def _plain(text: str) -> str:
    """The text in plain letters and digits."""
    return "".join(each for each in normalize("NFKC", text) if each not in _DRAWN_AS)


def parse_tile(text: str) -> Tile:
    """Read one tile: ``0m``, ``5mr``, ``1z``, ``E`` or a character of Unicode; full-width ones too."""
    plain = _plain(text)
    try:
        return _BY_CHARACTER[plain] if plain in _BY_CHARACTER else TILE_OF[plain]
    except KeyError:
        raise NotationError(f"'{text}' is not a tile") from None


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read a run of tiles such as ``123m406p11z``, in the order written; spaces are allowed.

    Honours may be the letters of mjai, ``EESSP``, a red five ``5mr``, and each tile a character of Unicode.
    An input method for Japanese types full-width digits and letters: they are the plain ones.
    """
    tiles: list[Tile] = []
    digits, before = "", " "
    for char in _plain(text):
        if char.isascii() and char.isdigit():
            digits += char
        elif char in SUIT_LETTERS and digits:
            tiles += [parse_tile(digit + char) for digit in digits]
            digits = ""
        elif char in _BY_CHARACTER and not digits:
            tiles.append(_BY_CHARACTER[char])
        elif char == "r" and before in SUIT_LETTERS and tiles[-1] in RED_OF:
            tiles[-1] = RED_OF[tiles[-1]]
        elif char.isspace() and digits:
            break
        elif not char.isspace():
            raise NotationError(f"'{char}' has no place in the tiles '{text}'")
        before = char
    if digits:
        raise NotationError(f"'{digits}' in '{text}' has no suit letter (m, p, s or z)")
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in the order given, runs of one suit sharing their letter."""
    text = ""
    for tile in tiles:
        name = NAMES[tile]
        text = text[:-1] + name if text.endswith(name[1]) else text + name
    return text


def sort_tiles(tiles: Iterable[Tile]) -> list[Tile]:
    """Sort as a hand lies on the table: by kind, red fives first among the fives."""
    return sorted(tiles, key=SORT_KEY.__getitem__)


def count_kinds(tiles: Iterable[Tile]) -> list[int]:
    """The number of tiles of each of the 34 kinds."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return counts


def all_tiles(red_fives: Sequence[int]) -> list[Tile]:
    """All 136 tiles in order, with that many red fives in m, p and s."""
    tiles = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for red, count in zip(RED_FIVES, red_fives, strict=True):
        first = tiles.index(KIND_OF[red])
        tiles[first : first + count] = [red] * count
    return tiles
