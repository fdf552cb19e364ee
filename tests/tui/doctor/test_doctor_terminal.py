"""The doctor in a pseudoterminal that a test answers for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unicodedata
from select import select

import pytest

from tui.i18n.texts import t

if sys.platform == "win32":
    pytest.skip("there are no pseudoterminals here", allow_module_level=True)

import pty
import termios

_QUESTION = re.compile(rb"([^\r\x1b]*)\x1b\[6n|\x1b\[\?(\d+)\$p")
PATIENCE = 120


def examined(*, answers: bool) -> tuple[str, bool]:
    """What the doctor tells in a terminal that answers, or does not; and whether it echoes as before."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "NO_COLOR": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", "doctor"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    heard, answered = b"", 0
    while select([ours], [], [], PATIENCE if process.poll() is None else 0.1)[0]:
        heard += os.read(ours, 4096)
        for question in list(_QUESTION.finditer(heard))[answered:]:
            answered += 1
            if answers:
                os.write(ours, _answer(question))
        if b"FURITEN_" in heard or b"nothing to change" in heard:
            break
    assert process.wait(PATIENCE) == 0
    while select([ours], [], [], 0.1)[0]:
        heard += os.read(ours, 4096)
    same = termios.tcgetattr(theirs)[3] == before[3]
    for end in (ours, theirs):
        os.close(end)
    return heard.decode(), same


def _answer(question: re.Match[bytes]) -> bytes:
    if question[2]:
        return b"\x1b[?%s;1$y" % question[2]
    cells = sum(1 + (unicodedata.east_asian_width(each) == "W") for each in question[1].decode())
    return b"\x1b[1;%dR" % (cells + 1)


def test_a_terminal_that_answers_is_measured() -> None:
    told, same = examined(answers=True)
    assert f"kanji          {t('doctor.cells.right', count=2)}" in told
    assert f"clicks: {t('doctor.mode.yes')}" in told
    assert same


def test_a_terminal_that_does_not_is_left_as_it_was() -> None:
    told, same = examined(answers=False)
    assert "widths were not measured" in told
    assert same
