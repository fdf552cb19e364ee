"""Records of Mahjong Soul as its converters write them: our own games, rewritten into that form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.records.read_file import read_record
from engine.records.replay import filled_in
from engine.records.tenhou_json import DRAW_WORDS, OWN_KEY, YAKU_WORDS
from engine.records.tenhou_names import YAKU
from engine.records.tenhou_writers import write_json
from engine.records.verify import VerifyReport, verify_record
from engine.rules import MAHJONG_SOUL
from engine.score.yaku import YAKU_NAMES
from tests.support.engine.deals import READY, E, N, Play, S, W, deal
from tests.support.engine.rare_hands import as_record
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night

ROOMS = (
    ("玉の間南喰赤", "south"),
    ("王座の間東喰赤", "east"),
    ("友人戦南喰", "south"),
    ("大会戦東喰赤", "east"),
    ("Jade Room South Red Fives", "south"),
    ("Friendly East Aka Nashi", "east"),
    ("Tounament South Red Fives", "south"),
    ("玉之间四人南", "south"),
)
ENGLISH_DRAWS = {
    "流局": "Exhaustive Draw",
    "全員聴牌": "All tempai",
    "全員不聴": "All noten",
    "流し満貫": "Mangan at Draw",
    "九種九牌": "Nine Terminal Abortion",
    "四風連打": "Four Wind Abortion",
    "四家立直": "Four Riichi Abortion",
    "四槓散了": "Four Kan Abortion",
}
JAPANESE = {"seat-wind": "役牌:自風牌", "round-wind": "役牌:場風牌", "double-riichi": "ダブル立直",
            "kokushi-13": "国士無双十三面待ち"}  # fmt: skip
ENGLISH = {name: word for word, name in YAKU_WORDS.items() if word.isascii()}
OURS = {word: name for name, word in YAKU}


def converted(record: bytes, *, disp: str = "玉の間南喰赤", english: bool = False) -> dict[str, Any]:
    """The record of one of our games as a converter of Mahjong Soul would have written it."""
    game = json.loads(record)
    log = [converted_hand(hand, english=english) for hand in game["log"]]
    return {
        "ver": "2.3",
        "ref": "261122-0f0f0f0f-1111-2222-3333-444444444444",
        "log": log,
        "ratingc": "PF4",
        "rule": {"disp": disp, "aka53": 1, "aka52": 1, "aka51": 1},
        "lobby": 0,
        "dan": ["雀傑★3"] * 4,
        "rate": [1538, 1261, 2263, 645],
        "sx": ["C"] * 4,
        "sc": game.get("sc", [0] * 8),
        "name": ["Aさん", "Bさん", "Cさん", "AI"],
        "title": [disp, "2026/11/22 13:05:00"],
    }


def converted_hand(hand: list[Any], *, english: bool) -> list[Any]:
    *rest, result = hand
    word, *more = result
    if word != "和了":
        zeros = [[0, 0, 0, 0]] if word in ("全員聴牌", "全員不聴") else more
        plain = "流局" if word in ("全員聴牌", "全員不聴") and not english else word
        plain = "四開槓" if word == "四槓散了" else plain
        return [*rest, [ENGLISH_DRAWS.get(word, word) if english else plain, *zeros]]
    honba = 300 * rest[0][1]
    wins = list(zip(more[::2], more[1::2], strict=True))
    for number, (deltas, detail) in enumerate(wins):
        if number:
            # each of several winners is written with the honba
            deltas[detail[0]] += honba
            deltas[detail[1]] -= honba
        detail[3] = detail[3].replace("満貫", "Mangan ") if english else detail[3]
        detail[3] = detail[3].replace("符", "Fu").replace("飜", "Han") if english else detail[3]
        detail[4:] = [converted_yaku(item, english=english) for item in detail[4:]]
    deltas, detail = wins[0]
    last = rest[6 + 3 * detail[1]][-1:]
    if detail[0] != detail[1] and str(last[:1]).startswith("['r"):
        # the stick of a riichi whose tile was won on, which was never paid
        deltas[detail[0]] += 1_000
    return [*rest, [word, *(part for win in wins for part in win)]]


def converted_yaku(item: str, *, english: bool) -> str:
    word, _, worth = item.rpartition("(")
    words = ENGLISH if english else JAPANESE
    return f"{words.get(OURS[word], word)}({worth.replace('ダブル役満', '役満')}"


def written(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode()


def verified(record: dict[str, Any]) -> VerifyReport:
    return verify_record(read_record(written(record)))


@pytest.mark.parametrize("english", [False, True])
@pytest.mark.parametrize("seed", [6, *at_night(range(6))])
def test_a_game_verifies_and_comes_back(seed: int, english: bool) -> None:
    events = wild_game("mahjongsoul", seed, "east")
    record = converted(write_json(events), english=english, disp="王座の間東喰赤")
    report = verified(record)
    assert (report.rules, report.mismatches) == ("mahjongsoul", [])
    (game,) = read_record(written(record)).games
    assert filled_in(game.facts.ruleset(), game.events())[1:] == list(events[1:])


def table(*hands: str, **more: object) -> Play:
    return deal(*hands, rules=MAHJONG_SOUL, **more)  # type: ignore[arg-type]


def double_ron_with_honba() -> Play:
    return table("", READY[0], READY[1], draws="1p", riichi_sticks=2, honba=3).discard("1p").ron(S, W)


def triple_ron_with_honba() -> Play:
    return table("", *READY[:3], draws="4p", honba=1).discard("4p").ron(S, W, N)


def riichi_tile_won_on() -> Play:
    return table(READY[0], READY[1], draws="1z4p", riichi_sticks=1).tsumogiri().riichi("4p").ron(E)


def riichi_tile_won_on_after_a_riichi() -> Play:
    play = table(READY[0], READY[1], draws="1z4p", riichi_sticks=1)
    return play.riichi("1z").riichi("4p").ron(E)


def closed_kan_with_the_red_five() -> Play:
    play = table("0555p234m567m99s1z", draws="1z", replacements="9s")
    return play.closed_kan("5p").tsumo()


def thirteen_waits() -> Play:
    return table("19m19p19s1234567z", draws="2m3p4p6p1z").tsumogiri(4).tsumo()


HANDS = (
    double_ron_with_honba,
    triple_ron_with_honba,
    riichi_tile_won_on,
    riichi_tile_won_on_after_a_riichi,
    closed_kan_with_the_red_five,
    thirteen_waits,
)


@pytest.mark.parametrize("english", [False, True])
@pytest.mark.parametrize("make", HANDS, ids=lambda make: make.__name__)
def test_what_the_converters_write_otherwise(make: Callable[[], Play], english: bool) -> None:
    events = as_record(make())
    record = converted(write_json(events), english=english) | {"sc": []}
    assert verified(record).mismatches == []
    (game,) = read_record(written(record)).games
    assert filled_in(MAHJONG_SOUL, game.events())[1:] == filled_in(MAHJONG_SOUL, events)[1:]


@pytest.mark.parametrize("make", HANDS[:4], ids=lambda make: make.__name__)
def test_other_payments_are_no_form_of_a_converter(make: Callable[[], Play]) -> None:
    record = converted(write_json(as_record(make()))) | {"sc": []}
    record["log"][0][-1][1][0] += 1_000
    assert verified(record).mismatches


def test_a_closed_kan_is_written_with_one_red_five_whatever_the_game_has() -> None:
    record = converted(write_json(as_record(closed_kan_with_the_red_five()))) | {"sc": []}
    kan = next(place for place, drop in enumerate(record["log"][0][6]) if "a" in str(drop))
    for form in ("522525a25", "252525a25"):
        record["log"][0][6][kan] = form
        assert verified(record).ok


@pytest.mark.parametrize(("disp", "length"), ROOMS)
def test_rooms(disp: str, length: str) -> None:
    record = converted(write_json(as_record(thirteen_waits())), disp=disp)
    rules = read_record(written(record)).games[0].facts.ruleset()
    assert (rules.name, rules.length) == ("mahjongsoul", length)


def test_known_by_its_id_where_the_rules_are_lost() -> None:
    """The log comes before the rules: they are missing when a record is cut."""
    record = converted(write_json(as_record(thirteen_waits())))
    del record["rule"]
    assert read_record(written(record)).games[0].facts.rules == "mahjongsoul"
    del record["ref"]
    assert read_record(written(record)).games[0].facts.rules is None


def test_an_own_record_is_never_taken_for_a_converted_one() -> None:
    record = json.loads(write_json(as_record(double_ron_with_honba())))
    assert "Mahjong Soul" in record["rule"]["disp"]
    deltas, (winner, payer, *_) = record["log"][0][-1][3:5]
    deltas[winner] += 900
    deltas[payer] -= 900
    assert OWN_KEY in record
    assert verify_record(read_record(written(record))).mismatches


def test_the_answer_of_a_converter_has_the_record_in_it() -> None:
    record = converted(write_json(wild_game("mahjongsoul", 6, "east")), disp="王座の間東喰赤")
    assert verified({"is_error": False, "log": record}).ok


def test_every_word_is_of_a_yaku_or_a_draw_that_exists() -> None:
    assert set(YAKU_WORDS.values()) <= set(YAKU_NAMES)
    assert set(ENGLISH) == set(YAKU_NAMES) - {"renhou"}
    assert set(ENGLISH_DRAWS.values()) <= set(DRAW_WORDS)
