"""What can be shown of Windows on another system: nothing needs POSIX, and files are the same everywhere."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath
from typing import cast

import pytest

from ai.mjai.command import BotCommand
from tests.support.fresh_interpreter import ROOT, run
from tui.i18n import t
from tui.replay.replay_state import PositionCode, command_line

LIKE_WINDOWS = [sys.executable, "-m", "tools.like_windows"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("score 222m345p99s45678s --win 9s --riichi", "han"),
        ("stats", t("stats.no-games")),
        ("doctor", "utf-8"),
        ("rules tenhou", "tenhou"),
        ("--modules", ""),
    ],
)
def test_without_what_posix_alone_has_commands_do_their_work(line: str, says: str, tmp_path: Path) -> None:
    assert says in run([*LIKE_WINDOWS, *line.split()], FURITEN_HOME=str(tmp_path))


@pytest.mark.nightly
def test_without_what_posix_alone_has_a_game_is_played_and_taken_up_again(tmp_path: Path) -> None:
    """A terminal is driven by Textual, not by the driver for POSIX terminals."""
    played, same, driver = run([*LIKE_WINDOWS, "--app"], FURITEN_HOME=str(tmp_path)).split()
    assert (played, same) == ("True", "True")
    assert driver == "textual.drivers.windows_driver"


def _calls(path: Path) -> Iterator[ast.Call]:
    text = path.read_text(encoding="utf-8")
    if "open(" in text or "_text(" in text:
        yield from (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))


def _is_lax(call: ast.Call) -> bool:
    """Whether a call reads or writes text as the system does: in its encoding, with its ends of lines."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = {keyword.arg for keyword in call.keywords}
    modes = [
        each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    match name:
        case "read_text":
            return "encoding" not in given and not call.args
        case "write_text":
            return not {"encoding", "newline"} <= given and "super()" not in ast.unparse(call.func)
        case "open" | "fdopen" if modes and set(modes[-1]) <= set("rwxab+t"):
            writes = not set("wax+").isdisjoint(modes[-1])
            return "b" not in modes[-1] and not {"encoding", *["newline"] * writes} <= given
    return False


def test_files_of_text_are_the_same_on_every_system() -> None:
    paths = [path for package in ("engine", "ai", "tui") for path in (ROOT / package).rglob("*.py")]
    lax = [
        f"{path.relative_to(ROOT)}:{call.lineno}" for path in paths for call in _calls(path) if _is_lax(call)
    ]
    assert lax == []


@pytest.mark.parametrize(
    ("code", "lax"),
    [
        ("path.read_text()", True),
        ("path.read_text(encoding='utf-8')", False),
        ("path.write_text(text, encoding='utf-8')", True),
        ("path.write_text(text, encoding='utf-8', newline='')", False),
        ("path.open('x', encoding='utf-8')", True),
        ("open(name, 'r', encoding='utf-8')", False),
        ("open(name, 'wb')", False),
    ],
)
def test_text_as_the_system_has_it_is_found(code: str, lax: bool) -> None:
    (call,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert _is_lax(call) is lax


def test_a_path_of_windows_stays_whole_in_a_command_and_in_a_line_to_copy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    program = PureWindowsPath(r"C:\Program Files\bot\run.exe")
    assert BotCommand.parse(f'mjai:"{program}" --level 3').words == (str(program), "--level", "3")
    record = PureWindowsPath(r"C:\Users\a b\game.jsonl")
    line = command_line(cast(Path, record), PositionCode(5, 23))
    assert line == f'furiten replay "{record}" --at 5.23'
