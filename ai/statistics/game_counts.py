"""Count a recorded game for its four players: outcomes, errors, and one walk through its positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.reading.furiten_advice import win_points
from ai.reading.outlook import GOOD_WAIT
from ai.reading.safety import Safety
from ai.reading.safety_reasons import Tier
from ai.reading.table_errors import ErrorAtTable, ErrorKind, ErrorSort, errors_at
from ai.statistics.player_counts import PLACE_COUNTS, PlayerCounts, count_hand
from engine import events as ev
from engine import shape
from engine.actions import Why
from engine.events import Chi, Daiminkan, EndGame, Event, Hora, Pon, Ryukyoku, Tsumo, WinCounted
from engine.furiten import FuritenKind
from engine.legal import refuse_discard, refuse_ron
from engine.match import Standing, standings
from engine.outcome import WinResult
from engine.records.recorded_game import RecordedHand, hands_of
from engine.records.replay import CutRecordError, PlayedGame, replayed
from engine.records.timeline import Position, Timeline, timeline
from engine.round import Round
from engine.rules import Penalty, Ruleset
from engine.table import Seat
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
        _count_errors(counts, errors)


def _count_errors(counts: PlayerCounts, errors: Sequence[ErrorAtTable]) -> None:
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


def count_outcome(game: Round, hand: RecordedHand, seats: Sequence[PlayerCounts]) -> None:
    """Count the outcome of a finished hand, besides what ``count_hand`` counts."""
    outcome = game.outcome
    assert outcome is not None
    players = game.table.seats
    for win in outcome.wins:
        _count_win(seats[win.winner], win, players[win.winner], hand)
        if not win.tsumo:
            _count_dealt(seats[win.target], win, players[win.winner])
    winners = {win.winner for win in outcome.wins}
    dealt = {win.target for win in outcome.wins if not win.tsumo}
    for number, (counts, player) in enumerate(zip(seats, players, strict=True)):
        ended = int(number in winners), int(number in dealt), int(outcome.draw is not None)
        _count_hand(counts, player, ended, player.score - hand.start.scores[number])


def count_end(counts: PlayerCounts, standing: Standing) -> None:
    """Count the end of a game for one player."""
    counts.placed += 1
    counts.place_total += standing.place
    name = PLACE_COUNTS[standing.place - 1]
    setattr(counts, name, getattr(counts, name) + 1)
    counts.busts += standing.points < 0
    counts.final_points += standing.points


def _count_hand(counts: PlayerCounts, player: Seat, ended: tuple[int, int, int], gained: int) -> None:
    """Count a hand; ``ended`` says whether the player won, dealt in, and whether nobody won."""
    won, dealt, drawn = ended
    counts.drawn += drawn
    counts.balance += gained
    if player.riichi:
        counts.riichi_wins += won
        counts.riichi_deal_ins += dealt
        counts.riichi_drawn += drawn
        counts.riichi_balance += gained
    if _is_open(player):
        counts.call_wins += won
        counts.call_deal_ins += dealt
        counts.call_drawn += drawn
        counts.call_balance += gained


def _count_win(counts: PlayerCounts, win: WinResult, player: Seat, hand: RecordedHand) -> None:
    counts.tsumo_wins += win.tsumo
    counts.riichi_tsumo_wins += win.tsumo and player.riichi > 0
    counts.call_tsumo_wins += win.tsumo and _is_open(player)
    counts.dama_wins += not player.riichi and not _is_open(player)
    counts.win_turns += sum(
        isinstance(event, Tsumo | Chi | Pon | Daiminkan) and event.actor == win.winner
        for event in hand.events
    )
    if player.riichi:
        names = {item.name for item in win.score.yaku if item.han}
        counts.ippatsu_wins += "ippatsu" in names
        counts.ura_wins += "ura-dora" in names


def _count_dealt(counts: PlayerCounts, win: WinResult, winner: Seat) -> None:
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

_BY_KIND = {
    FuritenKind.DISCARD: "furiten_discard",
    FuritenKind.TEMPORARY: "furiten_temporary",
    FuritenKind.RIICHI: "furiten_riichi",
}
_TIERS = {tier: f"tier_{tier.name.lower()}" for tier in Tier}


class TurnCounts:
    """Counts the hands of a record for its four players. ``positions`` shows all hands."""

    def __init__(self, positions: Timeline, seats: Sequence[PlayerCounts]) -> None:
        self._positions = positions
        self._seats = seats
        self._turns = [frozenset(positions.turns(seat)) for seat in range(PLAYERS)]
        self._inside: list[bool] = []
        """By seat: whether the hand was furiten by its own discards after the own last move."""
        self._declarers: list[int] = []
        """Seats in riichi in this hand, in order …"""
        self._furiten_riichi: list[int] = []
        """… and those of them that declared in furiten."""

    def count(self, hand: RecordedHand) -> None:
        self._inside = [False] * PLAYERS
        self._declarers, self._furiten_riichi = [], []
        for position in self._positions.walk(hand):
            event = position.event
            # isinstance takes three times as long with the classes of msgspec
            kind = type(event)
            if kind is ev.Tsumo or kind is ev.Chi or kind is ev.Pon:
                self._begin_turn(position)
            elif kind is ev.Dahai or kind is ev.Kakan or kind is ev.Ankan:
                self._offered(position)
                self._settle(position)
            elif kind is ev.Daiminkan:
                self._settle(position)
        for seat in self._furiten_riichi:
            self._seats[seat].riichi_furiten_balance += (
                position.table.seats[seat].score - hand.start.scores[seat]
            )
        self._count_deal_in(hand)

    # -- turns -----------------------------------------------------------------------------------------

    def _begin_turn(self, position: Position) -> None:
        """Count a turn that begins in tenpai."""
        seat = position.table.turn
        view = position.views[seat]
        if not view.waits or position.index not in self._turns[seat]:
            return
        counts = self._seats[seat]
        counts.tenpai_turns += 1
        kinds = {cause.kind for cause in view.furiten}
        counts.furiten_turns += bool(kinds)
        for kind in kinds:
            name = _BY_KIND[kind]
            setattr(counts, name, getattr(counts, name) + 1)

    def _offered(self, position: Position) -> None:
        """Count the tile if a hand would win on it but for furiten."""
        for view, counts in zip(position.views, self._seats, strict=True):
            if view.own.passing is None:
                continue
            refusal = refuse_ron(view)
            if refusal is None or refusal.why is not Why.FURITEN:
                continue
            assert view.table.offer is not None
            if points := win_points(view, view.table.offer, tsumo=False):
                counts.missed += 1
                counts.missed_points += points

    def _settle(self, position: Position) -> None:
        """After a move: whether furiten by own discards begins, and what a riichi waits on."""
        seat = position.table.turn
        view = position.views[seat]
        inside = any(cause.kind is FuritenKind.DISCARD for cause in view.furiten)
        if isinstance(position.event, ev.Dahai):
            if inside and not self._inside[seat]:
                self._seats[seat].entered += 1
                self._seats[seat].avoidable += self._was_avoidable(position, seat)
            if view.me.pond[-1].riichi:
                self._declared(view, furiten=inside)
        self._inside[seat] = inside

    def _was_avoidable(self, position: Position, seat: int) -> bool:
        """Whether another discard left a wait without furiten with at least as many unseen tiles."""
        before = self._positions.at(self._positions.chosen_at(position.index)).views[seat]
        left = before.left()
        unseen = sum(left[kind] for kind in position.views[seat].waits)
        others = [tile for tile in set(before.hand.tiles) if refuse_discard(before, tile) is None]
        return any(_free_wait(before, tile, left) >= max(unseen, 1) for tile in others)

    # -- riichi ----------------------------------------------------------------------------------------

    def _declared(self, view: SeatView, *, furiten: bool) -> None:
        counts, left = self._seats[view.seat], view.left()
        if self._declarers:
            # each but the last is chased, each but the first chases
            self._seats[self._declarers[-1]].riichi_chased += 1
        counts.riichi_first += not self._declarers
        counts.riichi_chasing += bool(self._declarers)
        self._declarers.append(view.seat)
        counts.riichi_turns += len(view.me.pond)
        counts.riichi_good += sum(left[kind] for kind in view.waits) >= GOOD_WAIT
        counts.riichi_many += len(view.waits) >= MANY_SIDED
        counts.riichi_furiten += furiten
        if furiten:
            self._furiten_riichi.append(view.seat)

    # -- deal-ins --------------------------------------------------------------------------------------

    def _count_deal_in(self, hand: RecordedHand) -> None:
        """Count the tier of the discard that was won on."""
        wins = [event for event in hand.events if isinstance(event, ev.Hora)]
        if not wins or wins[0].actor == wins[0].target:
            return
        place = hand.events.index(wins[0]) - 1
        while not isinstance(hand.events[place], ev.Dahai | ev.Kakan | ev.Ankan):
            place -= 1
        event, seat = hand.events[place], wins[0].target
        if not isinstance(event, ev.Dahai):
            return
        chosen = self._positions.chosen_at(hand.first - 1 + place)
        view = self._positions.at(chosen).views[seat]
        winners = [win.actor for win in wins]
        safety, counts = Safety(view), self._seats[seat]
        tier = max(safety.tier(KIND_OF[TILE_OF[event.pai]], winner) for winner in winners)
        name = _TIERS[tier]
        setattr(counts, name, getattr(counts, name) + 1)
        counts.deal_in_tiles += 1
        kinds = {KIND_OF[tile] for tile in set(view.hand.tiles) if refuse_discard(view, tile) is None}
        best = min(max(safety.tier(kind, winner) for winner in winners) for kind in kinds)
        counts.safer_held += best < tier


def _free_wait(view: SeatView, tile: Tile, left: Sequence[int]) -> int:
    """Unseen tiles of the wait that a discard leaves; 0 if it leaves none or one in furiten."""
    rest = view.hand.without(tile)
    waits = shape.waits(rest.keys, len(rest.melds))
    if not waits or view.furiten_with(waits, extra=(tile,)):
        return 0
    return sum(left[kind] for kind in waits)


def count_game(record: Sequence[Event], rules: Ruleset) -> tuple[PlayerCounts, ...]:
    """The counts of a recorded game by seat.

    Of a record that stops in the middle, the finished hands are counted. Raises RecordError if the record
    does not follow the rules.
    """
    seats = tuple(PlayerCounts() for _ in range(PLAYERS))
    events, played = _finished(record, rules)
    if played is None:
        return seats
    positions = timeline(rules, events)
    turns = TurnCounts(positions, seats)
    for hand, game in zip(positions.hands, played.hands, strict=True):
        assert game.outcome is not None
        if rules.errors == "penalised":
            count_errors(positions.walk(hand), seats)
        if game.outcome.offenders:
            continue
        count_hand(game, seats)
        count_outcome(game, hand, seats)
        turns.count(hand)
    for seat in seats:
        seat.games = int(seat.hands > 0)
        seat.table_games = int(seat.table_hands > 0)
    for standing in _standings(record, played, rules):
        count_end(seats[standing.seat], standing)
    return seats


def _finished(record: Sequence[Event], rules: Ruleset) -> tuple[Sequence[Event], PlayedGame | None]:
    """The record up to its last finished hand, and that much of it played again; None without a hand."""
    try:
        return record, replayed(record, rules)
    except CutRecordError:
        ends = [hand for hand in hands_of(record) if not isinstance(hand.events[-1], Hora | Ryukyoku)]
        events = record[: ends[0].first - 1] if ends else record
        whole = any(isinstance(event, Hora | Ryukyoku) for event in events)
        return events, replayed(events, rules) if whole else None


def _standings(record: Sequence[Event], played: PlayedGame, rules: Ruleset) -> tuple[Standing, ...]:
    """The final ranking, also of a game that its players ended early; empty if the record has no end."""
    if played.standings is not None:
        return played.standings
    if not isinstance(record[-1], EndGame):
        return ()
    last = played.hands[-1].table
    return standings(rules, [seat.score for seat in last.seats], last.riichi_sticks)
