"""The ground of a tile against a player in riichi and its published rate, from the events and docs/safety.md.

A ground is named as its row of the table on that page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.opponents import DRAGONS, Other, can_take
from tests.support.ai.slow_solver.story import HONOURS, Story, kind_of

PAGE = Path(__file__).parents[4] / "docs" / "safety.md"
CANNOT_LOSE = "cannot lose"
"""The ground of a tile that is proven safe."""


class Published(NamedTuple):
    """A rate of the page in hundredths of a per cent, and its 95 % interval."""

    rate: int
    low: int
    high: int


@cache
def published() -> dict[str, Published]:
    """The rates against players in riichi, by the words of their rows."""
    found = {CANNOT_LOSE: Published(0, 0, 0)}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 9 and cells[6][0].isdigit():
            low, high = cells[7].split(" – ")
            found[cells[1]] = Published(*map(_hundredths, (cells[6], low, high)))
    return found


def _hundredths(text: str) -> int:
    whole, _, decimals = text.partition(".")
    return 100 * int(whole) + int(decimals)


def added(grounds: Iterable[str]) -> Published:
    """The rates of grounds against several players, added up."""
    return Published(*map(sum, zip(*(published()[each] for each in grounds), strict=True)))


def ground(question: Question, story: Story, kind: str, other: Other) -> str:
    """The row that a kind belongs to against that player."""
    left = 4 - story.seen[kind]
    if not can_take(other, story, kind, other.safe):
        return CANNOT_LOSE
    if kind in HONOURS:
        return _honour(question, story, kind, other, left)
    rank = int(kind[0])
    states = [_state(story, kind, step, other) for step in (-1, 1) if 1 <= rank + 3 * step <= 9]
    worst = max(states, key=_STATES.index)
    if kind in dora(question):
        weak = "dora that nothing, or only a half suji, speaks for"
        return weak if worst == "open" else "dora with suji, no-chance or one-chance on every side"
    zone = {1: "1 9", 2: "2 8", 3: "3 7"}.get(min(rank, 10 - rank), "4 5 6")
    if worst == "open":
        half = {"suji", "no-chance"} & set(states)
        return (
            "half suji: 4 5 6 with one side suji or no-chance" if half else f"{zone} that nothing speaks for"
        )
    if worst == "one-chance":
        return "one-chance 1 9" if zone == "1 9" else "one-chance 2 to 8 (or one side better)"
    if zone == "1 9":
        return _few("1 9 with suji or no-chance", left)
    if worst == "suji":
        return "suji 4 5 6, on both sides" if zone == "4 5 6" else f"suji {zone}"
    return "no-chance 4 5 6 (or one side suji)" if zone == "4 5 6" else f"no-chance {zone}"


_STATES = ("suji", "no-chance", "one-chance", "open")


def _state(story: Story, kind: str, step: int, other: Other) -> str:
    """What speaks against the two-sided wait on that side: three tiles on is its other end."""
    rank, suit = int(kind[0]), kind[1]
    if f"{rank + 3 * step}{suit}" in other.safe:
        return "suji"
    seen = max(story.seen[f"{rank + step}{suit}"], story.seen[f"{rank + 2 * step}{suit}"])
    return {4: "no-chance", 3: "one-chance"}.get(seen, "open")


def _honour(question: Question, story: Story, kind: str, other: Other, left: int) -> str:
    if kind in dora(question) and left:
        return "dora, an honour"
    yakuhai = kind in (*DRAGONS, story.round_wind, other.wind)
    return _few("yakuhai" if yakuhai else "guest wind", left)


def _few(words: str, left: int) -> str:
    """The row of a tile that only a pair or a single tile waits for, by the copies left."""
    if left <= 1:
        return "honour, or 1 9 with suji or no-chance, at most one copy left"
    return f"{words}, {'two' if left == 2 else 'three'} left"


def dora(question: Question) -> set[str]:
    """The kinds that the indicators make dora."""
    found = set()
    for event in question.events:
        if isinstance(event, ev.StartKyoku | ev.Dora):
            found.add(_next(kind_of(event.dora_marker)))
    return found


def _next(kind: str) -> str:
    rank, suit = int(kind[0]), kind[1]
    if suit != "z":
        return f"{rank % 9 + 1}{suit}"
    return f"{rank % 4 + 1}z" if rank <= 4 else f"{(rank - 5 + 1) % 3 + 5}z"
