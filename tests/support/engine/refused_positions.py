"""Positions in which something must be refused.

Where a discard or a kan is to be claimed, somebody else may claim it: otherwise the game would have gone on
before the wrong claim is made.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.offences import Offence
from engine.rules import EMA, TENHOU, WRC, WRC_2015, Ruleset
from tests.support.engine.deals import E, N, Play, S, W, deal

THREE_SIDES = "34567p234m234s55s"
"""All simples, waits for 2p 5p 8p."""
TWO_SIDES = "23p234m345678s55s"
"""All simples, waits for 1p 4p."""
PINFU = "23p234m567m345s99s"
"""Waits for 1p 4p, without tanyao."""
NO_YAKU = "23m456p789p45s99m1z"
"""After chi of 1m and the discard of 1z: waits for 3s 6s without any yaku."""
FOUR_TRIPLETS = "111z222z333z444m1p"
DEAD_HANDS = replace(WRC_2015, errors="penalised", chombo_for=())
"""Hands die here, and what a dead hand does is refused."""


def pair(tile: str) -> str:
    """A hand that can pon the tile."""
    return f"{tile}{tile}147m147s23467z"


# -- furiten ----------------------------------------------------------------------------------------------


def own_discard(tile: str) -> Play:
    """East has discarded 2p."""
    return deal("2p34567p234m234s5s", north=pair(tile), draws=f"5s{tile}").discard("2p", tile)


def own_red_discard() -> Play:
    play = deal("0p34567p234m234s5s", north=pair("2p"), draws="5s2p", rules=TENHOU)
    return play.discard("0p", "2p")


def own_discard_called_away() -> Play:
    hands = ("2p34567p234m234s5s", "", "22p147m147s12345z", "55p369m369s12345z")
    play = deal(*hands, draws="5s9m9m5p")
    return play.discard("2p").pon(W).discard("1z").tsumogiri(2).discard("5p")


def open_without_yaku(draws: str, east: str = NO_YAKU, **more: object) -> Play:
    """East has called chi of 1m off North, and South draws the first of these tiles."""
    north = "1m258m258p33s1234z"
    play = deal(east, "", "66s147m147p12345z", north, "9s8s8p9p" + draws, **more)  # type: ignore[arg-type]
    return play.discard("9s").tsumogiri(2).discard("1m").chi(E, "23m").discard("1z")


def own_discard_without_yaku() -> Play:
    """East has discarded 3s, which would have had no yaku."""
    hands = ("3s23m456p789p45s99m", "", "66s147m147p12345z", "1m258m258p258s234z")
    play = deal(*hands, draws="1z9s9p9p6s").discard("3s").tsumogiri(2)
    return play.discard("1m").chi(E, "23m").discard("1z").discard("6s")


def passed_over() -> Play:
    """East lets 5p go; West discards 8p in the same go-around."""
    return deal(THREE_SIDES, north=pair("8p"), draws="9m5p8p").discard("9m", "5p", "8p")


def passed_over_and_others_called() -> Play:
    """East lets 5p go, North calls pon of another tile and discards 8p."""
    hands = (THREE_SIDES, "88p147m147s23467z", "", "11z8p58m369s23456z")
    return deal(*hands, draws="9m5p1z").discard("9m", "5p", "1z").pon(N).discard("8p")


def passed_over_without_yaku() -> Play:
    """The 6s that East could not win on has passed; West discards 3s."""
    return open_without_yaku("6s3s").discard("6s", "3s")


def kan_passed_over(*, riichi: bool) -> Play:
    """East lets the fourth 1p go that West adds to a pon; West's replacement tile and discard is 4p."""
    hands = (TWO_SIDES, "", "11p258m369s12345z", "44p147m147s23467z")
    play = deal(*hands, draws="9m1p9m9p9s1p", replacements="4p")
    play.discard("9m", "1p").pon(W).discard("1z").tsumogiri()
    (play.riichi if riichi else play.discard)("9p")
    return play.tsumogiri().added_kan("1p").everybody_passes().discard("4p")


def passed_over_in_riichi() -> Play:
    """East in riichi lets 5p go; 8p comes a go-around later."""
    play = deal(THREE_SIDES, north=pair("8p"), draws="9m5p9m9m1z8p").riichi("9m").discard("5p")
    return play.tsumogiri(3).discard("8p")


def own_draw_passed_over_in_riichi() -> Play:
    """East in riichi draws 8p and does not win."""
    play = deal(THREE_SIDES, north=pair("5p"), draws="9m9p9p9s8p5p").riichi("9m").tsumogiri(3)
    return play.discard("8p", "5p")


def furiten_riichi() -> Play:
    """East has discarded 2p before riichi."""
    play = deal("2p34567p234m234s5s", north=pair("5p"), draws="5s9m9m9m1z5p").discard("2p")
    return play.tsumogiri(3).riichi("1z").discard("5p")


# -- other wins -------------------------------------------------------------------------------------------


def tanyao_that_must_be_closed() -> Play:
    """East has called chi of 4m; only tanyao would be left."""
    rules = replace(WRC, open_tanyao=False)
    hands = ("23m456p678p45s88m1z", "", "66s147m147p12345z", "4m258m258p33s1234z")
    play = deal(*hands, draws="9s9s9p9p6s", rules=rules).discard("9s").tsumogiri(2)
    return play.discard("4m").chi(E, "23m").discard("1z").discard("6s")


def one_han_where_two_are_needed() -> Play:
    """Pinfu and a dora, with five honba."""
    rules = replace(WRC, two_han_minimum_from=5)
    play = deal(PINFU, north=pair("1p"), draws="9m1p", indicators="9p", rules=rules, honba=5)
    return play.tsumogiri().discard("1p")


def closed_kan(rules: Ruleset) -> Play:
    """South declares a closed kan of 1p; East has thirteen orphans but 1p, North waits for 1p 4p."""
    hands = ("119m9p19s1234567z", "111p258m258p258s2z", "", "234m567m345s99m23p")
    return deal(*hands, draws="5p1p", rules=rules).discard("5p").closed_kan("1p")


def own_winning_tile() -> Play:
    """East draws 5p, which completes the hand, and discards it."""
    return deal(THREE_SIDES, north=pair("5p"), draws="5p").discard("5p")


def after_the_window() -> Play:
    """East has let 5p go and West has drawn."""
    return deal(THREE_SIDES, draws="9m5p").discard("9m", "5p").everybody_passes()


# -- calls ------------------------------------------------------------------------------------------------


def offered(tile: str, *, rules: Ruleset = WRC, **hands: str) -> Play:
    """East discards the tile that he draws."""
    return deal(draws=tile, rules=rules, **hands).discard(tile)  # type: ignore[arg-type]


def no_discard_left() -> Play:
    """South has called three times and holds 4567p: chi of 4p with 56p would leave 4p and 7p."""
    play = deal("", "22m33m44m4567p156z", "", "44p147m147s12346z", draws="2m3m4m9m9p4p")
    for tile, discard in (("2m", "1z"), ("3m", "5z"), ("4m", "6z")):
        play.discard(tile).pon(S).discard(discard)
    return play.tsumogiri(2).discard("4p")


def chi_by_riichi() -> Play:
    """North discards 1m; East in riichi holds 23m."""
    return deal(THREE_SIDES, pair("1m").replace("147m", "258p"), draws="9p9m9s1m").riichi("9p").tsumogiri(3)


def pon_by_riichi() -> Play:
    """South discards 5s; East in riichi has a pair of it."""
    return deal(THREE_SIDES, "", "46s147m147p12345z", draws="9p5s").riichi("9p").discard("5s")


def kan_by_riichi() -> Play:
    """South discards 2m; East in riichi has three of it."""
    play = deal("222m34567p22s345s", "", "13m258p258s12345z", draws="9p2m")
    return play.riichi("9p").discard("2m")


def last_discard() -> Play:
    """South discards the last tile, 5m; West can win on it, and East has three of it."""
    hands = ("555m147p147s1234z", "", "46m234p234s678s11p")
    return deal(*hands, last="5m").run_down(0).discard("5m")


def four_kans_by_two() -> Play:
    """East makes three kans, South the fourth, and discards 9m, which West can win on."""
    hands = ("111z222z333z44m67p", "666s258p14m14p567z", "345m345s345p78m99s", "99m147p147s4567z1s")
    play = deal(*hands, draws="1z6s", replacements="2z3z9p9m", rules=TENHOU)
    play.closed_kan("1z").closed_kan("2z").closed_kan("3z").discard("9p").closed_kan("6s")
    return play.discard("9m")


# -- kans -------------------------------------------------------------------------------------------------


def four_kans_of_east(play: Play, discard: str) -> Play:
    """East, who has just drawn 1z, makes four closed kans and discards."""
    for tile in ("1z", "2z", "3z", "4m"):
        play.closed_kan(tile)
    return play.discard(discard)


def fifth_kan_closed() -> Play:
    """South has four of 6s after East's four kans."""
    play = deal(FOUR_TRIPLETS, "666s258p179m4567z", draws="1z6s", replacements="2z3z4m9p")
    return four_kans_of_east(play, "9p")


def fifth_kan_added() -> Play:
    """South has a pon of 6s, and draws the fourth after East's four kans."""
    play = deal(FOUR_TRIPLETS, "66s258p179m45677z", draws="6s8s9s1z6s", replacements="2z3z4m9p")
    play.discard("6s").pon(S).discard("4z").tsumogiri(2)
    return four_kans_of_east(play, "9p")


def fifth_kan_open() -> Play:
    """West has three of the 9p that East discards after four kans, and may call pon."""
    play = deal(FOUR_TRIPLETS, "", "999p258m147s5677z", draws="1z", replacements="2z3z4m9p")
    return four_kans_of_east(play, "9p")


def fifth_kan_in_riichi() -> Play:
    """South in riichi draws the fourth 6s after East's four kans."""
    play = deal(FOUR_TRIPLETS, "34567p234s55m666s", draws="9m9p9s8s1z6s", replacements="2z3z4m9m")
    play.discard("9m").riichi("9p").tsumogiri(2)
    return four_kans_of_east(play, "9m")


def last_tile_makes_four() -> Play:
    """South has four of 1z with the last tile drawn."""
    return deal("", "1111z258m258p258s", last="5z").run_down(0)


def last_tile_added() -> Play:
    """The last tile is the fourth of South's pon of 6s."""
    play = deal("", "66s77m258p123456z", draws="6s7m", last="6s").discard("6s").pon(S).discard("1z")
    return play.discard("7m").pon(S).discard("2z").run_down(0)


def after_pon() -> Play:
    """West has called pon of 5m, holds the fourth, and has four of 1z."""
    return deal("", "", "555m1111z147p147s", draws="5m").discard("5m").pon(W)


def kan_after_riichi(hand: str, drawn: str, rules: Ruleset = WRC) -> Play:
    """East in riichi has drawn that tile."""
    return deal(hand, draws=f"1z5z6z7z{drawn}", rules=rules).riichi("1z").tsumogiri(3)


def added_kan_offered() -> Play:
    """West adds 1p to a pon: South can rob it, and has 23p for a chi of it."""
    hands = ("", PINFU, "11p258m369s12345z", "")
    return deal(*hands, draws="1p9p8p7p1p").discard("1p").pon(W).discard("1z").tsumogiri(3).added_kan("1p")


# -- riichi, dead hands, declarations ---------------------------------------------------------------------


def ready(rules: Ruleset, points: int) -> Play:
    """East is tenpai and has so many points."""
    return deal(THREE_SIDES, draws="1z", rules=rules, scores=[points, 30_000, 30_000, 30_000])


def ready_late(rules: Ruleset, live: int) -> Play:
    """Somebody is tenpai when so many tiles are left after the draw."""
    hands = ["", "", "", ""]
    hands[ready_seat(live)] = THREE_SIDES
    return deal(*hands, rules=rules, last="1z9m9p9s2z"[-2 * (live + 1) :]).run_down(live)


def ready_seat(live: int) -> int:
    """Who draws when so many tiles are left after it."""
    return (69 - live) % 4


def open_hand(**more: object) -> Play:
    """East has called chi, and draws 8m a go-around later."""
    return open_without_yaku("9s9s1p8m", **more).tsumogiri(3).everybody_passes()


def dead(hand: str, draw: str) -> Play:
    """East's hand is dead; he has drawn that tile."""
    return deal(hand, draws=draw, rules=DEAD_HANDS).rule(E, Offence.WRONG_TILE_COUNT)


def dead_and_offered(hand: str, tile: str) -> Play:
    """East's hand is dead; South discards that tile."""
    play = deal(hand, draws=f"9m{tile}", rules=DEAD_HANDS)
    return play.rule(E, Offence.WRONG_TILE_COUNT).discard("9m", tile)


def asked_to_declare() -> Play:
    """The wall is empty, and East is asked first."""
    hands = ("123m456m789m222p5s", "", "", "")
    play = deal(*hands, rules=replace(EMA, errors="penalised"), ura="555s")
    return play.run_down(0).tsumogiri().everybody_passes()
