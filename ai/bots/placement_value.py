"""The worth of the end of a hand: the placement that points bring, and the points that a hand brings.

A hand ends with a win, a deal-in, another player's win or a draw, each with scores and so with an expected
placement. A win in the last hand is worth nothing to the last if it leaves him last.

One placement is worth the same points in all hands of a game: the points at the even scores of its start.

A win value (the chance to win times the payment) leaves out payments at a draw, wins of others, and later
deal-ins. These were measured: a line for each class of hands (docs/lab/bots.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.match import ends_game, hands_to_come, places
from engine.outcome import DrawReason
from engine.results import noten_deltas
from engine.rules import Ruleset
from engine.table import Table
from engine.wall import PLAYERS

IN_RIICHI = -1
"""The value of ``HandClass.shanten`` for a hand in riichi."""
MAX_SHANTEN = 4
"""The highest ``HandClass.shanten``; it includes all hands that are farther away."""
MEAN_DRAWS = 9
"""Own draws left at which ``LinearFit.base`` is the value."""
UNWON = -1_550.0
"""Points of a hand that is not won: what others win, and payments at a draw."""
NO_YAKU_POINTS = -100.0
"""Points of an open hand without any plan for a yaku beyond those of the farthest open hands."""
TENPAI_DRAWS = 4
"""With at most so many own draws left, such a hand in tenpai is worth the payments at the draw."""


class HandClass(NamedTuple):
    """A class of hands that share one fit."""

    threatened: bool
    """Whether another player is more likely tenpai than not."""
    closed: bool
    shanten: int
    """``IN_RIICHI``, or 0 up to ``MAX_SHANTEN``."""


class LinearFit(NamedTuple):
    """Expected points by the end of the hand as a linear function of the win value and the draws left."""

    base: float
    """Points with win value 0 and ``MEAN_DRAWS`` draws left."""
    per_draw: float
    """Points for each own draw left beyond these."""
    slope: float
    """Points for each point of the win value."""


FITS: dict[HandClass, LinearFit] = {
    HandClass(False, True, IN_RIICHI): LinearFit(50, 180, 0.9),
    HandClass(False, True, 0): LinearFit(-1000, 0, 0.85),
    HandClass(False, True, 1): LinearFit(-550, 130, 0.75),
    HandClass(False, True, 2): LinearFit(-1400, 140, 0.7),
    HandClass(False, True, 3): LinearFit(-1760, 80, 0.75),
    HandClass(False, True, 4): LinearFit(-1750, 50, 0.7),
    HandClass(False, False, 0): LinearFit(-500, 0, 0.87),
    HandClass(False, False, 1): LinearFit(-900, 90, 1.0),
    HandClass(False, False, 2): LinearFit(-1250, 45, 1.05),
    HandClass(False, False, 3): LinearFit(-1550, 60, 1.0),
    HandClass(False, False, 4): LinearFit(-1700, 0, 0.5),
    HandClass(True, True, IN_RIICHI): LinearFit(0, 60, 0.93),
    HandClass(True, True, 0): LinearFit(-1200, -120, 0.8),
    HandClass(True, True, 1): LinearFit(-1280, -15, 0.53),
    HandClass(True, True, 2): LinearFit(-1520, -35, 0.65),
    HandClass(True, True, 3): LinearFit(-1470, -15, 0.35),
    HandClass(True, True, 4): LinearFit(-1570, -30, 0.35),
    HandClass(True, False, 0): LinearFit(-1080, -130, 0.86),
    HandClass(True, False, 1): LinearFit(-1470, -17, 1.0),
    HandClass(True, False, 2): LinearFit(-1660, -40, 0.6),
    HandClass(True, False, 3): LinearFit(-1600, 0, 0.4),
    HandClass(True, False, 4): LinearFit(-1700, -20, 0.4),
}
"""Measured (``tools/measure/standing.py``) and changed a little so that lines hardly cross, but for riichi,
silence, closed hands one away without a threat and open hands four away (docs/lab/bots.md)."""


def expected_points(
    hand_class: HandClass, draws: int, win_value: float, share: float = 1.0, certainty: float = 1.0
) -> float:
    """Expected points of a hand of that class; an open hand without a yaku is worth a fold.

    They are never less than those of a hand farther away with the same win value. ``share`` is that of
    ``PlacementValue``. Of what its line gives beyond a hand that is not won, a riichi has only the part
    ``certainty``, 0 to 1: less with a small chance to win.
    """
    threatened, closed, shanten = hand_class
    if win_value <= 0 and not closed and (draws > TENPAI_DRAWS or shanten > 0):
        return cannot_win(threatened, draws, share)
    if shanten == IN_RIICHI:
        return _without_win(hand_class, draws, share * certainty) + FITS[hand_class].slope * win_value
    classes = [HandClass(threatened, closed, farther) for farther in range(shanten, MAX_SHANTEN + 1)]
    return max([_without_win(each, draws, share) + FITS[each].slope * win_value for each in classes])


def cannot_win(threatened: bool, draws: int, share: float = 1.0) -> float:
    """Expected points of an open hand that cannot win: less than those of any open hand that folds."""
    return _without_win(HandClass(threatened, False, MAX_SHANTEN), draws, share) + share * NO_YAKU_POINTS


def _without_win(hand_class: HandClass, draws: int, share: float) -> float:
    """Expected points at win value 0."""
    line = FITS[hand_class]
    return UNWON + share * (line.base + line.per_draw * (draws - MEAN_DRAWS) - UNWON)


HAND_DEVIATION = 6_000.0
"""Standard deviation, in points, of how much one hand changes the score difference of two players."""
FINAL_DEVIATION = 800.0
"""Standard deviation added at the end of the game, so that a tiny lead does not decide the placement."""
HANDS_PER_SCHEDULED = 1.2
"""Hands played per scheduled hand, because dealers repeat and draws repeat."""
REFERENCE_WIN = 4_000
"""A win of this many points at the even scores of the start has a value equal to its points."""
TYPICAL_WINS = (2_000, 4_000, 8_000)
"""Points of a cheap, an average and an expensive win."""
EVEN_PLACEMENT = 2.5
TSUMO_SHARE = 0.35
"""Share of tsumo among all wins."""
POINTS_SHARE = 0.05
"""Share of the points that is added whatever the placement."""

OTHER_TSUMO = 0.10
"""Chance that a given other player wins by tsumo if the own hand is not won.

This and the next were counted in 2,955 hands of majiang-ai (``tools/measure/hand_ends.py``)."""
OTHER_RON = 0.056
"""Chance that a given other player then wins on a given player's discard."""
DRAW = 0.20
"""Chance that the hand is then drawn."""
WIN_POINTS = (1_100, 1_900, 3_300, 6_200, 9_600)
"""Points of the other players' wins, in fifths of equal chance, in the same hands."""
DEALER_WIN_POINTS = (1_700, 3_100, 5_500, 10_200, 15_800)
"""Points of the dealer's wins, likewise."""
ANOTHER_DEAL = 950.0
"""Points that it is worth to deal again, with later repeats; each other player loses a third."""
CLEAR = 0.03
"""A win that leaves the expected placement worse by more than this is better passed, and in the last hand one
that leaves it better by less moves no place."""
_POINTS_STEP = 100


class _Placements:
    """Expected placements of one seat after each end of hand ``number`` (East 1 is 0) from these scores."""

    def __init__(self, rules: Ruleset, number: int, dealer: int, seat: int, scores: Sequence[int]) -> None:
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.seat = seat
        self.scores = tuple(scores)
        self._others = tuple(other for other in range(PLAYERS) if other != seat)
        self._to_come = hands_to_come(rules, number)
        self._won: dict[tuple[int, int], float] = {}
        self._unwon: dict[tuple[int, int], float] = {}
        self._drawn: dict[bool, float] = {}

    def won(self, points: float, sticks: int) -> float:
        """Expected placement after a win of these points, averaged over who pays, and the riichi sticks."""
        key = round(points / _POINTS_STEP), sticks
        if key not in self._won:
            points = key[0] * _POINTS_STEP
            by_ron = sum([self.after_win(self.seat, payer, points, sticks) for payer in self._others])
            by_tsumo = self.after_win(self.seat, None, points, sticks)
            self._won[key] = TSUMO_SHARE * by_tsumo + (1.0 - TSUMO_SHARE) * by_ron / len(self._others)
        return self._won[key]

    def unwon(self, honba: int, sticks: int) -> float:
        """Expected placement if the own hand is not won; ``honba`` and ``sticks`` are points."""
        key = honba, sticks
        if key not in self._unwon:
            total = DRAW * 0.5 * (self.drawn(tenpai=False) + self.drawn(tenpai=True))
            weights = DRAW
            for winner, payer, points, chance in self._wins_of_others():
                total += chance * self.after_win(winner, payer, points + honba, sticks)
                weights += chance
            self._unwon[key] = total / weights
        return self._unwon[key]

    def _wins_of_others(self) -> Iterator[tuple[int, int | None, float, float]]:
        """Winner, payer (None is tsumo), points and chance of each."""
        for winner in self._others:
            for points in DEALER_WIN_POINTS if winner == self.dealer else WIN_POINTS:
                yield winner, None, points, OTHER_TSUMO / len(WIN_POINTS)
                for payer in range(PLAYERS):
                    if payer != winner:
                        yield winner, payer, points, OTHER_RON / len(WIN_POINTS)

    def after_known_win(self, payer: int | None, points: int, sticks: int) -> float:
        """Placement after that own win: the one it has if the game is over, else the expected one."""
        scores = self._paid_out(self.seat, payer, points, sticks)
        hands = self._follow(scores, stays=self.seat == self.dealer)
        return (
            self._place(scores, hands) if hands else places(self.rules, list(map(round, scores)))[self.seat]
        )

    def after_win(self, winner: int, payer: int | None, points: float, sticks: int) -> float:
        """Expected placement after that win; ``payer`` is None for tsumo."""
        return self._after(self._paid_out(winner, payer, points, sticks), stays=winner == self.dealer)

    def drawn(self, *, tenpai: bool) -> float:
        """Expected placement after a draw, with the own hand tenpai or not; others are half of the time."""
        if tenpai not in self._drawn:
            ends = [self._after_draw(others, tenpai) for others in product((False, True), repeat=PLAYERS - 1)]
            self._drawn[tenpai] = sum(ends) / len(ends)
        return self._drawn[tenpai]

    def _after_draw(self, others: Sequence[bool], tenpai: bool) -> float:
        are_tenpai = [*others[: self.seat], tenpai, *others[self.seat :]]
        paid = noten_deltas(self.rules, are_tenpai)
        scores = [score + change for score, change in zip(self.scores, paid, strict=True)]
        return self._after(scores, stays=are_tenpai[self.dealer], draw=DrawReason.EXHAUSTIVE)

    def _after(self, scores: Sequence[float], *, stays: bool, draw: DrawReason | None = None) -> float:
        """Expected placement at these scores; East deals again if East keeps the deal (``stays``)."""
        hands = self._follow(scores, stays=stays, draw=draw)
        return self._place(with_another_deal(scores, self.dealer) if stays and hands else scores, hands)

    def _paid_out(self, winner: int, payer: int | None, points: float, sticks: int) -> list[float]:
        scores = [float(score) for score in self.scores]
        scores[winner] += points + sticks
        if payer is not None:
            scores[payer] -= points
            return scores
        parts = [0 if seat == winner else 1 + (seat == self.dealer) for seat in range(PLAYERS)]
        return [score - points * part / sum(parts) for score, part in zip(scores, parts, strict=True)]

    def _follow(self, scores: Sequence[float], *, stays: bool, draw: DrawReason | None = None) -> int:
        """Hands that follow, without repeats before the last hand; ``stays``: East keeps the deal."""
        dealer = self.dealer if stays else None
        if ends_game(self.rules, self.number, scores, stays=dealer, draw=draw):
            return 0
        return max(self._to_come, 1)

    def _place(self, scores: Sequence[float], hands: int) -> float:
        mine = scores[self.seat]
        return expected_placement([scores[other] - mine for other in self._others], hands)


class PlacementValue:
    """Values wins and deal-ins for one seat at the scores of a table, in points at the start of a game."""

    def __init__(self, placements: _Placements, honba: int, riichi_sticks: int) -> None:
        rules, number = placements.rules, placements.number
        self.dealer = placements.dealer == placements.seat
        self._placements = placements
        self._honba = honba * rules.counter_points
        self._sticks = riichi_sticks * rules.riichi_bet
        self._unwon = self._placements.unwon(self._honba, self._sticks)
        self._start, even = _at_the_start(rules, self.dealer), _at_the_start(rules, dealer=False)
        self._per_placement = REFERENCE_WIN / (EVEN_PLACEMENT - even.won(REFERENCE_WIN, 0))
        """Points that one placement is worth: what a win changes at the start for who is not East."""
        self._usual_cost = self._per_placement * (self._start.unwon(0, 0) - EVEN_PLACEMENT)
        """Points lost, at the start, if the hand is not won; measured values of hands contain it."""
        effects = [self._change(win) / (win + self._usual_cost) for win in TYPICAL_WINS]
        self.share = sum(effects) / len(effects)
        """How much a win changes the placement, as a multiple of what it does at the start of a game."""
        self.last_hand = not hands_to_come(rules, number)
        """Whether no hand follows this one, unless East deals again or the game is extended."""

    def gain(self, points: float) -> float:
        """Value of a win of these points, to which honba and riichi sticks are added; negative if it harms.

        It is what the win changes, less the cost of a hand that is not won: ``expected_points`` contain that.
        In the last hand a win that moves no place is worth nothing.
        """
        gained = self._change(points) - self.share * self._usual_cost
        moved = self._unwon - self._placements.won(points + self._honba, self._sticks)
        return min(gained, 0.0) if self.last_hand and moved < CLEAR else gained

    def loss(self, points: float, winner: int) -> float:
        """Cost of a deal-in for these points, to which honba are added, relative to a hand without change."""
        points += self._honba
        worse = self._placements.after_win(winner, self._placements.seat, points, self._sticks) - self._unwon
        return (1.0 - POINTS_SHARE) * (self._per_placement * worse + self._usual_cost) + POINTS_SHARE * points

    def tenpai_at_draw(self) -> float:
        """The worth of being tenpai at a draw beyond that at the start, which ``expected_points`` contain.

        It comes of what the payments change at these scores, and, for the dealer, of another deal.
        """
        usual = _at_the_start(self._placements.rules, dealer=False)
        return self._tenpai_at_draw(self._placements) - self.share * self._tenpai_at_draw(usual)

    def _tenpai_at_draw(self, placements: _Placements) -> float:
        better = placements.drawn(tenpai=False) - placements.drawn(tenpai=True)
        return (1.0 - POINTS_SHARE) * self._per_placement * better

    def bet_cost(self) -> float:
        """Cost of the stick of a riichi that does not win."""
        now = self._placements
        rules, scores = now.rules, list(now.scores)
        scores[now.seat] -= rules.riichi_bet
        without = _placements(rules, now.number, now.dealer, now.seat, tuple(scores))
        worse = without.unwon(self._honba, self._sticks + rules.riichi_bet) - self._unwon
        return (1.0 - POINTS_SHARE) * self._per_placement * worse + POINTS_SHARE * rules.riichi_bet

    def _change(self, points: float) -> float:
        """The effect of that win, compared with a hand that is not won."""
        points += self._honba
        better = self._per_placement * (self._unwon - self._placements.won(points, self._sticks))
        return (1.0 - POINTS_SHARE) * better + POINTS_SHARE * (points + self._sticks + self._usual_cost)

    @property
    def value_share(self) -> float:
        """The effect of an expensive win beyond that of a cheap one, as a multiple of that at the start.

        It is 0 if any win is enough, and above 1 where only an expensive one wins a place.
        """
        cheap, expensive = TYPICAL_WINS[0], TYPICAL_WINS[-1]
        better = self._per_placement * (self._start.won(cheap, 0) - self._start.won(expensive, 0))
        usual = (1.0 - POINTS_SHARE) * better + POINTS_SHARE * (expensive - cheap)
        return max(0.0, (self._change(expensive) - self._change(cheap)) / usual)

    def better_passed(self, points: int, payer: int | None) -> bool:
        """Whether a win of these points leaves a worse placement than no win; ``payer`` is None for tsumo."""
        won = self._placements.after_known_win(payer, points + self._honba, self._sticks)
        return won > self._unwon + CLEAR


_remembered = lru_cache(maxsize=64)(PlacementValue)


def placement_value(table: Table, seat: int) -> PlacementValue:
    """The values at the scores of this table, remembered: they seldom change in a hand."""
    scores = tuple([each.score for each in table.seats])
    placements = _placements(table.rules, table.number, table.dealer, seat, scores)
    return _remembered(placements, table.honba, table.riichi_sticks)


def with_another_deal(scores: Sequence[float], dealer: int) -> list[float]:
    """Scores with what it is worth on average to deal again."""
    share = -ANOTHER_DEAL / (PLAYERS - 1)
    return [score + (ANOTHER_DEAL if seat == dealer else share) for seat, score in enumerate(scores)]


def deviation(hands: int) -> float:
    """Standard deviation of how much the difference of two players still changes, in points."""
    return FINAL_DEVIATION + HAND_DEVIATION * math.sqrt(hands * HANDS_PER_SCHEDULED)


def expected_placement(ahead: Sequence[float], hands: int) -> float:
    """Expected final placement of a player, given the points the others are ahead and the hands to come."""
    spread = math.sqrt(2.0) * deviation(hands)
    return 1.0 + sum([0.5 + 0.5 * math.erf(points / spread) for points in ahead])


@lru_cache(maxsize=64)
def _placements(rules: Ruleset, number: int, dealer: int, seat: int, scores: tuple[int, ...]) -> _Placements:
    return _Placements(rules, number, dealer, seat, scores)


@lru_cache(maxsize=64)
def _at_the_start(rules: Ruleset, dealer: bool) -> _Placements:
    return _Placements(rules, 0, 0, 0 if dealer else 1, (rules.start_points,) * PLAYERS)
