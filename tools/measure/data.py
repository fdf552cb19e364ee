"""The measurements as they are kept, one for each table: sums for grounds and tiers, and how to repeat them.

The tiers and the chances that bots reckon with come from the table of our own bots. The other tables are
added up by these tiers, so that the same tiles are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from ai.reading.danger_factors import DangerFactor
from ai.reading.measured_tiers import DEAL_IN, TIER_OF, Tier
from ai.reading.safety_reasons import SafetyReason
from tools.measure.estimate import Sums, ratio
from tools.measure.samples import Case, HandCount
from tools.measure.tables import Table
from tools.measure.tiering import tiers_of

TOLD_APART = (DangerFactor.DORA_NEIGHBOUR, DangerFactor.FLUSH)
"""Alarms that the grounds do not know of."""
_KEPT = Path(__file__).parent


class Row(msgspec.Struct, frozen=True):
    """The samples of one ground, or of one tier: all of them, and those against players in riichi and not."""

    all: Sums
    riichi: Sums
    other: Sums


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
    """One measurement: ``tiers`` in order, the safest first, and the chances that bots are to reckon with."""

    seed: int
    games: int
    hands: int
    reasons: dict[SafetyReason, Row]
    tiers: list[Row]
    chances: list[float]
    danger_factors: dict[DangerFactor, Raised]
    table: Table = Table.OWN

    def tier_reasons(self) -> list[list[SafetyReason]]:
        """The safety reasons of each tier."""
        return _tiers(self.table, self.reasons)


def measurement(seed: int, games: int, hands: Sequence[HandCount], table: Table = Table.OWN) -> Measurement:
    """Add up the hands."""
    reasons = {reason: _row(hands, [reason]) for reason in SafetyReason}
    tiers = [_row(hands, tier) for tier in _tiers(table, reasons)]
    danger_factors = {alarm: _raised(hands, alarm) for alarm in TOLD_APART}
    return Measurement(seed, games, len(hands), reasons, tiers, chances(tiers), danger_factors, table)


def _tiers(table: Table, rows: Mapping[SafetyReason, Row]) -> list[list[SafetyReason]]:
    """Tiers found at the table of our own bots; at others those that the program uses."""
    if table is Table.OWN:
        return tiers_of({reason: row.all for reason, row in rows.items()})
    return [[reason for reason in SafetyReason if TIER_OF[reason] is tier] for tier in Tier]


def chances(tiers: Sequence[Row]) -> list[float]:
    """The chance to deal in for each tier: the one that the bots played by where its interval holds it.

    So the table settles: bots who play by chances that their own games confirm play the same games again.
    """
    played = list(DEAL_IN.values())
    found = []
    for number, row in enumerate(tiers):
        low, high = row.all.interval
        if len(tiers) == len(played) and low <= played[number] <= high:
            found.append(played[number])
        else:
            found.append(round(row.all.rate, 3))
    return found


def _row(hands: Sequence[HandCount], reasons: Iterable[SafetyReason]) -> Row:
    kinds = list(reasons)
    return Row(*(_sums(hands, kinds, states) for states in ((True, False), (True,), (False,))))


def _sums(hands: Sequence[HandCount], reasons: Sequence[SafetyReason], riichi: Sequence[bool]) -> Sums:
    keys = [(reason, state) for reason in reasons for state in riichi]
    return Sums.of(
        (sum(hand.tiles[key] for key in keys), sum(hand.wins[key] for key in keys)) for hand in hands
    )


def _raised(hands: Sequence[HandCount], alarm: DangerFactor) -> Raised:
    """Compare the tiles with an alarm to those without it."""
    tiles: Counter[Case] = Counter()
    wins: Counter[Case] = Counter()
    for hand in hands:
        tiles.update(hand.tiles)
        tiles.subtract(_of(hand.alarm_tiles, alarm))
        wins.update(hand.wins)
        wins.subtract(_of(hand.alarm_wins, alarm))
    rates = {case: wins[case] / count for case, count in tiles.items() if count}
    clusters = []
    for hand in hands:
        alarmed = _of(hand.alarm_tiles, alarm)
        expected = sum(count * rates.get(case, 0.0) for case, count in alarmed.items())
        clusters.append((expected, _of(hand.alarm_wins, alarm).total()))
    times, interval = ratio(clusters)
    number = sum(_of(hand.alarm_tiles, alarm).total() for hand in hands)
    return Raised(number, sum(won for _, won in clusters), times, interval)


def _of(counts: Counter[tuple[DangerFactor, Case]], alarm: DangerFactor) -> Counter[Case]:
    return Counter({case: count for (each, case), count in counts.items() if each is alarm})


def kept(table: Table) -> Path:
    """The file in which the measurement of a table is kept."""
    return _KEPT / ("safety.json" if table is Table.OWN else f"safety-{table}.json")


def load(table: Table = Table.OWN) -> Measurement:
    """The measurement of a table that is kept in the repository."""
    return msgspec.json.decode(kept(table).read_bytes(), type=Measurement)


def elsewhere() -> list[Measurement]:
    """What is kept of games in which no bot of ours played."""
    return [load(table) for table in (Table.MAJIANG, Table.RECORDED)]


def save(found: Measurement) -> None:
    """Keep a measurement: one line for each row."""
    kept(found.table).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
