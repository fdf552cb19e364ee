"""Texts of "kan after riichi?": the waits before and after, and readings without the triplet."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.kan import KanChange, KanFacts, KanQuestion
from engine.actions import Why
from engine.shape import Form, Reading
from engine.tiles import Kind
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import alike, groups
from tui.words.names import Seating, joined_kinds, kind_word


def ask(question: KanQuestion, number: int, names: Seating) -> str:
    """The question: may the kan be declared? Then: which waits are lost, or which other groups are there?"""
    return t(f"drill.kan.ask-{question.parts[number].id}", tile=kind_word(question.ask.kind))


def word(id: str) -> str:
    """An option in words: legal, or why not."""
    return t(f"drill.kan.is-{id}")


def explain(question: KanQuestion, given: Given, names: Seating) -> Explanation:
    """The rule of kans after riichi on this hand: the waits before and after it."""
    lit = frozenset({question.ask.kind, *question.facts.before})
    return Explanation(tuple(_told(question, question.ask.kind, question.facts)), lit=lit)


MAX_LOST = 2
"""The maximum number of lost waits whose readings are told."""


def _told(question: KanQuestion, kind: Kind, facts: KanFacts) -> Iterator[str]:
    rules, why = question.rules.title, None if facts.refusal is None else facts.refusal.why
    yield _why(kind, facts)
    for miss in facts.near_misses:
        yield t(f"drill.kan.near-{miss.value}", rules=rules)
    if why is Why.KAN_CHANGES_READING:
        yield t("drill.kan.strict", tile=kind_word(kind), rules=rules)
    lost = [change for change in facts.changes if change.after is None]
    kept = [change for change in facts.changes if change.after is not None]
    other = dict(reversed(facts.otherwise))
    for change in lost[:MAX_LOST]:
        yield _before(change)
        yield t("drill.kan.lost", tile=kind_word(kind), wait=kind_word(change.wait))
    # the wait whose tiles group in two ways shows the most
    for change in sorted(kept, key=lambda change: change.wait not in other)[:1]:
        yield _before(change)
        if change.wait in other:
            yield _otherwise(kind, change.wait, other[change.wait])
        yield _after(kind, change)


def _why(kind: Kind, facts: KanFacts) -> str:
    """In one line why the kan is legal or not."""
    before, after = joined_kinds(facts.before), joined_kinds(facts.after)
    match None if facts.refusal is None else facts.refusal.why:
        case Why.KAN_CHANGES_WAITS if facts.after:
            return t("drill.kan.changes", before=before, after=after)
        case Why.KAN_CHANGES_WAITS:
            return t("drill.kan.loses", before=before)
        case Why.KAN_CHANGES_READING:
            return t("drill.kan.regroups", before=before, tile=kind_word(kind))
        case None:
            return t("drill.kan.keeps", before=before)
    assert facts.refusal is not None
    return t(f"drill.kan.against-{facts.refusal.why.value}", tile=kind_word(kind))


def _before(change: KanChange) -> str:
    """How the tiles group before the kan."""
    read = {"groups": groups(change.before), "pair": alike(change.before.pair, 2)}
    return t("drill.kan.before", wait=kind_word(change.wait), **read)


def _after(kind: Kind, change: KanChange) -> str:
    assert change.after is not None
    read = {"groups": groups(change.after), "pair": alike(change.after.pair, 2)}
    return t("drill.kan.after", wait=kind_word(change.wait), tile=kind_word(kind), **read)


def _otherwise(kind: Kind, wait: Kind, reading: Reading) -> str:
    """A reading without the triplet of the hand completed by a wait."""
    names = {"tile": kind_word(kind), "wait": kind_word(wait)}
    if reading.form is not Form.STANDARD:
        return t("drill.kan.otherwise-pairs", **names)
    read = {"groups": groups(reading), "pair": alike(reading.pair, 2)}
    return t("drill.kan.otherwise", **read, **names)
