"""How well styles are told apart by what everybody sees, and what each of them looks like.

    python -m tools.measure.styles_told --bots hayai,mamori,takame,hayai --games 120 --seed 2100

Of each bot what a person at the table sees is counted over ``WATCHED`` games (``FIGURES``). Each bot is named
by the picture that is nearest: the mean of a style over all other games. A figure counts by how far bots of
one style spread in it. Who knows which styles sit at a table, but not where, names all four at once, each
style at least once. How often that is right stands in for a person who watched so many games and knows the
pictures; no person was asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from statistics import fmean, pstdev
from typing import NamedTuple

from ai.bots.registry import parse_bot
from ai.reading.estimates import dora_hans, triplet_han
from ai.reading.evidence import genbutsu
from ai.reading.threat import other_seats, weighed_threats
from ai.statistics.figures import Sums
from engine.actions import DISCARDS, Action
from engine.hand import Meld
from engine.match import Match
from engine.tiles import EAST, IS_ORPHAN, KIND_OF
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.expert_games import asked_for, hands

WATCHED = 2
"""Games after which a style is named."""
EARLY = 6
"""The last turn whose discard is early."""
MELDS_FEARED = 2


class Seen(Sums):
    """What everybody sees of one seat; the numbers are added up over hands."""

    hands: int = 0
    called: int = 0
    melds: int = 0
    flush_calls: int = 0
    """Hands with a call whose melds are all of one suit and honours."""
    riichi: int = 0
    silent: int = 0
    """Wins with a closed hand without riichi."""
    wins: int = 0
    points: int = 0
    early: int = 0
    """Early discards: while nobody else is in riichi or has ``MELDS_FEARED`` melds."""
    guests: int = 0
    """… of them honours that are no yakuhai for the seat,"""
    yakuhai: int = 0
    terminals: int = 0
    dora: int = 0
    """and dora, red fives among them."""
    under_riichi: int = 0
    """Discards against a riichi, without an own one."""
    genbutsu: int = 0
    """… that are genbutsu against everybody in riichi."""
    against_melds: int = 0
    """Discards against ``MELDS_FEARED`` melds, with nobody in riichi."""
    held_back: int = 0
    """… that are genbutsu against all of these, or honours."""


def _share(part: str, whole: str) -> Callable[[Seen], float]:
    return lambda seen: getattr(seen, part) / max(getattr(seen, whole), 1)


FIGURES: dict[str, Callable[[Seen], float]] = {
    "hands with a call": _share("called", "hands"),
    "melds a hand": _share("melds", "hands"),
    "hands with calls of one suit": _share("flush_calls", "hands"),
    "riichi": _share("riichi", "hands"),
    "silent closed wins a hand": _share("silent", "hands"),
    "points of a win": _share("points", "wins"),
    "early discards: guest winds": _share("guests", "early"),
    "early discards: yakuhai": _share("yakuhai", "early"),
    "early discards: terminals": _share("terminals", "early"),
    "early discards: dora": _share("dora", "early"),
    "genbutsu against a riichi": _share("genbutsu", "under_riichi"),
    "safe against two melds": _share("held_back", "against_melds"),
}


class GameSeen:
    """What is seen of each seat of one game while it is played."""

    def __init__(self) -> None:
        self.seats = [Seen() for _ in range(PLAYERS)]

    def decided(self, match: Match, view: SeatView, action: Action) -> None:
        """Count a discard before it is carried out."""
        if action.kind not in DISCARDS or action.tile is None:
            return
        table, seen, kind = view.table, self.seats[view.seat], KIND_OF[action.tile]
        riichi = [seat for seat in other_seats(view) if table.seats[seat].riichi]
        feared = weighed_threats(view, MELDS_FEARED)
        if view.me.riichi:
            return
        safe = all(kind in genbutsu(table, seat) for seat in riichi or feared)
        if riichi:
            seen.under_riichi += 1
            seen.genbutsu += safe
        elif feared:
            seen.against_melds += 1
            seen.held_back += safe or kind >= EAST
        elif len(view.me.pond) < EARLY:
            worth = triplet_han(kind, table, view.seat) > 0
            seen.early += 1
            seen.guests += kind >= EAST and not worth
            seen.yakuhai += worth
            seen.terminals += IS_ORPHAN[kind] and kind < EAST
            seen.dora += dora_hans(table.indicators).of_tile[action.tile] > 0

    def ended(self, match: Match) -> None:
        """Count the end of a hand."""
        outcome = match.round.outcome
        assert outcome is not None
        for seen, seat in zip(self.seats, match.round.table.seats, strict=True):
            melds = [meld for meld in seat.melds if meld.is_open]
            seen.hands += 1
            seen.called += bool(melds)
            seen.melds += len(melds)
            seen.flush_calls += bool(melds) and len(_suits(melds)) <= 1
            seen.riichi += seat.riichi > 0
        for win in outcome.wins:
            seen, winner = self.seats[win.winner], match.round.table.seats[win.winner]
            seen.wins += 1
            seen.points += win.value
            seen.silent += not winner.riichi and not any(meld.is_open for meld in winner.melds)


def _suits(melds: Sequence[Meld]) -> set[int]:
    return {meld.first // 9 for meld in melds if meld.first < EAST}


def played(table: Sequence[str], seed: int, number: int) -> list[tuple[str, Seen]]:
    """The style of each bot of the table, and what is seen of it in one game."""
    seen = GameSeen()
    for match in hands(table, seed, number, seen.decided):
        seen.ended(match)
    by_place = [seen.seats[(place - number) % PLAYERS] for place in range(PLAYERS)]
    return [(parse_bot(name).name, each) for name, each in zip(table, by_place, strict=True)]


# -- naming --------------------------------------------------------------------------------------------


class Watched(NamedTuple):
    """One bot in some games: its style, and its figures."""

    style: str
    figures: tuple[float, ...]


def watched(games: Sequence[Sequence[tuple[str, Seen]]]) -> list[Watched]:
    """Each bot in each ``WATCHED`` games that follow each other."""
    found = []
    for first in range(0, len(games), WATCHED):
        for bot in zip(*games[first : first + WATCHED], strict=True):
            total = Seen()
            for _, seen in bot:
                total.add(seen)
            found.append(Watched(bot[0][0], tuple(figure(total) for figure in FIGURES.values())))
    return found


def pictures(known: Sequence[Watched]) -> dict[str, tuple[float, ...]]:
    """The mean figures of each style."""
    styles = dict.fromkeys(each.style for each in known)
    return {style: tuple(map(fmean, zip(*_of(known, style), strict=True))) for style in styles}


def spreads(known: Sequence[Watched]) -> tuple[float, ...]:
    """How far bots of one style lie apart in each figure, on average over the styles."""
    styles = dict.fromkeys(each.style for each in known)
    return tuple(
        fmean(pstdev(column) for column in columns) or 1.0
        for columns in zip(*(zip(*_of(known, style), strict=True) for style in styles), strict=True)
    )


def _of(known: Sequence[Watched], style: str) -> list[tuple[float, ...]]:
    return [each.figures for each in known if each.style == style]


def named(
    table: Sequence[Sequence[float]],
    by_style: dict[str, tuple[float, ...]],
    spread: Sequence[float],
    every: bool,
) -> tuple[str, ...]:
    """The styles whose pictures are nearest to the figures of a table; ``every``: each style is named."""

    def distance(figures: Sequence[float], style: str) -> float:
        return sum(((a - b) / c) ** 2 for a, b, c in zip(figures, by_style[style], spread, strict=True))

    answers = product(by_style, repeat=len(table))
    return min(
        (answer for answer in answers if not every or len(set(answer)) == len(by_style)),
        key=lambda answer: sum(map(distance, table, answer)),
    )


def report(found: Sequence[Watched]) -> None:
    """Print the picture of each style, and how often the styles at a table are named right by the others."""
    whole, spread = pictures(found), spreads(found)
    print(f"{'':32}" + "".join(f"{style:>10}" for style in whole) + f"{'spread':>10}")
    for row, name in enumerate(FIGURES):
        cells = [whole[style][row] for style in whole] + [spread[row]]
        print(f"{name:32}" + "".join(f"{cell:10.0f}" if cell > 99 else f"{cell:10.3f}" for cell in cells))
    for every in (False, True):
        told: Counter[tuple[str, str]] = Counter()
        for first in range(0, len(found), PLAYERS):
            table = found[first : first + PLAYERS]
            known = [*found[:first], *found[first + PLAYERS :]]
            answer = named([each.figures for each in table], pictures(known), spreads(known), every)
            told.update(zip((each.style for each in table), answer, strict=True))
        print("every style sits at the table:" if every else "each alone:")
        for style in whole:
            times = sum(told[style, other] for other in whole)
            answers = ", ".join(f"{other} {told[style, other]}" for other in whole)
            print(f"  {style} in {times} times {WATCHED} games was named {answers}")
        right = sum(told[style, style] for style in whole)
        print(f"  right: {right} of {len(found)} ({right / len(found):.0%})")


def main() -> None:
    """Play, count and tell."""
    games = list(asked_for(played, __doc__, games=120, seed=2100, bots="hayai,mamori,takame,hayai"))
    report(watched(games[: len(games) // WATCHED * WATCHED]))


if __name__ == "__main__":
    main()
