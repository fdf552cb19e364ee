"""``make safety-table``: measure how often tiles of each ground are won on, and write the tiers.

With ``--table`` the games are those of other players (tools/measure/tables.py): their figures are written
beside ours, and change no tier. Exits with 1, and writes nothing, when a tile of the top tier could have been
won on, or when the games of the table cannot be played.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from functools import partial

from tools.measure import looks, other_tables, writing
from tools.measure.data import Measurement, elsewhere, load, measurement, save
from tools.measure.samples import HandCount, measured_game
from tools.measure.tables import Table, TableError, games


def keep(found: Measurement, hands: list[HandCount]) -> None:
    """Keep and write what was measured; who looks tenpai is kept for other tables than our own."""
    save(found)
    if found.table is not Table.OWN:
        looks.save(found.table, looks.looked(found.seed, found.games, (hand.looks for hand in hands)))
    writing.write(load(), elsewhere())
    other_tables.write()


def main() -> None:
    """Measure, tell, and write."""
    parser = argparse.ArgumentParser(prog="make safety-table ARGS=", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="at least so many; whole games are played")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--table", type=Table, choices=tuple(Table), default=Table.OWN)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    wanted = parser.parse_args()
    began = time.monotonic()
    try:
        played = list(games(partial(measured_game, wanted.table, wanted.seed), wanted.hands, wanted.jobs))
    except TableError as error:
        sys.exit(str(error))
    hands = [hand for game in played for hand in game]
    broken = [line for hand in hands for line in hand.broken]
    if broken:
        sys.exit("\n".join(broken))
    found = measurement(wanted.seed, len(played), hands, wanted.table)
    print(writing.tables(found))
    print(f"{time.monotonic() - began:.0f} seconds with {wanted.jobs} processes.")
    if found.table is Table.OWN and writing.code(found, elsewhere()) != writing.kept_code():
        print("The bots played by other tiers or chances: measure again, until they are the same.")
    if not wanted.dry_run:
        keep(found, hands)


if __name__ == "__main__":
    main()
