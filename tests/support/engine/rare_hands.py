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


def dragons(rest: str, draws: str) -> Play:
    """South calls 5z from East, then 6z and 7z from West, who is liable; then comes ``draws``."""
    play = table(south=f"55z66z77z{rest}149m", draws="5z6z7z" + draws, honba=2)
    play.discard("5z").pon(S).discard("1m")
    play.discard("6z").pon(S).discard("4m")
    return play.discard("7z").pon(S).discard("9m")


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


# each ends by itself, or runs out of tiles; what no name says stands behind it
RARE: dict[str, Callable[[], Play]] = {
    "double ron": lambda: (
        table("", READY[0], READY[1], draws="1p", riichi_sticks=2, honba=3).discard("1p").ron(S, W)
    ),
    "double ron of riichi hands, which count the same ura indicators": lambda: (
        table("", READY[0], READY[1], draws="1z1z1z9s1p", ura="3z")
        .tsumogiri().riichi("1z").riichi("1z").tsumogiri().discard("1p").ron(S, W)
    ),
    "triple ron": lambda: table("", *READY[:3], draws="4p", honba=1).discard("4p").ron(S, W, N),
    "nine terminals by South": lambda: table("", NINE_KINDS, draws="9s1m").discard("9s").nine_terminals(),
    "four winds": lambda: (
        table("123m258p258s1445z", "147m147p147s1567z", "369m369p369s1567z", draws="9s8s9p1z")
        .discard("1z", "1z", "1z", "1z")
    ),
    "four riichi": lambda: (
        table(*READY, draws="1z2z3z4z").riichi("1z").riichi("2z").riichi("3z").riichi("4z").everybody_passes()
    ),
    "four kans of two": lambda: (
        table(**FOUR_KANS, riichi_sticks=1).closed_kan("1z").closed_kan("2z").closed_kan("3z")
        .discard("9p").closed_kan("6s").discard("9m").everybody_passes()
    ),
    "everybody tenpai": lambda: table(*READY).run_out(),
    "nobody tenpai": lambda: table().run_out(),
    "one tenpai": lambda: table("", READY[0]).run_out(),
    "riichi tile called away": lambda: (
        table(READY[0], "", "11z258m258p2589s2z", draws="1z9s").riichi("1z").pon(W).discard("2z").run_out()
    ),
    "riichi tile won on": lambda: table("35p789m123s456s66p", PINFU, draws="1p").riichi("1p").ron(S),
    "the second of two tiles called, without a draw in between": lambda: (
        table("", "", "11z258m258p2589s2z", "99s147m147p14s344z", draws="1z9s1z")
        .discard("1z", "9s").pon(N).discard("3z").discard("1z").pon(W).discard("2z").run_out()
    ),
    "the second of two tiles called, another call in between": lambda: (
        table("", "34m258p258s12345z", "66m147p147s1234z2m", "99s147m147p14s344z", draws="5m9s5m9p")
        .discard("5m", "9s").pon(N).discard("3z").discard("5m").chi(S, "34m").discard("1z").run_out()
    ),
    "red five added": lambda: (
        table(west="55p147m147s12345z", draws="5p9s9m9s0p", replacements="9m")
        .discard("5p").pon(W).discard("1z").tsumogiri(3).added_kan("0p").run_out()
    ),
    "robbed kan of a red five": lambda: (
        table(south="46p234m567m345s99s", west="55p258m369s12345z", draws="5p9p8p7p0p")
        .discard("5p").pon(W).discard("1z").tsumogiri(3).added_kan("0p").ron(S)
    ),
    "second kan robbed: the first indicator is owed, and never turned": lambda: (
        table(south="78m234m067p345s99s", west="666s99m147p12345z", draws="9m8p1p2z9p6s",
              indicators="1m2m3m", replacements="9m")
        .discard("9m").pon(W).discard("1z").tsumogiri(4).discard("6s").open_kan(W).added_kan("9m").ron(S)
    ),
    "rinshan after an open kan": lambda: (
        table(west="666p234m23478s99m", draws="6p", replacements="6s").discard("6p").open_kan(W).tsumo()
    ),
    "open kan and discard": lambda: (
        table(west="222m147p147s1234z", draws="2m", replacements="9p").discard("2m").open_kan(W).run_out()
    ),
    "open kan from either neighbour": lambda: (
        table("222m147p147s1234z", draws="9s2m", replacements="9p").discard("9s", "2m").open_kan(E).run_out()
    ),
    "open kan of the player before": lambda: (
        table("", "222m147p147s1234z", draws="2m", replacements="9p").discard("2m").open_kan(S).run_out()
    ),
    "open kan then closed kan: the first indicator is owed": lambda: (
        table(west="777z111p147s147m1z", draws="7z", replacements="1p9p")
        .discard("7z").open_kan(W).closed_kan("1p").run_out()
    ),
    "open kan then closed kan then rinshan": lambda: (
        table(west="777z111m23478s99m", draws="7z", replacements="1m9s")
        .discard("7z").open_kan(W).closed_kan("1m").tsumo()
    ),
    "closed kan with the red five": lambda: (
        table("055p125m258s1234z", draws="5p", replacements="9p").closed_kan("5p").run_out()
    ),
    "chi with the red five": lambda: (
        table("", "06m258p258s12345z", draws="4m").discard("4m").chi(S, "06m").discard("1z").run_out()
    ),
    "pao by ron": lambda: dragons("3345s", "1p3s").tsumogiri().discard("3s").ron(S),
    "pao by tsumo": lambda: dragons("3345s", "1p1s4p3s").tsumogiri(3).tsumo(),
    "two yakuman under pao": lambda: dragons("111z2z", "1p2z").tsumogiri().discard("2z").ron(S),
    "counted yakuman": lambda: (
        table("1122334455667m", draws="1z9s8s8p7m", indicators="1m").tsumogiri(4).tsumo()
    ),
    "heavenly hand": lambda: table(PINFU, draws="1p").tsumo(),
    "nagashi of two": nagashi_of_two,
}  # fmt: skip
