"""``make bench``: how fast everything is, in one run beside other libraries, with the goal of each.

ARGS="WORDS" measures what has these words in its name; --quick only shows that everything runs; --long plays
10,000 hands before it looks at the memory; --json FILE writes the same figures as JSON.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.bench_rows import HEAD, TABLE, Result, as_json
from tools.bench.interpreters import Variables, compiled
from tools.bench.measure import QUICK, Effort

FOOT = """
x: for speeds (>=) ours is so many times as fast as what stands beside it, for costs (<=) so many times
as dear. Times are of this moment and this machine; ratios are medians of {rounds} interleaved rounds.
A row without a goal is there to compare.
Not here, because pip alone does not install them: majiang-core and majiang-ai (Node), mjx (Python 3.8),
tenhou-python-bot. Nor mahjong-utils, which needs an old pydantic and a JavaScript engine."""
QUICK_FOOT = "\n--quick shows that everything runs: its figures, of a single short round, say nothing."


def results(
    effort: Effort, variables: Variables, folder: Path, words: str, *, long: bool
) -> Iterator[Result]:
    """Everything that has these words in its name, in the order of the report.

    What is started for it has these variables. In that folder stands what has to be on a disk.
    """
    # here: who asks for --help does not wait for five libraries
    from tools.bench.bench_games import games, thinking
    from tools.bench.kernels import kernels
    from tools.bench.measure import hold
    from tools.bench.outlooks import outlooks
    from tools.bench.processes import commands, memory, questions, starts
    from tools.bench.replays import replays
    from tools.bench.reviews import reviews
    from tools.bench.scoring import scorings

    for work in (*kernels(effort), *outlooks(effort), *scorings(effort), *games(effort, folder)):
        if words in work.title:
            yield from hold(work.contest(work.title), effort.rounds)
    rows: tuple[tuple[str, Callable[[], Iterable[Result]]], ...] = (
        ("an expert's decision", lambda: thinking(effort)),
        ("replay", lambda: replays(effort)),
        ("review", lambda: reviews(effort)),
        ("import of the engine", lambda: starts(effort, variables)),
        ("command", lambda: commands(effort, variables)),
        ("first question of practice", lambda: questions(effort, variables)),
        ("memory", lambda: memory(effort, variables, long=long)),
        ("terminal", lambda: _terminals(effort, variables)),
    )
    for name, rest in rows:
        if words in name:
            yield from rest()


def _terminals(effort: Effort, variables: Variables) -> Iterator[Result]:
    from tools.bench.bench_rows import Missing

    if sys.platform == "win32":
        yield Missing("start and keys", "there are no pseudoterminals here")
        return
    from tools.bench.terminals import terminals

    yield from terminals(effort, variables)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else Effort()
    found: list[Result] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        # to compile everything first takes longer than all that --quick does
        variables = {} if asked.quick else compiled(folder / "compiled")
        for result in results(effort, variables, folder, " ".join(asked.words), long=asked.long):
            if not found:
                print(TABLE.format(*HEAD).rstrip(), flush=True)
            found.append(result)
            print(result.told(), flush=True)
    if not found:
        parser.error(f"no row has {' '.join(asked.words)!r} in its name")
    print(QUICK_FOOT if asked.quick else FOOT.format(rounds=effort.rounds))
    if asked.json is not None:
        asked.json.write_text(as_json(found) + "\n", encoding="utf-8")


main()
