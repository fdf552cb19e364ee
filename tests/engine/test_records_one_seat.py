"""Records of one seat: read and walked as the seat saw them; what needs hidden hands is refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.own_rules import ruleset
from engine.records import write_events
from engine.records.hand_code import write_code
from engine.records.read_file import file_bytes, games_of, read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import check_seen_tiles, hands_of, shown_seats
from engine.records.tenhou_writers import ExportError, write_json, write_xml
from engine.records.timeline import timeline
from engine.records.verify import verify_record
from engine.rules import PRESETS
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import one_in

DATA = os.environ.get("FURITEN_DATA")


def as_seen(record: Sequence[ev.Event], seat: int) -> list[ev.Event]:
    """The record that the seat could have written."""
    return [mask(event, seat) for event in record]


@pytest.mark.parametrize(("seat", "rules"), one_in(4, range(PLAYERS), PRESETS))
def test_a_record_of_one_seat_is_walked_as_that_seat_saw_it(seat: int, rules: str) -> None:
    whole = wild_game(rules, 7, "east")
    seen = as_seen(whole, seat)
    (game,) = games_of(write_events(seen))
    assert game.cut is None
    assert game.events == seen
    assert game.rules == replace(ruleset(rules), length="east")
    assert shown_seats(game.events) == (seat,)
    mine, theirs = timeline(game.rules, game.events, seat), timeline(game.rules, whole, seat)
    assert (mine.turns(seat), mine.decisions(seat)) == (theirs.turns(seat), theirs.decisions(seat))
    for one, other in zip(mine, theirs, strict=True):
        assert (one.index, one.event) == (other.index, other.event)
        assert one.view.own.state() == other.view.own.state()
        assert one.table.state() == other.table.state()


def test_two_seats_may_be_shown() -> None:
    whole = wild_game("tenhou", 7, "east")
    both = [
        replace(
            event, tehais=[hand if seat in (1, 3) else ["?"] * 13 for seat, hand in enumerate(event.tehais)]
        )
        if isinstance(event, ev.StartKyoku)
        else event
        for event in whole
    ]
    (game,) = games_of(write_events(both))
    assert shown_seats(game.events) == (1, 3)


def test_what_needs_hidden_hands_is_refused_in_a_line() -> None:
    seen = as_seen(wild_game("tenhou", 7, "east"), 2)
    data = write_events(seen)
    (game,) = games_of(data)
    refusals: list[tuple[type[ValueError], Callable[[], object]]] = [
        (RecordError, lambda: verify_record(read_record(data))),
        (RecordError, lambda: write_code(game.rules, next(hands_of(seen)))),
        (ExportError, lambda: write_json(seen)),
        (ExportError, lambda: write_xml(seen)),
    ]
    for error, asked in refusals:
        with pytest.raises(error, match="hidden hands cannot be played again") as caught:
            asked()
        assert len(str(caught.value).splitlines()) == 1


def changed(record: Sequence[ev.Event], place: int, event: ev.Event) -> bytes:
    return write_events([*record[:place], event, *record[place + 1 :]])


def test_what_a_record_may_not_hide_is_named() -> None:
    seen = as_seen(wild_game("tenhou", 7, "east"), 1)
    start = next(place for place, event in enumerate(seen) if isinstance(event, ev.StartKyoku))
    deal = seen[start]
    draw = next(place for place, event in enumerate(seen) if isinstance(event, ev.Tsumo) and event.actor == 1)
    discard = next(place for place, event in enumerate(seen) if isinstance(event, ev.Dahai))
    thrown = seen[discard]
    assert isinstance(thrown, ev.Dahai)
    own = deal.tehais[1]
    for place, event, says in (
        (start, replace(deal, tehais=[["?"] * 13] * 4), "hides all hands"),
        (start, replace(deal, tehais=[["?"] * 13, [*own[:12], "?"], *deal.tehais[2:]]), "a tile is hidden"),
        (start, replace(deal, dora_marker="?"), "a tile is hidden"),
        (draw, ev.Tsumo(1, "?"), "a tile is hidden"),
        (discard, replace(thrown, pai="?"), "a tile is hidden"),
    ):
        with pytest.raises(RecordError, match=f"event {place + 1}: .*{says}"):
            read_record(changed(seen, place, event))


def test_more_of_a_tile_than_there_are_ends_the_record_there() -> None:
    seen = as_seen(wild_game("tenhou", 7, "east"), 1)
    first, second = list(hands_of(seen))[:2]
    others = [
        place
        for place, event in enumerate(seen[: second.first - 1])
        if isinstance(event, ev.Dahai) and event.actor != 1
    ]
    events = list(seen)
    for place in others:
        thrown = events[place]
        assert isinstance(thrown, ev.Dahai)
        events[place] = replace(thrown, pai="9p")
    with pytest.raises(RecordError, match="hand 1: the record shows one 9p too many"):
        games_of(write_events(events))
    # in a later hand what is before is kept
    events = list(seen)
    for place, event in enumerate(events[second.first :], second.first):
        if isinstance(event, ev.Dahai) and event.actor != 1:
            events[place] = replace(event, pai="9p")
    (game,) = games_of(write_events(events))
    assert game.cut == "hand 2: the record shows one 9p too many"
    assert len(list(hands_of(game.events))) == 1
    assert len(first.events) == len(next(hands_of(game.events)).events)


OWN = [*["9p"] * 4, *["1m"] * 4, *["1s"] * 4, "E"]


@pytest.mark.parametrize("way", ["the indicator", "a later indicator", "called tiles", "a closed kan"])
def test_every_tile_that_is_shown_counts(way: str) -> None:
    """Four 9p in the own hand: the next one that is shown anywhere is one too many."""
    marker = "9p" if way == "the indicator" else "S"
    start = ev.StartKyoku("E", marker, 1, 0, 0, 0, [25_000] * 4, [OWN, *[["?"] * 13] * 3])
    shown: dict[str, list[ev.Event]] = {
        "a later indicator": [ev.Dora("9p")],
        "called tiles": [ev.Chi(2, 1, "7p", ["8p", "9p"])],
        "a closed kan": [ev.Ankan(2, ["9p"] * 4)],
    }
    with pytest.raises(RecordError, match="the record shows one 9p too many"):
        check_seen_tiles(PRESETS["tenhou"], [start, *shown.get(way, [])])


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
def test_real_games_are_walked_as_each_seat_saw_them() -> None:
    assert DATA is not None
    for path in sorted(Path(DATA, "games").iterdir())[::40]:
        (whole, *_) = games_of(file_bytes(str(path)))
        for seat in range(PLAYERS):
            seen = as_seen(whole.events, seat)
            (game,) = games_of(write_events(seen), whole.rules.name)
            assert game.events == seen
            assert game.cut == whole.cut
