"""``furiten tiles``: every tile in both spellings, those that are given, and what is no tile."""

from __future__ import annotations

import json

import pytest

from engine.tiles import KIND_OF, MJAI, NAMES, RED_FIVES, TILE_OF, parse_tiles
from tui.cli import execute
from tui.words.names import tile_word


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert execute(["tiles", *arguments]) == 0
    return capsys.readouterr().out


def test_every_tile_has_a_line_in_the_order_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split(maxsplit=2) for line in printed(capsys).splitlines()]
    assert len(lines) == len(NAMES)
    for name, mjai, word in lines:
        assert TILE_OF[name] == TILE_OF[mjai]
        assert word == tile_word(TILE_OF[name])
    assert [KIND_OF[TILE_OF[name]] for name, *_ in lines] == sorted(KIND_OF)


def test_tiles_are_read_in_either_spelling_and_kept_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "43m0p", "E", "5sr", "7z").splitlines()
    assert [line.split()[0] for line in lines] == ["4m", "3m", "0p", "1z", "0s", "7z"]


def test_json_tells_kind_and_red_fives(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(printed(capsys, "50m7z", "--json"))
    assert [each["tile"] for each in shown] == ["5m", "0m", "7z"]
    for each, tile in zip(shown, parse_tiles("50m7z"), strict=True):
        assert (each["mjai"], each["kind"], each["name"]) == (MJAI[tile], KIND_OF[tile], tile_word(tile))
        assert each["red"] is (tile in RED_FIVES)
