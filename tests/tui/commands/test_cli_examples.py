"""What the help prints as an example works as it is printed."""

from __future__ import annotations

import gzip
import re
import shlex
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from engine.melds import parse_meld
from engine.records.mjai_lines import write_events
from engine.tiles import parse_tiles
from tests.support.engine.wild_games import wild_game
from tui.cli import COMMANDS, execute

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
