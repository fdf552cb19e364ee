"""``make drills-check``: the library in all its forms, all that its questions are and say computed again.

A question is a position in one of its forms; its presets take turns. Every position is asked once before any
is asked again, so that a check of few questions covers the whole library. What is wrong is counted by the
sorts of ``Fault``. With a log, a check that was broken off goes on where the log ends; the log of a program
that has changed since is worth nothing.

Exits with 1 when anything is wrong with a question, when two questions are the same, or when the form gives
an answer away or leaves no choice.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path

import msgspec

from ai.drills.library import FORMS, LibraryCode, LibraryPosition, position_of, positions, read_library_code
from ai.drills.question import DrillKind, NoQuestion, Question
from tests.support.tui.form_guesser import Guessed
from tools.measure.question_problems import Fault, Problem, problems
from tools.positions.candidate import unlike
from tools.positions.checking import guessed_by_form
from tools.positions.judged import FILES

QUESTIONS = 20_000
"""Of each kind."""
PROGRESS = 1_000
"""A line of progress for so many questions."""


class Checked(msgspec.Struct, frozen=True):
    """What is kept of one question."""

    code: str
    picture: str
    """Two questions with the same are the same to whoever answers; empty if it cannot be asked."""
    seconds: float
    """Processor time that it took to open and to check."""
    problems: tuple[Problem, ...] = ()


def codes(kind: DrillKind) -> Iterator[LibraryCode]:
    """Every form of every position of a kind, each position once in each turn."""
    in_turn = zip_longest(*map(_forms, positions(kind).values()))
    return (code for turn in in_turn for code in turn if code is not None)


def _forms(position: LibraryPosition) -> Iterator[LibraryCode]:
    held = (form for form in range(FORMS) if position.holds(form))
    for turn, form in enumerate(held):
        yield position.code(form, position.rules[turn % len(position.rules)])


def check(code: LibraryCode) -> Checked:
    """Open one question, and check everything about it."""
    began = time.process_time()
    position, picture = position_of(code), ""
    try:
        question = position.question(code.form, code.rules)
        picture = picture_of(question)
        found = [*problems(question), *(Problem(Fault.WRONG, text) for text in unlike(position, question))]
    except (NoQuestion, LookupError, ValueError, AssertionError) as error:
        found = [Problem(Fault.WRONG, f"{code} cannot be checked: {error!r}")]
    return Checked(str(code), picture, time.process_time() - began, tuple(found))


def picture_of(question: Question) -> str:
    """The same for questions that differ in their rules alone."""
    seen = repr((question.seat, question.events, question.ask))
    return blake2b(seen.encode(), digest_size=12).hexdigest()


def checked(work: Sequence[LibraryCode], jobs: int) -> Iterator[Checked]:
    """The questions with these codes, in this order."""
    if jobs == 1:
        yield from map(check, work)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(check, work, chunksize=20)


def logged(work: Sequence[LibraryCode], jobs: int, log: Path | None) -> Iterator[Checked]:
    """The same; what stands in the log comes from there, and what is new is written to it."""
    done: dict[str, Checked] = {}
    if log is not None and log.exists():
        lines = log.read_bytes().splitlines()
        done = {each.code: each for each in (msgspec.json.decode(line, type=Checked) for line in lines)}
    yield from (done[str(code)] for code in work if str(code) in done)
    with ExitStack() as stack:
        stream = None if log is None else stack.enter_context(log.open("ab"))
        for each in checked([code for code in work if str(code) not in done], jobs):
            if stream is not None:
                stream.write(msgspec.json.encode(each) + b"\n")
                stream.flush()
            yield each


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


def repeated(found: Iterable[Checked]) -> list[str]:
    """The codes of questions that another position asked before.

    Forms of one position may be the same: without dragons in it there is nothing to exchange them for.
    """
    seen: dict[str, int] = {}
    numbered = [(each, read_library_code(each.code).number) for each in found]
    return [each.code for each, number in numbered if seen.setdefault(each.picture, number) != number]


def failures(kind: DrillKind, found: Sequence[Checked], guesses: Iterable[Guessed] = ()) -> list[str]:
    """All that is wrong with these questions of one kind, and with what a guesser gets."""
    wrong = [one.text for each in found for one in each.problems]
    wrong += [f"{code} was asked before under another number" for code in repeated(found)]
    for guessed in guesses:
        # judged positions are what they are
        if guessed.gives_away and kind not in FILES:
            wrong.append(f"the form gives away {guessed}")
        if guessed.no_choice:
            few = ", ".join(guessed.no_choice[:3])
            wrong.append(f"{len(guessed.no_choice)} times {kind} {guessed.part} leaves one choice ({few})")
    return wrong


def report(kind: DrillKind, found: Sequence[Checked], guesses: Collection[Guessed]) -> Iterator[str]:
    """The figures of one kind, line by line."""
    faults = Counter(fault for each in found for fault in {one.fault for one in each.problems})
    counted = ", ".join(f"{faults[fault]} {fault}" for fault in Fault)
    guessed = sum(each.gives_away for each in guesses)
    told = f"{len(repeated(found))} repeated, {guessed} of {len(guesses)} parts guessed by the form"
    yield f"{kind}: {len(found):,} questions, {counted}, {told}"
    there = sum(1 for _ in codes(kind))
    seconds = sum(each.seconds for each in found) / len(found)
    yield f"  of {len(positions(kind)):,} positions with {there:,} forms; {seconds:.3f} seconds each"
    yield from (f"  guessed by form: {each}" for each in guesses)


def main() -> None:
    """Check the kinds that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="make drills-check ARGS=", description=__doc__)
    parser.add_argument(
        "kinds", nargs="*", metavar="KIND", help=f"of {', '.join(DrillKind)}; all when left out"
    )
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each kind at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--log", type=Path, help="what was found so far, and to go on from there")
    wanted = parser.parse_args()
    bad, began = [], time.monotonic()
    for kind in [DrillKind(kind) for kind in wanted.kinds or DrillKind]:
        work = list(codes(kind))[: wanted.questions]
        found = list(told(kind, logged(work, wanted.jobs, wanted.log), began))
        guesses = guessed_by_form(kind, positions(kind).values())
        print("\n".join(report(kind, found, guesses)), flush=True)
        bad += failures(kind, found, guesses)
    print(f"{_minutes(began)} with --jobs {wanted.jobs}; {len(bad)} failures", flush=True)
    if bad:
        sys.exit("\n".join(bad))


if __name__ == "__main__":
    main()
