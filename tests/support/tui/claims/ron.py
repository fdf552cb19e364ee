"""Checks what questions "can you ron?" say about the win or against it."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story
from tests.support.ai.slow_solver.yaku import has_yaku, yaku
from tests.support.tui.claims.recording import Said
from tests.support.tui.claims.registry_types import Checkers
from tests.support.tui.claims.tile_names import kind, seat


def _ask(claim: Said, question: Question, story: Story) -> bool:
    assert story.offer is not None, "nothing is on offer"
    who, tile = seat(question, claim.word("name")), kind(claim.word("tile"))
    kan = claim.key.endswith("-kan")
    return (story.offer.seat, story.offered, story.offer.turn == 0) == (who, tile, kan)


def _wins(claim: Said, question: Question, story: Story) -> bool:
    """Exactly the yaku of the win, and no dora among them."""
    assert story.offered is not None, "nothing is on offer"
    won = yaku(story, story.concealed, story.offered, riichi=story.riichi, now=True)
    named = [each.key.partition(".")[2] for each in claim.within("yaku.")]
    return sorted(named) == sorted(won)


def _no_yaku(claim: Said, question: Question, story: Story) -> bool:
    tile = kind(claim.word("tile"))
    assert tile == story.offered, "it is not on offer"
    assert tile in story.waits, "it does not complete the hand"
    return not has_yaku(story, story.concealed, tile, riichi=story.riichi, now=True)


CHECKERS: Checkers = {
    "drill.ron.ask": _ask,
    "drill.ron.ask-kan": _ask,
    "drill.ron.wins": _wins,
    "drill.ron.no-yaku": _no_yaku,
}
