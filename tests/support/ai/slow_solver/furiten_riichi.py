"""Furiten riichi checked the slow way: what each choice leaves, and that its points are what decides."""

from __future__ import annotations

from ai.drills.kinds.riichi import RiichiAsk, RiichiFacts
from ai.drills.question import Answer, Question
from engine.tiles import NAMES
from tests.support.ai.slow_solver.hand import Ambiguous, one, tenpai
from tests.support.ai.slow_solver.judged_choices import best_beyond_doubt
from tests.support.ai.slow_solver.story import Story


def riichi(question: Question, story: Story) -> Answer:
    """The choice that brought most; raises Ambiguous where a choice is not what it is called."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, RiichiAsk)
    assert isinstance(facts, RiichiFacts)
    may_declare = story.closed and story.drawn is not None and story.live >= story.rules.riichi_minimum_live
    if not story.my_turn or story.riichi or not may_declare:
        raise Ambiguous("riichi cannot be declared")
    furiten = _kind(asked.furiten)
    if not _furiten(story, furiten):
        raise Ambiguous(f"{furiten} leaves no furiten wait")
    if any(_left(story, kind) > _left(story, furiten) for kind in set(story.concealed)):
        raise Ambiguous(f"{furiten} does not leave the widest wait")
    if asked.change is not None:
        change = _kind(asked.change)
        if _furiten(story, change) or not _left(story, change):
            raise Ambiguous(f"{change} does not change the wait")
    if any(story.concealed.count(kind) == 4 for kind in story.concealed):
        raise Ambiguous("a closed kan is possible, and was not played")
    offered = {option.id for option in question.parts[0].options}
    wins = story.drawn in story.waits
    if ("tsumo" in offered) is not wins or ("change" in offered) is not (asked.change is not None):
        raise Ambiguous(f"the choices are not {offered}")
    if (
        "declare" not in offered
        or len(offered) < 2
        or not offered <= {"declare", "silent", "change", "tsumo"}
    ):
        raise Ambiguous(f"there is nothing to choose: {offered}")
    if offered != {choice.id for choice in facts.choices}:
        raise Ambiguous("not every choice was played")
    return one(best_beyond_doubt(facts.choices))


def _kind(tile: int) -> str:
    return NAMES[tile].replace("0", "5")


def _waits(story: Story, thrown: str) -> list[str]:
    """What the hand waits on after that discard; empty when it is not tenpai."""
    rest = list(story.concealed)
    rest.remove(thrown)
    return tenpai(story, rest)


def _left(story: Story, thrown: str) -> int:
    """Tiles left that then win."""
    return sum(4 - story.seen[wait] for wait in _waits(story, thrown))


def _furiten(story: Story, thrown: str) -> bool:
    return any(wait in [*story.thrown, thrown] for wait in _waits(story, thrown))
