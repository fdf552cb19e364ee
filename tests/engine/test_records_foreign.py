"""JSON that is no record: another program's is told from a broken one, which is named by its line."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from engine.records import read_file
from engine.records.mjai_lines import write_events
from engine.records.read_file import read_record, read_whole_parts
from engine.records.recorded_choices import RecordError
from engine.records.tenhou_json_writer import write_json
from tests.support.engine.wild_games import wild_game
from tests.support.plain_words import inside_words

GAME = wild_game("tenhou", 7, "east")
MJAI = write_events(GAME)
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
