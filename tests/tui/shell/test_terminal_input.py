"""Whatever a terminal sends, however much: later keys arrive, Ctrl+C first, the terminal is restored."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.geometry import Size
from textual.message import Message

from tests.support.tui.pilot import running, table_app
from tests.support.tui.pseudo_terminals import Terminal, furiten
from tests.support.tui.sessions import options
from tui.shell.terminal_input import (
    MOST_PASTED,
    MOST_REPEATED,
    MOST_WAITING,
    InputQueue,
    SequenceParser,
    TerminalInput,
)
from tui.shell.terminal_signals import SIGNAL_EXIT_BASE
from tui.system.terminal import ExitCode


def key(name: str) -> events.Key:
    return events.Key(name, None)


def moved(x: int) -> events.MouseMove:
    return events.MouseMove(None, x, 0, 0, 0, 0, False, False, False)


def resized(width: int) -> events.Resize:
    return events.Resize(Size(width, 24), Size(width, 24))


def passed_on(messages: Sequence[Message]) -> list[Message]:
    """What an app gets that is busy until all of these have arrived."""
    got: list[Message] = []

    async def run() -> None:
        busy = True
        queue = InputQueue(got.append, lambda: 100 if busy else 0)
        for message in messages:
            queue.put(message)
            await asyncio.sleep(0)
        busy = False
        while len(queue):
            await asyncio.sleep(0.001)

    asyncio.run(run())
    return got


def test_keys_that_are_typed_ahead_keep_their_order() -> None:
    typed = [key(name) for name in ["a", "left", "left", "left", "a", "b", "c"]]
    assert passed_on(typed) == typed


def test_the_same_key_many_times_and_another_after_it() -> None:
    got = passed_on([*[key("escape")] * 5_000, key("q")])
    assert len(got) == MOST_REPEATED + 1
    assert isinstance(got[-1], events.Key)
    assert got[-1].key == "q"


def test_many_different_keys_are_cut_off() -> None:
    assert len(passed_on([key("ab"[n % 2]) for n in range(5_000)])) == MOST_WAITING


def test_ctrl_c_takes_the_place_of_what_waits() -> None:
    stop = key("ctrl+c")
    assert passed_on([*[key("ab"[n % 2]) for n in range(5_000)], stop]) == [stop]


def test_ctrl_c_reaches_an_app_that_is_behind() -> None:
    async def run() -> list[Message]:
        got: list[Message] = []
        queue = InputQueue(got.append, lambda: 100)
        queue.put(stop)
        for _ in range(3):
            await asyncio.sleep(0)
        return got

    stop = key("ctrl+c")
    assert asyncio.run(run()) == [stop]


def test_of_sizes_and_moves_the_last_one_counts() -> None:
    sizes, moves = [resized(n) for n in range(100)], [moved(n) for n in range(100)]
    assert passed_on([*sizes, *moves, key("a"), moved(3)])[:2] == [sizes[-1], moves[-1]]


pytest.importorskip("termios", reason="there are no such terminals here")


PIECES = (
    *(b"\x1b", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1bO", b"\x1b[M", b"\x1b[200~", b"\x1b[201~", b"\x1b\\"),
    *(b"\x07", b";", b":", b"1114112", b"55296", b"u", b"~", b"A", b"<", b"?", b"$y", b"9" * 300, b"q"),
    *(b"\xe9", b"\xe6", b"\x9d\xb1", b"\x00", b"\x9b"),
)
"""What sequences are made of, and what breaks them."""
INPUT = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=12).map(b"".join)


def keys(*reads: bytes, quiet: bool = True) -> list[str]:
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
    (unit,) = terminal.feed(b"\x1b[200~one\rtwo\r\nthree\x1b[201~")
    assert unit == "\x1b[200~one\ntwo\nthree\x1b[201~", "lines stay apart"
    terminal.feed(b"\x1b[200~")
    for _ in range(100):
        terminal.feed(b"x" * 1_000)
    (unit,) = terminal.feed(b"\x1b[201~")
    assert unit.count("x") == MOST_PASTED


def test_every_key_of_textual_is_the_same_key() -> None:
    for sequence in ANSI_SEQUENCES_KEYS.keys() - {"\x1b", "\x1b\x1b"}:
        assert keys(sequence.encode()) == names(XTermParser().feed(sequence)), sequence


CLOSES = "any other key closes"
"""On the help."""
INTERRUPTED = SIGNAL_EXIT_BASE + signal.SIGINT


def table(home: Path, size: tuple[int, int] = (80, 24)) -> Terminal:
    term = furiten("play", "--seed", "7", "--speed", "fast", home=home, size=size)
    term.until("hand 1/8", "? help")
    return term


def check_alive(term: Terminal) -> None:
    """The help opens, Ctrl+C ends the game, and the terminal is as it was."""
    term.insist("?", CLOSES)
    term.type("\x03")
    assert term.end() == INTERRUPTED
    term.check_usable()


NIGHTLY = pytest.mark.nightly


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\xe9", id="not UTF-8", marks=NIGHTLY),
        pytest.param(b"\x1b[M \x84!\x1b[1114112u\x1b[1;1;55296u", id="X10 mouse and beyond Unicode"),
        pytest.param(b"\x1b" * 5_000, id="escapes", marks=NIGHTLY),
        pytest.param(b"\x1b]" + b"A" * 20_000, id="an OSC that never ends", marks=NIGHTLY),
        pytest.param(b"\x1b[200~" + b"A" * 2_000, id="a paste that never ends", marks=NIGHTLY),
        pytest.param(b"\x1b[<0;9;9M" * 2_000, id="clicks", marks=NIGHTLY),
    ],
)
def test_hostile_bytes(tmp_path: Path, sent: bytes) -> None:
    with table(tmp_path) as term:
        term.send(sent)
        check_alive(term)


@NIGHTLY
def test_a_storm_of_sizes_and_an_absurd_one(tmp_path: Path) -> None:
    with table(tmp_path) as term:
        for n in range(20_000):
            term.resize((80 + n % 40, 24 + n % 7))
            if not n % 500:
                term.gather(0)
        term.resize((65_535, 65_535))
        time.sleep(0.1)
        term.resize((80, 24))
        check_alive(term)


@NIGHTLY
def test_a_terminal_that_is_absurd_from_the_start(tmp_path: Path) -> None:
    with table(tmp_path, (65_535, 65_535)) as term:
        # a picture of that size takes a moment: keys would pile up meanwhile
        while term.gather(1):
            pass
        check_alive(term)


async def test_an_app_that_breaks_does_not_end_as_if_all_were_well(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, _):
        app.panic("broken")
        assert app.return_code == ExitCode.NO


@NIGHTLY
@pytest.mark.parametrize("seed", range(5))
def test_noise(tmp_path: Path, seed: int) -> None:
    # without what suspends it, or kills it once it has left the terminal as it was
    noise = random.Random(seed).randbytes(20_000).translate(None, b"\x1a\x1c")
    with table(tmp_path) as term:
        term.send(noise + b"\x03")
        # among the noise are keys that end it, too
        assert term.end() in (ExitCode.DONE, INTERRUPTED)
        term.check_usable()
