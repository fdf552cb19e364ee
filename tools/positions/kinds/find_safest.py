"""Find positions for "safest tile": own turns from bot games against one or two players in riichi.

Outer tiles are safer than inner ones, so a player could guess without a look at the ponds. The place of a
right tile among the tiles of the hand, from honours inwards, is therefore drawn first, evenly; up to
``MOST_SWAPPED`` tiles of the hand are changed to unseen ones so that this place is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ai.drills.kinds.safest import DRILL, GROUND_THEMES, SafestFacts, ask, is_wanted, measured
from ai.drills.question import Draft, DrillTheme
from ai.reading.measured_tiers import GROUNDS_ELSEWHERE, GROUNDS_IN_RIICHI
from ai.reading.safety import Safety
from ai.reading.threat import possible_winners
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, KINDS, NAMES, Kind
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.played_positions import Habits, moments
from tools.positions.swapped_tiles import swap
from tools.positions.weighted_choice import any_rules

TWO: tuple[int, ...] = (0, 0, 20, 50, 80)
"""Percentage of questions with two players, by level."""
WALLS: tuple[int, ...] = (0, 25, 35, 35, 35)
"""Percentage of questions in which a wall speaks for the safest tile, by level; else anything may."""
TEMPTING: tuple[int, ...] = (1, 1, 2, 2, 2)
"""The least number of wrong tiles that tempt, by level."""
MOST_SWAPPED = 5
"""The most tiles of the hand that are changed."""
PATIENCE = 60
"""Hands searched for one plan."""
_PLACES = 1_000
_LOOKS = 24
"""The most positions tried per hand."""
_QUIET = Habits(passes=100)


class _Plan(NamedTuple):
    """What is drawn before a hand is searched."""

    players: int
    """Players in riichi."""
    place: int
    """The place of a right tile, from the outside inwards, in thousandths of the kinds."""
    walls: bool
    """Whether a wall has to speak for the safest tile."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A position of that level, under the fixed ruleset or any preset."""
    players = 1 + (dice.below(100) < TWO[level - 1])
    plan = _Plan(players, dice.below(_PLACES), dice.below(100) < WALLS[level - 1])
    for _ in range(PATIENCE):
        if (found := _find(level, plan, dice, fixed)) is not None:
            return found
    return None


def _find(level: int, plan: _Plan, dice: Dice, fixed: Ruleset | None) -> Draft | None:
    """A question from one hand that follows the plan, or None."""
    low, high = DRILL.bands[level - 1]

    def wanted(view: SeatView) -> bool:
        return is_wanted(view) and len(possible_winners(view)) == plan.players

    for moment in islice(moments(any_rules(dice, fixed), dice, _QUIET, wanted), _LOOKS):
        if isinstance(moment.events[-1], ev.Dora):  # turned with the discard, which is chosen before it
            continue
        changed = _with_right_place(moment, plan, dice)
        made = None if changed is None else ask(changed)
        if made is None or not low <= made.difficulty <= high:
            continue
        assert isinstance(made.facts, SafestFacts)
        fits = not plan.walls or not _WALLS.isdisjoint(made.themes)
        if fits and len(made.facts.tempting) >= TEMPTING[level - 1] and _right_at(made, plan.place):
            return made
    return None


# -- the place of the right tile -------------------------------------------------------------------------


def _with_right_place(moment: SeatPosition, plan: _Plan, dice: Dice) -> SeatPosition | None:
    """The position with tiles swapped so that the tile at that place is the safest; None if none fits.

    That tile may itself come into the hand.
    """
    view = moment.view()
    against, safety = possible_winners(view), Safety(view)
    left = view.left()
    rates = {kind: _rate(kind, safety, against) for kind in range(KINDS)}
    held = {KIND_OF[tile] for tile in view.hand.tiles}
    for aim in dice.shuffled([kind for kind in range(KINDS) if kind in held or left[kind]]):
        rate = rates[aim]
        better = {kind for kind in held if rates[kind].rate < rate.rate}
        kinds = sorted(held - better | {aim}, key=_from_outside)
        off = kinds.index(aim) * _PLACES // len(kinds) - plan.place
        if not rate.rate or not -2 * _PLACES < off * len(kinds) < _PLACES or (plan.walls and not rate.wall):
            continue
        if aim not in held and not better:
            better = set(dice.shuffled([kind for kind in sorted(held) if view.hand.counts[kind] == 1])[:1])
        if sum(view.hand.counts[kind] for kind in better) <= MOST_SWAPPED:
            worse = [kind for kind in range(KINDS) if rates[kind].low > rate.high and kind != aim]
            certain = None if aim in held else aim
            return (
                swap(moment, view, better, worse, dice, certain)
                if better
                else moment
                if aim in held
                else None
            )
    return None


class _Rate(NamedTuple):
    """The mean rate of a kind, an interval that holds both, and whether a wall speaks for it."""

    rate: int
    low: int
    high: int
    wall: bool


def _rate(kind: Kind, safety: Safety, against: Sequence[int]) -> _Rate:
    reasons = [safety.reason(kind, seat) for seat in against]
    own, elsewhere = measured(reasons, GROUNDS_IN_RIICHI), measured(reasons, GROUNDS_ELSEWHERE)
    wall = any(GROUND_THEMES.get(reason.family) in _WALLS for reason in reasons)
    mean = (own.rate + elsewhere.rate + 1) // 2
    return _Rate(mean, min(own.low, elsewhere.low), max(own.high, elsewhere.high), wall)


def _at(place: int, kinds: Sequence[Kind]) -> Kind:
    """The kind at that place, in thousandths, of these kinds from the outside inwards."""
    return sorted(kinds, key=_from_outside)[place * len(kinds) // _PLACES]


def _from_outside(kind: Kind) -> tuple[int, Kind]:
    """The order from honours and terminals inwards to 4, 5 and 6."""
    return (0 if kind >= EAST else 1 + min(kind % 9, 8 - kind % 9, 3), kind)


def _right_at(made: Draft, place: int) -> bool:
    assert isinstance(made.facts, SafestFacts)
    return NAMES[_at(place, [tile.kind for tile in made.facts.tiles])] in made.answer[0]


_WALLS = frozenset({DrillTheme.WALL, DrillTheme.ONE_CHANCE})
