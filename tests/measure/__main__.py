"""``make safety-table``: measure how often tiles of each ground are won on, and write the tiers.

Exits with 1, and writes nothing, when a tile of the top tier could have been won on.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context

from tests.measure.data import measurement, save
from tests.measure.samples import HandCount, measured_game
from tests.measure.writing import CODE, code, tables, write


def games(seed: int, most: int, jobs: int) -> Iterator[list[HandCount]]:
    """The hands of one game after the other, the same whatever the number of processes."""
    play = partial(measured_game, seed)
    if jobs == 1:
        yield from map(play, range(most))
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, range(most))


def main() -> None:
    """Measure, tell, and write."""
    parser = argparse.ArgumentParser(prog="make safety-table ARGS=", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="at least so many; whole games are played")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    wanted = parser.parse_args()
    began = time.monotonic()
    hands: list[HandCount] = []
    played = 0
    for game in games(wanted.seed, wanted.hands, wanted.jobs):
        hands += game
        played += 1
        if len(hands) >= wanted.hands:
            break
    broken = [line for hand in hands for line in hand.broken]
    if broken:
        sys.exit("\n".join(broken))
    found = measurement(wanted.seed, played, hands)
    print(tables(found))
    print(f"{time.monotonic() - began:.0f} seconds with {wanted.jobs} processes.")
    if code(found) != CODE.read_text(encoding="utf-8"):
        print("The bots played by other tiers or chances: measure again, until they are the same.")
    if not wanted.dry_run:
        save(found)
        write(found)


if __name__ == "__main__":
    main()
