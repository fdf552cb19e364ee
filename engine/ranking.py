"""The end of a game: places, riichi sticks left over, uma, oka and final scores."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import events as ev
from engine.rules import Ruleset
from engine.wall import PLAYERS

_HUNDRED = 100


class Standing(msgspec.Struct, frozen=True):
    """One player at the end. ``place`` is 1–4, the same for tied players who share a place."""

    seat: int
    place: int
    points: int
    """Points at the end, riichi sticks left on the table given out."""
    uma: int
    """Uma and oka of the place, in points."""
    final: float
    """The final score in thousands."""
    chombo: int = 0
    """Points taken off the final score for chombo; they change no place."""


def order(scores: Sequence[float]) -> list[int]:
    """Seats from first to last; of equal scores the earlier starting seat comes first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def places(rules: Ruleset, scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 1–4; tied players share one, or the earlier seat ranks higher."""
    if rules.ties == "shared":
        return tuple(1 + sum(other > score for other in scores) for score in scores)
    ranked = order(scores)
    return tuple(1 + ranked.index(seat) for seat in range(len(scores)))


def share(amount: int, seats: Sequence[int], *, remainder: bool) -> dict[int, int]:
    """Divide points in whole hundreds; odd hundreds go to the earlier seats, or to no player."""
    each = int(amount / len(seats) / _HUNDRED) * _HUNDRED
    shares = dict.fromkeys(seats, each)
    if remainder:
        left = amount - each * len(seats)
        step = _HUNDRED if left > 0 else -_HUNDRED
        for seat in sorted(seats)[: abs(left) // _HUNDRED]:
            shares[seat] += step
    return shares


def leftover_bets(rules: Ruleset, scores: Sequence[int], riichi_sticks: int) -> list[int]:
    """The share of each seat in the riichi sticks that are still on the table when the game ends."""
    gained = [0] * PLAYERS
    amount = riichi_sticks * rules.riichi_bet
    leaders = [seat for seat in range(PLAYERS) if scores[seat] == max(scores)]
    if rules.leftover_bets == "first":
        gained[leaders[0]] = amount
    elif rules.leftover_bets in ("split", "split-down"):
        for seat, part in share(amount, leaders, remainder=rules.leftover_bets == "split").items():
            gained[seat] = part
    return gained


def standings(
    rules: Ruleset, scores: Sequence[int], riichi_sticks: int, chombo: Sequence[int] = (0, 0, 0, 0)
) -> tuple[Standing, ...]:
    """The final ranking, first place first; ``chombo`` is how many each seat committed.

    Places are those of the scores: the odd hundreds of riichi sticks that were split do not break a tie.
    """
    points = [
        score + gain for score, gain in zip(scores, leftover_bets(rules, scores, riichi_sticks), strict=True)
    ]
    placed = places(rules, scores)
    prizes = [rules.uma[0] + rules.oka, *rules.uma[1:]]
    found = []
    for seat in order(scores):
        place = placed[seat]
        tied = [other for other in range(PLAYERS) if placed[other] == place]
        pool = sum(prizes[place - 1 : place - 1 + len(tied)])
        uma = share(pool, tied, remainder=True)[seat] if len(tied) > 1 else pool
        lost = chombo[seat] * rules.chombo_points if rules.chombo == "final" else 0
        final = _final(rules, points[seat], uma - lost)
        found.append(Standing(seat, place, points[seat], uma, final, lost))
    return tuple(found)


def end_game(ranked: Sequence[Standing]) -> ev.EndGame:
    """The event with which a game ends."""
    by_seat = sorted(ranked, key=lambda standing: standing.seat)
    return ev.EndGame([each.points for each in by_seat], [each.final for each in by_seat])


def _final(rules: Ruleset, points: int, added: int) -> float:
    counted = points - rules.return_points if rules.final_score == "difference" else points
    return (counted + added) / 1000
