"""``make siege``: attack the program for ten minutes, and say what gave way.

``make siege ARGS="--minutes 1 --seed 7 --only records"``. Seed, kind and number decide an attempt, so that
each can be repeated: ``--only records --first 41 --count 1``. The exit code is 1 if anything gave way.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tools.siege import commands, damaged_files, programs, records
from tools.siege.attempt import Attack, Outcome

ATTACKS: dict[str, Attack] = {
    "damaged files": damaged_files.attack,
    "command lines": commands.attack,
    "hostile records": records.attack,
    "foreign saves": programs.foreign_save,
    "hostile bots": programs.hostile_bot,
}
if sys.platform != "win32":
    from tools.siege import kills, pages, typed_terminal

    ATTACKS |= {"kills": kills.attack, "byte storms": typed_terminal.attack, "foreign pages": pages.attack}

HELD, GAVE_WAY, INTERRUPTED = 0, 1, 130


class Tally:
    """The attempts of one kind."""

    def __init__(self) -> None:
        self.attempts = 0
        self.outcome = Outcome()

    def add(self, outcome: Outcome) -> None:
        """Count an attempt."""
        self.attempts += 1
        self.outcome.faults += outcome.faults
        self.outcome.took(outcome.seconds, outcome.megabytes)


def attempt(kind: str, seed: int, number: int) -> Outcome:
    """One attempt; an exception of the attack itself is a fault."""
    with tempfile.TemporaryDirectory(prefix="furiten-siege-", ignore_cleanup_errors=True) as room:
        try:
            return ATTACKS[kind](random.Random(f"{seed} {kind} {number}"), Path(room))
        except Exception as error:
            return Outcome([f"{type(error).__name__}: {error}"[:300]])


def main() -> int:
    """Attack and report."""
    options = _arguments()
    kinds = [kind for kind in ATTACKS if options.only in kind]
    print(f"Seed {options.seed}, {options.minutes:g} minutes.", flush=True)
    tallies = {kind: Tally() for kind in kinds}
    code = HELD
    try:
        for place, kind in enumerate(kinds, 1):
            until = time.monotonic() + 60 * options.minutes / len(kinds)
            for number in range(options.first, options.first + options.count):
                if time.monotonic() > until:
                    break
                outcome = attempt(kind, options.seed, number)
                tallies[kind].add(outcome)
                for fault in outcome.faults:
                    print(f"{kind}, seed {options.seed}, number {number}: {fault}", flush=True)
            print(f"{place} of {len(kinds)}: {kind} done", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        code = INTERRUPTED
    print(table(tallies))
    return code or (GAVE_WAY if any(each.outcome.faults for each in tallies.values()) else HELD)


def table(tallies: dict[str, Tally]) -> str:
    """Attempts, faults, the slowest answer and the peak memory of each kind."""
    rows = [f"{'attack':16}{'attempts':>10}{'faults':>8}{'slowest':>11}{'peak':>10}"]
    for kind, tally in tallies.items():
        found = tally.outcome
        memory = f"{found.megabytes:.0f} MB" if found.megabytes else "-"
        rows.append(f"{kind:16}{tally.attempts:>10}{len(found.faults):>8}{found.seconds:>9.1f} s{memory:>10}")
    return "\n".join(rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make siege", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--minutes", type=float, default=10, help="how long, all kinds together; 10 when left out"
    )
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() % 1_000_000, help="what decides the attempts"
    )
    parser.add_argument("--only", default="", help="a part of the name of a kind of attack")
    parser.add_argument("--first", type=int, default=0, help="the number of the first attempt of each kind")
    parser.add_argument("--count", type=int, default=1 << 30, help="the most attempts of each kind")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
