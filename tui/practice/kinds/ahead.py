"""Think ahead in words: where the best discard leads, and where the chosen one does."""

from __future__ import annotations

from ai.drills.ahead import AheadFacts, Branch
from ai.drills.question import Question
from engine.tiles import NAMES, TILE_OF
from tui.i18n.layout import sentences
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.words.discard_effects import HandWords
from tui.words.seating import Seating
from tui.words.tiles import kind_word

COMPARED = 1
"""So many other discards are told of at most: the chosen one, or the one that tempts most."""


def ask(question: Question, number: int, names: Seating) -> str:
    """What is looked for."""
    return t("drill.ahead.ask")


def word(id: str) -> str:
    """No option is a word."""
    return id


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """The best discard and the chosen one where it is another, else the one that accepts most."""
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
    """A discard: how many tiles then bring tenpai, how many of them in furiten, and the risk."""
    effect = branch.effect
    counts = {"total": effect.acceptance, "free": branch.free_tiles, "furiten": branch.furiten_tiles}
    key = "drill.ahead.branch" if branch.furiten_tiles else "drill.ahead.branch-free"
    said = t(key, tile=kind_word(branch.kind), **counts)
    return sentences([said, *words.ahead(effect)[1:]])
