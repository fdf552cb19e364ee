"""Find positions for "read the pond": own turns from bot games with a player in riichi, and waits to offer.

The form of a wait must not tell whether it is possible. Waits of the same look (form, and distance of what
they wait on from the end of the suit) are therefore collected, and only a look of which there are possible
and impossible ones is asked about. A coin decides which, after the level is settled. So the number of
impossible ones is that of fair coins, and may be none.
"""

from __future__ import annotations

from itertools import islice

from ai.drills.kinds.read import (
    DRILL,
    WEIGHTS,
    PondReader,
    ReadWait,
    WaitForm,
    WaitShape,
    all_shapes,
    ask,
    difficulty,
    is_wanted,
    without_melds,
)
from ai.drills.question import Draft
from engine import events as ev
from engine.rules import Ruleset
from engine.tiles import EAST, Kind
from engine.wall import Dice
from tools.positions.played_positions import Habits, moments
from tools.positions.weighted_choice import any_rules

WEIGHT_LIMITS: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (1, 4), (1, 5), (2, 5))
"""The lowest and highest weight of a wait, by level."""
OPTIONS: tuple[int, ...] = (5, 5, 5, 6, 7)
"""The number of waits, by level."""
_FEW = (WaitForm.TWO_SIDED, WaitForm.CLOSED, WaitForm.SINGLE)
_SIMPLE = (*_FEW, WaitForm.EDGE, WaitForm.PAIRS)
FORMS: tuple[tuple[WaitForm, ...], ...] = (
    _FEW,
    _SIMPLE,
    (*_SIMPLE, WaitForm.FOUR_IN_A_ROW),
    (*_SIMPLE, WaitForm.FOUR_IN_A_ROW, WaitForm.FIVE_IN_A_ROW),
    tuple(WaitForm),
)
"""The forms of waits, by level."""
CALLING: tuple[int, ...] = (0, 0, 20, 40, 40)
"""Percentage of pons and kans that are called, by level: they take discards away."""
_LOOKS = 6
"""The most positions tried per hand."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A position of that level, under the fixed ruleset or any preset."""
    low, high = DRILL.bands[level - 1]
    habits = Habits(passes=100, calls=CALLING[level - 1])
    for moment in islice(moments(any_rules(dice, fixed), dice, habits, is_wanted), _LOOKS):
        if isinstance(moment.events[-1], ev.Dora):  # turned with the discard, which is chosen before it
            continue
        view = moment.view()
        seats = without_melds(view)
        opponent = seats[dice.below(len(seats))]
        pairs = _choose(level, PondReader(view, opponent), dice)
        weight = sum(WEIGHTS[wait.sign] for pair in pairs for wait in pair) // 2
        if pairs and low <= difficulty(view, opponent, len(pairs), weight) <= high:
            return ask(moment, opponent, [pair[dice.below(2)].shape.id for pair in pairs])
    return None


_Pair = tuple[ReadWait, ReadWait]
"""An impossible wait and a possible one of the same look."""


def _choose(level: int, reader: PondReader, dice: Dice) -> list[_Pair]:
    """For each option a random look, and of it an impossible and a possible wait; empty if they run out."""
    low, high = WEIGHT_LIMITS[level - 1]
    looks: dict[tuple[str, ...], tuple[list[ReadWait], list[ReadWait]]] = {}
    for shape in all_shapes():
        if shape.form in FORMS[level - 1] and low <= WEIGHTS[(found := reader.read(shape)).sign] <= high:
            looks.setdefault(look(shape), ([], []))[found.possible].append(found)
    forms = list(FORMS[level - 1])
    chosen: list[_Pair] = []
    while len(chosen) < OPTIONS[level - 1] and forms:
        form = forms[dice.below(len(forms))]
        fair = [waits for alike, waits in looks.items() if alike[0] == form and all(waits)]
        if not fair:
            forms.remove(form)
            continue
        impossible, possible = fair[dice.below(len(fair))]
        chosen.append((_take(impossible, dice), _take(possible, dice)))
    return chosen if forms else []


def _take(waits: list[ReadWait], dice: Dice) -> ReadWait:
    """Take one of the waits: first a random sign, because some are rare, then a wait."""
    signs = list(dict.fromkeys(wait.sign for wait in waits))
    sign = signs[dice.below(len(signs))]
    alike = [wait for wait in waits if wait.sign is sign]
    taken = alike[dice.below(len(alike))]
    waits.remove(taken)
    return taken


def look(shape: WaitShape) -> tuple[str, ...]:
    """The wait apart from suit and direction: two waits with an equal value look alike."""
    return (shape.form, *sorted(map(_zone, shape.waits)))


def _zone(kind: Kind) -> str:
    """Honour, or how far a number is from the end of its suit: 1 to 5."""
    return "honour" if kind >= EAST else str(1 + min(kind % 9, 8 - kind % 9))
