"""Find positions for the library: the generators make questions, and admission takes some of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from multiprocessing import get_context

import msgspec

from ai.drills.drill import drill_of
from ai.drills.library import LibraryPosition
from ai.drills.question import LEVELS, DrillKind, NoQuestion, Question
from engine.wall import Dice
from tools.measure.question_problems import problems
from tools.positions.admission import Shares
from tools.positions.candidate import Traits, position_of, same, traits, widened
from tools.positions.generate import make_question, module_of
from tools.positions.judged import judged_questions
from tools.positions.kinds import find_count as count_kind
from tools.positions.position_files import LibraryFile
from tools.positions.search import drafts
from tools.positions.won_hands import TOWARDS

APART = 1_000
"""So many seeds are kept for each number, so that a later search does not make the same questions again."""
MOST_TRIES = 4_000
"""Questions of a level that are made in a row without one that is taken, before the level is given up."""
DEALS = 60
"""Hands that are played for one count."""
BATCH = 4
"""Questions that each process is given at once."""


class Candidate(msgspec.Struct, frozen=True):
    """A question that was made, or why it is none for the library."""

    level: int
    refusal: str = ""
    wrong: tuple[str, ...] = ()
    """What is wrong with it: the program has an error."""
    position: LibraryPosition | None = None
    traits: Traits | None = None
    seconds: float = 0.0
    """Processor time that it took to make and to check."""


def examined(kind: DrillKind, level: int, seed: int, shares: Shares) -> Candidate:
    """Make a question and check it, unless it is not welcome anyway."""
    began = time.process_time()
    try:
        question = _count(level, seed) if kind is DrillKind.COUNT else make_question(kind, level, seed)
    except NoQuestion as error:
        return Candidate(level, str(error))
    return weighed(question, shares, began)


def searched(kind: DrillKind, seed: int, shares: Shares) -> list[Candidate]:
    """The questions that the general search finds in one hand, each of the level that it happens to have.

    Those of a level that has enough are not checked.
    """
    found = []
    began = time.process_time()
    for draft in drafts(kind, Dice(list(DrillKind).index(kind), seed)):
        level = drill_of(kind).level(draft.difficulty)
        question = Question.of(kind, level, seed, f"{kind.value} of seed {seed}", draft)
        found.append(weighed(question, shares, began))
        began = time.process_time()
    return found or [Candidate(LEVELS[0], "nothing to ask", seconds=time.process_time() - began)]


def _count(level: int, seed: int) -> Question:
    """A count whose yaku was drawn first: what bots win with most often is what a rule of thumb finds."""
    dice = Dice(level, seed)
    yaku = ("", *TOWARDS)[dice.below(len(TOWARDS) + 1)]
    for _ in range(DEALS):
        if (draft := count_kind.draft(level, dice, towards=yaku)) is not None:
            return Question.of(DrillKind.COUNT, level, seed, f"count of level {level}, seed {seed}", draft)
    raise NoQuestion(f"no hand with {yaku}")


def weighed(question: Question, shares: Shares, began: float) -> Candidate:
    """Check a question, unless it is not welcome anyway; ``began`` is the processor time at its start."""
    told = traits(question)
    level = question.level
    if (refusal := shares.refusal(told)) is not None:
        return Candidate(level, refusal, traits=told, seconds=time.process_time() - began)
    wrong = tuple(each.text for each in problems(question))
    if drill_of(question.kind).level(question.difficulty) != level:
        wrong = (*wrong, f"{question.code} is of another level")
    if wrong:
        return Candidate(level, "wrong", wrong, seconds=time.process_time() - began)
    position = position_of(question)
    if not same(question, position.question()):
        wrong = (f"{question.code} is another question when it is asked again",)
        return Candidate(level, "wrong", wrong, seconds=time.process_time() - began)
    position = widened(position, question)
    return Candidate(level, "", (), position, told, time.process_time() - began)


def find(
    kind: DrillKind,
    number: int,
    *,
    seed: int | None = None,
    jobs: int = 1,
    tries: int = MOST_TRIES,
    file: LibraryFile | None = None,
    say: Callable[[str], None] = print,
) -> int:
    """Append positions until there are so many of a kind; returns how many were added."""
    file = file or LibraryFile(kind)
    following, held = file.read()
    shares = Shares(kind, number, (traits(position.question()) for position in held))
    first = following * APART if seed is None else seed
    added, told = 0, Counter[str]()
    began, seconds = time.monotonic(), 0.0
    for candidate in _candidates(kind, shares, first, jobs, tries):
        seconds += candidate.seconds
        for each in candidate.wrong:
            say(each)
        refusal = candidate.refusal or None
        if candidate.traits is not None:
            # others may have been taken since it was examined
            refusal = shares.refusal(candidate.traits)
        if candidate.position is None or candidate.traits is None or refusal is not None:
            told[refusal or candidate.refusal] += 1
            continue
        file.add(candidate.position)
        shares.add(candidate.traits)
        added += 1
        if added % 20 == 0:
            say(f"… {kind.value}: {shares.levels.total()} positions, {seconds / added:.2f} s each")
    refused = ", ".join(f"{times} {why}" for why, times in told.most_common(8))
    took = f"{seconds / max(1, added):.2f} s of processor each, {time.monotonic() - began:.0f} s"
    say(f"{kind.value}: {added} added, {shares.levels.total()} in all; {took}; refused: {refused or '-'}")
    for sort in shares.missing():
        say(f"{kind.value}: too few of level {sort.level} {sort.theme} for a lesson")
    return added


def _candidates(kind: DrillKind, shares: Shares, first: int, jobs: int, most: int) -> Iterator[Candidate]:
    """Questions of the levels that lack some, level by level, or those that were judged."""
    if (found := judged_questions(kind)) is not None:
        yield from (weighed(question, shares, time.process_time()) for question in found)
        return
    if module_of(kind) is None:
        yield from _searched(kind, shares, first, jobs, most)
        return
    with ExitStack() as stack:
        pool = stack.enter_context(get_context("spawn").Pool(jobs)) if jobs > 1 else None
        for level in LEVELS:
            tries, before = 0, -1
            seeds = count(first)
            while shares.lacks(level) and tries < most:
                if (size := shares.levels.total()) != before:
                    tries, before = 0, size
                work = [
                    (kind, level, next(seeds), shares) for _ in range(1 if pool is None else BATCH * jobs)
                ]
                tries += len(work)
                if pool is None:
                    yield examined(*work[0])
                else:
                    yield from pool.starmap(examined, work)


def _searched(kind: DrillKind, shares: Shares, first: int, jobs: int, most: int) -> Iterator[Candidate]:
    """What the general search finds, hand by hand, while a level lacks some."""
    with ExitStack() as stack:
        pool = stack.enter_context(get_context("spawn").Pool(jobs)) if jobs > 1 else None
        tries, before = 0, -1
        seeds = count(first)
        while any(map(shares.lacks, LEVELS)) and tries < most:
            if (size := shares.levels.total()) != before:
                tries, before = 0, size
            work = [(kind, next(seeds), shares) for _ in range(1 if pool is None else BATCH * jobs)]
            tries += len(work)
            for found in [searched(*work[0])] if pool is None else pool.starmap(searched, work):
                yield from found
