"""``furiten stats``: over files and over one's own games, filters, what it prints, and its exit codes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ai.statistics.figures import FIGURES, PlayerCounts, as_json
from ai.statistics.game_counts import count_game
from engine import events as ev
from engine.records import read_events, write_events
from engine.rules import Length
from tests.support.tui.recorded_games import Game, play, recorded_match, skilled
from tests.tui.commands.test_command_verify import game
from tui.archive.archive import Archive
from tui.archive.archive_index import Index
from tui.cli import execute
from tui.i18n import t
from tui.words.figure_words import figure_means, figure_name

NAMES = ["A", "B", "A", "C"]
LENGTH: Length = "hand"


def record(rules: str = "tenhou", day: int | None = None, names: list[str] = NAMES) -> list[ev.Event]:
    """A short game, on a day of November 2026."""
    start, *rest = game(rules, LENGTH)
    assert isinstance(start, ev.StartGame)
    time = None if day is None else f"2026-11-{day:02}T12:00:00Z"
    return [replace(start, names=names, time=time), *rest]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two games in one file, and a third packed, under other rules."""
    double, packed = tmp_path / "double.mjson", tmp_path / "packed.mjson.gz"
    double.write_bytes(write_events([*record(day=3), *record(day=3)]))
    packed.write_bytes(gzip.compress(write_events(record("wrc", 5, ["A", "B", "C", "D"]))))
    return [str(double), str(packed)]


def report(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert execute(["stats", *arguments, "--json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


# -- files -----------------------------------------------------------------------------------------------


def test_the_order_of_files_does_not_matter(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, *files) == report(capsys, *reversed(files))
    assert report(capsys, *files) == report(capsys, *files, files[0]), "nor a file that is named twice"


@pytest.mark.parametrize(
    ("options", "games", "players"),
    [
        (("--player", "A"), 3, {"A"}),
        (("--player", "D"), 1, {"D"}),
        (("--rules", "wrc"), 1, {"A", "B", "C", "D"}),
        (("--rules", "ema"), 0, set()),
        (("--since", "2026-11-04"), 1, {"A", "B", "C", "D"}),
        (("--until", "2026-11-04"), 2, {"A", "B", "C"}),
        (("--since", "2026-11-03", "--until", "2026-11-03"), 2, {"A", "B", "C"}),
        (("--opponent", "D"), 1, {"A", "B", "C", "D"}),
        (("--player", "B", "--opponent", "C"), 3, {"B"}),
    ],
)
def test_filters(
    files: list[str],
    options: tuple[str, ...],
    games: int,
    players: set[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = report(capsys, *files, *options)
    assert (found["games"], set(found["players"])) == (games, players)


def test_an_unknown_player_is_named_with_those_there_are(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["stats", *files, "--player", "nobody"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "nobody" in shown.err
    assert "D" in shown.err


@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("data", [b"holiday photographs", None])
def test_a_file_that_cannot_be_read_is_one_line(
    data: bytes | None, others: bool, files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.mjson"
    if data is not None:
        bad.write_bytes(data)
    assert execute(["stats", "--json", str(bad), *files[: 2 * others]]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert str(bad) in shown.err
    assert bool(shown.out) is others, "the figures of the others are there all the same"


def test_a_record_that_breaks_the_rules_is_named_with_its_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = record()
    place = next(number for number, event in enumerate(events) if isinstance(event, ev.Dahai))
    wrong = tmp_path / "wrong.mjson"
    wrong.write_bytes(write_events([*events[:place], replace(events[place], pai="C"), *events[place + 1 :]]))
    # as in a replay, what comes before is read
    assert execute(["stats", str(wrong)]) == 0
    told = capsys.readouterr().err
    assert str(wrong) in told
    assert f"event {place}" in told
    assert t("stats.to-there") in told


@pytest.mark.parametrize("day", ["soon", "2026-13-01", ""])
def test_a_day_that_is_none(day: str, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["stats", *files, "--since", day]) == 2
    assert t("stats.bad-day", given=day) in capsys.readouterr().err


# -- one's own games -------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    for seed in (21, 22):
        play(tmp_path, Game(seed=seed, day=seed, player=skilled))
    return tmp_path


def own_counts(home: Path) -> PlayerCounts:
    total = PlayerCounts()
    for path in Archive(home).files():
        match = recorded_match(path)
        if match.entry.seat is not None:
            total.add(count_game(match.events, match.rules)[match.entry.seat])
    return total


def test_without_a_file_the_own_games_count(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = own_counts(home)
    (Archive(home).path / "of-others.jsonl").write_bytes(write_events(record()))
    found = report(capsys)
    assert (found["games"], found["players"]) == (2, {"you": as_json(expected)})
    assert found["hands"] == expected.hands
    assert report(capsys, "--since", "2026-11-22")["games"] == 1
    bot = report(capsys, "--player", "takame")
    assert (bot["games"], set(bot["players"])) == (2, {"takame"})


def test_a_branch_is_not_counted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = report(capsys)
    path = Archive(home).files()[0]
    start, *rest = read_events(path.read_bytes())
    assert isinstance(start, ev.StartGame)
    origin = ev.BranchOrigin("", "", 1, 0, 0, 1, "as-it-was", "game", [])
    path.with_name("branch.jsonl").write_bytes(write_events([replace(start, branch=origin), *rest]))
    assert report(capsys) == before


def test_no_games_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    assert report(capsys) == {"games": 0, "hands": 0, "players": {"you": as_json(PlayerCounts())}}
    assert execute(["stats"]) == 0
    assert capsys.readouterr().out == f"{t('stats.no-games')}\n"
    assert execute(["stats", "--explain"]) == 0


def test_what_is_indexed_before_ctrl_c_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(done: int, total: int) -> None:
        assert total == 2
        if done == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("tui.commands.shared._ignore", interrupted)
    assert execute(["stats"]) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    assert t("stats.interrupted", done=1, total=2) in printed.err
    told = []
    index = Index(home)
    index.progress = lambda done, total: told.append((done, total))
    assert len(index.counted()) == 2
    index.close()
    assert told == [(0, 1), (1, 1)]


def test_files_counted_before_ctrl_c_are_shown(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    double, packed = files
    expected = report(capsys, double)
    monkeypatch.setattr("tui.commands.shared._ignore", interrupted)
    assert execute(["stats", double, packed, "--json"]) == 130
    printed = capsys.readouterr()
    assert json.loads(printed.out) == expected
    assert t("stats.interrupted-files", done=1, total=2) in printed.err


# -- what is printed -------------------------------------------------------------------------------------


def test_every_figure_has_a_line_and_on_request_its_definition(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["stats", *files]) == 0
    plain = capsys.readouterr().out
    assert execute(["stats", *files, "--explain"]) == 0
    explained = " ".join(capsys.readouterr().out.split())
    for figure in FIGURES:
        assert f"\n  {figure_name(figure)} " in plain
        assert figure_means(figure) in explained
        assert figure_means(figure) not in plain


def test_many_players_stand_side_by_side_in_80_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    paths = [tmp_path / f"{number}.mjson" for number in range(3)]
    for number, path in enumerate(paths):
        names = [f"{number}-{seat}, who has a long name" for seat in range(4)]
        path.write_bytes(write_events(record(names=names)))
    assert execute(["stats", *map(str, paths)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert [line.count(", who") for line in lines if ", who" in line] == [3] * 4
