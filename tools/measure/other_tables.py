"""The tables of docs/safety.md about the games of others: where they differ from those of our bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from ai.reading.safety_reasons import SafetyReason
from tools.measure import looks
from tools.measure.data import Measurement, kept, load
from tools.measure.estimate import Sums
from tools.measure.looks import Looked
from tools.measure.tables import Table
from tools.measure.writing import PAGE, WORDS, between
from tui.tiles.marks import tier_letters

BEGIN = "<!-- other tables: written by make safety-table -->\n"
END = "<!-- end of other tables -->\n"
OTHERS = (Table.MAJIANG, Table.MIXED, Table.RECORDED)
State = Literal["riichi", "other"]
STATES: dict[State, str] = {"riichi": "in riichi", "other": "tenpai, not in riichi"}


def measured_tables() -> dict[Table, Measurement]:
    """What is kept of our own table and of the others, in their order."""
    return {table: load(table) for table in (Table.OWN, *OTHERS) if kept(table).exists()}


def differs(one: Sums, other: Sums) -> bool:
    """Whether two rates differ beyond their 95 % intervals; a rate without tiles differs from nothing."""
    return bool(one.tiles and other.tiles) and not one.overlaps(other)


def written(found: Mapping[Table, Measurement], looked: Mapping[Table, Looked]) -> str:
    """All tables of the section."""
    parts = [_games(found)]
    for state, words in STATES.items():
        parts.append(_tiers(found, state, words))
    parts += [_grounds(found), _looks(looked)]
    return "\n".join(parts)


def _games(found: Mapping[Table, Measurement]) -> str:
    lines = ["| games of | hands | games | tiles | wins |", "|---|---:|---:|---:|---:|"]
    for table, each in found.items():
        tiles, wins = (sum(getattr(row.all, part) for row in each.tiers) for part in ("tiles", "wins"))
        lines.append(f"| {table} | {each.hands:,} | {each.games:,} | {tiles:,} | {wins:,} |")
    return _block(lines)


def _tiers(found: Mapping[Table, Measurement], state: State, words: str) -> str:
    """The rate of each tier against players in one state, a column for each table."""
    lines = [f"| {words} | " + " | ".join(found) + " |", "|---|" + "---:|" * len(found)]
    for number, letter in enumerate(tier_letters(len(found[Table.OWN].tiers))):
        sums = [getattr(each.tiers[number], state) for each in found.values()]
        lines.append(f"| {letter} | " + " | ".join(_cells(sums)) + " |")
    return _block(lines)


def _grounds(found: Mapping[Table, Measurement]) -> str:
    """The grounds for which another table differs."""
    lines = ["| ground | the player is | " + " | ".join(found) + " |", "|---|---|" + "---:|" * len(found)]
    lines += [
        f"| {WORDS[reason]} | {STATES[state]} | " + " | ".join(_cells(sums)) + " |"
        for reason, state, sums in differing(found)
    ]
    return _block(lines)


def differing(found: Mapping[Table, Measurement]) -> Iterator[tuple[SafetyReason, State, list[Sums]]]:
    """Grounds and states in which another table differs from ours, with the sums of each table."""
    for reason in SafetyReason:
        for state in STATES:
            sums: list[Sums] = [getattr(each.reasons[reason], state) for each in found.values()]
            if any(differs(sums[0], other) for other in sums[1:]):
                yield reason, state, sums


def _looks(looked: Mapping[Table, Looked]) -> str:
    """How many of those who look tenpai are, a column for each table."""
    lines = ["| the player looks tenpai | " + " | ".join(looked) + " |", "|---|" + "---:|" * len(looked)]
    for level in looks.LEVELS:
        sums = [each.levels[level] for each in looked.values()]
        lines.append(f"| {level} | " + " | ".join(_cells(sums, digits=1)) + " |")
    return _block(lines)


def _cells(sums: Sequence[Sums], digits: int = 2) -> Iterator[str]:
    """Rates in per cent with their intervals; bold where they differ from the first."""
    for each in sums:
        if not each.tiles:
            yield "–"
            continue
        low, high = each.interval
        rate = f"{100 * each.rate:.{digits}f}"
        told = f"**{rate}**" if differs(sums[0], each) else rate
        yield f"{told} ({100 * low:.{digits}f} – {100 * high:.{digits}f})"


def _block(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with these tables in their place."""
    text = PAGE.read_text(encoding="utf-8")
    return between(text, BEGIN, END, written(measured_tables(), looks.load()))


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
