"""``furiten score``: the contract of the requests, what is refused, and what a person reads."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import rules as engine_rules
from engine.rules import MAHJONG_SOUL, TENHOU
from engine.score import YAKU_NAMES, points
from engine.score.win import NoWinReason
from tests.support.fresh_interpreter import ROOT
from tui.cli import execute
from tui.commands.requests import RequestError, answer_line
from tui.commands.score import CONTRADICTIONS, answer
from tui.i18n import t

each = pytest.mark.parametrize

EXAMPLE: dict[str, Any] = {
    "hand": "123m456p44s11z",
    "melds": ["pon:555z"],
    "win": "1z",
    "by": "ron",
    "seat": "S",
    "round": "E",
    "riichi": False,
    "ippatsu": False,
    "last_tile": False,
    "rinshan": False,
    "chankan": False,
    "first_turn": False,
    "dora": ["9m"],
    "ura": [],
    "honba": 0,
    "sticks": 0,
    "rules": "tenhou",
}
CLOSED: dict[str, Any] = {"hand": "222m345p99s45678s", "win": "9s", "seat": "S"}


def test_the_example_of_the_contract() -> None:
    assert answer(EXAMPLE) == {
        "wins": True,
        "han": 3,
        "fu": 30,
        "yakuman": 0,
        "limit": None,
        "yaku": [
            {"name": "haku", "han": 1},
            {"name": "round-wind", "han": 1},
            {"name": "dora", "han": 1},
        ],
        "fu_items": [
            {"name": "base", "fu": 20},
            {"name": "open-terminal-triplet", "fu": 4},
            {"name": "open-terminal-triplet", "fu": 4},
        ],
        "payment": {"ron": 3900},
        "total": 3900,
    }


def test_total_counts_counters_and_bets() -> None:
    reply = answer(EXAMPLE | {"honba": 2, "sticks": 3})
    assert (reply["payment"], reply["total"]) == ({"ron": 3900}, 3900 + 600 + 3000)


def test_a_counted_yakuman_is_a_limit_and_no_yakuman() -> None:
    reply = answer(CLOSED | {"riichi": True, "dora": ["1m"] * 3 + ["8s"] * 2})
    assert (reply["han"], reply["yakuman"], reply["limit"]) == (16, 0, "yakuman")


def test_renhou_is_a_mangan_without_han_and_fu() -> None:
    reply = answer(CLOSED | {"first_turn": True})
    assert (reply["han"], reply["fu"], reply["yakuman"], reply["limit"]) == (None, None, 0, "mangan")
    assert [item["name"] for item in reply["yaku"]] == ["renhou"]
    assert answer(CLOSED | {"first_turn": True, "rules": "tenhou"}) == {"wins": False, "reason": "no yaku"}


@each(
    ("request_", "reason"),
    [
        (CLOSED, "no yaku"),
        (CLOSED | {"win": "1z", "riichi": True}, "not complete"),
    ],
)
def test_a_hand_that_does_not_win_is_an_answer(request_: dict[str, Any], reason: str) -> None:
    assert answer(request_) == {"wins": False, "reason": reason}


def test_mjai_spellings_are_accepted_where_one_tile_is_named() -> None:
    assert answer(EXAMPLE | {"win": "E"}) == answer(EXAMPLE)
    assert answer(EXAMPLE | {"dora": ["E", "5mr"]}) == answer(EXAMPLE | {"dora": ["1z", "0m"]})


REFUSED = [
    ({"hand": "123m"}, "'hand' has 3 tiles; it needs 10 beside 1 meld and the winning tile"),
    ({"hand": "123m456p44s111z"}, "'hand' has 11 tiles; it needs 10"),
    ({"melds": []}, "'hand' has 10 tiles; it needs 13 beside the winning tile"),
    ({"hand": "123m456p44s1x"}, "'x'"),
    ({"hand": "123m456p44s11"}, "suit letter"),
    ({"hand": "123m456p44s18z"}, "'8z' is not a tile"),
    ({"hand": None}, "'hand' must be a string, not null"),
    ({"hand": 5}, "'hand' must be a string, not 5"),
    ({"hand": "1m" * 900}, "'hand' is too long"),
    ({"win": "9z"}, "'win': '9z' is not a tile"),
    ({"win": ["1z"]}, "'win' must be a string, not a list"),
    ({"win": "11z"}, "'win'"),
    ({"by": "draw"}, "'by' must be one of ron, tsumo"),
    ({"seat": "X"}, "'seat' must be one of E, S, W, N"),
    ({"round": 1}, "'round' must be a string"),
    ({"riichi": "triple"}, "'riichi' must be true, false or \"double\""),
    ({"riichi": 1}, "'riichi'"),
    ({"ippatsu": "yes"}, "'ippatsu' must be true or false"),
    ({"honba": -1}, "'honba' must be a whole number"),
    ({"honba": 1.5}, "'honba'"),
    ({"honba": True}, "'honba'"),
    ({"sticks": 10**40}, "'sticks'"),
    ({"sticks": "2"}, "'sticks'"),
    ({"dora": "9m"}, "'dora' must be a list"),
    ({"dora": ["9m"] * 6}, "'dora' has 6 entries"),
    ({"dora": ["10m"]}, "'10m'"),
    ({"dora": [{}]}, "'dora'"),
    ({"ura": ["?"]}, "'ura'"),
    ({"rules": "house"}, "no ruleset 'house'"),
    ({"rules": None}, "'rules'"),
    ({"melds": "pon:555z"}, "'melds' must be a list"),
    ({"melds": ["pon:556z"]}, "pon:556z"),
    ({"melds": ["chi:135m"]}, "not a sequence"),
    ({"melds": ["kan:555z"]}, "needs 4 tiles"),
    ({"melds": ["pair:55z"]}, "not a meld"),
    ({"melds": ["pon:555z"] * 5}, "'melds' has 5 entries"),
    ({"dora": ["1z", "1z"]}, "five copies of 1z"),
    ({"melds": ["pon:111z"]}, "five copies of 1z"),
    ({"hand": "123m406p44s11z", "rules": "wrc"}, "0p is a red five, and 'wrc' has none"),
    ({"hand": "123m406p44s11z", "dora": ["0p"]}, "2 red fives 0p"),
    ({"colour": "red"}, "unknown field 'colour'"),
]


@each(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_requests_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as refusal:
        answer(EXAMPLE | change)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@each(("hand", "told"), [("123m", "3 tiles"), ("123x", "'x'")])
def test_what_is_wrong_with_the_hand_comes_before_a_missing_win(hand: str, told: str) -> None:
    with pytest.raises(RequestError, match=told):
        answer({"hand": hand})


KAN: dict[str, Any] = {"hand": "345p99s45678s", "melds": ["ankan:2222m"], "win": "9s", "seat": "S"}
ROBBED: dict[str, Any] = {"hand": "222m345p99s23678s", "win": "4s", "seat": "S", "chankan": True}
CONTRADICTORY: list[dict[str, Any]] = [
    EXAMPLE | {"riichi": True},
    CLOSED | {"ippatsu": True},
    CLOSED | {"by": "tsumo", "dora": ["1m"], "ura": ["1m"]},
    CLOSED | {"riichi": True, "dora": ["1m"], "ura": ["1m", "9s"]},
    CLOSED | {"riichi": "double", "ippatsu": True, "last_tile": True},
    KAN | {"rinshan": True},
    CLOSED | {"rinshan": True, "by": "tsumo"},
    KAN | {"rinshan": True, "by": "tsumo", "riichi": True, "ippatsu": True},
    CLOSED | {"chankan": True, "by": "tsumo"},
    CLOSED | {"chankan": True, "last_tile": True},
    CLOSED | {"chankan": True},
    CLOSED | {"tile_mixed": True},
    KAN | {"first_turn": True, "by": "tsumo"},
    CLOSED | {"first_turn": True, "riichi": "double"},
    CLOSED | {"first_turn": True, "last_tile": True},
    CLOSED | {"first_turn": True, "dora": ["1m", "1m"]},
    ROBBED | {"first_turn": True},
    CLOSED | {"first_turn": True, "seat": "E"},
]


@each("elsewhere", [{"dora": ["4s"]}, {"riichi": True, "dora": ["1m"], "ura": ["4s"]}])
def test_the_other_three_tiles_of_a_robbed_kan_are_nowhere_else(elsewhere: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="'chankan' on a tile of which another"):
        answer(ROBBED | elsewhere)


@each("number", range(len(CONTRADICTIONS)))
def test_each_contradiction_is_refused_in_its_own_words(number: int) -> None:
    _, words = CONTRADICTIONS[number]
    with pytest.raises(RequestError) as refusal:
        answer(CONTRADICTORY[number])
    assert str(refusal.value) == words


@each(
    "possible",
    [
        KAN | {"rinshan": True, "by": "tsumo", "last_tile": True},
        KAN | {"rinshan": True, "by": "tsumo", "riichi": True},
        ROBBED | {"riichi": True, "ippatsu": True},
        CLOSED | {"riichi": True, "ippatsu": True, "last_tile": True},
        CLOSED | {"riichi": "double", "last_tile": True},
        CLOSED | {"by": "tsumo", "first_turn": True, "seat": "E"},
        CLOSED | {"by": "tsumo", "riichi": True, "dora": ["1m"], "ura": ["1m"]},
    ],
)
def test_what_can_happen_is_scored(possible: dict[str, Any]) -> None:
    assert answer(possible)["wins"]


class TestBatch:
    @each(
        ("line", "error"),
        [
            (b"", "not a line of JSON"),
            (b"\n", "not a line of JSON"),
            (b"{", "not a line of JSON"),
            (b"\xff\xfe", "not a line of JSON"),
            (b"[" * 100_000, "not a line of JSON"),
            (b'{"honba": ' + b"9" * 5_000 + b"}", "not a line of JSON"),
            (b"[]", "not a JSON object"),
            (b"null", "not a JSON object"),
            (b'"hand"', "not a JSON object"),
            (b"{}", "'hand' is missing"),
            (b" " * 1_000_001, "the line is longer than 1,000,000 bytes"),
            (b'{"hand": NaN}', "'hand' must be a string, not NaN"),
            (b'{"\\ud800": 1}', "unknown field '\ud800'"),
        ],
        ids=range(13),
    )
    def test_a_bad_line_gets_an_error_in_its_place(self, line: bytes, error: str) -> None:
        reply = answer_line(line, answer)
        assert reply == {"error": error}
        json.dumps(reply).encode()

    def test_lines_are_answered_one_by_one_as_they_come(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "tui", "score", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            replies = []
            for line in (json.dumps(EXAMPLE), "nonsense", json.dumps(CLOSED)):
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                replies.append(json.loads(process.stdout.readline()))
            process.stdin.close()
            assert process.wait() == 1
        assert [next(iter(reply)) for reply in replies] == ["wins", "error", "wins"]
        assert replies[2] == {"wins": False, "reason": "no yaku"}


DATA = os.environ.get("FURITEN_DATA")


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of scored hands")
def test_all_scored_hands_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """4,000 wins under Tenhou's rules but for double yakuman."""
    doubled = replace(TENHOU, double_yakuman=MAHJONG_SOUL.double_yakuman)
    monkeypatch.setitem(engine_rules.PRESETS, "tenhou", doubled)
    with gzip.open(Path(str(DATA)) / "scored-hands.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(rows) == 4_000
    for row in rows:
        expected, reply = row["expect"], answer(row["request"] | {"rules": "tenhou"})
        assert reply["wins"] is expected["wins"]
        assert reply["total"] == expected["total"], row
        assert reply["yakuman"] == expected["yakuman"], row
        if expected["yakuman"]:
            assert {item["name"] for item in reply["yaku"]} == {name for name, _ in expected["yaku"]}, row
            continue
        assert (reply["han"], reply["fu"]) == (expected["han"], expected["fu"]), row
        assert sorted([item["name"], item["han"]] for item in reply["yaku"]) == sorted(expected["yaku"]), row


class TestOneHand:
    ARGUMENTS = (
        *("score", "123m456p44s11z", "--meld", "pon:555z", "--win", "1z"),
        *("--seat", "S", "--dora", "9m", "--rules", "tenhou"),
    )

    def test_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(self.ARGUMENTS) == 0
        shown = capsys.readouterr().out.splitlines()
        assert [" ".join(line.split()) for line in shown] == [
            f"{t('yaku.haku')} 1 han",
            f"{t('yaku.round-wind')} 1 han",
            "dora 1 han",
            "3 han, 30 fu",
            "base 20 fu",
            f"{t('fu.ron-terminal-triplet')} 4 fu",
            f"{t('fu.open-terminal-triplet')} 4 fu",
            f"{t('result.rounded', fu=28)} 30 fu",
            t("score.ron", points=3_900),
        ]

    def test_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute([*self.ARGUMENTS, "--json"]) == 0
        shown = capsys.readouterr().out
        assert json.loads(shown) == answer(EXAMPLE)
        assert shown == json.dumps(answer(EXAMPLE), separators=(",", ":")) + "\n"

    def test_the_sheet_is_what_the_formula_pays(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "--sheet", "--json", "--rules", "ema"]) == 0
        sheet = json.loads(capsys.readouterr().out)
        assert (sheet["rules"], sheet["counter"]) == ("ema", 300)
        cells = {(cell["han"], cell["fu"]): cell for cell in sheet["cells"]}
        assert cells[3, 60] == {
            "han": 3,
            "fu": 60,
            "limit": None,
            "dealer": {"ron": {"ron": 11_600}, "tsumo": {"all": 3_900}},
            "other": {"ron": {"ron": 7_700}, "tsumo": {"east": 3_900, "others": 2_000}},
        }
        assert cells[1, 25]["other"] == {"ron": None, "tsumo": None}
        assert [(row["limit"], row["from"], row["to"]) for row in sheet["limits"]] == [
            ("mangan", 5, 5),
            ("haneman", 6, 7),
            ("baiman", 8, 10),
            ("sanbaiman", 11, None),
            ("yakuman", None, None),
        ]

    def test_the_sheet_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "--sheet"]) == 0
        shown = capsys.readouterr().out
        assert "30 fu 1000 300/500 " in shown
        assert t("payment-table.kiriage") in shown
        assert execute(["score", "--sheet", "--rules", "tenhou"]) == 0
        assert t("payment-table.kiriage") not in capsys.readouterr().out

    @each("more", ["123m", "--win 1z", "--batch", "--dora 1m", "--tsumo"])
    def test_the_sheet_stands_alone(self, more: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "--sheet", *more.split()]) == 2
        assert t("score.sheet-alone") in capsys.readouterr().err

    @each(
        ("options", "words"),
        [
            (
                "--tsumo --honba 2",
                f"{t('score.all', points=500)}\n{t('score.total', points=2_100)}",
            ),
            ("--tsumo --seat S", t("score.east-others", east=500, others=300)),
            ("--riichi --ippatsu --dora 1m2p", "haneman"),
            ("--double-riichi", "double riichi"),
            ("--last-tile --sticks 1", t("score.total", points=3_000)),
            ("--tsumo --first-turn", t("yaku.tenhou")),
            ("--riichi --dora 1m1m1m --ura 8s8s --rules wrc", "counted yakuman"),
        ],
    )
    def test_options(self, options: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "222m345p99s45678s", "--win", "9s", *options.split()]) == 0
        assert words in capsys.readouterr().out

    def test_a_mixed_tile(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "22p234p234m456s78s", "--win", "9s", "--tsumo", "--tile-mixed"]) == 0
        assert t("score.all", points=400) in capsys.readouterr().out

    def test_two_yakuman(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert (
            execute(["score", "11z666z77z", "--meld", "pon:555z", "--meld", "pon:222z", "--win", "7z"]) == 0
        )
        assert "2 x yakuman" in capsys.readouterr().out

    def test_no_win_is_exit_code_1(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["score", "222m345p99s45678s", "--win", "9s"]) == 1
        assert capsys.readouterr().out == f"{t('score.reasons.no-yaku')}\n"

    @each(
        "arguments",
        [
            "score",
            "score 123m",
            "score 222m345p99s45678s --win 9s --ippatsu",
            "score 222m345p99s45678s --win 9s --dora 99q",
            "score --batch --win 9s",
        ],
    )
    def test_bad_input_is_one_line_and_exit_code_2(
        self, arguments: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert execute(arguments.split()) == 2
        shown = capsys.readouterr()
        assert (shown.out, shown.err.count("\n")) == ("", 1)


def test_everything_that_a_score_can_show_has_words() -> None:
    for name in YAKU_NAMES:
        assert t(f"yaku.{name}")
    single = (
        points.BASE,
        points.CLOSED_RON,
        points.DOUBLE_WIND_PAIR,
        points.OPEN_PINFU,
        points.SEVEN_PAIRS,
        points.TSUMO,
        points.VALUE_PAIR,
    )
    rows = (single, points.WAITS.values(), points.OPEN_TRIPLET, points.CLOSED_TRIPLET, *points.MELDS.values())
    for item in {item for row in rows for item in row}:
        assert t(f"fu.{item.name}")
    for reason in NoWinReason:
        assert t(f"score.reasons.{reason.value.replace(' ', '-')}")
