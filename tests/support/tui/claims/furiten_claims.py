"""Checks what questions "furiten?" say in one line: why the hand is furiten, or why it is not."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story, causes
from tests.support.tui.claims.recording import Said, checks, kinds


@checks("drill.furiten.why-none", "drill.furiten.why-none-riichi")
def _none(claim: Said, question: Question, story: Story) -> bool:
    """The waits are all named, none was discarded, and none passed that still counts."""
    assert claim.key.endswith("-riichi") is bool(story.riichi), "riichi is told as it is"
    assert sorted(kinds(claim.word("waits"))) == sorted(story.waits), f"it waits on {story.waits}"
    assert not set(story.thrown) & set(story.waits), "a wait was discarded"
    own = story.declared[story.seat] if story.riichi else _last_discard(story)
    since = [laid.kind for laid in story.laid if laid.heard > own and laid.seat != story.seat]
    if story.offered is not None:
        since = since[:-1] if story.offer is not None and story.offer.turn else since
    return not causes(story) and not set(since) & set(story.waits)


def _last_discard(story: Story) -> int:
    pond = story.pond(story.seat)
    return pond[-1].heard if pond else 0


@checks("drill.furiten.by-discard", "drill.furiten.by-temporary", "drill.furiten.by-riichi")
def _by(claim: Said, question: Question, story: Story) -> bool:
    """The waits are all named, and the hand has that kind of furiten, by exactly these tiles."""
    assert sorted(kinds(claim.word("waits"))) == sorted(story.waits), f"it waits on {story.waits}"
    name = claim.key.rpartition("-")[2]
    return sorted(kinds(claim.word("tiles"))) == sorted(
        {cause[1] for cause in causes(story) if cause[0] == name}
    )


NEUTRAL = ("drill.furiten.ask-",)
