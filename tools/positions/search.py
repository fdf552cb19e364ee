"""Find positions of a kind without a module of its own: hands of bots, asked about at each own turn.

The hands begin at any point of a game, with the scores, honba and riichi sticks that there might be then;
half of them are the last hand of the game. Nothing in them is chosen for a kind: its ``Drill`` says what is
asked about, and of which level it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.drill import drill_of
from ai.drills.question import Draft, DrillKind
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice, seeded_wall
from tools.positions.played_positions import Habits, play_on, seated_bots
from tools.positions.weighted_choice import any_rules

LAST = 50
"""Percentage of hands that are the last of their game."""
HONBA: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 1, 1, 2, 3)
STICKS: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2)
"""How many there are as the hand begins, each as likely."""
SWING = 80
"""A score is up to so many hundreds from that of the start, twice: most are nearer."""
HUNDRED = 100


def draft(kind: DrillKind, level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """The first question of that level in one hand, under the fixed ruleset or any preset."""
    level_of = drill_of(kind).level
    return next((each for each in drafts(kind, dice, fixed) if level_of(each.difficulty) == level), None)


def drafts(kind: DrillKind, dice: Dice, fixed: Ruleset | None = None) -> Iterator[Draft]:
    """The questions of any level in one hand, one of each seat at most."""
    drill = drill_of(kind)
    asked = drill.asked()
    seats = set()
    for moment in _own_turns(any_rules(dice, fixed), dice):
        if moment.seat in seats:
            continue
        if (found := drill.ask(moment, asked)) is not None:
            seats.add(moment.seat)
            yield found


def _own_turns(rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """The positions of one hand in which a seat has drawn and is not in riichi, in random order."""
    turns: list[tuple[int, int]] = []

    def watch(game: Round, event: ev.Event) -> None:
        if isinstance(event, ev.Tsumo) and _decides(game.views[event.actor]):
            turns.append((event.actor, len(game.events)))

    players = seated_bots(Habits(), dice)
    begins = header(rules, dice)
    wall = seeded_wall(rules, dice.bits(), begins.round_wind, begins.kyoku, begins.honba)
    game = play_on(Round(rules, begins, wall, watch), players)
    heard = [[mask(event, seat) for event in game.events] for seat in range(PLAYERS)]
    for seat, number in dice.shuffled(turns):
        yield SeatPosition(rules, seat, tuple(heard[seat][:number]))


def _decides(view: SeatView) -> bool:
    return view.my_turn and not view.me.riichi and view.table.live > 0


def header(rules: Ruleset, dice: Dice) -> Header:
    """A point of a game: which hand, its counters, and scores that add up."""
    number = rules.hands - 1 if dice.below(100) < LAST else dice.below(rules.hands)
    sticks = STICKS[dice.below(len(STICKS))]
    return Header(number, HONBA[dice.below(len(HONBA))], sticks, _scores(rules, sticks, dice))


def _scores(rules: Ruleset, sticks: int, dice: Dice) -> tuple[int, ...]:
    swings = [dice.below(2 * SWING + 1) + dice.below(2 * SWING + 1) - 2 * SWING for _ in range(PLAYERS)]
    hundreds = [rules.start_points // HUNDRED + swing for swing in swings]
    over = sum(hundreds) - (PLAYERS * rules.start_points - sticks * rules.riichi_bet) // HUNDRED
    each, rest = divmod(over, PLAYERS)
    return tuple(HUNDRED * (score - each - (seat < rest)) for seat, score in enumerate(hundreds))
