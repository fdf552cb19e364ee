"""The hand after each of two choices, in notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import xiangting

from ai.bots.registry import make_bot
from ai.reading.yaku_plans import PlannedYaku
from ai.review.after_choice import AfterChoice, hands_after
from engine.actions import DISCARDS, Action, ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU
from engine.tiles import KIND_OF, KINDS, TILE_OF, Kind
from engine.view import SeatView
from tests.support.ai.bot_games import take_step
from tests.support.ai.seat_views import ACROSS, ME, RIGHT, calls, discards, seat_view

RIICHI = (discards(RIGHT, "9m1z4z2s6m", riichi=4),)
CHI, PON, PASS = ActionKind.CHI, ActionKind.PON, ActionKind.PASS


def after(view: SeatView, kind: ActionKind, tile: str = "") -> AfterChoice:
    """The hand after the legal choice of that kind; of a discard that of the tile."""
    menu = options(view).actions
    action = next(
        each for each in menu if each.kind is kind and (kind not in DISCARDS or each.tile == TILE_OF[tile])
    )
    found = AfterChoice.of(view, action)
    assert found is not None
    assert found.kind is kind
    return found


def test_a_call_that_breaks_a_set_is_as_far_with_fewer_tiles() -> None:
    """Without it 58m 25s make a set and 67m 34s a pair; after it 25s the set, or 7m 9p the pair."""
    pons = [calls(ME, "444z", "111z", fed_by=ACROSS, throws="9m")]
    view = seat_view("67m789p34s1144z99m", offered="9p", past=pons)
    without, called = after(view, PASS), after(view, CHI)
    assert (without.shanten, without.tiles, without.tile) == (1, 4 * 4 + 4 * 3, None)
    assert (called.shanten, called.tiles) == (1, 2 * 4 + 3 + 2)
    assert called.tile in (TILE_OF["6m"], TILE_OF["7m"])


def test_a_call_that_leaves_no_yaku_within_reach() -> None:
    view = seat_view("24888m46677p11s6z", offered="8p")
    without, called = after(view, PASS), after(view, CHI)
    assert (without.shanten, called.shanten) == (2, 1)
    assert without.has_yaku
    assert not called.has_yaku


def test_a_call_that_makes_tenpai_tells_its_wins() -> None:
    """A chi of 2p leaves 35s6s and the pair of 2m: discarding 3s or 6s, a wait for 1,000 points each."""
    called = after(seat_view("22m34p567s678m35s6s", offered="2p"), CHI)
    assert (called.shanten, called.tiles, called.ron) == (0, 7, 7)
    assert called.points == (1_000, 1_000)


def test_a_tenpai_without_a_yaku_is_paid_at_the_draw_alone() -> None:
    called = after(seat_view("123m79p456s11s78s4z", offered="8p"), CHI)
    assert (called.tile, called.shanten, called.tiles) == (TILE_OF["4z"], 0, 0)
    assert (called.points, called.pays, called.has_yaku) == (None, 3_000, False)


def test_a_discard_is_as_safe_as_against_who_threatens() -> None:
    hand = "147m258p369s125z9m"
    calm = seat_view(hand, draws="5z")
    assert after(calm, ActionKind.DISCARD, "9m").safety is None
    feared = seat_view(hand, draws="5z", past=RIICHI)
    safe, risky = (after(feared, ActionKind.DISCARD, tile).safety for tile in ("9m", "5p"))
    assert safe is not None
    assert risky is not None
    assert safe.cannot_lose
    assert not risky.cannot_lose
    assert {safe.opponent, risky.opponent} == {RIGHT}


def test_the_discard_after_a_call_has_its_safety_too() -> None:
    view = seat_view("12233405668m22p", offered="2p", by=ACROSS, past=RIICHI)
    called = after(view, PON)
    assert (called.shanten, after(view, PASS).shanten) == (0, 1)
    assert called.safety is not None
    assert called.safety.opponent == RIGHT


def test_dora_are_counted_with_red_fives_and_melds() -> None:
    view = seat_view("409m1368p666z057s", draws="4m", dora="8m")
    assert after(view, ActionKind.DISCARD, "9m").dora == 2
    assert after(view, ActionKind.DISCARD, "8p").dora == 3
    assert after(view, ActionKind.DISCARD, "0m").dora == 2


def test_a_yaku_as_near_as_the_hand() -> None:
    view = seat_view("3468m6789p67s333z", draws="8s")
    kept, lost = (after(view, ActionKind.DISCARD, tile) for tile in ("9p", "8m"))
    assert kept.shanten == lost.shanten == 1
    assert PlannedYaku.SANSHOKU in {yaku for yaku, _ in kept.yaku}
    assert PlannedYaku.SANSHOKU not in {yaku for yaku, _ in lost.yaku}


def test_a_kan_turns_another_indicator() -> None:
    view = seat_view("123m456p444s99p77z", draws="4s")
    kan, thrown = after(view, ActionKind.CLOSED_KAN), after(view, ActionKind.DISCARD, "9p")
    assert (kan.tile, kan.new_dora, kan.is_kan) == (None, TENHOU.kan_dora, True)
    assert not thrown.new_dora
    assert not thrown.is_kan


def test_where_a_choice_leaves_no_hand_there_is_nothing_to_compare() -> None:
    view = seat_view("147m258p369s125z9m", draws="5z")
    end, thrown = Action(ActionKind.NINE_TERMINALS), Action(ActionKind.DISCARD, TILE_OF["5z"])
    assert hands_after(view, end, thrown) == ()
    assert len(hands_after(view, thrown, thrown)) == 2


# -- another program looks at the same hands -----------------------------------------------------------


def distance(kinds: Sequence[Kind]) -> int:
    """Shanten of the concealed tiles, as `xiangting` says."""
    counts = [kinds.count(kind) for kind in range(KINDS)]
    return int(xiangting.calculate_replacement_number(counts, xiangting.PlayerCount.FOUR)) - 1


def accepted(kinds: Sequence[Kind], left: Sequence[int]) -> int:
    """Unseen tiles that bring the hand nearer."""
    now = distance(kinds)
    useful = (kind for kind in range(KINDS) if left[kind] and kinds.count(kind) < 4)
    return sum(left[kind] for kind in useful if distance([*kinds, kind]) < now)


def concealed(view: SeatView, action: Action, tile: int | None) -> list[Kind]:
    """The tiles in hand after the choice and the discard that goes with it."""
    kinds = [KIND_OF[each] for each in view.hand.tiles]
    for used in action.consumed if action.kind in (CHI, PON) else ():
        kinds.remove(KIND_OF[used])
    if tile is not None:
        kinds.remove(KIND_OF[tile])
    return kinds


def decisions(seed: int, hands: int) -> Iterator[tuple[SeatView, Action]]:
    """The choices between discards, and between calls and a pass, in some hands of bots that call nothing."""
    match = Match(TENHOU, seed)
    bots = [make_bot("shanten")] * 4
    while hands:
        if not match.acting:
            match.proceed()
            hands -= 1
            continue
        for seat in match.acting:
            view = match.round.view(seat)
            actions = options(view).actions
            if view.my_turn or any(each.kind in (CHI, PON) for each in actions):
                yield from ((view, each) for each in actions if each.kind in (*DISCARDS, CHI, PON, PASS))
        take_step(match, bots)


@pytest.mark.parametrize("seed", [1])
def test_distances_and_tiles_are_those_of_another_program(seed: int) -> None:
    seen = set()
    for number, (view, action) in enumerate(decisions(seed, hands=2)):
        if number % 3:
            continue
        found = AfterChoice.of(view, action)
        assert found is not None
        kinds = concealed(view, action, found.tile)
        assert found.shanten == distance(kinds), action
        if found.shanten:
            assert found.tiles == accepted(kinds, view.left()), action
        seen.add(action.kind)
    assert seen >= {ActionKind.DISCARD, CHI, PASS}
