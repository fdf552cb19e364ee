"""What ``furiten hand --outlook`` adds to an answer: waits with their points, and what widens a hand."""

from __future__ import annotations

from ai.reading.estimates import AcceptedTile
from ai.reading.outlook import (
    Outlook,
    Wait,
    draws_to_tenpai,
    improvements,
    outlook_after,
    outlook_now,
    ranked,
)
from ai.seat_position import GivenPosition
from engine.actions import Why
from engine.hand import HAND_SIZE
from engine.tiles import NAMES, SORT_KEY
from engine.view import SeatView
from tui.commands.requests import JsonAnswer

OK = "ok"


def add_outlooks(answer: JsonAnswer, position: GivenPosition) -> None:
    """Add the outlook of the hand, or of the hand after each discard and the discards that are best."""
    view = position.view()
    if position.hand.size == HAND_SIZE:
        answer["outlook"] = _outlook_data(view, outlook_now(view))
        return
    tiles = sorted(set(position.hand.tiles), key=SORT_KEY.__getitem__)
    outlooks = [outlook_after(view, tile) for tile in tiles]
    discards = answer["discards"]
    assert isinstance(discards, dict)
    for each in outlooks:
        discards[NAMES[each.tile]]["outlook"] = _outlook_data(view, each)
    ranks = ranked(view, outlooks)
    least = min(ranks.values())
    answer["best"] = [NAMES[each.tile] for each in outlooks if ranks[each.tile] == least]


def _outlook_data(view: SeatView, outlook: Outlook) -> JsonAnswer:
    told: JsonAnswer = {"shanten": outlook.shanten}
    if outlook.waits:
        told["waits"] = [_wait_data(outlook, wait) for wait in outlook.waits]
        told |= {"ron_tiles": outlook.ron_tiles, "tsumo_tiles": outlook.tsumo_tiles}
    else:
        told["accepts"] = _tile_data(outlook.accepts)
        if outlook.shanten == 1:
            good = (draw for draw in draws_to_tenpai(view, outlook) if draw.is_good)
            told["good"] = [{"tile": NAMES[draw.kind], "left": draw.left} for draw in good]
    told["improves"] = _tile_data(improvements(view, outlook))
    told["draws"] = outlook.own_draws
    if outlook.with_riichi is not None:
        told["riichi"] = _outlook_data(view, outlook.with_riichi)
    return told


def _tile_data(tiles: tuple[AcceptedTile, ...]) -> list[JsonAnswer]:
    return [{"tile": NAMES[tile.kind], "left": tile.left} for tile in tiles]


def _wait_data(outlook: Outlook, wait: Wait) -> JsonAnswer:
    """A wait: whether ron and tsumo win or why not, and the points of the ron, or else of the tsumo."""
    furiten = Why.FURITEN.value if outlook.furiten else OK
    told: JsonAnswer = {
        "tile": NAMES[wait.kind],
        "left": wait.left,
        "ron": furiten if wait.no_ron is None else wait.no_ron.why.value,
        "tsumo": OK if wait.no_tsumo is None else wait.no_tsumo.why.value,
    }
    worth = wait.tsumo_worth if outlook.furiten or wait.ron_worth is None else wait.ron_worth
    if worth is not None:
        told["points"] = worth.points
    return told
