"""Check the library: every position is what its line says, and nothing is wrong with its question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from ai.drills.library import FORMS, LibraryPosition, form_name
from ai.drills.question import DrillKind, NoQuestion
from tests.support.tui.form_guesser import Form, Guessed, guess
from tests.support.tui.form_guesser import forms as forms_of
from tools.measure.question_problems import problems
from tools.positions.candidate import Traits, held_forms, same, traits, unlike
from tools.positions.judged import FILES
from tools.positions.position_files import LibraryFile
from tools.positions.rules_of_thumb import by_rules_of_thumb

PROGRESS = 200
"""A line of progress for so many positions."""


def wrong(position: LibraryPosition, *, everywhere: bool = True) -> list[str]:
    """All that is wrong with a position; ``everywhere``: in other forms and under other presets too."""
    code = str(position.code())
    try:
        question = position.question()
    except NoQuestion as error:
        return [str(error)]
    found = [*(each.text for each in problems(question)), *unlike(position, question)]
    for rules in position.rules[1:]:
        other = position.question(rules=rules)
        if not same(question, other):
            found.append(f"{code} is another question under {rules}")
        found += [each.text for each in problems(other)] if everywhere else []
        found += unlike(position, other)
    if everywhere and (differ := held_forms(position, question) ^ position.forms):
        names = " ".join(form_name(form) for form in range(FORMS) if differ >> form & 1)
        found.append(f"{code}: {names} hold, or not, unlike the line says")
    return found


def _weighed(position: LibraryPosition, *, everywhere: bool) -> tuple[list[str], Traits | None]:
    found = wrong(position, everywhere=everywhere)
    try:
        return found, traits(position.question())
    except NoQuestion:
        return found, None


def check(
    kind: DrillKind,
    *,
    jobs: int = 1,
    everywhere: bool = True,
    folder: Path | None = None,
    say: Callable[[str], None] = print,
) -> Iterator[str]:
    """Everything that is wrong with the positions of a kind."""
    following, held = LibraryFile(kind, folder).read()
    numbers = [position.number for position in held]
    if len(set(numbers)) < len(numbers) or numbers != sorted(numbers) or following <= max(numbers, default=0):
        yield f"{kind.value}: the numbers are not in order, or the next one is taken"
    seen: dict[str, str] = {}
    work = partial(_weighed, everywhere=everywhere)
    for done, (position, (found, told)) in enumerate(zip(held, _each(work, held, jobs), strict=True), 1):
        yield from found
        for mark in () if told is None else (told.position, told.hand):
            if mark in seen:
                yield f"{position.code()} is like {seen[mark]}"
            seen[mark] = str(position.code())
        if done % PROGRESS == 0:
            say(f"… {kind.value}: {done} of {len(held)}")
    yield from given_away(kind, held)
    yield from by_rules_of_thumb(kind, held)
    say(f"{kind.value}: {len(held)} positions checked")


def given_away(kind: DrillKind, held: Iterable[LibraryPosition]) -> list[str]:
    """What somebody guesses who sees only the form of the questions; judged positions are what they are."""
    found = [] if kind in FILES else guessed_by_form(kind, held)
    return [f"the form gives away {each}" for each in found if each.gives_away]


def guessed_by_form(kind: DrillKind, held: Iterable[LibraryPosition]) -> list[Guessed]:
    """What a guesser gets in each part of the questions that can be asked."""
    seen: list[Form] = []
    for position in held:
        with suppress(NoQuestion):
            seen += forms_of(position.question())
    return guess(kind, seen) if seen else []


def _each(
    work: Callable[[LibraryPosition], tuple[list[str], Traits | None]], held: list[LibraryPosition], jobs: int
) -> Iterator[tuple[list[str], Traits | None]]:
    if jobs == 1:
        yield from map(work, held)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, held, chunksize=8)
