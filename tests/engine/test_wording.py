"""Lines of any stream in bounded memory; a line without end ends the reading."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.wording import MOST_SKIPPED, EndlessLine, bounded_lines
from tests.support.fresh_interpreter import ROOT


@given(st.binary(max_size=60).map(lambda data: data.replace(b"a", b"\n")), st.integers(1, 12))
def test_short_lines_are_whole_and_long_ones_are_cut(data: bytes, longest: int) -> None:
    found = list(bounded_lines(io.BytesIO(data), longest))
    whole = io.BytesIO(data).readlines()
    assert len(found) == len(whole)
    for cut, line in zip(found, whole, strict=True):
        assert cut == line[: longest + 1]


def test_a_line_without_end() -> None:
    data = io.BytesIO(b"first\n" + bytes(MOST_SKIPPED + 200))
    lines = bounded_lines(data, 100)
    assert next(lines) == b"first\n"
    with pytest.raises(EndlessLine):
        next(lines)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such device")
@pytest.mark.parametrize(("command", "code"), [("score --batch", 1), ("hand --batch", 1), ("bot hayai 0", 2)])
def test_commands_that_read_lines_end(command: str, code: int) -> None:
    with open("/dev/zero", "rb") as endless:
        ended = subprocess.run(
            [sys.executable, "-m", "tui", *command.split()],
            stdin=endless,
            capture_output=True,
            timeout=300,
            cwd=ROOT,
        )
    assert ended.returncode == code
    (line,) = (ended.stdout + ended.stderr).splitlines()
    assert b"MB" in line
    assert len(line) < 200
