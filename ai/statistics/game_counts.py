"""Count a recorded game for its four players: outcomes, errors and turns, while it is played again once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ai.reading.furiten_advice import win_points
from ai.reading.outlook import GOOD_WAIT
from ai.reading.safety import Safety
from ai.reading.safety_reasons import Tier
from ai.reading.table_errors import ErrorAtTable, ErrorKind, ErrorSort, errors_at
from ai.statistics.figures import PLACE_COUNTS, PlayerCounts, SeenHand, SeenWin, count_hand, see_hands
from engine import shape
from engine.actions import Why
from engine.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    EndGame,
    Event,
    Kakan,
    OfferEvent,
    Pon,
    ResultEvent,
    StartKyoku,
    Tsumo,
    WinCounted,
    actor_of,
)
from engine.furiten import FuritenKind
from engine.legal import refuse_discard, refuse_ron
from engine.match import Standing, standings
from engine.outcome import WinResult
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand, hands_of, shown_seats
from engine.records.replay import CutRecordError, final_ranking, play_hands
from engine.records.timeline import Position, place_of_choice, timeline, turn_starts
from engine.round import Round
from engine.rules import Penalty, Ruleset
from engine.table import Seat, Table
from engine.tiles import KIND_OF, TILE_OF, Tile
from engine.view import SeatView
from engine.wall import PLAYERS


def count_errors(hand: Iterable[Position], seats: Sequence[PlayerCounts]) -> None:
    """Count the errors of each player in a finished hand; its positions show all hands."""
    found: list[list[ErrorAtTable]] = [[] for _ in seats]
    for position in hand:
        if isinstance(position.event, WinCounted):
            seats[position.event.actor].counted_wins += 1
        for seat, errors in enumerate(found):
            errors += errors_at(position, seat)
    for counts, errors in zip(seats, found, strict=True):
        sorts = {error.kind.sort for error in errors}
        penalties = {error.penalty for error in errors}
        counts.table_hands += 1
        counts.chombo_hands += Penalty.CHOMBO in penalties
        counts.dead_hands += Penalty.DEAD_HAND in penalties
        counts.missed_hands += ErrorSort.MISSED in sorts
        counts.late_hands += ErrorSort.LATE in sorts
        counts.wrong_hands += ErrorSort.WRONG in sorts
        counts.wrong_counts += sum(error.kind is ErrorKind.COUNT for error in errors)


# -- outcomes ------------------------------------------------------------------------------------------


def count_outcome(game: Round | SeenHand, seats: Sequence[PlayerCounts]) -> None:
    """Count the outcome of a finished hand, besides what ``count_hand`` counts."""
    outcome = game.outcome
    assert outcome is not None
    players = game.table.seats
    for win in outcome.wins:
        _count_win(seats[win.winner], win, players[win.winner], game.events)
        if not win.tsumo:
            _count_dealt(seats[win.target], win, players[win.winner])
    winners = {win.winner for win in outcome.wins}
    dealt = {win.target for win in outcome.wins if not win.tsumo}
    for seat, (counts, player) in enumerate(zip(seats, players, strict=True)):
        gained = _gained(game, seat)
        counts.drawn += outcome.draw is not None
        counts.balance += gained
        is_dealer = seat == game.table.dealer
        for sort, is_so in (("riichi", player.riichi), ("call", _is_open(player)), ("dealer", is_dealer)):
            if is_so:
                _add(counts, f"{sort}_wins", seat in winners)
                _add(counts, f"{sort}_deal_ins", seat in dealt)
                _add(counts, f"{sort}_drawn", outcome.draw is not None)
                _add(counts, f"{sort}_balance", gained)
        if is_dealer:
            counts.dealer_hands += 1
            counts.dealer_points += sum(win.value for win in outcome.wins if win.winner == seat)
            if outcome.wins and outcome.wins[0].tsumo and seat not in winners:
                counts.dealer_hits += 1
                counts.dealer_hit_balance += gained


def _add(counts: PlayerCounts, name: str, number: int) -> None:
    setattr(counts, name, getattr(counts, name) + number)


def _gained(game: Round | SeenHand, seat: int) -> int:
    """The points that a hand has brought a seat, with honba, riichi sticks and the own bet."""
    start = game.events[0]
    assert isinstance(start, StartKyoku)
    return game.table.seats[seat].score - start.scores[seat]


def count_end(counts: PlayerCounts, standing: Standing) -> None:
    """Count the end of a game for one player."""
    counts.placed += 1
    counts.place_total += standing.place
    _add(counts, PLACE_COUNTS[standing.place - 1], 1)
    counts.busts += standing.points < 0
    counts.final_points += standing.points


_TAKES = (Tsumo, Chi, Pon, Daiminkan)
"""How a player comes to a tile."""


def _count_win(counts: PlayerCounts, win: WinResult | SeenWin, player: Seat, events: Sequence[Event]) -> None:
    counts.tsumo_wins += win.tsumo
    counts.riichi_tsumo_wins += win.tsumo and player.riichi > 0
    counts.call_tsumo_wins += win.tsumo and _is_open(player)
    counts.dama_wins += not player.riichi and not _is_open(player)
    counts.win_turns += sum(type(event) in _TAKES and actor_of(event) == win.winner for event in events)
    if player.riichi and win.score is not None:
        names = {item.name for item in win.score.yaku if item.han}
        counts.ippatsu_wins += "ippatsu" in names
        counts.ura_wins += "ura-dora" in names


def _count_dealt(counts: PlayerCounts, win: WinResult | SeenWin, winner: Seat) -> None:
    counts.dealt_wins += 1
    counts.deal_in_points += win.value
    if winner.riichi:
        counts.dealt_riichi += 1
    elif _is_open(winner):
        counts.dealt_open += 1
    else:
        counts.dealt_dama += 1


def _is_open(player: Seat) -> bool:
    return any(meld.is_open for meld in player.melds)


# -- turns ---------------------------------------------------------------------------------------------

MANY_SIDED = 2
"""Kinds of tiles from which a wait counts as many-sided."""

_TIERS = {tier: f"tier_{tier.name.lower()}" for tier in Tier}


class TurnCounts:
    """Counts the turns of a hand for its four players while it is played: ``watch`` is told each event.

    What is seen counts once the hand is finished. Of a hand that hides others, those of its seat are counted.
    """

    def __init__(self, seats: Sequence[PlayerCounts]) -> None:
        self._seats = seats
        self._begin()

    def _begin(self) -> None:
        self._seen = Counter[tuple[int, str]]()
        """How often each count of each seat was seen."""
        self._waiting: list[tuple[int, int, set[FuritenKind]]] = []
        """Draws and calls in tenpai: the place of the event, the seat, and its kinds of furiten."""
        self._inside = [False] * PLAYERS
        """By seat: whether the hand was furiten by its own discards after the own last move."""
        self._declarers: list[int] = []
        """Seats in riichi, in order …"""
        self._furiten_riichi: list[int] = []
        """… and those of them that declared in furiten."""

    def watch(self, game: Round | SeenHand, event: Event) -> None:
        # isinstance takes three times as long with the classes of msgspec
        kind = type(event)
        if kind is Tsumo or kind is Chi or kind is Pon:
            view = game.view(game.table.turn)
            if view is not None and view.waits:
                self._waiting.append(
                    (len(game.events) - 1, view.seat, {cause.kind for cause in view.furiten})
                )
        elif kind is Dahai or kind is Kakan or kind is Ankan:
            for view in game.views:
                if view.own.passing is None:
                    continue
                refusal = refuse_ron(view)
                if refusal is None or refusal.why is not Why.FURITEN:
                    continue
                assert view.table.offer is not None
                if points := win_points(view, view.table.offer, tsumo=False):
                    self._seen[view.seat, "missed"] += 1
                    self._seen[view.seat, "missed_points"] += points
            self._settle(game, event)
        elif kind is Daiminkan:
            self._settle(game, event)
        elif kind is StartKyoku:
            self._begin()

    def finish(self, game: Round | SeenHand) -> None:
        """Count the hand, which is over."""
        starts = {place for place, _ in turn_starts(game.events)} if self._waiting else ()
        for place, seat, kinds in self._waiting:
            if place not in starts:
                continue
            self._seen[seat, "tenpai_turns"] += 1
            self._seen[seat, "furiten_turns"] += bool(kinds)
            for kind in kinds:
                self._seen[seat, f"furiten_{kind}"] += 1
        for seat in self._furiten_riichi:
            self._seen[seat, "riichi_furiten_balance"] += _gained(game, seat)
        self._deal_in(game)
        for (seat, name), number in self._seen.items():
            counts = self._seats[seat]
            setattr(counts, name, getattr(counts, name) + number)

    # -- turns -----------------------------------------------------------------------------------------

    def _settle(self, game: Round | SeenHand, event: Event) -> None:
        """After a move: whether furiten by own discards begins, and what a riichi waits on."""
        seat = game.table.turn
        if type(event) is Dahai and game.table.seats[seat].pond[-1].riichi:
            seen = self._seen
            if self._declarers:
                # each but the last is chased, each but the first chases
                seen[self._declarers[-1], "riichi_chased"] += 1
            seen[seat, "riichi_first"] += not self._declarers
            seen[seat, "riichi_chasing"] += bool(self._declarers)
            self._declarers.append(seat)
        view = game.view(seat)
        if view is None:
            return
        inside = any(cause.kind is FuritenKind.DISCARD for cause in view.furiten)
        if type(event) is Dahai:
            if inside and not self._inside[seat]:
                self._seen[seat, "entered"] += 1
                self._seen[seat, "avoidable"] += _was_avoidable(game, view)
            if view.me.pond[-1].riichi:
                self._declared(view, furiten=inside)
        self._inside[seat] = inside

    # -- riichi ----------------------------------------------------------------------------------------

    def _declared(self, view: SeatView, *, furiten: bool) -> None:
        seat, seen, left = view.seat, self._seen, view.left()
        seen[seat, "riichi_turns"] += len(view.me.pond)
        seen[seat, "riichi_good"] += sum(left[kind] for kind in view.waits) >= GOOD_WAIT
        seen[seat, "riichi_many"] += len(view.waits) >= MANY_SIDED
        seen[seat, "riichi_furiten"] += furiten
        if furiten:
            self._furiten_riichi.append(seat)

    # -- deal-ins --------------------------------------------------------------------------------------

    def _deal_in(self, game: Round | SeenHand) -> None:
        """Count the tier of the discard that was won on."""
        assert game.outcome is not None
        wins = game.outcome.wins
        if not wins or wins[0].tsumo:
            return
        place = max(place for place, event in enumerate(game.events) if isinstance(event, OfferEvent))
        event, seat = game.events[place], wins[0].target
        if type(event) is not Dahai or game.view(seat) is None:
            return
        view = _when_chosen(game, place, seat)
        winners = [win.winner for win in wins]
        safety, seen = Safety(view), self._seen
        tier = max(safety.tier(KIND_OF[TILE_OF[event.pai]], winner) for winner in winners)
        seen[seat, _TIERS[tier]] += 1
        seen[seat, "deal_in_tiles"] += 1
        kinds = {KIND_OF[tile] for tile in set(view.hand.tiles) if refuse_discard(view, tile) is None}
        best = min(max(safety.tier(kind, winner) for winner in winners) for kind in kinds)
        if shape.shanten_of(view.hand.keys, len(view.hand.melds)) > 1:
            seen[seat, "far_deal_ins"] += 1
            seen[seat, "safer_held"] += best < tier


def _when_chosen(game: Round | SeenHand, place: int, seat: int) -> SeatView:
    """The view of a seat when it chose the move that is the event at that place of the hand."""
    return SeatView.from_events(game.rules, seat, game.events[: place_of_choice(game.events, place) + 1])


def _was_avoidable(game: Round | SeenHand, after: SeatView) -> bool:
    """Whether another discard left a wait without furiten with at least as many unseen tiles.

    ``after`` is the view right after the discard.
    """
    before = _when_chosen(game, len(game.events) - 1, after.seat)
    left = before.left()
    unseen = sum(left[kind] for kind in after.waits)
    others = [tile for tile in set(before.hand.tiles) if refuse_discard(before, tile) is None]
    return any(_free_wait(before, tile, left) >= max(unseen, 1) for tile in others)


def _free_wait(view: SeatView, tile: Tile, left: Sequence[int]) -> int:
    """Unseen tiles of the wait that a discard leaves; 0 if it leaves none or one in furiten."""
    rest = view.hand.without(tile)
    waits = shape.waits(rest.keys, len(rest.melds))
    if not waits or view.furiten_with(waits, extra=(tile,)):
        return 0
    return sum(left[kind] for kind in waits)


def count_game(record: Sequence[Event], rules: Ruleset) -> tuple[PlayerCounts, ...]:
    """The counts of a recorded game by seat; those of seats whose hands it hides are empty.

    Of a record that stops in the middle, the finished hands are counted. Raises RecordError if the record
    does not follow the rules.
    """
    hands = list(hands_of(record))
    if not hands:
        raise RecordError("the record holds no hand")
    seats = tuple(PlayerCounts() for _ in range(PLAYERS))
    shown = shown_seats(record)
    if len(shown) < PLAYERS:
        return tuple(
            _count_seen(hands, record, rules, seat) if seat in shown else nobody
            for seat, nobody in enumerate(seats)
        )
    turns = TurnCounts(seats)
    played: list[Round] = []
    try:
        for game in play_hands(hands, rules, turns.watch):
            assert game.outcome is not None
            if rules.errors == "penalised":
                as_played = replace(hands[len(played)], events=game.events)
                count_errors(timeline(rules, game.events).walk(as_played), seats)
            if not game.outcome.offenders:
                count_hand(game, seats)
                count_outcome(game, seats)
                turns.finish(game)
            played.append(game)
    except CutRecordError:
        if isinstance(hands[len(played)].events[-1], ResultEvent):
            raise
    for seat in seats:
        seat.games = int(seat.hands > 0)
        seat.table_games = int(seat.table_hands > 0)
    for standing in _standings(record, played, rules):
        count_end(seats[standing.seat], standing)
    return seats


def _count_seen(
    hands: Sequence[RecordedHand], record: Sequence[Event], rules: Ruleset, seat: int
) -> PlayerCounts:
    """The counts of a seat in a record that hides others."""
    if rules.errors == "penalised":
        raise RecordError("of a game by table rules all hands are needed")
    seats = tuple(PlayerCounts() for _ in range(PLAYERS))
    turns = TurnCounts(seats)
    played = 0
    last: Table | None = None
    try:
        for game in see_hands(hands, rules, seat, turns.watch):
            count_hand(game, seats)
            count_outcome(game, seats)
            turns.finish(game)
            played, last = played + 1, game.table
    except RecordError:
        raise
    except (ValueError, LookupError, AssertionError):
        # nobody has played it again: events may contradict each other
        raise RecordError(f"hand {played + 1} does not follow the rules") from None
    counts = seats[seat]
    counts.games = int(played > 0)
    if last is not None and isinstance(record[-1], EndGame):
        for standing in standings(rules, [each.score for each in last.seats], last.riichi_sticks):
            if standing.seat == seat:
                count_end(counts, standing)
    return counts


def _standings(record: Sequence[Event], played: Sequence[Round], rules: Ruleset) -> tuple[Standing, ...]:
    """The final ranking, also of a game that its players ended early; empty if the record has no end."""
    if not played:
        return ()
    if (ranked := final_ranking(rules, played)) is not None:
        return ranked
    if not isinstance(record[-1], EndGame):
        return ()
    last = played[-1].table
    return standings(rules, last.scores, last.riichi_sticks)
