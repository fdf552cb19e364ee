"""Whatever bytes a terminal sends, later keys arrive. Known keys are those of Textual's own parser."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("termios", reason="there are no such terminals here")

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.message import Message

from tui.shell.arrivals import SequenceParser
from tui.shell.terminal_input import MOST_PASTED, TerminalInput

PIECES = (
    *(b"\x1b", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1bO", b"\x1b[M", b"\x1b[200~", b"\x1b[201~", b"\x1b\\"),
    *(b"\x07", b";", b":", b"1114112", b"55296", b"u", b"~", b"A", b"<", b"?", b"$y", b"9" * 300, b"q"),
    *(b"\xe9", b"\xe6", b"\x9d\xb1", b"\x00", b"\x9b"),
)
"""What sequences are made of, and what breaks them."""
INPUT = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=12).map(b"".join)


def keys(*reads: bytes, quiet: bool = True) -> list[str]:
    """The keys of these reads."""
    terminal, parser = TerminalInput(), SequenceParser()
    units = [unit for data in reads for unit in terminal.feed(data)]
    units += terminal.rest() if quiet else []
    return names(parser.messages(units))


def names(messages: Iterable[Message]) -> list[str]:
    """The keys, and a word for each other event."""
    return [
        message.key if isinstance(message, events.Key) else type(message).__name__ for message in messages
    ]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\xe9q", ["�", "q"]),
        ("é東q".encode(), ["é", "東", "q"]),
        # a mouse report of the first kind, at column 100
        (b"\x1b[M \x84!q", ["q"]),
        # numbers beyond Unicode, half a pair, no number
        (b"\x1b[1114112uq", ["q"]),
        (b"\x1b[1;1;55296uq", ["q"]),
        (b"\x1b[99999999999999999999uq", ["q"]),
        # answers that nobody asked for: who are you, what colour
        (b"\x1b[?62;1;4cq", ["q"]),
        (b"\x1b]11;rgb:0000/0000/0000\x1b\\q", ["q"]),
        (b"\x1bP>|some terminal\x1b\\q", ["q"]),
        (b"\x1b[<0;99999999;1Mq", ["q"]),
        # Ctrl+C out of everything that has not ended
        (b"\x1b]never ends\x03", ["ctrl+c"]),
        (b"\x1b[12;\x03", ["ctrl+c"]),
        (b"\x1b[200~never ends\x03", ["ctrl+c"]),
        (b"\x1b[M\x03", ["ctrl+c"]),
        (b"\x1b\x03", ["escape", "ctrl+c"]),
        # what keys are
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b", ["escape", "escape"]),
        (b"\x1b[A\x1bOP\x1b[1;5Cq", ["up", "f1", "ctrl+right", "q"]),
        (b"\x1b[99;5u", ["ctrl+c"]),
        (b"\x1bx", ["alt+x"]),
        (b"\x1b[<0;5;6M\x1b[<0;5;6m", ["MouseDown", "MouseUp"]),
        (b"\x1b[200~some\x1b[Atext\x1b[201~q", ["Paste", "q"]),
        (b"\x1b[200~never ends", ["Paste"]),
        (b"\x1b[I\x1b[O", ["AppFocus", "AppBlur"]),
        (b"\x1b[48;24;80;480;800t", ["Resize"]),
    ],
)
def test_what_arrives(sent: bytes, expected: list[str]) -> None:
    assert keys(sent) == [_name(key) for key in expected]
    # read byte by byte
    assert keys(*(bytes([byte]) for byte in sent)) == [_name(key) for key in expected]


def _name(key: str) -> str:
    (found,) = SequenceParser().messages([key]) if len(key) == 1 else [None]
    return found.key if isinstance(found, events.Key) else key


@given(INPUT)
def test_keys_work_afterwards(sent: bytes) -> None:
    terminal, parser = TerminalInput(), SequenceParser()
    parser.messages(terminal.feed(sent))
    parser.messages(terminal.rest())
    assert terminal.patience is None
    # a character of which the last byte never came stands before it
    *_, key = parser.messages(terminal.feed(b"q"))
    assert isinstance(key, events.Key)
    assert key.key == "q"


@given(INPUT, st.lists(st.integers(0, 60), max_size=4))
def test_it_does_not_matter_how_it_is_read(sent: bytes, cuts: list[int]) -> None:
    at = sorted({0, *(cut for cut in cuts if cut < len(sent)), len(sent)})
    assert keys(*(sent[begin:end] for begin, end in pairwise(at))) == keys(sent)


@given(INPUT)
def test_ctrl_c_ends_everything(sent: bytes) -> None:
    assert "ctrl+c" in keys(sent, b"\x03", quiet=False)


def test_a_paste_holds_text_alone_and_no_more_than_is_allowed() -> None:
    terminal = TerminalInput()
    (unit,) = terminal.feed(b"\x1b[200~a\x00\x1bb\x9b\n\xe6\x9d\xb1\x1b[201~")
    assert unit == "\x1b[200~ab�\n東\x1b[201~"
    terminal.feed(b"\x1b[200~")
    for _ in range(100):
        terminal.feed(b"x" * 1_000)
    (unit,) = terminal.feed(b"\x1b[201~")
    assert unit.count("x") == MOST_PASTED


@pytest.mark.parametrize("sequence", [key for key in ANSI_SEQUENCES_KEYS if key not in ("\x1b", "\x1b\x1b")])
def test_every_key_of_textual_is_the_same_key(sequence: str) -> None:
    assert keys(sequence.encode()) == names(XTermParser().feed(sequence))
