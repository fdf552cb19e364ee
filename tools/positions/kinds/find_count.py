"""Find positions for "count the hand": hands that bots win with.

Bots win most often with few han, so hands are taken by what they are worth, and the first indicator is chosen
among those that make the hand one of the level. At higher levels more deals give a seat pairs and triplets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate

from ai.drills.kinds.count import DRILL, ask, difficulty, offered_of, win_of, winning_tile
from ai.drills.question import Draft
from ai.drills.win_options import payment_id
from engine.rules import Ruleset
from engine.score import payment
from engine.tiles import DORA_OF, KIND_OF, Tile
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.played_positions import Habits
from tools.positions.weighted_choice import any_rules
from tools.positions.won_hands import WonHand, won_hand

_HABITS: tuple[Habits, ...] = (
    Habits(silent=30),
    Habits(silent=40, calls=15),
    Habits(silent=40, calls=30),
    Habits(silent=40, calls=50),
    Habits(silent=40, calls=70),
)
"""How the bots play, by level."""
WORTHS: tuple[dict[str, int], ...] = (
    {
        "2600": 45,
        "3900": 50,
        "5200": 60,
        "8000": 25,
        "12000": 22,
        "18000": 60,
        "2000-4000": 33,
        "3000-6000": 25,
        "6000-all": 60,
    },
    {
        "2600": 46,
        "5200": 22,
        "7700": 38,
        "8000": 20,
        "12000": 20,
        "18000": 60,
        "500-1000": 55,
        "1000-2000": 32,
        "2000-4000": 42,
        "3000-6000": 30,
        "2000-all": 75,
    },
    {"5200": 60, "8000": 8, "12000": 20, "2000-4000": 40},
    {
        "3200": 62,
        "6400": 34,
        "8000": 18,
        "12000": 50,
        "1300-2600": 60,
        "2000-4000": 22,
        "4000-all": 75,
    },
    {
        "3200": 40,
        "6400": 25,
        "8000": 7,
        "12000": 14,
        "1600-3200": 55,
        "2000-4000": 11,
        "4000-all": 27,
    },
)
"""How often hands of a level that are worth so many points are taken, in percent; others always are.

Bots win most often with few han, and collect triplets; what they win with most often would be the best guess.
"""
_COLLECTS = (0, 10, 35, 80, 100)
"""Percentage of deals that give a seat pairs and triplets, by level."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None, towards: str = "") -> Draft | None:
    """A won hand of that level, under the fixed ruleset or any preset; None if the attempt fails.

    With a yaku of ``won_hands.TOWARDS`` the hand has it.
    """
    rules = any_rules(dice, fixed)
    collects = dice.below(100) < _COLLECTS[level - 1]
    found = won_hand(rules, dice, _HABITS[level - 1], collects=collects, towards=towards)
    if found is None:
        return None
    if towards and not _has(found, towards):
        return None
    values = _values(found, level)
    chances = {id: WORTHS[level - 1].get(id, 100) for id in values}
    # at most one of the values is taken, each as often as its chance says
    throw = dice.below(max(100, sum(chances.values())))
    bounds = zip(chances, accumulate(chances.values()), strict=True)
    taken = next((id for id, bound in bounds if throw < bound), None)
    if taken is None:
        return None
    indicators = values[taken]
    position = found.with_indicator(indicators[dice.below(len(indicators))])
    offered = offered_of(position, found.ura, dice)
    return None if offered is None else ask(position, found.ura, offered)


def _has(found: WonHand, yaku: str) -> bool:
    """Whether the hand has that yaku."""
    win = win_of(found.position.view(), found.ura)
    return win is not None and any(item.name == yaku for item in win.score.yaku)


def _values(found: WonHand, level: int) -> dict[str, list[Tile]]:
    """The first indicators with which the hand is of that level, by the points of the hand then."""
    view = found.position.view()
    if level == 1 and view.hand.melds:
        return {}
    low, high = DRILL.bands[level - 1]
    values: dict[str, list[Tile]] = {}
    for indicators in _alike(found, view):
        win = win_of(view, found.ura, indicators[0])
        if win is not None and low <= difficulty(win) <= high:
            paid = payment(win.score.base, win.winner == view.table.dealer, win.tsumo)
            values.setdefault(payment_id(paid), []).extend(indicators)
    return values


def _alike(found: WonHand, view: SeatView) -> Iterable[list[Tile]]:
    """The possible first indicators, together those that make as many tiles of the hand dora."""
    own = Counter(KIND_OF[tile] for tile in (*view.hand.tiles, *(winning_tile(view),) * (not view.my_turn)))
    own.update(KIND_OF[tile] for meld in view.hand.melds for tile in meld.tiles)
    groups: dict[int, list[Tile]] = {}
    for tile in dict.fromkeys((*view.table.indicators[:1], *found.undrawn)):
        groups.setdefault(own[DORA_OF[KIND_OF[tile]]], []).append(tile)
    return groups.values()
