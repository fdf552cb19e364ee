"""``make monkey``: random keys, clicks and sizes by the thousand, in the real app without a terminal.

``make monkey ARGS="--inputs 20000 --seed 7"``. Ends with 1, and tells what was done, when something broke.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import tui.play.pace
import tui.screens.screen
from tools.monkey.swing import Broken, all_screens, swing

EACH = 2_000
"""Inputs of one monkey; the next begins with an empty folder."""


def main() -> int:
    """Let one monkey after the other loose."""
    parser = argparse.ArgumentParser(prog="make monkey", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="how many; 20,000 when left out")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="what decides them")
    options = parser.parse_args()
    # keys follow one another faster than a finger hammers, and mean what they say
    tui.screens.screen.PAUSE = tui.play.pace.NOTICED = tui.play.pace.MOMENT = 0.0
    screens: Counter[str] = Counter()
    lives = done = 0
    for seed in range(options.seed, sys.maxsize):
        if done >= options.inputs:
            break
        with tempfile.TemporaryDirectory() as home:
            try:
                seen = asyncio.run(swing(seed, min(EACH, options.inputs - done), Path(home)))
            except Broken as broken:
                print(broken)
                return 1
        done += seen.inputs
        lives += seen.lives
        screens += seen.screens
        print(f"{done:,} inputs, the app opened {lives} times, nothing broke", flush=True)
    print(", ".join(f"{name} {count:,}" for name, count in screens.most_common()))
    if missed := sorted(all_screens() - set(screens)):
        print("never on top:", ", ".join(missed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
