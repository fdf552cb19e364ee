"""Texts for the groups and pairs of a hand reading."""

from __future__ import annotations

from engine.shape import Group, Reading
from engine.tiles import EAST, Kind, format_tiles
from tui.i18n.texts import t
from tui.words.tiles import join, tile_word


def groups(reading: Reading, *, melds: bool = False) -> str:
    """The groups of a reading: ``123m, 555s and three East``; with ``melds``, "and the melds" is appended."""
    concealed = [_group(group) for group in reading.groups]
    return join([*concealed, t("drill.reading.melds")] if melds else concealed)


def alike(kind: Kind | None, count: int) -> str:
    """Two or three tiles of a kind: ``55s``, ``three East``."""
    assert kind is not None
    if kind < EAST:
        return format_tiles([kind] * count)
    return t("drill.reading.pair" if count == 2 else "drill.reading.triplet", tile=tile_word(kind))


def _group(group: Group) -> str:
    if group.is_sequence:
        return format_tiles(range(group.first, group.first + 3))
    return alike(group.first, 3)
