"""What each discard does, and the ways out of furiten with what they cost."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec

from ai.reading.acceptance import AcceptedTile
from ai.reading.tenpai_in_reach import Change, changes
from ai.reading.wait_outlook import Latent, Outlook, Wait, leading_to_furiten, outlook_after, outlook_now
from engine.actions import Refusal
from engine.furiten import Cause, Ends
from engine.legal.discards import refuse_discard
from engine.legal.wins import refuse_tsumo
from engine.tiles import KIND_OF, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView


class DiscardEffect(msgspec.Struct, frozen=True):
    """What discarding a tile would leave. The words are those of ``Outlook``.

    ``refusal`` is why it cannot be discarded; the rest then says what it would leave all the same.
    """

    tile: Tile
    refusal: Refusal | None
    shanten: int
    accepts: tuple[AcceptedTile, ...]
    acceptance: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    latent: tuple[Latent, ...]

    @property
    def out_of_furiten(self) -> bool:
        """Whether it leaves a wait that is not furiten, with a tile left to win on."""
        return bool(self.waits) and not self.furiten and self.acceptance > 0

    @property
    def leading_to_furiten(self) -> int:
        """One away from tenpai: tiles left that bring tenpai in furiten alone."""
        return leading_to_furiten(self.latent)


def discard_effects(view: SeatView, kinds: Collection[Kind] = range(KINDS)) -> tuple[DiscardEffect, ...]:
    """What each different tile of the hand does when discarded, as the hand lies; only on the own turn.

    ``kinds`` are those to look at, if not all.
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
    """How a furiten ends, or how a furiten hand wins all the same; the best first."""

    TSUMO = "tsumo"
    """The drawn tile wins."""
    NEXT_DISCARD = "next-discard"
    """It was temporary: it ends with the own next discard, which may keep the wait."""
    CHANGE_WAIT = "change-wait"
    """A discard that leaves the hand tenpai on other tiles."""
    STEP_BACK = "step-back"
    """A discard that gives tenpai up, and certain draws that then lead to a wait free of furiten."""
    TSUMO_ONLY = "tsumo-only"
    """None: until the hand ends only a tsumo wins."""


class Cost(msgspec.Struct, frozen=True):
    """What a way gives up against something else.

    ``shanten`` steps, and ``acceptance`` tiles left; the tiles are None when the hands are not equally far,
    since then they are tiles of another sort. Negative numbers are gains.
    """

    shanten: int
    acceptance: int | None


NO_COST = Cost(0, 0)


class WayOut(msgspec.Struct, frozen=True):
    """One way out of furiten.

    ``tile`` is what to discard, None when any own discard will do or there is nothing to do. ``shanten``,
    ``waits`` and ``acceptance`` are what it leaves; ``draws`` what then leads out, for ``STEP_BACK``.
    """

    kind: WayKind
    tile: Tile | None
    shanten: int
    waits: tuple[Wait, ...]
    acceptance: int
    draws: tuple[Change, ...] = ()
    against_best: Cost = NO_COST
    """Against the discard that leaves the hand nearest to a win with the most tiles left."""
    against_wait: Cost = NO_COST
    """Against the present wait."""

    @property
    def freeing(self) -> int:
        """Tiles left that lead to a wait free of furiten, for ``STEP_BACK``."""
        return sum(change.left for change in self.draws)


class FuritenAdvice(msgspec.Struct, frozen=True):
    """Why the hand is furiten, and what can be done about it."""

    causes: tuple[Cause, ...]
    waits: tuple[AcceptedTile, ...]
    """The present wait, all its kinds."""
    ways: tuple[WayOut, ...]
    """What the next decision can do, the best first; empty when there is nothing but to wait."""
    draws: tuple[Change, ...] = ()
    """What would change the wait if it is kept until the next draw."""


def furiten_advice(view: SeatView, after: Tile | None = None) -> FuritenAdvice | None:
    """What can be done about the furiten of the hand, None when it has none.

    ``after`` is a discard on the own turn that has not been made yet: then it is about the hand it leaves.
    """
    if after is not None:
        return _between(view, outlook_after(view, after), (after,))
    if not view.furiten:
        return None
    if view.my_turn:
        return _on_turn(view)
    return _between(view, outlook_now(view), ())


def _between(view: SeatView, now: Outlook, thrown: tuple[Tile, ...]) -> FuritenAdvice | None:
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
    for tile in thrown:
        hand.remove(tile)
    others = [kind for kind in range(KINDS) if all(kind != wait.kind for wait in waits)]
    return FuritenAdvice(now.furiten, waits, (), changes(view, hand, others, thrown))


def _keeps(kind: WayKind, now: Outlook) -> WayOut:
    """The way of a hand that keeps its wait."""
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
    """Every discard that leaves a wait free of furiten, or one away from tenpai a way to such a wait.

    Nobody has to step back from a furiten that ends with the discard.
    """
    effects = [effect for effect in discard_effects(view) if effect.refusal is None]
    best = min(effects, key=_farness)
    now = 0, sum(wait.left for wait in present)
    ways = []
    for effect in effects:
        draws: tuple[Change, ...] = ()
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
    """How far a hand is from a win: shanten first, then tiles left."""
    return effect.shanten, -effect.acceptance


def _draws_after(view: SeatView, effect: DiscardEffect) -> tuple[Change, ...]:
    """The draws that lead a hand one away from tenpai to a wait free of furiten."""
    rest = view.hand.copy()
    rest.remove(effect.tile)
    return changes(view, rest, (draw.kind for draw in effect.accepts), (effect.tile,))


def _cost(effect: DiscardEffect, shanten: int, acceptance: int) -> Cost:
    """What the hand after a discard has less than one of that shanten and acceptance."""
    far = effect.shanten - shanten
    return Cost(far, None if far else acceptance - effect.acceptance)


def _worth(way: WayOut) -> tuple[int, int, int]:
    """Order of the ways: near ones first, then with most tiles that can be won on or lead out."""
    winning = sum(wait.left for wait in way.waits if wait.ron)
    return -way.shanten, winning or way.freeing, way.acceptance
