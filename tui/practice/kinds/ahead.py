"""Texts of "think ahead": compare the best discard with the chosen one."""

from __future__ import annotations

from ai.drills.ahead import AheadFacts, Branch
from ai.drills.question import Question
from engine.tiles import NAMES, TILE_OF
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.words.discard_effects import HandWords
from tui.words.seating import Seating
from tui.words.tiles import kind_word

COMPARED = 1
"""The maximum number of other discards that are described: the chosen one, or the most tempting one."""


def ask(question: Question, number: int, names: Seating) -> str:
    """The question."""
    return t("drill.ahead.ask")


def word(id: str) -> str:
    """Never needed: all options are tiles."""
    return id


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Describe the best discard, and the chosen one or else the other one with the highest acceptance."""
    facts = question.facts
    assert isinstance(facts, AheadFacts)
    words = HandWords(question.view(), names)
    best, *others = facts.branches
    chosen = next(iter(given[0]))
    picked = [branch for branch in others if NAMES[branch.kind] == chosen]
    rest = [branch for branch in others if NAMES[branch.kind] != chosen]
    rest.sort(key=lambda branch: (-branch.effect.acceptance, -branch.furiten_tiles))
    sentences = [_branch(best, words)]
    if not picked and chosen != NAMES[best.kind]:
        sentences.append(t("drill.ahead.further", tile=kind_word(TILE_OF[chosen])))
    told = (*picked, *rest)[:COMPARED]
    sentences += (_branch(branch, words) for branch in told)
    latent = {each.kind for branch in (best, *told) for each in branch.effect.latent}
    return Explanation(tuple(sentences), lit=frozenset({best.kind, *latent}))


def _branch(branch: Branch, words: HandWords) -> str:
    """Describe a discard: the number of tiles that bring tenpai, how many bring furiten, and the risk."""
    effect = branch.effect
    counts = {"total": effect.acceptance, "free": branch.free_tiles, "furiten": branch.furiten_tiles}
    key = "drill.ahead.branch" if branch.furiten_tiles else "drill.ahead.branch-free"
    said = t(key, tile=kind_word(branch.kind), **counts)
    return join_sentences([said, *words.ahead(effect)[1:]])
