"""Collect positions from hands that bots play, with habits that lead to furiten more often.

The bots take every win and are very rarely furiten by their own choice, unlike human players. In these hands
they therefore have habits: they pass on wins, and do not declare riichi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.hand import Hand
from engine.options import Options
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.table import hand_number
from engine.tiles import EAST, KIND_OF, MJAI, Kind, Tile, all_tiles
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice, Wall, seeded_wall
from tools.positions.weighted_choice import weighted_choice

QUICK = "tenpai"
BOTS: dict[str, int] = {QUICK: 95, "hayai": 2, "takame": 1, "mamori": 2}
"""Percentage of each bot in a seat: mostly the fastest one, because many hands are played."""

_TRIPLETS = (ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.ADDED_KAN, ActionKind.CLOSED_KAN)


@dataclass(frozen=True, slots=True)
class Habits:
    """Percentages: pass on a ron, decline a tsumo, do not declare riichi, take a pon or kan."""

    passes: int = 0
    declines: int = 0
    silent: int = 0
    calls: int = 0


class BotWithHabits:
    """A bot with habits; it decides whatever the habits leave open."""

    def __init__(self, bot: Bot, habits: Habits, dice: Dice) -> None:
        self._bot, self._habits, self._dice = bot, habits, dice
        self.name = bot.name

    def choose(self, view: SeatView, options: Options) -> Action:
        """The choice of the bot among the options that the habits leave."""
        left = options.actions
        if self._dice.below(100) < self._habits.passes:
            left = _without(left, ActionKind.RON)
        if self._dice.below(100) < self._habits.declines:
            left = _without(left, ActionKind.TSUMO)
        if self._dice.below(100) < self._habits.silent:
            left = _without(left, ActionKind.RIICHI)
        if left == (PASS,):
            return PASS
        calls = tuple(action for action in left if action.kind in _TRIPLETS)
        if calls and self._dice.below(100) < self._habits.calls:
            return calls[self._dice.below(len(calls))]
        return self._bot.choose(view, Options(view, left))


def _without(actions: tuple[Action, ...], *kinds: ActionKind) -> tuple[Action, ...]:
    return tuple(action for action in actions if action.kind not in kinds)


Wanted = Callable[[SeatView], bool]
"""Whether a seat's position right after an event is suitable; called often, so it should be fast."""


def moments(rules: Ruleset, dice: Dice, habits: Habits, wanted: Wanted) -> Iterator[SeatPosition]:
    """All wanted positions of one hand, in random order."""
    found: list[tuple[int, int]] = []

    def watch(game: Round, event: ev.Event) -> None:
        # after a riichi, or the indicator of a late kan dora, the discard is chosen already
        if game.table.live and not isinstance(event, ev.Reach | ev.Dora):
            found.extend((view.seat, len(game.events)) for view in game.views if wanted(view))

    game = play_hand(rules, dice, habits, watch)
    heard = [[mask(event, seat) for event in game.events] for seat in range(PLAYERS)]
    for seat, number in dice.shuffled(found):
        yield SeatPosition(rules, seat, tuple(heard[seat][:number]))


Fits = Callable[[Hand, frozenset[Kind], list[int]], bool]
"""Whether a hand of 14 tiles is suitable, given its own discards and the unseen copies of each kind."""


def other_draws(moment: SeatPosition, dice: Dice, fits: Fits) -> Iterator[SeatPosition]:
    """Variants of a position that ends with an own draw, one for each suitable draw, in random order."""
    view = moment.view()
    assert view.drawn is not None
    thrown = frozenset(KIND_OF[discard.tile] for discard in view.me.pond)
    unseen = all_tiles(moment.rules.red_fives)
    for tile in view.visible():
        unseen.remove(tile)
    unseen.append(view.drawn)
    left = view.left()
    left[KIND_OF[view.drawn]] += 1
    for kind, tile in {KIND_OF[tile]: tile for tile in dice.shuffled(unseen)}.items():
        hand = view.hand.copy()
        hand.remove(view.drawn)
        hand.add(tile)
        left[kind] -= 1
        if fits(hand, thrown, left):
            yield replace(moment, events=(*moment.events[:-1], ev.Tsumo(view.seat, MJAI[tile])))
        left[kind] += 1


def play_hand(rules: Ruleset, dice: Dice, habits: Habits, watch: Callable[[Round, ev.Event], None]) -> Round:
    """Play a hand between bots with these habits, from the deal to its end."""
    players = seated_bots(habits, dice)
    return play_on(deal_hand(rules, dice, watch), players)


def play_on(game: Round, players: Sequence[BotWithHabits]) -> Round:
    """Play a hand on to its end."""
    while game.outcome is None:
        game.step({seat: players[seat].choose(game.view(seat), game.options(seat)) for seat in game.acting})
    return game


def seated_bots(habits: Habits, dice: Dice) -> list[BotWithHabits]:
    """A random bot with these habits in each seat."""
    names = [weighted_choice(BOTS, dice) or QUICK for _ in range(PLAYERS)]
    return [BotWithHabits(_bot(name), habits, dice) for name in names]


def deal_hand(
    rules: Ruleset,
    dice: Dice,
    watch: Callable[[Round, ev.Event], None] | None,
    wall_of: Callable[[Sequence[Tile]], Wall] = Wall,
) -> Round:
    """Deal a hand with a random round and dealer, and even scores, from a wall of these tiles."""
    dealer, wind = dice.below(PLAYERS), EAST + dice.below(2)
    wall = wall_of(seeded_wall(rules, dice.bits(), wind, dealer + 1, 0).tiles)
    header = Header(hand_number(wind, dealer + 1), 0, 0, (rules.start_points,) * PLAYERS)
    return Round(rules, header, wall, watch)


@cache
def _bot(name: str) -> Bot:
    return make_bot(name)
