"""A ruleset is a value: every number and choice on which rulebooks differ, and what follows an error.

The comment at each group names the rows (A1, B4, …) of the comparison that the values were read from:
the published rules of WRC 2015 and 2025, EMA 2016 and 2025, Tenhou, Mahjong Soul and M.League.

An offence that a ruleset names nowhere is not penalised: where a program can commit it, it is refused there.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

Length = Literal["hand", "east", "south"]
Chombo = Literal["final", "mangan"]
Errors = Literal["prevented", "penalised"]
Liability = Literal["daisangen", "daisuushi", "suukantsu"]
"""Yakuman that a last open group can complete."""

MOST_POINTS = 1_000_000
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS, multiple_of=100)]
Prize = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS, multiple_of=100)]
Thirds = Annotated[int, Meta(ge=0, le=MOST_POINTS, multiple_of=300)]
"""Points that three players can share in hundreds."""
Sixths = Annotated[int, Meta(ge=0, le=MOST_POINTS, multiple_of=600)]
"""Points that one to three players can share in hundreds."""
Copies = Annotated[int, Meta(ge=0, le=4)]


class Ruleset(Struct, frozen=True):
    """One complete set of rules. The defaults are those of the World Riichi Championship, 2025.

    Points are whole points (never thousands). A field whose name is a question is a yes or no.
    """

    name: str
    title: str

    # A. the game
    length: Length = "south"
    """The last regular round: one ``hand`` alone, the ``east`` round, or east and ``south``."""
    start_points: Points = 30_000
    return_points: Points = 30_000
    """What a final score is counted from; four times its distance to ``start_points`` is the oka."""
    uma: tuple[Prize, Prize, Prize, Prize] = (15_000, 5_000, -5_000, -15_000)
    ties: Literal["shared", "seat"] = "shared"
    """Equal scores share uma and oka of their places, or the earlier starting seat ranks higher."""
    final_score: Literal["difference", "points"] = "difference"
    """Final scores count from ``return_points``, or are the points themselves, uma added."""
    leftover_bets: Literal["nobody", "first", "split", "split-down"] = "nobody"
    """Riichi sticks left at the end: lost, to the first place, or split among those tied for it
    in hundreds (odd hundreds to the earlier seats, or, ``split-down``, to no player)."""
    goal_points: Points | None = None
    """Extension: while no player has this many points, the game goes on for at most one more round."""
    agari_yame: bool = False
    """The last hand's dealer ends the game by winning while first with ``goal_points``."""
    tenpai_yame: bool = False
    """The last hand's dealer ends the game when tenpai at an exhaustive draw, first with ``goal_points``."""
    bankruptcy: bool = False
    """The game ends when a player falls below zero."""
    two_han_minimum_from: Annotated[int, Meta(ge=1, le=99)] | None = None
    """From this many honba on a win needs two han without dora (ryanhan shibari)."""
    counter_points: Thirds = 300
    """What each counter adds to a win; a third of it from each payer of a tsumo."""

    # B. tiles and dora
    red_fives: tuple[Copies, Copies, Copies] = (0, 0, 0)
    """Red fives among the fives of m, p and s."""
    ippatsu: bool = True
    ura_dora: bool = True
    kan_dora: bool = True
    kan_ura_dora: bool = True
    closed_kan_dora: Literal["before", "late"] = "before"
    """A closed kan turns its indicator before the replacement tile, or late (see ``open_kan_dora``)."""
    open_kan_dora: Literal["before", "late"] = "before"
    """An open or added kan turns its indicator before the replacement tile, or late: with its owner's
    discard, before any ron on it, or just before the replacement tile of his next kan."""

    # C. calls and kans
    open_tanyao: bool = True
    kuikae_same: bool = False
    """After a call, the tile just called may be discarded."""
    kuikae_other_end: bool = False
    """After a chi, the tile that would have completed the other end may be discarded."""
    orphans_rob_closed_kan: bool = False
    """Thirteen orphans may win on the tile of a closed kan."""

    # D. riichi
    riichi_bet: Points = 1_000
    riichi_minimum_points: Points | None = None
    """Points needed to declare riichi; None when there is no minimum."""
    riichi_minimum_live: Annotated[int, Meta(ge=0, le=70)] = 0
    """Tiles that must be left in the wall after the draw to declare riichi."""
    closed_kan_after_riichi: Literal["strict", "waits"] = "strict"
    """``waits``: no wait may change; ``strict``: besides, the three tiles are a triplet in every reading."""

    # E. furiten
    calls_end_temporary_furiten: bool = False
    """Any tile call of another player ends temporary furiten, as in EMA rules before 2016: chi, pon and
    kans of every kind, but not a kan whose tile could have been won on."""

    # F. wins and payments
    several_rons: Literal["nearest", "all"] = "nearest"
    """Of several players who win on one discard the nearest in turn order wins, or all do."""
    ron_counters: Literal["nearest", "each"] = "nearest"
    """With several winners, honba go to the nearest or to each."""
    ron_bets: Literal["nearest", "own"] = "nearest"
    """With several winners, riichi sticks go to the nearest; ``own``: each gets his own back first."""
    tile_apart: bool = True
    """A tsumo whose tile was not kept apart from the hand gets no fu and no yaku that need a particular wait
    (WRC 2015, 5.6)."""
    double_wind_pair_fu: Literal[2, 4] = 2
    rinshan_tsumo_fu: bool = True
    """A rinshan win gets the 2 fu of a tsumo."""
    rinshan_with_haitei: bool = False
    """The last replacement tile of an empty wall scores haitei besides rinshan."""
    kiriage: bool = True
    """4 han 30 fu and 3 han 60 fu are rounded up to mangan."""
    counted_limit: Literal["sanbaiman", "yakuman"] = "yakuman"
    """The limit of thirteen han and more without a yakuman."""
    yakuman_add_up: bool = True
    """Several yakuman in one hand add up; otherwise the hand is worth its dearest one."""
    double_yakuman: tuple[str, ...] = ()
    """Yaku names that count as two yakuman."""
    pao: tuple[Liability, ...] = ("daisangen", "daisuushi", "suukantsu")
    """Yakuman for which the player who fed the last open group is liable."""
    pao_covers: Literal["yakuman", "hand"] = "yakuman"
    """The liable player answers for his yakuman only, or for the whole hand."""
    pao_counters: Literal["discarder", "liable"] = "discarder"
    """Who pays the honba when a hand under pao wins by ron off another player."""
    renhou: Literal["none", "mangan"] = "mangan"
    """A ron in the first go-around before one's own draw; as mangan it is not added to other yaku."""
    nagashi_mangan: bool = False

    # G. draws
    nine_terminals: bool = False
    four_winds: bool = False
    four_riichi: bool = False
    four_kans: bool = False
    """The hand is drawn when four kans were made by more than one player."""
    triple_ron: bool = False
    """The hand is drawn when three players win on one discard."""
    noten_penalty: Sixths = 3_000
    """What all noten players together pay to all tenpai players."""
    fifth_tile: Literal["concealed", "anywhere"] = "anywhere"
    """A wait only on a tile of which the player holds all four himself is noten:
    when the four are concealed, or concealed or melded."""

    # H. penalties: what engine.rules names
    errors: Errors = "prevented"
    """What is not allowed cannot be done; or, as at a real table, it can be done and is penalised,
    and players declare themselves whether they are tenpai."""
    chombo_for: tuple[str, ...] = (
        "false-win",
        "withdrawn-win",
        "noten-riichi",
        "bad-closed-kan",
        "invalid-kan",
        "dead-hand-win",
        "dead-hand-call",
        "wrong-tile-count",
        "many-tiles-shown",
        "unplayable",
    )
    """Offences that are a chombo."""
    dead_hand_for: tuple[str, ...] = (
        "empty-call",
        "invalid-call",
        "kuikae",
        "open-riichi",
        "riichi-discard",
        "riichi-call",
        "tiles-shown",
    )
    """Offences that make the hand dead."""
    chombo: Chombo = "final"
    """A chombo is taken off the final score, or is a reverse mangan: what a mangan by tsumo would bring
    is paid to the others at once."""
    chombo_points: Points = 30_000
    """What a chombo takes off the final score, after uma."""

    win_voids_chombo: bool = True
    """A win on the same tile voids a chombo (EMA 3.4.6); otherwise the chombo goes first."""
    challenge_price: Points = 1_000
    """What a challenge costs that was wrong; the challenged player gets it. No rulebook names a price."""
    value_said: bool = False
    """A winner says what the hand is worth before it is paid; otherwise it is counted for him."""
    unchecked: tuple[int, ...] = ()
    """Seats whose win and count stand, right or wrong, unless another player challenges them.
    Those of all others are checked at once."""

    @property
    def hands(self) -> int:
        """Hands of a game in which the deal always moves on and no extra round is played."""
        return {"hand": 1, "east": 4, "south": 8}[self.length]

    @property
    def called(self) -> str:
        """Its name in a line for people: a preset's name, the title of own rules."""
        return self.title if ";" in self.name else self.name

    @property
    def oka(self) -> int:
        """The points that the winner gets out of the difference between start and return."""
        return 4 * (self.return_points - self.start_points)


WRC = Ruleset(name="wrc", title="World Riichi Championship 2025")

WRC_2015 = replace(
    WRC,
    name="wrc2015",
    title="World Riichi Championship 2015",
    orphans_rob_closed_kan=True,
    riichi_minimum_live=4,
    double_wind_pair_fu=4,
    counted_limit="sanbaiman",
    yakuman_add_up=False,
    pao=("daisangen", "daisuushi"),
    chombo_for=("false-win", "noten-riichi", "bad-closed-kan", "dead-hand-win", "unplayable"),
    dead_hand_for=(
        "withdrawn-win",
        "invalid-call",
        "invalid-kan",
        "riichi-call",
        "kuikae",
        "wrong-tile-count",
    ),
    chombo_points=20_000,
)

EMA = replace(
    WRC_2015,
    name="ema",
    title="European Mahjong Association 2016",
    final_score="points",
    leftover_bets="split-down",
    several_rons="all",
    ron_counters="each",
    ron_bets="own",
    tile_apart=False,
    kiriage=False,
    chombo_for=(*WRC_2015.chombo_for, "dead-hand-call"),
    dead_hand_for=(*WRC_2015.dead_hand_for, "open-riichi", "riichi-not-shown", "claim-not-taken"),
)

EMA_2025 = replace(
    EMA,
    name="ema2025",
    title="European Mahjong Association 2025",
    riichi_minimum_live=1,
    double_wind_pair_fu=2,
    kiriage=True,
)

TENHOU = Ruleset(
    name="tenhou",
    title="Tenhou, ranked",
    start_points=25_000,
    return_points=30_000,
    uma=(20_000, 10_000, -10_000, -20_000),
    ties="seat",
    leftover_bets="first",
    goal_points=30_000,
    agari_yame=True,
    tenpai_yame=True,
    bankruptcy=True,
    red_fives=(1, 1, 1),
    open_kan_dora="late",
    riichi_minimum_points=1_000,
    riichi_minimum_live=4,
    closed_kan_after_riichi="waits",
    several_rons="all",
    tile_apart=False,
    double_wind_pair_fu=4,
    kiriage=False,
    pao=("daisangen", "daisuushi"),
    pao_covers="hand",
    pao_counters="liable",
    renhou="none",
    nagashi_mangan=True,
    nine_terminals=True,
    four_winds=True,
    four_riichi=True,
    four_kans=True,
    triple_ron=True,
    fifth_tile="concealed",
    # no error is possible there; at a table with these rules, as among friends
    chombo_for=EMA.chombo_for,
    dead_hand_for=EMA.dead_hand_for,
    chombo="mangan",
    chombo_points=20_000,
)

MAHJONG_SOUL = replace(
    TENHOU,
    name="mahjongsoul",
    title="Mahjong Soul, ranked",
    return_points=25_000,
    uma=(15_000, 5_000, -5_000, -15_000),
    orphans_rob_closed_kan=True,
    double_yakuman=("kokushi-13", "suuankou-tanki", "junsei-chuuren", "daisuushi"),
    pao_covers="yakuman",
    triple_ron=False,
)

M_LEAGUE = Ruleset(
    name="mleague",
    title="M.League",
    start_points=25_000,
    return_points=30_000,
    uma=(30_000, 10_000, -10_000, -30_000),
    leftover_bets="split",
    red_fives=(1, 1, 1),
    riichi_minimum_live=1,
    tile_apart=False,
    counted_limit="sanbaiman",
    renhou="none",
    chombo_for=("false-win", "noten-riichi", "dead-hand-win", "unplayable"),
    dead_hand_for=WRC_2015.dead_hand_for,
    chombo_points=20_000,
)

PRESETS: dict[str, Ruleset] = {
    rules.name: rules for rules in (WRC, WRC_2015, EMA, EMA_2025, TENHOU, MAHJONG_SOUL, M_LEAGUE)
}
"""Every preset by its name."""

DEFAULT = WRC


class Offence(StrEnum):
    """Things done wrong; ``Ruleset.chombo_for`` and ``Ruleset.dead_hand_for`` name them."""

    FALSE_WIN = "false-win"
    """A win called and shown that is none: not complete, without yaku, or furiten."""
    WITHDRAWN_WIN = "withdrawn-win"
    """Such a win taken back before the hand is shown."""
    NOTEN_RIICHI = "noten-riichi"
    BAD_CLOSED_KAN = "bad-closed-kan"
    """A closed kan after riichi that changes the hand."""
    OPEN_RIICHI = "open-riichi"
    """Riichi on an open hand; it does not count and no bet is paid."""
    RIICHI_DISCARD = "riichi-discard"
    """A discard out of the hand after riichi."""
    RIICHI_CALL = "riichi-call"
    """A chi, pon or open kan called after riichi."""
    INVALID_RIICHI = "invalid-riichi"
    """Riichi with fewer points, or fewer tiles in the wall, than it needs; no bet is paid."""
    EMPTY_CALL = "empty-call"
    """Chi, pon or a closed kan said, and nothing laid down."""
    INVALID_CALL = "invalid-call"
    """A group laid down that is no chi or pon, or where it is not possible."""
    INVALID_KAN = "invalid-kan"
    """Tiles laid down for a kan that are none."""
    KUIKAE = "kuikae"
    """After a call, a discard that the ruleset forbids."""
    DEAD_HAND_WIN = "dead-hand-win"
    DEAD_HAND_CALL = "dead-hand-call"
    WRONG_TILE_COUNT = "wrong-tile-count"
    TILES_SHOWN = "tiles-shown"
    """Three to six tiles knocked over."""
    MANY_TILES_SHOWN = "many-tiles-shown"
    """Seven tiles or more."""
    RIICHI_NOT_SHOWN = "riichi-not-shown"
    """Riichi not called aloud, or its tile not turned."""
    CLAIM_NOT_TAKEN = "claim-not-taken"
    """A called tile not taken before two further discards."""
    UNPLAYABLE = "unplayable"
    """The play cannot go on, as when the wall has come down."""
    FALSE_TENPAI = "false-tenpai"
    """Tenpai declared at the draw with a hand that is noten: it counts as noten."""


class Penalty(StrEnum):
    """The consequences of an offence."""

    CHOMBO = "chombo"
    """The hand ends, is paid for and dealt again."""
    DEAD_HAND = "dead-hand"
    """No win, call, kan or riichi for the rest of the hand; noten at the draw."""
    WARNING = "warning"
    """Words of the referee alone."""


REFEREE = frozenset(
    {
        Offence.WRONG_TILE_COUNT,
        Offence.TILES_SHOWN,
        Offence.MANY_TILES_SHOWN,
        Offence.RIICHI_NOT_SHOWN,
        Offence.CLAIM_NOT_TAKEN,
        Offence.UNPLAYABLE,
    }
)
"""Offences that no program can commit: a referee says that they happened."""


def penalty_for(rules: Ruleset, offence: Offence) -> Penalty | None:
    """The penalty of an offence under the ruleset, if it has one."""
    if rules.errors == "penalised":
        if offence in rules.chombo_for:
            return Penalty.CHOMBO
        if offence in rules.dead_hand_for:
            return Penalty.DEAD_HAND
        if offence is Offence.FALSE_TENPAI:
            return Penalty.WARNING
    return None
