"""Runs pytest again and again, each time in a fork of this process: its start takes longer than most tests.

Nothing of the project is imported before a fork, only what others wrote. Each line of the input is a list of
arguments for pytest, as JSON. Two lines answer: the id of the fork, which leads a session, and the exit code.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from importlib import import_module

HEAVY = ("pytest_asyncio.plugin", "hypothesis.strategies", "syrupy", "xdist.plugin", "textual.app", "msgspec")
"""What most runs import; what is missing is left to the run."""


def main() -> None:
    """Serve until the input ends."""
    for name in HEAVY:
        with suppress(ImportError):
            import_module(name)
    import pytest

    for line in sys.stdin:
        fork = os.fork()
        if fork == 0:
            os.setsid()
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            os._exit(pytest.main(json.loads(line)))
        print(fork, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
