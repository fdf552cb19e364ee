"""Notation of moves: ``left 9m``, ``you 3s>2p``, ``right riichi 4s!``, ``across pon 5z 9m``.

A move is one turn of one player and ends with a discard. ``9m`` is discarded from the hand, ``9m!`` is
tsumogiri, ``3s>9m`` draws the 3s and discards the 9m. Before the discard there may be ``riichi``; ``chi``
with the two own tiles; or ``pon``, ``open-kan`` or ``kan`` with the tile. ``open-kan`` calls the discard of
another player; ``kan`` is an added kan if the player has that pon, else a closed one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import NotationError, Tile, parse_tile, parse_tiles


class RelativeSeat(StrEnum):
    """The seats relative to the player."""

    YOU = "you"
    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"

    @property
    def steps(self) -> int:
        """The number of seats after the player in turn order."""
        return tuple(RelativeSeat).index(self)


class Deed(StrEnum):
    """The action before the discard."""

    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    OPEN_KAN = "open-kan"
    KAN = "kan"


class MoveError(ValueError):
    """Text that is not a move, or a move that cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Move:
    """One turn. ``line`` is its line in the text, counted from 1."""

    side: RelativeSeat
    discard: Tile
    deed: Deed | None = None
    tiles: tuple[Tile, ...] = ()
    """The own tiles of a chi; the tile, once, of a pon or any kan."""
    drawn: Tile | None = None
    """The drawn tile, if the text names it."""
    as_drawn: bool = False
    """Whether the drawn tile is discarded (tsumogiri)."""
    line: int = 0

    @property
    def calls(self) -> bool:
        """Whether the turn begins with another player's discard instead of a draw."""
        return self.deed in (Deed.CHI, Deed.PON, Deed.OPEN_KAN)

    @property
    def draws(self) -> bool:
        """Whether a tile is drawn before the discard, from the wall or as a replacement tile."""
        return self.deed not in (Deed.CHI, Deed.PON)


def parse_moves(text: str) -> tuple[Move, ...]:
    """Parse moves separated by commas and lines; raises MoveError with the line and the invalid words."""
    moves = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        for words in filter(None, map(str.strip, line.split(","))):
            try:
                moves.append(_parse(words.split(), number))
            except (MoveError, NotationError) as error:
                raise MoveError(f"line {number}, '{words}': {error}") from None
    return tuple(moves)


def _parse(words: list[str], line: int) -> Move:
    side = _side(words[0])
    deed, tiles, rest = _deed(words[1:])
    if len(rest) != 1:
        raise MoveError("a move ends with one discard")
    drawn, mark, thrown = rest[0].rpartition(">")
    as_drawn = thrown.endswith("!")
    if (mark or as_drawn) and deed in (Deed.CHI, Deed.PON):
        raise MoveError("nothing is drawn before the discard after a call")
    if mark and as_drawn:
        raise MoveError("either > or !, not both")
    if mark and deed in (Deed.KAN, Deed.OPEN_KAN):
        raise MoveError("a kan is made with the tile drawn: > has no place in it")
    return Move(
        side,
        parse_tile(thrown.removesuffix("!")),
        deed,
        tiles,
        parse_tile(drawn) if mark else None,
        as_drawn,
        line,
    )


def _side(word: str) -> RelativeSeat:
    try:
        return RelativeSeat(word)
    except ValueError:
        raise MoveError(f"'{word}' is nobody (there are: {', '.join(RelativeSeat)})") from None


def _deed(words: list[str]) -> tuple[Deed | None, tuple[Tile, ...], list[str]]:
    """Parse the action before the discard: the action, its tiles, and the remaining words."""
    if not words or words[0] not in tuple(Deed):
        return None, (), words
    deed = Deed(words[0])
    if deed is Deed.RIICHI:
        return deed, (), words[1:]
    wanted = 2 if deed is Deed.CHI else 1
    tiles = parse_tiles(words[1]) if len(words) > 1 else ()
    if len(tiles) != wanted:
        raise MoveError(f"{deed} is followed by {'two own tiles' if wanted == 2 else 'its tile'}")
    return deed, tiles, words[2:]
