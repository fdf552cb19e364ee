"""``furiten hand``: the contract of the requests, what is refused, and what a person reads."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from tests.support.tui.texts import says
from tui.cli import execute
from tui.commands.hand import answer
from tui.commands.requests import RequestError, answer_batch
from tui.i18n import t

each = pytest.mark.parametrize

EXAMPLE: dict[str, Any] = {
    "hand": "123m456p789s1113z",
    "melds": [],
    "discards": "9m3z",
    "passed": "",
    "seen": "",
    "riichi": False,
    "rules": "tenhou",
}


def causes(reply: dict[str, Any]) -> list[str]:
    return [f"{cause['kind']} {cause['tile']}" for cause in reply["furiten"]]


def test_the_example_of_the_contract() -> None:
    assert answer(EXAMPLE) == {
        "shanten": 0,
        "waits": ["3z"],
        "left": {"3z": 2},
        "furiten": [{"kind": "discard", "tile": "3z"}],
    }


MELDED_ONES = {"hand": "234m55p23s", "melds": ["chi:123s", "pon:111s"]}
"""The wait on 1s and 4s is a wait on 4s alone: all four 1s are its own."""


def test_a_tile_of_which_the_hand_has_all_four_is_a_wait_only_where_the_rules_say_so() -> None:
    assert answer(MELDED_ONES)["waits"] == ["4s"]
    assert answer(MELDED_ONES | {"rules": "tenhou"})["left"] == {"1s": 0, "4s": 4}


def test_what_was_let_go_is_over_with_the_own_discard_but_not_after_riichi() -> None:
    request = {"hand": "23m456p789s111z55z9m", "passed": "1m"}
    assert causes(answer(request)["discards"]["9m"]) == []
    assert causes(answer(request | {"riichi": True})["discards"]["9m"]) == ["riichi 1m"]


REFUSED = [
    ({"hand": "123m"}, "'hand' has 3 tiles; it needs 13 or 14"),
    ({"hand": "1m"}, "'hand' has 1 tile; it needs 13 or 14"),
    ({"melds": ["pon:555z"]}, "'hand' has 13 tiles; it needs 10 or 11 beside 1 meld"),
    ({"discards": "111z"}, "five copies of 1z"),
    ({"seen": "11z"}, "five copies of 1z"),
    ({"passed": "11z"}, "five copies of 1z"),
    ({"discards": ["9m"]}, "'discards' must be a string, not a list"),
    ({"discards": "9"}, "'discards': '9' in '9' has no suit letter"),
    ({"seen": None}, "'seen' must be a string, not null"),
    ({"discards": "0m", "rules": "wrc"}, "0m is a red five"),
    ({"riichi": "yes"}, "'riichi'"),
    ({"riichi": True, "melds": ["chi:123s"], "hand": "123m456p1113z"}, "'riichi' with an open meld"),
    ({"riichi": True, "hand": "159m159p159s1234z"}, "'riichi' with a hand that is not tenpai"),
    ({"riichi": True, "hand": "159m159p159s12345z"}, "'riichi' with a hand that is not tenpai"),
    ({"riichi": True, "hand": "123456789m9999p"}, "'riichi' with a hand that is not tenpai"),
    ({"win": "3z"}, "unknown field 'win'"),
]


@each(("change", "message"), REFUSED, ids=range(len(REFUSED)))
def test_bad_requests_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as refusal:
        answer(EXAMPLE | change)
    assert message in str(refusal.value)


@each("hand", ["123m456p789s1113z", "123m456p789s1113z4z", "1122m3344p5566s7z"])
def test_a_tenpai_hand_may_be_in_riichi(hand: str) -> None:
    assert answer({"hand": hand, "riichi": True})["shanten"] == 0


OPEN = {"hand": "345678m88p134s", "melds": ["chi:234m"], "discards": "5s", "rules": "tenhou", "outlook": True}
"""Furiten on 2s and 5s after 1s; 4s leaves a wait without a yaku."""


def test_an_outlook_says_what_each_wait_wins_and_which_discard_is_best() -> None:
    reply: dict[str, Any] = answer({**OPEN, "draws": 3})
    assert reply["best"] == ["1s"]
    assert reply["discards"]["1s"]["outlook"] == {
        "shanten": 0,
        "waits": [
            {"tile": "2s", "left": 4, "ron": "furiten", "tsumo": "ok", "points": 1_500},
            {"tile": "5s", "left": 3, "ron": "furiten", "tsumo": "ok", "points": 1_500},
        ],
        "ron_tiles": 0,
        "tsumo_tiles": 7,
        "improves": [],
        "draws": 3,
    }
    (wait,) = reply["discards"]["4s"]["outlook"]["waits"]
    assert wait == {"tile": "2s", "left": 4, "ron": "no-yaku", "tsumo": "no-yaku"}


def test_no_draw_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("hand", OPEN["hand"], "--meld", "chi:234m", "--outlook", "--json", "--draws", "0")
    execute(arguments)
    after = json.loads(capsys.readouterr().out)["discards"]["1s"]["outlook"]
    assert (after["draws"], after["tsumo_tiles"]) == (0, 0)


def test_with_one_draw_left_haitei_is_not_certain() -> None:
    reply: dict[str, Any] = answer({**OPEN, "draws": 1})
    (wait,) = reply["discards"]["4s"]["outlook"]["waits"]
    assert (wait["ron"], wait["tsumo"]) == ("no-yaku", "no-yaku")


def test_the_outlook_of_a_closed_hand_has_a_second_one_with_riichi() -> None:
    request = {"hand": "123m456p23489s99m1z", "rules": "wrc", "outlook": True}
    quiet: dict[str, Any] = answer(request)
    outlook = quiet["discards"]["1z"]["outlook"]
    assert outlook["waits"][0]["ron"] == "no-yaku"
    assert outlook["riichi"]["waits"][0]["ron"] == "ok"
    poor: dict[str, Any] = answer({**request, "rules": "tenhou", "points": 900})
    assert "riichi" not in poor["discards"]["1z"]["outlook"]


def test_away_from_tenpai_the_outlook_counts_what_leads_to_a_good_wait() -> None:
    reply: dict[str, Any] = answer({"hand": "234m456p2245s79s1z", "outlook": True})
    assert reply["outlook"]["accepts"] == [{"tile": tile, "left": 4} for tile in ("3s", "6s", "8s")]
    assert reply["outlook"]["good"] == [{"tile": "8s", "left": 4}]


@each(
    ("change", "message"),
    [
        ({"draws": -1}, "'draws'"),
        ({"points": "many"}, "'points'"),
        ({"seat": "X"}, "'seat'"),
        ({"dora": ["9x"]}, "9x"),
        ({"outlook": 1}, "'outlook'"),
    ],
)
def test_what_an_outlook_cannot_be_asked_with_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError, match=message):
        answer({**OPEN, **change})


def test_a_batch_answers_each_line_in_its_place() -> None:
    target = io.BytesIO()
    lines = [json.dumps(EXAMPLE), "", "{}", json.dumps(EXAMPLE)]
    assert not answer_batch(io.BytesIO("\n".join(lines).encode()), target, answer)
    replies = [json.loads(line) for line in target.getvalue().splitlines()]
    assert [list(reply) for reply in replies[1:3]] == [["error"], ["error"]]
    assert replies[0] == replies[3] == answer(EXAMPLE)
    assert answer_batch(io.BytesIO(json.dumps(EXAMPLE).encode()), target, answer)


class TestOneHand:
    def test_thirteen_tiles_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["hand", "123m456p789s1113z", "--discards", "9m3z"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "tenpai",
            t("hand.waits", count=2, tiles="3z (2 left)"),
            t("hand.furiten-discard", tile="3z", turn=2),
        ]

    def test_fourteen_tiles_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["hand", "23m456p789s1113z9m5z", "--seen", "3z"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "1-shanten",
            t("hand.discard", left=14, tile="3z", waits="149m5z"),
            t("hand.discard", left=13, tile="9m", waits="14m35z"),
            t("hand.discard", left=13, tile="5z", waits="149m3z"),
        ]

    def test_furiten_of_fourteen_tiles_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["hand", "123m456p789s1113z4z", "--discards", "9m4z"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "tenpai",
            t("hand.discard", left=3, tile="4z", waits="3z"),
            t("hand.discard", left=2, tile="3z", waits="4z"),
            f"  {t('hand.furiten-discard', tile='4z', turn=2)}",
        ]
        assert execute(["hand", "23m456p789s111z55z4m"]) == 0
        assert capsys.readouterr().out.splitlines()[-2:] == [
            t("hand.discard", left=2, tile="5z", waits="5z"),
            ("  " + t("hand.furiten-itself")),
        ]

    @each(("draws", "tsumo", "riichi"), [(1, "hand.wins", True), (0, "hand.no-draws", False)])
    def test_a_furiten_wait_wins_only_with_a_draw(
        self, draws: int, tsumo: str, riichi: bool, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Without one nothing wins, and riichi, which these rules allow until the end, changes nothing."""
        hand = ("hand", "123m456p789s23p55s9m", "--discards", "1p", "--rules", "wrc", "--outlook")
        assert execute([*hand, "--draws", str(draws)]) == 0
        lines = capsys.readouterr().out.splitlines()
        wait = t("hand.outlook-wait", tile="4p", left=3, ron=t("log.why-furiten"), tsumo=t(tsumo))
        paid = t("hand.outlook-points", line=wait, points=2_100)
        assert (paid if draws else wait) in lines
        assert (t("hand.outlook-riichi") in lines) == riichi

    def test_waits_let_go(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["hand", "23m456p789s11155z", "--passed", "4m", "--riichi"]) == 0
        assert t("hand.furiten.riichi", tile="4m") in capsys.readouterr().out

    @each(
        ("hand", "several"),
        [("33344455566699m", True), ("123m456p789s11556z", False), ("123m456p789s1155z", False)],
        ids=["the drawn tile is not known", "it can be one alone", "none is drawn"],
    )
    def test_in_riichi_the_drawn_tile_alone_may_go(
        self, hand: str, several: bool, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What each tile would leave is told, none is recommended, and without riichi nothing changes."""
        assert execute(["hand", hand, "--riichi", "--outlook"]) == 0
        shown = capsys.readouterr().out.splitlines()
        assert (t("hand.riichi-drawn") in shown) is several
        assert not any(says(line, "hand.best") for line in shown)
        assert execute(["hand", hand]) == 0
        assert t("hand.riichi-drawn") not in capsys.readouterr().out

    def test_a_complete_hand(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert execute(["hand", "234m456p789s11155z"]) == 0
        assert capsys.readouterr().out.startswith("complete\n")

    @each(
        "arguments",
        [
            ["hand"],
            ["hand", "123m456p789s1113z", "--meld", "chi:124m"],
            ["hand", "123m456p789s1113z", "--batch"],
        ],
    )
    def test_bad_input_is_one_line_and_exit_code_2(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert execute(arguments) == 2
        shown = capsys.readouterr()
        assert (shown.out, shown.err.count("\n")) == ("", 1)


@each(
    ("hand", "groups", "shanten", "waits"),
    [
        ("1112m", 3, 0, {"2m", "3m"}),
        ("2345678p", 2, 0, {"2p", "5p", "8p"}),
        ("123m456p44s11z", 1, 0, {"4s", "1z"}),
    ],
)
def test_a_part_of_a_hand_waits_as_the_whole_with_groups_that_touch_nothing(
    hand: str, groups: int, shanten: int, waits: set[str]
) -> None:
    told = answer({"hand": hand})
    assert (told["groups"], told["shanten"], set(told["waits"])) == (groups, shanten, waits)
    whole = answer({"hand": hand + "".join(("777z", "666z", "555z")[:groups])})
    assert set(whole["waits"]) == waits
    one_more = answer({"hand": hand + "9s"})
    assert one_more["discards"]["9s"]["shanten"] == shanten


@each("change", [{"riichi": True}, {"outlook": True}])
def test_what_a_part_of_a_hand_cannot_be_asked_with(change: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="part of a hand"):
        answer({"hand": "1112m"} | change)


def test_what_people_type_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    """Red fives where there are none, the winning tile in the hand, and parts of hands."""

    def told(*words: str) -> str:
        assert execute(words) == 0, words
        return capsys.readouterr().out

    assert told("hand", "0m46m", "456p789s", "1113z", "--rules", "wrc") == told("hand", "546m456p789s1113z")
    assert t("hand.part", count=3) in told("hand", "1112m")
    won = told("score", "123m456p789s11z22z", "--win", "2z", "--seat", "S")
    assert told("score", "123m 456p 789s 11z 222z", "--seat", "S") == won
    assert told("score", "123m456p789s11z222z", "--win", "2z", "--seat", "S") == won
