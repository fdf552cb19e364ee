"""Hands under Tenhou's rules that random players hardly ever reach, each played to its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from engine import events as ev
from engine.rules import TENHOU
from engine.tiles import IS_ORPHAN, KIND_OF, format_tiles
from tests.support.engine.deals import Play, Supply, deal, in_words

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
    return deal(*hands, draws=draws, riichi_sticks=1, rules=TENHOU).run_out()


TOLD = """
double ron:
    S 23p234m567m345s99s, W 23p789p456m123s77s, draws 1p, honba 3, riichi_sticks 2 / 1p; SW: ron
double ron of riichi hands, which count the same ura indicators:
    S 23p234m567m345s99s, W 23p789p456m123s77s, draws 1z1z1z9s1p, ura 3z / drawn; riichi 1z; riichi 1z;
    drawn; 1p; SW: ron
triple ron:
    S 23p234m567m345s99s, W 23p789p456m123s77s, N 56p123m678m234s88s, draws 4p, honba 1 / 4p; SWN: ron
nine terminals by South:
    S 19m19p19s1234z258m, draws 9s1m / 9s; nine-terminals
four winds:
    E 123m258p258s1445z, S 147m147p147s1567z, W 369m369p369s1567z, draws 9s8s9p1z / 1z; 1z; 1z; 1z
four riichi:
    E 23p234m567m345s99s, S 23p789p456m123s77s, W 56p123m678m234s88s, N 35p789m123s456s66p, draws 1z2z3z4z /
    riichi 1z; riichi 2z; riichi 3z; riichi 4z; passes
four kans of two:
    E 111z222z333z44m67p, S 666s258p14m14p567z, draws 1z6s, replacements 2z3z9p9m, riichi_sticks 1 /
    closed-kan 1z; closed-kan 2z; closed-kan 3z; 9p; closed-kan 6s; 9m; passes
everybody tenpai:
    E 23p234m567m345s99s, S 23p789p456m123s77s, W 56p123m678m234s88s, N 35p789m123s456s66p / out
nobody tenpai:
    honba 0 / out
one tenpai:
    S 23p234m567m345s99s / out
riichi tile called away:
    E 23p234m567m345s99s, W 11z258m258p2589s2z, draws 1z9s / riichi 1z; W: pon; 2z; out
riichi tile won on:
    E 35p789m123s456s66p, S 23p234m567m345s99s, draws 1p / riichi 1p; S: ron
the second of two tiles called, without a draw in between:
    W 11z258m258p2589s2z, N 99s147m147p14s344z, draws 1z9s1z / 1z; 9s; N: pon; 3z; 1z; W: pon; 2z; out
the second of two tiles called, another call in between:
    S 34m258p258s12345z, W 66m147p147s1234z2m, N 99s147m147p14s344z, draws 5m9s5m9p / 5m; 9s; N: pon; 3z;
    5m; S: chi 34m; 1z; out
red five added:
    W 55p147m147s12345z, draws 5p9s9m9s0p, replacements 9m / 5p; W: pon; 1z; drawn 3; added-kan 0p; out
robbed kan of a red five:
    S 46p234m567m345s99s, W 55p258m369s12345z, draws 5p9p8p7p0p / 5p; W: pon; 1z; drawn 3; added-kan 0p;
    S: ron
second kan robbed: the first indicator is owed, and never turned:
    S 78m234m067p345s99s, W 666s99m147p12345z, draws 9m8p1p2z9p6s, replacements 9m, indicators 1m2m3m /
    9m; W: pon; 1z; drawn 4; 6s; W: open-kan; added-kan 9m; S: ron
rinshan after an open kan:
    W 666p234m23478s99m, draws 6p, replacements 6s / 6p; W: open-kan; tsumo
open kan and discard:
    W 222m147p147s1234z, draws 2m, replacements 9p / 2m; W: open-kan; out
open kan from either neighbour:
    E 222m147p147s1234z, draws 9s2m, replacements 9p / 9s; 2m; E: open-kan; out
open kan of the player before:
    S 222m147p147s1234z, draws 2m, replacements 9p / 2m; S: open-kan; out
open kan then closed kan: the first indicator is owed:
    W 777z111p147s147m1z, draws 7z, replacements 1p9p / 7z; W: open-kan; closed-kan 1p; out
open kan then closed kan then rinshan:
    W 777z111m23478s99m, draws 7z, replacements 1m9s / 7z; W: open-kan; closed-kan 1m; tsumo
closed kan with the red five:
    E 055p125m258s1234z, draws 5p, replacements 9p / closed-kan 5p; out
chi with the red five:
    S 06m258p258s12345z, draws 4m / 4m; S: chi 06m; 1z; out
pao by ron:
    S 55z66z77z3345s149m, draws 5z6z7z1p3s, honba 2 / 5z; S: pon; 1m; 6z; S: pon; 4m; 7z; S: pon; 9m;
    drawn; 3s; S: ron
pao by tsumo:
    S 55z66z77z3345s149m, draws 5z6z7z1p1s4p3s, honba 2 / 5z; S: pon; 1m; 6z; S: pon; 4m; 7z; S: pon; 9m;
    drawn 3; tsumo
two yakuman under pao:
    S 55z66z77z111z2z149m, draws 5z6z7z1p2z, honba 2 / 5z; S: pon; 1m; 6z; S: pon; 4m; 7z; S: pon; 9m;
    drawn; 2z; S: ron
counted yakuman:
    E 1122334455667m, draws 1z9s8s8p7m, indicators 1m / drawn 4; tsumo
heavenly hand:
    E 23p234m567m345s99s, draws 1p / tsumo
"""
"""Each ends by itself, or runs out of tiles (see ``deals.in_words``); what no name says stands behind it."""
RARE: dict[str, Callable[[], Play]] = {
    name: partial(in_words, " ".join(words.split()), TENHOU)
    for name, words in re.findall(r"^(\S.*):\n((?: .*\n)+)", TOLD, re.MULTILINE)
} | {"nagashi of two": nagashi_of_two}
