"""Files that are broken, cut or meant to harm: each ends in one RecordError of one line, and soon."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import file_texts, read_file
from engine.records.file_texts import MOST_BYTES, MOST_MEMBERS
from engine.records.read_file import (
    MOST_EVENTS,
    MOST_GAME,
    MOST_GAMES,
    MOST_LINE,
    MOST_LINES,
    read_record,
    read_whole_parts,
)
from engine.records.recorded_choices import RecordError
from engine.records.verify import verify_record
from tests.engine.test_read_file import FORMS, JSON, LINES, MJAI, XML
from tests.support.nightly import at_night, more_at_night
from tests.support.plain_words import inside_words


def refused(data: bytes) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(RecordError) as caught:
        verify_record(read_record(data))
    (line,) = str(caught.value).splitlines()
    assert len(line) < 300
    assert not inside_words(line)
    return line


DISCARD = b'{"type":"dahai","actor":0,"pai":"1m","tsumogiri":false}\n'


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("places", [8, *at_night([200])])
def test_cut_anywhere(form: str, places: int) -> None:
    data = FORMS[form].rstrip()
    for place in range(1, len(data), len(data) // places):
        refused(data[:place])
    packed = gzip.compress(data)
    for place in range(2, len(packed), len(packed) // places):
        assert "gzip" in refused(packed[:place])


@pytest.mark.parametrize("places", [3, *at_night([100])])
def test_mjai_cut_between_lines_is_cut_all_the_same(places: int) -> None:
    for count in range(1, len(LINES), len(LINES) // places):
        refused(b"".join(LINES[:count]))
    assert "middle of hand" in refused(b"".join(LINES[:60]))
    assert "before the game does" in refused(b"".join(LINES[:-1]))
    hand = next(number for number, line in enumerate(LINES) if b"end_kyoku" in line)
    assert "before the game does" in refused(b"".join(LINES[: hand + 1]))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b" \n\n ", "empty"),
        (gzip.compress(b"", mtime=0), "empty"),
        (b"\x00\x01\x02", "neither mjai"),
        (b"[1, 2, 3]", "JSON, but not a record"),
        (b"furiten", "neither mjai"),
        (b"\x1f\x8b\x08 no gzip", "gzip"),
        (gzip.compress(b"{", mtime=0) + b"more", "gzip"),
        (b"{", "line 1: broken or cut JSON"),
        (b'{"type":"start_game"}\n{"type":"fly"}', "no hand"),
        (b'{"type":"tsumo","actor":"x","pai":"1m"}', "line 1"),
        (b'{"type":"tsumo","actor":0,"pai":"1m"}', "belongs to no hand"),
        (b'{"type":"start_game"}', "no hand"),
        (b'{"type":"nukidora","actor":0,"pai":"N"}', "three-player"),
        (b'{"type":"none"}', "no event"),
        (b'{"log":1}', "list 'log'"),
        (b'{"log":[]}', "no hand"),
        (b'{"log":[[]]}', "hand 1"),
        (b'{"log":[' + b"[" * 30_000 + b"]" * 30_000 + b"]}", ""),
        (b"[" * 1_000_000, "neither mjai"),
        (b'{"a":' * 200_000, "line 1: it is longer"),
        (b'{"a":' * 10_000, "broken or cut JSON"),
        (b"<html><body>404</body></html>", "root"),
        (b"<mjloggm/>", "no hand"),
        (b"<mjloggm><T1/></mjloggm>", "outside of a hand"),
        (b'<mjloggm><INIT seed="0"/></mjloggm>', "seed"),
        (b'<?xml version="1.0" encoding="x-none"?><mjloggm/>', "XML"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_what_is_no_record(data: bytes, says: str) -> None:
    assert says in refused(data)


@pytest.mark.parametrize("outside", ["start_game", "end_kyoku"])
def test_a_move_between_hands_belongs_to_none(outside: str) -> None:
    places = [number for number, line in enumerate(LINES) if f'"{outside}"'.encode() in line]
    assert "belongs to no hand" in refused(
        b"".join([*LINES[: places[0] + 1], DISCARD, *LINES[places[0] + 1 :]])
    )


class TestXml:
    BOMB = b'<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + step, b"&%c;" % (97 + step) * 10) for step in range(9)
    )

    @pytest.mark.parametrize(
        "encoding", ["shift_jis", "euc-jp", "big5", "gb2312", "cp932", "utf-32", "utf-7", "rot13", "none"]
    )
    def test_encodings_that_cannot_be_read(self, encoding: str) -> None:
        head = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
        assert "XML" in refused(head + XML)

    def test_entity_bombs_and_outside_entities(self) -> None:
        for inside in (self.BOMB, b'<!ENTITY x SYSTEM "file:///etc/passwd">', b"<!ELEMENT mjloggm ANY>", b""):
            text = b"<!DOCTYPE mjloggm [" + inside + b"]><mjloggm><UN n0='&j;&x;'/></mjloggm>"
            assert refused(text).startswith("a document type")
        assert "document type" in refused(b'<!DOCTYPE mjloggm SYSTEM "http://example.org/x.dtd"><mjloggm/>')
        # an entity that nobody defines is a bare sign
        assert "no hand" in refused(b"<mjloggm>&a;</mjloggm>")

    @pytest.mark.parametrize(
        ("pattern", "changed", "says"),
        [
            (rb' hai0="\d+,', b' hai0="', "12 tiles"),
            (rb' hai1="', b' hai1="0,', ""),
            (rb' hai2="\d+', b' hai2="136', "no tile 136"),
            (rb' hai2="\d+', b' hai2="x', "hai2"),
            (rb'seed="0,', b'seed="16,', "no hand 16"),
            (rb' oya="0" hai0', b' oya="4" hai0', "no seat 4"),
            (rb' ten="250,250,250,250" oya', b' ten="250,250,250" oya', "ten"),
            (rb"<T(\d+)/>", rb"<T\1/><T\1/>", "appears twice"),
            (rb"<T\d+/>", b"<T999/>", "no tile 999"),
            (rb'<N who="\d"', b'<N who="7"', "no seat 7"),
            (rb' m="\d+"/>', b' m="70000"/>', "70000"),
            (rb' m="\d+"/>', b' m="' + b"9" * 5_000 + b'"/>', "m="),
            (rb'step="1"', b'step="3"', "step 3"),
            (rb' who="\d" fromWho', b" fromWho", "who"),
            (rb' yaku="\d+', b' yaku="99', "yaku"),
            (rb' sc="\d+,', b' sc="', "sc has 7"),
            (rb"<RYUUKYOKU ", b'<RYUUKYOKU type="sleep" ', ""),
            (rb'owari="[^"]*"', b'owari="1,2"', "owari"),
            (rb'owari="[^"]*"', b'owari="1,x"', "not a list of numbers"),
            (rb'owari="[^"]*"', b'owari="nan,1,1,1,1,1,1,1"', "owari"),
            (rb"<(AGARI|RYUUKYOKU)[^>]*/>(?=\s*<INIT)", b"", "no result"),
        ],
    )
    def test_wrong_counts_and_values(self, pattern: bytes, changed: bytes, says: str) -> None:
        data, count = re.subn(pattern, changed, XML, count=1)
        assert count == 1
        assert says in refused(data)

    def test_fifth_tiles(self) -> None:
        """The second hand: an East in place of another tile, until there are five."""
        data = re.sub(
            rb' hai1="[^"]*"', b' hai1="108,109,110,111,112,113,114,115,116,117,118,119,108"', XML, count=1
        )
        assert "twice" in refused(data)


class TestJson:
    def variant(self, place: int, entry: Any) -> bytes:
        game = json.loads(JSON)
        game["log"][0][place] = entry
        return json.dumps(game).encode()

    @pytest.mark.parametrize(
        ("place", "entry", "says"),
        [
            (0, [0, 0], "the header"),
            (0, [16, 0, 0], "no hand 16"),
            (0, [0, -1, 0], "honba"),
            (0, [0, 10**30, 0], ""),
            (0, "x", "the header"),
            (1, [25_000] * 3, "points"),
            (1, [25_000, 25_000, 25_000, 0.5], "points"),
            (2, [], "no dora indicator"),
            (2, [48], "'48' is not a tile"),
            (2, [11] * 6, ""),
            (4, [11] * 12, "12 tiles"),
            (4, [11] * 13, "too many"),
            (5, ["p111111"] * 101, "more turns"),
            (5, [11, 12], "do not fit together"),
            (5, {}, "draws"),
            (6, [60, "z"], "neither a tile nor a call"),
            (16, [], "no result"),
            (16, ["和了"], "a win needs"),
            (16, ["和了", [0, 0, 0, 0], [0, 4, 0, ""]], "no seat 4"),
            (16, ["和了", [0, 0, 0, 0], [0, 0]], "description"),
            (16, ["休み"], "no result"),
            (16, [None], "'null' is no result"),
            (16, [[True, "a"]], """'[true, "a"]' is no result"""),
            (2, [None], "'null' is not a tile"),
            (5, [{"a": True}], """'{"a": true}' is not a tile"""),
            (16, ["流局", [0, 0]], "points"),
        ],
    )
    def test_wrong_counts_and_values(self, place: int, entry: Any, says: str) -> None:
        line = refused(self.variant(place, entry))
        assert says in line
        assert "hand 1" in line or "JSON" in line

    @pytest.mark.parametrize(
        "scores", ["x", {}, [1, 2], [0] * 7, [*[0] * 7, "x"], [*[0] * 7, 10**30], [*[0] * 7, None]]
    )
    def test_final_scores_that_are_none(self, scores: Any) -> None:
        assert "'sc' is not a list of 8 numbers" in refused(
            json.dumps(json.loads(JSON) | {"sc": scores}).encode()
        )

    def test_a_search_without_end_is_given_up(self) -> None:
        """Everybody could have called everything."""
        hand: list[Any] = [[0, 0, 0], [25_000] * 4, [11], []]
        calls = ["47p4747", "p474747", "4747p47"] * 30
        for takes in (calls, calls, calls, [*calls, 11]):
            hand += [[12] * 13, [11, *takes], [47] * 91]
        hand.append(["流局"])
        assert "do not fit together" in refused(json.dumps({"log": [hand]}).encode())


class TestMjai:
    def variant(self, name: str, value: Any, kind: str = "start_kyoku") -> bytes:
        lines = [json.loads(line) for line in LINES]
        event = next(line for line in lines if line["type"] == kind)
        assert name in event
        event[name] = value
        return b"\n".join(json.dumps(line).encode() for line in lines)

    @pytest.mark.parametrize(
        ("kind", "name", "value", "says"),
        [
            ("start_kyoku", "tehais", [["1m"] * 13] * 3, "three-player"),
            ("start_kyoku", "tehais", [["1m"] * 13] * 5, "5 hands"),
            ("start_kyoku", "tehais", [["1m"] * 14] * 4, "14 tiles"),
            ("start_kyoku", "tehais", [["?"] * 13] * 4, "hides all hands"),
            ("start_kyoku", "tehais", [["5m"] * 13] * 4, "too many"),
            ("start_kyoku", "tehais", [["0x"] * 13] * 4, "'0x'"),
            ("start_kyoku", "bakaze", "P", "round wind"),
            ("start_kyoku", "kyoku", 5, "hand 5"),
            ("start_kyoku", "oya", 2, "dealer"),
            ("start_kyoku", "scores", [25_000] * 5, "5 entries"),
            ("start_kyoku", "honba", -1, "honba"),
            ("start_kyoku", "kyotaku", 10**12, "bounds"),
            ("start_kyoku", "dora_marker", "?", "hidden"),
            ("tsumo", "actor", 4, "no seat 4"),
            ("tsumo", "pai", "?", "hidden"),
            ("dahai", "actor", -1, "no seat -1"),
            ("dahai", "pai", "8z", "'8z'"),
            ("end_game", "scores", [1, 2], "2 entries"),
            ("start_game", "rules", "house", "no ruleset 'house'"),
            ("start_game", "names", ["A", "B", "C"], "three-player"),
        ],
    )
    def test_wrong_counts_and_values(self, kind: str, name: str, value: Any, says: str) -> None:
        assert says in refused(self.variant(name, value, kind))

    @pytest.mark.parametrize(("name", "value"), [("seed", [17, 2026]), ("time", 1_795_353_900)])
    def test_a_field_of_another_programs_form_does_no_harm(self, name: str, value: Any) -> None:
        record = read_record(self.variant(name, value, "start_game"))
        assert verify_record(record).ok

    def test_a_line_without_end(self) -> None:
        assert f"line 2: it is longer than {MOST_LINE:,}" in refused(
            LINES[0] + LINES[1][:1] + b" " * 70_000 + LINES[1][1:]
        )
        assert "line 1: it is longer" in refused(b'{"type":"' + b"x" * (1 << 20))


class Limits(NamedTuple):
    """What no file may exceed."""

    most_bytes: int
    most_game: int
    most_lines: int
    most_games: int
    most_events: int
    most_members: int


REAL = Limits(MOST_BYTES, MOST_GAME, MOST_LINES, MOST_GAMES, MOST_EVENTS, MOST_MEMBERS)
SMALL = Limits(2 << 20, 1 << 20, 2_000, 50, 1_000, 20)


@pytest.fixture(params=[SMALL, pytest.param(REAL, marks=pytest.mark.nightly)], ids=["small", "real"])
def most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Limits:
    """The limits; at night those that hold, else small ones: megabytes take their time."""
    limits: Limits = request.param
    for name, value in limits._asdict().items():
        for module in (read_file, file_texts):
            if hasattr(module, name.upper()):
                monkeypatch.setattr(module, name.upper(), value)
    return limits


class TestSize:
    def test_a_file_that_is_too_large(self, most: Limits) -> None:
        assert f"larger than {most.most_bytes >> 20} MB" in refused(bytes(most.most_bytes + 1))

    def test_a_gzip_bomb_is_not_unpacked_to_its_end(self, most: Limits) -> None:
        packer = zlib.compressobj(9, wbits=16 + zlib.MAX_WBITS)
        part = bytes(1 << 20)
        parts = (most.most_bytes >> 20) + 2
        bomb = b"".join(packer.compress(part) for _ in range(parts)) + packer.flush()
        assert len(bomb) < most.most_bytes / 500
        assert "unpacked it is larger" in refused(bomb)
        half = gzip.compress(bytes(most.most_bytes // 2 + 1))
        assert "unpacked it is larger" in refused(half + half)

    def test_members_one_after_the_other_are_one_file(self) -> None:
        packed = gzip.compress(MJAI[:1_000]) + gzip.compress(MJAI[1_000:])
        assert verify_record(read_record(packed)).ok
        named = io.BytesIO()
        with gzip.GzipFile("game.mjson", "wb", fileobj=named) as file:
            file.write(MJAI)
        assert verify_record(read_record(named.getvalue() + bytes(64))).ok

    def test_many_members_are_not_unpacked_one_after_the_other(self, most: Limits) -> None:
        packed = gzip.compress(MJAI)
        few = gzip.compress(b"") * (most.most_members - 1) + packed
        assert verify_record(read_record(few)).ok
        assert f"more than {most.most_members:,} parts" in refused(gzip.compress(b"") + few)
        padded = gzip.compress(b"") + bytes(1 << 16)
        assert "parts" in refused(padded * (most.most_members - 1) + packed * 2)

    def test_blank_lines_cost_nothing_and_are_counted(self, most: Limits) -> None:
        count = most.most_bytes // 2
        blank = b"\n" * count
        assert verify_record(read_record(LINES[0] + blank + b"".join(LINES[1:]))).ok
        assert refused(LINES[0] + blank + b"{}").startswith(f"line {count + 2}: ")

    def test_more_lines_than_any_record_has(self, most: Limits) -> None:
        says = f"more than {most.most_lines:,} lines"
        assert says in refused(LINES[0] + b"0\n" * (most.most_lines + 1))

    @pytest.mark.parametrize("game", [b'{"type":"start_game"}\n', b'{"type":"end_game"}\n', b'{"log":[]}\n'])
    def test_more_games_than_any_file_has(self, game: bytes, most: Limits) -> None:
        assert "no hand" in refused(game * most.most_games)
        assert refused(game * (most.most_games + 1)) == f"it has more than {most.most_games:,} games"

    def test_a_game_without_end(self, most: Limits) -> None:
        end = next(number for number, line in enumerate(LINES) if b"end_kyoku" in line) + 1
        hand = b"".join(LINES[1:end])
        endless = LINES[0] + hand * (most.most_events // end + 2)
        (game,) = read_whole_parts(endless).games
        assert f"a game has more than {most.most_events:,} events" in str(game.fault)
        assert len(game.events()) <= most.most_events
        first, second = read_whole_parts(endless + MJAI).games
        assert first.fault is not None
        assert second.fault is None, "the next one is read"

    def test_a_single_tenhou_record_of_megabytes(self, most: Limits) -> None:
        says = f"larger than {most.most_game >> 20} MB"
        assert says in refused(b"<mjloggm>" + b"<A/>" * (most.most_game // 4) + b"</mjloggm>")


@more_at_night(20)
@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(sorted(FORMS)),
    st.floats(0, 1),
    st.integers(0, 40),
    st.binary(max_size=12)
    | st.sampled_from([b"0", b"-1", b"99", b"1e999", b'"', b"\xff", b"[", b"<", b"9" * 40]),
)
def test_any_damage_ends_in_a_report_or_one_line(
    part: int, form: str, place: float, gone: int, put: bytes
) -> None:
    data = FORMS[form]
    at = int(place * len(data))
    try:
        verify_record(read_record(data[:at] + put + data[at + gone :]))
    except RecordError as error:
        lines = str(error).splitlines()
    else:
        lines = [""]
    assert len(lines) == 1
