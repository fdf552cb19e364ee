"""Effects of each possible discard, and the ways out of furiten with their costs."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec

from ai.reading.acceptance import AcceptedTile
from ai.reading.tenpai_in_reach import FreeingDraw, freeing_draws
from ai.reading.wait_outlook import (
    LatentFuriten,
    Outlook,
    Wait,
    leading_to_furiten,
    outlook_after,
    outlook_now,
)
from engine.actions import Refusal
from engine.furiten import Cause, Ends
from engine.legal.discards import refuse_discard
from engine.legal.wins import refuse_tsumo
from engine.tiles import KIND_OF, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView


class DiscardEffect(msgspec.Struct, frozen=True):
    """The hand that a discard leaves; the fields mean the same as in ``Outlook``.

    ``refusal`` is why the tile cannot be discarded; the other fields are filled in nevertheless.
    """

    tile: Tile
    refusal: Refusal | None
    shanten: int
    accepts: tuple[AcceptedTile, ...]
    acceptance: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    latent: tuple[LatentFuriten, ...]

    @property
    def out_of_furiten(self) -> bool:
        """Whether it leaves a wait that is not furiten, with an unseen tile to win on."""
        return bool(self.waits) and not self.furiten and self.acceptance > 0

    @property
    def leading_to_furiten(self) -> int:
        """One away from tenpai: unseen tiles after which every tenpai is furiten."""
        return leading_to_furiten(self.latent)


def discard_effects(view: SeatView, kinds: Collection[Kind] = range(KINDS)) -> tuple[DiscardEffect, ...]:
    """The effect of discarding each distinct tile, in the order of the hand; empty outside the own turn.

    ``kinds`` restricts the result to these kinds.
    """
    if not view.my_turn:
        return ()
    tiles = sorted({tile for tile in view.hand.tiles if KIND_OF[tile] in kinds}, key=SORT_KEY.__getitem__)
    return tuple(_effect(view, tile, outlook_after(view, tile)) for tile in tiles)


def _effect(view: SeatView, tile: Tile, after: Outlook) -> DiscardEffect:
    return DiscardEffect(
        tile=tile,
        refusal=refuse_discard(view, tile),
        shanten=after.shanten,
        accepts=after.accepts,
        acceptance=after.acceptance,
        waits=after.waits,
        furiten=after.furiten,
        latent=after.latent,
    )


# -- furiten -----------------------------------------------------------------------------------------


class WayKind(StrEnum):
    """How a furiten ends, or how a furiten hand can still win; the best first."""

    TSUMO = "tsumo"
    """The drawn tile wins."""
    NEXT_DISCARD = "next-discard"
    """It is temporary: it ends with the next own discard, which may keep the wait."""
    CHANGE_WAIT = "change-wait"
    """A discard that leaves a tenpai on other tiles."""
    STEP_BACK = "step-back"
    """A discard that gives up tenpai, and the draws that then lead to a wait without furiten."""
    TSUMO_ONLY = "tsumo-only"
    """There is no way out: only a tsumo wins until the hand ends."""


class Cost(msgspec.Struct, frozen=True):
    """The cost of a way out, relative to an alternative.

    ``shanten`` is the difference in shanten, ``acceptance`` the difference in unseen tiles; the latter is
    None if the shanten differs, because the tiles are not comparable then. Negative numbers are gains.
    """

    shanten: int
    acceptance: int | None


NO_COST = Cost(0, 0)


class WayOut(msgspec.Struct, frozen=True):
    """One way out of furiten.

    ``tile`` is the discard, None if any discard works or there is nothing to do. ``shanten``, ``waits`` and
    ``acceptance`` describe the hand after it; ``draws`` are the draws that then end furiten, for
    ``STEP_BACK``.
    """

    kind: WayKind
    tile: Tile | None
    shanten: int
    waits: tuple[Wait, ...]
    acceptance: int
    draws: tuple[FreeingDraw, ...] = ()
    against_best: Cost = NO_COST
    """Relative to the discard with the lowest shanten, and of these the most unseen tiles."""
    against_wait: Cost = NO_COST
    """Relative to the present wait."""

    @property
    def freeing(self) -> int:
        """Unseen tiles that lead to a wait without furiten, for ``STEP_BACK``."""
        return sum(draw.left for draw in self.draws)


class FuritenAdvice(msgspec.Struct, frozen=True):
    """The causes of the furiten of a hand, and the ways out."""

    causes: tuple[Cause, ...]
    waits: tuple[AcceptedTile, ...]
    """All kinds of the present wait."""
    ways: tuple[WayOut, ...]
    """The ways out by the next decision, the best first; empty if only a draw can help."""
    draws: tuple[FreeingDraw, ...] = ()
    """The next draws that lead out of furiten if the wait is kept until then."""


def furiten_advice(view: SeatView, after: Tile | None = None) -> FuritenAdvice | None:
    """Advice about the furiten of the hand; None if it is not furiten.

    ``after`` is a possible discard on the own turn; the advice is then about the hand it leaves.
    """
    if after is not None:
        return _between(view, outlook_after(view, after), (after,))
    if not view.furiten:
        return None
    if view.my_turn:
        return _on_turn(view)
    return _between(view, outlook_now(view), ())


def _between(view: SeatView, now: Outlook, discarded: tuple[Tile, ...]) -> FuritenAdvice | None:
    """Advice for a hand of 13 tiles."""
    ends = {cause.ends for cause in now.furiten}
    if not ends:
        return None
    waits = tuple(AcceptedTile(wait.kind, wait.left) for wait in now.waits)
    if Ends.HAND_ENDS in ends:
        return FuritenAdvice(now.furiten, waits, (_keeps(WayKind.TSUMO_ONLY, now),))
    if Ends.WAITS_CHANGE not in ends:
        return FuritenAdvice(now.furiten, waits, (_keeps(WayKind.NEXT_DISCARD, now),))
    hand = view.hand.copy()
    for tile in discarded:
        hand.remove(tile)
    others = [kind for kind in range(KINDS) if all(kind != wait.kind for wait in waits)]
    return FuritenAdvice(now.furiten, waits, (), freeing_draws(view, hand, others, discarded))


def _keeps(kind: WayKind, now: Outlook) -> WayOut:
    """A way out that keeps the wait."""
    return WayOut(kind, None, now.shanten, now.waits, now.acceptance)


def _on_turn(view: SeatView) -> FuritenAdvice:
    """Advice for a hand of 14 tiles."""
    left = view.left()
    waits = tuple(AcceptedTile(kind, left[kind]) for kind in view.waits)
    ways = []
    if refuse_tsumo(view) is None:
        ways.append(WayOut(WayKind.TSUMO, view.drawn, -1, (), 0))
    if view.me.riichi:
        ways.append(_keeps(WayKind.TSUMO_ONLY, outlook_now(view)))
        return FuritenAdvice(view.furiten, waits, tuple(ways))
    ways += _ways_by_discard(view, waits)
    kept = None if view.drawn is None else furiten_advice(view, view.drawn)
    return FuritenAdvice(view.furiten, waits, tuple(ways), kept.draws if kept else ())


def _ways_by_discard(view: SeatView, present: tuple[AcceptedTile, ...]) -> list[WayOut]:
    """Every discard that leaves a wait without furiten, or is one away from tenpai with draws to such a wait.

    ``STEP_BACK`` is left out if the furiten ends with the discard anyway.
    """
    effects = [effect for effect in discard_effects(view) if effect.refusal is None]
    best = min(effects, key=_farness)
    now = 0, sum(wait.left for wait in present)
    ways = []
    for effect in effects:
        draws: tuple[FreeingDraw, ...] = ()
        if effect.out_of_furiten:
            same = {wait.kind for wait in effect.waits} == {wait.kind for wait in present}
            kind = WayKind.NEXT_DISCARD if same else WayKind.CHANGE_WAIT
        elif effect.shanten == 1 and (draws := _draws_after(view, effect)):
            kind = WayKind.STEP_BACK
        else:
            continue
        ways.append(
            WayOut(
                kind,
                effect.tile,
                effect.shanten,
                effect.waits,
                effect.acceptance,
                draws,
                _cost(effect, best.shanten, best.acceptance),
                _cost(effect, *now),
            )
        )
    if any(way.kind is WayKind.NEXT_DISCARD for way in ways):
        ways = [way for way in ways if way.kind is not WayKind.STEP_BACK]
    return sorted(ways, key=_worth, reverse=True)


def _farness(effect: DiscardEffect) -> tuple[int, int]:
    """The sort key of the distance to a win: shanten first, then unseen tiles."""
    return effect.shanten, -effect.acceptance


def _draws_after(view: SeatView, effect: DiscardEffect) -> tuple[FreeingDraw, ...]:
    """The draws that lead a hand one away from tenpai to a wait without furiten."""
    rest = view.hand.copy()
    rest.remove(effect.tile)
    return freeing_draws(view, rest, (draw.kind for draw in effect.accepts), (effect.tile,))


def _cost(effect: DiscardEffect, shanten: int, acceptance: int) -> Cost:
    """The cost of a discard relative to a hand with that shanten and acceptance."""
    far = effect.shanten - shanten
    return Cost(far, None if far else acceptance - effect.acceptance)


def _worth(way: WayOut) -> tuple[int, int, int]:
    """Sort key of the ways: lowest shanten first, then most tiles that win or end furiten."""
    winning = sum(wait.left for wait in way.waits if wait.ron)
    return -way.shanten, winning or way.freeing, way.acceptance
