"""Slow answers to questions "fold the hand": the safest discards at each moment of a path."""

from __future__ import annotations

from ai.drills.question import Answer, Given, Question
from tests.support.ai.slow_solver.defence import best
from tests.support.ai.slow_solver.hand import Ambiguous
from tests.support.ai.slow_solver.opponents import others, to_fear
from tests.support.ai.slow_solver.safety_grounds import CANNOT_LOSE, ground
from tests.support.ai.slow_solver.story import KINDS, Story, tell

SIX = 6


def fold(question: Question, story: Story) -> Answer:
    """The right discards, if the first of them in the order of the tiles is chosen each time."""
    found: list[frozenset[str]] = []
    for _ in range(SIX):
        found.append(right_at(question, found))
    return tuple(found)


def right_at(question: Question, given: Given) -> frozenset[str]:
    """The right discards after these: proven safe ones if there are any, else by the published rates."""
    rows = grounds_at(question, given)
    proven = {kind for kind, row in rows.items() if set(row) == {CANNOT_LOSE}}
    if proven:
        return frozenset(proven)
    then = question.at(given)
    story, table = tell(then.rules, then.seat, then.events), others(then)
    around = [(then.seat + step) % 4 for step in (1, 2, 3)]
    right, _ = best(rows, story, [table[seat] for seat in around if table[seat].riichi])
    return right


def grounds_at(question: Question, given: Given) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player in riichi, from the right."""
    then = question.at(given)
    story, table = tell(then.rules, then.seat, then.events), others(then)
    around = [(then.seat + step) % 4 for step in (1, 2, 3)]
    riichi = [seat for seat in around if table[seat].riichi]
    if not story.my_turn or story.riichi or not riichi:
        raise Ambiguous("not a choice of what to discard, or nobody is in riichi")
    if any(to_fear(other, story) != other.riichi for other in table.values()):
        raise Ambiguous("a player without riichi is to be feared")
    return {
        kind: [ground(then, story, kind, table[seat]) for seat in riichi]
        for kind in sorted(set(story.concealed), key=KINDS.index)
    }
