"""Positions in which something must be refused.

Where a discard or a kan is to be claimed, somebody else may claim it: otherwise the game would have gone on
before the wrong claim is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from engine.actions import Why
from engine.rules import EMA, MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015, Offence, Ruleset
from tests.support.engine.deals import PINFU, THREE_SIDES, E, N, Play, S, W, deal

TWO_SIDES = "23p234m345678s55s"
"""All simples, waits for 1p 4p."""
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


SCATTERED = "258m258p258s5671z"


@dataclass(frozen=True)
class Row:
    """``action`` as it prints itself, and ``drawn`` behind a discard of the drawn tile.

    ``form``: this kind of action is possible, but not with these tiles.
    """

    seat: int
    action: str
    why: Why
    position: Callable[[], Play]
    form: bool = False


def furiten(seat: int, tile: str, position: Callable[[], Play]) -> Row:
    return Row(seat, f"ron {tile}", Why.FURITEN, position)


def dealt(*hands: str, draws: str, **more: object) -> Callable[[], Play]:
    """The deal, East having drawn."""
    return lambda: deal(*hands, draws=draws, **more)  # type: ignore[arg-type]


def offered_by_east(tile: str, *hands: str, **more: object) -> Callable[[], Play]:
    """East has drawn the tile and discarded it."""
    return lambda: deal("", *hands, draws=tile, **more).discard(tile)  # type: ignore[arg-type]


def called(tile: str, south: str, own: str, **more: object) -> Callable[[], Play]:
    """South has called chi of that tile."""
    return lambda: offered_by_east(tile, south, **more)().chi(S, own)


LEFT = {"wrc2015": 3, "ema": 3, "ema2025": 0, "tenhou": 3, "mahjongsoul": 3, "mleague": 0}
"""One tile too few in the wall for riichi."""

ROWS = {
    # -- furiten, each cause of each kind ------------------------------------------------------------
    "own discard": furiten(E, "2p", lambda: own_discard("2p")),
    "another wait than the own discard": furiten(E, "5p", lambda: own_discard("5p")),
    "a third wait": furiten(E, "8p", lambda: own_discard("8p")),
    "own discard of a red five": furiten(E, "2p", own_red_discard),
    "own discard that was called away": furiten(E, "5p", own_discard_called_away),
    "own discard that would have had no yaku": furiten(E, "6s", own_discard_without_yaku),
    "a win let go in this go-around": furiten(E, "8p", passed_over),
    "a win let go, and others called since": furiten(E, "8p", passed_over_and_others_called),
    "a win let go for want of a yaku": furiten(E, "3s", passed_over_without_yaku),
    "a kan not robbed": furiten(E, "4p", lambda: kan_passed_over(riichi=False)),
    "a kan not robbed in riichi": furiten(E, "4p", lambda: kan_passed_over(riichi=True)),
    "a win let go in riichi": furiten(E, "8p", passed_over_in_riichi),
    "an own draw let go in riichi": furiten(E, "5p", own_draw_passed_over_in_riichi),
    "riichi in furiten": furiten(E, "5p", furiten_riichi),
    # -- wins without what a win needs ---------------------------------------------------------------
    "ron without a yaku": Row(E, "ron 6s", Why.NO_YAKU, lambda: open_without_yaku("6s").discard("6s")),
    "ron with dora alone": Row(
        E, "ron 6s", Why.NO_YAKU, lambda: open_without_yaku("6s", indicators="5s").discard("6s")
    ),
    "open tanyao where it is not allowed": Row(E, "ron 6s", Why.NO_YAKU, tanyao_that_must_be_closed),
    "one han where two are needed": Row(E, "ron 1p", Why.TWO_HAN_MINIMUM, one_han_where_two_are_needed),
    "ron on a tile not waited for": Row(
        S, "ron 9m", Why.NOT_COMPLETE, offered_by_east("9m", TWO_SIDES, pair("9m"))
    ),
    "ron on the own discard": Row(E, "ron 5p", Why.NO_CLAIM, own_winning_tile),
    "ron after all have passed": Row(E, "ron 5p", Why.NO_CLAIM, after_the_window),
    "ron with another tile than the one offered": Row(
        W, "ron 8p", Why.NO_TILES_FOR_IT, offered_by_east("5p", "", THREE_SIDES), form=True
    ),
    "ron by other hands on a closed kan": Row(N, "ron 1p", Why.NO_CLAIM, lambda: closed_kan(WRC_2015)),
    "thirteen orphans on a closed kan where it is not allowed": Row(
        E, "ron 1p", Why.NO_CLAIM, lambda: closed_kan(WRC)
    ),
    "tsumo of an incomplete hand": Row(E, "tsumo 9m", Why.NOT_COMPLETE, dealt(THREE_SIDES, draws="9m")),
    "tsumo without a yaku": Row(
        E, "tsumo 6s", Why.NO_YAKU, lambda: open_without_yaku("8s7s1p6s").tsumogiri(3)
    ),
    "tsumo with another tile than the one drawn": Row(
        E, "tsumo 8p", Why.NO_TILES_FOR_IT, dealt(THREE_SIDES, draws="5p"), form=True
    ),
    "tsumo out of turn": Row(S, "tsumo 5p", Why.NOT_YOUR_TURN, dealt("", THREE_SIDES, draws="5p")),
    "tsumo after a call": Row(W, "tsumo 5m", Why.NO_DRAW, after_pon),
    # -- discards ------------------------------------------------------------------------------------
    "discard out of turn": Row(S, "discard 2m", Why.NOT_YOUR_TURN, dealt("", SCATTERED, draws="9s")),
    "discard twice": Row(
        E, "discard 2m", Why.NOT_YOUR_TURN, lambda: dealt(SCATTERED, draws="9s9m")().discard("9s")
    ),
    "discard of a tile not held": Row(E, "discard 9m", Why.NOT_IN_HAND, dealt(SCATTERED, draws="9s")),
    "discard of the drawn tile as one of the hand": Row(
        E, "discard 9s", Why.NOT_IN_HAND, dealt(SCATTERED, draws="9s"), form=True
    ),
    "discard of a tile of the hand as the drawn one": Row(
        E, "discard 2m drawn", Why.NOT_THE_DRAWN_TILE, dealt(SCATTERED, draws="9s"), form=True
    ),
    "kuikae: the tile called by chi": Row(
        S, "discard 1p", Why.KUIKAE, called("1p", "1234p258m258s123z", "23p")
    ),
    "kuikae: the other end": Row(S, "discard 4p", Why.KUIKAE, called("1p", "1234p258m258s123z", "23p")),
    "kuikae: the other end below": Row(S, "discard 6s", Why.KUIKAE, called("9s", "6789s258m258p123z", "78s")),
    "kuikae: the middle tile": Row(S, "discard 2p", Why.KUIKAE, called("2p", "1234p258m258s123z", "13p")),
    "kuikae: the tile called by pon": Row(
        W, "discard 5m", Why.KUIKAE, lambda: offered_by_east("5m", "", "555m147p147s1234z")().pon(W)
    ),
    "kuikae: the red five after a plain one": Row(
        S, "discard 0m", Why.KUIKAE, called("5m", "0567m258p258s123z", "67m", rules=TENHOU)
    ),
    "kuikae: the plain five after a red one": Row(
        S, "discard 5m", Why.KUIKAE, called("0m", "5567m258p258s123z", "67m", rules=TENHOU)
    ),
    "kuikae: a red five at the other end": Row(
        S, "discard 0m", Why.KUIKAE, called("2m", "0344m258p258s123z", "34m", rules=TENHOU)
    ),
    "kuikae: the red five after pon of plain ones": Row(
        W,
        "discard 0m",
        Why.KUIKAE,
        lambda: offered_by_east("5m", "", "055m258p258s1234z", rules=TENHOU)().pon(W, "55m"),
    ),
    "in riichi, a tile of the hand": Row(
        E, "discard 2m", Why.LOCKED_BY_RIICHI, lambda: kan_after_riichi(THREE_SIDES, "9m")
    ),
    "in riichi, the drawn tile's copy in the hand": Row(
        E, "discard 5s", Why.LOCKED_BY_RIICHI, lambda: kan_after_riichi(THREE_SIDES, "5s"), form=True
    ),
    # -- riichi --------------------------------------------------------------------------------------
    "riichi when noten": Row(E, "riichi 9s drawn", Why.NOT_TENPAI, dealt(SCATTERED, draws="9s")),
    "riichi with a discard that breaks tenpai": Row(
        E, "riichi 2m", Why.NOT_TENPAI, dealt(THREE_SIDES, draws="1z")
    ),
    "riichi waiting for the fifth copy of a tile": Row(
        E, "riichi 1z drawn", Why.NOT_TENPAI, dealt("123456789m9999p", draws="1z")
    ),
    "riichi with an open hand": Row(E, "riichi 8m drawn", Why.HAND_OPEN, open_hand),
    "riichi with an open hand where errors are penalised, but this one is not": Row(
        E, "riichi 8m drawn", Why.HAND_OPEN, lambda: open_hand(rules=DEAD_HANDS)
    ),
    "riichi twice": Row(
        E, "riichi 9m drawn", Why.ALREADY_RIICHI, lambda: kan_after_riichi(THREE_SIDES, "9m")
    ),
    "riichi out of turn": Row(S, "riichi 1z", Why.NOT_YOUR_TURN, dealt("", THREE_SIDES, draws="1z")),
    "riichi with a tile not held": Row(E, "riichi 9m", Why.NOT_IN_HAND, dealt(THREE_SIDES, draws="1z")),
    **{
        f"riichi with {points} points under {rules.name}": Row(
            E,
            "riichi 1z drawn",
            Why.TOO_FEW_POINTS,
            lambda rules=rules, points=points: ready(rules, points),
        )
        for rules in (TENHOU, MAHJONG_SOUL)
        for points in (900, 0)
    },
    **{
        f"riichi with {live} tiles left under {name}": Row(
            ready_seat(live),
            "riichi 1z drawn",
            Why.WALL_TOO_SHORT,
            lambda name=name, live=live: ready_late(PRESETS[name], live),
        )
        for name, live in LEFT.items()
    },
    # -- calls ---------------------------------------------------------------------------------------
    "chi from across": Row(
        W, "chi 5m with 34m", Why.NOT_FROM_LEFT, offered_by_east("5m", pair("5m"), "34m258p258s12345z")
    ),
    "chi from the right": Row(
        N, "chi 5m with 34m", Why.NOT_FROM_LEFT, offered_by_east("5m", pair("5m"), "", "34m258p258s12345z")
    ),
    "chi of the own discard": Row(
        E,
        "chi 5m with 46m",
        Why.NO_CLAIM,
        lambda: deal("46m258p258s12345z", pair("5m"), draws="5m").discard("5m"),
    ),
    "chi without the tiles": Row(
        S, "chi 5m with 34m", Why.NO_TILES_FOR_IT, offered_by_east("5m", "", pair("5m"))
    ),
    "chi with tiles not held": Row(
        S, "chi 5m with 67m", Why.NO_TILES_FOR_IT, offered_by_east("5m", "34m258p258s12345z"), form=True
    ),
    "chi of another tile than the one offered": Row(
        S, "chi 2m with 34m", Why.NO_TILES_FOR_IT, offered_by_east("5m", "34m258p258s12345z"), form=True
    ),
    "chi of honours": Row(
        S,
        "chi 1z with 23z",
        Why.NO_TILES_FOR_IT,
        offered_by_east("1z", "23z258m258p2589s4z", "11z258m369p34567z"),
    ),
    "chi over the edge of a suit": Row(
        S,
        "chi 1p with 89m",
        Why.NO_TILES_FOR_IT,
        offered_by_east(
            "1p", "89m258p258s12345z", pair("1p").replace("147p", "258m").replace("147m", "258s")
        ),
    ),
    "chi of a tile that is added to a pon": Row(S, "chi 1p with 23p", Why.NO_CLAIM, added_kan_offered),
    "pon with one tile": Row(
        W,
        "pon 5m with 5m",
        Why.NO_TILES_FOR_IT,
        offered_by_east("5m", "34m258p258s12345z", "5m147p258s123456z"),
    ),
    "pon with a red five not held": Row(
        N,
        "pon 5m with 50m",
        Why.NO_TILES_FOR_IT,
        offered_by_east("5m", "", "", "55m258p258s12345z", rules=TENHOU),
        form=True,
    ),
    "pon of the own discard": Row(
        E,
        "pon 5m with 55m",
        Why.NO_CLAIM,
        lambda: deal("55m258p258s12345z", "34m147p147s12345z", draws="5m").discard("5m"),
    ),
    "pon when nothing is offered": Row(S, "pon 5m with 55m", Why.NO_CLAIM, dealt("", pair("5m"), draws="5m")),
    "open kan with two tiles": Row(
        W, "open-kan 5m with 55m", Why.NO_TILES_FOR_IT, offered_by_east("5m", "", pair("5m"))
    ),
    "a call that leaves no legal discard": Row(S, "chi 4p with 56p", Why.NO_LEGAL_DISCARD, no_discard_left),
    "chi in riichi": Row(E, "chi 1m with 23m", Why.LOCKED_BY_RIICHI, chi_by_riichi),
    "pon in riichi": Row(E, "pon 5s with 55s", Why.LOCKED_BY_RIICHI, pon_by_riichi),
    "open kan in riichi": Row(E, "open-kan 2m with 222m", Why.LOCKED_BY_RIICHI, kan_by_riichi),
    "chi of the last discard": Row(W, "chi 5m with 46m", Why.LAST_TILE, last_discard),
    "pon of the last discard": Row(E, "pon 5m with 55m", Why.LAST_TILE, last_discard),
    "open kan of the last discard": Row(E, "open-kan 5m with 555m", Why.LAST_TILE, last_discard),
    "pon after four kans of several players": Row(N, "pon 9m with 99m", Why.FOUR_KANS_DRAW, four_kans_by_two),
    "pass on the own turn": Row(E, "pass", Why.NO_CLAIM, dealt(SCATTERED, draws="9s")),
    "pass of a seat that is not asked": Row(
        N, "pass", Why.NO_CLAIM, offered_by_east("5m", "34m258p258s12345z")
    ),
    # -- kans ----------------------------------------------------------------------------------------
    "fifth kan, closed": Row(S, "closed-kan 6s with 6666s", Why.FOUR_KANS, fifth_kan_closed),
    "fifth kan, added": Row(S, "added-kan 6s with 666s", Why.FOUR_KANS, fifth_kan_added),
    "fifth kan, open": Row(W, "open-kan 9p with 999p", Why.FOUR_KANS, fifth_kan_open),
    "fifth kan, in riichi": Row(S, "closed-kan 6s with 6666s", Why.FOUR_KANS, fifth_kan_in_riichi),
    "closed kan with the last tile drawn": Row(
        S, "closed-kan 1z with 1111z", Why.LAST_TILE, last_tile_makes_four
    ),
    "added kan of the last tile": Row(S, "added-kan 6s with 666s", Why.LAST_TILE, last_tile_added),
    "closed kan of three": Row(
        E, "closed-kan 1z with 111z", Why.NO_TILES_FOR_IT, dealt("111z258m258p2589s", draws="9m")
    ),
    "closed kan of four, three named": Row(
        E, "closed-kan 1z with 111z", Why.NO_TILES_FOR_IT, dealt("1111z258m258p258s", draws="9m"), form=True
    ),
    "closed kan out of turn": Row(
        S, "closed-kan 1z with 1111z", Why.NOT_YOUR_TURN, dealt("", "1111z258m258p258s", draws="9m")
    ),
    "closed kan after a call": Row(W, "closed-kan 1z with 1111z", Why.NO_DRAW, after_pon),
    "added kan without a pon": Row(
        E, "added-kan 9s with 999s", Why.NO_TILES_FOR_IT, dealt(SCATTERED, draws="9s")
    ),
    "added kan in the turn of the pon": Row(W, "added-kan 5m with 555m", Why.NO_DRAW, after_pon),
    "kan after riichi that changes the waits": Row(
        E,
        "closed-kan 2p with 2222p",
        Why.KAN_CHANGES_WAITS,
        lambda: kan_after_riichi("234m2223p234789s", "2p"),
    ),
    "kan after riichi that changes the waits, Tenhou": Row(
        E,
        "closed-kan 2p with 2222p",
        Why.KAN_CHANGES_WAITS,
        lambda: kan_after_riichi("234m2223p234789s", "2p", TENHOU),
    ),
    "kan after riichi that changes the reading": Row(
        E,
        "closed-kan 6m with 6666m",
        Why.KAN_CHANGES_READING,
        lambda: kan_after_riichi("6668999m456p111s", "6m"),
    ),
    "kan after riichi without the drawn tile": Row(
        E,
        "closed-kan 3s with 3333s",
        Why.NOT_THE_DRAWN_TILE,
        lambda: kan_after_riichi("3367m234p333345s", "6s"),
    ),
    # -- draws ---------------------------------------------------------------------------------------
    "nine terminals with eight": Row(
        E, "nine-terminals", Why.NOT_NINE_KINDS, dealt("19m19p19s12z24678m", draws="2z", rules=TENHOU)
    ),
    "nine terminals in the second turn": Row(
        E,
        "nine-terminals",
        Why.NOT_FIRST_TURN,
        lambda: dealt("19m19p19s123z2467m", draws="5m9m9p9s8s", rules=TENHOU)().tsumogiri(4),
    ),
    "nine terminals after a call": Row(
        W,
        "nine-terminals",
        Why.NOT_FIRST_TURN,
        lambda: (
            offered_by_east("1z", "11z258m258p2589s2z", "19m19p19s34567z24m", rules=TENHOU)()
            .pon(S)
            .discard("2s")
        ),
    ),
    "nine terminals out of turn": Row(
        S, "nine-terminals", Why.NOT_YOUR_TURN, dealt("", "19m19p19s123z2467m", draws="5m", rules=TENHOU)
    ),
    "nine terminals where there is no such draw": Row(
        E, "nine-terminals", Why.NOT_IN_RULES, dealt("19m19p19s123z2467m", draws="5m")
    ),
    # -- what only a real table knows ----------------------------------------------------------------
    "tenpai declared by a player who cannot err": Row(
        E, "tenpai", Why.NOT_IN_RULES, dealt(THREE_SIDES, draws="9m")
    ),
    "a win taken back by a player who cannot err": Row(
        E, "withdrawn-win 9m", Why.NOT_IN_RULES, dealt(THREE_SIDES, draws="9m")
    ),
    "tenpai declared before the wall is empty": Row(
        E, "tenpai", Why.WALL_NOT_EMPTY, lambda: deal(THREE_SIDES, draws="9m", rules=DEAD_HANDS)
    ),
    "a challenge before a win is called": Row(
        E, "challenge", Why.NO_WIN_CALLED, dealt(THREE_SIDES, draws="9m")
    ),
    "a value said before a win is called": Row(E, "count", Why.NO_WIN_CALLED, dealt(THREE_SIDES, draws="9m")),
    "noten declared out of turn": Row(S, "noten", Why.NOT_YOUR_TURN, asked_to_declare),
    "a dead hand wins by tsumo": Row(E, "tsumo 5p", Why.DEAD_HAND, lambda: dead(THREE_SIDES, "5p")),
    "a dead hand wins by ron": Row(E, "ron 5p", Why.DEAD_HAND, lambda: dead_and_offered(THREE_SIDES, "5p")),
    "a dead hand declares riichi": Row(E, "riichi 9m drawn", Why.DEAD_HAND, lambda: dead(THREE_SIDES, "9m")),
    "a dead hand declares a kan": Row(
        E, "closed-kan 1z with 1111z", Why.DEAD_HAND, lambda: dead("1111z258m258p258s", "9m")
    ),
    "a dead hand calls": Row(
        E, "pon 5p with 55p", Why.DEAD_HAND, lambda: dead_and_offered("55p147m258s12345z", "5p")
    ),
}
