"""Files that are cut, that are no record, or that say what cannot be: what is read of them, and the error."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import events as ev
from engine.match import Match
from engine.records import read_file, write_events
from engine.records.read_file import ReadableGame, games_of, read_record, read_whole_parts
from engine.records.recorded_choices import RecordError
from engine.records.replay import replayed
from engine.records.resumed_game import resume
from engine.records.tenhou_writers import write_json, write_xml
from engine.records.timeline import timeline
from engine.rules import TENHOU
from engine.tiles import MJAI as MJAI_NAMES
from engine.wall import PLAYERS
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night, more_at_night
from tests.support.plain_words import inside_words

GAME = list(wild_game("tenhou", 7, "east"))
MJAI, JSON, XML = write_events(GAME), write_json(GAME), write_xml(GAME)
FORMS = {"mjai": MJAI, "json": JSON, "xml": XML}
LINES = MJAI.splitlines(keepends=True)


def only(data: bytes, rules: str | None = None) -> ReadableGame:
    (game,) = games_of(data, rules)
    return game


def moves(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events that everybody saw the same way in every format: no results, no frames."""
    results = ev.StartGame | ev.EndKyoku | ev.EndGame | ev.Hora | ev.Ryukyoku
    return [event for event in events if not isinstance(event, results)]


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_record_is_whole(form: str) -> None:
    game = only(FORMS[form])
    assert game.cut is None
    assert game.events == read_record(FORMS[form]).games[0].events()
    assert only(gzip.compress(FORMS[form])).events == game.events


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("places", [6, *at_night([60])])
def test_cut_anywhere_the_beginning_is_kept(form: str, places: int) -> None:
    whole = moves(only(FORMS[form]).events)
    data = FORMS[form].rstrip()
    lengths = []
    for place in range(2 * len(data) // 5, len(data), len(data) // places):
        game = only(data[:place])
        assert len(game.cut.splitlines()) == 1
        kept = moves(game.events)
        assert kept == whole[: len(kept)]
        lengths.append(len(kept))
        # the whole hands, at the least
        assert len(kept) > 0.6 * place / len(data) * len(whole) or len(kept) > len(whole) / 2
        timeline(game.rules, game.events).decisions(0)
    assert lengths == sorted(lengths)
    packed = gzip.compress(data)
    assert only(packed[: len(packed) // 2]).cut is not None


def test_only_the_cut_last_line_is_lost() -> None:
    for count in (60, 200, len(LINES) - 3):
        cut = b"".join(LINES[:count]) + LINES[count][: len(LINES[count]) // 2]
        game = only(cut)
        assert game.events == GAME[:count]
        assert game.cut == f"line {count + 1}: broken or cut JSON"
    game = only(b"".join(LINES[:60]))
    assert game.events == GAME[:60]
    assert game.cut == "the record is cut: it ends before the game does"


def test_an_xml_record_is_kept_to_its_last_element() -> None:
    place = max(XML.rindex(b"<AGARI"), XML.rindex(b"<RYUUKYOKU")) + 10
    game = only(XML[:place])
    result = max(at for at, event in enumerate(GAME) if isinstance(event, ev.Hora | ev.Ryukyoku))
    assert game.events == GAME[:result]


def test_a_hand_without_result_is_the_last_and_stops_where_its_entries_do() -> None:
    record = json.loads(JSON)
    *_, last = (at for at, event in enumerate(GAME) if isinstance(event, ev.StartKyoku))
    draws = [record["log"][-1][5 + 3 * seat] for seat in range(PLAYERS)]
    assert all(len(taken) > 2 for taken in draws)
    start = GAME[last]
    following = (start.oya + 1) % PLAYERS
    for without in ([["不明"]], []):
        hand = record["log"][-1]
        for seat in range(PLAYERS):
            hand[5 + 3 * seat] = draws[seat][: int(seat in (start.oya, following))]
            hand[6 + 3 * seat] = [60] if seat == start.oya else []
        cut = record | {"log": [*record["log"][:-1], [*hand[:16], *without]]}
        game = only(json.dumps(cut).encode())
        assert moves(game.events[:last]) == moves(GAME[:last])
        kinds = [type(event) for event in game.events[last:]]
        assert kinds == [ev.StartKyoku, ev.Tsumo, ev.Dahai, ev.Tsumo]
        assert f"hand {len(record['log'])}: it has no result" in (game.cut or "")
        with pytest.raises(RecordError, match="no result"):
            read_record(json.dumps(cut).encode())


def test_what_cannot_be_played_ends_the_reading() -> None:
    """The tile discarded was never held; the fifth copy of a tile ends it before that hand."""
    deals = [at for at, event in enumerate(GAME) if isinstance(event, ev.StartKyoku)]
    discards = [place for place, event in enumerate(GAME) if isinstance(event, ev.Dahai)]
    at = next(place for place in discards if place > deals[2] + 20)
    discard = GAME[at]
    hand = timeline(TENHOU, GAME).at(at - 1).views[discard.actor].own.hand.sorted()
    absent = next(MJAI_NAMES[tile] for tile in range(34) if tile not in hand)
    wrong = [*GAME[:at], ev.Dahai(discard.actor, absent, False), *GAME[at + 1 :]]
    game = only(write_events(wrong))
    assert game.events == wrong[:at]
    assert game.cut == f"hand 3: it cannot be played after event {at}"
    start = GAME[deals[3]]
    fifth = ev.StartKyoku(start.bakaze, "1m", start.kyoku, start.honba, start.kyotaku, start.oya,
                          start.scores, [["1m"] * 13, *start.tehais[1:]])  # fmt: skip
    game = only(write_events([*GAME[: deals[3]], fifth, *GAME[deals[3] + 1 :]]))
    assert game.events == GAME[: deals[3]]
    assert "hand 4" in (game.cut or "")
    assert "too many" in (game.cut or "")


def test_words_of_another_program_are_left_out_and_unknown_fouls_end_the_reading() -> None:
    """Sentences are made of these words: nothing else may reach them."""
    lines = [json.loads(line) for line in LINES]
    for line in lines:
        if line["type"] == "hora":
            line["yaku"] = [["\x1b[2J", 1], *line["yaku"]]
        elif line["type"] == "ryukyoku":
            line["reason"] = "washed out"
    game = only(b"\n".join(json.dumps(line).encode() for line in lines))
    assert game.cut is None
    assert all(event.yaku is None for event in game.events if isinstance(event, ev.Hora))
    assert all(event.reason is None for event in game.events if isinstance(event, ev.Ryukyoku))
    at = next(place for place, line in enumerate(lines) if line["type"] == "dahai")
    for offence, penalty in (("kuikae", "nothing"), ("nothing", "chombo")):
        foul = {"type": "foul", "actor": 0, "offence": offence, "penalty": penalty}
        data = b"\n".join(json.dumps(line).encode() for line in [*lines[:at], foul, *lines[at:]])
        game = only(data)
        assert (len(game.events), game.cut) == (at, f"event {at + 1}: it is no foul of the rules")


def test_of_several_games_the_others_stay() -> None:
    second = list(wild_game("tenhou", 3, "hand"))
    lines = write_events(second).splitlines(keepends=True)
    damaged = MJAI + b"".join(lines[:50]) + b"{broken\n" + b"".join(lines[50:]) + MJAI
    one, two, three = games_of(damaged)
    assert (one.events, one.cut) == (GAME, None)
    assert two.events == second[:50]
    assert f"line {len(LINES) + 51}" in (two.cut or "")
    assert (three.events, three.cut) == (GAME, None)
    with pytest.raises(RecordError, match=f"line {len(LINES) + 51}"):
        read_record(damaged)
    first, _ = games_of(JSON + JSON[: len(JSON) // 2] + b"\n" + JSON)
    assert (first.cut, len(first.events)) == (None, len(only(JSON).events))


def test_rules_are_those_asked_for_then_the_records_own_then_tenhou() -> None:
    events = wild_game("wrc", 1, "hand")
    assert only(write_events(events)).rules.name == "wrc"
    assert only(write_events(events), "mleague").rules.name == "mleague"
    assert only(write_events(events[1:])).rules.name == "tenhou"


@more_at_night(20)
@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(sorted(FORMS)),
    st.floats(0, 1),
    st.integers(0, 60),
    st.binary(max_size=8) | st.sampled_from([b"0", b"1", b"17", b'"', b"E", b"5mr", b"[", b"<T1/>", b"60"]),
)
def test_whatever_the_damage_what_is_kept_can_be_stepped_through(
    part: int, form: str, place: float, gone: int, put: bytes
) -> None:
    data = FORMS[form]
    at = int(place * len(data))
    try:
        games = games_of(data[:at] + put + data[at + gone :])
    except RecordError as error:
        lines, games = str(error).splitlines(), ()
    else:
        lines = [""]
    assert len(lines) == 1
    for game in games:
        walked = timeline(game.rules, game.events)
        for seat in range(PLAYERS):
            assert set(walked.decisions(seat)) <= set(walked.indexes)


RECORD: dict[str, Any] = json.loads(write_json(GAME))
FOREIGN = "JSON, but not a record furiten reads"
MAP = {"type": "FeatureCollection", "features": [{"type": "Feature"}]}


def refused(data: bytes) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(RecordError) as caught:
        read_record(data)
    (line,) = str(caught.value).splitlines()
    assert line.isprintable()
    assert len(line) < 300
    assert not inside_words(line)
    return line


class TestOtherPrograms:
    @pytest.mark.parametrize(
        ("value", "says"),
        [
            ({"head": {"uuid": 1}, "data": []}, "the keys 'head', 'data'"),
            ({"name": "furiten"}, "the key 'name'"),
            (MAP, "the keys 'type', 'features'"),
            ({"type": 7}, "the key 'type'"),
            ({"type": ["tsumo"]}, "the key 'type'"),
            (dict.fromkeys("abcdefghij", 0), "the keys 'a', 'b', 'c', 'd', …"),
            ({"x" * 1_000: 0, "a\x1b[31m\nb": 0}, "the keys 'xxx"),
            ({}, "no keys"),
            ([1, 2, 3], "a list"),
            ([MAP], "a list"),
        ],
        ids=lambda value: str(value)[:30],
    )
    @pytest.mark.parametrize("indent", [None, 2])
    def test_it_is_named_by_its_keys(self, value: Any, says: str, indent: int | None) -> None:
        data = json.dumps(value, indent=indent).encode()
        for file in (data, b"\n\n" + data + b"\n", gzip.compress(data)):
            line = refused(file)
            assert line.startswith(FOREIGN)
            assert says in line

    def test_so_is_a_line_of_it(self) -> None:
        log = b'{"time":1,"text":"a"}\n{"time":2,"text":"b"}\n'
        assert refused(log).startswith(f"line 1: {FOREIGN} (it has the keys 'time', 'text')")
        tenhou = json.dumps(RECORD).encode()
        assert refused(tenhou + b"\n" + log).startswith(f"line 2: {FOREIGN}")
        assert "single value" in refused(tenhou + b"\n7")

    def test_the_games_around_it_are_read(self) -> None:
        record = read_whole_parts(b'{"time":1}\n' + MJAI)
        assert len(record.games) == 1
        assert str(record.faults[0]).startswith(f"line 1: {FOREIGN}")

    def test_what_a_url_holds(self) -> None:
        url = b"https://tenhou.net/6/#json="
        assert refused(url + b'{"a":1}').startswith(f"URL 1: {FOREIGN}")
        assert refused(url + b'{"a":').startswith("URL 1: broken or cut")
        assert "list 'log'" in refused(url + b'{"log":{}}')

    def test_it_is_no_record_however_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(read_file, "MOST_GAME", 1 << 20)
        large = json.dumps({"a": ["x" * 1_000] * 1_200}, indent=1).encode()
        assert len(large) > 1 << 20
        assert refused(large) == "JSON, but a single record is larger than 1 MB"
        assert refused(large[:-2]) == f"line {len(large[:-2].splitlines())}: broken or cut JSON"


class TestTheLine:
    LINES = json.dumps(RECORD, indent=1, ensure_ascii=False).encode().splitlines()
    """A record in many lines; the first hand takes some hundred."""

    def test_json_in_several_lines_is_broken_where_it_is(self) -> None:
        place = next(number for number, line in enumerate(self.LINES) if b'"log"' in line) + 20
        for wrong in (b"oops", b'"\xff",', b"1 2,"):
            lines = [*self.LINES[:place], wrong, *self.LINES[place + 1 :]]
            assert refused(b"\n".join(lines)) == f"line {place + 1}: broken or cut JSON"
            assert refused(b"\n\n" + b"\n".join(lines)) == f"line {place + 3}: broken or cut JSON"

    def test_and_cut_at_its_last(self) -> None:
        for count in (1, 2, 20):
            assert refused(b"\n".join(self.LINES[:count])) == f"line {count}: broken or cut JSON"

    def test_blank_lines_before_a_game_count(self) -> None:
        lines = MJAI.splitlines(keepends=True)
        lines[4] = b'{"type":"tsu\n'
        for blank in (0, 1, 3):
            record = read_whole_parts(b" \n" * blank + b"".join(lines))
            assert str(record.faults[0]) == f"line {5 + blank}: broken or cut JSON"

    def test_a_broken_first_line_of_several_events_is_the_first(self) -> None:
        assert refused(b'{"type":"start_game"\n{"type":"end_game"}') == "line 1: broken or cut JSON"


@pytest.mark.parametrize("end", [b"\r\n", b"\n\n", b" \n", b"\n "])
def test_lines_are_read_alike_however_they_end(end: bytes) -> None:
    assert only(end.join(MJAI.splitlines())).events == GAME


@pytest.mark.parametrize("kind", ["two in one", "one in two", "both"])
def test_a_line_is_one_event(kind: str) -> None:
    lines = LINES.copy()
    if kind != "two in one":
        lines[4] = lines[4].replace(b'":', b'":\n', 1)
    if kind != "one in two":
        place = 4 if kind == "two in one" else 5
        lines[place] = lines[place].replace(b"\n", b" ")
    assert refused(b"".join(lines)) == "line 5: broken or cut JSON"


def test_games_of_lines_begin_with_start_game_or_after_end_game() -> None:
    hands = GAME[1:-1]
    for games in ([GAME, GAME], [GAME, hands], [hands[:40], GAME], [GAME[:-1], GAME, hands]):
        found = read_whole_parts(b"".join(map(write_events, games))).games
        assert [game.events() for game in found] == games


@pytest.mark.parametrize(("pai", "says"), [("?", "a hidden tile"), ("9x", "'9x', which is no tile,")])
def test_a_discard_that_is_no_tile(pai: str, says: str) -> None:
    events = list(wild_game("tenhou", 1))
    place = next(place for place, event in enumerate(events) if isinstance(event, ev.Dahai))
    events[place] = replace(events[place], pai=pai)
    with pytest.raises(RecordError, match=says):
        replayed(events, TENHOU)


def test_a_branch_begins_with_its_hand() -> None:
    origin = ev.BranchOrigin("game", "", 1, 0, 0, 1, "anew", "game", [])
    start, *_ = Match(TENHOU, 5).events
    assert isinstance(start, ev.StartGame)
    with pytest.raises(RecordError, match="begins with start_kyoku"):
        resume([replace(start, branch=origin), ev.EndGame()])
    with pytest.raises(RecordError, match="event 2"):
        resume([replace(start, branch=origin)])
