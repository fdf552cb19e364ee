"""What ``jansou`` does: shanten, and every discard judged by its shanten and its acceptance."""

from __future__ import annotations

from importlib.util import find_spec

from jansou.analysis.efficiency import DiscardOption, discard_evaluation
from jansou.analysis.shanten import shanten_counts
from jansou.core.hand import Hand
from jansou.core.tiles import Tile, TileKind

from engine.tiles import Kind, count_kinds
from tools.bench.hands import Middle

NAME = "jansou" if find_spec("jansou_native") is None else "jansou (Rust)"
"""It takes its compiled part by itself if that is installed, too."""

Position = tuple[Hand, list[int]]
"""A hand of fourteen tiles, and how many of each kind lie on the table."""


def shanten(counts: list[int]) -> int:
    """Shanten, from a list of 34 counts."""
    return int(shanten_counts(counts, 0))


def position(middle: Middle) -> Position:
    """The same position in its own types."""
    hand = Hand(tuple(Tile(TileKind(kind)) for kind in middle.hand))
    return hand, count_kinds([*middle.discards, *middle.seen])


def outlooks(position: Position) -> list[DiscardOption]:
    """Shanten, and the kinds that every discard accepts with their copies, the best discard first."""
    hand, visible = position
    return discard_evaluation(hand, visible=visible)


def told(position: Position) -> dict[Kind, tuple[int, dict[Kind, int]]]:
    """The same answer by discards. It takes the discarded copy for one that can be drawn; ours does not."""
    answer = {}
    for option in outlooks(position):
        accepted = {int(kind): left - (kind == option.discard) for kind, left in option.acceptance.items()}
        answer[int(option.discard)] = option.shanten, {kind: left for kind, left in accepted.items() if left}
    return answer
