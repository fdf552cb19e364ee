"""Everything that a machine finds wrong with one practice question, from its events alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ai.drills.question import Answer, DrillKind, Question
from engine.actions import ActionKind
from engine.options import options
from engine.view import mask
from tests.support.ai.legal_beginning import Impossible, of_question
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.ai.slow_solver.story import Ambiguous, Story, tell
from tests.support.tui.claims.registry import faults
from tui.i18n import Language, choose_language, language
from tui.practice.explain import ask_words, explain, option_word


class Fault(StrEnum):
    """What is wrong with a question."""

    WRONG = "wrong"
    """The answer, or it tells what the seat has not heard."""
    AMBIGUOUS = "ambiguous"
    """There is no answer, or another one is as right."""
    IMPOSSIBLE = "impossible"
    """No hand begins like that."""
    UNTRUE = "untrue"
    """A sentence of the question or of an explanation does not hold, or nobody checks it."""
    UNSAID = "unsaid"
    """In some language a text is empty or fails, or two options read alike."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a question."""

    fault: Fault
    text: str
    """Said with the code of the question."""

    @property
    def ambiguous(self) -> bool:
        """Whether there is no answer, or more than one."""
        return self.fault is Fault.AMBIGUOUS


def problem(question: Question, story: Story | None = None) -> Problem | None:
    """What is wrong with the answer, None when nothing is."""
    if question.events != tuple(mask(event, question.seat) for event in question.events):
        return Problem(Fault.WRONG, f"{question.code} tells what the seat has not heard")
    try:
        answer = slow_answer(question, story)
    except Ambiguous as ambiguous:
        return Problem(Fault.AMBIGUOUS, f"{question.code} is ambiguous: {ambiguous}")
    except (AssertionError, LookupError) as fault:
        return Problem(Fault.WRONG, f"{question.code} cannot be answered: {fault!r}")
    if answer != question.answer:
        told = f"{_words(question.answer)}, not {_words(answer)}"
        return Problem(Fault.WRONG, f"{question.code} is wrong: {told}")
    return None


def problems(question: Question) -> Iterator[Problem]:
    """All that is wrong with the question: its answer, its position, and what it says."""
    story = tell(question.rules, question.seat, question.events)
    if (found := problem(question, story)) is not None:
        yield found
    try:
        of_question(question)
    except Impossible as impossible:
        yield Problem(Fault.IMPOSSIBLE, f"{question.code} is impossible: {impossible}")
    yield from (
        Problem(Fault.WRONG, f"{question.code} does not offer {what}") for what in not_offered(question)
    )
    try:
        yield from (Problem(Fault.UNTRUE, fault) for fault in faults(question, story))
    except AssertionError as fault:
        yield Problem(Fault.UNTRUE, f"{question.code} cannot be checked: {fault}")
    yield from (Problem(Fault.UNSAID, f"{question.code} {what}") for what in unsaid(question))


def unsaid(question: Question) -> Iterator[str]:
    """What is wrong with the words in each language, said without the code of the question."""
    before = language()
    for code in Language:
        if code is Language.AUTO:
            continue
        choose_language(code)
        try:
            for number, part in enumerate(question.parts):
                if not ask_words(question, number):
                    yield f"asks nothing in {code}"
                words = [option_word(question, part, at) for at in range(len(part.options))]
                if len(set(words)) < len(words):
                    yield f"offers the same twice in {code}: {words}"
            if not explain(question, question.answer).sentences:
                yield f"explains nothing in {code}"
        except (KeyError, ValueError) as error:
            yield f"cannot be told in {code}: {error!r}"
        finally:
            choose_language(before)


def not_offered(question: Question) -> list[str]:
    """What the seat may do besides a discard though nothing of it is among the choices.

    Only where the question is what brings the most: other questions are about discards alone.
    """
    if question.kind not in BEST_OF_ALL:
        return []
    offered = {option.id for option in question.parts[0].options}
    moves = {action.kind for action in options(question.view()).actions}
    return sorted(move.value for move in moves - DISCARDS if move.value not in offered)


BEST_OF_ALL = (DrillKind.RIICHI, DrillKind.PUSH_FOLD)
"""Kinds that ask which of all choices is the best."""
DISCARDS = {ActionKind.DISCARD, ActionKind.RIICHI}


def _words(answer: Answer) -> str:
    return "; ".join(" ".join(sorted(part)) or "-" for part in answer)
