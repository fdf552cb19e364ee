"""Pictures in terminals: who is asked, which answers count, and the commands."""

from __future__ import annotations

import re
import zlib
from binascii import a2b_base64
from random import Random

import pytest
from msgspec.structs import replace

from tui.system.graphics import Cell, Graphics, NoGraphics, asked, hindered, told_by_tmux
from tui.system.terminal import SERVED_VARIABLE, ColourDepth, TerminalEnvironment

KITTY = TerminalEnvironment(
    terminal="xterm-kitty",
    colours=ColourDepth.TRUE,
    unicode=True,
    encoding="utf-8",
    width=120,
    height=40,
    seen=True,
    dumb=False,
    between=(),
)
OK, SIZE, END = "\x1b_Gi=31;OK\x1b\\", "\x1b[6;21;10t", "\x1b[?62;c"


class Answering:
    """A terminal that answers the one question."""

    def __init__(self, answer: str) -> None:
        self._answer = answer
        self.heard = ""

    def write(self, text: str) -> None:
        self.heard += text

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        self.heard += question
        return answer.search(self._answer)


def named(name: str) -> str:
    return f"\x1bP>|{name}\x1b\\"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (named("kitty(0.41.1)") + OK + SIZE + END, Graphics("kitty 0.41", Cell(10, 21))),
        (named("kitty(0.28.0)") + OK + END, Graphics("kitty 0.28", Cell(10, 20))),
        (
            named("ghostty 1.3.1-arch2") + OK + SIZE + "\x1b[?62;22;52c",
            Graphics("ghostty 1.3", Cell(10, 21)),
        ),
        (named("kitty(0.27.1)") + OK + SIZE + END, NoGraphics.TERMINAL),
        (named("WezTerm 20240203-110809") + OK + SIZE + END, NoGraphics.TERMINAL),
        (named("Konsole 25.04.0") + OK + SIZE + END, NoGraphics.TERMINAL),
        (named("kitty(0.41.1)") + "\x1b_Gi=31;ENODATA:no\x1b\\" + SIZE + END, NoGraphics.TERMINAL),
        (named("kitty(0.41.1)") + SIZE + END, NoGraphics.TERMINAL),
        (OK + SIZE + END, NoGraphics.TERMINAL),
        (END, NoGraphics.TERMINAL),
        ("", NoGraphics.TERMINAL),
    ],
)
def test_name_and_version_decide_and_graphics_must_be_on(answer: str, found: Graphics | NoGraphics) -> None:
    terminal = Answering(answer)
    assert asked(terminal) == found
    assert terminal.heard.endswith("\x1b[c"), "what every terminal answers is the end"


@pytest.mark.parametrize(
    ("changes", "variables", "why"),
    [
        ({}, {}, None),
        ({"terminal": "xterm-256color"}, {"KITTY_WINDOW_ID": "1"}, None),
        ({"terminal": "xterm-256color"}, {"GHOSTTY_RESOURCES_DIR": "/usr"}, None),
        ({"between": ("tmux",), "terminal": "tmux-256color"}, {}, None),
        ({"terminal": "xterm-256color"}, {}, NoGraphics.TERMINAL),
        ({"between": ("tmux",), "terminal": "xterm-256color"}, {}, NoGraphics.TERMINAL),
        ({"between": ("screen",)}, {}, NoGraphics.TERMINAL),
        ({"seen": False}, {}, NoGraphics.TERMINAL),
        ({"dumb": True}, {}, NoGraphics.TERMINAL),
        ({"colours": ColourDepth.MANY}, {}, NoGraphics.COLOURS),
        ({"between": ("ssh",)}, {}, NoGraphics.REMOTE),
        ({"between": ("tmux", "ssh")}, {}, NoGraphics.REMOTE),
        ({}, {"ASCIINEMA_REC": "1"}, NoGraphics.RECORDED),
    ],
)
def test_who_is_not_even_asked(
    changes: dict[str, object], variables: dict[str, str], why: NoGraphics | None
) -> None:
    around = KITTY._replace(**changes)  # type: ignore[arg-type]
    assert hindered(around, variables) is why


def test_a_page_has_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED_VARIABLE, "textual_serve")
    assert hindered(KITTY, {}) is NoGraphics.TERMINAL


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("kitty(0.41.1)\t1\txterm-kitty\ttitle\t9\t18\n", Graphics("kitty 0.41", Cell(9, 18), tmux=True)),
        (
            "ghostty 1.1.3\tall\txterm-256color\tRGB,title\t9\t18\n",
            Graphics("ghostty 1.1", Cell(9, 18), tmux=True),
        ),
        ("kitty(0.41.1)\ton\txterm-kitty\ttitle\t0\t0\n", Graphics("kitty 0.41", Cell(10, 20), tmux=True)),
        ("kitty(0.41.1)\ton\txterm-kitty\ttitle\t\t\n", Graphics("kitty 0.41", Cell(10, 20), tmux=True)),
        ("kitty(0.41.1)\t0\txterm-kitty\tRGB\t9\t18\n", NoGraphics.TMUX),
        ("kitty(0.41.1)\toff\txterm-kitty\tRGB\t9\t18\n", NoGraphics.TMUX),
        ("kitty(0.41.1)\ton\txterm-256color\ttitle\t9\t18\n", NoGraphics.TMUX),
        ("XTerm(379)\ton\txterm-256color\tRGB\t9\t18\n", NoGraphics.TMUX),
        ("", NoGraphics.TMUX),
    ],
)
def test_tmux_tells_of_the_terminal_around_it(told: str, found: Graphics | NoGraphics) -> None:
    assert told_by_tmux(told) == found


def test_a_picture_goes_in_commands_of_bounded_length() -> None:
    pixels = Random(7).randbytes(4 * 40 * 60)
    sent = Graphics("kitty 0.41", Cell(10, 20)).picture(0x20001, Cell(40, 60), (4, 3), pixels)
    commands = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sent)
    assert "".join(f"\x1b_G{keys};{data}\x1b\\" for keys, data in commands) == sent
    assert len(commands) > 1
    assert all(len(data) <= 4096 for _, data in commands)
    first = dict(each.split("=") for each in commands[0][0].split(","))
    assert first == {
        "a": "T", "U": "1", "c": "4", "r": "3", "i": "131073", "f": "32", "o": "z",
        "s": "40", "v": "60", "q": "2", "m": "1",
    }  # fmt: skip
    assert [keys for keys, _ in commands[1:]] == ["m=1"] * (len(commands) - 2) + ["m=0"]
    assert zlib.decompress(a2b_base64("".join(data for _, data in commands))) == pixels


def test_through_tmux_each_command_is_wrapped() -> None:
    plain = Graphics("kitty 0.41", Cell(10, 20))
    through = replace(plain, tmux=True)
    arguments = (7, Cell(40, 60), (4, 3), bytes(9600))
    for command, wrapped in (
        (plain.picture(*arguments), through.picture(*arguments)),
        (plain.deleted(7), through.deleted(7)),
    ):
        assert wrapped == f"\x1bPtmux;{command.replace(chr(27), chr(27) * 2)}\x1b\\"
