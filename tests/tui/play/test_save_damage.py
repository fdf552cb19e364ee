"""A save that is cut continues at the same decision; one that cannot be continued is set aside."""

from __future__ import annotations

import json
import os
import random
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from engine.actions import Action
from engine.match import FORMAT
from engine.options import Options
from tests.support.nightly import at_night
from tests.support.tui.sessions import (
    NOON,
    caller,
    eager,
    folder_at,
    left_game,
    options,
    play_on,
    take_up,
)
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.i18n import t
from tui.play.save import GAME, MOST_BYTES, SaveFolder
from tui.play.session import Session
from tui.play.start_game import begin, load, set_aside_notice


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    """A folder with a hand that was left after some decisions."""
    return left_game(tmp_path, options(7), decisions=6)


def change(folder: SaveFolder, line: int, **fields: object) -> None:
    """Write other values into one line of the save."""
    lines = folder.game.read_bytes().splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | fields).encode()
    folder.game.write_bytes(b"\n".join(lines) + b"\n")


def set_aside(folder: SaveFolder) -> str:
    """Open the folder, expect no game, and return what the person is told; the bytes must still be there."""
    data = folder.game.read_bytes()
    with folder:
        session, aside = load(folder)
    assert session is None
    assert aside is not None
    assert not folder.game.exists()
    assert aside.path.read_bytes() == data
    return set_aside_notice(aside)


@pytest.mark.parametrize(
    ("line", "fields", "told_of"),
    [
        (0, {"format": 0}, t("save.no-format", written=0)),
        (0, {"format": "x"}, t("save.no-format", written='"x"')),
        (0, {"format": 10**30}, "format 1000"),
        (0, {"format": None}, "names no format"),
        (0, {"rules": "house"}, "house"),
        (0, {"seed": None}, "seed"),
        (0, {"names": ["you", "you", "hayai", "hayai"]}, "you, you, hayai, hayai"),
        (0, {"names": ["you", "nobody", "hayai", "hayai"]}, "nobody"),
        (0, {"seed": 8}, "event 2"),
        (3, {"pai": "9z"}, "event 4"),
    ],
)
def test_an_impossible_event_is_named(
    folder: SaveFolder, line: int, fields: dict[str, object], told_of: str
) -> None:
    change(folder, line, **fields)
    message = set_aside(folder)
    assert told_of in message
    assert f"{GAME}.damaged-1" in message


LATER = b'{"type":"begin","format":%d}\n{"type":"weather"}\n' % (FORMAT + 3)
"""A later format may hold lines that this version cannot read."""


def test_a_save_of_a_later_version_is_not_called_damaged(folder: SaveFolder) -> None:
    folder.game.write_bytes(LATER)
    message = set_aside(folder)
    assert f"game-newer-format-{FORMAT + 3}.jsonl" in message
    assert f"reads format {FORMAT}" in message
    assert says(message, "save.set-aside-newer")
    assert "damaged" not in message


@pytest.mark.parametrize("fields", [{"pai": 5}, {"type": "dance"}])
def test_the_person_is_told_in_plain_words(folder: SaveFolder, fields: dict[str, object]) -> None:
    change(folder, 3, **fields)
    message = set_aside(folder)
    assert t("save.bad-line", line=4) in message
    assert "$" not in message
    assert "`" not in message


@pytest.mark.parametrize("data", [b"holiday photographs", b"\x00" * 100, b"\n", b"[]\n", b"\xff\xfe\n"])
def test_something_else_under_the_name_of_the_game(tmp_path: Path, data: bytes) -> None:
    folder = folder_at(tmp_path)
    folder.game.write_bytes(data)
    assert f"{GAME}.damaged-1" in set_aside(folder)


DEEP = b"[" * 1_100 + b"]" * 1_100


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"start_game","format":' + DEEP + b"}",
        b'{"type":"start_game","x":' + DEEP + b"}",
        b'{"type":"start_game","format":"\xff"}',
        b'{"type":"start_game","names":["\xff"]}',
        b'{"type":"start_game","format":"\\ud800"}',
    ],
)
@pytest.mark.parametrize("number", [0, 3])
def test_lines_that_are_too_deep_or_no_text(folder: SaveFolder, line: bytes, number: int) -> None:
    lines = folder.game.read_bytes().splitlines()
    lines[number] = line
    folder.game.write_bytes(b"\n".join(lines) + b"\n")
    assert set_aside(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "endless", "folder", "loop", "socket"])
def test_what_is_no_file_is_set_aside_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = folder_at(tmp_path)
    match kind:
        case "pipe":
            os.mkfifo(folder.game)
        case "endless":
            folder.game.symlink_to("/dev/zero")
        case "folder":
            folder.game.mkdir()
        case "loop":
            folder.game.symlink_to(folder.game)
        case "socket":
            monkeypatch.chdir(tmp_path)
            socket.socket(socket.AF_UNIX).bind(GAME)
    with folder:
        session, aside = load(folder)
    assert session is None
    assert aside is not None
    assert t("save.no-file") in set_aside_notice(aside)
    assert os.path.lexists(aside.path)
    assert not os.path.lexists(folder.game)


def test_a_file_larger_than_any_game(folder: SaveFolder) -> None:
    with folder.game.open("ab") as file:
        file.truncate(MOST_BYTES + 1)
    assert t("save.too-large") in set_aside(folder)


def test_zeros_after_the_last_line_are_dropped(folder: SaveFolder) -> None:
    """What a power cut can leave: the file has grown, but nothing was written there."""
    data = folder.game.read_bytes()
    folder.game.write_bytes(data + b"\x00" * 60)
    with folder:
        assert load(folder)[0] is not None
    assert folder.game.read_bytes() == data


def test_damaged_saves_do_not_overwrite_each_other(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    for number in range(1, 4):
        folder.game.write_bytes(b"broken %d\n" % number)
        assert f"damaged-{number}" in set_aside(folder)
    kept = sorted(path.read_bytes() for path in tmp_path.glob("*.damaged-*"))
    assert kept == [b"broken 1\n", b"broken 2\n", b"broken 3\n"]


def test_whatever_is_changed_nothing_crashes_and_nothing_is_lost(folder: SaveFolder, tmp_path: Path) -> None:
    whole = folder.game.read_bytes()
    chance = random.Random(4)
    refused = 0
    for number in range(400):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.choice(b'0129"{},:?[]ESmz\n\x00\xff')
        other = folder_at(tmp_path / str(number))
        other.path.mkdir()
        other.game.write_bytes(data)
        with other:
            _, aside = load(other)
        if aside is not None:
            refused += 1
            assert aside.path.read_bytes() == data
    assert refused > 300


def test_a_new_game_keeps_the_unfinished_one_in_the_records(folder: SaveFolder) -> None:
    left = folder.game.read_bytes()
    with folder:
        begin(folder, options(8))
    (kept,) = (folder.path / RECORDS).iterdir()
    assert kept.name == f"{NOON:%Y-%m-%d-%H%M}-seed-7-unfinished.jsonl"
    assert kept.read_bytes() == left
    assert folder.game.read_bytes() != left


def test_records_of_one_minute_do_not_overwrite_each_other(folder: SaveFolder) -> None:
    for _ in range(3):
        with folder:
            begin(folder, options(7))
    assert len(list((folder.path / RECORDS).iterdir())) == 3


def test_a_game_in_progress_is_never_overwritten(folder: SaveFolder) -> None:
    with folder, pytest.raises(FileExistsError):
        folder.file.create([])


@dataclass
class Whole:
    """The save of a whole game."""

    data: bytes
    choose: Callable[[Options], Action]

    def lines(self) -> list[int]:
        """The size of the save after each of its lines."""
        return list(accumulate(len(line) for line in self.data.splitlines(keepends=True)))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((eager, 5), marks=pytest.mark.nightly, id="eager"),
        pytest.param((caller, 2), id="caller"),
    ],
)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    choose, seed = request.param
    folder = left_game(tmp_path_factory.mktemp("whole"), options(seed, "tenhou"), choose)
    return Whole(folder.game.read_bytes(), choose)


STEPS = pytest.mark.parametrize("step", [7, *at_night([1])])
"""One in so many lines is cut after."""


@contextmanager
def resumed(path: Path, data: bytes) -> Iterator[Session]:
    """The game of a save with these bytes; its files are closed afterwards: a test opens a thousand."""
    folder = folder_at(path)
    folder.path.mkdir(exist_ok=True)
    folder.game.write_bytes(data)
    try:
        yield take_up(folder)
    finally:
        folder.release()


@STEPS
def test_cut_after_a_line_the_game_ends_as_it_would_have(whole: Whole, tmp_path: Path, step: int) -> None:
    for size in sorted({*whole.lines()[:: 4 * step], *whole.lines()[-3:]}):
        path = tmp_path / str(size)
        with resumed(path, whole.data[:size]) as session:
            play_on(session, whole.choose)
        assert folder_at(path).game.read_bytes() == whole.data, f"cut after {size} bytes"


@STEPS
def test_of_a_cut_line_nothing_is_left(whole: Whole, tmp_path: Path, step: int) -> None:
    lines = whole.lines()
    for start, end in [*pairwise(lines)][::step]:
        for size in (start + 1, (start + end) // 2, end - 1):
            folder = folder_at(tmp_path / str(size))
            with resumed(folder.path, whole.data[:size]):
                left = folder.game.read_bytes()
            assert left == whole.data[: len(left)]
            assert len(left) in (0, *lines)


@STEPS
def test_cut_within_the_first_line_there_is_no_game_yet(whole: Whole, tmp_path: Path, step: int) -> None:
    for size in range(0, whole.lines()[0], step):
        folder = folder_at(tmp_path / str(size))
        folder.path.mkdir()
        folder.game.write_bytes(whole.data[:size])
        with folder:
            found = folder.load()
        assert found.match is None
        assert found.aside is None
        assert not folder.game.exists()
