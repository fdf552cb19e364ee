"""What must be refused: a position of ``refused_positions``, a seat, an action, and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Why
from engine.rules import MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015
from tests.support.engine import refused_positions as at
from tests.support.engine.deals import E, N, Play, S, W, deal
from tests.support.engine.refused_positions import THREE_SIDES, TWO_SIDES, pair

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


def offered(tile: str, *hands: str, **more: object) -> Callable[[], Play]:
    """East has drawn the tile and discarded it."""
    return lambda: deal("", *hands, draws=tile, **more).discard(tile)  # type: ignore[arg-type]


def called(tile: str, south: str, own: str, **more: object) -> Callable[[], Play]:
    """South has called chi of that tile."""
    return lambda: offered(tile, south, **more)().chi(S, own)


LEFT = {"wrc2015": 3, "ema": 3, "ema2025": 0, "tenhou": 3, "mahjongsoul": 3, "mleague": 0}
"""One tile too few in the wall for riichi."""

ROWS = {
    # -- furiten, each cause of each kind ------------------------------------------------------------
    "own discard": furiten(E, "2p", lambda: at.own_discard("2p")),
    "another wait than the own discard": furiten(E, "5p", lambda: at.own_discard("5p")),
    "a third wait": furiten(E, "8p", lambda: at.own_discard("8p")),
    "own discard of a red five": furiten(E, "2p", at.own_red_discard),
    "own discard that was called away": furiten(E, "5p", at.own_discard_called_away),
    "own discard that would have had no yaku": furiten(E, "6s", at.own_discard_without_yaku),
    "a win let go in this go-around": furiten(E, "8p", at.passed_over),
    "a win let go, and others called since": furiten(E, "8p", at.passed_over_and_others_called),
    "a win let go for want of a yaku": furiten(E, "3s", at.passed_over_without_yaku),
    "a kan not robbed": furiten(E, "4p", lambda: at.kan_passed_over(riichi=False)),
    "a kan not robbed in riichi": furiten(E, "4p", lambda: at.kan_passed_over(riichi=True)),
    "a win let go in riichi": furiten(E, "8p", at.passed_over_in_riichi),
    "an own draw let go in riichi": furiten(E, "5p", at.own_draw_passed_over_in_riichi),
    "riichi in furiten": furiten(E, "5p", at.furiten_riichi),
    # -- wins without what a win needs ---------------------------------------------------------------
    "ron without a yaku": Row(E, "ron 6s", Why.NO_YAKU, lambda: at.open_without_yaku("6s").discard("6s")),
    "ron with dora alone": Row(
        E, "ron 6s", Why.NO_YAKU, lambda: at.open_without_yaku("6s", indicators="5s").discard("6s")
    ),
    "open tanyao where it is not allowed": Row(E, "ron 6s", Why.NO_YAKU, at.tanyao_that_must_be_closed),
    "one han where two are needed": Row(E, "ron 1p", Why.TWO_HAN_MINIMUM, at.one_han_where_two_are_needed),
    "ron on a tile not waited for": Row(S, "ron 9m", Why.NOT_COMPLETE, offered("9m", TWO_SIDES, pair("9m"))),
    "ron on the own discard": Row(E, "ron 5p", Why.NO_CLAIM, at.own_winning_tile),
    "ron after all have passed": Row(E, "ron 5p", Why.NO_CLAIM, at.after_the_window),
    "ron with another tile than the one offered": Row(
        W, "ron 8p", Why.NO_TILES_FOR_IT, offered("5p", "", THREE_SIDES), form=True
    ),
    "ron by other hands on a closed kan": Row(N, "ron 1p", Why.NO_CLAIM, lambda: at.closed_kan(WRC_2015)),
    "thirteen orphans on a closed kan where it is not allowed": Row(
        E, "ron 1p", Why.NO_CLAIM, lambda: at.closed_kan(WRC)
    ),
    "tsumo of an incomplete hand": Row(E, "tsumo 9m", Why.NOT_COMPLETE, dealt(THREE_SIDES, draws="9m")),
    "tsumo without a yaku": Row(
        E, "tsumo 6s", Why.NO_YAKU, lambda: at.open_without_yaku("8s7s1p6s").tsumogiri(3)
    ),
    "tsumo with another tile than the one drawn": Row(
        E, "tsumo 8p", Why.NO_TILES_FOR_IT, dealt(THREE_SIDES, draws="5p"), form=True
    ),
    "tsumo out of turn": Row(S, "tsumo 5p", Why.NOT_YOUR_TURN, dealt("", THREE_SIDES, draws="5p")),
    "tsumo after a call": Row(W, "tsumo 5m", Why.NO_DRAW, at.after_pon),
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
        W, "discard 5m", Why.KUIKAE, lambda: offered("5m", "", "555m147p147s1234z")().pon(W)
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
        lambda: offered("5m", "", "055m258p258s1234z", rules=TENHOU)().pon(W, "55m"),
    ),
    "in riichi, a tile of the hand": Row(
        E, "discard 2m", Why.LOCKED_BY_RIICHI, lambda: at.kan_after_riichi(THREE_SIDES, "9m")
    ),
    "in riichi, the drawn tile's copy in the hand": Row(
        E, "discard 5s", Why.LOCKED_BY_RIICHI, lambda: at.kan_after_riichi(THREE_SIDES, "5s"), form=True
    ),
    # -- riichi --------------------------------------------------------------------------------------
    "riichi when noten": Row(E, "riichi 9s drawn", Why.NOT_TENPAI, dealt(SCATTERED, draws="9s")),
    "riichi with a discard that breaks tenpai": Row(
        E, "riichi 2m", Why.NOT_TENPAI, dealt(THREE_SIDES, draws="1z")
    ),
    "riichi waiting for the fifth copy of a tile": Row(
        E, "riichi 1z drawn", Why.NOT_TENPAI, dealt("123456789m9999p", draws="1z")
    ),
    "riichi with an open hand": Row(E, "riichi 8m drawn", Why.HAND_OPEN, at.open_hand),
    "riichi with an open hand where errors are penalised, but this one is not": Row(
        E, "riichi 8m drawn", Why.HAND_OPEN, lambda: at.open_hand(rules=at.DEAD_HANDS)
    ),
    "riichi twice": Row(
        E, "riichi 9m drawn", Why.ALREADY_RIICHI, lambda: at.kan_after_riichi(THREE_SIDES, "9m")
    ),
    "riichi out of turn": Row(S, "riichi 1z", Why.NOT_YOUR_TURN, dealt("", THREE_SIDES, draws="1z")),
    "riichi with a tile not held": Row(E, "riichi 9m", Why.NOT_IN_HAND, dealt(THREE_SIDES, draws="1z")),
    **{
        f"riichi with {points} points under {rules.name}": Row(
            E,
            "riichi 1z drawn",
            Why.TOO_FEW_POINTS,
            lambda rules=rules, points=points: at.ready(rules, points),
        )
        for rules in (TENHOU, MAHJONG_SOUL)
        for points in (900, 0)
    },
    **{
        f"riichi with {live} tiles left under {name}": Row(
            at.ready_seat(live),
            "riichi 1z drawn",
            Why.WALL_TOO_SHORT,
            lambda name=name, live=live: at.ready_late(PRESETS[name], live),
        )
        for name, live in LEFT.items()
    },
    # -- calls ---------------------------------------------------------------------------------------
    "chi from across": Row(
        W, "chi 5m with 34m", Why.NOT_FROM_LEFT, offered("5m", pair("5m"), "34m258p258s12345z")
    ),
    "chi from the right": Row(
        N, "chi 5m with 34m", Why.NOT_FROM_LEFT, offered("5m", pair("5m"), "", "34m258p258s12345z")
    ),
    "chi of the own discard": Row(
        E,
        "chi 5m with 46m",
        Why.NO_CLAIM,
        lambda: deal("46m258p258s12345z", pair("5m"), draws="5m").discard("5m"),
    ),
    "chi without the tiles": Row(S, "chi 5m with 34m", Why.NO_TILES_FOR_IT, offered("5m", "", pair("5m"))),
    "chi with tiles not held": Row(
        S, "chi 5m with 67m", Why.NO_TILES_FOR_IT, offered("5m", "34m258p258s12345z"), form=True
    ),
    "chi of another tile than the one offered": Row(
        S, "chi 2m with 34m", Why.NO_TILES_FOR_IT, offered("5m", "34m258p258s12345z"), form=True
    ),
    "chi of honours": Row(
        S, "chi 1z with 23z", Why.NO_TILES_FOR_IT, offered("1z", "23z258m258p2589s4z", "11z258m369p34567z")
    ),
    "chi over the edge of a suit": Row(
        S,
        "chi 1p with 89m",
        Why.NO_TILES_FOR_IT,
        offered("1p", "89m258p258s12345z", pair("1p").replace("147p", "258m").replace("147m", "258s")),
    ),
    "chi of a tile that is added to a pon": Row(S, "chi 1p with 23p", Why.NO_CLAIM, at.added_kan_offered),
    "pon with one tile": Row(
        W, "pon 5m with 5m", Why.NO_TILES_FOR_IT, offered("5m", "34m258p258s12345z", "5m147p258s123456z")
    ),
    "pon with a red five not held": Row(
        N,
        "pon 5m with 50m",
        Why.NO_TILES_FOR_IT,
        offered("5m", "", "", "55m258p258s12345z", rules=TENHOU),
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
        W, "open-kan 5m with 55m", Why.NO_TILES_FOR_IT, offered("5m", "", pair("5m"))
    ),
    "a call that leaves no legal discard": Row(
        S, "chi 4p with 56p", Why.NO_LEGAL_DISCARD, at.no_discard_left
    ),
    "chi in riichi": Row(E, "chi 1m with 23m", Why.LOCKED_BY_RIICHI, at.chi_by_riichi),
    "pon in riichi": Row(E, "pon 5s with 55s", Why.LOCKED_BY_RIICHI, at.pon_by_riichi),
    "open kan in riichi": Row(E, "open-kan 2m with 222m", Why.LOCKED_BY_RIICHI, at.kan_by_riichi),
    "chi of the last discard": Row(W, "chi 5m with 46m", Why.LAST_TILE, at.last_discard),
    "pon of the last discard": Row(E, "pon 5m with 55m", Why.LAST_TILE, at.last_discard),
    "open kan of the last discard": Row(E, "open-kan 5m with 555m", Why.LAST_TILE, at.last_discard),
    "pon after four kans of several players": Row(
        N, "pon 9m with 99m", Why.FOUR_KANS_DRAW, at.four_kans_by_two
    ),
    "pass on the own turn": Row(E, "pass", Why.NO_CLAIM, dealt(SCATTERED, draws="9s")),
    "pass of a seat that is not asked": Row(N, "pass", Why.NO_CLAIM, offered("5m", "34m258p258s12345z")),
    # -- kans ----------------------------------------------------------------------------------------
    "fifth kan, closed": Row(S, "closed-kan 6s with 6666s", Why.FOUR_KANS, at.fifth_kan_closed),
    "fifth kan, added": Row(S, "added-kan 6s with 666s", Why.FOUR_KANS, at.fifth_kan_added),
    "fifth kan, open": Row(W, "open-kan 9p with 999p", Why.FOUR_KANS, at.fifth_kan_open),
    "fifth kan, in riichi": Row(S, "closed-kan 6s with 6666s", Why.FOUR_KANS, at.fifth_kan_in_riichi),
    "closed kan with the last tile drawn": Row(
        S, "closed-kan 1z with 1111z", Why.LAST_TILE, at.last_tile_makes_four
    ),
    "added kan of the last tile": Row(S, "added-kan 6s with 666s", Why.LAST_TILE, at.last_tile_added),
    "closed kan of three": Row(
        E, "closed-kan 1z with 111z", Why.NO_TILES_FOR_IT, dealt("111z258m258p2589s", draws="9m")
    ),
    "closed kan of four, three named": Row(
        E, "closed-kan 1z with 111z", Why.NO_TILES_FOR_IT, dealt("1111z258m258p258s", draws="9m"), form=True
    ),
    "closed kan out of turn": Row(
        S, "closed-kan 1z with 1111z", Why.NOT_YOUR_TURN, dealt("", "1111z258m258p258s", draws="9m")
    ),
    "closed kan after a call": Row(W, "closed-kan 1z with 1111z", Why.NO_DRAW, at.after_pon),
    "added kan without a pon": Row(
        E, "added-kan 9s with 999s", Why.NO_TILES_FOR_IT, dealt(SCATTERED, draws="9s")
    ),
    "added kan in the turn of the pon": Row(W, "added-kan 5m with 555m", Why.NO_DRAW, at.after_pon),
    "kan after riichi that changes the waits": Row(
        E,
        "closed-kan 2p with 2222p",
        Why.KAN_CHANGES_WAITS,
        lambda: at.kan_after_riichi("234m2223p234789s", "2p"),
    ),
    "kan after riichi that changes the waits, Tenhou": Row(
        E,
        "closed-kan 2p with 2222p",
        Why.KAN_CHANGES_WAITS,
        lambda: at.kan_after_riichi("234m2223p234789s", "2p", TENHOU),
    ),
    "kan after riichi that changes the reading": Row(
        E,
        "closed-kan 6m with 6666m",
        Why.KAN_CHANGES_READING,
        lambda: at.kan_after_riichi("6668999m456p111s", "6m"),
    ),
    "kan after riichi without the drawn tile": Row(
        E,
        "closed-kan 3s with 3333s",
        Why.NOT_THE_DRAWN_TILE,
        lambda: at.kan_after_riichi("3367m234p333345s", "6s"),
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
            offered("1z", "11z258m258p2589s2z", "19m19p19s34567z24m", rules=TENHOU)().pon(S).discard("2s")
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
        E, "tenpai", Why.WALL_NOT_EMPTY, lambda: deal(THREE_SIDES, draws="9m", rules=at.DEAD_HANDS)
    ),
    "a challenge before a win is called": Row(
        E, "challenge", Why.NO_WIN_CALLED, dealt(THREE_SIDES, draws="9m")
    ),
    "a value said before a win is called": Row(E, "count", Why.NO_WIN_CALLED, dealt(THREE_SIDES, draws="9m")),
    "noten declared out of turn": Row(S, "noten", Why.NOT_YOUR_TURN, at.asked_to_declare),
    "a dead hand wins by tsumo": Row(E, "tsumo 5p", Why.DEAD_HAND, lambda: at.dead(THREE_SIDES, "5p")),
    "a dead hand wins by ron": Row(
        E, "ron 5p", Why.DEAD_HAND, lambda: at.dead_and_offered(THREE_SIDES, "5p")
    ),
    "a dead hand declares riichi": Row(
        E, "riichi 9m drawn", Why.DEAD_HAND, lambda: at.dead(THREE_SIDES, "9m")
    ),
    "a dead hand declares a kan": Row(
        E, "closed-kan 1z with 1111z", Why.DEAD_HAND, lambda: at.dead("1111z258m258p258s", "9m")
    ),
    "a dead hand calls": Row(
        E, "pon 5p with 55p", Why.DEAD_HAND, lambda: at.dead_and_offered("55p147m258s12345z", "5p")
    ),
}
