"""The measurements as they are kept, one for each table: sums for grounds and tiers, and how to repeat them.

The rates that the program reckons with are those of three tables together, each with the same weight: our
own bots, majiang-ai, and recorded games (``FIELDS``). Published rates of people (``tools.measure.people``)
count as a fourth. A mixed table is kept beside them and bears on no rate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from ai.reading.measured_tiers import RATES
from ai.reading.safety import DangerFactor
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason, Tier
from tools.measure.estimate import Sums, ratio
from tools.measure.people import standard
from tools.measure.samples import PARTS, Case, HandCount, Stage
from tools.measure.tables import Table

TOLD_APART = (DangerFactor.DORA_NEIGHBOUR,)
"""Alarms that the grounds do not know of."""
FIELDS = (Table.OWN, Table.MAJIANG, Table.RECORDED)
"""The tables whose games make the rates."""
SETTLED = 0.03
"""A rate that changes by no more than this part of it is kept, so that bots play the same games again."""
_KEPT = Path(__file__).parent


class Row(msgspec.Struct, frozen=True):
    """The samples of one ground against players in riichi, or not.

    ``factors`` is the sum of the factors by which few two-sided waits left raise the chance. ``stages`` has
    the stages with tiles.
    """

    all: Sums
    factors: float
    stages: dict[Stage, Sums]


class Ground(msgspec.Struct, frozen=True):
    """The samples of one ground against players in riichi, and not."""

    riichi: Row
    other: Row


class Reckoned(msgspec.Struct, frozen=True):
    """The samples of one tier, and the mean chance that the program reckoned with for them."""

    all: Sums
    chance: float


class TierRow(msgspec.Struct, frozen=True):
    """The samples of one tier against players in riichi, and not."""

    riichi: Reckoned
    other: Reckoned


class Raised(msgspec.Struct, frozen=True):
    """What an alarm adds to the grounds.

    ``times`` as many of its tiles were won on as of other tiles of the same grounds against the same players
    (in riichi or not), with the 95 % interval.
    """

    tiles: int
    wins: int
    times: float
    interval: tuple[float, float]


class Measurement(msgspec.Struct, frozen=True, rename={"reasons": "grounds", "danger_factors": "alarms"}):
    """One measurement; ``tiers`` are in order, the safest first."""

    seed: int
    games: int
    hands: int
    reasons: dict[SafetyReason, Ground]
    tiers: list[TierRow]
    danger_factors: dict[DangerFactor, Raised]
    table: Table = Table.OWN


def measurement(seed: int, games: int, hands: Sequence[HandCount], table: Table = Table.OWN) -> Measurement:
    """Add up the hands."""
    reasons = {each: Ground(_row(hands, each, True), _row(hands, each, False)) for each in SafetyReason}
    tiers = [TierRow(_reckoned(hands, tier, True), _reckoned(hands, tier, False)) for tier in Tier]
    danger_factors = {alarm: _raised(hands, alarm) for alarm in TOLD_APART}
    return Measurement(seed, games, len(hands), reasons, tiers, danger_factors, table)


def _row(hands: Sequence[HandCount], reason: SafetyReason, riichi: bool) -> Row:
    def sums(stages: Sequence[Stage]) -> Sums:
        keys = [(reason, riichi, stage) for stage in stages]
        return Sums.of(
            (sum(hand.tiles[key] for key in keys), sum(hand.wins[key] for key in keys)) for hand in hands
        )

    every = tuple(Stage)
    factors = sum(hand.factors[reason, riichi, stage] for hand in hands for stage in every)
    stages = {stage: found for stage in every if (found := sums([stage])).tiles}
    return Row(sums(every), factors / PARTS, stages)


def _reckoned(hands: Sequence[HandCount], tier: Tier, riichi: bool) -> Reckoned:
    sums = Sums.of((hand.tier_tiles[tier, riichi], hand.tier_wins[tier, riichi]) for hand in hands)
    chances = sum(hand.chances[tier, riichi] for hand in hands)
    return Reckoned(sums, chances / PARTS / sums.tiles if sums.tiles else 0.0)


# -- the rates that the program reckons with -------------------------------------------------------------


def rates(fields: Sequence[Measurement]) -> dict[SafetyReason, tuple[float, float]]:
    """The rate of each ground against players in riichi and not, at an average number of suji left.

    Each table has the same weight. A rate that the program has already is kept while it changes little.
    """
    columns = []
    for place, state in enumerate(("riichi", "other")):
        measured = {reason: _rate(fields, reason, state) for reason in SafetyReason}
        column = {reason: rate for reason, rate in measured.items() if rate is not None}
        _order(column)
        kept = {reason: _settled(reason, place, rate) for reason, rate in column.items()}
        for safer, riskier in reversed(ORDERED):  # a rate that was kept must not turn the order round
            if safer in kept and riskier in kept:
                kept[safer] = min(kept[safer], kept[riskier])
        columns.append(kept)
    riichi, other = columns
    # a ground that only a riichi, or only an open hand can have is asked about nowhere else
    return {
        reason: (riichi.get(reason, other.get(reason, 0.0)), other.get(reason, riichi.get(reason, 0.0)))
        for reason in SafetyReason
    }


def _order(found: dict[SafetyReason, float]) -> None:
    """Two grounds of which one says more get their mean if they came out the wrong way round."""
    for _ in ORDERED:
        for safer, riskier in ORDERED:
            if safer in found and riskier in found and found[safer] > found[riskier]:
                found[safer] = found[riskier] = (found[safer] + found[riskier]) / 2


def _chain(*values: str) -> tuple[tuple[SafetyReason, SafetyReason], ...]:
    return tuple(pairwise(map(SafetyReason, values)))


ORDERED = (
    *_chain("guest-2", "guest-3"),
    *_chain("yakuhai-2", "yakuhai-3"),
    *_chain("pair-19-2", "pair-19-3", "one-chance-19", "open-19"),
    *_chain("early-outside-19", "open-19"),
    *_chain("suji-28", "riichi-suji-28", "open-28"),
    *_chain("early-outside-28", "open-28"),
    *_chain("suji-37", "riichi-suji-37", "open-37"),
    *_chain("early-outside-37", "open-37"),
    *_chain("suji-456", "riichi-suji-456", "half-suji-456", "open-456", "flush-suit-456"),
    *_chain("no-chance-28", "one-chance-2345678"),
    *_chain("no-chance-37", "one-chance-2345678"),
    *_chain("no-chance-456", "one-chance-2345678"),
    *_chain("flush-other", "open-28"),
)
"""Pairs of grounds: the first says all that the second says, or more."""


def _settled(reason: SafetyReason, place: int, rate: float) -> float:
    had = RATES.get(reason, (0.0, 0.0))[place]
    return had if abs(had - rate) <= SETTLED * rate else float(f"{rate:.3g}")


def _rate(fields: Sequence[Measurement], reason: SafetyReason, state: str) -> float | None:
    wins = expected = 0.0
    for field in fields:
        row: Row = getattr(field.reasons[reason], state)
        weight = 1 / sum(getattr(each, state).all.tiles for each in field.reasons.values())
        wins += weight * row.all.wins
        expected += weight * row.factors
    if not expected:
        return None
    people = standard(reason) if state == "riichi" else None
    rate = wins / expected
    return rate if people is None else (len(fields) * rate + people) / (len(fields) + 1)


def elsewhere_rates(
    fields: Sequence[Measurement], reckoned: Mapping[SafetyReason, tuple[float, float]]
) -> dict[SafetyReason, tuple[float, float]]:
    """The plain rates of tables without our bots together; few tiles are drawn towards the rate of all."""
    others = [field for field in fields if field.table is not Table.OWN]
    found = {}
    for reason in SafetyReason:
        pair = []
        for state, prior in zip(("riichi", "other"), reckoned[reason], strict=True):
            rows = [getattr(field.reasons[reason], state).all for field in others]
            tiles, wins = sum(row.tiles for row in rows), sum(row.wins for row in rows)
            pair.append(float(f"{(wins + _DRAWN * prior) / (tiles + _DRAWN):.3g}"))
        found[reason] = (0.0, 0.0) if reason in SAFE_REASONS else (pair[0], pair[1])
    return found


_DRAWN = 200
"""So many tiles at the rate of all tables are added."""


# -- alarms ----------------------------------------------------------------------------------------------


def _raised(hands: Sequence[HandCount], alarm: DangerFactor) -> Raised:
    """Compare the tiles with an alarm to those without it."""
    tiles: Counter[Case] = Counter()
    wins: Counter[Case] = Counter()
    for hand in hands:
        tiles.update(hand.tiles)
        tiles.subtract(_of(hand.alarm_tiles, alarm))
        wins.update(hand.wins)
        wins.subtract(_of(hand.alarm_wins, alarm))
    found = {case: wins[case] / count for case, count in tiles.items() if count}
    clusters = []
    for hand in hands:
        alarmed = _of(hand.alarm_tiles, alarm)
        expected = sum(count * found.get(case, 0.0) for case, count in alarmed.items())
        clusters.append((expected, _of(hand.alarm_wins, alarm).total()))
    times, interval = ratio(clusters)
    number = sum(_of(hand.alarm_tiles, alarm).total() for hand in hands)
    return Raised(number, sum(won for _, won in clusters), times, interval)


def _of(counts: Counter[tuple[DangerFactor, Case]], alarm: DangerFactor) -> Counter[Case]:
    return Counter({case: count for (each, case), count in counts.items() if each is alarm})


# -- files -----------------------------------------------------------------------------------------------


def kept(table: Table, *, held_out: bool = False) -> Path:
    """The file in which the measurement of a table is kept; of games that bear on no rate if ``held_out``."""
    return _KEPT / f"safety-{table}{'-held-out' if held_out else ''}.json"


def load(table: Table = Table.OWN, *, held_out: bool = False) -> Measurement:
    """The measurement of a table that is kept in the repository."""
    return msgspec.json.decode(kept(table, held_out=held_out).read_bytes(), type=Measurement)


def load_fields() -> list[Measurement]:
    """The measurements that make the rates."""
    return [load(table) for table in FIELDS]


def save(found: Measurement, *, held_out: bool = False) -> None:
    """Keep a measurement: one line for each ground."""
    parts = msgspec.to_builtins(found)
    grounds = ",\n".join(f" {_line(name)}: {_line(row)}" for name, row in parts.pop("grounds").items())
    rest = "".join(f"{_line(name)}: {_line(value)},\n" for name, value in parts.items())
    text = f'{{{rest}"grounds": {{\n{grounds}\n}}}}\n'
    kept(found.table, held_out=held_out).write_text(text, encoding="utf-8")


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()
