"""``make safety-table``: measure how often tiles of each ground are won on, and write the tiers.

The rates come from three tables: our own bots, majiang-ai, and recorded games (``--table``,
tools/measure/tables.py). After a change of the grounds measure all of them twice: the second time the tiers
are those of the new rates, and our bots play by them. With ``--held-out`` the games bear on no rate: their
tiles are compared with what was predicted (docs/lab/safe-tiles.md); take a seed that no other measurement
has. Exits with 1, and writes nothing, when a tile that cannot lose could have been won on, or when the games
of the table cannot be played.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from functools import partial

from tools.measure import looks, writing
from tools.measure.data import Measurement, load_fields, measurement, save
from tools.measure.samples import HandCount, measured_game
from tools.measure.tables import Table, TableError, games


def keep(found: Measurement, hands: list[HandCount], *, held_out: bool) -> None:
    """Keep and write what was measured; who looks tenpai is kept for other tables than our own."""
    save(found, held_out=held_out)
    if found.table is not Table.OWN and not held_out:
        looks.save(found.table, looks.looked(found.seed, found.games, (hand.looks for hand in hands)))
    writing.write()


def main() -> None:
    """Measure, tell, and write."""
    parser = argparse.ArgumentParser(prog="make safety-table ARGS=", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="at least so many; whole games are played")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--table", type=Table, choices=tuple(Table), default=Table.OWN)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--held-out", action="store_true", help="games to compare with the predictions")
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
    if not wanted.dry_run:
        keep(found, hands, held_out=wanted.held_out)
    print(f"{len(hands):,} hands of {wanted.table} in {time.monotonic() - began:.0f} seconds.")
    if writing.code(load_fields()) != writing.kept_code():
        print("The rates have changed: measure again, until they are the same.")


if __name__ == "__main__":
    main()
