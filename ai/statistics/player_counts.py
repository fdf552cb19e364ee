"""The counts of one player: hands and games, live or from records.

All numbers are whole and are only added up, so that a sum does not depend on the order of the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec

from ai.statistics.seen_hand import SeenHand
from engine.outcome import DrawReason
from engine.round import Round


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
