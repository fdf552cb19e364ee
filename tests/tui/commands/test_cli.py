"""The command line as scripts meet it: what it prints, how it ends, and what it loads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from engine import __version__
from engine.records.mjai_lines import write_events
from engine.records.tenhou_json_writer import write_json
from engine.records.tenhou_xml_writer import write_xml
from engine.tiles import NotationError
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import ROOT, loaded_after, run
from tui import cli
from tui.cli import COMMANDS, execute
from tui.commands.export import FORMS, ExportForm
from tui.commands.play import command as play
from tui.i18n.texts import catalogue
from tui.play.options import PlayOptions

FURITEN = [sys.executable, "-m", "tui"]


def call(*arguments: str) -> str:
    """Code that runs the command line and survives its exit."""
    return f"from tui.cli import execute\nexecute({list(arguments)!r})"


def test_version_tells_what_a_report_needs() -> None:
    python = ".".join(map(str, sys.version_info[:3]))
    told = f"furiten {__version__} (Python {python}, Textual {version('textual')})\n"
    assert run([*FURITEN, "--version"]) == told


def test_version_without_textual() -> None:
    """Where only the commands are used, the line leaves it out."""
    code = f"""
import importlib.metadata as metadata
def gone(name):
    raise metadata.PackageNotFoundError(name)
metadata.version = gone
{call("--version")}
"""
    (line,) = run([sys.executable, "-c", code]).splitlines()
    assert line.startswith(f"furiten {__version__} (Python ")
    assert "Textual" not in line


def test_help_lists_every_subcommand() -> None:
    shown = run([*FURITEN, "--help"])
    assert "Example:" in shown
    for name in COMMANDS:
        assert f"  {name} " in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_subcommand_exists_and_its_help_has_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = import_module(f"tui.commands.{name}").command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert execute([name, "--help"]) == 0
    assert f"furiten {name}" in capsys.readouterr().out.split("Options:")[1]


def test_every_subcommand_is_listed() -> None:
    listed = {key.removeprefix("commands.") for key in catalogue("en") if key.startswith("commands.")}
    assert listed == set(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["fly"], "fly"),
        (["--fast"], "--fast"),
        (["rules", "house"], "house"),
        (["play", "--rules", "house"], "house"),
        (["play", "--length", "north"], "north"),
        (["play", "--seed", "x"], "x"),
        (["play", "--bots", "hayai,mamori"], "hayai,mamori"),
        (["play", "--bots", "hayai,mamori,deepblue"], "deepblue"),
        (["play", "--speed", "warp"], "warp"),
        (["play", "now"], "now"),
        (["watch", "--bots", "hayai,mamori,takame"], "hayai,mamori,takame"),
        (["watch", "--bots", "hayai,mamori,takame,deepblue"], "deepblue"),
        (["watch", "--seed", "x"], "x"),
        (["watch", "--speed", "warp"], "warp"),
    ],
)
def test_bad_usage_is_one_line_that_names_the_fault(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.startswith("furiten: ")
    assert named in shown.err


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (NotationError("'8z' is not a tile"), 2, "furiten: '8z' is not a tile\n"),
        (FileNotFoundError(2, "No such file or directory", "game.json"), 2, "game.json"),
        (click.ClickException("first line\nsecond line"), 2, "furiten: first line second line\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.exceptions.Exit(1), 1, ""),
    ],
)
def test_how_a_command_ends(
    error: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(name: str | None, as_json: bool) -> None:
        raise error

    monkeypatch.setattr(import_module("tui.commands.rules").command, "callback", fails)
    assert execute(["rules"]) == code
    assert line.strip() in capsys.readouterr().err


def test_the_result_of_a_command_is_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("tui.commands.rules").command, "callback", lambda **_: cli.ExitCode.NO)
    assert execute(["rules"]) == 1


def test_an_error_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise ValueError("a mistake of ours")

    monkeypatch.setattr(import_module("tui.commands.rules").command, "callback", fails)
    with pytest.raises(ValueError, match="a mistake of ours"):
        execute(["rules"])


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process group there")
def test_an_interrupted_command_says_130() -> None:
    program = (
        "import signal, time\n"
        # whoever starts the tests in the background may have taken Ctrl+C from their children
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from tui.cli import main\n"
        "from tui.commands.rules import command\n"
        "command.callback = lambda **_: (print('on', flush=True), time.sleep(60))\n"
        "main(['rules'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"on\n"
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_ctrl_c_is_answered_while_the_command_line_loads() -> None:
    program = (
        "import runpy, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "runpy.run_module('tui', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


WITHOUT_A_SCREEN = [
    ["--help"],
    ["--version"],
    ["fly"],
    ["rules"],
    ["rules", "tenhou", "--json"],
    ["play", "--help"],
    ["score", "123m456p789s11z22z", "--win", "2z"],
    ["hand", "123m456p789s1113z"],
    ["arena", "--help"],
    ["practice", "kan", "--json"],
    ["doctor"],
    ["verify", "game.mjson", "game.json", "game.xml"],
    ["stats", "game.mjson"],
    ["stats", "--json"],
    ["review", "game.mjson", "--seat", "1"],
    *(["export", "game.mjson", "--to", form, "-o", "out"] for form in FORMS if form != ExportForm.HTML),
    ["arena", "--bots", "tsumogiri,tenpai,tenpai,tsumogiri", "--games", "4"],
]


def test_commands_without_a_screen_load_no_screen(tmp_path: Path) -> None:
    """``--help`` in a script must not pay for the interface, nor fail where it cannot be loaded."""
    game = wild_game("tenhou", 19, "hand")
    for name, write in (("mjson", write_events), ("json", write_json), ("xml", write_xml)):
        (tmp_path / f"game.{name}").write_bytes(write(game))
    code = f"""
import os, sys
from tui.cli import execute
os.chdir({str(tmp_path)!r})
os.environ["FURITEN_HOME"] = {str(tmp_path)!r}
for arguments in {WITHOUT_A_SCREEN!r}:
    execute(arguments)
    assert "click" in sys.modules
    assert not {{"textual", "rich"}} & set(sys.modules), arguments
"""
    assert "ai" in loaded_after(code)
    assert (tmp_path / "out").exists()


def test_play_hands_its_options_to_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[PlayOptions] = []
    monkeypatch.setattr("tui.shell.launch.run", got.append)
    assert execute(["play"]) == 0
    line = "--rules ema --length east --seed 7 --bots hayai,takame,mamori --speed instant --new"
    assert execute(["play", *line.split()]) == 0
    assert got == [
        PlayOptions(),
        PlayOptions("ema", "east", 7, ("hayai", "takame", "mamori"), "instant", True),
    ]
    assert play.name == "play"


def test_without_a_subcommand_the_app_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr("tui.shell.launch.run", lambda *options: opened.append(options))
    assert execute([]) == 0
    assert opened == [()]


def test_shell_completion_offers_subcommands_and_rulesets() -> None:
    ask = {"_FURITEN_COMPLETE": "bash_complete"}
    names = run(FURITEN, COMP_WORDS="furiten ru", COMP_CWORD="1", **ask)
    assert names.split() == ["plain,rules"]
    presets = run(FURITEN, COMP_WORDS="furiten play --rules ten", COMP_CWORD="3", **ask)
    assert presets.split() == ["plain,tenhou"]
