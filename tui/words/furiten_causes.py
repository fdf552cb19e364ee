"""Texts for one cause of furiten: the tile, where and when it passed, and when the furiten ends."""

from __future__ import annotations

from engine.furiten import Cause, FuritenKind, Passed
from engine.view import SeatView
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word


def clause(cause: Cause) -> str:
    """A cause as a clause: ``3s is among your discards``."""
    return t(f"furiten.clause-{cause.kind.value}", tile=kind_word(cause.tile))


def kind_name(cause: Cause) -> str:
    """The kind of furiten: ``discard``, ``temporary``, ``riichi``."""
    return t(f"furiten.kind-{cause.kind.value}")


def ending(cause: Cause) -> str:
    """When the furiten ends: ``until your discard``."""
    return t(f"furiten.ends-{cause.ends.value}")


def brief_ending(cause: Cause) -> str:
    """The same in fewer letters: ``until you discard``."""
    return t(f"furiten.ends-brief-{cause.ends.value}")


def where(cause: Cause, view: SeatView, names: Seating) -> str:
    """The tile of a cause, and where and when it passed."""
    tile, turn = tile_word(cause.tile), cause.turn
    if cause.kind is FuritenKind.DISCARD:
        called = view.me.pond[turn - 1].called_by is not None
        return t("furiten.where-called-away" if called else "furiten.where-discard", tile=tile, turn=turn)
    return passed_where(cause, names)


def passed_where(cause: Cause, names: Seating) -> str:
    """A passed tile, whose it was, and when."""
    tile, whose = tile_word(cause.tile), names.whose(cause.seat)
    if cause.passed is Passed.DRAW:
        return t("furiten.where-draw", tile=tile)
    if cause.passed is Passed.KAN:
        return t("furiten.where-kan", tile=tile, whose=whose)
    return t("furiten.where-passed", tile=tile, whose=whose, turn=cause.turn)
