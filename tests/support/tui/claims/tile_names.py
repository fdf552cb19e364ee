"""Read tiles and players out of English sentences."""

from __future__ import annotations

import re

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import HONOURS
from tui.practice.explain import seating_of

_WORDS = dict(
    zip(("East", "South", "West", "North", "White", "Green", "Red"), HONOURS, strict=True),
)
_TILES = re.compile(r"([1-9]+)([mps])|\b(" + "|".join(_WORDS) + r")\b")
_COUNTED = {"two": 2, "three": 3, "four": 4}


def kinds(text: str) -> list[str]:
    """The kinds that a text names, in order: ``red 5p, 123m and East``.

    ``three East`` and ``two East`` are so many; raises AssertionError if it names none.
    """
    found: list[str] = []
    for match in _TILES.finditer(text):
        ranks, suit, honour = match.groups()
        if honour is None:
            found += [f"{rank}{suit}" for rank in ranks]
            continue
        before = text[: match.start()].split()
        found += [_WORDS[honour]] * _COUNTED.get(before[-1].lower() if before else "", 1)
    assert found, f"no tile in '{text}'"
    return found


def kind(text: str) -> str:
    """The one kind that a text names."""
    (found,) = kinds(text)
    return found


def is_red(text: str) -> bool:
    """Whether the text names a red five."""
    return text.startswith("red ")


def seat(question: Question, name: str) -> int:
    """The seat of a player by the name in a sentence; raises ValueError for a stranger."""
    if name in ("You", "you", "your"):
        return question.seat
    names = seating_of(question)
    return [names.whose(each) if name.endswith("'s") else names[each] for each in range(4)].index(name)
