"""Every claim that a question and its explanation make, recomputed from the events.

A kind of question has a module with its name here (``way_out_claims.py``). It names with ``checks`` the
checker of each key; its ``NEUTRAL``, which may be missing, lists keys that claim nothing. What several kinds
say is in ``SHARED``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice

from ai.drills.kinds.fold import with_nobody_winning
from ai.drills.question import DrillKind, Given, Part, Question
from tests.support.ai.slow_solver.story import Story, tell
from tests.support.tui.claims.recording import (
    CHECKERS,
    Said,
    is_one_of,
    said_by_explanation,
    said_by_question,
    said_on_the_way,
)
from tests.support.tui.claims.recording import NEUTRAL as SAID_BY_ALL

SHARED = ("own_hand", "safety_words", "judged_choices", "traps", "discard_worth")
"""Modules with checkers of sentences that several kinds use."""
_KINDS = (f"{kind.module}_claims" for kind in DrillKind)
_NAMES = (f"{__name__.rpartition('.')[0]}.{name}" for name in (*SHARED, *_KINDS))
_MODULES = [import_module(name) for name in _NAMES if find_spec(name) is not None]
NEUTRAL = (*SAID_BY_ALL, *(key for module in _MODULES for key in getattr(module, "NEUTRAL", ())))
"""The keys, and beginnings of keys, that claim nothing."""


def faults(question: Question, story: Story | None = None) -> list[str]:
    """Every claim that does not hold, of the question and of its explanation to right and wrong answers."""
    story = story or tell(question.rules, question.seat, question.events)
    found = (wrong for asked, claims in told(question) for wrong in judged(claims, asked, story))
    return list(dict.fromkeys(found))


def told(question: Question) -> Iterator[tuple[Question, list[Said]]]:
    """All claims of a question and of its explanation to right and wrong answers.

    Of a question that goes on also those between its parts, and those of a hand in which nobody wins: until
    somebody wins both say the same between the parts, so only the second is asked.
    """
    claims = said_by_question(question)
    for given in answers(question):
        claims += said_by_explanation(question, given)
    yield question, claims
    if question.course is None:
        return
    asked = with_nobody_winning(question)
    claims = said_by_question(asked)
    for given in islice(_ways(asked), 0, None, WAYS_APART):
        claims += said_on_the_way(asked, given) + said_by_explanation(asked, given)
    yield asked, claims


WAYS_APART = 2
"""Every second way is enough: a wrong discard comes at each place."""


def judged(claims: Iterable[Said], question: Question, story: Story) -> Iterator[str]:
    """What is wrong with each claim that does not hold."""
    once: set[tuple[str, str, str, Given]] = set()
    for claim in claims:
        same = claim.key, claim.text, claim.sentence, claim.given
        if same in once or is_one_of(claim.key, NEUTRAL):
            continue
        once.add(same)
        if (wrong := _wrong(claim, question, story)) is not None:
            yield f"{question.code}: {claim.key} '{claim.text}' {wrong}"


def _wrong(claim: Said, question: Question, story: Story) -> str | None:
    checker = CHECKERS.get(claim.key)
    if checker is None:
        return "has no checker"
    try:
        return None if checker(claim, question, story) else "does not hold"
    except (AssertionError, ValueError, IndexError, KeyError) as error:
        return f"does not hold: {error!r}"


def answers(question: Question) -> Iterator[Given]:
    """Right answers, each option alone; other options of the first part, the other parts wrong; too much."""
    right = question.answer
    first = question.parts[0]
    wrong = [
        [option.id for option in part.options if option.id not in good]
        for part, good in zip(question.parts, right, strict=True)
    ]
    rest = tuple(frozenset(ids[:1]) for ids in wrong[1:])
    if first.several:
        yield right
        yield (right[0] | frozenset(wrong[0][:3]), *right[1:])
        yield (frozenset(sorted(right[0])[:1]), *right[1:])
    else:
        others = tuple(_one(part, good) for part, good in zip(question.parts, right, strict=True))[1:]
        yield from ((frozenset({id}), *others) for id in sorted(right[0])[:MOST])
    yield from ((frozenset({id}), *rest) for id in wrong[0][:MOST])
    if question.course is not None:
        yield from _ways(question)


def _one(part: Part, good: frozenset[str]) -> frozenset[str]:
    """What is given to answer a part rightly: one of the right options if one is to be chosen."""
    return good if part.several else frozenset(sorted(good)[:1])


def _ways(question: Question) -> Iterator[Given]:
    """Answers in turn: a wrong option each time, and a wrong one after so many right ones."""
    for right in range(len(question.parts)):
        given: list[frozenset[str]] = []
        while (asked := question.asked(given)) is not None:
            options = [option.id for option in asked.part.options]
            wrong = [id for id in options if id not in asked.right]
            ids = wrong if len(given) >= right and wrong else [id for id in options if id in asked.right]
            given.append(frozenset({ids[right * MOST % len(ids)]}))
        yield tuple(given)


MOST = 4
"""So many right, and so many wrong answers to the first part are explained."""
