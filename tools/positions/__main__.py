"""``python -m tools.positions``: find positions for the library of practice, and check those that are in it.

``find KIND`` adds positions until there are as many as are wanted; it can be stopped and run again. ``check``
opens every position, or those of some kinds, and exits with 1 when one of them is not what its line says,
when the slow solver answers otherwise, or when a sentence does not hold.
"""

from __future__ import annotations

import argparse
import sys

from ai.drills.question import DrillKind
from tools.positions.checking import check
from tools.positions.finding import MOST_TRIES, find


def main() -> None:
    """Find or check."""
    parser = argparse.ArgumentParser(prog="python -m tools.positions", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    finds = commands.add_parser("find", help="add positions of a kind")
    finds.add_argument("kinds", nargs="+", metavar="KIND")
    finds.add_argument("--count", type=int, default=1_000, help="how many there shall be of each kind")
    finds.add_argument("--seed", type=int, help="the first seed; otherwise one that no earlier search used")
    finds.add_argument("--jobs", type=int, default=1, help="processes")
    finds.add_argument("--tries", type=int, default=MOST_TRIES, help="so many in vain end a level")
    checks = commands.add_parser("check", help="check the whole library")
    checks.add_argument("kinds", nargs="*", metavar="KIND")
    checks.add_argument("--jobs", type=int, default=1, help="processes")
    wanted = parser.parse_args()
    kinds = [DrillKind(kind) for kind in wanted.kinds or DrillKind]
    if wanted.command == "find":
        for kind in kinds:
            find(kind, wanted.count, seed=wanted.seed, jobs=wanted.jobs, tries=wanted.tries, say=_say)
        return
    wrong = [each for kind in kinds for each in check(kind, jobs=wanted.jobs, say=_say)]
    if wrong:
        sys.exit("\n".join(wrong))


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
