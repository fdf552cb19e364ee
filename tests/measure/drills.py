"""``make drills-check``: practice questions by the thousand, each answered again by a slow solver.

Exits with 1 when an answer is wrong or not the only one, when a question tells what the seat has not heard,
when fewer than 99 in a hundred questions are distinct, or when a level is not harder than the one before.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from multiprocessing import get_context
from statistics import fmean, median

from ai.drills.generate import make_question
from ai.drills.question import LEVELS, Answer, DrillKind, Question
from engine.view import mask
from tests.support.ai.slow_solver.answers import SOLVED, slow_answer
from tests.support.ai.slow_solver.hand import Ambiguous

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
    """Processor time that it took to make."""
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a question: its answer, that there is no one answer, or what it gives away."""

    ambiguous: bool
    text: str
    """Said with the code of the question."""


def check(kind: DrillKind, numbered: tuple[int, int]) -> Checked:
    """Make one question of a level and seed, and answer it again."""
    level, seed = numbered
    began = time.process_time()
    question = make_question(kind, level, seed)
    return weigh(question, time.process_time() - began)


def weigh(question: Question, seconds: float) -> Checked:
    """Answer a question again; ``seconds`` is what it took to make."""
    return Checked(
        level=question.level,
        difficulty=question.difficulty,
        answer=_answer(question),
        position=_digest(question.rules.name, question.seat, question.events, question.ask),
        hand=_digest(_own_tiles(question), question.ask),
        seconds=seconds,
        problem=problem(question),
    )


def problem(question: Question) -> Problem | None:
    """What is wrong with the question, None when nothing is."""
    if question.events != tuple(mask(event, question.seat) for event in question.events):
        return Problem(False, f"{question.code} tells what the seat has not heard")
    try:
        answer = slow_answer(question)
    except Ambiguous as ambiguous:
        return Problem(True, f"{question.code} is ambiguous: {ambiguous}")
    if answer != question.answer:
        return Problem(False, f"{question.code} is wrong: {_words(question.answer)}, not {_words(answer)}")
    return None


def _words(answer: Answer) -> str:
    return "; ".join(" ".join(sorted(part)) or "-" for part in answer)


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
    problems = 0
    for number, each in enumerate(found, 1):
        if each.problem is not None:
            problems += 1
            print(each.problem.text, flush=True)
        yield each
        if number % PROGRESS == 0:
            print(f"… {kind}: {number:,}, {problems} wrong or ambiguous, {_minutes(began)}", flush=True)


def _minutes(began: float) -> str:
    return f"{(time.monotonic() - began) / 60:.1f} minutes"


def failures(kind: DrillKind, found: Sequence[Checked]) -> list[str]:
    """All that is wrong with these questions of one kind."""
    wrong = [each.problem.text for each in found if each.problem is not None]
    distinct = len({each.position for each in found}) / len(found)
    if distinct < LEAST_DISTINCT and kind not in FROM_DATA:
        wrong.append(f"only {distinct:.1%} are distinct")
    means = [fmean(each.difficulty for each in found if each.level == level) for level in LEVELS]
    if any(later <= earlier for earlier, later in pairwise(means)):
        wrong.append(f"the levels are not ordered: {means}")
    return wrong


def report(kind: DrillKind, found: Sequence[Checked]) -> Iterable[str]:
    """The numbers of one kind, line by line."""
    number = len(found)
    problems = [each.problem for each in found if each.problem is not None]
    ambiguous = sum(problem.ambiguous for problem in problems)
    distinct = len({each.position for each in found}) / number
    hands = len({each.hand for each in found}) / number
    seconds = [each.seconds for each in found]
    yield f"{kind}: {number:,} questions, {len(problems) - ambiguous} wrong, {ambiguous} ambiguous"
    yield f"  {distinct:.2%} of the positions are distinct, {hands:.2%} of the hands"
    made = f"{fmean(seconds):.3f} on average, median {median(seconds):.3f}, at most {max(seconds):.1f}"
    yield f"  seconds to make: {made}"
    for level in LEVELS:
        here = [each for each in found if each.level == level]
        hard = sorted(each.difficulty for each in here)
        spread = Counter(each.answer for each in here).most_common(9)
        answers = ", ".join(f"{word} {count / len(here):.0%}" for word, count in spread)
        yield f"  level {level}: difficulty {hard[0]} to {hard[-1]}, on average {fmean(hard):.1f}; {answers}"


def main() -> None:
    """Check the kinds that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="make drills-check ARGS=", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(SOLVED)}; all when left out")
    parser.add_argument("--questions", type=int, default=10_000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed of each level")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    kinds = [DrillKind(kind) for kind in wanted.kinds or SOLVED]
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
