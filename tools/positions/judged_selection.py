"""Choose a judged position for a question, so that nothing but the position tells the answer.

A *form* is the set of choices that is offered. First the ruleset is chosen, then the form, then the answer,
each one of the form as often as any other, and only then a position in which that answer is right. So
whoever sees only level, ruleset and form is right once in as many times as there are choices.

A position is the more difficult the smaller the lead of the best choice is relative to its points. All
positions with one form and one answer stand in that order; a level is a fifth of them. Where a ruleset has no
position of the level for an answer, one of the levels beside it is asked, or if need be the nearest one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from typing import NamedTuple

import msgspec

from ai.drills.drill import DRAGONS, Exchange, TileMap, exchanged
from ai.drills.judged_positions import JudgedAsked
from ai.drills.question import LEVELS, NoQuestion
from ai.seat_position import SeatPosition
from engine.actions import ActionKind
from engine.rules import PRESETS, Ruleset
from engine.wall import Dice
from tools.positions.judged_files import JudgedPosition, judged
from tools.positions.other_tiles import alike

Form = tuple[str, ...]
"""The choices that are offered, in the order of display."""
MARGIN = 300
"""Points by which the best choice must be ahead, at 99 %, to be best under similar rules as well."""
_KAN = re.compile(r"\d(?:k\d|a|u):")
FLOOR = 1_000
"""The least points of a choice in the ratio of lead to points."""


class Ranked(NamedTuple):
    """A position with the choices of a form, and how difficult it is."""

    position: JudgedPosition
    difficulty: int
    """Its place among all positions of the form with the same answer, 0 to 999, the easiest first."""
    rules: str
    """The preset under which it is asked."""


class FormPositions(NamedTuple):
    """The positions of one ruleset that can be asked in a form."""

    form: Form
    pools: tuple[tuple[Ranked, ...], ...]
    """For each choice of the form those in which it is right, the easiest first; none is empty."""

    @property
    def size(self) -> int:
        """How many positions there are for the choice that has fewest."""
        return min(map(len, self.pools))


@cache
def form_positions(file: tuple[str, ...], forms: tuple[Form, ...], rules: str) -> tuple[FormPositions, ...]:
    """What can be asked under a preset: each form in which every choice is right in some position."""
    made = []
    for form in forms:
        pools = tuple(tuple(_under(rules, ranked(file, form, answer))) for answer in form)
        if all(pools):
            made.append(FormPositions(form, pools))
    return tuple(made)


@cache
def ranked(file: tuple[str, ...], form: Form, answer: str) -> tuple[Ranked, ...]:
    """All positions that can be asked in a form with that answer, the easiest first."""
    found = [each for each in map(partial(offered, form=form), judged(file)[1]) if each is not None]
    right = [each for each in found if each.best.id == answer]
    right.sort(key=lambda each: (closeness(each), each.number, each.rules))
    return tuple(Ranked(each, 1_000 * place // len(right), each.rules) for place, each in enumerate(right))


def _under(rules: str, found: Iterable[Ranked]) -> Iterator[Ranked]:
    """Those that were judged under a preset, and those of another one that hold under it as well."""
    found = list(found)
    own = {each.position.number for each in found if each.position.rules == rules}
    for each in found:
        number = each.position.number
        if each.position.rules == rules:
            yield each
        elif number not in own and holds_under(rules, each.position):
            own.add(number)
            yield each._replace(rules=rules)


def holds_under(rules: str, found: JudgedPosition) -> bool:
    """Whether the best choice is certain to be best under another preset as well.

    Presets with the same red fives differ in few payments: kiriage, the fu of a pair of double winds, several
    wins on one discard, abortive draws. They change averages by less than MARGIN. Dora after a kan are turned
    at different times, so positions with a kan are left out.
    """
    if found.everywhere or PRESETS[rules].red_fives != PRESETS[found.rules].red_fives:
        return False
    least = min(choice.behind_99[0] for choice in found.choices if choice.behind_99 is not None)
    return least >= MARGIN and not _KAN.search(found.events)


def offered(found: JudgedPosition, form: Form) -> JudgedPosition | None:
    """The position with the choices of the form alone; None if one was not played, or the best is left out.

    A win may not be left out either: everybody would see it.
    """
    choices = tuple(choice for choice in found.choices if choice.id in form)
    needed = {found.best.id, *(choice.id for choice in found.choices if choice.action is ActionKind.TSUMO)}
    if len(choices) < len(form) or not needed.issubset(form):
        return None
    return msgspec.structs.replace(found, choices=choices)


def selected(
    file: tuple[str, ...], forms: tuple[Form, ...], level: int, dice: Dice, fixed: Ruleset | None
) -> Ranked:
    """A position of that level, under the fixed ruleset or any preset. Raises NoQuestion if there is none."""
    there = {name: found for name in PRESETS if (found := form_positions(file, forms, name))}
    if fixed is not None:
        there = {fixed.name: there[fixed.name]} if fixed.name in there else {}
    if not there:
        raise NoQuestion(f"no position of {file[-1]}" + ("" if fixed is None else f" under {fixed.name}"))
    levels = {name: here for name, found in there.items() if (here := at_level(found, level))}
    usable = list((levels or there).values())
    asked = _by_size(usable[dice.below(len(usable))], dice)
    pool = asked.pools[dice.below(len(asked.pools))]
    if not levels:
        pool = (min(pool, key=lambda each: abs(level_of(each) - level)),)
    return pool[dice.below(len(pool))]


def in_other_tiles(found: Ranked, dice: Dice) -> tuple[SeatPosition, JudgedAsked]:
    """The position and its choices, with suits and dragons exchanged at random."""
    moment, asked = found.position.moment(found.rules), found.position.asked(found.difficulty)
    names = random_exchange(moment, dice)
    return replace(moment, events=exchanged(moment.events, names)), asked.renamed(names)


def random_exchange(moment: SeatPosition, dice: Dice) -> TileMap:
    """A random permutation of suits and rotation of dragons; empty if they are not equivalent here."""
    order = list(permutations(range(3)))[dice.below(6)]
    exchange = Exchange(order, dice.below(DRAGONS))
    return exchange.names if alike(moment, exchange) else {}


def _by_size(found: Sequence[FormPositions], dice: Dice) -> FormPositions:
    """One of these, the oftener the more positions it has."""
    place = dice.below(sum(each.size for each in found))
    for each in found:
        place -= each.size
        if place < 0:
            return each
    raise AssertionError("the sizes add up")


def at_level(found: Sequence[FormPositions], level: int) -> tuple[FormPositions, ...]:
    """What can be asked with positions of the level, or where an answer has none, of the levels beside it."""
    narrowed = (FormPositions(each.form, tuple(_near(level, pool) for pool in each.pools)) for each in found)
    return tuple(each for each in narrowed if all(each.pools))


def _near(level: int, pool: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Those of the level, or else one level off."""
    exact = tuple(each for each in pool if level_of(each) == level)
    return exact or tuple(each for each in pool if abs(level_of(each) - level) == 1)


def level_of(found: Ranked) -> int:
    """The fifth in which it lies."""
    return LEVELS[found.difficulty * len(LEVELS) // 1_000]


def closeness(found: JudgedPosition) -> int:
    """How small the lead is relative to the points of the best choice, 0 to 1,000; 500 if they are equal."""
    worth = max(FLOOR, abs(found.best.points.mean))
    return round(1_000 * worth / (worth + found.lead))
