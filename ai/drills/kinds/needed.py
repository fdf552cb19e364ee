"""Questions "what do you need": in the last hand, which wins finish first, or leave the last place.

The positions are own turns in the last hand of a game. Offered are wins of usual values, by ron from one
player or another and by tsumo; right is each after which the seat has the place that is asked for, by the
payments and the ranking of the engine. The hand does not matter: the question is what it has to become. A
position is asked only if

* some offered wins are enough, and others are not;
* the game is over after each that is enough: no further round, and East stops where the rules say so;
* none of them leaves equal scores that share a place.

Which wins are offered follows from the differences of the scores alone, so it is the same under every ruleset
that pays the same. The difficulty is the level: a ron from one player; then tsumo and the other players;
honba and riichi sticks; East among those who matter; several players ahead, or equal scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from zlib import crc32

from ai.drills.drill import Drill
from ai.drills.question import Ask, Asked, Draft, DrillKind, DrillTheme, Facts, Part, QuestionOf, word_options
from ai.drills.win_options import payment_id
from ai.seat_position import SeatPosition
from engine.match import ends_game, hands_to_come, places
from engine.results import Pot, pots, win_deltas
from engine.score import Payment, payment
from engine.score.points import basic_points
from engine.view import SeatView
from engine.wall import PLAYERS, Dice

VALUES: tuple[tuple[int, int], ...] = (
    *((1, 30), (1, 40), (2, 30), (2, 40), (3, 30), (3, 40), (4, 30), (5, 30), (6, 30), (8, 30)),
    *((11, 30), (13, 30)),
)
"""Han and fu of the wins that are offered, the cheapest first."""
LAST_PLACE = PLAYERS
FAR = 13_000
"""Points behind the first from which the last player is asked how to leave the last place."""
OF_ONE, OF_EACH = 4, 2
"""How many wins are offered if there is one way to win, and of each if there are several."""


class Goal(StrEnum):
    """The place that is asked for."""

    FIRST = "first"
    NOT_LAST = "not-last"


class OfferedWin(NamedTuple):
    """A win, and where it leads."""

    side: int
    """Who pays, counted from the own seat: 1 right, 2 across, 3 left; 0 for a tsumo."""
    paid: Payment
    """Without honba and riichi sticks."""
    scores: tuple[int, ...]
    """By seat, after everything is paid."""
    rival: int
    """The seat that has to be passed: the best of the others, or the lowest."""
    enough: bool

    @property
    def id(self) -> str:
        """The id of the option: ``ron-1-3900``, ``tsumo-1000-2000``, ``tsumo-2000-all``."""
        return f"ron-{self.side}-{payment_id(self.paid)}" if self.side else f"tsumo-{payment_id(self.paid)}"

    def tie(self, seat: int) -> bool:
        """Whether the scores are equal to those of the rival."""
        return self.scores[seat] == self.scores[self.rival]


@dataclass(frozen=True, slots=True)
class NeededAsk(Ask):
    """Which of these wins are enough?"""

    goal: Goal


@dataclass(frozen=True, slots=True)
class NeededFacts(Facts):
    """The scores before, and what each win brings."""

    ahead: tuple[tuple[int, int], ...]
    """Who is ahead and has to be passed, the farthest first, with the difference in points."""
    wins: tuple[OfferedWin, ...]
    least: tuple[OfferedWin, ...]
    """Of each way the cheapest win offered that is enough, if one is."""
    honba: int
    """Points that honba add to a win."""
    sticks: int
    """Points of the riichi sticks on the table."""


NeededQuestion = QuestionOf[NeededAsk, NeededFacts]


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if the conditions of the module rule it out."""
    view = moment.view()
    table, rules = view.table, view.rules
    if not view.my_turn or view.drawn is None or view.me.riichi or rules.length == "hand":
        return None
    if table.number != rules.hands - 1 or hands_to_come(rules, table.number):
        return None
    scores = table.scores
    dice = Dice(crc32(_differences(view, scores).encode()))
    place = places(rules, scores)[view.seat]
    goal = _goal(place, max(scores) - view.me.score, dice)
    if goal is None:
        return None
    seat, own = view.seat, view.me.score
    others = sorted((other for other in range(PLAYERS) if other != seat), key=lambda other: -scores[other])
    better = [other for other in others if scores[other] >= own]
    told = better if goal is Goal.FIRST else others[-1:]
    ahead = tuple((other, scores[other] - own) for other in told)
    if not all(points for _, points in ahead):
        return None
    rival = ahead[0][0]
    (pot,) = pots(table, [seat])
    near = (rival - seat) % PLAYERS
    far = dice.shuffled([side for side in range(1, PLAYERS) if side != near])[0]
    sides: tuple[int, ...] = (near, far, 0)
    ways = {side: _wins(view, goal, side, pot) for side in sides}
    level = _level(view, ahead, [win for wins in ways.values() for win in wins], pot, dice)
    if level == 1:
        sides = (near,)
    wins = [
        win
        for side in sides
        for win in _offered(ways[side], seat, OF_ONE if level == 1 else OF_EACH, dice, tie=level == 5)
    ]
    right = [win for win in wins if win.enough]
    stays = seat if seat == table.dealer else None
    over = (ends_game(rules, table.number, win.scores, stays=stays, draw=None) for win in right)
    if not 0 < len(right) < len(wins) or not all(over):
        return None
    least = [next((win for win in ways[side] if win.enough and win in wins), None) for side in sides]
    return Draft(
        position=moment,
        ask=NeededAsk(goal),
        parts=(Part("wins", word_options(win.id for win in wins), several=True),),
        answer=(frozenset(win.id for win in right),),
        facts=NeededFacts(
            ahead,
            tuple(wins),
            tuple(win for win in least if win is not None),
            pot.honba * rules.counter_points,
            pot.riichi_sticks * rules.riichi_bet,
        ),
        difficulty=level,
        themes=tuple(_themes(view, goal, wins)),
    )


def _differences(view: SeatView, scores: Sequence[int]) -> str:
    """The differences in points that decide which wins are offered."""
    behind = [scores[(view.seat + side) % PLAYERS] - view.me.score for side in range(PLAYERS)]
    return (
        f"{behind} {view.table.honba} {view.table.riichi_sticks} {(view.table.dealer - view.seat) % PLAYERS}"
    )


def _goal(place: int, behind: int, dice: Dice) -> Goal | None:
    """The goal to ask for: first, or not last; None for the leader."""
    if place == 1:
        return None
    if place < LAST_PLACE:
        return Goal.FIRST
    return Goal.NOT_LAST if behind > FAR or dice.below(2) else Goal.FIRST


# -- wins ------------------------------------------------------------------------------------------------


def _wins(view: SeatView, goal: Goal, side: int, pot: Pot) -> list[OfferedWin]:
    """A win of each value by one way, the cheapest first; none that leaves a shared place."""
    dealer = view.seat == view.table.dealer
    bases = dict.fromkeys(basic_points(han, fu, view.rules)[0] for han, fu in VALUES)
    found = [_win(view, goal, side, base, payment(base, dealer, not side), pot) for base in bases]
    return [win for win in found if view.rules.ties == "seat" or not win.tie(view.seat)]


def _win(view: SeatView, goal: Goal, side: int, base: int, paid: Payment, pot: Pot) -> OfferedWin:
    table, seat = view.table, view.seat
    deltas = win_deltas(table, seat, (seat + side) % PLAYERS, base, (), pot)
    scores = tuple(player.score + delta for player, delta in zip(table.seats, deltas, strict=True))
    others = [other for other in range(PLAYERS) if other != seat]
    place = places(view.rules, scores)[seat]
    if goal is Goal.FIRST:
        rival = max(others, key=lambda other: (scores[other], -other))
        return OfferedWin(side, paid, scores, rival, place == 1)
    rival = min(others, key=lambda other: (scores[other], -other))
    return OfferedWin(side, paid, scores, rival, place < LAST_PLACE)


def _offered(
    wins: Sequence[OfferedWin], seat: int, size: int, dice: Dice, *, tie: bool
) -> Sequence[OfferedWin]:
    """Wins next to one another, around the cheapest that is enough; where none is, of the middle.

    A win that leaves equal scores is among them, or none is.
    """
    told = list(wins) if tie else [win for win in wins if not win.tie(seat)]
    equal = next((at for at, win in enumerate(told) if win.tie(seat)), None)
    first = next((at for at, win in enumerate(told) if win.enough), len(told) // 2)
    if equal is not None:
        start = equal - dice.below(size)
    elif size > OF_EACH:
        start = first - 1 - dice.below(size - 1)
    else:
        start = first - dice.below(size + 1)
    start = max(0, min(start, len(told) - size))
    return told[start : start + size]


def _level(
    view: SeatView, ahead: Sequence[tuple[int, int]], wins: Iterable[OfferedWin], pot: Pot, dice: Dice
) -> int:
    """The level by what makes it hard; the first two levels differ in what is offered."""
    east = view.table.dealer
    easier = 1 + dice.below(2)
    if len(ahead) > 1 or any(win.tie(view.seat) for win in wins):
        return 5
    if east in (view.seat, ahead[0][0]):
        return 4
    return 3 if pot.honba or pot.riichi_sticks else easier


def _themes(view: SeatView, goal: Goal, wins: Sequence[OfferedWin]) -> Iterator[DrillTheme]:
    """The ideas: what decides about one of the wins, and the goal."""
    if any(win.tie(view.seat) for win in wins):
        yield DrillTheme.TIE_BREAK
    sides = {win.side for win in wins}
    bare = {win.id: win.enough for side in sides for win in _wins(view, goal, side, Pot(0, 0))}
    if any(bare.get(win.id) is not win.enough for win in wins):
        yield DrillTheme.COUNTERS
    yield DrillTheme.FINISH_FIRST if goal is Goal.FIRST else DrillTheme.LEAVE_LAST


DRILL = Drill(
    kind=DrillKind.NEEDED,
    bands=((1, 1), (2, 2), (3, 3), (4, 4), (5, 5)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
)
