"""Tiles, hands and melds in notation, both ways."""

from __future__ import annotations

from unicodedata import lookup

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hand import Hand, MeldKind, check_copies, parse_meld
from engine.rules import TENHOU, WRC
from engine.shape import keys_of
from engine.tiles import (
    DORA_OF,
    KIND_OF,
    MJAI,
    NAMES,
    TILE_OF,
    NotationError,
    all_tiles,
    count_kinds,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
)

TILES = st.lists(st.integers(0, 36), max_size=20)


class TestNotation:
    @given(TILES)
    def test_tiles_are_read_as_they_are_written(self, tiles: list[int]) -> None:
        assert parse_tiles(format_tiles(tiles)) == tuple(tiles)

    @pytest.mark.parametrize("tile", range(37))
    def test_both_spellings_name_the_same_tile(self, tile: int) -> None:
        assert parse_tile(NAMES[tile]) == parse_tile(MJAI[tile]) == TILE_OF[MJAI[tile]] == tile

    def test_full_width_signs_are_the_plain_ones(self) -> None:
        assert parse_tiles("１２３ｍ４0６ｐ　１１ｚ") == parse_tiles("123m406p 11z")

    def test_every_tile_of_unicode_is_the_one_that_its_name_says(self) -> None:
        ranks = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
        suits = {"CHARACTERS": "m", "CIRCLES": "p", "BAMBOOS": "s"}
        honours = ("EAST WIND", "SOUTH WIND", "WEST WIND", "NORTH WIND")
        dragons = ("WHITE DRAGON", "GREEN DRAGON", "RED DRAGON")
        named = {
            f"{rank} OF {suit}": f"{number}{letter}"
            for suit, letter in suits.items()
            for number, rank in enumerate(ranks, 1)
        }
        named |= {name: f"{number}z" for number, name in enumerate((*honours, *dragons), 1)}
        characters = {lookup(f"MAHJONG TILE {name}"): tile for name, tile in named.items()}
        assert len(characters) == 34
        for character, tile in characters.items():
            assert parse_tile(character) == parse_tile(f"{character}\ufe0f") == parse_tile(tile)
            assert parse_tile(f"{character}\ufe0e") == parse_tile(tile)
        assert parse_tiles("".join(characters)) == parse_tiles("".join(characters.values()))

    def test_what_people_and_programs_type_is_one_run(self) -> None:
        assert parse_tiles("EESSP 123m5mr55p FC") == parse_tiles("1122z5z 123m0m55p 67z")
        assert parse_tiles("🀇🀈🀉 🀄\ufe0f E") == parse_tiles("123m 7z 1z")
        assert parse_tile("５ｍｒ") == parse_tile("0m")

    def test_order_and_spaces_are_kept_or_ignored(self) -> None:
        assert format_tiles(parse_tiles("321m 0p 7z")) == "321m0p7z"
        assert format_tiles(sort_tiles(parse_tiles("7z50p1s321m"))) == "123m05p1s7z"

    @pytest.mark.parametrize(
        ("text", "at_fault"),
        [("8z", "'8z'"), ("0z", "'0z'"), ("12", "'12'"), ("m", "'m'"), ("1m2x", "'x'"), ("1 2m", "'1'")],
    )
    def test_what_cannot_be_read_is_named(self, text: str, at_fault: str) -> None:
        with pytest.raises(NotationError, match=at_fault):
            parse_tiles(text)

    def test_a_set_is_136_tiles_with_its_red_fives(self) -> None:
        tiles = all_tiles((1, 2, 0))
        assert len(tiles) == 136
        assert count_kinds(tiles) == [4] * 34
        assert [tiles.count(red) for red in (34, 35, 36)] == [1, 2, 0]

    @pytest.mark.parametrize(
        ("indicator", "dora"),
        [
            ("1m", "2m"),
            ("9m", "1m"),
            ("9p", "1p"),
            ("9s", "1s"),
            ("4z", "1z"),
            ("7z", "5z"),
            ("5z", "6z"),
            ("0p", "6p"),
        ],
    )
    def test_an_indicator_names_the_next_tile(self, indicator: str, dora: str) -> None:
        assert DORA_OF[KIND_OF[parse_tile(indicator)]] == parse_tile(dora)


class TestHand:
    @given(st.lists(st.integers(0, 36), min_size=1, max_size=14))
    def test_counts_and_keys_follow_the_tiles(self, tiles: list[int]) -> None:
        hand = Hand(tiles)
        twin = hand.copy()
        gone = tiles[len(tiles) // 2]
        twin.remove(gone)
        twin.add(gone)
        assert twin == hand
        twin.remove(gone)
        assert twin.counts == count_kinds(twin.tiles)
        if max(twin.counts) <= 4:
            assert tuple(twin.keys) == keys_of(twin.counts)
        assert hand.counts == count_kinds(tiles)

    def test_a_red_five_is_not_a_plain_one(self) -> None:
        hand = Hand(parse_tiles("05p"))
        hand.remove(parse_tile("0p"))
        with pytest.raises(ValueError, match="5pr is not in the hand"):
            hand.remove(parse_tile("0p"))

    def test_size_counts_a_kan_as_three(self) -> None:
        hand = Hand(parse_tiles("123m11z"), [parse_meld("ankan:3333p"), parse_meld("pon:555s")])
        assert (hand.size, hand.is_closed, hand.holds(parse_tile("3p"))) == (11, False, 4)

    @pytest.mark.parametrize(
        ("tiles", "message"),
        [("11111m", "five copies of 1m"), ("0555500m", "five copies"), ("00m", "2 red fives 0m")],
    )
    def test_copies_that_cannot_be(self, tiles: str, message: str) -> None:
        with pytest.raises(NotationError, match=message):
            check_copies(parse_tiles(tiles), TENHOU)
        with pytest.raises(NotationError, match="'wrc' has none"):
            check_copies(parse_tiles("0m"), WRC)


class TestMelds:
    @pytest.mark.parametrize(
        "text", ["chi:423m", "chi:067p", "pon:555z", "kan:5055s", "added:2222p", "ankan:3333z"]
    )
    def test_melds_are_read_as_they_are_written(self, text: str) -> None:
        meld = parse_meld(text, 2)
        assert str(meld) == text
        assert meld.is_open == (meld.kind is not MeldKind.CLOSED_KAN)
        assert meld.called == (None if meld.kind is MeldKind.CLOSED_KAN else meld.tiles[0])

    @pytest.mark.parametrize(
        "text",
        ["chi:124m", "chi:12m3p", "chi:891m", "chi:123z", "chi:1234m", "pon:556p", "pon:5555p", "kan:555p",
         "pong:555p", "555p", "pon:"],
    )  # fmt: skip
    def test_groups_that_are_none(self, text: str) -> None:
        with pytest.raises(NotationError):
            parse_meld(text)
