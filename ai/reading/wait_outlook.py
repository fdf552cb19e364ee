"""What a hand waits on or accepts: now, or after a discard that has not been made yet."""

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
    """Copies that this seat cannot see."""
    ron: bool
    """Whether a ron on it would have what a win needs, furiten apart."""
    tsumo: bool
    """The same for a tsumo."""
    on_offer: bool = False
    """Whether one of them is the tile that may be won on now."""
    no_ron: Refusal | None = None
    """What a ron on it lacks."""


class Latent(msgspec.Struct, frozen=True):
    """A kind that a hand before tenpai still accepts although it lies in the own pond.

    If it becomes a wait, that wait is furiten, even when none is left to come. ``tile`` is the tile as it
    was thrown, ``turn`` its place in the own pond, counted from 1.
    """

    kind: Kind
    left: int
    tile: Tile
    turn: int
    draws: tuple[AcceptedTile, ...] = ()
    """One away from tenpai: what would bring tenpai in no other wait than one that is furiten by it."""


class Outlook(msgspec.Struct, frozen=True):
    """A hand of 13 tiles: how far it is, what it waits on or accepts, and why it could not ron."""

    shanten: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    discard: Tile | None = None
    """The discard that it supposes."""
    accepts: tuple[AcceptedTile, ...] = ()
    """The kinds with tiles left that bring it closer; of a tenpai hand those that complete it."""
    latent: tuple[Latent, ...] = ()
    """Before tenpai: accepted kinds that could end in furiten."""

    @property
    def acceptance(self) -> int:
        """Tiles left that bring the hand closer."""
        return sum(tile.left for tile in self.accepts)

    @property
    def leading_to_furiten(self) -> int:
        """One away from tenpai: tiles left that bring tenpai in furiten alone."""
        return leading_to_furiten(self.latent)


def leading_to_furiten(latent: Iterable[Latent]) -> int:
    """Tiles left that bring tenpai in furiten alone, each counted once."""
    draws = {draw.kind: draw.left for each in latent for draw in each.draws}
    return sum(draws.values())


def outlook_now(view: SeatView, offered: Kind | None = None) -> Outlook:
    """The hand between turns; ``offered`` is a tile that may be won on now, and so is not gone yet.

    On the own turn it is the hand before the draw; after a call there is none, and ValueError is raised.
    """
    if view.drawn is None and view.hand.size != HAND_SIZE:
        raise ValueError("a hand that has called is not between turns")
    return replace(_outlook(view, view.drawn, offered=offered), furiten=view.furiten)


def outlook_in_riichi(view: SeatView) -> Outlook:
    """The locked hand on the own turn, which waits on the same whatever is drawn and thrown."""
    return outlook_now(view)


def outlook_after(view: SeatView, tile: Tile, *, riichi: bool = False) -> Outlook:
    """What a discard would leave on the own turn; ``riichi`` when it is declared with it.

    A hand in riichi that is furiten already stays so for what it was, whatever is thrown.
    """
    outlook = _outlook(view, tile, thrown=(tile,), riichi=riichi)
    furiten = view.furiten if view.me.riichi else ()
    if outlook.waits and not furiten:
        furiten = view.furiten_with([wait.kind for wait in outlook.waits], extra=(tile,), riichi=riichi)
    return replace(outlook, furiten=furiten, discard=tile)


def _outlook(
    view: SeatView,
    without: Tile | None,
    *,
    thrown: tuple[Tile, ...] = (),
    offered: Kind | None = None,
    riichi: bool = False,
) -> Outlook:
    """The hand without a tile, which may have been ``thrown``; furiten is not looked at."""
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
        latent=_latent(view, hand, shanten, kinds, thrown) if shanten > 0 else (),
    )


def _refusals(
    view: SeatView, kind: Kind, without: Tile | None, *, riichi: bool
) -> tuple[Refusal | None, Refusal | None]:
    """What a later ron and a later tsumo on that kind would lack."""
    if view.own.spoilt is not None:
        return view.own.spoilt, view.own.spoilt
    return (
        refuse_ron_on(view, kind, discard=without, riichi=riichi),
        refuse_tsumo_on(view, kind, discard=without, riichi=riichi),
    )


def _latent(
    view: SeatView, hand: Hand, shanten: int, kinds: Sequence[Kind], thrown: tuple[Tile, ...]
) -> tuple[Latent, ...]:
    """The accepted kinds among the own discards, each where it was thrown first."""
    left = view.left()
    first: dict[Kind, Latent] = {}
    for turn, tile in enumerate((*(discard.tile for discard in view.me.pond), *thrown), 1):
        kind = KIND_OF[tile]
        if kind in kinds:
            first.setdefault(kind, Latent(kind, left[kind], tile, turn))
    if first and shanten == 1:
        forced = _forced(view, hand, live_kinds(kinds, left), thrown)
        for kind, latent in first.items():
            first[kind] = replace(latent, draws=tuple(draw for draw, causes in forced if kind in causes))
    return tuple(sorted(first.values(), key=lambda latent: latent.kind))


def _forced(
    view: SeatView, hand: Hand, draws: Sequence[AcceptedTile], thrown: tuple[Tile, ...]
) -> list[tuple[AcceptedTile, set[Kind]]]:
    """The draws whose every tenpai is furiten, each with the kinds that make it so."""
    found = []
    for draw in draws:
        reached = list(tenpais(view, hand, draw.kind, thrown))
        if all(tenpai.furiten for tenpai in reached):
            causes = {KIND_OF[cause.tile] for tenpai in reached for cause in tenpai.furiten}
            found.append((draw, causes))
    return found
