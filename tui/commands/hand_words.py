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
        if "best" in reply:
            lines.append(t("hand.best", tiles=join_list(reply["best"])))
    else:
        waits = join_list(t("hand.wait", tile=tile, count=left) for tile, left in reply["left"].items())
        key = "hand.waits" if reply["shanten"] == 0 else "hand.accepts"
        lines.append(t(key, tiles=waits, count=sum(reply["left"].values())))
        lines += [_cause(cause, pond) for cause in reply["furiten"]]
        lines += _outlook(reply)
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
            lines += _outlook(after)
    return lines


def _outlook(answer: dict[str, Any]) -> list[str]:
    """The outlook of an answer, if it was asked for: each wait and what it wins, or what widens the hand."""
    outlook = answer.get("outlook")
    if outlook is None:
        return []
    lines = _waits(outlook)
    if "riichi" in outlook:
        lines += [t("hand.outlook-riichi"), *_waits(outlook["riichi"])]
    if good := outlook.get("good"):
        lines.append(t("hand.outlook-good", tiles=_counted(good)))
    if improves := outlook.get("improves"):
        lines.append(t("hand.outlook-improves", tiles=_counted(improves)))
    return lines


def _counted(tiles: list[dict[str, Any]]) -> str:
    return join_list(t("hand.wait", tile=each["tile"], count=each["left"]) for each in tiles)


def _waits(outlook: dict[str, Any]) -> list[str]:
    if "waits" not in outlook:
        return []
    lines = []
    for wait in outlook["waits"]:
        ron, tsumo = (_verdict(wait[way]) for way in ("ron", "tsumo"))
        line = t("hand.outlook-wait", tile=wait["tile"], left=wait["left"], ron=ron, tsumo=tsumo)
        points = wait.get("points")
        lines.append(line if points is None else t("hand.outlook-points", line=line, points=points))
    counts = {"ron": outlook["ron_tiles"], "tsumo": outlook["tsumo_tiles"], "count": outlook["draws"]}
    return [*lines, t("hand.outlook-wins", **counts)]


def _verdict(reason: str) -> str:
    """Whether a win is one, or the reason why not."""
    return t("hand.wins") if reason == "ok" else t(f"log.why-{reason}")


def _cause(cause: dict[str, str], pond: list[str]) -> str:
    """A sentence about a cause of furiten; a tile that is not in the pond is the discard itself."""
    tile = cause["tile"]
    if cause["kind"] == FuritenKind.DISCARD:
        if tile not in pond:
            return t("hand.furiten-itself")
        return t("hand.furiten-discard", tile=tile, turn=pond.index(tile) + 1)
    return t(f"hand.furiten.{cause['kind']}", tile=tile)
