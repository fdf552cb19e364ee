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
from tests.support.ai.slow_solver.story import HONOURS, ORPHANS, Story, kind_of

PAGE = Path(__file__).parents[4] / "docs" / "safety.md"
CANNOT_LOSE = "cannot lose"
"""The ground of a tile that is proven safe."""


class Published(NamedTuple):
    """A rate of the page in hundredths of a per cent, and its 95 % interval."""

    rate: int
    low: int
    high: int


FIELDS = ("own", "majiang")
"""The columns of the page that decide which tile is the safest."""


IN_RIICHI, OPEN = "ground, in riichi", "ground, tenpai, not in riichi"
"""The heads of the tables of the page: against players in riichi, and against the others."""


@cache
def published(field: str, table: str = IN_RIICHI) -> dict[str, Published]:
    """The rates of a column of a table of the page, by the words of their rows."""
    found, column = {CANNOT_LOSE: Published(0, 0, 0)}, 0
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("ground, "):
            column = cells.index(field) if cells[0] == table else 0
        elif not line.startswith("|"):
            column = 0
        elif column and cells[column][0].isdigit():
            rate, low, high = cells[column].translate(_BARE).replace(" – ", " ").split()
            found[cells[0]] = Published(*map(_hundredths, (rate, low, high)))
    return found


@cache
def reckoned(table: str = IN_RIICHI) -> dict[str, float]:
    """What the marks reckon with by a table of the page, at an average number of suji, in per cent."""
    found = {CANNOT_LOSE: 0.0}
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("ground, "):
            inside = cells[0] == table
        elif inside and len(cells) > 1 and cells[1][:1].isdigit():
            found[cells[0]] = float(cells[1])
        elif not line.startswith("|"):
            inside = False
    return found


def chance(rows: Iterable[str], story: Story, against: Iterable[Other]) -> float:
    """What the marks reckon with for a tile with these grounds, added up over the players, in per cent."""
    return sum(
        reckoned(table_of(other))[row] * 9.3 / (two_sided_left(story, other) + 2.7)
        for row, other in zip(rows, against, strict=True)
    )


def table_of(other: Other) -> str:
    """The table of the page that tells the rates against that player."""
    return IN_RIICHI if other.riichi else OPEN


_BARE = str.maketrans("", "", "()")


def _hundredths(text: str) -> int:
    whole, _, decimals = text.partition(".")
    return 100 * int(whole) + int(decimals)


def added(grounds: Iterable[str], field: str, against: Iterable[Other] | None = None) -> Published:
    """The rates of grounds against several players, added up; without players all are in riichi."""
    rows = list(grounds)
    tables = [IN_RIICHI] * len(rows) if against is None else list(map(table_of, against))
    rates = (published(field, table)[row] for row, table in zip(rows, tables, strict=True))
    return Published(*map(sum, zip(*rates, strict=True)))


def mean(grounds: Iterable[str], against: Iterable[Other] | None = None) -> int:
    """The mean of the rates of all columns, rounded up."""
    rows, players = list(grounds), None if against is None else list(against)
    return (sum(added(rows, field, players).rate for field in FIELDS) + 1) // len(FIELDS)


def ground(question: Question, story: Story, kind: str, other: Other) -> str:
    """The row that a kind belongs to against that player."""
    left = 4 - story.seen[kind]
    if not can_take(other, story, kind, other.safe):
        return CANNOT_LOSE
    melds = read_melds(question, story, other)
    if len(other.melds) == 4:
        return "four melds, two or more left" if left > 1 else _few("", left)
    if kind in HONOURS:
        return _honour(question, story, kind, other, left, melds)
    rank = int(kind[0])
    states = [_state(story, kind, step, other) for step in (-1, 1) if 1 <= rank + 3 * step <= 9]
    worst = max(states, key=_STATES.index)
    zone = {1: "1 9", 2: "2 8", 3: "3 7"}.get(min(rank, 10 - rank), "4 5 6")
    is_dora, known = kind in dora(question), worst in ("suji", "no-chance")
    flush = flush_suit(other)
    if zone == "1 9" and known and left <= 1:
        return _few("", left)
    if zone == "1 9" and melds == "simples" and flush != kind[1]:
        return "1 9 or guest wind, all melds are of simples"
    if is_dora:
        weak = "dora that nothing, or only a half suji, speaks for"
        return weak if worst == "open" else "dora with suji, no-chance or one-chance on every side"
    early = zone != "4 5 6" and _outside_early(kind, other)
    if known:
        row = _covered(kind, zone, worst, left, other, story)
        stronger = row.endswith("by the riichi tile") or (zone == "1 9" and left > 2)
        return f"{zone} outside an early discard" if early and stronger else row
    if flush == kind[1]:
        return f"{'4 5 6' if zone == '4 5 6' else '1 2 3 7 8 9'} of the suit of a possible flush"
    if zone == "4 5 6" and melds == "outside":
        return "4 5 6, all melds have a terminal or honour"
    if early:
        return f"{zone} outside an early discard"
    if flush and worst == "open":
        return "another suit than that of a possible flush, no suji"
    if worst == "open":
        half = {"suji", "no-chance"} & set(states)
        return (
            "half suji: 4 5 6 with one side suji or no-chance" if half else f"{zone} that nothing speaks for"
        )
    return "one-chance 1 9" if zone == "1 9" else "one-chance 2 to 8 (or one side better)"


def _covered(kind: str, zone: str, worst: str, left: int, other: Other, story: Story) -> str:
    """The row of a number whose two-sided waits are all furiten or impossible."""
    if zone == "1 9":
        return _few("1 9 with suji or no-chance", left)
    if worst == "no-chance":
        return "no-chance 4 5 6 (or one side suji)" if zone == "4 5 6" else f"no-chance {zone}"
    declared = other.riichi_tile if other.riichi else None
    step = int(declared[0]) - int(kind[0]) if declared and declared[1] == kind[1] else 0
    if abs(step) == 3 and _state(story, kind, step // 3, other) == "suji":
        return (
            "suji 4 5 6, on one side by the riichi tile"
            if zone == "4 5 6"
            else f"suji {zone} by the riichi tile"
        )
    return "suji 4 5 6, on both sides" if zone == "4 5 6" else f"suji {zone}"


def read_melds(question: Question, story: Story, other: Other) -> str:
    """What the melds of an open hand say: simples, outside, or needs; nothing for other hands."""
    if other.riichi or not other.opened:
        return ""
    outer = [any(tile in ORPHANS for tile in meld) for meld in other.melds]
    if not any(outer):
        return "simples" if question.rules.open_tanyao else ""
    honours = {*DRAGONS, story.round_wind, other.wind}
    if any(meld[0] in honours for meld in other.melds):
        return ""
    return "outside" if all(outer) and len(outer) > 1 else "needs"


def flush_suit(other: Other) -> str:
    """The suit of a possible flush: all melds are of it, and hardly any of the first ten discards."""
    if other.riichi or not other.opened or len(other.melds) < 2:
        return ""
    suits = {meld[0][1] for meld in other.melds} - {"z"}
    if len(suits) != 1:
        return ""
    (suit,) = suits
    thrown = sum(tile[1] == suit for tile in other.thrown[:10])
    return suit if thrown <= (0 if len(other.melds) == 2 else 2) else ""


def _outside_early(kind: str, other: Other) -> bool:
    """Whether an early discard of the suit is one or two steps nearer to the 5, or the 5 itself."""
    rank, inwards = int(kind[0]), 1 if int(kind[0]) < 5 else -1
    return any(f"{rank + step * inwards}{kind[1]}" in other.early for step in (1, 2))


def two_sided_left(story: Story, other: Other) -> float:
    """The two-sided waits that no proof and no wall rules out; those on a last copy count half."""
    found = 0.0
    for suit in "mps":
        for low in range(1, 7):
            ends = {f"{low}{suit}", f"{low + 3}{suit}"}
            most = max(story.seen[f"{low + 1}{suit}"], story.seen[f"{low + 2}{suit}"])
            if not ends & other.safe:
                found += {4: 0.0, 3: 0.5}.get(most, 1.0)
    return found


_STATES = ("suji", "no-chance", "one-chance", "open")


def _state(story: Story, kind: str, step: int, other: Other) -> str:
    """What speaks against the two-sided wait on that side: three tiles on is its other end."""
    rank, suit = int(kind[0]), kind[1]
    seen = max(story.seen[f"{rank + step}{suit}"], story.seen[f"{rank + 2 * step}{suit}"])
    if seen == 4:
        return "no-chance"
    if f"{rank + 3 * step}{suit}" in other.safe:
        return "suji"
    return "one-chance" if seen == 3 else "open"


def _honour(question: Question, story: Story, kind: str, other: Other, left: int, melds: str) -> str:
    yakuhai = kind in (*DRAGONS, story.round_wind, other.wind)
    if left <= 1:
        return _few("", left)
    if not yakuhai and melds == "simples" and not flush_suit(other):
        return "1 9 or guest wind, all melds are of simples"
    if kind in dora(question):
        return "dora, an honour"
    if yakuhai and melds in ("needs", "outside"):
        return "yakuhai, and the melds need one"
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
