"""What is counted at the end of a hand and of a game, from the outcome that the engine found."""

from __future__ import annotations

from collections.abc import Sequence

from ai.statistics.player_counts import PLACE_COUNTS, PlayerCounts
from engine.events import Chi, Daiminkan, Pon, Tsumo
from engine.outcome import WinResult
from engine.ranking import Standing
from engine.records.hands import RecordedHand
from engine.round import Round
from engine.table import Seat


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
    """Count a win on the player's tile."""
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
