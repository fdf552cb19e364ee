"""Answers are on the disk when they are given, or wait where that is not possible."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.practice_answers import NOON, attempt
from tests.support.tui.practice_records import ANSWERS, LONG, SITTING, change, kept, record
from tests.support.tui.texts import says
from tui.database.rows import (
    Attempt,
    Played,
    Sitting,
    read_attempt,
    read_sitting,
    timestamp,
    to_the_millisecond,
    to_values,
)
from tui.i18n.texts import t
from tui.practice.progress import Progress

pytestmark = pytest.mark.usefixtures("quick_disk")

Opener = Callable[[Path], Progress]


def test_what_was_added_is_there_for_the_next_one(opened: Opener, tmp_path: Path) -> None:
    progress = opened(tmp_path / "not" / "there")
    progress.add(SITTING, attempt(1))
    progress.add(attempt(2, right=False))
    other = opened(tmp_path / "not" / "there")
    assert other.attempts == progress.attempts == (attempt(1), attempt(2, right=False))
    assert other.sittings == (SITTING,)
    assert (progress.fault, progress.notices) == ("", [])


def test_a_sitting_ends_once(opened: Opener, tmp_path: Path) -> None:
    ended = Sitting(id="first", began=NOON, kind="waits", questions=10, seed=7, ended=NOON)
    progress = opened(tmp_path)
    progress.add(SITTING)
    progress.add(ended)
    assert progress.sittings == opened(tmp_path).sittings == (ended,)


def test_a_row_that_was_written_already_is_not_written_twice(tmp_path: Path) -> None:
    record(tmp_path, SITTING, attempt(1))
    record(tmp_path, SITTING, attempt(1), attempt(2))
    assert kept(tmp_path) == (attempt(1), attempt(2))


def test_refreshing_shows_what_another_copy_has_added(opened: Opener, tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    second.add(attempt(1))
    first.add(attempt(2))
    assert first.attempts == (attempt(2),)
    first.refresh()
    assert first.attempts == (attempt(1), attempt(2))


def test_refreshing_shows_a_session_that_another_copy_has_ended(opened: Opener, tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    second.add(SITTING, attempt(1))
    first.refresh()
    assert [each.sitting for each in first.unfinished] == [SITTING]
    second.add(replace(SITTING, ended=NOON))
    first.refresh()
    assert [each.sitting for each in first.unfinished] == []


def test_refreshing_shows_a_lesson_that_another_copy_has_finished(opened: Opener, tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    second.add(Played(lesson="the-table", left=NOON, ended=True, choices=()))
    first.refresh()
    assert first.lessons_done == {"the-table"}


def test_writes_of_the_game_index_do_not_reach_practice(opened: Opener, tmp_path: Path) -> None:
    progress = opened(tmp_path)
    progress.add(attempt(1))
    mark = progress.answers_since(None).mark
    change(
        progress.path,
        "INSERT INTO files (name, size, modified, hash, content) VALUES ('game.jsonl', 1, 1, '', 1)",
    )
    progress.refresh()
    new = progress.answers_since(mark)
    assert (new.attempts, new.from_start) == ([], False)
    reopened = opened(tmp_path)
    assert reopened.attempts == (attempt(1),)
    assert reopened.select("SELECT * FROM files") == [], "games are not copied into memory"


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
SOME_ATTEMPTS = st.builds(
    Attempt,
    answered=st.datetimes().map(lambda moment: to_the_millisecond(moment.replace(tzinfo=UTC))),
    sitting=WORDS,
    number=st.integers(1, 2**62),
    kind=WORDS,
    level=st.integers(1, 9),
    code=WORDS,
    repeat=st.booleans(),
    parts=st.lists(st.booleans(), min_size=1, max_size=3).map(tuple),
    seconds=st.floats(0, 1e6),
    given=st.lists(st.lists(WORDS, max_size=3).map(tuple), max_size=3).map(tuple),
    rules=WORDS,
    version=WORDS,
)


@settings(max_examples=50, deadline=None)
@given(SOME_ATTEMPTS)
def test_every_row_is_read_as_it_was_written(row: Attempt) -> None:
    assert read_attempt(list(to_values(row).values())) == row


def test_a_sitting_is_read_as_it_was_written() -> None:
    for row in (
        SITTING,
        Sitting(id="x", began=NOON, kind=None, questions=1, seed=0, chosen=True, ended=NOON),
    ):
        assert read_sitting(list(to_values(row).values())) == row


def test_moments_are_in_utc_and_to_the_millisecond() -> None:
    assert timestamp(NOON.replace(microsecond=250_999)) == "2026-03-01T12:00:00.250Z"


# -- what cannot be written ------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_made(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = opened(tmp_path / "file" / "folder")
    assert progress.fault
    assert "\n" not in progress.fault
    progress.add(SITTING, attempt(1))
    assert progress.attempts == (attempt(1),)
    assert progress.sittings == (SITTING,)
    progress.close()
    (tmp_path / "file").unlink()
    progress.add(attempt(2))
    assert progress.fault == ""
    assert kept(tmp_path / "file" / "folder") == (attempt(1), attempt(2))


@pytest.fixture
def locked_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A record with one answer that nobody may write to; root, who may write everywhere, is told not to."""
    path = record(tmp_path, attempt(1))
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    monkeypatch.setattr(os, "access", lambda asked, mode: False)
    yield tmp_path
    tmp_path.chmod(0o700)
    path.chmod(0o600)


def test_what_cannot_be_written_to_is_read_and_left_alone(opened: Opener, locked_folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in locked_folder.iterdir()}
    progress = opened(locked_folder)
    progress.add(attempt(2))
    assert t("progress.read-only") in progress.fault
    assert progress.attempts == (attempt(1), attempt(2))
    assert {path.name: path.read_bytes() for path in locked_folder.iterdir()} == before


@pytest.fixture
def small_disk() -> Iterator[int]:
    """No file of this process may grow beyond some kilobytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = 160_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    yield size
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_no_half_and_catches_up(opened: Opener, tmp_path: Path, small_disk: int) -> None:
    import resource

    progress = opened(tmp_path)
    progress.add(attempt(300))
    progress.add(*LONG, *ANSWERS)
    assert says(progress.fault, "progress.not-kept")
    assert progress.attempts == (attempt(300), *LONG, *ANSWERS)
    assert kept(tmp_path) == (attempt(300),)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    progress.add(attempt(500))
    progress.close()
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(300), *LONG, *ANSWERS, attempt(500))


# -- two copies --------------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from tests.support.tui.practice_answers import attempt
from tui.practice.progress import Progress
progress = Progress(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
for number in range(40):
    progress.add(attempt(number, sitting=sys.argv[2]))
assert not progress.fault, progress.fault
progress.close()
"""


def start(folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(folder), name]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_two_copies_begin_one_record_and_write_at_once(opened: Opener, tmp_path: Path) -> None:
    copies = [start(tmp_path, name) for name in ("first", "second")]
    for copy in copies:
        assert copy.stdout is not None
        assert copy.stdout.readline() == b"open\n"
    for copy in copies:
        assert copy.stdin is not None
        copy.stdin.write(b"go\n")
        copy.stdin.flush()
    for copy in copies:
        copy.communicate()
        assert copy.returncode == 0
    progress = opened(tmp_path)
    assert progress.notices == []
    by_copy = {
        name: [row for row in progress.attempts if row.sitting == name] for name in ("first", "second")
    }
    assert by_copy == {
        name: [attempt(number, sitting=name) for number in range(40)] for name in ("first", "second")
    }


def test_who_must_wait_too_long_goes_on_and_catches_up(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.database.file.PATIENCE", 0.05)
    progress = opened(tmp_path)
    progress.add(attempt(1))
    other = sqlite3.connect(progress.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    progress.add(attempt(2))
    assert t("progress.busy") in progress.fault
    other.execute("ROLLBACK")
    other.close()
    progress.add(attempt(3))
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(1), attempt(2), attempt(3))


@settings(max_examples=15, deadline=None)
@given(
    rows=st.lists(SOME_ATTEMPTS, max_size=5, unique_by=lambda row: (row.sitting, row.number, row.answered))
)
def test_the_file_gives_back_what_it_got(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Attempt]
) -> None:
    folder = tmp_path_factory.mktemp("record")
    record(folder, *rows)
    assert kept(folder) == tuple(rows)
