"""Texts of "kan after riichi?": the waits before and after, and readings without the triplet."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kan import KanAsk, KanFacts
from ai.drills.question import Question
from engine.actions import Why
from engine.shape import Form, Reading
from engine.tiles import Kind
from tui.config.actions import ActionId
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.readings import alike, groups
from tui.words.actions import reason
from tui.words.seating import Seating
from tui.words.tiles import join, kind_word, sentence_start


def ask(question: Question, number: int, names: Seating) -> str:
    """The question: whether the kan is legal; then which waits forbid it."""
    asked = question.ask
    assert isinstance(asked, KanAsk)
    part = question.parts[number].id
    return t(f"drill.kan.ask-{part}", tile=kind_word(asked.kind))


def word(id: str) -> str:
    """The label "legal", or the reason why not."""
    return t(f"drill.kan.is-{id}")


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Describe the effect of the kan on the waits, their readings, and near misses of a refusal."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, KanAsk)
    assert isinstance(facts, KanFacts)
    return Explanation(tuple(_told(question, asked.kind, facts)), lit=frozenset({asked.kind, *facts.before}))


def _told(question: Question, kind: Kind, facts: KanFacts) -> Iterator[str]:
    rules, why = question.rules.title, None if facts.refusal is None else facts.refusal.why
    waits = {"before": _kinds(facts.before), "after": _kinds(facts.after)}
    match why:
        case Why.KAN_CHANGES_WAITS:
            yield t("drill.kan.changes" if facts.after else "drill.kan.loses", **waits)
        case None | Why.KAN_CHANGES_READING:
            yield t("drill.kan.keeps", **waits)
        case _:
            assert facts.refusal is not None
            yield sentence_start(t("drill.kan.refused", reason=reason(ActionId.KAN, facts.refusal)))
    for wait, reading in _each_wait_once(facts) if why in (None, Why.KAN_CHANGES_READING) else ():
        yield _otherwise(kind, wait, reading)
    if facts.otherwise and why is Why.KAN_CHANGES_READING:
        yield t("drill.kan.strict", tile=kind_word(kind), rules=rules)
    for miss in facts.near_misses:
        yield t(f"drill.kan.near-{miss.value}", rules=rules)


def _each_wait_once(facts: KanFacts) -> Iterator[tuple[Kind, Reading]]:
    yield from dict(reversed(facts.otherwise)).items()


def _otherwise(kind: Kind, wait: Kind, reading: Reading) -> str:
    """A reading without the triplet of the hand completed by a wait."""
    names = {"tile": kind_word(kind), "wait": kind_word(wait)}
    if reading.form is not Form.STANDARD:
        return t("drill.kan.otherwise-pairs", **names)
    read = {"groups": groups(reading), "pair": alike(reading.pair, 2)}
    return t("drill.kan.otherwise", **read, **names)


def _kinds(kinds: tuple[Kind, ...]) -> str:
    return join([kind_word(kind) for kind in kinds])
