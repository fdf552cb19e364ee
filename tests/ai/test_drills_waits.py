"""Waits: what there is to say about a hand, and how hard that is."""

from __future__ import annotations

import pytest

from ai.drills.kinds.waits import WaitsFacts, difficulty, waits_facts
from engine.hand import Hand, parse_meld
from engine.rules import TENHOU, WRC, Ruleset
from engine.shape import Form
from engine.tiles import (
    COPIES,
    KINDS,
    format_tiles,
    parse_tiles,
)

LEFT = [COPIES] * KINDS


def hand(text: str, *melds: str) -> Hand:
    return Hand(parse_tiles(text), map(parse_meld, melds))


def said(text: str, *melds: str, rules: Ruleset = WRC) -> WaitsFacts:
    facts = waits_facts(hand(text, *melds), rules, LEFT)
    assert facts is not None
    return facts


def waits(text: str, *melds: str, rules: Ruleset = WRC) -> str:
    return format_tiles(wait.kind for wait in said(text, *melds, rules=rules).waits)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p34s55z789s", "25s"),
        ("1112345678999m", "123456789m"),
        ("2344440556789p", "15679p"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1123456z", "7z"),
        ("1133m4488p33s336z", "6z"),
        ("2223456777m345p", "12345678m"),
    ],
)
@pytest.mark.claim("F-04")
def test_every_shape_is_read(text: str, expected: str) -> None:
    assert waits(text, rules=TENHOU) == format_tiles(parse_tiles(expected))


def test_each_wait_comes_with_every_way_to_read_the_hand() -> None:
    found = said("2233445566778p")
    by_kind = {format_tiles([wait.kind]): wait for wait in found.waits}
    assert list(by_kind) == ["2p", "5p", "8p"]
    forms = {text: {reading.form for reading in wait.readings} for text, wait in by_kind.items()}
    assert forms == {"2p": {Form.STANDARD}, "5p": {Form.STANDARD}, "8p": {Form.STANDARD, Form.SEVEN_PAIRS}}


class TestTheFifthTile:
    def test_a_kind_of_which_all_four_are_concealed_is_no_wait_anywhere(self) -> None:
        for rules in (WRC, TENHOU):
            found = said("111123m456p789s5z", rules=rules)
            assert format_tiles(wait.kind for wait in found.waits) == "5z"

    @pytest.mark.parametrize("rules", [WRC, TENHOU])
    def test_a_hand_that_only_a_fifth_tile_completes_is_noten(self, rules: Ruleset) -> None:
        found = said("1111m456p789s222z", rules=rules)
        assert (found.waits, format_tiles(found.fifth), found.noten_by_rule) == ((), "1m", False)

    def test_with_three_of_the_four_melded_the_rules_decide(self) -> None:
        text, meld = "123m456p789s5z", "pon:555z"
        assert waits(text, meld, rules=TENHOU) == "5z"
        found = said(text, meld, rules=WRC)
        assert (found.waits, format_tiles(found.fifth), found.noten_by_rule) == ((), "5z", True)

    def test_where_only_one_of_several_waits_is_such_a_kind_nothing_is_asked(self) -> None:
        for rules in (WRC, TENHOU):
            assert waits_facts(hand("1223m456p55z", "pon:111m"), rules, LEFT) is None

    def test_nor_about_a_hand_that_is_just_noten(self) -> None:
        assert waits_facts(hand("1479m258p369s123z"), WRC, LEFT) is None


def test_what_is_harder_to_read_measures_higher() -> None:
    easy_to_hard = (
        "123m456p789s1117z",
        "123m456p34s55z789s",
        "23456m678p22789s",
        "2223456m555p789s",
        "2223456777m345p",
        "1112345678999m",
        "19m19p19s1234567z",
    )
    measured = [difficulty(hand(text), said(text, rules=TENHOU)) for text in easy_to_hard]
    assert measured == sorted(set(measured)), measured
