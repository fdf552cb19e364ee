"""The worth of a wait: the chance to win on it, the points of the win, and the points that luck adds.

Chances are cached, because few rounded values occur. ``unseen`` counts the tiles that may be drawn, ``draws``
the own draws left, ``threats`` the opponents who are likely tenpai.

The points that decide a placement come in steps: a hand of 2,600 points overtakes a player 4,000 ahead only
with one han more. So every number of han counts with what it wins, and not the mean of the points alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf

from ai.reading.estimates import Remembered, points_of
from ai.reading.safety import PositionAnalysis
from ai.reading.safety_reasons import SafetyReason
from engine.hand import Hand
from engine.legal import later_win
from engine.score import Score, score, winners_total
from engine.score.points import MANGAN
from engine.tiles import KINDS, Kind, Tile

RATE_OF: dict[SafetyReason, float] = {
    SafetyReason(word): rate
    for rate, words in (
        (4.7, "last-copy yakuhai-2 guest-2"),
        (3.9, "yakuhai-3 guest-3 pair-19-2 pair-19-3 simples-outside needed-yakuhai tanki"),
        (3.1, "open-19 one-chance-19 passed-this-turn suji-28 no-chance-28 early-outside-19"),
        (3.1, "riichi-suji-28"),
        (2.1, "open-28 one-chance-2345678 suji-37 no-chance-37 suji-456 early-outside-28"),
        (2.1, "riichi-suji-37 riichi-suji-456 flush-other"),
        (1.7, "open-37 half-suji-456 no-chance-456 dora-honour early-outside-37 outside-456"),
        (1.4, "flush-suit flush-suit-456 open-456 dora-covered dora-open"),
    )
    for word in words.split()
}
"""Rate at which a tile of a wait is drawn or discarded by others, relative to the own draws alone, by how
safe the tile looks to the others: they discard what looks safe, and what they cannot use."""
MEAN_RATE = 1.9
"""The average of these rates."""
RATE_UNDER_THREAT = 0.8
"""Factor on the rate while the others also defend against another player."""
DAMATEN_FACTOR = 1.25
"""Factor on the win chance of a damaten wait, because the others do not defend against it."""
TSUMO_ONLY_FACTOR = 0.45
"""Factor on the win chance of a wait that can win only by tsumo."""
MAX_CHANCE = 0.95
"""The upper bound of any win chance."""
URA_FACTOR = 1.15
"""Factor on the points of a riichi hand for ura dora and ippatsu, on average."""
CALL_RATE = 1.2
"""Rate at which an open hand gets the tiles it accepts, relative to the own draws alone."""
QUIET_HAZARD, THREAT_HAZARD = 0.04, 0.16
"""Chance per turn that another player ends the hand: without a threat, and with somebody likely tenpai."""


def _goes_on(threats: int) -> float:
    """The chance that nobody else ends the hand in a turn."""
    return 1.0 - (THREAT_HAZARD if threats else QUIET_HAZARD)


@lru_cache(maxsize=50_000)
def tenpai_chance(weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win with a wait; ``weighted`` is the number of its tiles, each weighted with its rate."""
    rate = min(weighted * (RATE_UNDER_THREAT if threats else 1.0) / unseen, MAX_CHANCE)
    stays = (1.0 - rate) * _goes_on(threats)
    return rate * (1.0 - stays**draws) / (1.0 - stays)


@lru_cache(maxsize=50_000)
def iishanten_chance(leading_tiles: int, weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win by drawing one given tile of ``leading_tiles`` first, that which leads to that wait."""
    return _reached(
        leading_tiles, unseen, draws, threats, lambda then: tenpai_chance(weighted, unseen, then, threats)
    )


def _reached(tiles: int, unseen: int, draws: int, threats: int, worth: Callable[[int], float]) -> float:
    """Chance that one given of these tiles comes first, weighted with the worth of the draws then left."""
    stays = (1.0 - min(tiles / unseen, MAX_CHANCE)) * _goes_on(threats)
    return sum([stays**turn * worth(draws - turn - 1) for turn in range(draws)]) / unseen


TYPICAL_LEADING, TYPICAL_WAIT = 18, 12.0
"""Accepted tiles of an average hand one away from tenpai, and the weighted tiles of the wait it leads to."""


@lru_cache(maxsize=50_000)
def step_chance(leading_tiles: int, unseen: int, draws: int, then: int, threats: int) -> float:
    """Chance to draw one given tile of ``leading_tiles`` that lead from two away to one away.

    It is weighted by how much the hand one away is worth when it is reached, relative to its worth with
    ``then`` draws left.
    """

    def near(draws: int) -> float:
        return iishanten_chance(TYPICAL_LEADING, TYPICAL_WAIT, unseen, draws, threats)

    worth = near(then)
    return _reached(leading_tiles, unseen, draws, threats, near) / worth if worth else 0.0


@lru_cache(maxsize=50_000)
def tenpai_draw_chance(reaching_tiles: float, unseen: int, draws: int, threats: int) -> float:
    """Chance that the hand is drawn, and that the player is tenpai then.

    ``reaching_tiles`` make the hand tenpai; infinitely many if it is. The wait is an average one.
    """
    defence = RATE_UNDER_THREAT if threats else 1.0
    win_rate = min(TYPICAL_WAIT * defence / unseen, MAX_CHANCE)
    reach_rate = min(reaching_tiles / unseen, MAX_CHANCE)
    tenpai = float(reaching_tiles == inf)
    away = 1.0 - tenpai
    goes_on = _goes_on(threats)
    for _ in range(draws):
        tenpai = (tenpai * (1.0 - win_rate) + away * reach_rate) * goes_on
        away *= (1.0 - reach_rate) * goes_on
    return tenpai


_MOST_KEPT = 100_000
"""Wins that are kept; a full memory is emptied."""

Utility = Callable[[float], float]
_kept: dict[tuple[object, ...], dict[tuple[object, ...], int]] = {}
"""Points by everything that they depend on: the table, then the hand."""


class WinPoints:
    """Points of wins at one table: the dora, the winds and the rules are those of the position."""

    def __init__(self, position: PositionAnalysis) -> None:
        self._view, self._dealer, self._left = position.view, position.dealer, position.left
        view, board = position.view, position.view.table
        winds, indicators = (view.seat_wind, board.round_wind), tuple(board.indicators)
        table = (view.rules, board.honba, winds, indicators, position.dealer)
        if table not in _kept and sum(map(len, _kept.values())) > _MOST_KEPT:
            _kept.clear()
        self._points_of = _kept.setdefault(table, {})

    def mean(self, hand: Hand, waits: Sequence[Kind], *, riichi: int, tsumo: bool) -> float:
        """Mean points over the unseen tiles of the waits; a wait without a yaku counts 0."""
        total = tiles = 0
        reds = reds_of(hand)
        form = (*hand.keys, reds, *hand.melds, riichi, tsumo)
        points_of = self._points_of
        for wait in waits:
            if left := self._left[wait]:
                tiles += left
                key = (wait, *form)
                points = points_of.get(key)
                if points is None:
                    if len(points_of) >= _MOST_KEPT:
                        points_of.clear()
                    points = points_of[key] = self._points(hand, wait, riichi, tsumo)
                total += left * points
        return total / tiles if tiles else 0.0

    def damaten(
        self, hand: Hand, waits: Sequence[Kind], chance: float, utility: Utility, *, furiten: bool
    ) -> float:
        """The expected utility of a wait in damaten: by ron and tsumo, or by tsumo only if that is more."""
        ron = 0.0
        if not furiten:
            points = self.mean(hand, waits, riichi=0, tsumo=False)
            ron = min(chance * DAMATEN_FACTOR, MAX_CHANCE) * utility(points)
            if not hand.is_closed:
                return ron
        drawn = chance * TSUMO_ONLY_FACTOR * utility(self.mean(hand, waits, riichi=0, tsumo=True))
        return drawn if furiten else max(ron, drawn)

    def _points(self, hand: Hand, wait: Kind, riichi: int, tsumo: bool) -> int:
        """Points of a win on that tile without yaku of luck such as ippatsu; 0 without a yaku."""
        found = score(later_win(self._view, hand, wait, tsumo=tsumo)._replace(riichi=riichi))
        return winners_total(found.base, self._dealer, tsumo) if isinstance(found, Score) else 0


def reds_of(hand: Hand) -> tuple[Tile, ...]:
    """The concealed red fives; most hands have none."""
    tiles = hand.tiles
    return () if max(tiles) < KINDS else tuple([tile for tile in tiles if tile >= KINDS])


EXTRA_HAN = (0.29, 0.43, 0.21, 0.07)
"""Chances that tsumo, ippatsu and ura dora add 0, 1, 2, and 3 or more han to a win in riichi.

Counted in 594 such wins of majiang-ai (``tools/measure/extra_han.py``, docs/lab/bots.md)."""
_START_POWER = 0.8
"""At the start of a game utility grows about with this power of the points: an average of the styles."""


class WinUtility:
    """The utility of wins at some scores, remembered for all decisions at these."""

    def __init__(self, of_points: Utility, dealer: bool) -> None:
        self.of_points = of_points
        self.by_han = Remembered[float, float](lambda han: han_utility(han, dealer, of_points))
        self.in_riichi = Remembered[float, float](lambda points: riichi_utility(points, dealer, of_points))
        """That of a win in riichi, by its points without luck."""


def riichi_utility(points: float, dealer: bool, utility: Utility) -> float:
    """The utility of a win in riichi that is worth these points without luck."""
    if points <= 0:
        return 0.0
    mangan = winners_total(MANGAN, dealer, tsumo=False)
    ends = []
    with_luck = points
    for chance in EXTRA_HAN:
        ends.append((chance, with_luck))
        with_luck = _one_han_more(with_luck, mangan)
    return _mean_utility(ends, URA_FACTOR * points, utility)


def han_utility(han: float, dealer: bool, utility: Utility) -> float:
    """The utility of a win of so many han on average, which luck makes more or fewer."""
    least = han - sum([extra * chance for extra, chance in enumerate(EXTRA_HAN)])
    ends = [(chance, points_of(least + extra, dealer)) for extra, chance in enumerate(EXTRA_HAN)]
    return _mean_utility(ends, points_of(han, dealer), utility)


def _mean_utility(ends: Sequence[tuple[float, float]], usual: float, utility: Utility) -> float:
    """The mean utility of points with these chances.

    It is scaled to be about that of ``usual`` points at the start of a game, where lines were measured.
    """
    worth = sum([chance * utility(points) for chance, points in ends])
    at_the_start: float = sum([chance * points**_START_POWER for chance, points in ends])
    return worth * float(usual**_START_POWER) / at_the_start


def _one_han_more(points: float, mangan: float) -> float:
    """Points with one more han: twice as many up to a mangan, then about as many as the next limit."""
    if points < mangan:
        return min(2.0 * points, mangan)
    return points * 1.5 if points < 1.5 * mangan else max(points, 2.0 * mangan)
