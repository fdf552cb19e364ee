"""Warn before a choice that is a furiten mistake or gives up a win, and name a better one.

A warning is given only for clear mistakes and for wins given up, because players ignore frequent warnings.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from ai.bots.tenpai_value import TSUMO_ONLY_FACTOR
from ai.reading.acceptance import AcceptedTile
from ai.reading.discard_advice import DiscardEffect, discard_effects
from ai.reading.pass_effect import passing
from ai.reading.safety import Safety
from ai.reading.tenpai_estimate import Likelihood, tenpai_estimates
from ai.reading.wait_outlook import Outlook, Wait, outlook_after
from ai.reading.wait_scores import Worth, wait_worths
from engine.actions import Action, ActionKind
from engine.furiten import Cause
from engine.legal.riichi import refuse_riichi
from engine.legal.wins import refuse_ron, refuse_tsumo, winning_hand
from engine.score import NoWin, score, winners_total
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

SIMILAR = 0.5
"""A wait without furiten is better if it has at least this share of the furiten wait's value."""
WORTH_LEAVING = 1.0
"""The same for a hand that is already furiten: the player knows, so only a wait of more value counts."""
VAIN = 3
"""The fewest unseen tiles leading only to furiten tenpai that cause a warning before tenpai …"""
LEAD = 2
"""… if another discard has at least this many more that lead to a wait without furiten."""

FEARED = (Likelihood.IN_RIICHI, Likelihood.LIKELY)
"""Opponents at these levels count as dangerous; a discard that is safer against them is not criticised."""

_WINS = (ActionKind.RON, ActionKind.TSUMO)
_THROWS = (ActionKind.DISCARD, ActionKind.RIICHI)
_OWN_TURN = (*_THROWS, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN, ActionKind.NINE_TERMINALS)


class CautionKind(StrEnum):
    """The kind of mistake."""

    RON = "ron"
    """Pass on a ron, which also causes furiten."""
    TSUMO = "tsumo"
    """Pass on a tsumo."""
    RIICHI = "riichi"
    """Declare riichi on a furiten wait, which stays furiten until the hand ends."""
    FURITEN = "furiten"
    """Discard into a furiten wait although another discard leaves a wait without furiten."""
    LATER = "later"
    """Discard a tile that the hand, one away from tenpai, needs: many draws then lead only to furiten."""


class Better(msgspec.Struct, frozen=True):
    """A better discard.

    ``waits`` are the waits after it, without furiten. Before tenpai it is empty, and ``left`` counts the
    tiles that lead to a wait without furiten.
    """

    tile: Tile
    waits: tuple[AcceptedTile, ...]
    left: int


class Caution(msgspec.Struct, frozen=True):
    """A warning against a choice.

    ``tile`` is the discarded tile, or the winning tile passed. ``waits`` are the waits after the choice (for
    ``LATER`` the draws that lead only to furiten). ``causes`` are the causes of furiten, each with its tile
    and its end. ``points`` is the value of the win given up, without honba and riichi sticks.
    """

    kind: CautionKind
    tile: Tile
    waits: tuple[AcceptedTile, ...]
    causes: tuple[Cause, ...]
    better: Better | None = None
    points: int | None = None


def caution(view: SeatView, action: Action) -> Caution | None:
    """The warning against a legal action of this seat, or None."""
    if action.kind in _WINS:
        return None
    if not view.my_turn:
        return _lost_ron(view)
    if action.kind in _OWN_TURN and refuse_tsumo(view) is None:
        return _lost_tsumo(view, action)
    if action.kind not in _THROWS or action.tile is None or view.me.riichi:
        return None
    outlook = outlook_after(view, action.tile, riichi=action.kind is ActionKind.RIICHI)
    if outlook.waits and outlook.furiten:
        riichi = action.kind is ActionKind.RIICHI
        return _riichi(view, action.tile, outlook) if riichi else _furiten(view, action.tile, outlook)
    return _later(view, action.tile, outlook) if outlook.shanten == 1 else None


def win_points(view: SeatView, tile: Tile, *, tsumo: bool) -> int | None:
    """Points of a win on that tile now, ignoring furiten; None if the hand cannot win on it.

    Honba, riichi sticks and ura dora are not counted. For a tsumo the tile is already in the hand.
    """
    found = score(winning_hand(view, tile, tsumo=tsumo))
    return None if isinstance(found, NoWin) else winners_total(found.base, _is_dealer(view), tsumo)


def feared(view: SeatView) -> tuple[int, ...]:
    """The seats of players in riichi, and of those who are likely tenpai."""
    return tuple(look.seat for look in tenpai_estimates(view) if look.level in FEARED)


# -- wins given up -----------------------------------------------------------------------------------


def _lost_ron(view: SeatView) -> Caution | None:
    offer, effect = view.table.offer, passing(view)
    if offer is None or effect is None or effect.cause is None or refuse_ron(view) is not None:
        return None
    left = view.left()
    waits = tuple(AcceptedTile(kind, left[kind]) for kind in view.waits)
    return Caution(
        CautionKind.RON, offer, waits, (effect.cause,), points=win_points(view, offer, tsumo=False)
    )


def _lost_tsumo(view: SeatView, action: Action) -> Caution:
    assert view.drawn is not None
    after = outlook_after(view, action.tile) if action.kind in _THROWS and action.tile is not None else None
    return Caution(
        CautionKind.TSUMO,
        view.drawn,
        () if after is None else _accepted(after.waits),
        () if after is None else after.furiten,
        points=win_points(view, view.drawn, tsumo=True),
    )


# -- furiten waits -----------------------------------------------------------------------------------


def _riichi(view: SeatView, tile: Tile, outlook: Outlook) -> Caution:
    """Riichi on a furiten wait, always a warning; the better choice must allow riichi too."""
    free = [each for each in free_discards(view, tile) if refuse_riichi(view, each.tile) is None]
    best = max(free, key=lambda each: _promise(view, each.tile, each), default=None)
    better = None if best is None else _better(best)
    return Caution(CautionKind.RIICHI, tile, _accepted(outlook.waits), outlook.furiten, better)


def _furiten(view: SeatView, tile: Tile, outlook: Outlook) -> Caution | None:
    """A furiten wait, if a wait without furiten has enough value."""
    free = free_discards(view, tile)
    if not free:
        return None
    promises = [_promise(view, each.tile, each) for each in free]
    most = max(promises)
    enough = WORTH_LEAVING if view.furiten else SIMILAR
    if not most or most < enough * _promise(view, tile, outlook):
        return None
    better = free[promises.index(most)]
    return Caution(CautionKind.FURITEN, tile, _accepted(outlook.waits), outlook.furiten, _better(better))


def free_discards(view: SeatView, tile: Tile) -> list[DiscardEffect]:
    """The discards that leave a wait without furiten and are at least as safe as that tile."""
    effects = [each for each in discard_effects(view) if each.out_of_furiten and each.refusal is None]
    return [each for each in effects if _as_safe(view, each.tile, tile)]


def _as_safe(view: SeatView, tile: Tile, than: Tile) -> bool:
    """Whether a tile is at least as safe as another against every dangerous opponent."""
    safety = Safety(view)
    return all(safety.tier(KIND_OF[tile], seat) <= safety.tier(KIND_OF[than], seat) for seat in feared(view))


def _promise(view: SeatView, tile: Tile, after: Outlook | DiscardEffect) -> float:
    """The value of the wait after a discard: points of each win times the unseen tiles, summed.

    A wait that wins only by tsumo counts ``TSUMO_ONLY_FACTOR``. Riichi is assumed if it may be declared.
    """
    rest = view.hand.copy()
    rest.remove(tile)
    outlook = after if isinstance(after, Outlook) else outlook_after(view, tile)
    by_ron: dict[Kind, int] = {}
    by_tsumo: dict[Kind, int] = {}
    for found in wait_worths(view, rest, outlook, discard=tile):
        points = max(_points(view, worth, tsumo=found.tsumo) for worth in (found.worth, found.riichi))
        (by_tsumo if found.tsumo else by_ron).update(dict.fromkeys(found.waits, points))
    return sum(
        wait.left * max(by_ron.get(wait.kind, 0), TSUMO_ONLY_FACTOR * by_tsumo.get(wait.kind, 0))
        for wait in outlook.waits
    )


def _points(view: SeatView, worth: Worth | NoWin | None, *, tsumo: bool) -> int:
    if worth is None or isinstance(worth, NoWin):
        return 0
    return winners_total(worth.score.base, _is_dealer(view), tsumo)


def _better(effect: DiscardEffect) -> Better:
    return Better(effect.tile, _accepted(effect.waits), effect.acceptance)


# -- before tenpai -----------------------------------------------------------------------------------


def _later(view: SeatView, tile: Tile, outlook: Outlook) -> Caution | None:
    """A discard that accepts as many tiles as a better one, but many of them lead only to furiten.

    Only furiten caused by the discarded tile itself counts. A discard that raises shanten gets no warning.
    """
    thrown = [latent for latent in outlook.latent if latent.turn > len(view.me.pond)]
    vain = {draw.kind: draw for latent in thrown for draw in latent.draws}
    if sum(draw.left for draw in vain.values()) < VAIN:
        return None
    keeps = [each for each in discard_effects(view) if each.refusal is None and each.shanten == 1]
    safe = [each for each in keeps if _as_safe(view, each.tile, tile)]
    best = max(safe, key=_freeing, default=None)
    if best is None or _freeing(best) < _freeing(outlook) + LEAD or best.acceptance > outlook.acceptance:
        return None
    return Caution(CautionKind.LATER, tile, tuple(vain.values()), (), Better(best.tile, (), _freeing(best)))


def _freeing(after: Outlook | DiscardEffect) -> int:
    """One away from tenpai: unseen tiles that lead to a wait without furiten."""
    return after.acceptance - after.leading_to_furiten


def _accepted(waits: Iterable[Wait]) -> tuple[AcceptedTile, ...]:
    return tuple(AcceptedTile(wait.kind, wait.left) for wait in waits)


def _is_dealer(view: SeatView) -> bool:
    return view.seat == view.table.dealer
