"""Codes of positions: each code leads back to its position, and nothing else is a code."""

from __future__ import annotations

import shlex
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.records.timeline import Timeline, timeline
from engine.rules import WRC
from tests.support.engine.wild_games import wild_game
from tui.i18n.texts import t
from tui.replay.position_code import (
    BadCode,
    PositionCode,
    code_of,
    command_line,
    index_of,
    read_position_code,
)


@cache
def line() -> Timeline:
    return timeline(WRC, wild_game("wrc", 7, "east"))


def test_every_position_has_a_code_that_leads_back_to_it() -> None:
    codes = [code_of(position) for position in line()]
    assert [index_of(line(), read_position_code(str(code))) for code in codes] == list(line().indexes)
    assert len(set(codes)) == len(codes) > 400


def test_a_code_counts_hands_from_one_and_events_from_the_deal() -> None:
    hand = line().hands[2]
    assert index_of(line(), PositionCode(3, 0)) == hand.first - 1
    assert line().at(index_of(line(), read_position_code("3.5"))).event == hand.events[5]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "5.",
        ".5",
        "0.3",
        "5,3",
        "5.23.1",
        "-1.3",
        "5.-1",
        "5.x",
        "٣.٤",
        "5 .3",
        "5.23456",
        "5.07",
        "1e3.2",
    ],
)
def test_what_is_no_code_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(BadCode) as caught:
        read_position_code(text)
    assert str(caught.value) == t("position-code.bad", code=text)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    told = ""
    try:
        assert str(read_position_code(text)) == text.strip()
    except BadCode as error:
        told = str(error)
    assert "\n" not in told


def test_a_position_that_the_record_lacks_names_what_there_is() -> None:
    count, last = len(line().hands), len(line().hands[0].events) - 1
    with pytest.raises(BadCode) as caught:
        index_of(line(), PositionCode(count + 1, 0))
    assert str(caught.value) == t("position-code.no-hand", code=f"{count + 1}.0", count=count)
    with pytest.raises(BadCode) as caught:
        index_of(line(), PositionCode(1, last + 1))
    assert str(caught.value) == t("position-code.no-step", code=f"1.{last + 1}", hand=1, last=last)


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
def test_the_command_line_survives_a_shell() -> None:
    file = Path("/my games/it's one;$HOME.jsonl")
    words = shlex.split(command_line(file, PositionCode(5, 23), 2))
    assert words == ["furiten", "replay", str(file), "--at", "5.23", "--seat", "2"]
    assert "--seat" not in command_line(file, PositionCode(5, 23))
