"""Push or fold checked the slow way: who is in riichi, what each discard leaves, and that points decide."""

from __future__ import annotations

from ai.drills.kinds.push_fold import PushFoldAsk, PushFoldFacts
from ai.drills.question import Answer, Question
from engine.tiles import NAMES
from tests.support.ai.slow_solver.hand import Ambiguous, one, steps
from tests.support.ai.slow_solver.judged_choices import best_beyond_doubt
from tests.support.ai.slow_solver.opponents import can_take, others
from tests.support.ai.slow_solver.story import Story


def push_fold(question: Question, story: Story) -> Answer:
    """The choice that brought most; raises Ambiguous where there is nothing to choose, or something else."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, PushFoldAsk)
    assert isinstance(facts, PushFoldFacts)
    if not story.my_turn or story.riichi or story.drawn is None or story.drawn in story.waits:
        raise Ambiguous("not the own turn, in riichi, or the drawn tile wins")
    table = others(question)
    seats = [(question.seat + step) % 4 for step in (1, 2, 3)]
    if tuple(seat for seat in seats if table[seat].riichi) != asked.against or not asked.against:
        raise Ambiguous("other players are in riichi")
    if any(story.holds(kind) == 4 for kind in story.concealed):
        raise Ambiguous("a kan may be possible, and was not played")
    push, fold = _kind(asked.push), _kind(asked.fold)
    after = {kind: steps(_without(story, kind)) for kind in set(story.concealed)}
    if after[push] != min(after.values()) or after[fold] <= after[push]:
        raise Ambiguous(f"{push} does not keep the hand, or {fold} does not give it up")
    if asked.with_riichi and (after[push] or not story.closed):
        raise Ambiguous("riichi cannot be declared")
    if asked.middle is not None and not after[push] <= after[_kind(asked.middle)] <= after[push] + 1:
        raise Ambiguous("the middle way keeps nothing of the hand")
    if not any(can_take(table[seat], story, push, table[seat].safe) for seat in asked.against):
        raise Ambiguous(f"{push} is safe")
    offered = {option.id for option in question.parts[0].options}
    if offered != {"push", "fold", *["middle"] * (asked.middle is not None)}:
        raise Ambiguous(f"the choices are not {offered}")
    if offered != {choice.id for choice in facts.choices}:
        raise Ambiguous("not every choice was played")
    return one(best_beyond_doubt(facts.choices))


def _without(story: Story, kind: str) -> list[str]:
    rest = list(story.concealed)
    rest.remove(kind)
    return rest


def _kind(tile: int) -> str:
    return NAMES[tile].replace("0", "5")
