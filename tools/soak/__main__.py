"""``make soak``: whole games under every preset, checked at every event, for as long as it is told.

``make soak ARGS="--minutes 1 --seed 7"``. Seed and number alone decide a game. What goes wrong is kept as a
record that ``furiten verify`` shows again. Ctrl+C prints what is finished.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from tools.soak.census import Census
from tools.soak.pool import results
from tools.soak.report import keep, report

MOST_FAILURES = 10
"""After so many the soak stops: they will have one reason."""
FAILED, INTERRUPTED = 1, 130


def main() -> int:
    """Play and report; 0 when everything held."""
    options = _arguments()
    print(f"Seed {options.seed}, {options.minutes:g} minutes, {options.jobs} processes.", flush=True)
    census = Census()
    failures = 0
    code = 0
    started = time.monotonic()
    try:
        for played in results(options.seed, started + 60 * options.minutes, options.jobs):
            census.add(played.census)
            if played.problem is not None:
                print(keep(played, options.keep), flush=True)
                failures += 1
                code = FAILED
            if failures == MOST_FAILURES:
                break
    except KeyboardInterrupt:
        code = INTERRUPTED
    print(report(census, time.monotonic() - started, failures))
    return code


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5, help="how long; 5 when left out")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="what decides the games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; one a processor")
    parser.add_argument("--keep", type=Path, default=Path("soak-failures"), help="the folder for failures")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
