"""Waits, acceptance and furiten of a hand, now or after a possible discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from ai.reading.acceptance import AcceptedTile, live_kinds
from ai.reading.tenpai_in_reach import tenpais
from engine.actions import Refusal
from engine.furiten import Cause
from engine.hand import HAND_SIZE, Hand
from engine.legal.wins import refuse_ron_on, refuse_tsumo_on
from engine.tenpai import hand_acceptance
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView


class Wait(msgspec.Struct, frozen=True):
    """One wait of a hand."""

    kind: Kind
    left: int
    """Copies unseen by this seat."""
    ron: bool
    """Whether a ron on it would be valid, apart from furiten."""
    tsumo: bool
    """The same for a tsumo."""
    on_offer: bool = False
    """Whether a tile of this kind can be won on now."""
    no_ron: Refusal | None = None
    """Why a ron on it would not be valid."""


class LatentFuriten(msgspec.Struct, frozen=True):
    """A kind in the own pond that a hand before tenpai still accepts.

    If the kind becomes a wait, the hand is furiten, even if no copy is unseen. ``tile`` is the discarded
    tile, ``turn`` its position in the own pond, counted from 1.
    """

    kind: Kind
    left: int
    tile: Tile
    turn: int
    draws: tuple[AcceptedTile, ...] = ()
    """One away from tenpai: the draws after which every tenpai is furiten because of this kind."""


class Outlook(msgspec.Struct, frozen=True):
    """A hand of 13 tiles: its shanten, waits, acceptance, and causes of furiten."""

    shanten: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    discard: Tile | None = None
    """The discard it assumes."""
    accepts: tuple[AcceptedTile, ...] = ()
    """The kinds with unseen tiles that lower shanten; of a tenpai hand the kinds that complete it."""
    latent: tuple[LatentFuriten, ...] = ()
    """Before tenpai: accepted kinds that could lead to furiten."""

    @property
    def acceptance(self) -> int:
        """Unseen tiles that lower shanten."""
        return sum(tile.left for tile in self.accepts)

    @property
    def leading_to_furiten(self) -> int:
        """One away from tenpai: unseen tiles after which every tenpai is furiten."""
        return leading_to_furiten(self.latent)


def leading_to_furiten(latent: Iterable[LatentFuriten]) -> int:
    """Unseen tiles after which every tenpai is furiten, each counted once."""
    draws = {draw.kind: draw.left for each in latent for draw in each.draws}
    return sum(draws.values())


def outlook_now(view: SeatView, offered: Kind | None = None) -> Outlook:
    """The hand between turns; ``offered`` is a kind that can be won on now, and still counts as left.

    On the own turn this is the hand before the draw. Raises ValueError after a call, when there is no such
    hand.
    """
    if view.drawn is None and view.hand.size != HAND_SIZE:
        raise ValueError("a hand that has called is not between turns")
    return replace(_outlook(view, view.drawn, offered=offered), furiten=view.furiten)


def outlook_in_riichi(view: SeatView) -> Outlook:
    """The hand in riichi on the own turn; its waits do not depend on the draw or the discard."""
    return outlook_now(view)


def outlook_after(view: SeatView, tile: Tile, *, riichi: bool = False) -> Outlook:
    """The hand after a discard on the own turn; ``riichi`` says whether riichi is declared with it.

    A hand in riichi that is already furiten keeps the same causes, whatever is discarded.
    """
    outlook = _outlook(view, tile, discarded=(tile,), riichi=riichi)
    furiten = view.furiten if view.me.riichi else ()
    if outlook.waits and not furiten:
        furiten = view.furiten_with([wait.kind for wait in outlook.waits], extra=(tile,), riichi=riichi)
    return replace(outlook, furiten=furiten, discard=tile)


def _outlook(
    view: SeatView,
    without: Tile | None,
    *,
    discarded: tuple[Tile, ...] = (),
    offered: Kind | None = None,
    riichi: bool = False,
) -> Outlook:
    """The hand without a tile, which is also in ``discarded`` if it is discarded; without furiten."""
    hand, left = view.hand.copy(), view.left()
    if without is not None:
        hand.remove(without)
    if offered is not None:
        left[offered] += 1
    shanten, kinds = hand_acceptance(hand, view.rules)
    waits = kinds if shanten == 0 and not view.me.dead else ()
    values = {kind: _refusals(view, kind, without, riichi=riichi) for kind in waits}
    return Outlook(
        shanten=shanten,
        waits=tuple(
            Wait(kind, left[kind], no_ron is None, no_tsumo is None, kind == offered, no_ron)
            for kind, (no_ron, no_tsumo) in values.items()
        ),
        furiten=(),
        accepts=live_kinds(kinds, left),
        latent=_latent(view, hand, shanten, kinds, discarded) if shanten > 0 else (),
    )


def _refusals(
    view: SeatView, kind: Kind, without: Tile | None, *, riichi: bool
) -> tuple[Refusal | None, Refusal | None]:
    """Why a later ron and a later tsumo on that kind would not be valid."""
    if view.own.spoilt is not None:
        return view.own.spoilt, view.own.spoilt
    return (
        refuse_ron_on(view, kind, discard=without, riichi=riichi),
        refuse_tsumo_on(view, kind, discard=without, riichi=riichi),
    )


def _latent(
    view: SeatView, hand: Hand, shanten: int, kinds: Sequence[Kind], discarded: tuple[Tile, ...]
) -> tuple[LatentFuriten, ...]:
    """The accepted kinds among the own discards, each with its first discard."""
    left = view.left()
    first: dict[Kind, LatentFuriten] = {}
    for turn, tile in enumerate((*(discard.tile for discard in view.me.pond), *discarded), 1):
        kind = KIND_OF[tile]
        if kind in kinds:
            first.setdefault(kind, LatentFuriten(kind, left[kind], tile, turn))
    if first and shanten == 1:
        forced = _forced(view, hand, live_kinds(kinds, left), discarded)
        for kind, latent in first.items():
            first[kind] = replace(latent, draws=tuple(draw for draw, causes in forced if kind in causes))
    return tuple(sorted(first.values(), key=lambda latent: latent.kind))


def _forced(
    view: SeatView, hand: Hand, draws: Sequence[AcceptedTile], discarded: tuple[Tile, ...]
) -> list[tuple[AcceptedTile, set[Kind]]]:
    """The draws after which every tenpai is furiten, each with the kinds that cause it."""
    found = []
    for draw in draws:
        reached = list(tenpais(view, hand, draw.kind, discarded))
        if all(tenpai.furiten for tenpai in reached):
            causes = {KIND_OF[cause.tile] for tenpai in reached for cause in tenpai.furiten}
            found.append((draw, causes))
    return found
