"""Texts of "safe tile": the panel's sentences about the safe tile, the chosen one and misleading ones."""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.kinds.safe import SafeQuestion
from ai.drills.question import NONE
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyReason
from engine.tiles import KIND_OF, TILE_OF, Kind
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import danger_marks
from tui.words.names import Seating, kind_word
from tui.words.safety_sentences import SafetyWords

MOST_DANGEROUS = 2
"""The most dangerous tiles that are described, the chosen one first; one less beside two proofs."""


def ask(question: SafeQuestion, number: int, names: Seating) -> str:
    """The tile that cannot lose; then why it cannot, for each opponent."""
    against = question.ask.against
    if number > 0:
        return t("drill.safe.why", name=names.other(against[number - 1]))
    first, *second = (names.other(seat) for seat in against)
    offered = all(option.id != NONE for option in question.parts[0].options)
    if second:
        both = "drill.safe.ask-both-offered" if offered else "drill.safe.ask-both"
        return t(both, first=first, second=second[0])
    return t("drill.safe.ask-offered" if offered else "drill.safe.ask", name=first)


def word(id: str) -> str:
    """An option in words: the reason why a tile is safe."""
    return t(f"drill.safe.is-{id}")


def explain(question: SafeQuestion, given: Given, names: Seating) -> Explanation:
    """Why each safe tile is safe, and what the chosen and the tempting ones can lose to."""
    facts = question.facts
    view, against = question.view(), question.ask.against
    safety, words = Safety(view), SafetyWords(view, names)
    chosen = [KIND_OF[TILE_OF[id]] for id in given[0] if id in TILE_OF]
    safe = {found.kind for found in facts.safe}
    sentences = [
        t("drill.safe.no-wait", tile=kind_word(found.kind))
        for found in facts.safe
        if found.reason is SafetyReason.NO_WAIT
    ]
    # of several safe tiles the chosen one is told about first
    proofs = sorted(facts.safe, key=lambda found: found.kind not in chosen)
    sentences += [words.about(found) for found in proofs] or [t("drill.safe.none")]
    doubtful = [kind for kind in (*chosen, *(trap.tile for trap in facts.traps)) if kind not in safe]
    most = MOST_DANGEROUS - len(sentences) // 2
    for kind in list(dict.fromkeys(doubtful))[:most]:
        sentences.append(_dangerous(kind, against, safety, words, names))
    return Explanation(
        tuple(dict.fromkeys(sentences)), lit=frozenset({*safe, *chosen}), marks=danger_marks(view, against)
    )


def _dangerous(kind: Kind, against: Sequence[int], safety: Safety, words: SafetyWords, names: Seating) -> str:
    """The danger of a tile against the opponent to whom it is most dangerous."""
    found = safety.worst(kind, against)
    assert found is not None
    facts = {"tile": kind_word(kind), "said": words.about(found), "name": names.other(found.opponent)}
    return t("drill.safe.can-lose" if len(against) == 1 else "drill.safe.can-lose-to", **facts)
