"""Checks what questions "safe tile" say beyond the reasons, which are those of the table."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story, can_take, others, to_fear
from tests.support.tui.claims.recording import Said, checks, kind, seat


def _feared(question: Question, story: Story) -> set[int]:
    """The players who can win on any wait."""
    return {each for each, other in others(question).items() if to_fear(other, story)}


def _takes(question: Question, story: Story, each: int, told: str) -> bool:
    """Whether that player can win on the kind."""
    other = others(question)[each]
    return can_take(other, story, told, other.safe)


@checks("drill.safe.ask", "drill.safe.ask-both", "drill.safe.ask-offered", "drill.safe.ask-both-offered")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """It names everybody who is to be feared."""
    named = {seat(question, str(name)) for name in claim.values.values()}
    return named == _feared(question, story)


@checks("drill.safe.why")
def _asked_why(claim: Said, question: Question, story: Story) -> bool:
    return seat(question, claim.word("name")) in _feared(question, story)


@checks("drill.safe.none")
def _none(claim: Said, question: Question, story: Story) -> bool:
    """Each tile of the hand can lose against somebody."""
    feared = _feared(question, story)
    return all(any(_takes(question, story, each, told) for each in feared) for told in set(story.concealed))


@checks("drill.safe.can-lose", "drill.safe.can-lose-to")
def _can_lose(claim: Said, question: Question, story: Story) -> bool:
    """To the player that is named, or to the only one who is to be feared."""
    feared = _feared(question, story)
    (each,) = [seat(question, claim.word("name"))] if "name" in claim.values else feared
    told = kind(claim.word("tile"))
    return each in feared and told in story.concealed and _takes(question, story, each, told)


@checks("drill.safe.no-wait")
def _no_wait(claim: Said, question: Question, story: Story) -> bool:
    """All four are visible, and somebody cannot wait for it."""
    told = kind(claim.word("tile"))
    feared = _feared(question, story)
    return story.seen[told] == 4 and any(not _takes(question, story, each, told) for each in feared)


NEUTRAL = ("drill.safe.is-",)
"""Answers."""
