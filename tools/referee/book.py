"""What the rulebooks say, preset by preset, copied from the published rules and not from the program.

Letters and numbers name rows of the comparison of the rulebooks (A1, B4, ...). Tenhou and Mahjong Soul name
no penalties, because nobody can err there: a table with their rules uses those of EMA, as among friends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

EMA_CHOMBO = frozenset(
    {"false-win", "noten-riichi", "bad-closed-kan", "dead-hand-win", "dead-hand-call", "unplayable"}
)
WRC_2015_DEAD = frozenset(
    {"withdrawn-win", "kuikae", "wrong-tile-count", "invalid-call", "invalid-kan", "riichi-call"}
)
EMA_DEAD = WRC_2015_DEAD | {"open-riichi", "riichi-not-shown", "claim-not-taken"}


@dataclass(frozen=True)
class Book:
    """One rulebook."""

    start_points: int = 30_000
    """A1."""
    counted_from: int = 30_000
    """A2, A6: taken off the points of each player at the end."""
    oka: int = 0
    """A3: to the first."""
    uma: tuple[int, int, int, int] = (15_000, 5_000, -5_000, -15_000)
    """A4."""
    ties_share: bool = True
    """A5: tied players share uma and oka; otherwise the earlier seat is before the other."""
    bets_left: str = "nobody"
    """A7: ``nobody``, ``first``, ``split`` or, rounded down, ``split-down``."""
    chombo_points: int = 30_000
    """H1: off the final score."""
    late_open_dora: bool = False
    """B4: the indicator of an open or added kan is turned with the next discard or kan."""
    orphans_rob_closed: bool = False
    """C8."""
    riichi_points: int = -1_000_000
    """D1: fewer do not allow riichi."""
    riichi_live: int = 0
    """D2: tiles left in the wall after the draw."""
    strict_kan: bool = True
    """D3: a closed kan after riichi may change no reading."""
    all_rons: bool = False
    """F1: every player who wins on a discard wins; otherwise the nearest."""
    triple_ron_draw: bool = False
    """F1: three of them abort the hand."""
    counters_each: bool = False
    """F2: each of several winners gets the counters; otherwise the nearest."""
    own_bets_back: bool = False
    """F3: each of several winners gets his own bet back first."""
    double_wind_fu: int = 2
    """F4."""
    kiriage: bool = False
    """F7."""
    sanbaiman_at_most: bool = False
    """F8: 13 han and more without a yakuman are a sanbaiman."""
    yakuman_add_up: bool = True
    """F9."""
    double_yakuman: frozenset[str] = frozenset()
    """F10."""
    pao: frozenset[str] = frozenset({"daisangen", "daisuushi"})
    """F11."""
    pao_whole_hand: bool = False
    """F13."""
    pao_counters_by_liable: bool = False
    """F14: who pays the counters of a ron off another player."""
    renhou: bool = False
    """F15: a ron in the first go-around is a yaku."""
    nagashi: bool = False
    """F16."""
    aborts: frozenset[str] = frozenset()
    """G1."""
    melds_make_fifth: bool = True
    """G4: four copies of the only wait make a hand noten in melds too, not only concealed."""
    bankruptcy: bool = False
    """A11."""
    goal: int | None = None
    """A9: who must have so many, or another round is played."""
    leader_stops: bool = False
    """A10: the last dealer stops when he is first and has the goal."""
    chombo: frozenset[str] = EMA_CHOMBO - {"dead-hand-call"}
    """H3."""
    dead: frozenset[str] = WRC_2015_DEAD
    """H4."""

    def penalty(self, offence: str) -> str | None:
        """What the offence leads to; None if to nothing."""
        if offence in self.chombo:
            return "chombo"
        if offence in self.dead:
            return "dead-hand"
        # WRC 2025: words of the referee; nobody names more
        return "warning" if offence == "false-tenpai" else None


WRC = Book(
    kiriage=True,
    renhou=True,
    pao=frozenset({"daisangen", "daisuushi", "suukantsu"}),
    chombo=EMA_CHOMBO | {"withdrawn-win", "invalid-kan", "wrong-tile-count", "many-tiles-shown"},
    dead=frozenset(
        {
            *("empty-call", "invalid-call", "kuikae", "open-riichi"),
            *("riichi-call", "riichi-discard", "tiles-shown"),
        }
    ),
)
WRC_2015 = Book(
    chombo_points=20_000,
    yakuman_add_up=False,
    double_wind_fu=4,
    orphans_rob_closed=True,
    riichi_live=4,
    kiriage=True,
    sanbaiman_at_most=True,
    renhou=True,
)
EMA = replace(
    WRC_2015,
    counted_from=0,
    bets_left="split-down",
    all_rons=True,
    counters_each=True,
    own_bets_back=True,
    kiriage=False,
    chombo=EMA_CHOMBO,
    dead=EMA_DEAD,
)
TENHOU = Book(
    start_points=25_000,
    oka=20_000,
    uma=(20_000, 10_000, -10_000, -20_000),
    ties_share=False,
    bets_left="first",
    chombo_points=20_000,
    double_wind_fu=4,
    late_open_dora=True,
    riichi_points=1_000,
    riichi_live=4,
    strict_kan=False,
    all_rons=True,
    triple_ron_draw=True,
    pao_whole_hand=True,
    pao_counters_by_liable=True,
    nagashi=True,
    aborts=frozenset({"nine", "winds", "riichi", "kans"}),
    melds_make_fifth=False,
    bankruptcy=True,
    goal=30_000,
    leader_stops=True,
    chombo=EMA_CHOMBO,
    dead=EMA_DEAD,
)
BOOKS = {
    "wrc": WRC,
    "wrc2015": WRC_2015,
    "ema": EMA,
    "ema2025": replace(EMA, riichi_live=1, kiriage=True, double_wind_fu=2),
    "tenhou": TENHOU,
    "mahjongsoul": replace(
        TENHOU,
        counted_from=25_000,
        oka=0,
        uma=WRC.uma,
        orphans_rob_closed=True,
        triple_ron_draw=False,
        pao_whole_hand=False,
        double_yakuman=frozenset({"kokushi-13", "suuankou-tanki", "junsei-chuuren", "daisuushi"}),
    ),
    "mleague": Book(
        start_points=25_000,
        oka=20_000,
        uma=(30_000, 10_000, -10_000, -30_000),
        bets_left="split",
        chombo_points=20_000,
        riichi_live=1,
        kiriage=True,
        sanbaiman_at_most=True,
        pao=frozenset({"daisangen", "daisuushi", "suukantsu"}),
        chombo=frozenset({"false-win", "noten-riichi", "dead-hand-win", "unplayable"}),
    ),
}
