"""The counts of one player, and the table of all figures that are made of them.

All counts are whole numbers and are only added up, so that a sum does not depend on the order of the hands. A
figure says what is divided by what, in which unit, and what is known of others. The words of a figure are
texts: ``figures.name.ID`` is its name, ``figures.means.ID`` its definition.

Of a record that hides hands, what nobody recorded is not made up: a winner's hidden hand has no yaku here,
and a win without payments no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Self

import msgspec

from engine import events as ev
from engine.legal import win_at
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand
from engine.records.replay import CutRecordError
from engine.round import Round
from engine.rules import Ruleset
from engine.score import NoWin, Score, score
from engine.table import Table
from engine.tenpai import tenpai_waits
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView, mask
from engine.wall import PLAYERS

# -- a hand of a record that hides others ------------------------------------------------------------


class SeenWin(NamedTuple):
    """A win; ``score`` is known of the seat alone. ``value`` is without honba and riichi sticks."""

    winner: int
    target: int
    value: int
    score: Score | None

    @property
    def tsumo(self) -> bool:
        return self.winner == self.target


class SeenDraw(NamedTuple):
    """A drawn hand: why, if the record tells it, and whether each seat was tenpai, as far as it is known."""

    reason: DrawReason | None
    tenpai: tuple[bool, ...]


class SeenOutcome(NamedTuple):
    """The end of a hand: its wins, or its draw."""

    wins: tuple[SeenWin, ...] = ()
    draw: SeenDraw | None = None
    offenders: tuple[int, ...] = ()


class SeenHand:
    """A hand of that record while it is folded for its seat, as ``Round`` is while it is played."""

    def __init__(self, rules: Ruleset, seat: int, hand: RecordedHand) -> None:
        self.rules, self.seat = rules, seat
        wins = [event for event in hand.events if isinstance(event, ev.Hora)]
        self._nearest = (
            min(((win.actor - win.target) % PLAYERS, win.actor) for win in wins)[1] if wins else None
        )
        """The winner who is next in turn."""
        self.events: list[ev.Event] = [mask(hand.start, seat)]
        self.seen = SeatView.from_events(rules, seat, self.events)
        self.outcome: SeenOutcome | None = None
        self._offered: Tile | None = None
        """The last tile on offer: after the first of several wins none is."""

    @property
    def table(self) -> Table:
        return self.seen.table

    @property
    def views(self) -> tuple[SeatView, ...]:
        """The one view there is."""
        return (self.seen,)

    def view(self, seat: int) -> SeatView | None:
        """The view of the seat; None for another one."""
        return self.seen if seat == self.seat else None

    def apply(self, event: ev.Event) -> None:
        """Take in the next event of the hand; raises RecordError for a win without payments."""
        if self.table.offer is not None:
            self._offered = self.table.offer
        if isinstance(event, ev.Hora):
            before = self.outcome.wins if self.outcome else ()
            self.outcome = SeenOutcome((*before, self._win(event)))
        elif isinstance(event, ev.Ryukyoku):
            self.outcome = SeenOutcome(draw=self._draw(event))
        event = mask(event, self.seat)
        self.seen.apply(event)
        self.events.append(event)

    def _win(self, event: ev.Hora) -> SeenWin:
        if event.deltas is None:
            raise RecordError("a win has no payments")
        value = -sum(points for points in event.deltas if points < 0)
        if event.actor == self._nearest or self.rules.ron_counters == "each":
            value -= self.rules.counter_points * self.table.honba
        return SeenWin(event.actor, event.target, value, self._score(event))

    def _score(self, event: ev.Hora) -> Score | None:
        """The score of an own win."""
        view, table = self.seen, self.table
        if event.actor != self.seat:
            return None
        tsumo = event.actor == event.target
        tile = view.drawn if tsumo else self._offered
        if tile is None:
            raise RecordError("a win on no tile")
        ura = tuple(TILE_OF[name] for name in event.ura_markers or ())
        found = score(win_at(table, self.seat, view.hand, tile, tsumo=tsumo, ura=ura))
        if isinstance(found, NoWin):
            raise RecordError("a win that is none by the rules")
        return found

    def _draw(self, event: ev.Ryukyoku) -> SeenDraw:
        reasons = [reason for reason in DrawReason if reason == event.reason]
        if not reasons and not self.table.live:
            reasons = [DrawReason.EXHAUSTIVE]
        if event.tenpais is not None:
            tenpai = tuple(event.tenpais)
        else:
            own = bool(tenpai_waits(self.seen.hand, self.rules, self.seen.waits))
            tenpai = tuple(seat == self.seat and own for seat in range(PLAYERS))
        return SeenDraw(reasons[0] if reasons else None, tenpai)


def see_hands(
    hands: Sequence[RecordedHand], rules: Ruleset, seat: int, watch: Callable[[SeenHand, ev.Event], None]
) -> Iterator[SeenHand]:
    """The hands of a record as a seat saw them; ``watch`` is called with the hand after each of its events.

    A last hand without an end is left out. Raises RecordError for one in the middle, and for what does not
    follow the rules.
    """
    for hand in hands:
        if not any(isinstance(event, ev.ResultEvent) for event in hand.events):
            if hand is hands[-1]:
                return
            raise CutRecordError("the record ends in the middle of a hand")
        seen = SeenHand(rules, seat, hand)
        watch(seen, hand.start)
        for event in hand.events[1:]:
            seen.apply(event)
            watch(seen, event)
        yield seen


# -- figures -----------------------------------------------------------------------------------------


class Sums(msgspec.Struct):
    """Numbers that are only added up."""

    def add(self, other: Self) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class HandStats(Sums):
    """The statistics of one player over some hands. Each number counts hands unless it says otherwise."""

    hands: int = 0
    wins: int = 0
    points: int = 0
    """Points of the wins, without honba and riichi sticks."""
    deal_ins: int = 0
    """Hands in which others won on the player's tile; two wins on one tile are one deal-in."""
    riichi: int = 0
    calls: int = 0
    """Hands with at least one open meld."""
    draws: int = 0
    """Hands that ended in an exhaustive draw."""
    tenpai: int = 0
    """Exhaustive draws in which the player was tenpai."""


def count_hand(game: Round | SeenHand, seats: Sequence[HandStats]) -> None:
    """Count a finished hand; ``seats`` are the statistics by seat.

    A hand that a chombo ended is not counted: it is dealt again.
    """
    outcome = game.outcome
    assert outcome is not None
    if outcome.offenders:
        return
    for stats, seat in zip(seats, game.table.seats, strict=True):
        stats.hands += 1
        stats.riichi += seat.riichi > 0
        stats.calls += any(meld.is_open for meld in seat.melds)
    for win in outcome.wins:
        seats[win.winner].wins += 1
        seats[win.winner].points += win.value
    if outcome.wins and not outcome.wins[0].tsumo:
        seats[outcome.wins[0].target].deal_ins += 1
    if outcome.draw is not None and outcome.draw.reason is DrawReason.EXHAUSTIVE:
        for stats, tenpai in zip(seats, outcome.draw.tenpai, strict=True):
            stats.draws += 1
            stats.tenpai += tenpai


class PlayerCounts(HandStats):
    """The counts of one player over some games and their hands.

    The fields of ``HandStats`` count hands. Each field here says what it counts. A hand that a chombo ended
    is dealt again and is counted among those by table rules alone.
    """

    # -- games
    games: int = 0
    """Games with at least one finished hand."""
    placed: int = 0
    """Games that were played to the end; places, points and busts are theirs."""
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    place_total: int = 0
    """Sum of the places."""
    busts: int = 0
    """Games that ended with fewer than 0 points."""
    final_points: int = 0
    """Sum of the points at the end."""

    # -- hands
    drawn: int = 0
    """Hands without a winner: exhaustive draws, nagashi mangan and abortive draws."""
    balance: int = 0
    """Sum of the changes of points over the hands, with honba, riichi sticks and the own bets."""

    # -- hands as dealer
    dealer_hands: int = 0
    """Hands as dealer, repeated ones too."""
    dealer_wins: int = 0
    dealer_points: int = 0
    """Points of these wins, without honba and riichi sticks."""
    dealer_deal_ins: int = 0
    dealer_drawn: int = 0
    dealer_balance: int = 0
    dealer_hits: int = 0
    """Hands as dealer that another player won by tsumo: the dealer pays the most."""
    dealer_hit_balance: int = 0
    """Sum of the changes of points over these hands."""

    # -- wins
    tsumo_wins: int = 0
    riichi_tsumo_wins: int = 0
    """… of which after riichi,"""
    call_tsumo_wins: int = 0
    """and with an open meld; the rest are silent."""
    dama_wins: int = 0
    """Wins with a closed hand, without riichi."""
    win_turns: int = 0
    """Sum of the own draws, replacement tiles too, and calls before each win."""

    # -- deal-ins
    dealt_wins: int = 0
    """Wins of others on the player's tiles; a double ron is two."""
    deal_in_points: int = 0
    """Points of these wins, without honba and riichi sticks."""
    dealt_riichi: int = 0
    """… of which winners in riichi,"""
    dealt_open: int = 0
    """with an open meld,"""
    dealt_dama: int = 0
    """and neither."""
    deal_in_tiles: int = 0
    """Deal-ins by a discard, not by a robbed kan: those that have a tier."""
    tier_safe: int = 0
    """Deal-ins by a discard of each tier, against the winner against whom it was worst."""
    tier_a: int = 0
    tier_b: int = 0
    tier_c: int = 0
    tier_d: int = 0
    tier_e: int = 0
    tier_f: int = 0
    tier_g: int = 0
    tier_h: int = 0
    far_deal_ins: int = 0
    """Deal-ins by a discard from a hand two or more away from tenpai, which seldom has a reason to push."""
    safer_held: int = 0
    """… while it held a tile of a safer tier that could be discarded."""

    # -- hands with riichi
    riichi_wins: int = 0
    riichi_deal_ins: int = 0
    riichi_drawn: int = 0
    riichi_balance: int = 0
    riichi_first: int = 0
    """Nobody had declared riichi before."""
    riichi_chasing: int = 0
    """Somebody had."""
    riichi_chased: int = 0
    """Somebody declared after."""
    riichi_turns: int = 0
    """Sum of the turns of the declarations: the place of the tile in the own pond."""
    riichi_good: int = 0
    """The player saw 6 or more tiles of the wait nowhere when declaring."""
    riichi_many: int = 0
    """The hand waited on 2 kinds of tiles or more."""
    riichi_furiten: int = 0
    """The hand was furiten from the declaration on."""
    riichi_furiten_balance: int = 0
    """Sum of the changes of points over these hands."""
    ippatsu_wins: int = 0
    ura_wins: int = 0
    """Wins after riichi with at least one ura dora."""

    # -- hands with a call
    call_wins: int = 0
    call_deal_ins: int = 0
    call_drawn: int = 0
    call_balance: int = 0

    # -- own turns
    tenpai_turns: int = 0
    """Own turns that began in tenpai."""
    furiten_turns: int = 0
    """… in furiten of any kind,"""
    furiten_discard: int = 0
    """and of each kind; a turn may be in several."""
    furiten_temporary: int = 0
    furiten_riichi: int = 0
    missed: int = 0
    """Tiles that the hand would have won on but for furiten."""
    missed_points: int = 0
    """Points of these wins, without honba and riichi sticks."""
    entered: int = 0
    """Discards that made a hand furiten by its own discards that was not before."""
    avoidable: int = 0
    """… while another one left a wait without furiten, with at least as many unseen tiles."""

    # -- hands by table rules
    table_games: int = 0
    """Games in which errors were penalised, with at least one finished hand."""
    table_hands: int = 0
    """Their finished hands, those that a chombo ended too."""
    chombo_hands: int = 0
    """… in which the player was ruled a chombo,"""
    dead_hands: int = 0
    """or a dead hand;"""
    missed_hands: int = 0
    """in which a win passed in silence, or a wrong win or count of another was not challenged;"""
    late_hands: int = 0
    """in which the player said a call or a win too late;"""
    wrong_hands: int = 0
    """in which the player made a foul, counted wrongly, challenged wrongly, or said noten in tenpai."""
    counted_wins: int = 0
    """Wins of which the player said the value."""
    wrong_counts: int = 0
    """… with something wrong in it."""


PLACE_COUNTS = ("first", "second", "third", "fourth")
"""The counts of the places, in order."""


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
    among: str | None = None
    """For a number that is not divided: the count of which it is a part, for people."""

    @property
    def key(self) -> str:
        return self.id.replace("_", "-").replace(".", "-")

    @property
    def shown_by(self) -> str:
        """The count that is above 0 in each game behind this figure."""
        return self.part if self.whole is None or self.unit is FigureUnit.SHARE else self.whole

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
    Figure("mean_points", _G.GAMES, _U.POINTS, "final_points", "placed"),
    Figure("win", _G.HANDS, _U.SHARE, "wins", "hands", 0.211),
    Figure("deal_in", _G.HANDS, _U.SHARE, "deal_ins", "hands", 0.125),
    Figure("riichi", _G.HANDS, _U.SHARE, "riichi", "hands", 0.170),
    Figure("call", _G.HANDS, _U.SHARE, "calls", "hands", 0.344),
    Figure("draw", _G.HANDS, _U.SHARE, "drawn", "hands"),
    Figure("tenpai_at_draw", _G.HANDS, _U.SHARE, "tenpai", "draws"),
    Figure("balance", _G.HANDS, _U.BALANCE, "balance", "hands"),
    Figure("mean_win", _G.WINS, _U.POINTS, "points", "wins", 5647),
    Figure("win_turn", _G.WINS, _U.TURN, "win_turns", "wins"),
    Figure("tsumo_share", _G.WINS, _U.SHARE, "tsumo_wins", "wins"),
    Figure("riichi_share", _G.WINS, _U.SHARE, "riichi_wins", "wins"),
    Figure("open_share", _G.WINS, _U.SHARE, "call_wins", "wins"),
    Figure("dama_share", _G.WINS, _U.SHARE, "dama_wins", "wins"),
    Figure("mean_deal_in", _G.DEAL_INS, _U.POINTS, "deal_in_points", "deal_ins"),
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
    Figure("dealer.hit_balance", _G.DEALER, _U.BALANCE, "dealer_hit_balance", "dealer_hits"),
    Figure("dealer.mean_win", _G.DEALER, _U.POINTS, "dealer_points", "dealer_wins"),
    Figure("dealer.balance", _G.DEALER, _U.BALANCE, "dealer_balance", "dealer_hands"),
    Figure("after_riichi.win", _G.RIICHI, _U.SHARE, "riichi_wins", "riichi"),
    Figure("after_riichi.deal_in", _G.RIICHI, _U.SHARE, "riichi_deal_ins", "riichi"),
    Figure("after_riichi.draw", _G.RIICHI, _U.SHARE, "riichi_drawn", "riichi"),
    Figure("after_riichi.balance", _G.RIICHI, _U.BALANCE, "riichi_balance", "riichi"),
    Figure("after_riichi.first", _G.RIICHI, _U.SHARE, "riichi_first", "riichi"),
    Figure("after_riichi.chasing", _G.RIICHI, _U.SHARE, "riichi_chasing", "riichi"),
    Figure("after_riichi.chased", _G.RIICHI, _U.SHARE, "riichi_chased", "riichi"),
    Figure("after_riichi.turn", _G.RIICHI, _U.TURN, "riichi_turns", "riichi"),
    Figure("after_riichi.good_wait", _G.RIICHI, _U.SHARE, "riichi_good", "riichi"),
    Figure("after_riichi.many_sided", _G.RIICHI, _U.SHARE, "riichi_many", "riichi"),
    Figure("after_riichi.ippatsu", _G.RIICHI, _U.SHARE, "ippatsu_wins", "riichi_wins"),
    Figure("after_riichi.ura", _G.RIICHI, _U.SHARE, "ura_wins", "riichi_wins"),
    Figure("after_riichi.furiten", _G.RIICHI, _U.SHARE, "riichi_furiten", "riichi"),
    Figure("after_riichi.furiten_balance", _G.RIICHI, _U.BALANCE, "riichi_furiten_balance", "riichi_furiten"),
    Figure("after_call.win", _G.CALLS, _U.SHARE, "call_wins", "calls"),
    Figure("after_call.deal_in", _G.CALLS, _U.SHARE, "call_deal_ins", "calls"),
    Figure("after_call.draw", _G.CALLS, _U.SHARE, "call_drawn", "calls"),
    Figure("after_call.balance", _G.CALLS, _U.BALANCE, "call_balance", "calls"),
    Figure("furiten.tenpai_turns", _G.FURITEN, _U.COUNT, "tenpai_turns"),
    Figure("furiten.turns", _G.FURITEN, _U.COUNT, "furiten_turns", among="tenpai_turns"),
    Figure("furiten.discard", _G.FURITEN, _U.COUNT, "furiten_discard", among="tenpai_turns"),
    Figure("furiten.temporary", _G.FURITEN, _U.COUNT, "furiten_temporary", among="tenpai_turns"),
    Figure("furiten.riichi", _G.FURITEN, _U.COUNT, "furiten_riichi", among="tenpai_turns"),
    Figure("furiten.share", _G.FURITEN, _U.SHARE, "furiten_turns", "tenpai_turns"),
    Figure("furiten.entered", _G.FURITEN, _U.COUNT, "entered"),
    Figure("furiten.avoidable", _G.FURITEN, _U.COUNT, "avoidable", among="entered"),
    Figure("furiten.missed", _G.FURITEN, _U.COUNT, "missed"),
    Figure("furiten.missed_points", _G.FURITEN, _U.POINTS, "missed_points"),
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
