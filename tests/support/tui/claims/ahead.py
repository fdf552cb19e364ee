"""Checks what questions "think ahead" say about a discard and where it leads."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story
from tests.support.tui.claims.recording import Said
from tests.support.tui.claims.registry_types import Checkers


def _branch_free(claim: Said, question: Question, story: Story) -> bool:
    """Nothing beside it speaks of furiten."""
    risk = [each for each in claim.beside if each.key == "panel.hand.risk"]
    assert not risk, "a risk of furiten stands beside"
    return True


CHECKERS: Checkers = {"drill.ahead.branch-free": _branch_free}
NEUTRAL = ("drill.ahead.ask",)
