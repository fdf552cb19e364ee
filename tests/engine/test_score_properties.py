"""What cannot change a score, and what must."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.melds import Meld
from engine.rules import TENHOU, WRC
from engine.score import NoWin, Score, Win, score
from engine.score.points import basic_points
from engine.tiles import KINDS, Tile
from tests.support.engine.random_wins import draw_win
from tests.support.nightly import more_at_night

SEEDS = st.integers(0, 2**32)
MANY = settings(max_examples=40, deadline=None)
AGAIN = more_at_night(5)
SUITED = 27


def turned(tile: Tile) -> Tile:
    """The same rank in the next suit; honours stay."""
    if tile >= KINDS:
        return KINDS + (tile - KINDS + 1) % 3
    return (tile + 9) % SUITED if tile < SUITED else tile


def next_suit(win: Win) -> Win:
    return win._replace(
        tiles=tuple(map(turned, win.tiles)),
        winning_tile=turned(win.winning_tile),
        melds=tuple(Meld(meld.kind, tuple(map(turned, meld.tiles))) for meld in win.melds),
        dora_indicators=tuple(map(turned, win.dora_indicators)),
        ura_indicators=tuple(map(turned, win.ura_indicators)),
    )


def value(win: Win) -> tuple[object, ...]:
    """Everything but the reading, and but the one yakuman that names a suit."""
    worth = score(win)
    if isinstance(worth, NoWin):
        return (worth.reason,)
    return worth.yaku, worth.yakuman_items, worth.han, worth.fu, tuple(sorted(worth.fu_items)), worth.base


@AGAIN
@given(SEEDS)
@MANY
def test_the_order_of_tiles_and_melds_does_not_matter(part: int, seed: int) -> None:
    rng = Random(seed)
    win = draw_win(rng, TENHOU)
    tiles, melds = list(win.tiles), list(win.melds)
    rng.shuffle(tiles)
    rng.shuffle(melds)
    assert value(win) == value(win._replace(tiles=tuple(tiles), melds=tuple(melds)))


@AGAIN
@given(SEEDS)
@MANY
def test_suits_are_alike_but_for_the_green_hand(part: int, seed: int) -> None:
    win = draw_win(Random(seed), TENHOU)
    turns = [win, next_suit(win), next_suit(next_suit(win))]
    names = [
        item.name for each in turns if isinstance(worth := score(each), Score) for item in worth.yakuman_items
    ]
    if "ryuuiisou" not in names:
        assert value(turns[0]) == value(turns[1]) == value(turns[2])


@AGAIN
@given(SEEDS)
@MANY
def test_han_fu_and_base_follow_from_the_items(part: int, seed: int) -> None:
    win = draw_win(Random(seed), WRC)
    worth = score(win)
    if isinstance(worth, Score) and worth.han is not None and worth.fu is not None:
        assert worth.han == sum(item.han for item in worth.yaku)
        total = sum(item.fu for item in worth.fu_items)
        assert worth.fu == (total if total == 25 else -(-total // 10) * 10)
        assert (worth.base, worth.limit) == basic_points(worth.han, worth.fu, WRC)


@AGAIN
@given(SEEDS)
@MANY
def test_riichi_never_makes_a_closed_hand_cheaper(part: int, seed: int) -> None:
    win = draw_win(Random(seed), TENHOU)._replace(first_turn=False)
    if not any(meld.is_open for meld in win.melds):
        plain, declared = score(win._replace(riichi=0, ippatsu=False)), score(win._replace(riichi=1))
        if isinstance(plain, Score):
            assert isinstance(declared, Score)
            assert declared.base >= plain.base


@AGAIN
@given(SEEDS)
@MANY
def test_which_tile_was_mixed_in_does_not_matter(part: int, seed: int) -> None:
    win = draw_win(Random(seed), WRC)._replace(tsumo=True, chankan=False, tile_mixed=True)
    worths = {value(win._replace(winning_tile=tile)) for tile in win.tiles}
    assert len(worths) == 1
    apart = score(win._replace(tile_mixed=False))
    if isinstance(apart, Score):
        mixed = score(win)
        assert isinstance(mixed, Score)
        assert mixed.base <= apart.base
