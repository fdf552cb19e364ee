"""What is written comes back: games and single rare hands in every format, equal event by event."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.hand import MeldKind
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import Format
from engine.records.replay import filled_in
from engine.records.tenhou_names import XML_DRAWS
from engine.records.tenhou_writers import ExportError, write_json, write_urls, write_xml
from engine.records.tenhou_xml import decode_meld
from engine.records.verify import verify_record
from engine.rules import PRESETS, TENHOU, Length
from tests.support.engine.deals import Play, deal
from tests.support.engine.rare_hands import RARE, as_record
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night

DATA = os.environ.get("FURITEN_DATA")
GAMES: list[tuple[int, Length | None]] = [(2, None), *((seed, "hand") for seed in (3, 6, 9, 13))]
"""Seeds and lengths of games: a whole one, and some of one hand."""
OTHER_RULES = [name for name in PRESETS if name != "tenhou"]


def assert_same(back: Sequence[ev.Event], events: Sequence[ev.Event]) -> None:
    """Equal event by event; the first difference is shown."""
    for mine, other in zip(back, events, strict=False):
        assert mine == other
    assert len(back) == len(events)


def without_told(event: ev.Event) -> ev.Event:
    """The event with what a JSON record cannot tell taken out: fu of limit hands, some of tenpai."""
    if isinstance(event, ev.Hora) and event.points and (event.han or 0) > 2:
        return ev.Hora(event.actor, event.target, event.deltas, None, None, event.yaku, event.han)
    if isinstance(event, ev.Hora):
        return ev.Hora(event.actor, event.target, event.deltas, None, None, event.yaku, event.han, event.fu)
    if isinstance(event, ev.Ryukyoku):
        return ev.Ryukyoku(event.deltas, event.reason, None, event.actor)
    return event


def check_formats(events: Sequence[ev.Event], length: Length | None = None) -> None:
    """Write, read, verify and compare, in all three formats, plain and packed."""
    rules = replace(TENHOU, length=length or TENHOU.length)
    for form, data in (
        (Format.MJAI, write_events(events)),
        (Format.TENHOU_XML, write_xml(events)),
        (Format.TENHOU_JSON, write_json(events)),
    ):
        for content in (data, gzip.compress(data)):
            record = read_record(content)
            assert record.games[0].format is form
        (game,) = record.games
        report = verify_record(record)
        assert report.mismatches == []
        assert report.rules == "tenhou"
        back = game.events()
        if form is Format.TENHOU_JSON:
            assert_same([without_told(event) for event in back], [without_told(event) for event in events])
            assert_same(filled_in(rules, back), events)
        else:
            assert report.not_compared == 0
            assert_same(back, events)


@pytest.mark.parametrize(("seed", "length"), [*GAMES, *at_night((seed, None) for seed in range(10))])
def test_a_game_under_tenhou_rules_comes_back_from_every_format(seed: int, length: Length | None) -> None:
    check_formats(wild_game("tenhou", seed, length), length)


def games() -> list[Sequence[ev.Event]]:
    return [*(wild_game("tenhou", *each) for each in GAMES), *(as_record(make()) for make in RARE.values())]


@pytest.mark.parametrize("make", RARE.values(), ids=RARE)
def test_a_rare_hand_comes_back_from_every_format(make: Callable[[], Play]) -> None:
    events = filled_in(TENHOU, as_record(make()))
    for form, data in ((Format.TENHOU_XML, write_xml(events)), (Format.TENHOU_JSON, write_json(events))):
        record = read_record(data)
        assert record.games[0].format is form
        assert verify_record(record).mismatches == []
        assert_same(filled_in(TENHOU, record.games[0].events()), events)
    assert_same(read_record(write_xml(events)).games[0].events(), events)


def test_a_win_of_an_xml_record_shows_the_hand_and_the_melds_the_last_one_first() -> None:
    """Nobody needs this to read the record again, but viewers show it."""
    melded = 0
    for events in games():
        melds: dict[str, list[str]] = {}
        for element in ElementTree.fromstring(write_xml(events)):
            if element.tag == "INIT":
                melds = {str(seat): [] for seat in range(4)}
            elif element.tag == "N":
                own, code = melds[element.attrib["who"]], element.attrib["m"]
                meld = decode_meld(int(code))
                if meld.kind is MeldKind.ADDED_KAN:
                    kept = [decode_meld(int(each)).tiles[0] // 4 == meld.tiles[0] // 4 for each in own]
                    own[kept.index(True)] = code
                else:
                    own.append(code)
            elif element.tag == "AGARI":
                own, hand = melds[element.attrib["who"]], element.attrib["hai"].split(",")
                assert element.get("m", "") == ",".join(reversed(own))
                assert element.attrib["machi"] in hand
                assert len(hand) + 3 * len(own) == 14
                melded += len(own) > 1
    assert melded > 5


def test_a_riichi_of_an_xml_record_tells_the_points_that_are_left() -> None:
    events = list(wild_game("tenhou", 2))
    scores, told = [0] * 4, []
    for event in events:
        if isinstance(event, ev.StartKyoku):
            scores = list(event.scores)
        elif isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= 1_000
            told.append(",".join(str(score // 100) for score in scores))
    written = [element for element in ElementTree.fromstring(write_xml(events)) if element.tag == "REACH"]
    assert [element.get("ten") for element in written if element.get("step") == "2"] == told != []


def test_everything_happens_in_these_games() -> None:
    seen: Counter[str] = Counter()
    for events in games():
        for number, event in enumerate(events):
            seen[type(event).__name__] += 1
            if isinstance(event, ev.Ryukyoku):
                seen[event.reason or ""] += 1
            if isinstance(event, ev.Hora):
                seen["two wins"] += isinstance(events[number - 1], ev.Hora)
                seen["tsumo" if event.actor == event.target else "ron"] += 1
                seen["yakuman"] += bool(event.yakuman)
                seen["robbed"] += ("chankan", 1) in (event.yaku or ())
                seen["rinshan"] += ("rinshan", 1) in (event.yaku or ())
                seen["ura"] += any(name == "ura-dora" for name, _ in event.yaku or ())
            if isinstance(event, ev.ReachAccepted):
                seen["riichi called away"] += isinstance(events[number + 1], ev.Chi | ev.Pon | ev.Daiminkan)
            if isinstance(event, ev.Ankan | ev.Kakan):
                seen["owed dora"] += isinstance(events[number + 1], ev.Dora) and isinstance(event, ev.Kakan)
    wanted = {reason.value for reason in XML_DRAWS.values()} | {
        *("Chi", "Pon", "Daiminkan", "Ankan", "Kakan", "Dora", "Reach", "ReachAccepted", "Hora", "EndGame"),
        *("two wins", "tsumo", "ron", "yakuman", "robbed", "rinshan", "ura", "riichi called away"),
    }
    assert {name for name in wanted if not seen[name]} == set()


@pytest.mark.parametrize("rules", OTHER_RULES)
@pytest.mark.parametrize("write", [write_events, write_xml, write_json], ids=lambda write: write.__name__)
@pytest.mark.parametrize("length", ["hand", *at_night([None])])
def test_a_game_under_other_rules_comes_back_under_its_own(
    rules: str, write: Callable[[Sequence[ev.Event]], bytes], length: Length | None
) -> None:
    events = wild_game(rules, 1, length)
    record = read_record(write(events))
    played_by = record.games[0].facts.ruleset()
    assert played_by == replace(PRESETS[rules], length=length or PRESETS[rules].length)
    assert_same(filled_in(played_by, record.games[0].events()), events)
    report = verify_record(record)
    assert (report.rules, report.mismatches) == (rules, [])


def test_a_viewer_is_told_the_ruleset_and_its_red_fives() -> None:
    for name, rules in PRESETS.items():
        rule = json.loads(write_json(wild_game(name, 1, "east" if name == "tenhou" else "hand")))["rule"]
        if name == "tenhou":
            assert rule == {"disp": "般東喰赤", "aka": 1}
        else:
            assert rules.title in rule["disp"]
            assert [rule[f"aka{code}"] for code in (51, 52, 53)] == list(rules.red_fives)


def test_four_red_fives_are_written_in_json_and_refused_in_xml() -> None:
    four = replace(PRESETS["mahjongsoul"], red_fives=(1, 2, 1))
    play = deal("23p234m567m345s99s", rules=four, draws="1p").tsumo()
    with pytest.raises(ExportError, match="4 red fives"):
        write_xml(as_record(play), four)
    record = read_record(write_json(as_record(play), four))
    assert record.games[0].facts.ruleset().red_fives == (1, 2, 1)
    assert verify_record(record).ok


def test_a_double_yakuman_is_written_in_json_and_refused_in_xml() -> None:
    rules = PRESETS["mahjongsoul"]
    play = deal("19m19p19s1234567z", rules=rules, draws="2m3p4p6p1z").tsumogiri(4).tsumo()
    record = read_record(write_json(as_record(play), rules))
    assert [event.yakuman for event in record.games[0].events() if isinstance(event, ev.Hora)] == [2]
    report = verify_record(record)
    assert (report.rules, report.mismatches) == ("mahjongsoul", [])
    with pytest.raises(ExportError, match="kokushi-13 counts twice"):
        write_xml(as_record(play), rules)


def test_a_game_without_red_fives_and_open_tanyao_says_so() -> None:
    rules = replace(TENHOU, red_fives=(0, 0, 0), open_tanyao=False)
    hand = as_record(deal("23p234m567m345s99s", rules=rules, draws="1p").tsumo())
    for write in (write_xml, write_json):
        record = read_record(write(hand, rules))
        assert record.games[0].facts.ruleset() == rules
        assert verify_record(record).ok


class TestUrls:
    """Tenhou's viewer takes one hand behind ``#json=``, percent-encoded as encodeURIComponent does it."""

    @pytest.mark.parametrize("rules", ["tenhou", "wrc"])
    def test_each_hand_has_one_that_holds_it(self, rules: str) -> None:
        events = wild_game(rules, 1, "east")
        whole = json.loads(write_json(events))
        urls = write_urls(events)
        assert len(urls) == len(whole["log"])
        for url, hand in zip(urls, whole["log"], strict=True):
            begin, _, code = url.partition("#json=")
            assert begin == "https://tenhou.net/6/"
            assert re.fullmatch(r"(?:[A-Za-z0-9\-_.!~*'()]|%[0-9A-F]{2})+", code)
            assert "%27" not in code
            assert json.loads(unquote(code)) == {
                "title": whole["title"],
                "name": whole["name"],
                "rule": whole["rule"],
                "log": [hand],
            }

    def test_those_of_a_game_are_read_as_that_game(self) -> None:
        events = wild_game("tenhou", 2, "east")
        record = read_record("\r\n".join(write_urls(events)).encode())
        assert record.games[0].format is Format.TENHOU_JSON
        (game,) = record.games
        assert verify_record(record).ok
        assert_same(filled_in(replace(TENHOU, length="east"), game.events())[1:], events[1:-1])

    def test_those_of_several_games_are_several(self) -> None:
        urls = [url for seed in (1, 2) for url in write_urls(wild_game("tenhou", seed, "east"))]
        assert len(read_record("\n".join(urls).encode()).games) == 2
        again = [*urls, *urls[:3]]
        assert len(read_record("\n".join(again).encode()).games) == 3

    @pytest.mark.parametrize(
        ("data", "says"),
        [
            (b"https://tenhou.net/0/?log=2026112213gm-00a9-0000-00000000", "line 1: the URL holds no record"),
            (b"https://tenhou.net/6/#json=%7B%22log%22%3A%5B", "URL 1"),
            (b"https://tenhou.net/6/#json=%7B%22log%22%3A1%7D", "URL 1"),
            (b"https://tenhou.net/6/#json=%ff\xff", "URL 1"),
            (b"https://tenhou.net/6/#json=%7B%22log%22%3A%5B%5D%7D", "no hand"),
        ],
    )
    def test_others_are_refused_in_one_line(self, data: bytes, says: str) -> None:
        with pytest.raises(RecordError, match=says):
            read_record(data)


def test_an_unfinished_hand_is_not_exported() -> None:
    events = wild_game("tenhou", 1, "hand")[:40]
    for write in (write_xml, write_json):
        with pytest.raises(ExportError, match="middle of a hand"):
            write(events)


def test_place_held_open_for_the_discard_after_an_open_kan() -> None:
    """A zero, except where the hand ends on the replacement tile."""
    hands = {}
    for name, make in RARE.items():
        if name.startswith(("rinshan after", "open kan")):
            log = json.loads(write_json(as_record(make())))["log"][0]
            owner = next(seat for seat in range(4) if any("m" in str(take) for take in log[5 + 3 * seat]))
            hands[name] = log[6 + 3 * owner]
    assert 0 not in hands.pop("rinshan after an open kan")
    assert len(hands) == 5
    assert all(drops.count(0) == 1 for drops in hands.values())


@pytest.mark.skipif(not DATA, reason="FURITEN_DATA names no folder with recorded games")
@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("folder", ["games", "games-rare"])
def test_recorded_games_verify_and_some_come_back(folder: str, step: int) -> None:
    paths = sorted(Path(DATA or "", folder).glob("*.mjson.gz"))
    assert len(paths) > 50
    for number, path in enumerate(paths[::step]):
        record = read_record(path.read_bytes())
        report = verify_record(record)
        assert (path.name, report.mismatches, report.not_compared) == (path.name, [], 0)
        if number % 25 == 0:
            check_formats(filled_in(TENHOU, record.games[0].events()))
