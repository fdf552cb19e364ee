"""The worth of a discard in points: the chance to win with the hand it leaves, times the value of the win.

The model is one that a player can follow, and that the events alone decide.

*Tenpai.* Of ``u`` unseen tiles ``n`` are of a wait. In each of the ``t`` turns left the own draw is one of
them with a chance of ``n/u``. Where a ron is valid and the wait is not furiten, another player discards one
with the same chance: wins of riichi hands are rons as often as draws (``RON_REACH`` of
``ai.reading.estimates``; 207 and 189 of 396 in the recorded games of the development data). Between two own
draws another player ends the hand with a chance of ``ended`` percent (``HAZARD`` there). With ``c`` the
chance to win on one turn and ``g`` its points (chance times points, summed over waits, rons and draws), the
worth is ``g * (1 + s + s² + …)`` with ``t`` terms, where ``s = (1 - c) * (1 - ended)``.

*Points.* Those of ``ai.reading.outlook``: with riichi where it may be declared, else without; no ippatsu, no
ura dora, no counters. A furiten wait wins by draw alone.

*One from tenpai.* Each own draw reaches tenpai by an accepted tile with a chance of ``n/u``; then the discard
of most worth with the draws that are left follows, or 0 if none is worth anything.

*Danger.* Each discard loses its chance to deal in times a usual deal-in, against everyone who threatens: a
player in riichi, or one with three open melds. The chances are the measured ones of
``ai.reading.measured_tiers``. The recorded games of the development data give the rest: a ron of a player in
riichi costs 5,634 points, 8,340 if that is the dealer (152 and 55 rons); one of an open hand 3,071 and 4,997
(225 and 88); of 1,374 hands with three open melds 1,049 were tenpai, and of 50 with four all.

All numbers are integers and fractions are rounded down, so a worth is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ai.reading.measured_tiers import MEASURED, MEASURED_IN_RIICHI
from ai.reading.outlook import Draw, Outlook
from ai.reading.safety import Safety
from ai.reading.threat import weighed_threats
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

OPEN_MELDS = 3
"""The fewest open melds that are a threat without riichi."""
FINE = 1 << 32
"""The grain of chances."""


class WorthConstants(NamedTuple):
    """Assumptions of the model about other players; the module gives the sources."""

    rons: int = 100
    """Rons per 100 own draws, for a wait that can ron."""
    ended: tuple[int, ...] = (6, 18, 27, 35)
    """Percentage of turns on which another player ends the hand, by the number of threats."""
    riichi_cost: int = 5_600
    """Points of a deal-in against riichi …"""
    open_cost: int = 3_100
    """… and against an open hand; half as much again if it is the dealer's."""
    open_tenpai: int = 76
    """Percentage of hands with ``OPEN_MELDS`` open melds that are tenpai."""


USUAL = WorthConstants()
VARIANTS: tuple[WorthConstants, ...] = (
    WorthConstants(rons=75),
    WorthConstants(rons=150),
    WorthConstants(ended=(3, 12, 20, 28)),
    WorthConstants(ended=(12, 25, 35, 45)),
    WorthConstants(riichi_cost=4_500, open_cost=2_500),
    WorthConstants(riichi_cost=7_000, open_cost=3_900),
)
"""Other constants that one could defend, as far from the usual ones as other sources are."""


Drawn = tuple[Outlook, tuple[Draw, ...]]
"""The hand after a discard, one from tenpai, and the draws that make it tenpai."""


class DealInRisk(NamedTuple):
    """The risk of a discard against one player."""

    seat: int
    wins: int
    tiles: int
    """The chance to deal in is ``wins`` of ``tiles``."""
    points: int
    """The average cost."""


class DiscardWorth:
    """The worth of the discards of one position: an own turn of a hand that is not in riichi."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.left = view.left()
        self.unseen = sum(self.left)
        self.draws = view.table.live // PLAYERS
        """Own draws left, if nobody calls."""
        self.threats = weighed_threats(view, OPEN_MELDS)
        self._safety = Safety(view)
        self._worths: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._dangers: dict[tuple[Kind, WorthConstants], int] = {}

    # -- points --------------------------------------------------------------------------------------

    def of_tenpai(
        self,
        hand: Outlook,
        constants: WorthConstants = USUAL,
        *,
        draws: int | None = None,
        pond: bool = True,
    ) -> int:
        """Points that a tenpai hand is worth, less the danger of its discard.

        ``draws`` are the own draws left, all of them if left out. Without ``pond`` furiten does not count.
        """
        by_draws = self._of_wins(hand, constants, pond=pond)
        return by_draws[self.draws if draws is None else draws] - self.danger(hand.tile, constants)

    def _of_wins(self, hand: Outlook, constants: WorthConstants, *, pond: bool) -> tuple[int, ...]:
        """The points by own draws left: none, one, … and all."""
        chance = gain = 0
        for wait in hand.declared.waits:
            for worth, weight in (
                (wait.tsumo_worth, 100),
                (wait.ron_worth, 0 if hand.furiten and pond else constants.rons),
            ):
                if worth is not None:
                    chance += wait.left * weight
                    gain += wait.left * weight * worth.points
        key = chance, gain, self._ended(constants)
        if key not in self._worths:
            self._worths[key] = tuple(self._by_draws(*key))
        return self._worths[key]

    def _by_draws(self, chance: int, gain: int, ended: int) -> Iterator[int]:
        whole = 100 * self.unseen
        stays = max(0, whole - chance) * (100 - ended)
        total, here = 0, FINE
        for _ in range(self.draws + 1):
            yield gain * total // (whole * FINE)
            total += here
            here = here * stays // (100 * whole)

    def of_draws(
        self,
        hand: Outlook,
        draws: Sequence[Draw],
        constants: WorthConstants = USUAL,
        *,
        pond: bool = True,
    ) -> int:
        """Points that a hand one from tenpai is worth, less the danger of the discard that leaves it.

        ``draws`` are all that make it tenpai.
        """
        best = [(draw.left, self._best_by_draws(draw, constants, pond=pond)) for draw in draws]
        accepted = sum(draw.left for draw in draws)
        stays = (self.unseen - accepted) * (100 - self._ended(constants))
        total, here = 0, FINE
        for left in reversed(range(self.draws)):
            total += here * sum(tiles * by_draws[left] for tiles, by_draws in best)
            here = here * stays // (100 * self.unseen)
        return total // (self.unseen * FINE) - self.danger(hand.tile, constants)

    def _best_by_draws(self, draw: Draw, constants: WorthConstants, *, pond: bool) -> list[int]:
        """The worth of the best tenpai after the draw, by own draws left; 0 if none is worth anything."""
        each = [
            (self._of_wins(hand, constants, pond=pond), self.danger(hand.tile, constants))
            for hand in draw.tenpais
        ]
        return [max(0, *(worths[left] - danger for worths, danger in each)) for left in range(self.draws)]

    def best_after(self, draw: Draw) -> Outlook:
        """The tenpai that follows the draw if it comes next."""
        return max(draw.tenpais, key=lambda each: (self.of_tenpai(each, draws=self.draws - 1), -each.tile))

    # -- others --------------------------------------------------------------------------------------

    def _ended(self, constants: WorthConstants) -> int:
        return constants.ended[len(self.threats)]

    def danger(self, discard: Tile, constants: WorthConstants = USUAL) -> int:
        if not self.threats:
            return 0
        key = KIND_OF[discard], constants
        if key not in self._dangers:
            self._dangers[key] = sum(risk.points for risk in self.risks(discard, constants))
        return self._dangers[key]

    def risks(self, discard: Tile, constants: WorthConstants = USUAL) -> tuple[DealInRisk, ...]:
        """The risk of a discard against each of the players who threaten."""
        return tuple(self._risk(KIND_OF[discard], seat, constants) for seat in self.threats)

    def _risk(self, kind: Kind, seat: int, constants: WorthConstants) -> DealInRisk:
        table, tier = self.view.table, self._safety.tier(kind, seat)
        if table.seats[seat].riichi:
            (tiles, wins), cost = MEASURED_IN_RIICHI[tier], constants.riichi_cost
        else:
            (tiles, wins), cost = MEASURED[tier], constants.open_cost
            tiles, wins = 100 * tiles, constants.open_tenpai * wins
        if seat == table.dealer:
            cost = 3 * cost // 2
        return DealInRisk(seat, wins, tiles, wins * cost // tiles)
