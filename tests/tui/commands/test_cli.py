"""The command line as scripts meet it: output, exit codes, examples of the help, a line for bad input."""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from io import BytesIO, TextIOWrapper
from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from engine import __version__
from engine import events as ev
from engine.hand import parse_meld
from engine.records import write_events
from engine.records.tenhou_writers import write_json, write_xml
from engine.rules import Length
from engine.tiles import NotationError, parse_tiles
from engine.view import mask
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import ROOT, loaded_after, run
from tests.support.nightly import at_night
from tui import cli
from tui.cli import COMMANDS, execute
from tui.commands.export import FORMS
from tui.commands.play import command as play
from tui.i18n import t
from tui.play.play_options import PlayOptions

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
    def fails(**_: object) -> None:
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
    *(["export", "game.mjson", "--to", form, "-o", "out"] for form in FORMS),
    ["arena", "--bots", "tsumogiri,tenpai,tenpai,tsumogiri", "--games", "4"],
]


def test_commands_without_a_screen_load_no_screen(tmp_path: Path) -> None:
    """``--help`` in a script must not pay for the interface, nor fail where it cannot be loaded."""
    game = wild_game("tenhou", 19, "hand")
    for name, write in (("mjson", write_events), ("json", write_json), ("xml", write_xml)):
        (tmp_path / f"game.{name}").write_bytes(write(game))
    code = f"""
import os, sys
sys.path[0] = os.getcwd()  # what is imported later is this program, too
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


def test_the_help_loads_no_library_but_click() -> None:
    code = 'from tui.cli import execute\nexecute(["--help"])'
    assert not {"ai", "msgspec", "textual", "rich", "tomllib"} & loaded_after(code)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library names the folder")
@pytest.mark.parametrize("variable", ["HOME", "XDG_DATA_HOME"])
def test_an_answer_asks_no_library_for_its_folder_or_its_help(variable: str, tmp_path: Path) -> None:
    code = f"""
import os
for name in ("FURITEN_HOME", "XDG_DATA_HOME"):
    os.environ.pop(name, None)
os.environ |= {{"FURITEN_LANGUAGE": "auto", {variable!r}: {str(tmp_path)!r}}}
from tui.cli import execute
execute(["score", "222m345p99s45678s", "--win", "9s", "--riichi"])
"""
    assert not {"platformdirs", "tempfile", "shutil", "locale"} & loaded_after(code)


@pytest.mark.parametrize("line", ["score 222m345p99s45678s --win 9s --riichi", "hand 123m456p789s1113z"])
def test_an_answer_needs_no_parser_of_texts(line: str, tmp_path: Path) -> None:
    code = f"from tui.cli import execute\nassert execute({line.split()!r}) == 0"
    loaded = loaded_after(f"import os\nos.environ['FURITEN_HOME'] = {str(tmp_path)!r}\n{code}")
    assert "engine" in loaded
    assert not {"ai", "textual", "rich", "tomllib"} & loaded


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


@pytest.mark.parametrize("command", ["play", "watch", "arena"])
def test_shell_completion_offers_bots_behind_the_last_comma(command: str) -> None:
    asked = import_module(f"tui.commands.{command}").command
    option = next(each for each in asked.params if each.name == "bots")
    offered = option.shell_complete(click.Context(asked), "mamori,haya")
    assert [item.value for item in offered] == ["mamori,hayai:beginner", "mamori,hayai:novice", *HAYAI]


HAYAI = ["mamori,hayai", "mamori,hayai:expert"]


TENPAI = '{"hand":"123m456p789s1113z"}\n'
ARENA = "arena --bots tsumogiri,tsumogiri,tsumogiri,tsumogiri"
EXPORT = "FURITEN_HOME=$(mktemp -d) && export FURITEN_HOME && furiten practice --export $FURITEN_HOME/東.csv"
SCORE = "score 222m345p99s45678s --win 9s"
posix = pytest.mark.skipif(sys.platform == "win32", reason="closed streams and signals are different there")


@pytest.fixture
def _among_bad_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "text").write_text("once upon a time", encoding="utf-8")
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_among_bad_files")
@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("fly", "fly"),
        ("--fast", "--fast"),
        ("verify", "FILE"),
        ("verify folder", "folder: "),
        ("verify empty", "empty: the file is empty"),
        ("verify binary", "binary: neither mjai lines nor a Tenhou record"),
        ("play now", "now"),
        ("play --seed -1", "'-1' is not a seed"),
        (f"play --seed {1 << 64}", "is not a seed"),
        ("play --seed x", "'x'"),
        ("play --length north", "north"),
        ("play --speed warp", "warp"),
        ("play --rules house", "no ruleset 'house' (there are: wrc, "),
        ("play --bots hayai,mamori", "hayai,mamori"),
        ("play --bots hayai,mamori,Takame", "no bot 'Takame' (there are: hayai, "),
        ("watch --bots hayai,mamori,takame", "hayai,mamori,takame"),
        (f"{ARENA} --log-dir empty", "'empty' is a file"),
        (f"{ARENA} --log-dir empty/logs", "empty"),
        (f"hand {'1' * 5_000}m", "'hand' is too long"),
        (f"{SCORE} --honba {'9' * 30}", "'honba'"),
        (f"{SCORE} --seat X", "'--seat'"),
    ],
    ids=lambda text: text[:50],
)
def test_one_line_that_names_the_fault(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("furiten: ")
    assert shown.err.count("\n") == 1
    assert named in shown.err


@posix
@pytest.mark.usefixtures("_among_bad_files")
@pytest.mark.parametrize(
    "line",
    [
        "practice --export loop",
        "export game --to mjai -o loop",
        "verify loop",
        "export loop --to mjai",
        "replay loop",
        "stats loop",
        "review loop",
        f"{ARENA} --games 4 --seed 1 --log-dir loop",
    ],
)
def test_links_that_lead_in_a_circle(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("loop").symlink_to("back")
    Path("back").symlink_to("loop")
    Path("game").write_bytes(write_events(wild_game("tenhou", 1, "hand")))
    assert execute(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "loop" in shown.err
    assert Path("loop").is_symlink()


@posix
def test_a_time_zone_that_cannot_be(tmp_path: Path) -> None:
    """Days from UTC: C computes with it, Python cannot say it. Times are then those of UTC."""
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "a.mjson").write_bytes(write_events(wild_game("tenhou", 1, "hand")))
    for zone, line in (
        ("UTC+99999", "stats --since 2026-01-01 --player nobody"),
        ("UTC-24", "practice --export -"),
    ):
        done = shell(f"TZ={zone} FURITEN_HOME={tmp_path} furiten {line}")
        assert "Traceback" not in done.stderr
        assert done.returncode == (2 if "nobody" in line else 0), done.stderr


def test_a_file_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(file: str, mode: str) -> None:
        raise PermissionError(13, "Permission denied", file)

    # not by its rights: whoever runs the tests may be allowed everything
    monkeypatch.setattr("builtins.open", refuse)
    assert execute(["verify", str(tmp_path / "secret")]) == 2
    assert capsys.readouterr().err == f"furiten: {tmp_path / 'secret'}: Permission denied\n"


@pytest.mark.parametrize(
    "line",
    [
        "rules WRC",
        "rules TenHou",
        "hand 123m456p789s1113z --rules EMA",
        f"{SCORE} --tsumo --seat s --round e",
    ],
)
def test_names_may_be_written_in_any_case(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(line.split()) == 0
    written = capsys.readouterr().out
    proper = [word if word.startswith("-") else word.lower() for word in line.split()]
    proper = [word.upper() if len(word) == 1 else word for word in proper]
    assert execute(proper) == 0
    assert capsys.readouterr().out == written


def shell(line: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """A line of a shell script in which ``furiten`` is this program."""
    program = f'furiten() {{ "{sys.executable}" -m tui "$@"; }}\n{line}'
    return subprocess.run(
        ["sh", "-c", program], cwd=ROOT, input=given, capture_output=True, encoding="utf-8", timeout=300
    )


@posix
@pytest.mark.parametrize(
    ("line", "out", "code", "err"),
    [
        ("furiten rules tenhou | head -1", "tenhou - Tenhou, ranked\n", 0, ""),
        ("furiten hand --batch | head -1", '{"shanten":0,"waits":["3z"],"left":{"3z":3}', 0, ""),
        ("furiten hand --batch <&-", "", 2, "furiten: --batch needs standard input"),
        (EXPORT.replace("$FURITEN_HOME/東.csv", "- >&-"), "", 2, "furiten: standard output: "),
        ("furiten hand $(printf '\\377')", "", 2, "furiten: 'hand': "),
        (f"furiten {ARENA} --games 4 --seed 1 2>&- >/dev/null", "", 0, ""),
        ("furiten rules >/dev/full", "", 2, "furiten: No space left on device\n"),
        (f"export PYTHONIOENCODING=cp437; {EXPORT}", "/?.csv", 0, ""),
        *at_night(
            [
                ("furiten score --batch >&-", "", 2, "furiten: --batch needs standard input"),
                ("furiten >&-", "", 2, f"furiten: {t('app.no-terminal')}"),
                ("furiten play <&-", "", 2, f"furiten: {t('app.no-terminal')}"),
                ("furiten practice waits --seed 1 --json >&-", "", 2, "furiten: standard output: "),
                ("furiten hand 123m 2>&-", "", 2, ""),
            ]
        ),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_streams_that_are_closed_full_or_of_few_letters(line: str, out: str, code: int, err: str) -> None:
    if "/dev/full" in line and not os.path.exists("/dev/full"):
        pytest.skip("this system has no device that is always full")
    done = shell(line, TENPAI * 2_000)
    assert done.returncode == code, done.stderr
    assert out in done.stdout
    assert bool(out) == bool(done.stdout)
    assert done.stderr.startswith(err)
    assert done.stderr.count("\n") == bool(err)


def batch_waits(process: subprocess.Popen[bytes]) -> None:
    """Come back when the command has answered a first line."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(TENPAI.encode())
    process.stdin.flush()
    assert process.stdout.readline()


def arena_plays(process: subprocess.Popen[bytes]) -> None:
    """Come back when the first game is recorded."""
    folder = Path(str(process.args[-1]))  # type: ignore[index]
    while not any(folder.glob("*.mjson")):
        time.sleep(0.01)
        assert process.poll() is None


def interrupted(line: str, at_work: Callable[[subprocess.Popen[bytes]], None]) -> tuple[int, bytes, bytes]:
    """Press Ctrl+C when the command is at work: exit code, standard output and error."""
    # whoever starts the tests in the background may have taken Ctrl+C from their children
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{listen}; from tui.cli import main; main()", *line.split()]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        at_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    return process.returncode, out, err


@posix
def test_ctrl_c_ends_a_batch_with_130() -> None:
    code, _, err = interrupted("hand --batch", batch_waits)
    assert code == 130
    assert b"Traceback" not in err


@posix
@pytest.mark.parametrize("jobs", [2, *at_night([1])])
def test_ctrl_c_ends_the_arena_with_130_and_a_report(jobs: int, tmp_path: Path) -> None:
    line = f"{ARENA} --games 40000 --seed 1 --jobs {jobs} --log-dir {tmp_path}"
    code, out, err = interrupted(line, arena_plays)
    assert code == 130
    assert b"Traceback" not in err
    assert out.startswith(b"Interrupted before all 40000 games")


RUN_OF_TILES = re.compile(r"(?<![\w:])(?:[0-9]+[mpsz])+\b")
MELD = re.compile(r"\b(?:chi|pon|kan|added|ankan):\w+")


def help_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """The help of a command in one line."""
    assert execute([*command, "--help"]) == 0
    return " ".join(capsys.readouterr().out.split())


def example_in(shown: str) -> list[str]:
    """The example at the end of a help, without the name of the program."""
    program, *arguments = shlex.split(shown.split("Example: ")[1])
    assert program == "furiten"
    return arguments


@pytest.fixture
def _in_a_folder_with_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a game as ``game.mjson.gz``."""
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    (tmp_path / "game.mjson.gz").write_bytes(gzip.compress(write_events(wild_game("tenhou", 7, "east"))))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_in_a_folder_with_a_record")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            (name,) if name else (),
            id=name or "furiten",
            marks=[pytest.mark.nightly] if name == "arena" else [],
        )
        for name in ("", *COMMANDS)
    ],
)
def test_every_example_works(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.shell.launch.run", lambda *options, **others: print(options, others) or 0)
    monkeypatch.setattr("tui.shell.web.server.serve", lambda *asked: print(*asked))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"type":"start_game","id":0}\n')))
    assert execute(example_in(help_of(capsys, *command))) == 0
    shown = capsys.readouterr()
    assert shown.out
    assert shown.err == ""


@pytest.mark.parametrize("command", ["hand", "score"])
def test_tiles_and_melds_in_a_help_are_such(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = help_of(capsys, command)
    runs, melds = RUN_OF_TILES.findall(shown), MELD.findall(shown)
    assert all(parse_tiles(tiles) for tiles in runs)
    assert len([parse_meld(meld) for meld in melds]) >= 5
    hands = {tiles for tiles in runs if len(parse_tiles(tiles)) >= 10}
    assert hands == {example_in(shown)[1]}, "the hand that is described is the one of the example"


@pytest.mark.parametrize("seat", [None, 2])
def test_a_game_goes_on_from_a_position_of_a_record(
    seat: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also from the record of one seat."""
    opened: list[object] = []
    monkeypatch.setattr("tui.shell.launch.run", lambda **how: opened.append(how["opens"]))
    events = wild_game("tenhou", 7, "east")
    path = tmp_path / "game.mjson"
    path.write_bytes(write_events(events if seat is None else [mask(event, seat) for event in events]))
    execute(["play", "--from", str(path), "--at", "1.9", *([] if seat is None else ["--seat", str(seat)])])
    assert len(opened) == 1
    for more in (["--new"], ["--rules", "wrc"], ["--undo"], ["--plain"], ["--seed", "0"], ["--seed", "1"]):
        assert execute(["play", "--from", str(path), *more]) == 2
        assert t("play.from-alone") in capsys.readouterr().err
    assert len(opened) == 1


@pytest.mark.parametrize(("seat", "length"), [(2, "hand"), *at_night([(seat, "east") for seat in range(4)])])
def test_the_record_of_one_seat_is_counted_reviewed_and_exported(
    seat: int,
    length: Length,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    whole = wild_game("wrc", 7, length)
    names = ["a", "b", "c", "d"]
    events = [replace(whole[0], names=names, time=None, seed=None), *whole[1:]]
    paths = {}
    for kind, told in (("whole", events), ("seen", [mask(event, seat) for event in events])):
        paths[kind] = str(tmp_path / f"{kind}.mjson")
        Path(paths[kind]).write_bytes(write_events(told))

    def said(*words: str, code: int = 0) -> str:
        assert execute(list(words)) == code
        return capsys.readouterr().out

    # the figures are those of its player, and there are no others
    seen, counted = (json.loads(said("stats", paths[kind], "--json")) for kind in ("seen", "whole"))
    assert seen["players"] == {names[seat]: counted["players"][names[seat]]}
    assert (seen["games"], seen["hands"]) == (1, sum(isinstance(event, ev.StartKyoku) for event in events))
    # the review is that of its seat
    for more in ([], ["--seat", str(seat)], ["--player", names[seat]]):
        told = said("review", paths["seen"], "--json", *more).replace("seen.mjson", "whole.mjson")
        expected = ["--seat", str(seat)] if "--player" not in more else more
        assert told == said("review", paths["whole"], "--json", *expected)
    other = (seat + 1) % 4
    assert execute(["review", paths["seen"], "--seat", str(other)]) == 2
    assert capsys.readouterr().err == f"furiten: {t('reviewed.hidden', file=paths['seen'], seat=other)}\n"
    assert execute(["review", paths["seen"], "--player", names[other]]) == 2
    assert t("reviewed.hidden", file=paths["seen"], seat=other) in capsys.readouterr().err
    # it is written as the seat saw it; what needs all hands is refused
    for form, asked in (("csv", []), ("mjai", ["--seat", str(seat)])):
        written = said("export", paths["whole"], "--to", form, *asked)
        assert said("export", paths["seen"], "--to", form) == written
    for form in ("text", "html"):
        written = said("export", paths["seen"], "--to", form)
        assert written == said("export", paths["seen"], "--to", form, "--seat", str(seat))
        assert t("exported.differs") not in written
    for form in ("tenhou-json", "tenhou-xml", "tenhou-url", "code"):
        assert execute(["export", paths["seen"], "--to", form]) == 2
        assert "hidden hands cannot be played again" in capsys.readouterr().err
    assert execute(["export", paths["seen"], "--to", "text", "--seat", str(other)]) == 2
    assert t("exported.hidden", seat=other) in capsys.readouterr().err
    assert execute(["verify", paths["seen"]]) == 2
    assert f"seat {seat} alone" in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "near"), [("scoer", "score"), ("Practise", "practice"), ("xyz", "--help")])
def test_a_mistyped_command_is_answered_with_what_is_near(
    typed: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute([typed]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert typed in line
    assert near in line
