"""Codes that hold a hand: everything comes back, and nothing but a code is read as one."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import events as ev
from engine.records.hand_code import LONGEST, TILES, read_code, write_code
from engine.records.read_file import file_bytes, games_of, read_record, shown_name
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import Format, RecordedHand, hands_of
from engine.records.resumed_game import known_wall
from engine.records.verify import verify_record
from engine.rules import PRESETS, TENHOU
from tests.support.engine.deals import Play, deal
from tests.support.engine.rare_hands import RARE
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night, part_always

DATA = os.environ.get("FURITEN_DATA")

CODE = (
    "F1-tenhou-E2h1s0-24700-24800-13200-37300-"
    "52NPGTKN29W3OFPRKG6HF08QGE2HQGJ18QXJL6XES78DKR3CBWUR8CA3J55SMNIT7VCL01P3P4OTFFZLY7TEBIIKHUM92EUB0S1XQA"
    "--V--T8tS808t3HttJtt8tRp0RRU7QH79tL4GCJcKLWttJtW1ttt3tt5tttttrPtth0-"
)
"""All of a code but its check, as the first version of the form wrote it."""


def checked(text: str) -> str:
    """The code with the check of its own letters."""
    return f"{text}{zlib.crc32(text.removesuffix('-').encode()):08x}"


def events_of(code: str) -> list[ev.Event]:
    """The events of the hand, without the frame of the game around it."""
    (hand,) = hands_of(read_code(code).events())
    return hand.events


def refused(code: str) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(RecordError) as caught:
        read_record(code.encode())
    (line,) = str(caught.value).splitlines()
    assert len(line) < 300
    return line


def recorded(play: Play) -> RecordedHand:
    return RecordedHand(1, 1, play.everybody_passes().game.events)


@pytest.mark.parametrize("rules", part_always(PRESETS, ("wrc", "ema2025", "mleague")))
@pytest.mark.parametrize("seed", [1, *at_night(range(2, 30))])
def test_every_hand_of_a_game_comes_back_with_its_wall(rules: str, seed: int) -> None:
    events = wild_game(rules, seed, "east")
    played_by = replace(PRESETS[rules], length="east")
    for hand in hands_of(events):
        wall = known_wall(played_by, events, hand)
        code = write_code(played_by, hand, wall)
        assert len(code) < LONGEST / 2
        game = read_code(code)
        assert game.facts.ruleset() == played_by
        back = game.events()
        (read,) = hands_of(back)
        assert read.events == hand.events
        again = known_wall(played_by, back, read)
        assert again.tiles == wall.tiles
        assert write_code(played_by, read, again) == code


@pytest.mark.parametrize("make", RARE.values(), ids=RARE)
def test_a_rare_hand_comes_back_with_the_tiles_that_were_seen(make: Callable[[], Play]) -> None:
    play = make()
    hand = recorded(play)
    code = write_code(play.game.rules, hand)
    assert events_of(code) == hand.events
    report = verify_record(read_record(code.encode()))
    assert report.mismatches == []
    assert known_wall(play.game.rules, read_code(code).events(), hand) is None


GAME = wild_game("tenhou", 4, "east")
HANDS = [*hands_of(GAME), *(recorded(make()) for make in RARE.values())]


@given(st.sampled_from(HANDS), st.integers(1, 400))
@settings(max_examples=60)
def test_a_hand_that_stops_anywhere_comes_back_to_there(hand: RecordedHand, place: int) -> None:
    """Up to what follows by rule: nothing is read that was not written, and no move is lost."""
    cut = hand.events[: place % len(hand.events) + 1]
    while len(cut) > 1 and (cut[-1].follows_by_rule or isinstance(cut[-1], ev.Reach)):
        cut.pop()
    if len(cut) == 1 or isinstance(cut[-1], ev.Daiminkan):
        return
    if isinstance(cut[-1], ev.Hora) and isinstance(hand.events[-1], ev.Hora):
        cut = hand.events
    read = events_of(write_code(TENHOU, RecordedHand(1, 1, cut)))
    assert read == hand.events[: len(read)]
    assert len(read) >= len(cut)
    assert all(event.follows_by_rule for event in read[len(cut) :])


@given(st.integers(3, 200), st.sampled_from([*TILES, *"twrhnxkjcpqo-~"]), st.booleans())
@settings(max_examples=200)
def test_a_changed_letter_is_found_by_the_check_and_harms_nobody_without(
    place: int, letter: str, right: bool
) -> None:
    text = CODE[:place] + letter + CODE[place + 1 :]
    if not right and text != CODE:
        assert "mistyped" in refused(text + checked(CODE)[-8:])
        return
    with suppress(RecordError):
        assert any(isinstance(event, ev.StartKyoku) for event in read_code(checked(text)).events())


def test_the_form_of_a_code_stays_what_it_is() -> None:
    """The letters were written down once; every later version has to read the same hand from them."""
    events = events_of(checked(CODE))
    start = events[0]
    assert (start.bakaze, start.kyoku, start.honba, start.dora_marker) == ("E", 2, 1, "P")
    assert start.tehais[1] == ["6m", "3m", "6s", "8s", "8p", "W", "3s", "6s", "3m", "1p", "F", "4m", "7s"]
    assert events[1:4] == [ev.Tsumo(1, "9m"), ev.Dahai(1, "W", False), ev.Tsumo(2, "4p")]
    assert ev.Pon(0, 2, "E", ["E", "E"]) in events
    assert ev.Chi(0, 3, "2s", ["3s", "4s"]) in events
    assert ev.Reach(3) in events
    win = events[-1]
    assert (win.actor, win.target, win.pai, win.points) == (0, 1, "2p", 1000)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tenhou", "nosuch", "no ruleset: 'nosuch'"),
        ("-E2h1s0-", "-E5h1s0-", "which hand it is: 'E5h1s0'"),
        ("-24700-", "-x-", "which hand it is"),
        ("-52NPG", "-22222", "one 3m too many"),
        ("-52NPG", "-b2NPG", "has 'b', which is no tile"),
        ("XQA--V--T8", "XQA----T8", "no indicator"),
        ("XQA--V--T8", "XQA-AAAAA-V--T8", "more kans than can be made"),
        ("XQA--V--T8", "XQA-V--T8", "has 11 fields, not 12"),
        ("-T8tS", "-08tS", "move '0' of the code: seat 1 may not discard 1m"),
        ("-T8tS", "-w8tS", "move 'w' of the code: seat 1 may not tsumo"),
        ("-T8tS", "-Tp3TT8tS", "move 'p3TT' of the code"),
        ("-T8tS", "-T!8tS", "cannot be read"),
        ("tth0-", "tth0t-", "go on when the hand is over"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, says: str) -> None:
    assert says in refused(checked(CODE.replace(old, new)))


def test_a_deal_that_is_cut_is_refused() -> None:
    live, rest = CODE.index("52NPG"), CODE.index("--V--")
    assert "deals or draws a wrong number" in refused(checked(CODE[: live + 51] + CODE[rest:]))


def test_a_wall_that_ends_before_the_moves_is_refused() -> None:
    """No tile is made up: the last discard is that of a tile that the wall does not have."""
    assert "when its wall has ended" in refused(
        checked(CODE.replace("XQA--", "XQ--").replace("tth0-", "tt-"))
    )


def test_a_code_too_long_is_not_looked_at() -> None:
    assert "at most" in refused(CODE + "t" * LONGEST)


def test_a_hand_with_penalised_errors_has_no_code() -> None:
    play = deal("123456789m1234p", draws="9p")
    fouls = [*play.game.events, ev.Foul(0, "noten-riichi", "dead-hand")]
    with pytest.raises(RecordError, match="errors are penalised"):
        write_code(PRESETS["wrc"], RecordedHand(1, 1, fouls))


def test_a_hand_against_the_rules_has_no_code() -> None:
    """What would be read differently is not written."""
    (hand, *_) = hands_of(GAME)
    end = hand.events[-1]
    assert isinstance(end, ev.Hora | ev.Ryukyoku)
    paid = replace(end, deltas=[8000, -8000, 0, 0])
    with pytest.raises(RecordError, match="not played by the rules of tenhou"):
        write_code(TENHOU, RecordedHand(1, 1, [*hand.events[:-1], paid]))


def test_what_differs_from_the_preset_is_in_the_code() -> None:
    rules = replace(TENHOU, red_fives=(0, 0, 0), open_tanyao=False, length="hand")
    play = deal("23p234m567m345s99s", rules=rules, draws="1p").tsumo()
    hand = RecordedHand(1, 1, play.game.events)
    for wall in (None, play.game.wall):
        code = write_code(rules, hand, wall)
        assert code.startswith("F1-tenhou~r000~k0~hand-")
        assert games_of(code.encode())[0].rules == rules


def test_codes_stand_where_files_do(tmp_path: Path) -> None:
    codes = [write_code(TENHOU, hand) for hand in hands_of(GAME)]
    assert len(codes) > 2
    record = read_record(file_bytes(codes[0]))
    assert record.games[0].format is Format.CODES
    assert verify_record(record).ok
    file = tmp_path / "hands.txt"
    file.write_text("\n".join(codes), encoding="utf-8")
    hands = [next(hands_of(game.events)) for game in games_of(file_bytes(file))]
    assert [hand.events for hand in hands] == [hand.events for hand in hands_of(GAME)]
    file.write_text("\n".join([codes[0], codes[1][:-1]]), encoding="utf-8")
    with pytest.raises(RecordError, match="line 2: the code of the hand is mistyped"):
        read_record(file_bytes(file))
    assert shown_name(codes[0]) == f"{codes[0][:24]}…"
    assert shown_name(str(file)) == str(file)


def shared_records() -> Sequence[Path]:
    return sorted(Path(DATA or "").glob("games/*.mjson.gz"))[:3] if DATA else []


@pytest.mark.skipif(not DATA, reason="FURITEN_DATA is not set")
@pytest.mark.parametrize("record", [*shared_records()], ids=lambda path: path.name)
def test_hands_of_shared_records_come_back(record: Path) -> None:
    for game in games_of(file_bytes(record)):
        for hand in hands_of(game.events):
            written = [event for event in hand.events if not event.follows_by_rule]
            read = [event for event in events_of(write_code(game.rules, hand)) if not event.follows_by_rule]
            assert list(map(type, read)) == list(map(type, written))
