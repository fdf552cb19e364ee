"""``furiten play --plain`` as a program: what it loads, how it ends, in pipes and on dumb terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from tests.support.fresh_interpreter import ROOT, loaded_after
from tests.support.tui.plain_player import PROMPTS, Eager
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.i18n.texts import t
from tui.play.options import PlayOptions
from tui.shell import launch
from tui.system.files import HOME_VARIABLE

PLAY = [
    sys.executable,
    "-m",
    "tui",
    "play",
    "--plain",
    "--length",
    "hand",
    "--seed",
    "5",
    "--rules",
    "tenhou",
]
SAVED = t("app.saved")
posix = pytest.mark.skipif(sys.platform == "win32", reason="streams and signals are different there")


def started(home: Path, command: Sequence[str] = PLAY, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {HOME_VARIABLE: str(home)} | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_script_plays_a_hand_through_pipes(tmp_path: Path) -> None:
    """Line by line, in a locale without any letter but ASCII, on a dumb terminal without colours."""
    plain = {
        "TERM": "dumb",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "ascii:strict",
        "PYTHONUTF8": "0",
        "LC_ALL": "C",
    }
    process, eager, said = started(tmp_path, **plain), Eager(), [""]
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for line in process.stdout:
            said.append(line.decode("ascii").removesuffix(os.linesep))
            if said[-1] in PROMPTS:
                process.stdin.write(f"{eager(said)}\n".encode())
                process.stdin.flush()
                said.clear()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert said[-1] == t("screen.ranking.record")
    (kept,) = (tmp_path / RECORDS).iterdir()
    assert b'"end_game"' in kept.read_bytes()


def ended(process: subprocess.Popen[bytes], typed: bytes = b"") -> tuple[int, list[str], str]:
    """Exit code, lines and complaints of a program that is given this and no more."""
    said, complaints = process.communicate(typed, timeout=300)
    return process.returncode, said.decode().splitlines(), complaints.decode()


@pytest.mark.nightly
def test_the_end_of_what_is_typed_saves(tmp_path: Path) -> None:
    code, said, complaints = ended(started(tmp_path), b"draw\n\x00\xff\xfe" + b"x" * 5_000 + b"\nlog 1")
    assert (code, said[-1], complaints) == (0, SAVED, "")
    assert t("plain.too-long", longest="200") in said
    code, said, _ = ended(started(tmp_path))
    assert any(says(line, "plain.continued") and "East 1" in line for line in said), "the same game"


@posix
@pytest.mark.nightly
def test_ctrl_c_saves_and_says_130(tmp_path: Path) -> None:
    # whoever starts the tests in the background may have taken Ctrl+C from their children
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from tui.cli import main; main(sys.argv[1:])"
    )
    process = started(tmp_path, [sys.executable, "-c", program, *PLAY[3:]])
    assert process.stdout is not None
    while process.stdout.readline() != b"Your turn:\n":
        pass
    process.send_signal(signal.SIGINT)
    code, said, complaints = ended(process)
    assert (code, said, complaints) == (130, [SAVED], "")


@posix
@pytest.mark.nightly
def test_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    process = started(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        while process.stdout.readline() != b"Your turn:\n":
            pass
        process.stdout.close()
        process.stdin.write(b"draw\nstate\nlog\n")
        process.stdin.close()
        complaints = process.stderr.read().decode()
    assert process.returncode == 2
    assert complaints == "furiten: standard output is closed. Saved. The next start resumes it.\n"


@posix
@pytest.mark.nightly
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    line = " ".join([*PLAY, closed])
    code, _, complaints = ended(started(tmp_path, ["sh", "-c", line]))
    assert code == 2
    assert complaints == "furiten: play --plain needs standard input and output, and one of them is closed\n"


def test_no_screen_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole hand in plain lines needs neither Textual nor rich, nor whatever else a screen brings."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    typed = b"hint\nsafe\nfuriten\nwaits\nhelp\nglossary suji\nrules\n" + b"draw\npass\n\n" * 100
    code = (
        "import io, sys; from tui.plain.line_io import Lines; from tui.plain.start import PlainRoom\n"
        "from tui.play.options import PlayOptions; from tui.play.save import SaveFolder\n"
        "import tui.commands.play\n"
        f"said = io.StringIO(); room = PlainRoom(SaveFolder(), Lines(io.BytesIO({typed!r}), said))\n"
        "room.play(PlayOptions(length='hand', seed=5)); assert 'The game is over' in said.getvalue()"
    )
    loaded = loaded_after(code)
    assert {"textual", "rich", "asyncio", "sqlite3"} & loaded == set()
    assert "tui" in loaded


def test_the_options_reach_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[PlayOptions] = []
    monkeypatch.setattr("tui.plain.start.run", got.append)
    line = "--plain --rules ema --length east --seed 7 --bots hayai,takame,mamori --speed slow --new"
    assert execute(["play", *line.split()]) == 0
    assert got == [PlayOptions("ema", "east", 7, ("hayai", "takame", "mamori"), "slow", True)]


@pytest.mark.nightly
def test_the_example_of_the_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["play", "--help"]) == 0
    *_, example = " ".join(capsys.readouterr().out.split()).split("Example: ")
    program, *arguments = example.split()
    assert program == "furiten"
    assert "--plain" in arguments
    code, said, complaints = ended(started(tmp_path, [*PLAY[:3], *arguments]))
    assert (code, said[-1], complaints) == (0, SAVED, "")


class TestTheTableNamesPlainLines:
    """Where the table cannot be drawn its one error line says what can be played."""

    @pytest.mark.nightly
    def test_without_a_terminal(self, tmp_path: Path) -> None:
        code, said, complaints = ended(started(tmp_path, PLAY[:4]))
        assert (code, said) == (2, [])
        assert complaints.startswith("furiten: the table needs a terminal")
        assert complaints.endswith("furiten play --plain plays in lines\n")

    def test_on_a_dumb_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(launch, "is_terminal", lambda stream: True)
        monkeypatch.setenv("TERM", "dumb")
        with pytest.raises(click.ClickException) as refused:
            launch.run()
        assert "TERM is dumb" in refused.value.message
        assert "furiten play --plain" in refused.value.message
