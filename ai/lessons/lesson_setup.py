"""The starting position of a lesson, and the deal that leads to it.

The hands are given as they are after the opening. The deal and the draws are computed backwards from the
moves: each discard from the hand was replaced by a drawn tile, and the last tiles of a written hand were
drawn last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ai.lessons.lesson_notation import Deed, Move, MoveError, RelativeSeat
from engine.dice import Dice
from engine.hand import HAND_SIZE
from engine.round import Header
from engine.rules import Ruleset
from engine.table import hand_number
from engine.tiles import EAST, KIND_OF, NAMES, Kind, Tile, all_tiles
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Wall


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
        for first in list(self.left):
            kind = KIND_OF[first]
            if kind < EAST and kind % 9 <= 6:
                found = [self._of_kind(kind + step) for step in range(3)]
                if None not in found:
                    return self.take([tile for tile in found if tile is not None], "a hand")
        raise MoveError("too few tiles are left for another hand: name it")

    def _pair(self) -> list[Tile]:
        for first in list(self.left):
            twins = [tile for tile in self.left if KIND_OF[tile] == KIND_OF[first]][:2]
            if len(twins) == 2:
                return self.take(twins, "a hand")
        raise MoveError("too few tiles are left for another hand: name it")

    def _of_kind(self, kind: int) -> Tile | None:
        return next((tile for tile in self.left if KIND_OF[tile] == kind), None)


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
        following = _turns(self.dealer, opening)
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
        dealt = [pasts[_side(self.dealer.steps + step)].dealt for step in range(PLAYERS)]
        return wall_of(supply, dealt, live, [*replacements, *dead[0]], dead[1], dead[2])


def _side(steps: int) -> RelativeSeat:
    return tuple(RelativeSeat)[steps % PLAYERS]


def _turns(dealer: RelativeSeat, opening: Sequence[Move]) -> RelativeSeat:
    """The seat on turn after the moves; raises MoveError if a move is out of turn."""
    turn = dealer
    for number, move in enumerate(opening):
        if move.calls and number == 0:
            raise MoveError(f"line {move.line}: nothing lies there to be called")
        if move.side is not turn and not move.calls:
            raise MoveError(f"line {move.line}: it is the turn of {turn}, not of {move.side}")
        turn = _side(move.side.steps + 1)
    return turn


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
        turn = _side(turn.steps + 1)
    return live
