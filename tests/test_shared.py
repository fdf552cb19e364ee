"""What tests share is made once in a run, and is the same for every process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import run
from tests.support.shared import FOLDER, shared

PROGRAM = """
from pathlib import Path
from tests.support.shared import shared
def make():
    with Path({log!r}).open("a") as log:
        log.write("made\\n")
    return ["what", "is", "costly"]
print(shared("thing", make), shared("thing", make))
"""


def test_it_is_made_once_for_all_processes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for _ in range(2):
        printed = run([sys.executable, "-c", PROGRAM.format(log=str(log))], **{FOLDER: str(tmp_path)})
        assert printed.split("] ")[0] + "]" == "['what', 'is', 'costly']"
    assert log.read_text(encoding="utf-8") == "made\n"


def test_an_error_is_kept_by_nobody() -> None:
    def fail() -> None:
        raise LookupError("nothing")

    for _ in range(2):
        with pytest.raises(LookupError):
            shared("fails", fail)
    assert shared("fails", lambda: 1) == 1
