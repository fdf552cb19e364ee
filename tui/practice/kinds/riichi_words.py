"""Texts of "furiten riichi": the reason, the points of each choice, and what each discard waits on."""

from __future__ import annotations

from ai.drills.kinds.riichi import CHANGE, DECLARE, SILENT, TSUMO, RiichiFacts, RiichiQuestion
from ai.reading.outlook import Outlook, Worth
from engine.tiles import KIND_OF, Kind
from engine.wall import PLAYERS
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import hand_marks, judged_words
from tui.tiles import NO_MARK
from tui.words.names import Seating, kind_word, tile_words


def ask(question: RiichiQuestion, number: int, names: Seating) -> str:
    """Riichi in furiten, another wait, silence, or a tsumo."""
    asked = question.ask
    tile = kind_word(KIND_OF[asked.furiten])
    offered = {option.id for option in question.parts[0].options}
    if asked.change is not None:
        other = t("drill.riichi.change", tile=kind_word(KIND_OF[asked.change]))
        silent = SILENT in offered
        return t("drill.riichi.ask-change" if silent else "drill.riichi.ask-or", tile=tile, other=other)
    return t("drill.riichi.ask-won" if TSUMO in offered else "drill.riichi.ask", tile=tile)


def word(id: str) -> str:
    """An option in words: riichi, silence, another wait, or the win."""
    return t(f"drill.riichi.is-{id}")


def explain(question: RiichiQuestion, given: Given, names: Seating) -> Explanation:
    """The better choice by hands played out, both waits with their tiles left, and the draws to come."""
    facts = question.facts
    view = question.view()
    sentences = (
        _why(facts),
        *judged_words(facts.judged, question.rules, word),
        _discard(facts.furiten),
        *([] if facts.change is None else [_discard(facts.change), _played(question)]),
        t("drill.riichi.draws", live=view.table.live, count=round(view.table.live / PLAYERS)),
    )
    causes = tuple(cause for cause in facts.furiten.furiten if cause.turn <= len(view.me.pond))
    lit = {wait.kind for wait in facts.furiten.waits} | {KIND_OF[cause.tile] for cause in causes}
    furiten = KIND_OF[facts.furiten.tile]
    marks = hand_marks(view, lambda kind: NO_MARK.with_furiten(kind == furiten))
    return Explanation(sentences, frozenset(lit), causes, marks)


def _why(facts: RiichiFacts) -> str:
    """The best choice, and what speaks for it."""
    points = {choice.id: choice.points.mean for choice in facts.judged.choices}
    best, count = facts.judged.best.id, facts.furiten.acceptance
    if TSUMO in points:
        other = points[DECLARE if best == TSUMO else TSUMO]
        key = "drill.riichi.why-tsumo" if best == TSUMO else "drill.riichi.why-no-tsumo"
        return t(key, mean=points[best], other=other)
    if best == CHANGE:
        assert facts.change is not None
        return t("drill.riichi.why-change", free=facts.change.acceptance, count=count)
    if best == DECLARE:
        waits, riichi, silent = _most_lifted(facts)
        if riichi > silent:
            said = {"tiles": tile_words(waits), "riichi": riichi, "silent": silent, "count": count}
            return t("drill.riichi.why-declare", **said)
        other = max(brought for id, brought in points.items() if id != best)
        return t("drill.riichi.why-declare-anyway", mean=points[best], other=other, count=count)
    return t("drill.riichi.why-silent", count=count)


def _most_lifted(facts: RiichiFacts) -> tuple[tuple[Kind, ...], int, int]:
    """The waits whose tsumo gains most by riichi, and what it brings with it, and without."""
    brought = [
        (each.waits, each.riichi.paid.total, each.worth.paid.total)
        for each in facts.worths
        if isinstance(each.riichi, Worth) and isinstance(each.worth, Worth)
    ]
    return max(brought, key=lambda each: (each[1] - each[2], each[1]))


def _played(question: RiichiQuestion) -> str:
    """How the change of the wait was played."""
    return t(f"drill.riichi.changed-{'riichi' if question.ask.with_riichi else 'silent'}")


def _discard(effect: Outlook) -> str:
    key = "drill.riichi.waits-furiten" if effect.furiten else "drill.riichi.waits"
    waits = tile_words(wait.kind for wait in effect.waits)
    return t(key, tile=kind_word(KIND_OF[effect.tile]), waits=waits, count=effect.acceptance)
