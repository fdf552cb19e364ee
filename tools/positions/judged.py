"""Questions about judged positions: each position once, with all choices that can be offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from ai.drills.drill import drill_of
from ai.drills.question import DrillKind, Question
from engine.rules import PRESETS
from tools.positions.judged_files import PUSH_FOLD_FILE, RIICHI_FILE, judged
from tools.positions.judged_selection import Form, holds_under, level_of, ranked

FILES = {DrillKind.RIICHI: RIICHI_FILE, DrillKind.PUSH_FOLD: PUSH_FOLD_FILE}


def judged_questions(kind: DrillKind) -> Iterator[Question] | None:
    """A question about each judged position of a kind; None for kinds that are not judged."""
    return _questions(kind) if kind in FILES else None


def _questions(kind: DrillKind) -> Iterator[Question]:
    forms: Sequence[Form] = import_module(f"tools.positions.kinds.find_{kind.module}").FORMS
    file, drill = FILES[kind], drill_of(kind)
    seen: set[int] = set()
    widest = sorted(forms, key=len, reverse=True)
    for form in widest:
        for answer in form:
            for found in ranked(file, form, answer):
                position = found.position
                if position.number in seen:
                    continue
                seen.add(position.number)
                draft = drill.ask(position.moment(), position.asked(found.difficulty))
                assert draft is not None, "a judged position is always asked"
                yield Question.of(
                    kind, level_of(found), position.number, f"{kind.value} {position.number}", draft
                )


def holding_presets(question: Question) -> list[str]:
    """The presets besides its own under which the best choice is certain to be the best."""
    told = judged(FILES[question.kind])[1]
    found = next(each for each in told if each.number == question.seed and each.rules == question.rules.name)
    return [name for name in PRESETS if name != found.rules and holds_under(name, found)]
