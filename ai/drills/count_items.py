"""The fu of a win item by item, as options: each with the group that it is about.

An option is the name of the item, and for groups and pairs their tile: ``closed-simple-triplet:4p``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.melds import MeldKind
from engine.score import FuItem, Score, Win
from engine.score.fu import (
    BASE,
    CLOSED_RON,
    CLOSED_TRIPLET,
    DOUBLE_WIND_PAIR,
    MELDS,
    OPEN_PINFU,
    OPEN_TRIPLET,
    TSUMO,
    VALUE_PAIR,
    WAITS,
)
from engine.shape import Form
from engine.tiles import EAST, KIND_OF, NAMES, NORTH, Kind

PAIRS: dict[str, FuItem] = {item.name: item for item in (VALUE_PAIR, DOUBLE_WIND_PAIR)}
GROUPS: dict[str, FuItem] = {
    item.name: item for items in (OPEN_TRIPLET, CLOSED_TRIPLET, *MELDS.values()) for item in items
}
"""Triplets and kans by name."""
OTHERS: dict[str, FuItem] = {
    item.name: item for item in (BASE, CLOSED_RON, TSUMO, OPEN_PINFU, *WAITS.values())
}
FU: dict[str, int] = {item.name: item.fu for items in (PAIRS, GROUPS, OTHERS) for item in items.values()}
"""The fu of each item."""


class FuOption(NamedTuple):
    """An item and the kind that it is about; None for a wait and for the way of winning."""

    name: str
    kind: Kind | None = None

    @property
    def id(self) -> str:
        """The id of the option."""
        return self.name if self.kind is None else f"{self.name}:{NAMES[self.kind]}"


def is_counted_by_items(value: Score) -> bool:
    """Whether somebody has to add up the fu of the hand.

    Seven pairs and pinfu by tsumo have a fixed number, and from a mangan's five han on fu do not matter.
    """
    standard = value.reading.form is Form.STANDARD and value.han is not None and value.han < 5
    return standard and len(value.fu_items) > 1


def fu_options(win: Win, value: Score) -> tuple[FuOption, ...]:
    """The items of a win in the standard form."""
    found = [FuOption(item.name) for item in value.fu_items if item.name in OTHERS]
    pair = value.reading.pair
    found += [FuOption(item.name, pair) for item in value.fu_items if item.name in PAIRS]
    found += _groups(win, value)
    order = [item.name for item in value.fu_items]
    return tuple(sorted(found, key=lambda option: (order.index(option.name), option.kind or 0)))


def _groups(win: Win, value: Score) -> list[FuOption]:
    """Its triplets and kans; one that a ron completed counts as open."""
    called = [
        FuOption(MELDS[meld.kind][meld.first].name, meld.first)
        for meld in win.melds
        if meld.kind is not MeldKind.CHI
    ]
    left = [item.name for item in value.fu_items if item.name in GROUPS]
    for option in called:
        left.remove(option.name)
    held = [group.first for group in value.reading.groups if not group.is_sequence]
    found = []
    for kind in held:
        by_ron = not win.tsumo and kind == KIND_OF[win.winning_tile] and OPEN_TRIPLET[kind].name in left
        found.append(FuOption((OPEN_TRIPLET if by_ron else CLOSED_TRIPLET)[kind].name, kind))
    return [*called, *found]


def wrong_fu_options(win: Win, value: Score) -> list[FuOption]:
    """Items that look as if they counted: other values of its groups and its pair, waits, other ways."""
    right = fu_options(win, value)
    found = [FuOption(name) for name in OTHERS if name != OPEN_PINFU.name or value.fu == 30]
    for option in right:
        if option.name in GROUPS and option.kind is not None:
            found += [FuOption(name, option.kind) for name in _alike(option.name)]
    pair = value.reading.pair
    assert pair is not None
    found.append(FuOption(VALUE_PAIR.name, pair))
    if EAST <= pair <= NORTH:
        found.append(FuOption(DOUBLE_WIND_PAIR.name, pair))
    return [option for option in found if option not in right]


def _alike(name: str) -> Iterator[str]:
    """The names of a group with the same number of tiles, open or closed, of simples or of others."""
    size = name.rpartition("-")[2]
    yield from (other for other in GROUPS if other.endswith(size) and other != name)
