"""``make mutants``: small faults in the rooms that matter most; which of them do the tests not notice?

``make mutants ARGS="--only ai/coach.py --count 50 --seed 7"``. Each fault is put into a copy of the
project, and the tests that run its line are run there, those about its module first. The report lists the
survivors, which no test noticed: each is a missing test, dead code, or no fault at all. Ends with 1 when
more than one in ten survived. Ctrl+C reports what is finished.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tools.mutants.copies import Copy
from tools.mutants.notes import measured
from tools.mutants.trying import ENOUGH, Tried, report, sample, share, try_out

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "ai/reading", "ai/coach.py", "ai/drills", "tui/desk", "tui/words", "tui/play")
KEPT = ROOT / ".mutants"
"""The notes on the whole suite, which take minutes; those on chosen tests are not kept."""


def main() -> int:
    """Try the faults and report; 0 when the tests noticed enough of them."""
    options = _arguments()
    rooms = options.only or ROOMS
    faults = sample(ROOT, rooms, options.count, options.seed)
    print(f"Seed {options.seed}: {len(faults)} faults in {', '.join(rooms)}.", flush=True)
    tried: list[Tried] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        folder = Path(place)
        copies = [Copy(ROOT, folder / str(number)) for number in range(options.jobs)]
        print("Running the tests once to see what each of them runs ...", flush=True)
        kept = folder / "notes" if options.tests else KEPT
        notes = measured(ROOT, copies[0], options.tests or ["tests"], kept, options.jobs)
        print(f"{len(notes):,} tests pass.", flush=True)
        with suppress(KeyboardInterrupt):
            for one in try_out(faults, notes, copies):
                tried.append(one)
                print(f"[{len(tried):>3}/{len(faults)}] {one}", flush=True)
    print(report(tried, rooms))
    return 0 if share(tried) >= ENOUGH else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=300, help="how many faults; 300 when left out")
    parser.add_argument("--seed", type=int, default=1, help="what decides them; 1 when left out")
    parser.add_argument(
        "--only", nargs="+", metavar="PATH[:LINE]", help="folders, files or lines that get them"
    )
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="tests to run; all when left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; one a processor")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
