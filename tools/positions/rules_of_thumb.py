"""What somebody gets right who goes by one thing alone, such as the shanten or the place of an option."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from statistics import fmean

from ai.drills.library import LibraryPosition
from ai.drills.question import DrillKind, NoQuestion, Option, Part, Question
from engine.shape import shanten_of
from engine.tiles import EAST, KIND_OF, count_kinds
from engine.view import SeatView
from tools.measure.judging import GUESSED
from tools.positions.judged import FILES

ENOUGH = 60
"""Fewer questions say nothing."""


def _shanten(view: SeatView) -> int:
    keys = view.hand.keys
    return shanten_of(keys, len(view.hand.melds)) if view.hand.melds else shanten_of(keys)


LOOKS: Mapping[str, Callable[[SeatView], object]] = {
    "always the same": lambda view: None,
    "shanten alone": _shanten,
    "tiles left alone": lambda view: view.table.live // 10,
    "own discards alone": lambda view: len(view.me.pond),
}
"""What a player goes by where words are asked."""


def _outside(option: Option) -> int:
    kind = KIND_OF[option.tile or 0]
    return -1 if kind >= EAST else min(kind % 9, 8 - kind % 9)


def _seen(question: Question) -> list[int]:
    return list(count_kinds(question.view().visible()))


HABITS: Mapping[str, Callable[[Question, Sequence[Option]], Option]] = {
    "first": lambda question, options: options[0],
    "last": lambda question, options: options[-1],
    "drawn": lambda question, options: next(
        (each for each in options if each.tile == _drawn(question.view())), options[0]
    ),
    "honour or terminal": lambda question, options: min(options, key=_outside),
    "middle": lambda question, options: max(options, key=_outside),
    "seen most": lambda question, options: max(
        options, key=lambda each: _seen(question)[KIND_OF[each.tile or 0]]
    ),
}
"""What a player does where one tile is asked for."""


def _drawn(view: SeatView) -> int | None:
    return None if view.drawn is None else KIND_OF[view.drawn]


def by_rules_of_thumb(kind: DrillKind, held: Iterable[LibraryPosition]) -> list[str]:
    """The rules of thumb that answer too many questions of a kind; judged positions are what they are."""
    if kind in FILES:
        return []
    questions: list[Question] = []
    for position in held:
        with suppress(NoQuestion):
            questions.append(position.question())
    if len(questions) < ENOUGH:
        return []
    return [
        f"{name} answers {share:.0%} of {kind.value}"
        for name, share in best_of(questions).items()
        if share >= GUESSED
    ]


def best_of(questions: Sequence[Question]) -> dict[str, float]:
    """The share of questions whose first part each player answers rightly, by the name of the player."""
    found = {name: fmean(_learnt(look, questions)) for name, look in LOOKS.items()}
    tiles = [each for each in questions if _tiles(each.parts[0])]
    if tiles:
        for name, habit in HABITS.items():
            right = [habit(each, _tiles(each.parts[0])).id in each.answer[0] for each in tiles]
            found[f"{name} tile"] = sum(right) / len(questions)
    return found


def _tiles(part: Part) -> list[Option]:
    """The tiles to choose one from; none if several are to be marked."""
    return [] if part.several else [option for option in part.options if option.tile is not None]


def _learnt(look: Callable[[SeatView], object], questions: Sequence[Question]) -> list[bool]:
    """Whether each second question is right, answered as most that look alike are."""
    known: dict[object, Counter[frozenset[str]]] = defaultdict(Counter)
    for question in questions[::2]:
        known[look(question.view()), _form(question)][question.answer[0]] += 1
    always = Counter(question.answer[0] for question in questions[::2]).most_common(1)[0][0]
    right = []
    for question in questions[1::2] or questions:
        group = known.get((look(question.view()), _form(question)))
        given = group.most_common(1)[0][0] if group else always
        part = question.parts[0]
        right.append(given == question.answer[0] if part.several else question.answer[0] >= given)
    return right


def _form(question: Question) -> tuple[str, ...]:
    return tuple(option.id for option in question.parts[0].options if option.tile is None)
