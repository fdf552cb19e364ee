"""Slow answers to questions about defence: the safest tile, and waits that a pond rules out."""

from __future__ import annotations

from ai.drills.question import Answer, Question
from ai.drills.safest import SafestAsk
from tests.support.ai.slow_solver.hand import Ambiguous
from tests.support.ai.slow_solver.opponents import others, to_fear
from tests.support.ai.slow_solver.safety_grounds import CANNOT_LOSE, Published, added, ground
from tests.support.ai.slow_solver.story import Story


def safest(question: Question, story: Story) -> Answer:
    """Every kind in the hand whose published interval overlaps that of the kind with the lowest rate."""
    found = rates(question, story)
    best = min(found.values(), key=lambda each: each.rate)
    return (frozenset(kind for kind, each in found.items() if each.low <= best.high),)


def rates(question: Question, story: Story) -> dict[str, Published]:
    """The published rate of each kind in the hand, added up over the players in riichi."""
    found = {kind: added(each) for kind, each in grounds(question, story).items()}
    if len({each.rate for each in found.values()}) < 2:
        raise Ambiguous("all tiles are alike")
    return found


def grounds(question: Question, story: Story) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player in riichi, in the order of the question."""
    asked = question.ask
    assert isinstance(asked, SafestAsk)
    table = others(question)
    feared = {seat for seat, other in table.items() if to_fear(other, story)}
    if not story.my_turn or story.riichi or feared != set(asked.against) or not 1 <= len(feared) <= 2:
        raise Ambiguous("not a choice of what to discard, or other players are to be feared")
    if any(not table[seat].riichi or table[seat].melds for seat in feared):
        raise Ambiguous("a player who is not in riichi, or has a kan")
    found = {
        kind: [ground(question, story, kind, table[seat]) for seat in asked.against]
        for kind in sorted(set(story.concealed))
    }
    if any(set(each) == {CANNOT_LOSE} for each in found.values()):
        raise Ambiguous("a tile is proven safe")
    return found
