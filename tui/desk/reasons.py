"""Why something cannot be done, and what furiten is about: the engine's facts as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Refusal, Why
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.table import PondTile
from engine.view import SeatView
from tui.actions import BY_ID
from tui.desk.words import Names, fitting, join, kind_word, sentence_start, tile_word, tile_words
from tui.texts import t

FURITEN_WIDTH = 68
"""The furiten line at 80 columns, its badge taken off."""

_NO_CAUSE = ""


def reason(name: str, refusal: Refusal) -> str:
    """What the rules say against a named action (or ``discard``, ``riichi-discard``), without a subject."""
    key: str = refusal.why.value
    if refusal.why is Why.NOT_COMPLETE and refusal.tiles:
        key = "waits-elsewhere"
    elif refusal.why is Why.NOT_TENPAI and name == "riichi-discard":
        key = "not-tenpai-after"
    elif refusal.why is Why.LOCKED_BY_RIICHI and name == "discard":
        key = "only-the-drawn-tile"
    cause = clause(most_lasting(refusal.causes)) if refusal.causes else _NO_CAUSE
    return t(f"why.{key}", tiles=_listed(refusal.tiles), number=refusal.number, cause=cause)


def refused(name: str, refusal: Refusal) -> str:
    """The whole sentence: ``Riichi: the hand is open.``"""
    word = t("desk.discard-word") if name == "discard" else action_word(name.removesuffix("-discard"))
    return t("desk.refused", action=sentence_start(word), reason=reason(name, refusal))


def action_word(name: str) -> str:
    """A named action as a word in a sentence."""
    return BY_ID[name].words


def _listed(tiles: Sequence[int]) -> str:
    """Tiles in a sentence; a long list is cut to its number."""
    return tile_words(tiles) if len(tiles) <= 5 else t("desk.so-many", count=len(tiles))


# -- furiten -----------------------------------------------------------------------------------------

_LASTING = (Ends.OWN_DISCARD, Ends.WAITS_CHANGE, Ends.HAND_ENDS)


def most_lasting(causes: Sequence[Cause]) -> Cause:
    """The cause to name first: the one that ends last; of equal ones the newest."""
    return max(reversed(causes), key=lambda cause: _LASTING.index(cause.ends))


def clause(cause: Cause) -> str:
    """A cause in a few words, for the middle of a sentence: ``3s is among your discards``."""
    return t(f"furiten.clause-{cause.kind.value}", tile=kind_word(cause.tile))


def ending(cause: Cause) -> str:
    """When a cause ends: ``until your next discard``."""
    return t(f"furiten.ends-{cause.ends.value}")


def furiten_line(view: SeatView, names: Names) -> str | None:
    """The furiten line: which kind, which tile, from whom and when, until when, and that a tsumo still wins.

    Where it does not all fit, further tiles are left out and what every furiten means; never the rest.
    """
    causes = view.furiten
    if not causes:
        return None
    cause = most_lasting(causes)
    told = kind_word(cause.tile)
    others = [tile for tile in dict.fromkeys(kind_word(each.tile) for each in causes) if tile != told]
    where = _where(cause, view, names)
    wheres = [where + t("furiten.more", tiles=join(others)), where] if others else [where]
    facts = {"kind": t(f"furiten.kind-{cause.kind.value}"), "ends": ending(cause)}
    lines = [t(key, where=each, **facts) for each in wheres for key in ("furiten.line", "furiten.line-short")]
    return fitting((*lines, t("furiten.line-bare", where=where, **facts)), FURITEN_WIDTH)


def _where(cause: Cause, view: SeatView, names: Names) -> str:
    """Which tile it was, and where and when it was let go."""
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
