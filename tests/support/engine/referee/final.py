"""The end of the game: the bets left on the table, places, uma and oka, and what a chombo takes off."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.engine.referee.book import Book

HUNDRED = 100


def shared_out(amount: int, seats: Sequence[int], *, odd: bool) -> dict[int, int]:
    """Hundreds dealt out one by one from the earliest seat on; the last round is whole unless ``odd``."""
    sign = -1 if amount < 0 else 1
    hundreds = abs(amount) // HUNDRED
    if not odd:
        hundreds -= hundreds % len(seats)
    found = dict.fromkeys(seats, 0)
    for place in range(hundreds):
        found[seats[place % len(seats)]] += sign * HUNDRED
    return found


def points_at_end(book: Book, points: Sequence[int], sticks: int) -> list[int]:
    """A7: the points of each player with the bets that were left."""
    first = [seat for seat in range(4) if points[seat] == max(points)]
    if book.bets_left == "nobody":
        return [*points]
    if book.bets_left == "first":
        first = first[:1]
    gained = shared_out(1_000 * sticks, first, odd=book.bets_left == "split")
    return [points[seat] + gained.get(seat, 0) for seat in range(4)]


def final_scores(
    book: Book, points: Sequence[int], sticks: int, chombos: Sequence[int], *, at_once: bool
) -> list[float]:
    """A3 to A7, H1: the final score of each player in thousands. Bets that are left make nobody first."""
    ended = points_at_end(book, points, sticks)
    prizes = [book.uma[0] + book.oka, *book.uma[1:]]
    found = []
    for seat in range(4):
        better = [other for other in range(4) if points[other] > points[seat]]
        tied = [other for other in range(4) if points[other] == points[seat]]
        if book.ties_share:
            pool = sum(prizes[len(better) : len(better) + len(tied)])
            uma = shared_out(pool, tied, odd=True)[seat] if len(tied) > 1 else pool
        else:
            uma = prizes[len(better) + tied.index(seat)]
        lost = 0 if at_once else book.chombo_points * chombos[seat]
        found.append((ended[seat] - book.counted_from + uma - lost) / 1_000)
    return found
