"""A quick player for playing a hand out many times: fast hands, riichi, and a sensible retreat.

It wins whenever it can, never calls and never makes a kan. It heads for tenpai with most tiles left, counts
the tiles of a furiten wait half, and declares riichi with every wait that is not furiten. Against a riichi it
throws, in tenpai, whatever its hand needs least; one away, or in tenpai with a furiten wait, the same within
a limit of danger; further off genbutsu only. Where it has no such tile it throws the least dangerous one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ai.reading.estimates import accepted_tiles
from ai.reading.safety import PositionAnalysis
from ai.rollouts import Stance
from engine import shape
from engine.actions import PASS, WINS, Action, ActionKind
from engine.options import Options
from engine.shape import Acceptance
from engine.table import Table
from engine.tiles import KIND_OF, Kind, is_red
from engine.view import SeatView
from engine.wall import PLAYERS

LIMIT = 250.0
"""Points that a discard may lose on average for the sake of a hand one away."""
PUSHED = 2
"""Steps to tenpai from which a hand that pushes still does."""
LAST_DRAWS = 3
"""Own draws that must be left for it short of tenpai."""
_REMEMBERED = 50_000
"""Hands; the same ones come again and again where choices are compared with the same tiles."""


class Guard:
    """The player; ``silent`` never declares riichi."""

    name = "guard"

    def __init__(self, *, silent: bool = False, stance: Stance = Stance.REASON) -> None:
        self._silent, self._stance = silent or stance is Stance.FOLD, stance

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, else the fastest discard that is not too dangerous, with riichi where that is right."""
        for action in options.actions:
            if action.kind in WINS:
                return action
        if not view.my_turn:
            return PASS
        discards = options.of(ActionKind.DISCARD)
        if len(discards) == 1:
            return discards[0]
        plans = sorted(_plans(view, discards), reverse=True)
        plan = self._chosen(view, plans)
        riichi = () if self._silent or not plan.waits else options.of(ActionKind.RIICHI)
        return max((action for action in riichi or discards if _kind(action) == plan.kind), key=_rank)

    def _chosen(self, view: SeatView, plans: Sequence[_Plan]) -> _Plan:
        """The plan that the stance takes, of these, the fastest first."""
        match self._stance:
            case Stance.FOLD:
                return _safest(view, plans)
            case Stance.PUSH if _holds(view, plans[0]):
                return plans[0]
            case _:
                return _within_reason(view, plans)


class _Plan(NamedTuple):
    """What a discard leaves; the fastest is the greatest."""

    nearness: int
    """Steps to tenpai, as a negative number."""
    tiles: int
    """Tiles left that bring the next step: twice, unless it is to win with a furiten wait."""
    kind: Kind
    """What is thrown."""
    waits: bool
    """It leaves a wait to declare riichi with."""

    @property
    def steps(self) -> int:
        """How far the hand is when it comes to danger: a furiten wait counts as one away."""
        return -self.nearness + (self.nearness == 0 and not self.waits)


def _plans(view: SeatView, discards: Sequence[Action]) -> list[_Plan]:
    found = _found(*view.hand.keys, len(view.hand.melds))
    left = view.left()
    pond = {KIND_OF[discard.tile] for discard in view.me.pond}
    plans = []
    for kind in {_kind(action) for action in discards}:
        shanten, accepts = found[kind]
        tiles = accepted_tiles(accepts, left)
        furiten = shanten == 0 and (kind in accepts or not pond.isdisjoint(accepts))
        waits = shanten == 0 and tiles > 0 and not furiten
        plans.append(_Plan(-shanten, tiles if furiten else 2 * tiles, kind, waits))
    return plans


@lru_cache(_REMEMBERED)
def _found(m: int, p: int, s: int, z: int, melds: int) -> dict[Kind, Acceptance]:
    return shape.discards((m, p, s, z), melds)


def _within_reason(view: SeatView, plans: Sequence[_Plan]) -> _Plan:
    """The fastest of the plans, the best first, that is safe enough for what it promises."""
    riichi = [seat for seat, player in enumerate(view.table.seats) if player.riichi and seat != view.seat]
    if not riichi or plans[0].steps == 0:
        return plans[0]
    safe = set.intersection(*(_safe(view.table, seat) for seat in riichi))
    position: PositionAnalysis | None = None
    for plan in plans:
        if plan.kind in safe:
            return plan
        if plan.steps <= 1:
            position = position or PositionAnalysis(view)
            if position.danger(plan.kind) <= LIMIT:
                return plan
    return _safest(view, plans, position)


def _safest(view: SeatView, plans: Sequence[_Plan], position: PositionAnalysis | None = None) -> _Plan:
    """The least dangerous of the plans, of equal ones the fastest."""
    known = position or PositionAnalysis(view)
    return min(plans, key=lambda plan: known.danger(plan.kind))


def _holds(view: SeatView, plan: _Plan) -> bool:
    """Whether a hand that pushes goes on pushing: in tenpai, or near it with enough draws left."""
    return plan.nearness == 0 or (plan.nearness >= -PUSHED and view.table.live >= PLAYERS * LAST_DRAWS)


def _safe(table: Table, seat: int) -> set[Kind]:
    """Genbutsu against a player in riichi, found quickly: the own discards, and what has passed since."""
    since = table.seats[seat].riichi_order or 0
    passed = {KIND_OF[tile] for _, tile in table.discards[since:]}
    return passed.union(KIND_OF[discard.tile] for discard in table.seats[seat].pond)


def _kind(action: Action) -> Kind:
    assert action.tile is not None
    return KIND_OF[action.tile]


def _rank(action: Action) -> tuple[bool, bool]:
    """Of equal discards a plain five before the red one, and the tile just drawn."""
    assert action.tile is not None
    return not is_red(action.tile), action.tsumogiri
