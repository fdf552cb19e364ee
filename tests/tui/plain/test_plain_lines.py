"""Lines in and out: what is typed may be anything, and what is said every terminal can show."""

from __future__ import annotations

import io

import pytest

from ai.bounded_lines import MOST_SKIPPED
from tui.plain.line_io import LONGEST, HungUp, Lines, quoted


class Screen(io.StringIO):
    """A terminal, or a pipe."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def asked(typed: bytes, *, terminal: bool = False) -> tuple[str | None, str]:
    """What comes back from a question, and what was said."""
    screen = Screen(terminal)
    return Lines(io.BytesIO(typed), screen).ask("Your turn"), screen.getvalue()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"draw\n", "draw"),
        (b"  draw \r\n", "draw"),
        (b"draw", "draw"),
        (b"\n", ""),
        (b"\r\n", ""),
        (b"", None),
        (b"\xff\x00\n", "\ufffd\x00"),
        (b"x" * LONGEST + b"\n", "x" * LONGEST),
    ],
)
def test_a_line(typed: bytes, line: str | None) -> None:
    assert asked(typed)[0] == line


@pytest.mark.parametrize("length", [LONGEST + 1, 2 * LONGEST, 2 * LONGEST + 1, 100_000])
def test_a_line_that_is_too_long_is_left_out_and_the_question_put_again(length: int) -> None:
    line, said = asked(b"x" * length + b"\ndraw\n")
    assert line == "draw"
    assert said == f"Your turn:\nThat line is too long: more than {LONGEST} letters.\nYour turn:\n"


def test_a_line_without_an_end_is_never_kept() -> None:
    class Endless(io.RawIOBase):
        left = 10_000

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size == LONGEST + 1, "a whole line is read at once"
            self.left -= 1
            return b"x" * size if self.left > 0 else b""

    assert Lines(Endless(), Screen(False)).ask("Your turn") is None  # type: ignore[arg-type]


def test_a_line_that_never_ends_is_the_end_of_the_input() -> None:
    class Endless(io.RawIOBase):
        read = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.read += LONGEST
            assert self.read < 2 * MOST_SKIPPED
            return b"x" * LONGEST + b"x"

    screen = Screen(False)
    assert Lines(Endless(), screen).ask("Your turn") is None  # type: ignore[arg-type]
    assert screen.getvalue().count("\n") == 2, "it is told that the line was too long"


def test_on_a_terminal_one_types_behind_the_prompt() -> None:
    assert asked(b"draw\n", terminal=True)[1] == "Your turn: "
    assert asked(b"", terminal=True)[1] == "Your turn: \n"
    assert asked(b"", terminal=False)[1] == "Your turn:\n"


def test_an_interrupt_ends_the_line() -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    screen = Screen(True)
    with pytest.raises(KeyboardInterrupt):
        Lines(Interrupted(), screen).ask("Your turn")
    assert screen.getvalue() == "Your turn: \n"


def test_a_terminal_that_is_gone_is_the_end_of_what_is_typed() -> None:
    class Gone(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "input/output error")

    assert Lines(Gone(), Screen(False)).ask("Your turn") is None


def test_nobody_listens_any_more() -> None:
    class Closed(Screen):
        def write(self, text: str, /) -> int:
            raise BrokenPipeError(32, "broken pipe")

    with pytest.raises(HungUp):
        Lines(io.BytesIO(), Closed(False)).say("a line")


def test_what_texts_hold_for_the_eye_is_written_in_seven_bits() -> None:
    screen = Screen(False)
    Lines(io.BytesIO(), screen).say("2 × yakuman – 3s\u00a0(4 left)", "−1,000 … it’s")
    assert screen.getvalue() == "2 x yakuman - 3s (4 left)\n-1,000 ... it's\n"


def test_what_was_typed_is_quoted_short_and_tame() -> None:
    assert quoted("foo") == "foo"
    assert quoted("\x1b[2Jé\n") == r"\x1b[2J?\x0a"
    assert quoted("x" * 50) == "x" * 20 + "..."
