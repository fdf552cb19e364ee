"""Texts for one cause of furiten: the tile, where and when it passed, and when the furiten ends."""

from __future__ import annotations

from collections.abc import Sequence

from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.table import PondTile
from engine.view import SeatView
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word

_LASTING = (Ends.OWN_DISCARD, Ends.WAITS_CHANGE, Ends.HAND_ENDS)


def longest_lasting(causes: Sequence[Cause]) -> Cause:
    """The cause that ends last; of equal ones the oldest."""
    return max(_as_they_arose(causes), key=lambda cause: _LASTING.index(cause.ends))


def _as_they_arose(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """Causes in order: own discards, then passed tiles.

    A draw that was passed after riichi is listed twice: as a discard and as passed. The discard is left out.
    """
    own = [cause for cause in causes if cause.kind is FuritenKind.DISCARD]
    passed = [cause for cause in causes if cause.kind is not FuritenKind.DISCARD]
    twice = sum(cause.passed is Passed.DRAW for cause in passed)
    return (*own[: len(own) - twice], *passed)


def clause(cause: Cause) -> str:
    """A cause as a clause: ``3s is among your discards``."""
    return t(f"furiten.clause-{cause.kind.value}", tile=kind_word(cause.tile))


def kind_name(cause: Cause) -> str:
    """The kind of furiten: ``discard``, ``temporary``, ``riichi``."""
    return t(f"furiten.kind-{cause.kind.value}")


def ending(cause: Cause) -> str:
    """When the furiten ends: ``until your discard``."""
    return t(f"furiten.ends-{cause.ends.value}")


def where(cause: Cause, view: SeatView, names: Seating) -> str:
    """The tile of a cause, and where and when it passed."""
    tile, turn = tile_word(cause.tile), cause.turn
    if cause.kind is FuritenKind.DISCARD:
        if _called_away(view.me.pond, turn):
            return t("furiten.where-called-away", tile=tile, turn=turn)
        return t("furiten.where-discard", tile=tile, turn=turn)
    if cause.passed is Passed.DRAW:
        return t("furiten.where-draw", tile=tile)
    if cause.passed is Passed.KAN:
        return t("furiten.where-kan", tile=tile, name=names[cause.seat])
    return t("furiten.where-passed", tile=tile, name=names[cause.seat], turn=turn)


def _called_away(pond: Sequence[PondTile], turn: int) -> bool:
    return pond[turn - 1].called_by is not None
