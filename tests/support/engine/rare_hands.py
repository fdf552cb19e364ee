"""Hands under Tenhou's rules that random players hardly ever reach, each played to its end."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.rules import TENHOU
from engine.tiles import IS_ORPHAN, KIND_OF, format_tiles
from tests.support.engine.deals import PINFU, READY, E, N, Play, S, Supply, W, deal

NINE_KINDS = "19m19p19s1234z258m"
FOUR_KANS = {
    "east": "111z222z333z44m67p",
    "south": "666s258p14m14p567z",
    "draws": "1z6s",
    "replacements": "2z3z9p9m",
}
"""East makes three closed kans and discards 9p, South makes the fourth and draws 9m."""


def as_record(play: Play) -> list[ev.Event]:
    """The hand as a game that ends with it."""
    game = play.everybody_passes().game
    assert game.outcome is not None
    start = ev.StartGame(["a", "b", "c", "d"], 0, True, rules=game.rules.name, length="south")
    scores = [seat.score for seat in game.table.seats]
    return [start, *game.events, ev.EndKyoku(scores=scores)]


def table(*hands: str, **more: object) -> Play:
    return deal(*hands, rules=TENHOU, **more)  # type: ignore[arg-type]


def double_ron() -> Play:
    return table("", READY[0], READY[1], draws="1p", riichi_sticks=2, honba=3).discard("1p").ron(S, W)


def double_ron_of_riichi_hands() -> Play:
    """Both count the same ura indicators."""
    play = table("", READY[0], READY[1], draws="1z1z1z9s1p", ura="3z")
    return play.tsumogiri().riichi("1z").riichi("1z").tsumogiri().discard("1p").ron(S, W)


def triple_ron() -> Play:
    return table("", *READY[:3], draws="4p", honba=1).discard("4p").ron(S, W, N)


def nine_terminals_by_south() -> Play:
    return table("", NINE_KINDS, draws="9s1m").discard("9s").nine_terminals()


def four_winds() -> Play:
    return table("123m258p258s1445z", "147m147p147s1567z", "369m369p369s1567z", draws="9s8s9p1z").discard(
        "1z", "1z", "1z", "1z"
    )


def four_riichi() -> Play:
    play = table(*READY, draws="1z2z3z4z")
    return play.riichi("1z").riichi("2z").riichi("3z").riichi("4z").everybody_passes()


def four_kans_of_two() -> Play:
    play = table(**FOUR_KANS, riichi_sticks=1)
    play.closed_kan("1z").closed_kan("2z").closed_kan("3z").discard("9p").closed_kan("6s").discard("9m")
    return play.everybody_passes()


def everybody_tenpai() -> Play:
    return table(*READY).run_out()


def nobody_tenpai() -> Play:
    return table().run_out()


def one_tenpai() -> Play:
    return table("", READY[0]).run_out()


def riichi_tile_called_away() -> Play:
    play = table(READY[0], "", "11z258m258p2589s2z", draws="1z9s").riichi("1z").pon(W)
    return play.discard("2z").run_out()


def riichi_tile_won_on() -> Play:
    return table("35p789m123s456s66p", PINFU, draws="1p").riichi("1p").ron(S)


def called_the_second_time() -> Play:
    """East discards two 1z and West, who does not draw in between, calls the second of them."""
    play = table("", "", "11z258m258p2589s2z", "99s147m147p14s344z", draws="1z9s1z")
    return play.discard("1z", "9s").pon(N).discard("3z").discard("1z").pon(W).discard("2z").run_out()


def called_the_second_time_with_another_caller() -> Play:
    """East discards 5m, then 5m again; South calls the second, while N has called in between."""
    play = table("", "34m258p258s12345z", "66m147p147s1234z2m", "99s147m147p14s344z", draws="5m9s5m9p")
    play.discard("5m", "9s").pon(N).discard("3z").discard("5m").chi(S, "34m").discard("1z")
    return play.run_out()


def red_five_added() -> Play:
    play = table(west="55p147m147s12345z", draws="5p9s9m9s0p", replacements="9m").discard("5p")
    return play.pon(W).discard("1z").tsumogiri(3).added_kan("0p").run_out()


def robbed_kan_of_a_red_five() -> Play:
    hands = {"south": "46p234m567m345s99s", "west": "55p258m369s12345z"}
    play = table(**hands, draws="5p9p8p7p0p").discard("5p").pon(W).discard("1z").tsumogiri(3)
    return play.added_kan("0p").ron(S)


def second_kan_robbed() -> Play:
    """The first indicator is owed, and never turned."""
    play = table(
        south="78m234m067p345s99s",
        west="666s99m147p12345z",
        draws="9m8p1p2z9p6s",
        indicators="1m2m3m",
        replacements="9m",
    )
    return (
        play.discard("9m").pon(W).discard("1z").tsumogiri(4).discard("6s").open_kan(W).added_kan("9m").ron(S)
    )


def rinshan_after_an_open_kan() -> Play:
    """The hand ends on the replacement tile: no place is held open for a discard."""
    return table(west="666p234m23478s99m", draws="6p", replacements="6s").discard("6p").open_kan(W).tsumo()


def open_kan_and_discard() -> Play:
    play = table(west="222m147p147s1234z", draws="2m", replacements="9p").discard("2m").open_kan(W)
    return play.run_out()


def open_kan_from_either_neighbour() -> Play:
    play = table("222m147p147s1234z", draws="9s2m", replacements="9p").discard("9s", "2m").open_kan(E)
    return play.run_out()


def open_kan_of_the_player_before() -> Play:
    play = table("", "222m147p147s1234z", draws="2m", replacements="9p").discard("2m").open_kan(S)
    return play.run_out()


def open_kan_then_closed_kan() -> Play:
    """The indicator of the first kan is owed when the second is made."""
    play = table(west="777z111p147s147m1z", draws="7z", replacements="1p9p").discard("7z").open_kan(W)
    return play.closed_kan("1p").run_out()


def open_kan_then_closed_kan_then_rinshan() -> Play:
    """The first indicator is turned before the second replacement, the open kan's own place stays."""
    play = table(west="777z111m23478s99m", draws="7z", replacements="1m9s").discard("7z").open_kan(W)
    return play.closed_kan("1m").tsumo()


def closed_kan_with_the_red_five() -> Play:
    return table("055p125m258s1234z", draws="5p", replacements="9p").closed_kan("5p").run_out()


def chi_with_the_red_five() -> Play:
    return table("", "06m258p258s12345z", draws="4m").discard("4m").chi(S, "06m").discard("1z").run_out()


def dragons(rest: str, draws: str) -> Play:
    """South calls 5z from East, then 6z and 7z from West, who is liable; then comes ``draws``."""
    play = table(south=f"55z66z77z{rest}149m", draws="5z6z7z" + draws, honba=2)
    play.discard("5z").pon(S).discard("1m")
    play.discard("6z").pon(S).discard("4m")
    return play.discard("7z").pon(S).discard("9m")


def pao_by_ron() -> Play:
    return dragons("3345s", "1p3s").tsumogiri().discard("3s").ron(S)


def pao_by_tsumo() -> Play:
    return dragons("3345s", "1p1s4p3s").tsumogiri(3).tsumo()


def two_yakuman_under_pao() -> Play:
    return dragons("111z2z", "1p2z").tsumogiri().discard("2z").ron(S)


def counted_yakuman() -> Play:
    return table("1122334455667m", draws="1z9s8s8p7m", indicators="1m").tsumogiri(4).tsumo()


def heavenly_hand() -> Play:
    return table(PINFU, draws="1p").tsumo()


def nagashi_of_two() -> Play:
    """South and North throw terminals and honours alone; all they discard is drawn, nobody calls."""
    hands = ("23p234m567m345s22s", "258m346p58p34678s", "56p345m678m234s88s", "3468m258p2468s47p")
    supply = Supply(TENHOU)
    for hand in hands:
        supply.take(hand)
    orphans = [tile for tile in supply.left if IS_ORPHAN[KIND_OF[tile]]]
    simples = [tile for tile in supply.left if not IS_ORPHAN[KIND_OF[tile]]]
    own = [orphans.pop() for turn in range(70) if turn % 2]
    others = orphans + simples
    draws = format_tiles(own.pop() if turn % 2 else others.pop() for turn in range(70))
    return table(*hands, draws=draws, riichi_sticks=1).run_out()


RARE: tuple[Callable[[], Play], ...] = (
    double_ron,
    double_ron_of_riichi_hands,
    triple_ron,
    nine_terminals_by_south,
    four_winds,
    four_riichi,
    four_kans_of_two,
    everybody_tenpai,
    nobody_tenpai,
    one_tenpai,
    riichi_tile_called_away,
    riichi_tile_won_on,
    called_the_second_time,
    called_the_second_time_with_another_caller,
    red_five_added,
    robbed_kan_of_a_red_five,
    second_kan_robbed,
    rinshan_after_an_open_kan,
    open_kan_and_discard,
    open_kan_from_either_neighbour,
    open_kan_of_the_player_before,
    open_kan_then_closed_kan,
    open_kan_then_closed_kan_then_rinshan,
    closed_kan_with_the_red_five,
    chi_with_the_red_five,
    pao_by_ron,
    pao_by_tsumo,
    two_yakuman_under_pao,
    counted_yakuman,
    heavenly_hand,
    nagashi_of_two,
)
