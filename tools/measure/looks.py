"""How often players who look tenpai are: what the turns in ``ai.reading.threat`` are taken from.

Hands are played with all tiles known. Whenever a seat is about to discard, each opponent out of riichi is a
sample: the level that the seat reads, and whether the opponent is tenpai. The samples of a hand make one
cluster::

    python -m tools.measure.looks --hands 5000 --seed 1
    NODE_PATH=FOLDER/node_modules python -m tools.measure.looks --hands 5000 --seed 4 --table majiang

``tools.measure.tables`` tells who plays. What was found is kept in ``looks.json``, one entry for each table,
and written into the docstring of ``ai.reading.threat`` and into docs/lab/safety.md. ``make
safety-table`` keeps it too for other tables than our own.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec

from ai.reading.threat import Likelihood, tenpai_estimates
from engine.round import Round
from engine.table import Phase
from engine.tenpai import tenpai_waits
from tools.measure.estimate import Sums
from tools.measure.tables import Table, TableError, games, hands

LEVELS: dict[str, Likelihood | None] = {
    Likelihood.LIKELY.value: Likelihood.LIKELY,
    Likelihood.POSSIBLE.value: Likelihood.POSSIBLE,
    "neither": None,
}
KEPT = Path(__file__).with_name("looks.json")
CODE = Path(__file__).parents[2] / "ai" / "reading" / "threat.py"
_WIDTHS = (9, 6, 8, 8, 6, 16)
_TABLE = re.compile(r"^=+(?: +=+)+\n.*^=+(?: +=+)+\n", re.DOTALL | re.MULTILINE)

Seen = Counter[tuple[Likelihood | None, bool]]
"""Samples by level and whether the player was tenpai."""


class Looked(msgspec.Struct, frozen=True):
    """What was counted at one table, and what it takes to repeat it."""

    seed: int
    games: int
    hands: int
    levels: dict[str, Sums]


def look_round(game: Round, seen: Seen) -> None:
    """Count what the seat that has to discard reads of the others."""
    table = game.table
    if table.phase is not Phase.TURN:
        return
    levels = {look.seat: look.level for look in tenpai_estimates(game.view(table.turn))}
    for seat, player in enumerate(table.seats):
        if seat != table.turn and not player.riichi:
            own = game.own[seat]
            seen[levels.get(seat), bool(tenpai_waits(own.hand, table.rules, own.waits))] += 1


def looks_of_game(table: Table, seed: int, number: int) -> list[Seen]:
    """The samples of each hand of one game."""
    found: list[Seen] = [Counter()]
    for _ in hands(table, seed, number, lambda game: look_round(game, found[-1])):
        found.append(Counter())
    return found[:-1]


def looked(seed: int, number: int, seen: Iterable[Seen]) -> Looked:
    """Add up the hands of so many games."""
    counted = list(seen)
    levels = {
        name: Sums.of((hand[level, True] + hand[level, False], hand[level, True]) for hand in counted)
        for name, level in LEVELS.items()
    }
    return Looked(seed, number, len(counted), levels)


def load() -> dict[Table, Looked]:
    """What is kept of every table, in their order."""
    kept = msgspec.json.decode(KEPT.read_bytes(), type=dict[Table, Looked]) if KEPT.exists() else {}
    return {table: kept[table] for table in Table if table in kept}


def save(table: Table, found: Looked) -> None:
    """Keep what was counted at a table, and write it into the docstring."""
    kept = {**load(), table: found}
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    CODE.write_text(code(load()), encoding="utf-8")


def rows(kept: Mapping[Table, Looked]) -> Iterator[tuple[str, ...]]:
    """Table, hands, level, players seen, per cent that were tenpai, and the interval."""
    for table, found in kept.items():
        for level, sums in found.levels.items():
            low, high = sums.interval
            rate, interval = f"{100 * sums.rate:.1f}", f"{100 * low:.1f} – {100 * high:.1f}"
            yield table.value, f"{found.hands:,}", level, f"{sums.tiles:,}", rate, interval


def code(kept: Mapping[Table, Looked]) -> str:
    """The module of the estimates with these figures in its docstring."""
    head = ("table", "hands", "level", "seen", "tenpai", "95 % interval")
    rule = _line(["=" * width for width in _WIDTHS])
    lines = [rule, _line(head), rule, *(_line(row) for row in rows(kept)), rule]
    return _TABLE.sub(lambda _: "\n".join(lines) + "\n", CODE.read_text(encoding="utf-8"), count=1)


def _line(cells: Iterable[str]) -> str:
    return "  ".join(f"{cell:{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()


def main() -> None:
    """Play as many hands as asked for, print one line for each level, and keep it."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.measure.looks", description="Who looks tenpai, and is."
    )
    parser.add_argument("--hands", type=int, default=5_000, help="at least so many; whole games are played")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Table, choices=tuple(Table), default=Table.OWN)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    wanted = parser.parse_args()
    try:
        played = list(games(partial(looks_of_game, wanted.table, wanted.seed), wanted.hands, wanted.jobs))
    except TableError as error:
        sys.exit(str(error))
    found = looked(wanted.seed, len(played), (hand for game in played for hand in game))
    for row in rows({wanted.table: found}):
        print(_line(row))
    if not wanted.dry_run:
        save(wanted.table, found)


if __name__ == "__main__":
    main()
