"""Sentences about furiten: why a hand is furiten, until when, and the effect of passing a tile."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.discard_advice import FuritenAdvice, WayKind, WayOut
from ai.reading.missed_wins import MissedWin
from ai.reading.pass_effect import PassEffect
from engine.actions import Refusal, Why
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.view import SeatView
from tui.config.actions import ActionId
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.words.actions import reason
from tui.words.furiten_causes import clause, ending, kind_name, longest_lasting, where
from tui.words.seating import Seating
from tui.words.tiles import first_fitting, join, kind_word, sentence_start, tile_word, tile_words

FURITEN_WIDTH = 68
"""Width of the furiten line at 80 columns, without its badge."""


def furiten_lines(
    view: SeatView,
    advice: FuritenAdvice | None,
    names: Seating,
    passed: MissedWin | None = None,
    *,
    tsumo: bool = True,
) -> tuple[str, ...]:
    """Wordings of the furiten line, or of the effect of a missed win; empty without furiten.

    ``tsumo`` says whether a later tsumo can win; if so, the line mentions it. If the win was missed because
    the hand was furiten already, a way out of that furiten takes precedence.
    """
    if passed is not None:
        by_furiten = passed.refusal is not None and passed.refusal.why is Why.FURITEN
        if not (by_furiten and advice is not None and advice.ways and view.my_turn):
            return _passed(passed, view, names, tsumo=tsumo)
    if not view.furiten:
        return ()
    cause = longest_lasting(view.furiten)
    plain = _plain(cause, view, names, tsumo=tsumo)
    return (*_ways_out(cause, advice, view, names), *plain)


def _plain(cause: Cause, view: SeatView, names: Seating, *, tsumo: bool) -> tuple[str, ...]:
    """Wordings without a way out.

    Shorter wordings omit the other tiles first, then the explanation of furiten.
    """
    told = kind_word(cause.tile)
    others = [tile for tile in dict.fromkeys(kind_word(each.tile) for each in view.furiten) if tile != told]
    here = where(cause, view, names)
    heres = [here + t("furiten.more", tiles=join(others)), here] if others else [here]
    facts = {"kind": kind_name(cause), "ends": ending(cause)}
    keys = ("furiten.line", "furiten.line-short") if tsumo else ("furiten.line-ron",)
    lines = [t(key, where=each, **facts) for each in heres for key in keys]
    return (*lines, t("furiten.line-bare", where=here, **facts))


# -- the way out -------------------------------------------------------------------------------------


def _ways_out(cause: Cause, advice: FuritenAdvice | None, view: SeatView, names: Seating) -> tuple[str, ...]:
    """Wordings with the best way out; between turns, with the number of draws that change the wait."""
    if advice is None:
        return ()
    if not view.my_turn:
        count = sum(change.left for change in advice.draws)
        return _after_end(cause, t("furiten.way-draws", count=count), view, names) if count else ()
    way = next((way for way in advice.ways if way.kind is not WayKind.TSUMO), None)
    if way is None:
        return () if advice.ways else _after_end(cause, t("furiten.way-none"), view, names)
    match way.kind:
        case WayKind.CHANGE_WAIT:
            return _instead_of_end(cause, _change(way), view, names)
        case WayKind.STEP_BACK:
            return _instead_of_end(cause, _step_back(way), view, names)
        case WayKind.NEXT_DISCARD if way.tile is not None:
            keep = t("furiten.way-keep", tile=tile_word(way.tile))
            return _after_end(cause, keep, view, names)
    return ()


def _after_end(cause: Cause, way: str, view: SeatView, names: Seating) -> tuple[str, ...]:
    facts = {"kind": kind_name(cause), "ends": ending(cause), "way": way}
    brief = view.my_turn and cause.kind is FuritenKind.DISCARD
    wheres = _wheres(cause, view, names)[: 2 if brief else 1]
    return tuple(t("furiten.way-after", where=here, **facts) for here in wheres)


def _instead_of_end(cause: Cause, ways: Sequence[str], view: SeatView, names: Seating) -> tuple[str, ...]:
    """Wordings of a way out. Shorter ones omit details, the cost last; all say when the furiten ends."""
    facts = {"kind": kind_name(cause), "ends": ending(cause)}
    wheres = _wheres(cause, view, names)
    return tuple(t("furiten.way-ends", where=here, way=way, **facts) for way in ways for here in wheres)


def _wheres(cause: Cause, view: SeatView, names: Seating) -> tuple[str, ...]:
    """Wordings for the tile that caused furiten, and where and when it passed; the longest first."""
    tile, here = tile_word(cause.tile), where(cause, view, names)
    if cause.kind is not FuritenKind.DISCARD:
        return here, tile
    brief = t("furiten.where-brief", tile=tile, turn=cause.turn)
    return here, brief, t("furiten.where-least", tile=tile), tile


def _change(way: WayOut) -> tuple[str, ...]:
    assert way.tile is not None
    facts = {
        "tile": tile_word(way.tile),
        "waits": tile_words(wait.kind for wait in way.waits),
        "left": t("furiten.left", count=way.acceptance),
        "cost": _cost(way.against_wait.acceptance or 0),
    }
    return tuple(t(f"furiten.change-{wording}", **facts) for wording in ("full", "short", "brief", "bare"))


def _cost(fewer: int) -> str:
    if fewer == 0:
        return t("furiten.cost-none")
    return t("furiten.cost-fewer" if fewer > 0 else "furiten.cost-more", count=abs(fewer))


def _step_back(way: WayOut) -> tuple[str, ...]:
    assert way.tile is not None
    left = t("furiten.left", count=way.freeing)
    facts = {"tile": tile_word(way.tile), "left": left, "number": way.freeing}
    return tuple(t(f"furiten.back-{wording}", **facts) for wording in ("full", "short", "brief", "bare"))


# -- missed wins -------------------------------------------------------------------------------------


def _passed(passed: MissedWin, view: SeatView, names: Seating, *, tsumo: bool) -> tuple[str, ...]:
    """Wordings for a missed win: the tile, why it was not won on, and the resulting furiten."""
    cause, refusal = passed.cause, passed.refusal
    lasting = longest_lasting(tuple(dict.fromkeys((*view.furiten, cause))))
    tile, ends = tile_word(cause.tile), ending(lasting)
    if refusal is not None and refusal.why is Why.FURITEN:
        why, here = longest_lasting(refusal.causes), _from(cause, names)
        before = t(f"furiten.before-{why.kind.value}", tile=kind_word(why.tile))
        return (
            t("furiten.passed-furiten", tile=tile, where=here, clause=clause(why), ends=ends),
            t("furiten.passed-furiten-short", tile=tile, where=here, before=before, ends=ends),
            t("furiten.passed-furiten-bare", tile=tile, before=before, ends=ends),
        )
    whys = _whys(refusal)
    facts = {"tile": tile, "where": _from(cause, names), "kind": sentence_start(kind_name(lasting))}
    keys = ("furiten.passed", "furiten.passed-short", "furiten.passed-brief")
    wordings = keys if tsumo else keys[1:]
    lines = [t(key, why=each, ends=ends, **facts) for key in wordings for each in whys]
    rest = {"tile": tile, "why": whys[-1], "kind": facts["kind"], "ends": ends}
    if cause.turn:
        lines.append(t("furiten.passed-who", who=names[cause.seat], **rest))
    return (*lines, t("furiten.passed-bare", **rest))


def _whys(refusal: Refusal | None) -> tuple[str, ...]:
    """Why a tile was not won on, for reasons other than furiten."""
    if refusal is None:
        return (t("furiten.let-go"),)
    return (reason(ActionId.RON, refusal), t(f"log.why-{refusal.why.value}"))


def missed_win_reply(passed: MissedWin, view: SeatView, names: Seating) -> str:
    """The answer to a ron that is too late: the tile, why it was not won on, and the resulting furiten."""
    cause, refusal = passed.cause, passed.refusal
    lasting = longest_lasting(tuple(dict.fromkeys((*view.furiten, cause))))
    facts = {
        "tile": tile_word(cause.tile),
        "why": _why_gone(refusal),
        "cost": sentence_start(t(_COST[lasting.ends])),
    }
    who = names[cause.seat] if cause.turn else _from(cause, names)
    return first_fitting(
        (
            t("furiten.gone", who=who, **facts),
            t("furiten.gone-short", **facts),
            t("furiten.gone-bare", tile=facts["tile"], why=facts["why"], ends=ending(lasting)),
        )
    )


def _why_gone(refusal: Refusal | None) -> str:
    """Why a passed tile was not won on."""
    if refusal is not None and refusal.why is Why.FURITEN:
        before = longest_lasting(refusal.causes)
        own = before.kind is FuritenKind.DISCARD
        return t("furiten.gone-discard" if own else "furiten.gone-passed", tile=kind_word(before.tile))
    return t(_GONE[None if refusal is None else refusal.why])


_GONE = {
    None: "furiten.gone-let-go",
    Why.NO_YAKU: "furiten.gone-no-yaku",
    Why.TWO_HAN_MINIMUM: "furiten.gone-two-han",
    Why.KAN_CHANGES_WAITS: "furiten.gone-kan",
    Why.KAN_CHANGES_READING: "furiten.gone-kan",
}
_COST = {
    Ends.OWN_DISCARD: "desk.cost",
    Ends.WAITS_CHANGE: "desk.cost-wait",
    Ends.HAND_ENDS: "desk.cost-riichi",
}


def _from(cause: Cause, names: Seating) -> str:
    """The source of a passed tile: the player and the turn, a kan, or the own draw."""
    if cause.passed is Passed.DRAW:
        return t("furiten.from-draw")
    if cause.passed is Passed.KAN:
        return t("furiten.from-kan", name=names[cause.seat])
    return t("furiten.from-discard", name=names[cause.seat], turn=cause.turn)


def pass_words(effect: PassEffect) -> str:
    """Whether the tile wins or why not, and the furiten that results from passing it."""
    tile = tile_word(effect.tile)
    if effect.cause is None:
        return t("panel.pass.nothing", tile=tile)
    facts = {"kind": kind_name(effect.cause), "ends": t(f"panel.ends.{effect.cause.ends.value}")}
    if effect.own:
        return t("panel.complete.cost", **facts)
    if effect.refusal is None:
        said = t("panel.pass.win", tile=tile, **facts)
    else:
        said = t("panel.pass.shape", tile=tile, reason=reason(ActionId.RON, effect.refusal), **facts)
    return join_sentences([said, t("panel.hand.tsumo")])
