"""What other programs write is read as what it means, and what they leave out stays unknown."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec
import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.match import Standing
from engine.own_rules import ruleset
from engine.records import file_texts, write_events
from engine.records.dialects import FIELDS, REASONS, TILES, in_our_words
from engine.records.hand_code import write_code
from engine.records.read_file import games_of, read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import Format, hands_of, shown_seats
from engine.records.replay import filled_in, replayed_hands, rounded_finals
from engine.records.tenhou_writers import write_json, write_urls, write_xml
from engine.records.verify import VerifyReport, verify_record
from engine.rules import TENHOU
from tests.support.engine.second_engine import played_log
from tests.support.engine.wild_games import in_other_words, wild_game, zipped
from tests.support.nightly import at_night, part_always

DATA = os.environ.get("FURITEN_DATA")
SEEDS = part_always(range(8), [4, 5])
"""Of games with indicators underneath that count, and with some that do not; both have kans."""
Lines = list[dict[str, object]]


def game(seed: int = 1) -> list[ev.Event]:
    return list(wild_game("tenhou", seed, "south"))


def lines_of(events: Sequence[ev.Event]) -> Lines:
    return [json.loads(line) for line in write_events(events).splitlines()]


def text_of(lines: Sequence[object]) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def read(data: bytes) -> list[ev.Event]:
    (found,) = read_record(data).games
    return found.events(TENHOU)


def verified(data: bytes) -> VerifyReport:
    return verify_record(read_record(data))


# -- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", REASONS, ids=lambda word: word.written)
def test_a_reason_is_read_as_ours(word) -> None:  # type: ignore[no-untyped-def]
    told = {"type": "ryukyoku", "reason": word.written}
    assert in_our_words(told) == {"type": "ryukyoku", "reason": word.ours}
    assert in_our_words(told | {"reason": word.ours}) == {"type": "ryukyoku", "reason": word.ours}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_in_all_words_of_others_is_the_same_game(seed: int) -> None:
    events = game(seed)
    written = in_other_words(write_events(events))
    assert written != write_events(events)
    assert read(written) == events


def test_every_word_is_told_with_who_writes_it_and_means_something_here() -> None:
    for word in (*REASONS, *TILES, *FIELDS):
        assert word.writers
        assert word.written != word.ours
    assert len({word.written for word in (*REASONS, *TILES, *FIELDS)}) == len([*REASONS, *TILES, *FIELDS])


# -- gaps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("value", ["no", None], ids=["missing", "null"])
def test_the_tiles_decide_whether_a_discard_was_drawn(seed: int, value: object) -> None:
    """The flag is lost only where the drawn tile and one of the hand could be meant."""
    events = game(seed)
    lines = lines_of(events)
    for line in lines:
        if line["type"] == "dahai":
            del line["tsumogiri"]
            if value is None:
                line["tsumogiri"] = None
    found = read(text_of(lines))
    differ = [(mine, its) for mine, its in zip(events, found, strict=True) if mine != its]
    assert all(
        isinstance(mine, ev.Dahai) and mine.tsumogiri and its == replace(mine, tsumogiri=False)
        for mine, its in differ
    )
    assert len(differ) < 0.2 * sum(isinstance(event, ev.Dahai) for event in events)


def test_a_drawn_tile_said_to_be_of_the_hand_and_the_reverse() -> None:
    events = game()
    lines = lines_of(events)
    for line in lines:
        if line["type"] == "dahai":
            line["tsumogiri"] = not line["tsumogiri"]
    found = read(text_of(lines))
    wrong = [its for mine, its in zip(events, found, strict=True) if mine != its]
    assert len(wrong) < 0.1 * len(events)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("names", [("scores",), ("honba", "kyotaku"), ("scores", "honba", "kyotaku")])
def test_points_and_counters_are_carried_on(seed: int, names: tuple[str, ...]) -> None:
    events = game(seed)
    lines = [
        {name: value for name, value in line.items() if line["type"] != "start_kyoku" or name not in names}
        for line in lines_of(events)
    ]
    assert read(text_of(lines)) == events


@pytest.mark.parametrize("seed", SEEDS)
def test_riichi_bets_that_nobody_tells_are_paid(seed: int) -> None:
    events = [each for each in game(seed) if not isinstance(each, ev.ReachAccepted)]
    assert read(write_events(events)) == [
        ev.ReachAccepted(each.actor) if isinstance(each, ev.ReachAccepted) else each for each in game(seed)
    ]


def test_a_comment_stays_at_its_event_when_bets_are_paid() -> None:
    """See ``test_riichi_bets_that_nobody_tells_are_paid``."""
    lines = [line for line in lines_of(game()) if line["type"] != "reach_accepted"]
    places = [place for place, line in enumerate(lines) if line["type"] == "hora"]
    for place in places:
        lines[place]["comment"] = "here"
    (found,) = read_record(text_of(lines)).games
    assert len(found.events()) > len(lines)
    assert found.annotations
    assert all(isinstance(found.events()[place], ev.Hora) for place in found.annotations)
    assert len(found.annotations) == len(places)


def test_points_that_do_not_follow_are_not_made_up() -> None:
    lines = lines_of(game())
    for line in lines:
        if line["type"] == "start_kyoku":
            del line["scores"]
        if line["type"] in ("hora", "ryukyoku"):
            line.pop("deltas", None)
    with pytest.raises(RecordError, match="it has no 'scores'"):
        read(text_of(lines))


def test_unknown_events_are_passed_over_and_counted() -> None:
    lines = lines_of(game())
    lines.insert(9, {"type": "system_event", "code": "syncing"})
    lines.insert(30, {"type": "system_event"})
    lines.insert(31, {"type": "chat", "text": "hi"})
    report = verified(text_of(lines))
    assert report.ok
    assert report.passed_over == {"system_event": 2, "chat": 1}
    assert read(text_of(lines)) == game()


@pytest.mark.parametrize(
    "packed",
    [
        lambda lines: msgspec.json.encode(lines),
        lambda lines: msgspec.json.format(msgspec.json.encode(lines), indent=2),
        lambda lines: msgspec.json.encode({"engine": "x", "mjai_log": lines, "rating": 91.5}),
        lambda lines: text_of([lines[:40], lines[40:41], *lines[41:]]),
        lambda lines: text_of(lines).decode().encode("utf-16"),
        lambda lines: text_of(lines).decode().encode("utf-16") + b"\0",
        lambda lines: text_of(lines).decode().encode("utf-16-le"),
        lambda lines: text_of(lines).decode().encode("utf-16-be"),
        lambda lines: b"\xfe\xff" + text_of(lines).decode().encode("utf-16-be"),
    ],
    ids=[
        "a list",
        "a list in lines",
        "in a report",
        "lists in lines",
        "UTF-16",
        "UTF-16 and half a character",
        "UTF-16 without mark",
        "UTF-16 without mark, big end first",
        "UTF-16, big end first",
    ],
)
def test_other_forms_of_the_same_lines(packed: Callable[[Lines], bytes]) -> None:
    assert read(packed(lines_of(game()))) == game()


def test_a_zip_file_holds_several_records() -> None:
    one, two = write_events(game(1)), write_json(game(2))
    record = read_record(zipped({"a.mjson": one, "folder/b.json.gz": gzip.compress(two)}))
    assert [found.events() for found in record.games] == [read(one), read(two)]
    assert [found.format for found in record.games] == [Format.MJAI, Format.TENHOU_JSON]
    (found,) = read_record(zipped({"notes.txt": b"hello", "__MACOSX/._a": b"\0", "a.mjson": one})).games
    assert found.events() == game(1)
    with pytest.raises(RecordError, match=r"b\.mjson: line 2"):
        read_record(zipped({"a.mjson": one, "b.mjson": one[:-20] + b"{\n" + one}))


def test_a_zip_file_that_holds_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_texts, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(file_texts, "MOST_MEMBERS", 20)
    for data, says in (
        (zipped({}) + b"x", "the file is empty|neither"),
        (zipped({"a": b"{}"})[:-9], "the zip file is broken"),
        (zipped({"a": zipped({"b": b"{}"})}), "neither mjai"),
        (zipped({"a": bytes(2 << 20)}), "larger than 1 MB"),
        (zipped({name: bytes(600_000) for name in "ab"}), "larger"),
        (zipped({str(number): b"{}" for number in range(21)}), "more than 20 files"),
    ):
        with pytest.raises(RecordError, match=says):
            read_record(data)


# -- indicators that are not recorded --------------------------------------------------------------------


def in_riichi(events: Sequence[ev.Event]) -> list[ev.Hora]:
    return [event for event in events if isinstance(event, ev.Hora) and event.ura_markers]


def without_ura(events: Sequence[ev.Event], value: list[str] | None = None) -> list[ev.Event]:
    """As converters write them: the payments are there, the indicators underneath are not."""
    return [replace(each, ura_markers=value) if isinstance(each, ev.Hora) else each for each in events]


def payments_alone(events: Sequence[ev.Event]) -> list[ev.Event]:
    return [
        ev.Hora(each.actor, each.target, each.deltas) if isinstance(each, ev.Hora) else each
        for each in events
    ]


@pytest.mark.parametrize("seed", part_always(range(8), [4]))
@pytest.mark.parametrize(
    "lost",
    [without_ura, lambda events: without_ura(events, []), payments_alone],
    ids=["none", "empty", "all"],
)
def test_ura_that_is_left_out_stays_unknown(
    seed: int, lost: Callable[[Sequence[ev.Event]], list[ev.Event]]
) -> None:
    events = game(seed)
    data = write_events(lost(events))
    report = verified(data)
    assert report.mismatches == []
    assert report.unrecorded == len({id(hand) for hand in _hands_with_ura(events)})
    (found,) = games_of(data)
    told = filled_in(found.rules, found.events)
    assert [event for event in told if isinstance(event, ev.Hora) and event.ura_markers] == []
    payments = [event.deltas for event in told if isinstance(event, ev.Hora)]
    assert payments == [event.deltas for event in events if isinstance(event, ev.Hora)]
    for written in (write_json(told, TENHOU), write_xml(told, TENHOU)):
        assert [event for event in read(written) if isinstance(event, ev.Hora) and event.ura_markers] == []
        assert verified(written).mismatches == []


def _hands_with_ura(events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    start: ev.Event | None = None
    for event in events:
        if isinstance(event, ev.StartKyoku):
            start = event
        if isinstance(event, ev.Hora) and event.ura_markers and start is not None:
            yield start


def test_there_is_ura_that_counts() -> None:
    wins = [win for seed in (4, 5) for win in in_riichi(game(seed))]
    assert any("ura-dora" in dict(win.yaku or ()) for win in wins)
    assert any("ura-dora" not in dict(win.yaku or ()) for win in wins)


def test_payments_that_no_indicator_explains_are_a_difference() -> None:
    events = without_ura(game(2))
    place, win = next((place, each) for place, each in enumerate(events) if isinstance(each, ev.Hora))
    events[place] = replace(win, deltas=[each * 3 for each in win.deltas])
    assert verified(write_events(events)).mismatches


@pytest.mark.parametrize("seed", SEEDS)
def test_kan_indicators_that_are_left_out_stay_unknown(seed: int) -> None:
    events = [each for each in game(seed) if not isinstance(each, ev.Dora)]
    lost = len(game(seed)) - len(events)
    report = verified(write_events(payments_alone(events)))
    assert report.mismatches == []
    assert bool(report.unrecorded) >= bool(lost)
    (found,) = games_of(write_events(payments_alone(events)))
    told = filled_in(found.rules, found.events)
    assert not any(isinstance(event, ev.Dora) for event in told)
    assert not any(isinstance(event, ev.Dora) for event in read(write_json(told, TENHOU)))


@pytest.mark.parametrize("seed", SEEDS)
def test_kan_indicators_alone_may_be_left_out(seed: int) -> None:
    """Those underneath are told, and are not taken twice."""
    events = [each for each in game(seed) if not isinstance(each, ev.Dora)]
    assert verified(write_events(events)).mismatches == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_points_after_a_hand_tell_its_payments(seed: int) -> None:
    events = [ev.Hora(each.actor, each.target) if isinstance(each, ev.Hora) else each for each in game(seed)]
    assert verified(write_events(events)).mismatches == []
    (found,) = games_of(write_events(events))
    scores = [
        event.scores for event in filled_in(found.rules, found.events) if isinstance(event, ev.EndKyoku)
    ]
    assert scores == [event.scores for event in game(seed) if isinstance(event, ev.EndKyoku)]


def test_no_tile_of_a_single_missing_indicator_is_named() -> None:
    found = 0
    for events in map(game, (4, 5)):
        for hand in hands_of(events):
            turned = [place for place, event in enumerate(hand.events) if isinstance(event, ev.Dora)]
            if len(turned) > 1:
                found += 1
                gone = hand.first - 1 + turned[-1]
                (mismatch, *_) = verified(write_events(events[:gone] + events[gone + 1 :])).mismatches
                assert "dora_marker" not in mismatch.engine
    assert found


def test_han_of_unknown_indicators_are_told_to_nobody_and_their_code_is_refused() -> None:
    events = payments_alone(game(2))
    hands = replayed_hands(TENHOU, events)
    wins = [win for hand in hands if hand.outcome for win in hand.outcome.wins if win.ura_unrecorded]
    assert wins
    assert not any(item.name == "ura-dora" for win in wins for item in win.score.yaku)
    losing = next(
        hand.hand for hand in hands if hand.outcome and any(w.ura_unrecorded for w in hand.outcome.wins)
    )
    with pytest.raises(RecordError, match="leaves some out"):
        write_code(TENHOU, losing)


def test_games_without_points_begin_anew() -> None:
    lines = [
        {name: value for name, value in line.items() if name not in ("scores", "honba", "kyotaku")}
        if line["type"] == "start_kyoku"
        else line
        for line in lines_of(game(1)) + lines_of(game(2))
        if line["type"] != "start_game"
    ]
    record = read_record(text_of(lines))
    assert [found.events() for found in record.games] == [game(1)[1:], game(2)[1:]]


# -- Tenhou --------------------------------------------------------------------------------------------


def test_owari_twice_and_a_bare_ampersand() -> None:
    events = [
        replace(each, names=["A&B", "C", "D", "E"]) if isinstance(each, ev.StartGame) else each
        for each in game()
    ]
    data = write_xml(events).decode()
    assert "owari=" in data
    at = data.index(" owari=")
    owari = data[at : data.index('"', at + 8) + 1]
    twice = data.replace(owari, owari * 2).replace("A%26B", "A&B")
    assert twice != data
    assert read(twice.encode()) == read(data.encode())


@pytest.mark.parametrize("name", ["a&b", "R&D;", "x&nbsp;y", "<&amp;>"])
def test_any_name_with_an_ampersand(name: str) -> None:
    start, *others = game()
    assert isinstance(start, ev.StartGame)
    data = write_xml([replace(start, names=[name, "C", "D", "E"]), *others]).decode()
    bare = data.replace(quote(name), name.replace("<", "&lt;").replace("&amp;", "&amp;amp;"))
    assert bare != data
    (found,) = read_record(bare.encode()).games
    assert found.whole


@pytest.mark.parametrize("head", ["", '<?xml version="1.0" encoding="UTF-16"?>\n'])
def test_xml_in_utf_16(head: str) -> None:
    data = write_xml(game())
    assert read((head + data.decode()).encode("utf-16")) == read(data)


def test_a_room_that_rounds_up_to_mangan() -> None:
    """Only its wins show it; verify, the record and what is written of it agree."""
    name = "tenhou;title=Room;kiriage=true"
    start, *others = wild_game(name, 2)
    record = json.loads(write_json([replace(start, rules=None), *others], ruleset(name)))
    del record["furiten"]
    record["rule"] = {"disp": "般南喰赤", "aka": 1}
    (found,) = games_of(msgspec.json.encode(record))
    assert found.rules.kiriage
    assert verified(msgspec.json.encode(record)).ok
    # only Tenhou has such rooms: lines of mjai say what they were played under
    (lines,) = games_of(write_events(found.events))
    assert not lines.rules.kiriage
    again = write_json(found.events, found.rules)
    assert [hand[-1] for hand in json.loads(again)["log"]] == [hand[-1] for hand in record["log"]]


def test_the_uma_of_a_lobby_is_used() -> None:
    data = write_xml(game()).decode()
    for uma, points in (("5,-5,-15", 25_000), ("10,-10,-30", 30_000)):
        rules = ",".join(["0", "0", "", "", *[str(points)] * 3, *[""] * 14, *[uma] * 4])
        (found,) = read_record(data.replace("<GO ", f'<GO csrule="{rules}" ').encode()).games
        facts = found.facts.ruleset("tenhou")
        assert list(facts.uma[1:]) == [int(each) * 1_000 for each in uma.split(",")]
        assert (sum(facts.uma), facts.return_points) == (0, points)


def test_scores_of_old_records_are_rounded_away_from_zero() -> None:
    """7,500 in third place is 8 - 30 - 10, and -500 in the last -1 - 30 - 20; the first has the rest."""
    points = (60_000, 33_000, 7_500, -500)
    ranked = [Standing(seat, seat + 1, each, 0, 0.0) for seat, each in enumerate(points)]
    assert [70.0, 13.0, -32.0, -51.0] in list(rounded_finals(TENHOU, ranked))


URL = write_urls(wild_game("tenhou", 1, "hand"))[0]
RECORD = unquote(URL.partition("#json=")[2])


@pytest.mark.parametrize(
    "pasted",
    [
        URL,
        f"{URL}&ts=0",
        f"{URL}&tw=1",
        f"{URL}&ts=3&tw=2",
        URL.removeprefix("https://"),
        f"<{URL}>",
        f"look at this: {URL} (East 1)",
        f"[East 1]({URL})",
        quote(URL, safe=":/#=").replace("%23json%3D", "#json="),
        f"My hand:\n{URL}\nthanks",
        quote(URL, safe=""),
        f"https://tenhou.net/6/#json={RECORD}",
        f"https://tenhou.net/5/#json={RECORD}&tw=0",
    ],
    ids=lambda pasted: pasted.replace(URL, "URL")[:30] + pasted[-6:],
)
def test_every_address_that_people_paste(pasted: str) -> None:
    assert read(pasted.encode()) == read(URL.encode())


def test_two_addresses_in_a_line_are_two_games() -> None:
    one, two = (write_urls(wild_game("tenhou", seed, "hand"))[0] for seed in (1, 2))
    assert len(read_record(f"{one} and {two}".encode()).games) == 2


def test_a_player_without_a_name() -> None:
    lines = lines_of(game())
    lines[0]["names"] = [None, "B", 7, "D"]
    start = read(text_of(lines))[0]
    assert start.names == ["", "B", "", "D"]


def test_a_win_of_seats_alone_is_not_compared() -> None:
    record = json.loads(write_json(game(2)))
    for hand in record["log"]:
        if hand[-1][0] == "和了":
            hand[-1][2::2] = [each[:3] for each in hand[-1][2::2]]
    report = verified(msgspec.json.encode(record))
    assert report.mismatches == []
    assert report.not_compared == report.wins > 0


# -- what others really wrote --------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 51)])], ids=["one", "fifty"])
@pytest.mark.parametrize(("rule", "ours"), [("default_tenhou", "tenhou"), ("default_mjsoul", "mahjongsoul")])
def test_games_of_a_second_engine_verify(rule: str, ours: str, seeds: range) -> None:
    for seed in seeds:
        report = verify_record(read_record(played_log(rule, seed)), ours)
        assert report.mismatches == [], seed
        assert report.hands >= 4


OF_ONE_SEAT = ("one-seat", "f6_", "f9_")
NO_RECORD = {"other-program.json": "'head', 'data'", "trailing-comma.json": "line 11"}
SHARED = sorted(Path(DATA, "records-of-others").iterdir()) if DATA else []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_shared_inputs_agree(path: Path) -> None:
    data = path.read_bytes()
    if path.name in NO_RECORD:
        with pytest.raises(RecordError, match=NO_RECORD[path.name]):
            verified(data)
    elif path.name.startswith(OF_ONE_SEAT):
        with pytest.raises(RecordError, match=r"the record shows seat \d alone"):
            verified(data)
        if path.name.startswith("f6_added_kan"):
            # five of a tile: a hand for a bot that answers, and none that was played
            with pytest.raises(RecordError, match="one N too many"):
                games_of(data)
        else:
            (game,) = games_of(data)
            assert len(shown_seats(game.events)) == 1
            assert game.cut == "the record is cut: it ends before the game does"
    else:
        assert verified(data).mismatches == []
