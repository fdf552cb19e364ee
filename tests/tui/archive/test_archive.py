"""The archive: real games, listed with what they were, searched, and named where they cannot be read."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.match import FORMAT, Match
from engine.records import read_events, write_events
from engine.records.tenhou_xml_writer import write_xml
from engine.rules import TENHOU
from engine.view import mask
from tests.support.tui.archive_games import GAMES, play
from tests.support.tui.sessions import NOON, folder_at, options, play_on, sit_down, take_up
from tui.archive.archive import Archive
from tui.archive.game_entries import GameFilter
from tui.archive.record_format import Unreadable
from tui.i18n.texts import t
from tui.play.session import Session

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def played(home: Path) -> list[Session]:
    """The GAMES, played and put to the records of the home."""
    return [play(home, game) for game in GAMES]


@pytest.fixture
def archive(home: Path, played: list[Session]) -> Archive:
    return Archive(home)


# -- the time in the record --------------------------------------------------------------------------


def test_a_record_says_when_the_game_began(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    sit_down(folder, options(7))
    (start, *_) = read_events(folder.game.read_bytes())
    assert isinstance(start, ev.StartGame)
    assert start.time is not None
    assert start.time.endswith("Z")
    assert datetime.fromisoformat(start.time) == NOON.astimezone(UTC)
    folder.release()
    assert take_up(folder).match.events[0] == start, "and says so still when it is continued"


def test_a_game_without_a_clock_tells_no_time() -> None:
    assert b"time" not in ev.encode(Match(TENHOU, 1).events[0])


def test_a_save_from_before_there_was_a_time_is_continued(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)), decisions=3)
    whole = folder.game.read_bytes()
    folder.release()
    folder.game.write_bytes(re.sub(rb',"time":"[^"]*"', b"", whole, count=1))
    assert len(folder.game.read_bytes()) < len(whole)
    session = take_up(folder)
    assert session.match.events[1:] == read_events(whole)[1:]
    play_on(session)
    folder.archive(session.match)
    (entry,) = folder.records.search().games
    assert entry.began == NOON.astimezone(UTC), "which its name tells"


def test_nobody_at_the_table_is_told_the_time() -> None:
    start = ev.StartGame(time="2026-11-22T13:05:00Z")
    assert mask(start, 0) == ev.StartGame()


# -- the list ----------------------------------------------------------------------------------------


def test_every_game_is_listed_with_what_it_was(archive: Archive, played: list[Session]) -> None:
    listing = archive.search()
    assert listing.broken == ()
    assert [entry.began for entry in listing.games] == sorted(
        (game.began.astimezone(UTC) for game in GAMES), reverse=True
    )
    by_start = {(entry.seed, entry.rules): entry for entry in listing.games}
    for game, session in zip(GAMES, played, strict=True):
        entry = by_start[str(game.seed), game.rules]
        assert entry.length == game.length
        assert entry.seat == session.seat
        assert entry.opponents == game.bots
        assert entry.began.astimezone() == game.began.astimezone()
        assert entry.over is (game.decisions is None)
        assert entry.takebacks == (game.takebacks if game.undo else None)
        assert not entry.table_rules
        standings = session.standings or ()
        assert entry.place == next((each.place for each in standings if each.seat == session.seat), None)
        if standings:
            assert dict(enumerate(entry.points)) == {each.seat: each.points for each in standings}
            assert dict(enumerate(entry.places)) == {each.seat: each.place for each in standings}
        else:
            assert entry.points == (25_000,) * 4


def test_sticks_left_over_count_for_the_points_and_not_for_the_places(
    tmp_path: Path, archive: Archive
) -> None:
    *events, over, end = archive.open(archive.search(GameFilter(length="east")).games[0].path).events
    folder = Archive(tmp_path)
    folder.path.mkdir()
    over = replace(over, scores=[30_000, 20_000, 20_000, 30_000])
    end = replace(end, scores=[30_000, 20_000, 20_000, 31_000])
    (folder.path / "game.jsonl").write_bytes(write_events([*events, over, end]))
    (listed,) = folder.search().games
    assert listed.points == (30_000, 20_000, 20_000, 31_000)
    assert listed.places == (1, 3, 4, 2)


def test_a_listed_game_is_opened_with_its_rules_and_events(archive: Archive, played: list[Session]) -> None:
    for entry in archive.search().games:
        opened = archive.open(entry.path)
        assert opened.entry == entry
        session = next(each for each in played if each.match.events[0] == opened.events[0])
        assert list(opened.events) == session.match.events
        assert opened.rules == session.match.rules


FIRST, SECOND, THIRD, LEFT, LAST = ((game.seed, game.rules) for game in GAMES)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [LAST, LEFT, THIRD, SECOND, FIRST]),
        ({"since": date(2026, 11, 2)}, [LAST, LEFT, THIRD, SECOND]),
        ({"until": date(2026, 11, 2)}, [THIRD, SECOND, FIRST]),
        ({"since": date(2026, 11, 2), "until": date(2026, 11, 2)}, [THIRD, SECOND]),
        ({"since": date.min, "until": date.max}, [LAST, LEFT, THIRD, SECOND, FIRST]),
        ({"since": date(2026, 11, 6)}, []),
        ({"rules": "tenhou"}, [LEFT, SECOND]),
        ({"length": "east"}, [SECOND]),
        ({"over": False}, [LEFT]),
        ({"over": True, "rules": "tenhou"}, [SECOND]),
        ({"seed": "7"}, [SECOND, FIRST]),
        ({"opponent": "takame"}, [LAST, LEFT, THIRD, FIRST]),
        ({"taken_back": True}, [THIRD]),
        ({"taken_back": False}, [LAST, LEFT, SECOND, FIRST]),
    ],
    ids=str,
)
def test_a_search_finds_the_games_that_fit(
    archive: Archive, wanted: dict[str, object], found: list[tuple[int, str]]
) -> None:
    games = archive.search(GameFilter(**wanted)).games  # type: ignore[arg-type]
    assert sorted((int(game.seed), game.rules) for game in games) == sorted(found)


def test_a_search_by_place(archive: Archive) -> None:
    games = [game for game in archive.search().games if game.over]
    for places in ({1}, {2, 3}, {4}, {1, 2, 3, 4}):
        found = archive.search(GameFilter(places=frozenset(places))).games
        assert list(found) == [game for game in games if game.place in places]


def test_no_folder_holds_no_games(tmp_path: Path) -> None:
    assert Archive(tmp_path).search() == ((), ())


# -- records of other programs -----------------------------------------------------------------------


def test_a_record_in_another_form_is_listed_too(tmp_path: Path, archive: Archive) -> None:
    entry = archive.search(GameFilter(rules="tenhou", over=True)).games[0]
    other = Archive(tmp_path)
    other.path.mkdir()
    (other.path / "log.xml.gz").write_bytes(gzip.compress(write_xml(archive.open(entry.path).events)))
    (listed,) = other.search().games
    assert replace(listed, path=entry.path) == entry


def test_a_game_of_others_has_no_place_for_the_player(tmp_path: Path, archive: Archive) -> None:
    entry = archive.search(GameFilter(rules="tenhou", over=True)).games[0]
    _, *rest = archive.open(entry.path).events
    folder = Archive(tmp_path)
    folder.path.mkdir()
    path = folder.path / "theirs.mjson"
    path.write_bytes(write_events([ev.StartGame(names=["A", "B", "C", "D"]), *rest]))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    (listed,) = folder.search().games
    assert (listed.seat, listed.place, listed.opponents) == (None, None, ("A", "B", "C", "D"))
    assert (listed.rules, listed.seed, listed.points) == ("tenhou", "", entry.points)
    assert listed.began == datetime.fromtimestamp(1_000_000_000, UTC)


def test_a_game_of_two_with_the_player_s_name_is_nobody_s(tmp_path: Path, archive: Archive) -> None:
    start, *rest = archive.open(archive.search().games[0].path).events
    folder = Archive(tmp_path)
    folder.path.mkdir()
    twice = replace(start, names=["you", "you", "hayai", "hayai"])
    (folder.path / "game.jsonl").write_bytes(write_events([twice, *rest]))
    assert folder.search().games[0].seat is None


@pytest.mark.parametrize("time", ["yesterday", "2026-11-22T13:05:00", "0001-01-01T00:00:00+14:00", ""])
def test_a_time_that_is_none_is_passed_over(tmp_path: Path, archive: Archive, time: str) -> None:
    opened = archive.open(archive.search().games[0].path)
    start, *rest = opened.events
    folder = Archive(tmp_path)
    folder.path.mkdir()
    path = folder.path / "2020-02-29-2359-seed-1.jsonl"
    path.write_bytes(write_events([replace(start, time=time), *rest]))
    (listed,) = folder.search().games
    assert listed.began.astimezone() == datetime(2020, 2, 29, 23, 59).astimezone()


# -- what cannot be read -----------------------------------------------------------------------------


LATER = b'{"type":"start_game","format":%d}\n{"type":"weather"}\n' % (FORMAT + 3)
"""A later format may hold lines that this version cannot read."""


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda whole: b"", "empty"),
        (lambda whole: b"holiday photographs", "neither"),
        (lambda whole: LATER, t("save.newer", written=FORMAT + 3, known=FORMAT)),
        (lambda whole: whole.replace(b'"format":1', b'"format":"x"'), t("save.no-format", written='"x"')),
        (lambda whole: whole.replace(b'"rules":"tenhou"', b'"rules":"house"'), "house"),
        (lambda whole: whole[:500], "line 2"),
        (lambda whole: whole * 2, "2 games"),
        (lambda whole: gzip.compress(whole)[:-9], "gzip"),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_does_not_stop_the_list(
    tmp_path: Path, archive: Archive, damage: Callable[[bytes], bytes], reason: str
) -> None:
    folder = Archive(tmp_path)
    folder.path.mkdir()
    (whole,) = archive.search(GameFilter(length="east")).games
    (folder.path / "whole.jsonl").write_bytes(whole.path.read_bytes())
    (folder.path / "broken.jsonl").write_bytes(damage(whole.path.read_bytes()))
    listing = folder.search()
    assert [game.path.name for game in listing.games] == ["whole.jsonl"]
    (broken,) = listing.broken
    assert broken.path.name == "broken.jsonl"
    assert reason in broken.reason
    assert "broken.jsonl" in broken.line
    assert "\n" not in broken.line
    with pytest.raises(Unreadable):
        folder.open(broken.path)


def test_a_record_cut_anywhere_is_listed_or_named(tmp_path: Path, archive: Archive) -> None:
    (whole,) = archive.search(GameFilter(rules="wrc", seed="7")).games
    data = whole.path.read_bytes()
    folder = Archive(tmp_path)
    folder.path.mkdir()
    path = folder.path / whole.path.name
    for size in range(1, len(data), 997):
        path.write_bytes(data[:size])
        games, broken = folder.search()
        assert len(games) + len(broken) == 1
        assert all(not game.over and game.place is None for game in games)


def test_what_vanishes_meanwhile_is_named(archive: Archive) -> None:
    with pytest.raises(Unreadable, match="gone"):
        archive.open(archive.path / "gone.jsonl")
