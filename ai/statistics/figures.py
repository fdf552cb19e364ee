"""The table of all figures: what is divided by what, in which unit, and what is known of others.

The words of a figure are texts: ``figures.name.ID`` is its name, ``figures.means.ID`` its definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from ai.statistics.player_counts import PLACE_COUNTS, PlayerCounts


class FigureGroup(StrEnum):
    """The subject of a figure, in the order of a report."""

    GAMES = "games"
    HANDS = "hands"
    WINS = "wins"
    DEAL_INS = "deal-ins"
    DEALER = "dealer"
    RIICHI = "riichi"
    CALLS = "calls"
    FURITEN = "furiten"
    TABLE_RULES = "table-rules"


class FigureUnit(StrEnum):
    """The unit of a figure."""

    SHARE = "share"
    """0 to 1."""
    POINTS = "points"
    BALANCE = "balance"
    """Points with their sign."""
    PLACE = "place"
    """1 to 4."""
    TURN = "turn"
    COUNT = "count"
    """A number of games, turns or tiles."""


class Figure(msgspec.Struct, frozen=True):
    """One figure: the sum ``part`` divided by the sum ``whole``, or ``part`` alone."""

    id: str
    """Its path in the JSON of ``furiten stats``, such as ``after_riichi.win``."""
    group: FigureGroup
    unit: FigureUnit
    part: str
    """A field of PlayerCounts."""
    whole: str | None = None
    """Another; None for a number that is not divided."""
    reference: float | None = None
    """The value at the Phoenix tables of Tenhou in 2016, the strongest ones; None where it is not known."""
    behind: str | None = None
    """The count that the games behind the figure have; None: ``part``."""

    among: str | None = None
    """For a number that is not divided: the count of which it is a part, for people."""

    @property
    def key(self) -> str:
        return self.id.replace("_", "-").replace(".", "-")

    @property
    def shown_by(self) -> str:
        """The count that is above 0 in each game behind this figure."""
        return self.behind or self.part

    def value(self, counts: PlayerCounts) -> float | int | None:
        """The figure of these counts; None where nothing was counted."""
        part: int = getattr(counts, self.part)
        if self.whole is None:
            return part
        whole: int = getattr(counts, self.whole)
        return part / whole if whole else None

    def share(self, counts: PlayerCounts) -> float | None:
        """The share of a number in the count that it is a part of; None where there is none."""
        whole = getattr(counts, self.among) if self.among else 0
        return getattr(counts, self.part) / whole if whole else None

    def counted(self, counts: PlayerCounts) -> int:
        """The number of games, hands, wins or turns that the figure is taken from."""
        number: int = getattr(counts, self.whole or self.part)
        return number


_G, _U = FigureGroup, FigureUnit

FIGURES: tuple[Figure, ...] = (
    Figure("places.1", _G.GAMES, _U.SHARE, "first", "placed"),
    Figure("places.2", _G.GAMES, _U.SHARE, "second", "placed"),
    Figure("places.3", _G.GAMES, _U.SHARE, "third", "placed"),
    Figure("places.4", _G.GAMES, _U.SHARE, "fourth", "placed"),
    Figure("mean_place", _G.GAMES, _U.PLACE, "place_total", "placed"),
    Figure("bust", _G.GAMES, _U.SHARE, "busts", "placed"),
    Figure("mean_points", _G.GAMES, _U.POINTS, "final_points", "placed", behind="placed"),
    Figure("win", _G.HANDS, _U.SHARE, "wins", "hands", 0.211),
    Figure("deal_in", _G.HANDS, _U.SHARE, "deal_ins", "hands", 0.125),
    Figure("riichi", _G.HANDS, _U.SHARE, "riichi", "hands", 0.170),
    Figure("call", _G.HANDS, _U.SHARE, "calls", "hands", 0.344),
    Figure("draw", _G.HANDS, _U.SHARE, "drawn", "hands"),
    Figure("tenpai_at_draw", _G.HANDS, _U.SHARE, "tenpai", "draws"),
    Figure("balance", _G.HANDS, _U.BALANCE, "balance", "hands", behind="hands"),
    Figure("mean_win", _G.WINS, _U.POINTS, "points", "wins", 5647, behind="wins"),
    Figure("win_turn", _G.WINS, _U.TURN, "win_turns", "wins", behind="wins"),
    Figure("tsumo_share", _G.WINS, _U.SHARE, "tsumo_wins", "wins"),
    Figure("riichi_share", _G.WINS, _U.SHARE, "riichi_wins", "wins"),
    Figure("open_share", _G.WINS, _U.SHARE, "call_wins", "wins"),
    Figure("dama_share", _G.WINS, _U.SHARE, "dama_wins", "wins"),
    Figure("mean_deal_in", _G.DEAL_INS, _U.POINTS, "deal_in_points", "deal_ins", behind="deal_ins"),
    Figure("deal_ins.to_riichi", _G.DEAL_INS, _U.SHARE, "dealt_riichi", "dealt_wins"),
    Figure("deal_ins.to_open", _G.DEAL_INS, _U.SHARE, "dealt_open", "dealt_wins"),
    Figure("deal_ins.to_dama", _G.DEAL_INS, _U.SHARE, "dealt_dama", "dealt_wins"),
    Figure("deal_ins.safer_held", _G.DEAL_INS, _U.SHARE, "safer_held", "far_deal_ins"),
    *(
        Figure(f"deal_ins.tier_{tier}", _G.DEAL_INS, _U.SHARE, f"tier_{tier}", "deal_in_tiles")
        for tier in ("safe", "a", "b", "c", "d", "e", "f", "g", "h")
    ),
    Figure("dealer.share", _G.DEALER, _U.SHARE, "dealer_hands", "hands"),
    Figure("dealer.win", _G.DEALER, _U.SHARE, "dealer_wins", "dealer_hands"),
    Figure("dealer.deal_in", _G.DEALER, _U.SHARE, "dealer_deal_ins", "dealer_hands"),
    Figure("dealer.draw", _G.DEALER, _U.SHARE, "dealer_drawn", "dealer_hands"),
    Figure("dealer.hit", _G.DEALER, _U.SHARE, "dealer_hits", "dealer_hands"),
    Figure(
        "dealer.hit_balance", _G.DEALER, _U.BALANCE, "dealer_hit_balance", "dealer_hits", behind="dealer_hits"
    ),
    Figure("dealer.mean_win", _G.DEALER, _U.POINTS, "dealer_points", "dealer_wins", behind="dealer_wins"),
    Figure("dealer.balance", _G.DEALER, _U.BALANCE, "dealer_balance", "dealer_hands", behind="dealer_hands"),
    Figure("after_riichi.win", _G.RIICHI, _U.SHARE, "riichi_wins", "riichi"),
    Figure("after_riichi.deal_in", _G.RIICHI, _U.SHARE, "riichi_deal_ins", "riichi"),
    Figure("after_riichi.draw", _G.RIICHI, _U.SHARE, "riichi_drawn", "riichi"),
    Figure("after_riichi.balance", _G.RIICHI, _U.BALANCE, "riichi_balance", "riichi", behind="riichi"),
    Figure("after_riichi.first", _G.RIICHI, _U.SHARE, "riichi_first", "riichi"),
    Figure("after_riichi.chasing", _G.RIICHI, _U.SHARE, "riichi_chasing", "riichi"),
    Figure("after_riichi.chased", _G.RIICHI, _U.SHARE, "riichi_chased", "riichi"),
    Figure("after_riichi.turn", _G.RIICHI, _U.TURN, "riichi_turns", "riichi"),
    Figure("after_riichi.good_wait", _G.RIICHI, _U.SHARE, "riichi_good", "riichi"),
    Figure("after_riichi.many_sided", _G.RIICHI, _U.SHARE, "riichi_many", "riichi"),
    Figure("after_riichi.ippatsu", _G.RIICHI, _U.SHARE, "ippatsu_wins", "riichi_wins"),
    Figure("after_riichi.ura", _G.RIICHI, _U.SHARE, "ura_wins", "riichi_wins"),
    Figure("after_riichi.furiten", _G.RIICHI, _U.SHARE, "riichi_furiten", "riichi"),
    Figure(
        "after_riichi.furiten_balance",
        _G.RIICHI,
        _U.BALANCE,
        "riichi_furiten_balance",
        "riichi_furiten",
        behind="riichi_furiten",
    ),
    Figure("after_call.win", _G.CALLS, _U.SHARE, "call_wins", "calls"),
    Figure("after_call.deal_in", _G.CALLS, _U.SHARE, "call_deal_ins", "calls"),
    Figure("after_call.draw", _G.CALLS, _U.SHARE, "call_drawn", "calls"),
    Figure("after_call.balance", _G.CALLS, _U.BALANCE, "call_balance", "calls", behind="calls"),
    Figure("furiten.tenpai_turns", _G.FURITEN, _U.COUNT, "tenpai_turns"),
    Figure("furiten.turns", _G.FURITEN, _U.COUNT, "furiten_turns", among="tenpai_turns"),
    Figure("furiten.discard", _G.FURITEN, _U.COUNT, "furiten_discard", among="tenpai_turns"),
    Figure("furiten.temporary", _G.FURITEN, _U.COUNT, "furiten_temporary", among="tenpai_turns"),
    Figure("furiten.riichi", _G.FURITEN, _U.COUNT, "furiten_riichi", among="tenpai_turns"),
    Figure("furiten.share", _G.FURITEN, _U.SHARE, "furiten_turns", "tenpai_turns"),
    Figure("furiten.entered", _G.FURITEN, _U.COUNT, "entered"),
    Figure("furiten.avoidable", _G.FURITEN, _U.COUNT, "avoidable", among="entered"),
    Figure("furiten.missed", _G.FURITEN, _U.COUNT, "missed"),
    Figure("furiten.missed_points", _G.FURITEN, _U.POINTS, "missed_points", behind="missed"),
    Figure("table_rules.games", _G.TABLE_RULES, _U.COUNT, "table_games"),
    Figure("table_rules.hands", _G.TABLE_RULES, _U.COUNT, "table_hands"),
    Figure("table_rules.chombo", _G.TABLE_RULES, _U.SHARE, "chombo_hands", "table_hands"),
    Figure("table_rules.dead_hand", _G.TABLE_RULES, _U.SHARE, "dead_hands", "table_hands"),
    Figure("table_rules.missed", _G.TABLE_RULES, _U.SHARE, "missed_hands", "table_hands"),
    Figure("table_rules.late", _G.TABLE_RULES, _U.SHARE, "late_hands", "table_hands"),
    Figure("table_rules.wrong", _G.TABLE_RULES, _U.SHARE, "wrong_hands", "table_hands"),
    Figure("table_rules.wrong_count", _G.TABLE_RULES, _U.SHARE, "wrong_counts", "counted_wins"),
)

BY_ID: Mapping[str, Figure] = {figure.id: figure for figure in FIGURES}

Figures = dict[str, object]


def as_json(counts: PlayerCounts) -> Figures:
    """One player as ``stats --json`` prints it; null where nothing was counted."""
    found: Figures = {"games": counts.games, "hands": counts.hands}
    found["places"] = [getattr(counts, place) for place in PLACE_COUNTS]
    for figure in FIGURES:
        section, _, name = figure.id.rpartition(".")
        if section == "places":
            continue
        inner = found.setdefault(section, {}) if section else found
        assert isinstance(inner, dict)
        inner[name or section] = figure.value(counts)
    return found
