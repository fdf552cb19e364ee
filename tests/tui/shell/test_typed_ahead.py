"""What is typed while the program starts: it reaches the title screen, and is no answer and no discard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.tui.pseudo_terminals import Terminal, furiten
from tui.shell.terminal_input import TerminalInput
from tui.system.dialogue import TtyDialogue, opened, typed_ahead
from tui.system.graphics import Cell, Graphics, NoGraphics, asked

pty = pytest.importorskip("pty", reason="there are no such terminals here")
QUESTION = b"\x1b[>q"
KITTY = b"\x1bP>|kitty(0.41.1)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;21;10t\x1b[?62;c"


def heard(*typed: bytes, patience: float = 60.0) -> tuple[Graphics | NoGraphics, list[str]]:
    """What a terminal is found to be that sends this, and the keys that are left for the app."""
    import tty

    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(ours, b"".join(typed))
    terminal = TtyDialogue(theirs, theirs, patience)
    found = asked(terminal)
    terminal.keep_typed()
    for end in (ours, theirs):
        os.close(end)
    return found, TerminalInput().feed(typed_ahead())


def test_keys_around_an_answer_are_kept_and_no_answer_is_a_key() -> None:
    typed = ["n", "東", "\x1b[B", "\r"]
    found, keys = heard(b"n", KITTY, "東\x1b[B\r".encode())
    assert found == Graphics("kitty 0.41", Cell(10, 21))
    assert keys == typed
    assert typed_ahead() == b"", "they are told once"


def test_without_an_answer_in_time_they_are_kept_too() -> None:
    assert heard(b"n", KITTY[:-1], patience=0.0) == (NoGraphics.TERMINAL, ["n"])


def test_what_is_typed_before_a_question_to_the_player_answers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        monkeypatch.setattr("sys.stdout", keyboard)
        os.write(ours, b"n\n")
        with opened() as terminal:
            assert terminal is not None
        os.write(ours, b"y\n")
        assert keyboard.readline() == "y\n"
    os.close(ours)
    assert typed_ahead() == b"n\n"


def started(*arguments: str, home: Path, early: bytes, late: bytes) -> Terminal:
    """The program in a terminal with pictures: typed before it asks, and after it has asked."""
    term = furiten(*arguments, home=home, TERM="xterm-kitty", COLORTERM="truecolor", KITTY_WINDOW_ID="1")
    term.send(early)
    while QUESTION not in term.written:
        assert term.gather(60), "asks nothing"
    term.send(late)
    return term


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("early", "late"), [(b"?", KITTY), (b"", b"?" + KITTY), (b"", KITTY + b"?"), (b"\x1b[A\x1b[A\n", KITTY)]
)
def test_the_title_screen_takes_it(early: bytes, late: bytes, tmp_path: Path) -> None:
    with started(home=tmp_path, early=early, late=late) as term:
        term.until("any other key closes")
        term.type("\x03")
        term.end()
        term.check_usable()


@pytest.mark.nightly
def test_at_the_table_it_discards_nothing(tmp_path: Path) -> None:
    play = ("play", "--seed", "7", "--speed", "instant")
    with started(*play, home=tmp_path, early=b"\n", late=b"\r" + KITTY + b"\r") as term:
        term.until("hand 1/8")
        term.insist("?", "any other key closes")
        term.type("\x03")
        term.end()
    save = tmp_path / "game.jsonl"
    assert b'"dahai","actor":1' not in save.read_bytes()
