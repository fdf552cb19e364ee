"""Notation of lessons: moves such as ``left 9m`` and ``right riichi 4s!``, and triggers of remarks.

A trigger says when a remark is made: ``entered temporary``, ``decision 2``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.furiten import FuritenKind
from engine.rules import Offence
from engine.tiles import KIND_OF, Kind, NotationError, Tile, parse_tile, parse_tiles


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


class Trigger(StrEnum):
    """Moments at which a lesson can show a remark, from the player's point of view."""

    DECISION = "decision"
    """Before that decision, counted from 1 in each line of play."""
    DRAWS = "draws"
    """The player draws that tile."""
    DISCARDS = "discards"
    """The player discards that tile."""
    RISKED = "risked"
    """The player discards a tile that can lose to somebody in riichi, and holds one that cannot."""
    OTHERS_THROW = "others-throw"
    """Another player discards that tile or adds it to a pon."""
    ENTERED = "entered"
    """The hand becomes furiten, of that kind or of any."""
    LEFT = "left"
    """A furiten ends while the hand continues."""
    PASSED = "passed"
    """The player passed on a winning tile. This trigger, ``MISSED`` and wins may name the tile."""
    MISSED = "missed"
    """A tile of the wait was discarded, but furiten or the lack of a yaku forbade the ron."""
    RIICHI = "riichi"
    """The player declares riichi without furiten."""
    FURITEN_RIICHI = "furiten-riichi"
    """The player declares riichi with a hand that is or becomes furiten."""
    BET_PAID = "bet-paid"
    """The player's riichi stands: nobody won on its tile, and the bet is paid."""
    CALLS = "calls"
    """The player calls that tile."""
    NOTEN_RIICHI = "noten-riichi"
    """The player declares riichi with a hand that is not tenpai."""
    WIN_CALLED = "win-called"
    """The player has called a win, and says next what the hand is worth."""
    MIXED = "mixed"
    """The player has laid the winning tile among the others."""
    TSUMO = "tsumo"
    RON = "ron"
    """The player wins."""
    DEALT_IN = "dealt-in"
    """Another player wins on the player's discard."""
    OTHERS_WON = "others-won"
    """Others win, but not on the player's discard."""
    DRAWN = "drawn"
    """The hand ends in a draw."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead-hand"
    """The player's error is penalised. Both may name the offence."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A text shown the first time that its trigger occurs in a line of play."""

    when: Trigger
    says: str
    """The id of the text."""
    number: int | None = None
    """The decision, for ``DECISION``."""
    tile: Kind | None = None
    """The tile, or None for any."""
    kind: FuritenKind | None = None
    """The kind of furiten, or None for any."""
    offence: Offence | None = None
    """The offence, or None for any."""
    above: bool = False
    """Whether it is shown above the middle of the table, because it is about the lines below."""
    suits: bool = False
    """Whether it shows how a tile of each suit looks and what it is called."""


def parse_remark(when: str, says: str) -> Remark:
    """Parse a trigger; raises MoveError, or NotationError for an invalid tile."""
    word, _, detail = when.partition(" ")
    try:
        moment = Trigger(word)
    except ValueError:
        raise MoveError(f"'{word}' is no moment (there are: {', '.join(Trigger)})") from None
    match moment:
        case Trigger.DECISION:
            if not detail.isdigit() or detail == "0":
                raise MoveError(f"'{when}' names no decision, such as decision 1")
            return Remark(moment, says, number=int(detail))
        case Trigger.DRAWS | Trigger.DISCARDS | Trigger.OTHERS_THROW | Trigger.CALLS:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.PASSED | Trigger.MISSED | Trigger.TSUMO | Trigger.RON | Trigger.DEALT_IN if detail:
            return Remark(moment, says, tile=KIND_OF[parse_tile(detail)])
        case Trigger.ENTERED | Trigger.LEFT if detail:
            if detail not in tuple(FuritenKind):
                raise MoveError(f"'{detail}' is no furiten (there are: {', '.join(FuritenKind)})")
            return Remark(moment, says, kind=FuritenKind(detail))
        case Trigger.CHOMBO | Trigger.DEAD_HAND if detail:
            if detail not in tuple(Offence):
                raise MoveError(f"'{detail}' is no offence (there are: {', '.join(Offence)})")
            return Remark(moment, says, offence=Offence(detail))
    if detail:
        raise MoveError(f"'{detail}' has no place after {word}")
    return Remark(moment, says)
