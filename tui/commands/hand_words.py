"""The answer of ``furiten hand`` for a person."""

from __future__ import annotations

from typing import Any

from engine.tiles import TILE_OF, format_tiles
from tui.texts import t


def in_words(reply: dict[str, Any]) -> str:
    """Shanten, waits and furiten of 13 tiles, or the best discards of 14."""
    lines = [_distance(reply["shanten"])]
    if "discards" in reply:
        lines += _best_discards(reply["discards"])
    else:
        waits = ", ".join(t("hand.wait", tile=tile, count=left) for tile, left in reply["left"].items())
        key = "hand.waits" if reply["shanten"] == 0 else "hand.accepts"
        lines.append(t(key, tiles=waits, count=sum(reply["left"].values())))
        lines += _causes(reply["furiten"])
    return "\n".join(lines)


def _distance(shanten: int) -> str:
    """How far from a win."""
    match shanten:
        case -1:
            return t("hand.complete")
        case 0:
            return t("hand.tenpai")
        case _:
            return t("hand.shanten", count=shanten)


def _best_discards(discards: dict[str, Any]) -> list[str]:
    """One line for each discard that leaves the hand nearest to a win, and its furiten."""
    nearest = min(after["shanten"] for after in discards.values())
    lines = []
    for tile, after in discards.items():
        if after["shanten"] == nearest:
            waits = format_tiles(TILE_OF[name] for name in after["accepts"])
            lines.append(t("hand.discard", tile=tile, waits=waits, left=after["left"]))
            lines += [f"  {line}" for line in _causes(after["furiten"])]
    return lines


def _causes(furiten: list[dict[str, str]]) -> list[str]:
    """Each cause of furiten in a sentence."""
    return [t(f"hand.furiten.{cause['kind']}", tile=cause["tile"]) for cause in furiten]
