"""The coach: warn before a choice that is a furiten mistake or gives up a win, and name a better one.

A warning is given only for clear mistakes and for wins given up, because players ignore frequent warnings.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import passing, present_waits, win_points
from ai.reading.outlook import Outlook, legal_outlooks, order, outlook_after, wait_tiles
from ai.reading.safety import Safety
from ai.reading.threat import threatening
from ai.reading.value_hints import call_effect
from engine.actions import DISCARDS, OWN_KANS, WINS, Action, ActionKind
from engine.furiten import Cause
from engine.legal import refuse_ron, refuse_tsumo
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView

VAIN = 3
"""The fewest unseen tiles leading only to furiten tenpai that cause a warning about a broken tenpai."""

_OWN_TURN = (*DISCARDS, *OWN_KANS, ActionKind.NINE_TERMINALS)


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
    KAN = "kan"
    """A kan on the own turn that breaks tenpai."""
    LATER = "later"
    """Break tenpai with a tile that the hand needs: many draws then lead only to furiten."""


class Better(msgspec.Struct, frozen=True):
    """A better discard: the waits after it that win, and their tiles."""

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
    if action.kind in WINS:
        return None
    if not view.my_turn:
        offer, effect = view.table.offer, passing(view)
        if offer is None or effect is None or effect.cause is None or refuse_ron(view) is not None:
            return None
        points = win_points(view, offer, tsumo=False)
        return Caution(CautionKind.RON, offer, present_waits(view), (effect.cause,), points=points)
    if action.kind in _OWN_TURN and refuse_tsumo(view) is None:
        assert view.drawn is not None
        after = (
            outlook_after(view, action.tile) if action.kind in DISCARDS and action.tile is not None else None
        )
        return Caution(
            CautionKind.TSUMO,
            view.drawn,
            () if after is None else wait_tiles(after.waits),
            () if after is None else after.furiten,
            points=win_points(view, view.drawn, tsumo=True),
        )
    if action.kind in OWN_KANS:
        call = call_effect(view, action)
        if call is None or not call.breaks_tenpai:
            return None
        kept = call.without.best
        if not kept.winning_tiles:
            return None
        tile = action.consumed[0] if action.tile is None else action.tile
        return Caution(CautionKind.KAN, tile, wait_tiles(kept.waits), (), _better(kept))
    if action.kind not in DISCARDS or action.tile is None or view.me.riichi:
        return None
    outlook = outlook_after(view, action.tile, riichi=action.kind is ActionKind.RIICHI)
    if outlook.waits and outlook.furiten:
        riichi = action.kind is ActionKind.RIICHI
        return _riichi(view, action.tile, outlook) if riichi else _furiten(view, action.tile, outlook)
    return _later(view, action.tile, outlook) if outlook.shanten == 1 else None


def _riichi(view: SeatView, tile: Tile, outlook: Outlook) -> Caution:
    """Riichi on a furiten wait, always a warning; a better choice must be better with riichi too."""
    free = [each.with_riichi for each in free_discards(view, tile) if each.with_riichi is not None]
    better = _better(free[0]) if free and order(free[0]) < order(outlook) else None
    return Caution(CautionKind.RIICHI, tile, wait_tiles(outlook.waits), outlook.furiten, better)


def _furiten(view: SeatView, tile: Tile, outlook: Outlook) -> Caution | None:
    """A furiten wait, if a wait without furiten is better."""
    free = free_discards(view, tile)
    if not free or order(free[0]) >= order(outlook):
        return None
    return Caution(
        CautionKind.FURITEN, tile, wait_tiles(outlook.waits), outlook.furiten, _better(free[0].best)
    )


def free_discards(view: SeatView, tile: Tile) -> list[Outlook]:
    """The discards at least as safe as that tile that leave a wait that wins by ron, the best first."""
    return [each for each in legal_outlooks(view) if each.is_free and _as_safe(view, each.tile, tile)]


def _as_safe(view: SeatView, tile: Tile, than: Tile) -> bool:
    """Whether a tile is at least as safe as another against everyone who threatens."""
    safety = Safety(view)
    return all(
        safety.tier(KIND_OF[tile], seat) <= safety.tier(KIND_OF[than], seat) for seat in threatening(view)
    )


def _better(hand: Outlook) -> Better:
    won = (wait for wait in hand.waits if wait.left and hand.wins_on(wait))
    return Better(hand.tile, wait_tiles(won), hand.winning_tiles)


def _later(view: SeatView, tile: Tile, outlook: Outlook) -> Caution | None:
    """A discard that breaks tenpai, after which many draws lead only to furiten, where another keeps a wait.

    A hand that accepts the tile it has just discarded was nearer with it: only a discard that gives up
    tenpai can do this one away from it. The wait that is kept has to win, by tsumo at least.
    """
    thrown = [latent for latent in outlook.latent if latent.turn > len(view.me.pond)]
    vain = {draw.kind: draw for latent in thrown for draw in latent.draws}
    if sum(draw.left for draw in vain.values()) < VAIN:
        return None
    kept = next((each for each in legal_outlooks(view) if _as_safe(view, each.tile, tile)), None)
    if kept is None or not kept.best.winning_tiles:
        return None
    return Caution(CautionKind.LATER, tile, tuple(vain.values()), (), _better(kept.best))
