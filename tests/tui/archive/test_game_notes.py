"""Comments and bookmarks kept beside the records: found again in any form, never lost, of one's own."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.records import write_events
from engine.records.annotations import LONGEST_COMMENT, Annotation, write_annotated
from engine.records.hand_code import write_code
from engine.records.read_file import games_of
from engine.records.recorded_game import hands_of
from engine.records.resumed_game import known_wall
from engine.records.tenhou_writers import write_json, write_xml
from engine.rules import TENHOU
from tests.support.engine.wild_games import wild_game
from tests.support.tui.practice_answers import attempt as answer
from tests.support.tui.practice_answers import change, kept, record
from tests.support.tui.recorded_games import GAMES, Game, put_records
from tests.support.tui.sessions import caller
from tui.archive.archive import RECORDS
from tui.archive.archive_index import Index
from tui.archive.game_notes import GameNotes, NotesSummary, summed_notes, with_own_notes
from tui.database.open_database import DATABASE
from tui.database.sqlite_file import VERSION

GAME = wild_game("tenhou", 7, "east")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GOOD, MARKED = Annotation("Good."), Annotation(bookmark=True)


def notes_of(home: Path, events: Sequence[ev.Event] = GAME) -> GameNotes:
    """What another copy of the program finds."""
    return GameNotes(home, events, {})


@pytest.fixture
def notes(tmp_path: Path) -> GameNotes:
    return notes_of(tmp_path)


def test_the_latest_counts_whatever_the_clock_does(tmp_path: Path) -> None:
    times: Iterator[datetime] = iter([NOON, NOON, NOON - timedelta(days=3)])
    notes = GameNotes(tmp_path, GAME, {}, lambda: next(times))
    for text in ("one", "two", "three"):
        notes.note(7, Annotation(text))
    assert notes_of(tmp_path).all == {7: Annotation("three")}


def test_copies_that_are_open_at_once_see_each_other(tmp_path: Path, notes: GameNotes) -> None:
    other = notes_of(tmp_path)
    notes.note(7, GOOD)
    other.note(9, MARKED)
    assert other.all == {7: GOOD, 9: MARKED}
    notes.refresh()
    assert notes.all == other.all
    other.note(7, Annotation())
    notes.refresh()
    assert notes.all == {9: MARKED}


def test_long_and_hostile_texts_are_one_bounded_line(tmp_path: Path, notes: GameNotes) -> None:
    notes.note(7, Annotation("\x1b[2J\n\u202e" + "長い👀 " * LONGEST_COMMENT))
    found = notes_of(tmp_path).at(7).comment
    assert found == notes.at(7).comment
    assert found.isprintable()
    assert len(found) <= LONGEST_COMMENT
    assert found.startswith("\\x1b[2J \\u202e長い👀")


# -- which game it is ----------------------------------------------------------------------------------


def test_they_are_found_in_every_form_of_the_record(tmp_path: Path, notes: GameNotes) -> None:
    second = list(hands_of(GAME))[1]
    index = second.first + 20
    notes.note(index, GOOD)
    for data in (
        write_events(GAME),
        write_json(GAME, TENHOU),
        write_xml(GAME, TENHOU),
        write_events(GAME[1:]),
    ):
        (game,) = games_of(data)
        (there,) = with_own_notes(tmp_path, game).annotations.items()
        hand = list(hands_of(game.events))[1]
        assert there == (hand.first + 20, GOOD)
    (coded,) = games_of(write_code(TENHOU, second, known_wall(TENHOU, GAME, second)).encode())
    assert with_own_notes(tmp_path, coded).annotations == {1 + 21: GOOD}


def test_a_hand_that_goes_otherwise_has_them_up_to_where_it_parts(tmp_path: Path, notes: GameNotes) -> None:
    notes.note(20, GOOD)
    notes.note(60, MARKED)
    discards = [index for index, event in enumerate(GAME) if isinstance(event, ev.Dahai)]
    parts = next(index for index in discards if index > 30)
    otherwise = list(GAME)
    otherwise[parts] = replace(otherwise[parts], pai="1m" if otherwise[parts].pai != "1m" else "2m")  # type: ignore[attr-defined]
    assert notes_of(tmp_path, otherwise).all == {20: GOOD}


# -- what the record holds itself ----------------------------------------------------------------------


def test_those_of_the_record_are_shown_and_enter_no_database(tmp_path: Path) -> None:
    (game,) = games_of(write_annotated(GAME, {7: GOOD, 40: MARKED}))
    assert with_own_notes(tmp_path, game).annotations == {7: GOOD, 40: MARKED}
    assert not (tmp_path / DATABASE).exists()


def test_what_stands_in_no_hand_is_left_out(tmp_path: Path) -> None:
    (game,) = games_of(write_annotated(GAME, {0: GOOD, len(GAME) - 1: MARKED}))
    assert with_own_notes(tmp_path, game).annotations == {}


# -- the file ------------------------------------------------------------------------------------------


def test_without_a_folder_that_can_be_written_to_nothing_is_lost_while_the_game_is_open(
    tmp_path: Path, notes: GameNotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as refused:
        refused.setattr("tui.archive.game_notes.open_database", _refuse)
        notes.note(7, GOOD)
        assert "Permission denied" in notes.fault
        assert notes.all == {7: GOOD}
        assert notes_of(tmp_path).all == {}
    notes.note(40, MARKED)
    assert notes.fault == ""
    assert notes_of(tmp_path).all == {7: GOOD, 40: MARKED}


def _refuse(*_: object) -> None:
    from tui.database.sqlite_file import Unavailable

    raise Unavailable("Permission denied")


def test_they_are_read_where_nothing_can_be_written(tmp_path: Path, notes: GameNotes) -> None:
    notes.note(7, GOOD)
    os.chmod(tmp_path / DATABASE, 0o400)
    os.chmod(tmp_path, 0o500)
    try:
        assert notes_of(tmp_path).all == {7: GOOD}
    finally:
        os.chmod(tmp_path, 0o700)


def test_a_damaged_file_is_set_aside_and_its_notes_are_carried_over(tmp_path: Path, notes: GameNotes) -> None:
    record(tmp_path, answer(1))
    notes.note(7, GOOD)
    notes.note(20, Annotation("lost"))
    notes.note(40, MARKED)
    change(tmp_path / DATABASE, "UPDATE noted SET bookmark = 'perhaps' WHERE comment = 'lost'")
    found = notes_of(tmp_path)
    assert found.all == {7: GOOD, 40: MARKED}
    assert found.fault == ""
    assert f"{DATABASE}.damaged-1" in found.notice
    assert "2 notes" in found.notice
    assert kept(tmp_path) == (answer(1),)


def test_practice_that_finds_a_damaged_file_carries_notes_over_too(tmp_path: Path, notes: GameNotes) -> None:
    record(tmp_path, answer(1), answer(2))
    notes.note(7, GOOD)
    notes.note(7, Annotation("Better."))
    change(tmp_path / DATABASE, "UPDATE attempts SET parts = 'maybe' WHERE number = 1")
    record(tmp_path, answer(3))
    assert notes_of(tmp_path).all == {7: Annotation("Better.")}


def test_a_file_of_a_later_version_is_not_read(tmp_path: Path, notes: GameNotes) -> None:
    notes.note(7, GOOD)
    change(tmp_path / DATABASE, f"PRAGMA user_version = {VERSION + 1}")
    assert notes_of(tmp_path).all == {}
    found = notes_of(tmp_path)
    found.note(9, MARKED)
    assert found.notice
    assert found.all == {9: MARKED}


def test_no_edit_takes_an_earlier_word_out_of_the_file(tmp_path: Path, notes: GameNotes) -> None:
    notes.note(7, GOOD)
    notes.note(7, Annotation())
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        rows = connection.execute("SELECT comment FROM noted ORDER BY written").fetchall()
    connection.close()
    assert rows == [("Good.",), ("",)]


# -- the games of the archive --------------------------------------------------------------------------


def test_games_of_the_archive_tell_what_is_noted_in_them(tmp_path: Path) -> None:
    put_records(tmp_path, GAMES[:2])
    index = Index(tmp_path)
    first, second = index.games()
    assert summed_notes(tmp_path, [first, second]) == {}
    (game,) = games_of(second.path.read_bytes())
    notes = notes_of(tmp_path, game.events)
    notes.note(5, GOOD)
    notes.note(9, Annotation("So what.", bookmark=True))
    told = NotesSummary(2, 1, "Good. So what.")
    assert summed_notes(tmp_path, [first, second]) == {second.path: told}
    second.path.rename(second.path.with_name("renamed.jsonl"))
    (renamed,) = summed_notes(tmp_path, index.games())
    assert renamed.name == "renamed.jsonl"
    index.close()


def test_a_record_that_holds_its_own_is_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / RECORDS / "sent.jsonl"
    path.parent.mkdir()
    path.write_bytes(write_annotated(GAME, {7: GOOD}))
    index = Index(tmp_path)
    assert summed_notes(tmp_path, index.games()) == {path: NotesSummary(1, 0, "Good.")}
    notes = GameNotes(tmp_path, GAME, {7: GOOD})
    notes.note(7, Annotation())
    assert summed_notes(tmp_path, index.games()) == {}
    index.close()


def test_the_same_walls_played_otherwise_are_another_game(tmp_path: Path) -> None:
    again = (Game(seed=7, day=1), Game(seed=7, day=2, player=caller))
    put_records(tmp_path, again)
    index = Index(tmp_path)
    second, first = index.games()
    assert first.deals[0] == second.deals[0]
    (game,) = games_of(first.path.read_bytes())
    hand = next(hands_of(game.events))
    notes = notes_of(tmp_path, game.events)
    notes.note(hand.first - 1 + len(hand.events) - 1, GOOD)
    assert set(summed_notes(tmp_path, index.games())) == {first.path}
    notes.note(hand.first - 1, MARKED)
    assert set(summed_notes(tmp_path, index.games())) == {first.path, second.path}, "the deal is the same"
    index.close()
