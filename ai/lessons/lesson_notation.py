"""Notation of lessons: moves, triggers of remarks, and the starting position with the deal that leads to it.

Moves are ``left 9m`` and ``right riichi 4s!``. A trigger says when a remark is made: ``entered temporary``,
``decision 2``. The hands of a position are given as they are after the opening. The deal and the draws are
computed backwards from the moves: each discard from the hand was replaced by a drawn tile, and the last tiles
of a written hand were drawn last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.furiten import FuritenKind
from engine.hand import HAND_SIZE
from engine.round import Header
from engine.rules import Offence, Ruleset
from engine.table import hand_number
from engine.tiles import EAST, KIND_OF, NAMES, Kind, NotationError, Tile, all_tiles, parse_tile, parse_tiles
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Dice, Wall


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
    side = side_of_word(words[0])
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


def side_of_word(word: str, where: str = "") -> RelativeSeat:
    """The seat of that name; raises MoveError, which begins with ``where``."""
    if word not in tuple(RelativeSeat):
        raise MoveError(f"{where}'{word}' is nobody (there are: {', '.join(RelativeSeat)})")
    return RelativeSeat(word)


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


class Supply:
    """The tiles of the set that are not placed yet."""

    def __init__(self, rules: Ruleset, dice: Dice) -> None:
        self.left = dice.shuffled(all_tiles(rules.red_fives))

    def take(self, tiles: Iterable[Tile], what: str) -> list[Tile]:
        """Take these tiles; raises MoveError, which names ``what`` they are for, if one is not left."""
        taken = list(tiles)
        for tile in taken:
            if tile not in self.left:
                raise MoveError(f"{what}: no {NAMES[tile]} is left")
            self.left.remove(tile)
        return taken

    def fill(self, tiles: Sequence[Tile], size: int) -> list[Tile]:
        """The tiles, filled up with any others to ``size``."""
        return [*tiles, *(self.left.pop() for _ in range(size - len(tiles)))]

    def hand(self, held: Sequence[Tile], size: int) -> list[Tile]:
        """A typical hand in the middle of play: these tiles, a pair, sequences, and single tiles.

        It has at most two sequences, so that it is not tenpai.
        """
        hand = [*held]
        if len(hand) > size:
            raise MoveError(f"a hand of {size} tiles has no room for {len(hand)}")
        if len(hand) + 2 <= size:
            hand += self._pair()
        for _ in range(min(2, (size - len(hand)) // 3)):
            hand += self._sequence()
        return self.fill(hand, size)

    def _sequence(self) -> list[Tile]:
        first_of = {KIND_OF[tile]: tile for tile in reversed(self.left)}
        for first in list(self.left):
            kind = KIND_OF[first]
            if kind < EAST and kind % 9 <= 6 and first_of.keys() >= {kind, kind + 1, kind + 2}:
                return self.take([first_of[kind + step] for step in range(3)], "a hand")
        raise MoveError("too few tiles are left for another hand: name it")

    def _pair(self) -> list[Tile]:
        for first in list(self.left):
            twins = [tile for tile in self.left if KIND_OF[tile] == KIND_OF[first]][:2]
            if len(twins) == 2:
                return self.take(twins, "a hand")
        raise MoveError("too few tiles are left for another hand: name it")


def wall_of(
    supply: Supply,
    dealt: Sequence[Sequence[Tile]],
    live: Sequence[Tile],
    replacements: Sequence[Tile],
    indicators: Sequence[Tile],
    ura: Sequence[Tile],
) -> Wall:
    """The wall with these tiles, all taken from the supply, at the front of its parts.

    ``dealt`` are four hands of thirteen from East on. Raises MoveError if a part gets too many tiles.
    """
    parts = (
        ("the draws", live, LIVE_AT_START),
        ("the replacement tiles", replacements, MAX_KANS),
        ("the indicators", indicators, MAX_KANS + 1),
        ("the ura indicators", ura, MAX_KANS + 1),
    )
    tiles = [tile for hand in dealt for tile in hand]
    if len(tiles) != DEALT or len(dealt) != PLAYERS:
        raise MoveError(f"{len(tiles)} tiles are dealt instead of {DEALT}")
    for what, named, size in parts:
        if len(named) > size:
            raise MoveError(f"{what}: {len(named)} tiles, and there is room for {size}")
        tiles += supply.fill(named, size)
    return Wall(tiles)


Scores = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Setting:
    """The starting position of a lesson; the player is seat 0.

    ``hands`` are the concealed tiles after the opening, ``draws`` the later draws of each player if there are
    no calls; tiles that are not named are random. ``scores`` are in seat order from the player.
    """

    hands: Mapping[RelativeSeat, tuple[Tile, ...]]
    draws: Mapping[RelativeSeat, tuple[Tile, ...]] = field(default_factory=dict)
    replacements: tuple[Tile, ...] = ()
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    round_wind: Kind = EAST
    dealer: RelativeSeat = RelativeSeat.YOU
    honba: int = 0
    riichi_sticks: int = 0
    scores: Scores | None = None

    def header(self, rules: Ruleset) -> Header:
        """The header of the hand: number, honba, riichi sticks and scores."""
        scores = self.scores or (rules.start_points,) * PLAYERS
        number = hand_number(self.round_wind, self.dealer.steps + 1)
        return Header(number, self.honba, self.riichi_sticks, scores)

    def wall(self, rules: Ruleset, opening: Sequence[Move], orders: Sequence[Move], seed: int) -> Wall:
        """The wall from which the opening leads to the setting; raises MoveError.

        A hand that is not named contains the tiles that the orders need. ``seed`` chooses all other tiles.
        """
        turn = self.dealer
        for number, move in enumerate(opening):
            if move.calls and number == 0:
                raise MoveError(f"line {move.line}: nothing lies there to be called")
            if move.side is not turn and not move.calls:
                raise MoveError(f"line {move.line}: it is the turn of {turn}, not of {move.side}")
            turn = _side_of(move.side.steps + 1)
        following = turn
        supply = Supply(rules, Dice(seed))
        kept = {side: supply.take(tiles, f"the hand of {side}") for side, tiles in self.hands.items()}
        pasts = {
            side: _SeatOpening(side, [move for move in opening if move.side is side]) for side in RelativeSeat
        }
        for past in pasts.values():
            supply.take(past.spent, f"the opening of {past.side}")
        dead = [
            supply.take(tiles, what)
            for what, tiles in (
                ("the replacement tiles", self.replacements),
                ("the indicators", self.indicators),
                ("the ura indicators", self.ura),
            )
        ]
        draws = {side: supply.take(tiles, f"the draws of {side}") for side, tiles in self.draws.items()}
        wanted = {
            side: supply.take(
                _wanted(side, opening, orders, self.draws.get(side, ())), f"the orders of {side}"
            )
            for side in RelativeSeat
            if side not in kept
        }
        for side, past in pasts.items():
            size = HAND_SIZE - 3 * past.melds
            hand = kept.get(side) or supply.hand(wanted[side], size)
            if len(hand) != size:
                raise MoveError(f"the hand of {side} has {len(hand)} tiles instead of {size}")
            past.undo(hand)
        live, replacements = _order(opening, pasts)
        live += _later(following, draws, supply)
        dealt = [pasts[_side_of(self.dealer.steps + step)].dealt for step in range(PLAYERS)]
        return wall_of(supply, dealt, live, [*replacements, *dead[0]], dead[1], dead[2])


def _side_of(steps: int) -> RelativeSeat:
    return tuple(RelativeSeat)[steps % PLAYERS]


class _SeatOpening:
    """The deal and the draws of one player that lead to the hand of the setting."""

    def __init__(self, side: RelativeSeat, moves: Sequence[Move]) -> None:
        self.side, self.moves = side, moves
        self.dealt: list[Tile] = []
        self.live: list[Tile] = []
        """The draws from the wall, in order."""
        self.replacements: list[Tile] = []

    @property
    def melds(self) -> int:
        """The number of melds of the opening; an added kan is not a new one."""
        return sum(
            move.calls or (move.deed is Deed.KAN and not self._added(place))
            for place, move in enumerate(self.moves)
        )

    def _added(self, place: int) -> bool:
        """Whether the kan of that move is an added kan."""
        kinds = {KIND_OF[move.tiles[0]] for move in self.moves[:place] if move.deed is Deed.PON}
        return any(KIND_OF[tile] in kinds for tile in self.moves[place].tiles)

    @property
    def spent(self) -> list[Tile]:
        """The tiles that left the hand: discards, and own tiles of melds."""
        return [tile for place in range(len(self.moves)) for tile in self.spent_by(place)]

    def spent_by(self, place: int) -> list[Tile]:
        """The tiles that leave the hand by one move."""
        move = self.moves[place]
        copies = {Deed.CHI: 1, Deed.PON: 2, Deed.OPEN_KAN: 3, Deed.KAN: 1 if self._added(place) else 4}
        return [move.discard, *(move.tiles * copies.get(move.deed, 0) if move.deed else ())]

    def undo(self, hand: Sequence[Tile]) -> None:
        """Compute the dealt hand and the draws from the hand after the opening."""
        held, late = list(hand), self._late(hand)
        for place in reversed(range(len(self.moves))):
            move = self.moves[place]
            held.append(move.discard)
            drawn = self._drawn(move, held, late) if move.draws else None
            if drawn is not None:
                held.remove(drawn)
            if move.deed is Deed.CHI:
                held += move.tiles
            elif move.deed is Deed.PON:
                held += move.tiles * 2
            elif move.deed in (Deed.OPEN_KAN, Deed.KAN):
                assert drawn is not None
                self.replacements.insert(0, drawn)
                held += () if self._added(place) else move.tiles * 3
                drawn = move.tiles[0] if move.deed is Deed.KAN else None
            if drawn is not None:
                self.live.insert(0, drawn)
        self.dealt = held

    def _late(self, hand: Sequence[Tile]) -> list[Tile]:
        """The tiles of the hand that may have been drawn in any turn: all but those a move names as drawn."""
        late = list(hand)
        for place, move in enumerate(self.moves):
            later = [after.discard for after in self.moves[place:]]
            if move.drawn is not None and move.drawn not in later and move.drawn in late:
                late.remove(move.drawn)
        return late

    def _drawn(self, move: Move, held: list[Tile], late: list[Tile]) -> Tile:
        """The tile drawn before the discard; for a kan the replacement tile."""
        if move.as_drawn:
            return move.discard
        if move.drawn is None:
            if not late:
                raise MoveError(f"line {move.line}: {self.side} has thrown all tiles out of the hand before")
            return late.pop()
        if move.drawn not in held:
            drawn = NAMES[move.drawn]
            raise MoveError(f"line {move.line}: {drawn} is neither kept by {self.side} nor thrown later")
        return move.drawn


def _wanted(
    side: RelativeSeat, opening: Sequence[Move], orders: Sequence[Move], draws: Sequence[Tile]
) -> list[Tile]:
    """The tiles that a player needs in the hand to follow the orders, without later draws."""
    moves = [move for move in (*opening, *orders) if move.side is side]
    told = sum(move.side is side for move in opening)
    past = _SeatOpening(side, moves)
    wanted = [tile for place in range(told, len(moves)) for tile in past.spent_by(place)]
    for tile in draws:
        if tile in wanted:
            wanted.remove(tile)
    return wanted


def _order(
    opening: Sequence[Move], pasts: Mapping[RelativeSeat, _SeatOpening]
) -> tuple[list[Tile], list[Tile]]:
    """All draws of the opening in order, and the replacement tiles."""
    drawn = {side: iter(past.live) for side, past in pasts.items()}
    replaced = {side: iter(past.replacements) for side, past in pasts.items()}
    live = [next(drawn[move.side]) for move in opening if not move.calls]
    return live, [next(replaced[move.side]) for move in opening if move.deed in (Deed.OPEN_KAN, Deed.KAN)]


def _later(turn: RelativeSeat, draws: Mapping[RelativeSeat, Sequence[Tile]], supply: Supply) -> list[Tile]:
    """The draws after the opening up to the last named one; other seats draw random tiles in between."""
    waiting = {side: list(draws.get(side, ())) for side in RelativeSeat}
    live: list[Tile] = []
    while any(waiting.values()):
        live.append(waiting[turn].pop(0) if waiting[turn] else supply.left.pop())
        turn = _side_of(turn.steps + 1)
    return live
