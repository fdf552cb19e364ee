"""The measurement as it is kept: sums for every ground and tier, and what it takes to repeat it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ai.reading.grounds import Ground
from tests.measure.estimate import Sums
from tests.measure.samples import HandCount
from tests.measure.tiering import tiers_of

KEPT = Path(__file__).parent / "safety.json"


class Row(msgspec.Struct, frozen=True):
    """The samples of one ground, or of one tier: all of them, and those against players in riichi and not."""

    all: Sums
    riichi: Sums
    other: Sums


class Measurement(msgspec.Struct, frozen=True):
    """One measurement; ``tiers`` are in order, the safest first, as are the grounds of each."""

    seed: int
    games: int
    hands: int
    grounds: dict[Ground, Row]
    tiers: list[Row]

    def tier_grounds(self) -> list[list[Ground]]:
        """The grounds of each tier."""
        return tiers_of({ground: row.all for ground, row in self.grounds.items()})


def measurement(seed: int, games: int, hands: Sequence[HandCount]) -> Measurement:
    """Add up the hands."""
    grounds = {ground: _row(hands, [ground]) for ground in Ground}
    tiers = tiers_of({ground: row.all for ground, row in grounds.items()})
    return Measurement(seed, games, len(hands), grounds, [_row(hands, tier) for tier in tiers])


def _row(hands: Sequence[HandCount], grounds: Iterable[Ground]) -> Row:
    kinds = list(grounds)
    return Row(*(_sums(hands, kinds, states) for states in ((True, False), (True,), (False,))))


def _sums(hands: Sequence[HandCount], grounds: Sequence[Ground], riichi: Sequence[bool]) -> Sums:
    keys = [(ground, state) for ground in grounds for state in riichi]
    return Sums.of(
        (sum(hand.tiles[key] for key in keys), sum(hand.wins[key] for key in keys)) for hand in hands
    )


def load() -> Measurement:
    """The measurement that is kept in the repository."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Measurement)


def save(found: Measurement) -> None:
    """Keep a measurement: one line for each row."""
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
