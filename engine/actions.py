"""What a seat may do at a decision, how that is told as an event, and why it may not do the rest."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine import events as ev
from engine.hand import MeldKind
from engine.tiles import MJAI, NAMES, Tile, format_tiles

if TYPE_CHECKING:
    from engine.furiten import Cause


class WinCount(NamedTuple):
    """The yaku, han, fu and payments that a winner says, right or wrong."""

    yaku: tuple[str, ...]
    """Names of yaku, dora included, each once."""
    han: int | None
    """None for a yakuman, or where only the limit was said."""
    fu: int | None
    """Rounded; None for a yakuman, or where a limit makes it needless."""
    deltas: tuple[int, int, int, int]
    """Points gained by each seat, honba and riichi sticks counted."""
    mixed: bool = False
    """Whether the winning tile was not kept apart from the hand."""


class ActionKind(StrEnum):
    """All that a player can ever do."""

    DISCARD = "discard"
    RIICHI = "riichi"
    TSUMO = "tsumo"
    RON = "ron"
    CHI = "chi"
    PON = "pon"
    OPEN_KAN = "open-kan"
    ADDED_KAN = "added-kan"
    CLOSED_KAN = "closed-kan"
    NINE_TERMINALS = "nine-terminals"
    TENPAI = "tenpai"
    NOTEN = "noten"
    """The two declarations at an exhaustive draw, where errors are penalised."""
    WITHDRAWN_WIN = "withdrawn-win"
    """A win called and taken back before the hand is shown: never legal, see ``engine.fouls``."""
    COUNT = "count"
    """A winner says what the hand is worth, where that is said."""
    CHALLENGE = "challenge"
    """Another player doubts the win or its value."""
    PASS = "pass"


class Action(NamedTuple):
    """One choice.

    ``tile`` is the tile discarded (also with riichi), won on, called, or added to a pon;
    ``consumed`` the own tiles that go into a meld (all four for a closed kan);
    ``tsumogiri`` distinguishes a discard of the tile just drawn from an equal tile of the hand;
    ``said`` is what a winner says of the hand.
    """

    kind: ActionKind
    tile: Tile | None = None
    consumed: tuple[Tile, ...] = ()
    tsumogiri: bool = False
    said: WinCount | None = None

    def __str__(self) -> str:
        words = [self.kind.value]
        if self.tile is not None:
            words.append(NAMES[self.tile])
        if self.consumed:
            words.append(f"with {format_tiles(self.consumed)}")
        return " ".join(words)


PASS = Action(ActionKind.PASS)
TENPAI = Action(ActionKind.TENPAI)
NOTEN = Action(ActionKind.NOTEN)
CHALLENGE = Action(ActionKind.CHALLENGE)

CALL_OF = {
    MeldKind.CHI: ActionKind.CHI,
    MeldKind.PON: ActionKind.PON,
    MeldKind.OPEN_KAN: ActionKind.OPEN_KAN,
}
"""The action that calls a discard for such a group."""


def move_event(seat: int, action: Action, source: int) -> ev.OfferEvent | ev.DiscardCall:
    """The event with which a discard, call or kan of that seat is told; of riichi that of its discard.

    ``source`` is the seat whose discard is called.
    """
    if action.kind in DISCARDS:  # nearly every move is one
        assert action.tile is not None
        return ev.Dahai(seat, MJAI[action.tile], action.tsumogiri)
    own = [MJAI[tile] for tile in action.consumed]
    if action.kind is ActionKind.CLOSED_KAN:
        return ev.Ankan(seat, own)
    assert action.tile is not None
    tile = MJAI[action.tile]
    match action.kind:
        case ActionKind.ADDED_KAN:
            return ev.Kakan(seat, tile, own)
        case ActionKind.CHI:
            return ev.Chi(seat, source, tile, own)
        case ActionKind.PON:
            return ev.Pon(seat, source, tile, own)
    return ev.Daiminkan(seat, source, tile, own)


WINS = (ActionKind.TSUMO, ActionKind.RON)
DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)
CALLS = (ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN)
OWN_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)
"""Kans on the own turn."""


class Why(StrEnum):
    """Reasons that an action is not possible now."""

    NOT_YOUR_TURN = "not-your-turn"
    NO_CLAIM = "no-claim"
    """There is no discard to claim."""
    NO_DRAW = "no-draw"
    """Nothing was drawn (after a chi or pon, only a discard is possible)."""
    NOT_COMPLETE = "not-complete"
    NO_YAKU = "no-yaku"
    TWO_HAN_MINIMUM = "two-han-minimum"
    FURITEN = "furiten"
    NOT_IN_HAND = "not-in-hand"
    KUIKAE = "kuikae"
    LOCKED_BY_RIICHI = "locked-by-riichi"
    ALREADY_RIICHI = "already-riichi"
    HAND_OPEN = "hand-open"
    NOT_TENPAI = "not-tenpai"
    TOO_FEW_POINTS = "too-few-points"
    WALL_TOO_SHORT = "wall-too-short"
    LAST_TILE = "last-tile"
    """The last tile can only be won on."""
    NOT_FROM_LEFT = "not-from-left"
    """Chi takes only the discard of the player to the left."""
    NO_TILES_FOR_IT = "no-tiles-for-it"
    NO_LEGAL_DISCARD = "no-legal-discard"
    """The call would leave nothing that may be discarded."""
    FOUR_KANS = "four-kans"
    KAN_CHANGES_WAITS = "kan-changes-waits"
    KAN_CHANGES_READING = "kan-changes-reading"
    """After riichi: the three tiles are not a triplet in every reading (strict rule)."""
    NOT_THE_DRAWN_TILE = "not-the-drawn-tile"
    """After riichi only the tile just drawn can make a kan."""
    NOT_FIRST_TURN = "not-first-turn"
    NOT_NINE_KINDS = "not-nine-kinds"
    NOT_IN_RULES = "not-in-rules"
    FOUR_KANS_DRAW = "four-kans-draw"
    """After the fourth kan of several players the discard can only be won on."""
    DEAD_HAND = "dead-hand"
    """The hand is dead for an offence."""
    NO_WIN_CALLED = "no-win-called"
    """A value is said, and may be challenged, after a win was called."""
    WALL_NOT_EMPTY = "wall-not-empty"
    """Tenpai and noten are declared when the wall is empty."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not possible: the reason and the facts that a sentence about it needs."""

    why: Why
    causes: tuple[Cause, ...] = ()
    """The causes of furiten, where that is the reason."""
    tiles: tuple[Tile, ...] = ()
    """The tiles the reason is about (waits, forbidden discards, …)."""
    number: int | None = None
    """The number that the rule asks for: points, tiles left in the wall, kinds of terminals and honours."""


class IllegalAction(ValueError):
    """An action that is not among the options; nothing has changed. ``refusal`` says why."""

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal
