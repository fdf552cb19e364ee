"""``make drills-check``: practice questions by the thousand, all that they are and say computed again.

Exits with 1 when an answer is wrong or not the only one, when a question tells what the seat has not heard,
when no hand begins with its events, when a sentence does not hold, when the form gives an answer away or
leaves no choice, when fewer than 99 in a hundred questions are distinct, or when a level is not harder than
the one before.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from multiprocessing import get_context
from statistics import fmean, median

from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.tui.form_guesser import Form, Guessed, forms, guess
from tools.measure.question_problems import Fault, Problem, problem, problems
from tools.positions.generate import make_question

LEAST_DISTINCT = 0.99
PROGRESS = 1_000
"""A line of progress for so many questions."""
FROM_DATA = {DrillKind.RIICHI, DrillKind.PUSH_FOLD}
"""Kinds with a number of positions in the assets, which therefore repeat."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is kept of one question."""

    level: int
    difficulty: int
    answer: str
    """The first part's, to see how they are spread; tiles count as one answer."""
    position: bytes
    """Two questions with the same are the same to whoever answers."""
    hand: bytes
    """The same of the own tiles alone."""
    seconds: float
    """Processor time that it took to make …"""
    checking: float
    """… and to check."""
    problems: tuple[Problem, ...]
    forms: tuple[Form, ...]
    """What a guesser sees of it."""


def check(kind: DrillKind, numbered: tuple[int, int]) -> Checked:
    """Make one question of a level and seed, and check everything about it."""
    level, seed = numbered
    began = time.process_time()
    question = make_question(kind, level, seed)
    seconds = time.process_time() - began
    weighed = weigh(question, seconds, (*problems(question),), (*forms(question),))
    return replace(weighed, checking=time.process_time() - began - seconds)


def weigh(
    question: Question,
    seconds: float,
    found: tuple[Problem, ...] | None = None,
    seen: tuple[Form, ...] = (),
) -> Checked:
    """What is kept of a question that took ``seconds`` to make; without problems it is answered again."""
    if found is None:
        wrong = problem(question)
        found = () if wrong is None else (wrong,)
    return Checked(
        level=question.level,
        difficulty=question.difficulty,
        answer=_answer(question),
        position=_digest(question.rules.name, question.seat, question.events, question.ask),
        hand=_digest(_own_tiles(question), question.ask),
        seconds=seconds,
        checking=0.0,
        problems=found,
        forms=seen,
    )


def _answer(question: Question) -> str:
    first = question.answer[0]
    words = [option.id for option in question.parts[0].options if option.id in first and option.tile is None]
    return "/".join(words) if words else f"{len(first)} tile{'s' * (len(first) > 1)}"


def _own_tiles(question: Question) -> str:
    hand = question.view().hand
    return f"{hand.sorted()} {sorted(map(str, hand.melds))}"


def _digest(*parts: object) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=12).digest()


def checked(kind: DrillKind, questions: int, first: int, jobs: int) -> Iterator[Checked]:
    """So many questions of a kind, spread over the levels; the same whatever the number of processes."""
    numbered = [(LEVELS[number % len(LEVELS)], first + number // len(LEVELS)) for number in range(questions)]
    work = partial(check, kind)
    if jobs == 1:
        for each in numbered:
            yield work(each)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, numbered, chunksize=20)


def told(kind: DrillKind, found: Iterable[Checked], began: float) -> Iterator[Checked]:
    """The same, with a line of progress now and then; ``began`` is the time on the clock at the start."""
    wrong = 0
    for number, each in enumerate(found, 1):
        wrong += bool(each.problems)
        for one in each.problems:
            print(one.text, flush=True)
        yield each
        if number % PROGRESS == 0:
            print(f"… {kind}: {number:,}, {wrong} with something wrong, {_minutes(began)}", flush=True)


def _minutes(began: float) -> str:
    return f"{(time.monotonic() - began) / 60:.1f} minutes"


def failures(kind: DrillKind, found: Sequence[Checked]) -> list[str]:
    """All that is wrong with these questions of one kind."""
    wrong = [one.text for each in found for one in each.problems]
    for guessed in guesses(kind, found):
        if guessed.gives_away:
            wrong.append(f"the form gives away {guessed}")
        if guessed.no_choice:
            codes = ", ".join(guessed.no_choice[:3])
            wrong.append(f"{len(guessed.no_choice)} times {kind} {guessed.part} leaves one choice ({codes})")
    distinct = len({each.position for each in found}) / len(found)
    if distinct < LEAST_DISTINCT and kind not in FROM_DATA:
        wrong.append(f"only {distinct:.1%} are distinct")
    means = [fmean(each.difficulty for each in found if each.level == level) for level in LEVELS]
    if any(later <= earlier for earlier, later in pairwise(means)):
        wrong.append(f"the levels are not ordered: {means}")
    return wrong


def guesses(kind: DrillKind, found: Sequence[Checked]) -> list[Guessed]:
    """What a guesser that sees only the form gets; nothing if no form was kept."""
    seen = [form for each in found for form in each.forms]
    return guess(kind, seen) if seen else []


def report(kind: DrillKind, found: Sequence[Checked]) -> Iterable[str]:
    """The numbers of one kind, line by line."""
    number = len(found)
    faults = Counter(fault for each in found for fault in {one.fault for one in each.problems})
    distinct = len({each.position for each in found}) / number
    hands = len({each.hand for each in found}) / number
    seconds = [each.seconds for each in found]
    yield f"{kind}: {number:,} questions, {', '.join(f'{faults[fault]} {fault}' for fault in Fault)}"
    yield f"  {distinct:.2%} of the positions are distinct, {hands:.2%} of the hands"
    made = f"{fmean(seconds):.3f} on average, median {median(seconds):.3f}, at most {max(seconds):.1f}"
    yield f"  seconds to make: {made}; to check: {fmean(each.checking for each in found):.3f} on average"
    yield from (f"  guessed by form: {guessed}" for guessed in guesses(kind, found))
    for level in LEVELS:
        here = [each for each in found if each.level == level]
        hard = sorted(each.difficulty for each in here)
        spread = Counter(each.answer for each in here).most_common(9)
        answers = ", ".join(f"{word} {count / len(here):.0%}" for word, count in spread)
        yield f"  level {level}: difficulty {hard[0]} to {hard[-1]}, on average {fmean(hard):.1f}; {answers}"


def main() -> None:
    """Check the kinds that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="make drills-check ARGS=", description=__doc__)
    parser.add_argument(
        "kinds", nargs="*", metavar="KIND", help=f"of {', '.join(DrillKind)}; all when left out"
    )
    parser.add_argument("--questions", type=int, default=10_000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed of each level")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    kinds = [DrillKind(kind) for kind in wanted.kinds or DrillKind]
    bad, began = [], time.monotonic()
    for kind in kinds:
        found = list(told(kind, checked(kind, wanted.questions, wanted.first, wanted.jobs), began))
        print("\n".join(report(kind, found)), flush=True)
        bad += failures(kind, found)
    last = wanted.first + (wanted.questions - 1) // len(LEVELS)
    print(f"asked {', '.join(kinds)}: {wanted.questions:,} questions each")
    print(f"  levels {LEVELS[0]} to {LEVELS[-1]}, each with the seeds {wanted.first:,} to {last:,}")
    print(f"  {_minutes(began)} with --jobs {wanted.jobs}; {len(bad)} failures", flush=True)
    if bad:
        sys.exit("\n".join(bad))


if __name__ == "__main__":
    main()
