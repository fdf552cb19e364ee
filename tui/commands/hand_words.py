"""The human-readable answer of ``furiten hand``."""

from __future__ import annotations

from typing import Any

from engine.furiten import FuritenKind
from engine.tiles import NAMES, TILE_OF, format_tiles, parse_tiles
from tui.i18n.layout import join_list
from tui.i18n.texts import t


def in_words(request: dict[str, Any], reply: dict[str, Any]) -> str:
    """Shanten, waits and furiten of 13 tiles, or the best discards of 14."""
    lines = [_distance(reply["shanten"])]
    pond = [NAMES[tile] for tile in parse_tiles(request.get("discards", ""))]
    if "discards" in reply:
        lines += _best_discards(reply["discards"], pond)
    else:
        waits = join_list(t("hand.wait", tile=tile, count=left) for tile, left in reply["left"].items())
        key = "hand.waits" if reply["shanten"] == 0 else "hand.accepts"
        lines.append(t(key, tiles=waits, count=sum(reply["left"].values())))
        lines += [_cause(cause, pond) for cause in reply["furiten"]]
    return "\n".join(lines)


def _distance(shanten: int) -> str:
    """The shanten in words."""
    match shanten:
        case -1:
            return t("hand.complete")
        case 0:
            return t("hand.tenpai")
        case _:
            return t("hand.shanten", count=shanten)


def _best_discards(discards: dict[str, Any], pond: list[str]) -> list[str]:
    """One line for each discard with the lowest shanten, with its furiten causes."""
    nearest = min(after["shanten"] for after in discards.values())
    lines = []
    for tile, after in discards.items():
        if after["shanten"] == nearest:
            waits = format_tiles(TILE_OF[name] for name in after["accepts"])
            lines.append(t("hand.discard", tile=tile, waits=waits, left=after["left"]))
            lines += [f"  {_cause(cause, pond)}" for cause in after["furiten"]]
    return lines


def _cause(cause: dict[str, str], pond: list[str]) -> str:
    """A sentence about a cause of furiten; a tile that is not in the pond is the discard itself."""
    tile = cause["tile"]
    if cause["kind"] == FuritenKind.DISCARD:
        if tile not in pond:
            return t("hand.furiten-itself")
        return t("hand.furiten-discard", tile=tile, turn=pond.index(tile) + 1)
    return t(f"hand.furiten.{cause['kind']}", tile=tile)
