"""The line of the judged positions that a question is about, found by its events; the files are read raw.

Suits may be exchanged and dragons turned, so lines are compared by the first of all pictures in the order of
the alphabet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

from ai.drills.compact_events import write
from ai.drills.question import Question

ROOT = Path(__file__).parents[4]
FILES = (
    *(ROOT / "assets" / "drills" / name for name in ("furiten-riichi.jsonl", "push-fold.jsonl")),
    ROOT / "tests" / "data" / "judged-positions.jsonl",
)
DRAGONS = "PFC"
_SUIT = re.compile(r"(\d)([mps])(?!\d:)")
_DRAGON = re.compile(f"[{DRAGONS}]")
Line = Mapping[str, Any]


@cache
def _index() -> dict[tuple[int, str], list[Line]]:
    found: dict[tuple[int, str], list[Line]] = {}
    for path in FILES:
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "events" in line:
                found.setdefault((line["seat"], first_picture(_even(line["events"]))), []).append(line)
    return found


def line_of(question: Question) -> Line:
    """The line of the question's ruleset, or else one of another; raises AssertionError if there is none."""
    events = first_picture(_even(write(question.seat, question.events)))
    found = _index().get((question.seat, events), [])
    assert found, "no position like this was judged"
    return min(found, key=lambda line: bool(line["rules"] != question.rules.name))


def _even(events: str) -> str:
    """The events without the scores, which are even: each ruleset begins with others."""
    hand, sticks, scores, *others = events.split()
    assert len(set(scores.split(","))) == 1, "the scores are not even"
    return " ".join((hand, sticks, "even", *others))


def choices_of(question: Question) -> list[Line]:
    """The choices on offer, with the tiles of the question, with most points first."""
    offered = {option.id for option in question.parts[0].options}
    line = line_of(question)
    picture, told = _even(write(question.seat, question.events)), _even(line["events"])
    exchange = next(each for each in _exchanges() if each(told) == picture)
    found = [
        {**choice, "tile": exchange(choice["tile"])} for choice in line["choices"] if choice["id"] in offered
    ]
    assert {choice["id"] for choice in found} == offered, "not every choice was played"
    return sorted(found, key=lambda choice: -int(choice["points"]["mean"]))


def first_picture(events: str) -> str:
    """Of the hand with suits and dragons exchanged in every way the first."""
    return min(exchange(events) for exchange in _exchanges())


@cache
def _exchanges() -> tuple[Callable[[str], str], ...]:
    return tuple(partial(_exchanged, order, turn) for order in permutations("mps") for turn in range(3))


def _exchanged(order: tuple[str, ...], turn: int, text: str) -> str:
    suits = dict(zip("mps", order, strict=True))
    text = _SUIT.sub(lambda found: found[1] + suits[found[2]], text)
    return _DRAGON.sub(lambda found: DRAGONS[(DRAGONS.index(found[0]) + turn) % 3], text)
