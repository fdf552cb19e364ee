"""Whatever a command is given: one line that names what is wrong, exit code 2, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.records.mjai_lines import write_events
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tui.cli import execute

FURITEN = [sys.executable, "-m", "tui"]
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
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_among_bad_files")
@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("verify nothing-here", "nothing-here: No such file"),
        ("verify folder", "folder: "),
        ("verify empty", "empty: the file is empty"),
        ("verify binary", "binary: neither mjai lines nor a Tenhou record"),
        ("verify text", "text: neither mjai lines nor a Tenhou record"),
        ("verify text --rules house", "no ruleset 'house' (there are: wrc, "),
        ("verify", "FILE"),
        (f"{ARENA} --games 4 --seed 1 --log-dir empty", "'empty' is a file"),
        (f"{ARENA} --games 4 --seed 1 --log-dir empty/logs", "empty"),
        (f"{ARENA} --games 4 --seed 1 --rules house", "no ruleset 'house'"),
        (f"{ARENA} --games 4 --seed 1.5", "'1.5' is not a seed"),
        (f"{ARENA} --games four --seed 1", "'four'"),
        (f"{ARENA} --games -4 --seed 1", "-4 games"),
        ("export text", "'--to'"),
        ("play --seed -1", "'-1' is not a seed"),
        (f"play --seed {1 << 64}", "is not a seed"),
        ("play --rules house", "no ruleset 'house' (there are: wrc, "),
        ("play --bots hayai,mamori,Takame", "no bot 'Takame' (there are: hayai, "),
        ("rules house", "no ruleset 'house' (there are: wrc, "),
        ("rules wrc ema", "ema"),
        ("hand", "HAND"),
        ("hand 5z", "'hand' has 1 tile; it needs 13 or 14"),
        ("hand 123m456p789s1113z --rules house", "no ruleset 'house'"),
        (f"hand {'1' * 5_000}m", "'hand' is too long"),
        ("score", "--win"),
        (f"{SCORE} --sticks -1", "'sticks'"),
        (f"{SCORE} --honba {'9' * 30}", "'honba'"),
        (f"{SCORE} --seat X", "'--seat'"),
        ("--fast", "--fast"),
        ("fly", "fly"),
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
                ("furiten >&-", "", 2, "furiten: the table needs a terminal"),
                ("furiten play <&-", "", 2, "furiten: the table needs a terminal"),
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
