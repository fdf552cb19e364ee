"""Answers to practice questions found the slow, obvious way, apart from the engine and the reading.

Each kind has a solver: it tells the answer as a question holds it, or raises Ambiguous with the reason why
there is no one answer. Another kind is another function and a line in ``SOLVERS``, or in ``DECISIONS`` when
it depends on more than the hand as it was told.
"""

from __future__ import annotations

from collections.abc import Callable

from ai.drills.question import Answer, DrillKind, Question
from tests.support.ai.slow_solver.decisions import DECISIONS
from tests.support.ai.slow_solver.hand import Ambiguous, causes, one, tenpai
from tests.support.ai.slow_solver.story import Story, completing, tell
from tests.support.ai.slow_solver.yaku import has_yaku


def slow_answer(question: Question) -> Answer:
    """What the question should be answered with; raises Ambiguous."""
    story = tell(question.rules, question.seat, question.events)
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


# -- the way out ---------------------------------------------------------------------------------------


def way_out(story: Story) -> Answer:
    """The discard that leaves a wait free of furiten with most tiles that can still come."""
    if not story.my_turn or story.riichi or story.drawn in story.waits:
        raise Ambiguous("not the own turn, or the hand is locked or won")
    ways: dict[str, int] = {}
    some_furiten = False
    for kind in sorted(set(story.concealed) - set(story.forbidden)):
        rest = list(story.concealed)
        rest.remove(kind)
        found = tenpai(story, rest)
        if any(story.holds(wait) - (wait == kind) == 4 for wait in found):
            raise Ambiguous("a wait of which the seat holds all four")
        if any(wait in [*story.thrown, kind] for wait in found):
            some_furiten = True
        elif left := sum(4 - story.seen[wait] for wait in found):
            ways[kind] = left
            if not _can_ron(story, rest, found):
                raise Ambiguous(f"{kind} leaves a wait without a yaku")
    best = [kind for kind in ways if ways[kind] == max(ways.values())]
    if len(best) != 1 or not some_furiten:
        raise Ambiguous(f"ways {ways}, furiten {some_furiten}")
    return one(best[0])


def _can_ron(story: Story, concealed: list[str], found: list[str]) -> bool:
    """Whether each wait could be won on later, with riichi where the hand may declare it."""
    rules = story.rules
    declares = story.closed and story.drawn is not None and story.live >= rules.riichi_minimum_live
    return all(has_yaku(story, concealed, kind, riichi=int(declares), now=False) for kind in found)


SOLVERS: dict[DrillKind, Callable[[Story], Answer]] = {
    DrillKind.WAITS: waits,
    DrillKind.FURITEN: furiten,
    DrillKind.RON: ron,
    DrillKind.WAY_OUT: way_out,
}
"""Who answers which kind."""
SOLVED: tuple[DrillKind, ...] = (*SOLVERS, *DECISIONS)
"""The kinds that there are slow answers to."""
