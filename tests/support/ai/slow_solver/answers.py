"""Answers to practice questions found the slow, obvious way, apart from the engine and the reading.

Each kind has a solver: it tells the answer as a question holds it, or raises Ambiguous with the reason why
there is no one answer. Another kind is another function and a line in ``SOLVERS``, or in ``DECISIONS`` when
it depends on more than the hand as it was told.
"""

from __future__ import annotations

from collections.abc import Callable

from ai.drills.question import Answer, DrillKind, Question
from tests.support.ai.slow_solver.counting import count
from tests.support.ai.slow_solver.decisions import DECISIONS
from tests.support.ai.slow_solver.hand import Ambiguous, causes, tenpai
from tests.support.ai.slow_solver.story import Story, completing, tell
from tests.support.ai.slow_solver.yaku import has_yaku


def slow_answer(question: Question, story: Story | None = None) -> Answer:
    """What the question should be answered with; raises Ambiguous. The story may have been told already."""
    story = story or tell(question.rules, question.seat, question.events)
    if question.kind is DrillKind.COUNT:
        return count(question, story)
    if question.kind in DECISIONS:
        return DECISIONS[question.kind](question, story)
    return SOLVERS[question.kind](story)


# -- waits ---------------------------------------------------------------------------------------------


def waits(story: Story) -> Answer:
    """Every kind that completes the hand."""
    by_shape = completing(story.concealed)
    found = tenpai(story, story.concealed)
    held = [kind for kind in by_shape if story.holds(kind) == 4]
    if held and len(held) < len(by_shape):
        raise Ambiguous(f"it depends on how one reads the rule whether {held} are waits")
    return (frozenset(found or ["none"]),)


# -- furiten -------------------------------------------------------------------------------------------


def furiten(story: Story) -> Answer:
    """The kind of furiten, the tiles, and when it ends."""
    if story.my_turn or not story.waits:
        raise Ambiguous("the hand is not tenpai, or between two states")
    if story.offered in story.waits:
        raise Ambiguous("whether the tile on offer passes is not decided")
    if any(story.holds(kind) == 4 for kind in story.waits):
        raise Ambiguous("a wait of which the seat holds all four")
    found = causes(story)
    if not found:
        return frozenset({"none"}), frozenset(), frozenset()
    kinds, tiles, ends = (frozenset(column) for column in zip(*found, strict=True))
    if len(kinds) > 1 or len(ends) > 1:
        raise Ambiguous(f"several kinds of furiten: {found}")
    return kinds, tiles, ends


# -- ron -----------------------------------------------------------------------------------------------


def ron(story: Story) -> Answer:
    """Yes, or the one reason why not."""
    if story.offered is None or not story.waits:
        raise Ambiguous("nothing is on offer, or the hand is not tenpai")
    if any(story.holds(kind) == 4 for kind in story.waits):
        raise Ambiguous("a wait of which the seat holds all four")
    reasons = set()
    if story.offered not in story.waits:
        reasons.add("not-a-wait")
    elif not has_yaku(story, story.concealed, story.offered, riichi=story.riichi, now=True):
        reasons.add("no-yaku")
    if causes(story):
        reasons.add("furiten")
    if len(reasons) > 1:
        raise Ambiguous(f"several reasons: {reasons}")
    return (frozenset(reasons or ["yes"]),)


SOLVERS: dict[DrillKind, Callable[[Story], Answer]] = {
    DrillKind.WAITS: waits,
    DrillKind.FURITEN: furiten,
    DrillKind.RON: ron,
}
"""Who answers which kind."""
SOLVED: tuple[DrillKind, ...] = (*SOLVERS, *DECISIONS, DrillKind.COUNT)
"""The kinds that there are slow answers to."""
