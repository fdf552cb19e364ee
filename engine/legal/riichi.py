"""May this seat declare riichi, and with which discard."""

from __future__ import annotations

from engine import shape
from engine.actions import Action, ActionKind, Refusal, Why
from engine.legal.discards import legal_discards, refuse_discard
from engine.rules import Ruleset
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView


def refuse_riichi(view: SeatView, tile: Tile | None = None) -> Refusal | None:
    """Why this seat cannot declare riichi now, or not with that discard."""
    table, me, rules = view.table, view.me, view.rules
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if me.dead:
        return Refusal(Why.DEAD_HAND)
    if me.riichi:
        return Refusal(Why.ALREADY_RIICHI)
    if not view.hand.is_closed:
        return Refusal(Why.HAND_OPEN)
    if not points_for_riichi(rules, me.score):
        return Refusal(Why.TOO_FEW_POINTS, number=rules.riichi_minimum_points)
    if table.live < rules.riichi_minimum_live:
        return Refusal(Why.WALL_TOO_SHORT, number=rules.riichi_minimum_live)
    if tile is None:
        return None if riichi_discards(view) else Refusal(Why.NOT_TENPAI)
    return refuse_discard(view, tile) or (None if tenpai_after(view, tile) else Refusal(Why.NOT_TENPAI))


def points_for_riichi(rules: Ruleset, score: int) -> bool:
    """Whether so many points are enough to declare riichi at all."""
    return rules.riichi_minimum_points is None or score >= rules.riichi_minimum_points


def tenpai_after(view: SeatView, tile: Tile) -> bool:
    """Whether discarding the tile leaves the hand tenpai under the ruleset."""
    rest = view.hand.copy()
    rest.remove(tile)
    return bool(tenpai_waits(rest, view.rules))


def riichi_discards(view: SeatView) -> list[Action]:
    """Riichi with each discard that leaves the hand tenpai; the other conditions are not looked at."""
    hand = view.hand
    if shape.shanten_of(hand.keys, len(hand.melds)) > 0:
        return []
    keeps: dict[int, bool] = {}
    actions = []
    for discard in legal_discards(view):
        tile = discard.tile
        assert tile is not None
        kind = KIND_OF[tile]
        if kind not in keeps:
            keeps[kind] = tenpai_after(view, tile)
        if keeps[kind]:
            actions.append(Action(ActionKind.RIICHI, tile, tsumogiri=discard.tsumogiri))
    return actions
