"""The beginner level: each blind spot in a position that shows it, beside a bot without it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest
from ai.arena.game import play_deal
from ai.bots.beginner import company_of
from ai.bots.registry import STYLES
from engine import shape
from engine.actions import ActionKind
from engine.hand import Hand
from engine.rules import TENHOU
from engine.tiles import NAMES, parse_tile, parse_tiles
from tests.ai.test_bots_positions import CALM, RIICHI, discard
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, discards, seat_view

BEGINNERS = tuple(f"{name}:beginner" for name in STYLES)
PUSHERS = ("hayai:beginner", "takame:beginner")


def shanten_after(hand: str, tile: str) -> int:
    """Shanten of the hand without that tile."""
    tiles = list(parse_tiles(hand))
    tiles.remove(parse_tile(tile))
    return shape.shanten(Hand(tiles).counts)


# -- one tile at a time ----------------------------------------------------------------------------------


def test_company_is_counted_tile_by_tile() -> None:
    """Slowly: every other tile of the hand adds what it is to this one."""
    hand = parse_tiles("1123m579p44s55567z")
    counts = Hand(hand).counts
    beside = {0: 3, 1: 3, 2: 1}
    for tile in set(hand):
        kinds = {other for other in hand if other != tile}
        near = [other for other in kinds if tile < 27 > other and other // 9 == tile // 9]
        company = sum(beside.get(abs(other - tile), 0) for other in near)
        company += 3 * (hand.count(tile) - 1) + 6 * (hand.count(tile) >= 3)
        company += tile < 27 and tile % 9 not in (0, 8)
        assert company_of(tile, counts) == company, NAMES[tile]


@pytest.mark.parametrize("name", [*PUSHERS[:1], "mamori:beginner"])
def test_the_loneliest_tile_goes(name: str) -> None:
    assert discard(choice(name, seat_view("23467m34667p346s1z", draws="5p"))) == "1z"


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_steps_back_from_tenpai(name: str) -> None:
    """One away: 9s looks lonelier than 8p, but 7s 9s is a wait and 8p is nothing."""
    hand = "6m4458p56779s555z"
    view = seat_view(hand, draws="7m", past=CALM)
    assert discard(choice(name, view)) == "9s"
    assert shanten_after(f"{hand}7m", "9s") == 2
    for better in ("hayai:novice", "hayai"):
        assert discard(choice(better, view)) == "8p"
    assert shanten_after(f"{hand}7m", "8p") == 1


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_waits_on_tiles_that_are_gone(name: str) -> None:
    """Riichi on the last 3s; a regular keeps 4z and gives the wait up."""
    gone = (discards(RIGHT, "3s9m1z"), discards(ACROSS, "3s9p4z"), discards(LEFT, "3s1m3z"))
    view = seat_view("123m567p678m24s55p", draws="4z", past=gone)
    assert str(choice(name, view)) == "riichi 4z"
    assert discard(choice("hayai", view)) == "2s"


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_declares_riichi_in_furiten(name: str) -> None:
    """He discarded 3s himself, and the hand waits on 3s and 6s."""
    past = (*CALM[:3], discards(ME, "3s1z4z9s4z"))
    view = seat_view("123m567p678m45s55p", draws="9p", past=past)
    assert str(choice(name, view)) == "riichi 9p"


# -- the others ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUSHERS)
def test_two_of_three_never_notice_a_riichi(name: str) -> None:
    hand = "147m258p369s1257z"
    assert choice(name, seat_view(hand, draws="6p", past=RIICHI)) == choice(
        name, seat_view(hand, draws="6p", past=CALM)
    )


def test_the_defender_gives_up_a_good_hand_at_once() -> None:
    """Tenpai with a good wait: every other level pushes, and he has no tile that is safe either."""
    view = seat_view("234m34p567s678p88s", draws="4s", past=RIICHI)
    assert discard(choice("mamori:beginner", view)) == "3p"
    for level in ("mamori:novice", "mamori", "mamori:expert"):
        assert choice(level, view).tile in parse_tiles("47s")


def test_the_defender_takes_an_honour_for_safe() -> None:
    """The regular has no use for a pair of dragons in sight of tenpai either, but he knows 9m to be safe."""
    view = seat_view("345m34557p678s66z8p", draws="5p", past=RIICHI)
    assert discard(choice("mamori:beginner", view)) == "6z"
    known = seat_view("345m34557p678s66z6m", draws="5p", past=RIICHI)
    assert discard(choice("mamori:beginner", known)) == "6m"


def test_the_defender_is_afraid_of_two_melds() -> None:
    hand = "345m3457p678s66z13p"
    one = [*CALM, calls(RIGHT, "222m", throws="9m")]
    two = [*CALM, calls(RIGHT, "222m", "999s", throws="9m")]
    assert str(choice("mamori:beginner", seat_view(hand, draws="8p", past=one))) == "riichi 1p"
    assert discard(choice("mamori:beginner", seat_view(hand, draws="8p", past=two))) == "6z"
    assert choice("mamori:beginner", seat_view(hand, offered="6z", past=two)).kind is ActionKind.PASS


# -- calls and kans --------------------------------------------------------------------------------------


def test_the_fast_one_opens_a_hand_without_a_yaku() -> None:
    """A pon of 9s among terminals: no yaku is in sight, and no other level would call."""
    view = seat_view("123m79p1199s346s4z", offered="9s", past=CALM)
    kinds = {name: choice(name, view).kind for name in (*BEGINNERS, "hayai:novice", "hayai")}
    assert kinds.pop("hayai:beginner") is ActionKind.PON
    assert set(kinds.values()) == {ActionKind.PASS}


def test_then_it_hopes_for_tanyao() -> None:
    """Open without yakuhai, 1m goes out of a finished sequence; closed, it stays."""
    hand = "123m468p3344s7s39p"
    called = [*CALM, calls(ME, "234s", throws="9p")]
    assert discard(choice("hayai:beginner", seat_view(hand, draws="6s", past=called))) == "1m"
    assert discard(choice("hayai:beginner", seat_view(hand, draws="6s", past=CALM))) == "9p"


@pytest.mark.parametrize("name", BEGINNERS)
def test_every_beginner_calls_a_dragon(name: str) -> None:
    view = seat_view("149m367p468s2z55z1p", offered="5z", by=ACROSS)
    assert choice(name, view).kind is ActionKind.PON


@pytest.mark.parametrize("name", BEGINNERS)
def test_every_closed_kan_is_made(name: str) -> None:
    """Even one that takes the wait from 2m and 3m, which no novice makes."""
    view = seat_view("1112m456p789s9s35m7p", draws="1m")
    assert choice(name, view).kind is ActionKind.CLOSED_KAN
    assert choice("hayai:novice", view).kind is ActionKind.DISCARD


def test_the_collector_sees_a_flush_in_six_tiles() -> None:
    """Lonely honours stay, and 3m goes, which lies beside nothing but the other suit."""
    view = seat_view("135689p345s78m2z5z", draws="3m")
    assert discard(choice("takame:beginner", view)) == "3m"
    assert discard(choice("hayai:beginner", view)) == "5z"


# -- whole hands -----------------------------------------------------------------------------------------


def test_beginners_break_no_rule() -> None:
    rules = replace(TENHOU, length="hand")
    count = play_deal(Contest((*BEGINNERS, "shanten"), 8, 5, rules, check=True), 0)
    assert count.games == 4
    assert count.events > 300
