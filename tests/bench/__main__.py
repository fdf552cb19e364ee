"""``make bench``: how fast the tile mathematics is beside other libraries, as ratios of one run."""

from __future__ import annotations

import sys

from tests.bench.contests import contests
from tests.bench.measure import ROUNDS, hold

ROW = "{:<46} {:>10} {:<18} {:>8} {:>15} {:>6} {}"


def main() -> None:
    """Hold every contest whose title contains the words given, or all."""
    words = " ".join(sys.argv[1:])
    print(f"Medians of {ROUNDS} interleaved rounds. x: ours is so many times as fast; µs: of this moment.\n")
    print(ROW.format("work", "ours µs", "peer", "x", "range", "goal", ""))
    for contest in contests():
        if words not in contest.title:
            continue
        for line in hold(contest):
            row = (
                line.title,
                f"{line.microseconds:.2f}",
                line.peer,
                f"{line.ratio:.3g}",
                f"{line.lowest:.3g} - {line.highest:.3g}",
                "" if line.goal is None else f"{line.goal:g}",
                "" if line.met else "missed",
            )
            print(ROW.format(*row).rstrip(), flush=True)


main()
