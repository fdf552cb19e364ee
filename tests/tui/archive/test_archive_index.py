"""The index of the archive: equal to the records after whatever happens to them, to it, and to its update."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.statistics.figures import PlayerCounts
from engine import events as ev
from engine.records import read_events, write_events
from tests.support.fresh_interpreter import ROOT, loaded_after
from tests.support.nightly import more_at_night
from tests.support.tui.practice_answers import ANSWERS, SESSION, attempt, change, kept, record
from tests.support.tui.recorded_games import GAMES, Game, listing, put_records, recorded_match, shy, skilled
from tui.archive import archive_index
from tui.archive.archive import Archive
from tui.archive.archive_index import CONTENT, CountedGame, CountedRecord, Index
from tui.archive.game_entries import GameFilter, RecordedMatch
from tui.database.open_database import DATABASE
from tui.i18n import t

IDLE = ("tsumogiri", "tsumogiri", "tsumogiri")
MORE = (
    Game(seed=21, day=6, rules="tenhou", player=skilled),
    Game(seed=22, day=7, bots=IDLE, player=shy),
    Game(seed=21, day=7, bots=IDLE, player=skilled),
    Game(seed=23, day=8, rules="ema", player=skilled),
)


Truth = tuple[CountedRecord, ...]
ONE_HAND = 9_000
"""Bytes of a record: those of more hands are larger."""
HOLIDAY = b"holiday photographs"


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("pool")
    put_records(home, (*GAMES, *MORE))
    return home


@pytest.fixture(scope="module")
def whole_truth(pool: Path) -> Truth:
    """What the index has to keep of them, the latest first."""
    archive = Archive(pool)
    matches = [recorded_match(game.path) for game in listing(archive).games]
    return tuple(map(archive_index._counted, matches))


@pytest.fixture
def home(pool: Path, tmp_path: Path) -> Path:
    """A folder with the games of one hand, and no index yet."""
    Archive(tmp_path).path.mkdir()
    for path in Archive(pool).files():
        if path.stat().st_size < ONE_HAND:
            shutil.copy(path, Archive(tmp_path).path)
    return tmp_path


@pytest.fixture
def truth(home: Path, whole_truth: Truth) -> Truth:
    """What the index has to keep of these."""
    names = {path.name for path in Archive(home).files()}
    return tuple(each for each in whole_truth if each.entry.path.name in names)


@pytest.fixture
def index(home: Path) -> Iterator[Index]:
    found = Index(home)
    yield found
    found.close()


TABLES = ("games", "counts")


def rows_of(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of the index, whatever the order they were written in."""
    connection = sqlite3.connect(home / DATABASE)
    found = {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=str) for table in TABLES}
    found["files"] = sorted(connection.execute("SELECT name, hash FROM files"))
    connection.close()
    return found


def is_whole(index: Index, truth: Truth) -> bool:
    """Whether everything is found, in its order."""
    entries = [replace(game.entry, path=index.archive.path / game.entry.path.name) for game in truth]
    counted = [
        (entry, entry.seat, game.counts[entry.seat])
        for entry, game in zip(entries, truth, strict=True)
        if entry.seat is not None
    ]
    assert [(game.entry, game.seat, game.counts) for game in index.counted()] == counted
    return index.games() == entries


# -- what is kept ------------------------------------------------------------------------------------


def test_everything_is_found(pool: Path, tmp_path: Path, whole_truth: Truth) -> None:
    shutil.copytree(Archive(pool).path, Archive(tmp_path).path)
    index = Index(tmp_path)
    assert is_whole(index, whole_truth)
    assert (index.fault, index.broken, index.notices) == ("", (), [])
    index.close()


# -- step by step ------------------------------------------------------------------------------------

NAMES = tuple(f"record-{number}.jsonl" for number in range(5))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.sampled_from(NAMES), st.integers(0, len(GAMES) + len(MORE) - 1)),
        st.tuples(st.sampled_from(["remove", "break", "touch", "cut"]), st.sampled_from(NAMES), st.just(0)),
        st.tuples(st.sampled_from(["refresh", "reopen"]), st.just(""), st.just(0)),
    ),
    max_size=15,
)


@more_at_night(10)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_an_index_kept_step_by_step_is_one_made_anew(
    pool: Path, tmp_path_factory: pytest.TempPathFactory, part: int, steps: list[tuple[str, str, int]]
) -> None:
    home = tmp_path_factory.mktemp("home")
    records = sorted(Archive(pool).path.iterdir())
    index, archive = Index(home), Archive(home)
    archive.path.mkdir()
    for number, (step, name, chosen) in enumerate(steps):
        path = archive.path / name
        match step:
            case "write":
                path.write_bytes(records[chosen].read_bytes())
            case "break":
                path.write_bytes(HOLIDAY)
            case "remove":
                path.unlink(missing_ok=True)
            case "cut" if path.exists():
                path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
            case "refresh":
                index.games()
            case "reopen":
                index.close()
        if path.exists() and name:
            # no clock is so slow that two versions of a file have the same time
            os.utime(path, ns=(number * 10**9, number * 10**9))
    listed = listing(archive)
    assert tuple(index.games()) == listed.games
    assert [each.path for each in index.broken] == [each.path for each in listed.broken]
    kept_rows = rows_of(home)
    assert index.fault == ""
    index.close()
    (home / DATABASE).unlink()
    index.games()
    assert rows_of(home) == kept_rows
    index.close()


def test_a_record_that_is_only_touched_is_not_read_again(
    index: Index, truth: Truth, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.games()
    read_again = []

    indexed = archive_index._counted

    def counted(match: RecordedMatch) -> CountedRecord:
        read_again.append(match.entry.path.name)
        return indexed(match)

    monkeypatch.setattr(archive_index, "_counted", counted)
    files = index.archive.files()
    os.utime(files[0], ns=(1, 1))
    index.games()
    assert read_again == []
    assert is_whole(index, truth)
    data = files[1].read_bytes()
    files[0].write_bytes(data)
    index.games()
    assert read_again == [files[0].name]
    monkeypatch.setattr(archive_index, "CONTENT", CONTENT + 1)
    index.games()
    assert sorted(read_again[1:]) == [path.name for path in files]


def test_a_game_that_only_its_file_dates_follows_the_file(index: Index, home: Path) -> None:
    path = index.archive.path / "undated.jsonl"
    start, *rest = recorded_match(index.archive.files()[0]).events
    assert isinstance(start, ev.StartGame)
    path.write_bytes(write_events([replace(start, time=None), *rest]))
    for seconds in (10**9, 10**9 + 5):
        os.utime(path, (seconds, seconds))
        (game,) = [game for game in index.games() if game.path == path]
        assert game.began.timestamp() == seconds


# -- hardship ----------------------------------------------------------------------------------------


def test_a_record_that_does_not_follow_the_rules_is_named(index: Index, truth: Truth) -> None:
    *events, last = recorded_match(index.archive.files()[0]).events
    place = next(number for number, event in enumerate(events) if isinstance(event, ev.Dahai))
    (index.archive.path / "wrong.jsonl").write_bytes(
        write_events([*events[:place], replace(events[place], pai="C"), *events[place + 1 :], last])
    )
    assert is_whole(index, truth)
    (broken,) = index.broken
    assert broken.path.name == "wrong.jsonl"
    assert "event" in broken.line


def test_a_damaged_database_costs_no_answer_and_is_indexed_again(home: Path, truth: Truth) -> None:
    first = Index(home)
    first.games()
    first.close()
    record(home, SESSION, *ANSWERS)
    change(home / DATABASE, "DROP TABLE games")
    second = Index(home)
    assert is_whole(second, truth)
    (notice,) = second.notices
    assert "furiten.sqlite.damaged-1" in notice
    second.close()
    assert kept(home) == ANSWERS


def test_a_database_that_breaks_while_it_is_open(index: Index, home: Path, truth: Truth) -> None:
    index.games()
    change(home / DATABASE, "DROP TABLE counts")
    assert is_whole(index, truth)
    assert index.fault == ""
    assert len(index.notices) == 1


@pytest.fixture
def writer(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Another copy of the program, which writes and does not stop."""
    monkeypatch.setattr("tui.database.sqlite_file.PATIENCE", 0.05)
    record(home, attempt(1))
    connection = sqlite3.connect(home / DATABASE, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


def test_what_cannot_be_kept_is_searched_all_the_same(
    index: Index, home: Path, truth: Truth, writer: sqlite3.Connection
) -> None:
    assert is_whole(index, truth)
    assert t("progress.busy") in index.fault
    writer.execute("ROLLBACK")
    index.close()
    assert is_whole(index, truth)
    assert index.fault == ""
    assert len(rows_of(home)["games"]) == len(truth)
    assert kept(home) == (attempt(1),)


INDEXER = """
import sys
from pathlib import Path
from tui.archive.archive_index import Index
index = Index(Path(sys.argv[1]))
index.games()
assert not index.fault, index.fault
index.close()
"""


def test_two_copies_index_at_once(index: Index, home: Path, truth: Truth) -> None:
    copies = [subprocess.Popen([sys.executable, "-c", INDEXER, str(home)], cwd=ROOT) for _ in range(2)]
    assert [copy.wait() for copy in copies] == [0, 0]
    assert is_whole(index, truth)
    assert len(rows_of(home)["games"]) == len(truth)


def test_a_start_to_the_table_loads_no_database() -> None:
    assert "sqlite3" not in loaded_after("import tui.shell.app, tui.screens.game.game, tui.plain.plain_game")


PUT = 6


@pytest.fixture(scope="module")
def pool_of_october(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of games in October and November."""
    home = tmp_path_factory.mktemp("pool")
    put_records(home, (Game(seed=24, day=6, rules="tenhou", player=skilled),))
    (record,) = Archive(home).files()
    start, *rest = read_events(record.read_bytes())
    assert isinstance(start, ev.StartGame)
    for number in range(1, PUT):
        names = [name if name == "you" else f"bot-{number}" for name in start.names]
        copy = replace(start, time=f"2026-{10 + number % 2}-10T12:00:00Z", names=names)
        record.with_name(f"copy-{number}.jsonl").write_bytes(write_events([copy, *rest]))
    return home


@pytest.fixture
def home_unindexed(pool_of_october: Path, tmp_path: Path) -> Path:
    shutil.copytree(Archive(pool_of_october).path, Archive(tmp_path).path)
    return tmp_path


def counted(
    home_unindexed: Path, wanted: GameFilter | None = None, player: str | None = None
) -> list[CountedGame]:
    with closing(Index(home_unindexed)) as index:
        return index.counted(wanted or GameFilter(), player)


def test_several_processes_index_what_one_does(
    home_unindexed: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    (Archive(home_unindexed).path / "broken.jsonl").write_bytes(b"holiday photographs")
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(Archive(home_unindexed).path, Archive(other).path)
    alone = Index(home_unindexed)
    monkeypatch.setattr(archive_index, "TOGETHER", 1)
    monkeypatch.setattr(archive_index, "processors", lambda: 2)
    together = Index(other)
    told: list[tuple[int, int]] = []
    together.progress = lambda done, total: told.append((done, total))
    assert [(game.seat, game.counts) for game in together.counted()] == [
        (game.seat, game.counts) for game in alone.counted()
    ]
    assert told == [(done, PUT + 1) for done in range(PUT + 2)]
    assert [each.line for each in together.broken] == [each.line for each in alone.broken] != []
    alone.close()
    together.close()


@pytest.mark.parametrize("after", [0, 1, 4])
def test_what_was_done_before_an_interruption_is_kept(home_unindexed: Path, after: int) -> None:
    def stop(done: int, total: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    index = Index(home_unindexed)
    index.progress = stop
    with pytest.raises(KeyboardInterrupt):
        index.games()
    index.close()
    index = Index(home_unindexed)
    told: list[tuple[int, int]] = []
    index.progress = lambda done, total: told.append((done, total))
    index.games()
    assert told[-1] == (PUT - after, PUT - after)
    told.clear()
    index.games()
    assert told == [], "nothing is left to do"
    index.close()


def test_other_counts_are_another_content() -> None:
    """When the counts change, CONTENT has to be raised, and this with it: else stored ones are misread."""
    names = " ".join(PlayerCounts.__struct_fields__)
    assert (CONTENT, hashlib.sha256(names.encode()).hexdigest()[:8]) == (6, "f551a961")
