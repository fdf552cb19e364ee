"""Select the next question of a session, determined by its seed and the answers so far.

The selection is the same after an interruption. Due questions come first: up to half of the session, and at
least three other questions after their last answer. Of the questions first asked in this session at most two
are repeated in it; the others are repeated in the next session. New questions follow, at the level of their
kind. A mixed session does not ask a kind twice in a row. It begins with the kinds that were never asked, from
easy to hard. Then it draws kinds at random, weak ones more often: the weight of a kind falls from 3 at the
lowest level to 1 if the highest level goes well.

With a seed chosen by the player, a session is the same for everybody: no repeats, kinds in an order drawn
from the seed, and rising levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind
from ai.drills.question_code import OWN as OWN_CODE
from ai.drills.question_code import SEEDS, write_code
from engine.dice import Dice
from tui.database.rows import Attempt, Sitting
from tui.practice.history import History
from tui.practice.levels import KindStanding

OWN = "own"
"""The kind of a session about mistakes of own games."""
DAILY = "daily"
"""The kind of a sitting that is the same for everybody on a date."""
GAP = 3
"""The minimum number of other questions between a question and its repeat."""
MOST_REPEATS = 2
"""At most one question in this many is a repeat."""
MOST_AT_ONCE = 2
"""The maximum number of repeats of questions first asked in this session, to leave room for other kinds."""
DRAWS = 50
"""The number of seeds that are tried to find a question that was never asked before."""

_HEAVY, _LIGHT = 300, 100
_KIND, _ORDER, _SEED = 1, 2, 3
"""Separate streams of random numbers from one seed."""


class NextQuestion(NamedTuple):
    """A question to ask."""

    code: str
    repeat: bool


def choices(
    sitting: Sitting,
    number: int,
    asked: Sequence[Attempt],
    history: History,
    kinds: Sequence[DrillKind],
    today: date,
    rules: str = "",
) -> Iterator[NextQuestion]:
    """Candidates for question ``number`` of a session, the best first; some may be impossible to generate.

    ``asked`` are the answers of this session so far; ``kinds`` are the available kinds; ``rules`` is the
    preset to which practice is fixed, or empty.
    """
    if sitting.code:
        yield NextQuestion(sitting.code, sitting.code in history.codes)
        return
    if sitting.kind == OWN:
        yield from _own(asked, history, today)
    kinds = [kind for kind in kinds if sitting.kind in (None, OWN, DAILY, kind)]
    if sitting.chosen:
        kind, level = _for_everybody(sitting, number, kinds)
        known = {attempt.code for attempt in asked}
    else:
        yield from _repeats(sitting, asked, history, kinds, today)
        kind = _weak_kind(sitting, number, asked, history, kinds)
        level = history.standings[kind].level
        known = history.codes
    yield from _new(sitting, number, kind, level, known, rules)


def _own(asked: Sequence[Attempt], history: History, today: date) -> Iterator[NextQuestion]:
    """Mistakes of own games that this session has not asked: those due, then the others by their days."""
    known = {attempt.code for attempt in asked}
    cards = [card for card in history.cards.values() if card.code.startswith(OWN_CODE)]
    for card in sorted(cards, key=lambda card: (not card.is_due(today), card.due, card.last)):
        if card.code not in known:
            yield NextQuestion(card.code, True)


def _repeats(
    sitting: Sitting, asked: Sequence[Attempt], history: History, kinds: Sequence[DrillKind], today: date
) -> Iterator[NextQuestion]:
    if sum(attempt.repeat for attempt in asked) >= sitting.questions // MOST_REPEATS:
        return
    barred = {attempt.code for attempt in asked[-GAP:]}
    fresh = {attempt.code for attempt in asked if not attempt.repeat}
    if sum(attempt.repeat and attempt.code in fresh for attempt in asked) >= MOST_AT_ONCE:
        barred |= fresh
    for card in history.due(today):
        if card.kind in kinds and card.code not in barred:
            yield NextQuestion(card.code, True)


def _new(
    sitting: Sitting, number: int, kind: DrillKind, level: int, known: set[str], rules: str
) -> Iterator[NextQuestion]:
    """New questions first, then known ones."""
    dice = Dice(sitting.seed, _SEED, number)
    codes = [write_code(kind, level, dice.below(SEEDS), rules) for _ in range(DRAWS)]
    for code in sorted(codes, key=known.__contains__):
        yield NextQuestion(code, False)


def _for_everybody(sitting: Sitting, number: int, kinds: Sequence[DrillKind]) -> tuple[DrillKind, int]:
    """The kind and level of a question in a session with a chosen seed."""
    order = Dice(sitting.seed, _ORDER).shuffled(kinds)
    level = LEVELS[(number - 1) * len(LEVELS) // sitting.questions]
    return order[(number - 1) % len(order)], level


def _weak_kind(
    sitting: Sitting, number: int, asked: Sequence[Attempt], history: History, kinds: Sequence[DrillKind]
) -> DrillKind:
    """The first kind that was never asked, else a random one, weighted towards weak kinds."""
    others = [kind for kind in kinds if not asked or kind != asked[-1].kind] or list(kinds)
    unknown = (kind for kind in others if history.standings[kind].share is None)
    if (first := next(unknown, None)) is not None:
        return first
    weights = [_weight(history.standings[kind]) for kind in others]
    left = Dice(sitting.seed, _KIND, number).below(sum(weights))
    for kind, weight in zip(others, weights, strict=True):
        left -= weight
        if left < 0:
            return kind
    raise AssertionError("the number drawn is below the sum of the weights")


def strength(standing: KindStanding) -> float:
    """The strength in a kind, from 0 (nothing known) to 1 (all right at the highest level)."""
    return (standing.level - LEVELS[0] + (standing.share or 0)) / len(LEVELS)


def _weight(standing: KindStanding) -> int:
    return _HEAVY - round((_HEAVY - _LIGHT) * strength(standing))
