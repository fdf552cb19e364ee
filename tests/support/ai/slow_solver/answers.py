"""Answers to practice questions found the slow, obvious way, apart from the engine and the reading.

Each kind has a solver, a function with the name of the kind's module: it tells the answer as a question holds
it, or raises Ambiguous with the reason why there is no one answer. It is here, or in a module of ``MODULES``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from ai.drills.question import Answer, DrillKind, Question
from tests.support.ai.slow_solver import counting, decisions, defence, judged, win_points, worth
from tests.support.ai.slow_solver.story import Ambiguous, Story, causes, completing, tell, tenpai
from tests.support.ai.slow_solver.win_points import has_yaku

MODULES = (counting, decisions, defence, judged, win_points, worth)


def slow_answer(question: Question, story: Story | None = None) -> Answer:
    """What the question should be answered with; raises Ambiguous. The story may have been told already."""
    story = story or tell(question.rules, question.seat, question.events)
    return solver_of(question.kind)(question, story)


def solver_of(kind: DrillKind) -> Callable[[Question, Story], Answer]:
    named = (vars(each).get(kind.module) for each in (sys.modules[__name__], *MODULES))
    return next(solver for solver in named if callable(solver))


# -- waits ---------------------------------------------------------------------------------------------


def waits(question: Question, story: Story) -> Answer:
    """Every kind that completes the hand."""
    by_shape = completing(story.concealed)
    found = tenpai(story, story.concealed)
    held = [kind for kind in by_shape if story.holds(kind) == 4]
    if held and len(held) < len(by_shape):
        raise Ambiguous(f"it depends on how one reads the rule whether {held} are waits")
    return (frozenset(found or ["none"]),)


# -- furiten -------------------------------------------------------------------------------------------


def furiten(question: Question, story: Story) -> Answer:
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


def ron(question: Question, story: Story) -> Answer:
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
