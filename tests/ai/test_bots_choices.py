"""What bots of all styles and levels choose: one table of positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from msgspec.structs import replace

from ai.bots.registry import BOT_NAMES, STYLES
from engine.actions import Action, ActionKind
from engine.events import Event
from engine.rules import TENHOU, WRC
from engine.tiles import KIND_OF, KINDS, format_tiles, parse_tiles
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, discards, seat_view

BEGINNERS, NOVICES, EXPERTS = (
    tuple(f"{name}:{level}" for name in STYLES) for level in ("beginner", "novice", "expert")
)
PUSHERS = ("hayai:beginner", "takame:beginner")
STAYS_CLOSED = "takame:expert"
OTHER_EXPERTS = ("hayai:expert", "mamori:expert")
BOTH = (*STYLES, *EXPERTS)

CALM = (
    discards(RIGHT, "9m1z4z2s6m"),
    discards(ACROSS, "1z4z9p9s6m"),
    discards(LEFT, "9m1s2z3z6m"),
    discards(ME, "9p1z4z9s4z"),
)
"""Five turns in which nothing happened."""
RIICHI = (discards(RIGHT, "9m1z4z2s6m", riichi=4), *CALM[1:])
"""The same, but the player on the right is in riichi; 9m 1z 4z 2s 6m, and later 2z 3z 9p 9s, are safe."""
SAFE = {"9m", "1z", "4z", "2s", "6m", "9p", "9s", "2z", "3z", "1s"}
LATE = (
    discards(RIGHT, "9m1z4z2s6m8p9p1m1s7z2z3z", riichi=6),
    discards(ACROSS, "1z4z9p9s6m1p9m8s1m2z3z9s"),
    discards(LEFT, "9m1s2z3z6m9p1p9s7z7z6z1s"),
    discards(ME, "9p1z4z9s4z1p9m1m8s2z3z9s"),
)
"""Twelve turns; the player on the right is in riichi since the seventh, and 8p is safe."""
ONE_CALL = [*CALM, calls(RIGHT, "222m", throws="9m")]
TWO_CALLS = [*CALM, calls(RIGHT, "222m", "999s", throws="9m")]

LAST = replace(WRC, length="east")
"""With the dealer on the left the hand of ``seat_view`` is East 4: here the last one."""


def points(me: int, right: int, across: int, left: int) -> dict[int, int]:
    return {ME: me, RIGHT: right, ACROSS: across, LEFT: left}


LEVEL = points(30_000, 30_000, 30_000, 30_000)
FAR_AHEAD = points(52_000, 30_000, 20_000, 18_000)
AHEAD = points(42_000, 34_500, 23_000, 20_500)
ALONE_AHEAD = points(47_000, 25_000, 20_000, 8_000)
IN_DANGER = points(36_000, 34_000, 28_000, 22_000)
CLOSE = points(29_000, 29_500, 24_000, 17_500)
BEHIND = points(14_000, 40_000, 30_000, 16_000)
HOPELESS = points(2_000, 34_000, 48_000, 36_000)


def quiet_turns(turns: int, held: str) -> list[list[Event]]:
    """So many turns of everybody, with other tiles than these, in which nothing happens."""
    rest = Counter(dict.fromkeys(reversed(range(KINDS)), 4))
    rest.subtract(KIND_OF[tile] for tile in parse_tiles(held))
    tiles = list(rest.elements())[: 4 * turns]
    return [discards(seat, format_tiles(tiles[seat::4])) for seat in (RIGHT, ACROSS, LEFT, ME)]


def case(shows: str, bots: str | tuple[str, ...], expected: str, hand: str, **seen: Any) -> ParameterSet:
    """Bots, one of the choices between ``|`` (or ``not`` one of them), and the position of ``seat_view``."""
    return pytest.param((bots,) if isinstance(bots, str) else bots, expected, hand, seen, id=shows)


def discarding(*tiles: str) -> str:
    return "|".join(f"discard {tile}" for tile in tiles)


DEAR = "234m34p567s678p88s"
"""All simples, with two sides."""
NARROW = "123m456p789s2246s"
CHEAP = "22m34p567s678m35s6s"
"""All simples for 1,000 points after a chi of 2p."""
NO_YAKU = "123m79p456s11s78s4z"
DORA_ALONE = "24579m124568p22s"

WINS_AND_RIICHI = [
    case("everybody wins by tsumo", tuple(BOT_NAMES), "tsumo", DEAR, draws="2p"),
    case("everybody wins by ron", tuple(BOT_NAMES), "ron", DEAR, offered="2p", by=ACROSS),
    case("a good closed wait", (*STYLES, "tenpai", "shanten"), "riichi 4z", "123m34p567s678p99s", draws="4z",
         past=CALM),
    case("dear in silence", STYLES, "discard 4s", "067m34p567s678p88s", draws="4s", dora="5s", past=CALM),
    case("a wait of which nothing is left", STYLES, "discard", NARROW, draws="4z",
         past=(discards(ACROSS, "5s5s"), discards(LEFT, "5s5s"))),
    case("a cheap narrow wait into a riichi", BOTH, "discard", NARROW, draws="1z", past=RIICHI),
    case("three waits into a riichi", EXPERTS, "riichi 9s", "345m34567p34588s", draws="9s", past=RIICHI),
    case("two of which one is in the own pond", OTHER_EXPERTS, "discard 9s", "345m567p34588s78p", draws="9s",
         past=RIICHI),
    case("a cheap narrow wait in peace", EXPERTS, "riichi", NARROW, draws="4z", past=CALM),
    case("a dora makes no mangan yet", EXPERTS, "riichi 1z", DEAR, draws="1z", dora="2z", past=CALM),
    case("a mangan stays silent", EXPERTS, "discard 1z", DEAR, draws="1z", dora="7s", past=CALM, rules=WRC),
    case("of single waits others discard 7z sooner than 5m", EXPERTS, "riichi 5m", "123m567p678345s5z",
         draws="5m", past=CALM),
    case("of single waits others discard 5z sooner than 7m", EXPERTS, "riichi 7m", "123m567p678345s5z",
         draws="7m", past=CALM),
    case("three of the wait 2s are left", EXPERTS, "riichi 6z", "123789m789p13s55z", draws="6z",
         past=[discards(RIGHT, "2s2z4z"), discards(ACROSS, "2z4z6z"), discards(LEFT, "2z4z6z")]),
    case("the last tile of the wait 2s", EXPERTS, "discard", "123789m789p13s55z", draws="6z",
         past=[discards(seat, "2s2z4z") for seat in (RIGHT, ACROSS, LEFT)]),
    case("what draws could use does not choose the wait", EXPERTS, "riichi 2s", "88m567p12566778s",
         draws="1s", past=CALM),
    case("a beginner waits on the last 3s", BEGINNERS, "riichi 4z", "123m567p678m24s55p", draws="4z",
         past=(discards(RIGHT, "3s9m1z"), discards(ACROSS, "3s9p4z"), discards(LEFT, "3s1m3z"))),
    case("a regular gives up the last 3s", "hayai", "discard 2s", "123m567p678m24s55p", draws="4z",
         past=(discards(RIGHT, "3s9m1z"), discards(ACROSS, "3s9p4z"), discards(LEFT, "3s1m3z"))),
    case("a beginner declares in furiten", BEGINNERS, "riichi 9p", "123m567p678m45s55p", draws="9p",
         past=(*CALM[:3], discards(ME, "3s1z4z9s4z"))),
    case("not even a beginner waits on tiles that all lie open", BEGINNERS, "discard", "123m567p678m24s55p",
         draws="4z", past=[*CALM, calls(RIGHT, "333s", throws="9m"), discards(ACROSS, "3s")]),
]  # fmt: skip
DISCARDS = [
    case("a lone red five stays", BOTH, "not discard 0s", "123m678p89s11p3z0s4z", draws="5z"),
    case("of two fives the plain one goes", (*BOTH, *BEGINNERS, *NOVICES[1:], "tenpai", "shanten"),
         "discard 5p|riichi 5p", "123789m4056p23s9p", draws="9p", past=CALM),
    case("one away, too", (*STYLES, *OTHER_EXPERTS), "discard 5p", "66m4056p1167s66z8p", draws="0m",
         past=[calls(ME, "666z", throws="8p")]),
    case("a lone dora stays", BOTH, "not discard 6z", "123m456p789s19p9m3z", draws="6z", dora="5z"),
    case("what accepts most tiles", "tenpai", discarding("3z", "9p"), "123m456p78s1155m9p", draws="3z"),
    case("a lonely dragon before a tile of use", EXPERTS, "discard 7z", "1234566m155p67s7z", draws="2p",
         past=CALM),
    case("a lonely dragon before bamboos", EXPERTS, "discard 5z", "5567m77p567778s5z", draws="8s", past=CALM),
    case("the loneliest tile", ("hayai:beginner", "mamori:beginner"), "discard 1z", "23467m34667p346s1z",
         draws="5p"),
    case("a beginner steps back: 9s is lonelier than 8p", BEGINNERS, "discard 9s", "6m4458p56779s555z",
         draws="7m", past=CALM),
    case("others stay one away", ("hayai:novice", "hayai"), "discard 8p", "6m4458p56779s555z", draws="7m",
         past=CALM),
    case("an open beginner hopes for tanyao", "hayai:beginner", "discard 1m", "123m468p3344s7s39p",
         draws="6s", past=[*CALM, calls(ME, "234s", throws="9p")]),
    case("a closed one does not", "hayai:beginner", "discard 9p", "123m468p3344s7s39p", draws="6s",
         past=CALM),
    case("the collector sees a flush in six tiles", "takame:beginner", "discard 3m", "135689p345s78m2z5z",
         draws="3m"),
    case("the fast one sees none", "hayai:beginner", "discard 5z", "135689p345s78m2z5z", draws="3m"),
    case("of several the one that nobody discarded", "mamori:expert", "discard 1m", "1469m1489p349s77z",
         draws="3p", past=CALM),
    case("the others go for speed and value", ("hayai:expert", "takame:expert"), "discard 9m",
         "1469m1489p349s77z", draws="3p", past=CALM),
    case("a dora goes for speed", "hayai:expert", "discard 3z", DORA_ALONE, draws="3z", dora="2z", past=CALM),
    case("and stays for value", ("mamori:expert", "takame:expert"), "discard 8p", DORA_ALONE, draws="3z",
         dora="2z", past=CALM),
    case("the dora is kept in the first hand", STAYS_CLOSED, "not discard 3z", DORA_ALONE, draws="3z",
         dora="2z", past=CALM, rules=WRC),
    case("a leader of the last hand needs no dora", STAYS_CLOSED, "discard 3z", DORA_ALONE, draws="3z",
         dora="2z", past=CALM, scores=AHEAD, rules=LAST),
    case("the last needs a dear win", STAYS_CLOSED, "not discard 3z", DORA_ALONE, draws="3z", dora="2z",
         past=CALM, scores=points(20_500, 34_500, 37_000, 28_000), rules=LAST),
]  # fmt: skip
DEFENCE = [
    case("a hopeless hand folds", BOTH, discarding(*SAFE), "147m258p369s1257z", draws="6p", past=RIICHI),
    case("the guard folds two away with dora", "mamori", discarding(*SAFE), "34406m23467p11s68p", draws="8s",
         dora="3m", past=RIICHI),
    case("a good tenpai hand pushes", (*STYLES, "mamori:novice", "mamori:expert"),
         "discard 4s|discard 7s|riichi 4s|riichi 7s", DEAR, draws="4s", past=RIICHI),
    case("with the end that is suji", EXPERTS, "riichi 4s", DEAR, draws="4s", past=RIICHI),
    case("a beginner of defence gives it up", "mamori:beginner", "discard 3p", DEAR, draws="4s", past=RIICHI),
    case("a dear hand two away at the first riichi", ("mamori", "mamori:expert"), discarding(*SAFE),
         "02367m2468p0468s", draws="5m", dora="2m", past=RIICHI),
    case("which others push", ("hayai", "takame", "hayai:expert", "takame:expert"),
         f"not {discarding(*SAFE)}", "02367m2468p0468s", draws="5m", dora="2m", past=RIICHI),
    case("an open hand that looks tenpai", "mamori", discarding("9m", "1z", "4z", "2s", "6m", "7z"),
         "147m258p3369s257z",
         draws="6p", dora="1p", past=[*CALM, calls(RIGHT, "666z", "777z", "222p", throws="6m")]),
    case("late an expert folds one away", EXPERTS, "discard 8p", "34m567p3467s5588p0s", draws="5m",
         past=LATE),
    case("a regular does not", STYLES, "discard 3m", "34m567p3467s5588p0s", draws="5m", past=LATE),
    case("late a cautious novice knows the discards", "mamori:novice", "discard 8p", "34m567p3467s5588p0s",
         draws="5m", past=LATE),
    case("a fast novice does not", "hayai:novice", "discard 3s", "34m567p3467s5588p0s", draws="5m",
         past=LATE),
    case("all simples push", EXPERTS, "discard 5p|riichi 5p", "234m567p345s22m46m", draws="5p", past=RIICHI),
    case("tenpai is kept with a safe tile or a better wait", EXPERTS,
         "discard 4m|discard 6m|riichi 4m|riichi 6m", "456m678p234s33p46m", draws="6m", past=RIICHI),
    case("the only yaku goes rather than a deal-in", EXPERTS, "discard 5z", "47m38p4588s55z23m1z",
         draws="4p", dealer=RIGHT,
         past=[discards(RIGHT, "9m1z5z2s9p", riichi=4), *CALM[1:], calls(ME, "123m", throws="1z")]),
    case("a beginner takes an honour for safe", "mamori:beginner", "discard 6z", "345m34557p678s66z8p",
         draws="5p", past=RIICHI),
    case("he knows what lies in the pond", "mamori:beginner", "discard 6m", "345m34557p678s66z6m",
         draws="5p", past=RIICHI),
    case("he does not fear one meld", "mamori:beginner", "riichi 1p", "345m3457p678s66z1p", draws="8p",
         past=ONE_CALL),
    case("he fears two", "mamori:beginner", "discard 6z", "345m3457p678s66z1p", draws="8p", past=TWO_CALLS),
    case("and calls nothing then", "mamori:beginner", "pass", "345m3457p678s66z1p", offered="6z",
         past=TWO_CALLS),
]  # fmt: skip
CALLS = [
    case("only the fast one calls a cheap honour early", "hayai", "pon", "149m367p468s2z55z1p", offered="5z",
         by=ACROSS),
    case("the others do not", ("mamori", "takame"), "pass", "149m367p468s2z55z1p", offered="5z", by=ACROSS),
    case("every beginner calls a dragon", BEGINNERS, "pon", "149m367p468s2z55z1p", offered="5z", by=ACROSS),
    case("no hand without a yaku", (*BOTH, *NOVICES), "pass", "123m79p1199s346s4z", offered="8p", past=CALM),
    case("the fast one takes an open tenpai", "hayai", "chi", CHEAP, offered="2p", past=CALM),
    case("a call for speed with a yaku", "hayai", "chi", "34m678p66p45s88s4z2p", offered="5m",
         dora="1z", past=CALM),
    case("a call for speed without one", "hayai", "pass", "34m789p66p45s88s4z2p", offered="5m",
         dora="1z", past=CALM),
    case("another call for speed with a yaku", "hayai", "chi", "34m678p44p67s55s3z8p", offered="5m",
         dora="1z", past=CALM),
    case("another call for speed without one", "hayai", "pass", "34m789p44p67s55s3z8p", offered="5m",
         dora="1z", past=CALM),
    case("the high one waits for riichi", "takame", "pass", CHEAP, offered="2p", past=CALM),
    case("a flush with honours", STYLES, "pon", "1223457m1155z68p", offered="5z", by=RIGHT, past=CALM),
    case("baselines never call", ("tsumogiri", "tenpai"), "pass", "1223457m1155z68p", offered="5z", by=RIGHT,
         past=CALM),
    case("no call breaks a tenpai", STYLES, "pass", "33678m345s66p67s1z", offered="8m",
         past=[calls(ME, "867s", throws="1z")]),
    case("a cheap open tenpai is taken", OTHER_EXPERTS, "pon", "234m55z678s34p99p4z", offered="5z",
         by=ACROSS, past=CALM),
    case("who wants value waits for riichi", STAYS_CLOSED, "pass", "234m55z678s34p99p4z", offered="5z",
         by=ACROSS, past=CALM),
    case("far away for its yaku", OTHER_EXPERTS, "pon", "123m57p468s2z55z13p", offered="5z", by=ACROSS,
         past=CALM),
    case("a cheap honour for speed", "hayai:expert", "pon", "13m46p2257s55z467p", offered="5z", by=ACROSS,
         past=CALM),
    case("and for nothing else", ("mamori:expert", "takame:expert"), "pass", "13m46p2257s55z467p",
         offered="5z", by=ACROSS, past=CALM),
    case("who wants value stays closed", STAYS_CLOSED, "pass", "123m57p468s2z55z13p", offered="5z",
         by=ACROSS, past=CALM),
    case("not for the hope of dragons", EXPERTS, "pass", "23579m8p49s11255z", offered="1m", past=CALM),
    case("not for the hope of simples", EXPERTS, "pass", "2458m5567p68s134z", offered="6m", past=CALM),
    case("not for nothing", EXPERTS, "pass", "2m123448p1689s27z", offered="7s", past=CALM),
    case("the triplet itself is a yaku", "hayai:expert", "pon", "23579m8p49s11255z", offered="5z", by=ACROSS),
    case("no yaku, early", EXPERTS, "pass", NO_YAKU, offered="8p", past=CALM),
    case("no yaku, to be tenpai at the draw", EXPERTS, "chi", NO_YAKU, offered="8p",
         past=quiet_turns(15, f"{NO_YAKU}8p3z69s")),
    case("no yaku, too early for that", EXPERTS, "pass", NO_YAKU, offered="8p", past=quiet_turns(9,
         f"{NO_YAKU}8p3z69s")),
    case("simples with a dora are opened for speed", OTHER_EXPERTS, "chi", "46888m23p348s467z", offered="2s",
         past=CALM, dora="1s"),
    case("who wants value stays closed for more", STAYS_CLOSED, "pass", "46888m23p348s467z", offered="2s",
         past=CALM, dora="1s"),
    case("cheap ones are not", EXPERTS, "pass", "46888m23p348s467z", offered="2s", past=CALM),
    case("a beginner opens without a yaku", "hayai:beginner", "pon", "123m79p155s3468s4z", offered="5s",
         past=CALM),
    case("nobody else does", ("mamori:beginner", "takame:beginner", "hayai:novice", "hayai"), "pass",
         "123m79p155s3468s4z", offered="5s", past=CALM),
    case("he opens with no sequence", "hayai:beginner", "pass", "479m3568p346s2z11s", offered="7p",
         past=CALM),
    case("nor with a pair of terminals", "hayai:beginner", "pass", "479m3568p346s2z11s", offered="1s",
         past=CALM),
    case("a sequence follows a triplet", "hayai:beginner", "chi", "479m3568p346s2z4z44s", offered="7p",
         past=[*CALM[:3], calls(ME, "444s", throws="4z")]),
    case("a beginner who waits calls nothing", BEGINNERS, "pass", "44m34p1z9p67s22s555z", offered="2s",
         past=[*CALM[:3], calls(ME, "444m", throws="1z"), calls(ME, "234p", throws="9p")]),
    case("a closed kan that costs nothing", BOTH, "closed-kan", "111z23m456p789s99s", draws="1z"),
    case("none that breaks a sequence", BOTH, "discard|riichi", "1112m456p789s9s3m6p", draws="1m"),
    case("none against a riichi", BOTH, "not closed-kan", "111z23m456p789s99s", draws="1z", past=RIICHI),
    case("a beginner makes one that takes the wait", BEGINNERS, "closed-kan", "1112m456p789s9s35m7p",
         draws="1m"),
    case("a novice does not", "hayai:novice", "discard", "1112m456p789s9s35m7p", draws="1m"),
    case("nine terminals", STYLES, "nine-terminals", "19m19p19s123z4588m", draws="5p", rules=TENHOU),
    case("eleven terminals play on", STYLES, "discard", "19m19p19s12345z88m", draws="5p", rules=TENHOU),
    case("nine where there is no such draw", STYLES, "discard", "19m19p19s123z4588m", draws="5p", rules=WRC),
]  # fmt: skip
PLACES = [
    *(
        case(f"a leader far ahead: {hand}", EXPERTS, "discard 1z", hand, draws="1z", past=CALM,
             scores=FAR_AHEAD, rules=LAST)
        for hand in (DEAR, "234m567p678s2288p", NARROW)
    ),
    *(
        case(f"the last, {ahead} behind: a silent win lacks points", EXPERTS, "riichi 1z",
             "234m567p678s2288p", draws="1z",
             past=CALM, scores=points(20_000, 20_000 + ahead, 41_000, 39_000 - ahead), rules=LAST)
        for ahead in (2_300, 3_900)
    ),
    *(
        row
        for hand in ("123m57p468s2z55z13p", "13m46p2267s55z467p")
        for row in (
            case(f"in the first hand {hand}", OTHER_EXPERTS, "pon", hand, offered="5z", by=ACROSS, past=CALM,
                 rules=WRC),
            case(f"the last, who stays the last: {hand}", EXPERTS, "pass", hand, offered="5z", by=ACROSS,
                 past=CALM, scores=HOPELESS, rules=LAST),
        )
    ),
    case("a leader in danger: others fold", EXPERTS, "riichi 1z", "123m456p789s1146s", draws="1z", dora="8s",
         past=CALM, scores=IN_DANGER, rules=LAST),
    *(
        row
        for hand in (DEAR, "234m35p567s678p88s")
        for row in (
            case(f"the leader of the last hand: {hand}", BOTH, "discard 4z", hand, draws="4z", past=CALM,
                 scores=ALONE_AHEAD, rules=LAST),
            case(f"the last needs the han: {hand}", BOTH, "riichi 4z", hand, draws="4z", past=CALM,
                 scores=BEHIND, rules=LAST),
        )
    ),
    case("the leader of the first hand", BOTH, "riichi 4z", DEAR, draws="4z", past=CALM, scores=ALONE_AHEAD,
         rules=WRC),
    case("a cheap call makes the second the first", STYLES, "chi", CHEAP, offered="2p", past=CALM,
         scores=CLOSE, rules=LAST),
    case("and leaves the last one last", STYLES, "pass", CHEAP, offered="2p", past=CALM,
         scores=points(2_000, 45_000, 39_000, 14_000), rules=LAST),
    case("a cheap tenpai in the first hand", EXPERTS, "pass", CHEAP, offered="2p", past=CALM, scores=LEVEL,
         rules=WRC),
    case("among equals any win is first", EXPERTS, "chi", CHEAP, offered="2p", past=CALM, scores=LEVEL,
         rules=LAST),
    case("a leader who wins stays first", EXPERTS, "chi", CHEAP, offered="2p", past=CALM, scores=AHEAD,
         rules=LAST),
    case("who passes nobody does not call", EXPERTS, "pass", CHEAP, offered="2p", past=CALM,
         scores=points(12_500, 34_500, 23_000, 50_000), rules=LAST),
]  # fmt: skip


@pytest.mark.parametrize(
    ("bots", "expected", "hand", "seen"), [*WINS_AND_RIICHI, *DISCARDS, *DEFENCE, *CALLS, *PLACES]
)
def test_the_choice(bots: tuple[str, ...], expected: str, hand: str, seen: dict[str, Any]) -> None:
    view = seat_view(hand, **seen)
    told = {name: choice(name, view) for name in bots}
    wrong = {name: str(action) for name, action in told.items() if not is_one_of(action, expected)}
    assert wrong == {}


def is_one_of(action: Action, expected: str) -> bool:
    words = action.kind.value, str(action)
    found = any(word in words for word in expected.removeprefix("not ").split("|"))
    return found is not expected.startswith("not ")


@pytest.mark.parametrize("name", [*NOVICES, *PUSHERS])
def test_who_does_not_see_a_riichi_plays_as_in_peace(name: str) -> None:
    hand = "147m258p369s1257z"
    assert choice(name, seat_view(hand, draws="6p", past=RIICHI)) == choice(
        name, seat_view(hand, draws="6p", past=CALM)
    )


@pytest.mark.parametrize("name", STYLES)
def test_of_two_equal_tiles_the_one_just_drawn_goes(name: str) -> None:
    action = choice(name, seat_view("234567m34567p99s", draws="9s"))
    assert (str(action), action.tsumogiri) == ("riichi 9s", True)


def test_tsumogiri_throws_what_it_draws() -> None:
    action = choice("tsumogiri", seat_view("123m456p789s1122z", draws="5p"))
    assert (action.kind, str(action), action.tsumogiri) == (ActionKind.DISCARD, "discard 5p", True)
