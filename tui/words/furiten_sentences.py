"""Sentences about furiten: its causes and its end, the ways out, and what passing a tile does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.reading.furiten_advice import FuritenReport, MissedWin, TsumoChance, WayKind, WayOut, longest_lasting
from ai.reading.outlook import Outlook
from engine.actions import Refusal, Why
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed
from engine.tiles import Kind
from engine.view import SeatView
from tui.i18n import t
from tui.words.names import (
    Seating,
    first_fitting,
    joined_kinds,
    kind_word,
    sentence_start,
    tile_word,
    tile_words,
)


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
    """The end of the furiten in fewer letters: ``until you discard``."""
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


def furiten_lines(facts: FuritenReport | None, names: Seating) -> tuple[str, ...]:
    """Wordings of the furiten line, from the longest to the shortest; empty without furiten.

    All of them tell the tile, the cause and the end; the details of the way out are left out last.
    """
    if facts is None:
        return ()
    if facts.before is not None:
        starts = _refused(facts, facts.before, names)
    else:
        starts = tuple(_start(cause, facts) for cause in _causes(facts, names))
        starts = (*starts, _start(_least(facts), facts, brief=True))
    starts = tuple(dict.fromkeys(sentence_start(start) for start in starts))
    if facts.tsumo is TsumoChance.NOW:
        return tuple(t("furiten.tsumo-now", line=start) for start in starts)
    return (*_with_ends(starts, _tails(facts)), *starts)


def _with_ends(starts: tuple[str, ...], tails: tuple[str, ...]) -> Iterable[str]:
    """Every wording of the end of the line with every start; short starts only with short ends."""
    for place, tail in enumerate(tails):
        room = 2 if place < 2 and tail != tails[-1] else len(starts)
        yield from (t("furiten.line-then", line=start, then=tail) for start in starts[:room])


# -- the tile, the cause, the end --------------------------------------------------------------------


def _start(cause: str, facts: FuritenReport, *, brief: bool = False) -> str:
    missed = facts.missed
    ends = brief_ending(facts.causes[0]) if brief else ending(facts.causes[0])
    if missed is None or missed.refusal is None:
        return t("furiten.line", cause=cause, ends=ends)
    return t("furiten.line-why", cause=cause, ends=ends, why=t(f"log.why-{missed.refusal.why.value}"))


def _causes(facts: FuritenReport, names: Seating) -> tuple[str, ...]:
    """Wordings of the cause, the longest first."""
    main = facts.causes[0] if facts.missed is None else facts.missed.cause
    others = [
        cause
        for cause in facts.causes
        # "also" repeats what was said of the first: a tile that passed was not discarded
        if cause.kind is main.kind and kind_word(cause.tile) != kind_word(main.tile)
    ]
    if main.kind is FuritenKind.DISCARD and not facts.called_away:
        full = t("furiten.pond-full", tile=tile_word(main.tile), turn=main.turn)
    elif main.kind is FuritenKind.DISCARD:
        full = t("furiten.where-called-away", tile=tile_word(main.tile), turn=main.turn)
    else:
        full = passed_where(main, names)
    alone = full, _clause(main, facts)
    if not others:
        return alone
    more = joined_kinds(cause.tile for cause in others)
    return (*(t("furiten.also", cause=each, tiles=more) for each in alone), alone[1])


def _clause(main: Cause, facts: FuritenReport) -> str:
    if main.kind is FuritenKind.DISCARD and facts.called_away:
        return t("furiten.called", tile=kind_word(main.tile))
    if main.passed is Passed.DRAW:
        return t("furiten.where-draw", tile=kind_word(main.tile))
    return clause(main)


def _least(facts: FuritenReport) -> str:
    main = facts.causes[0] if facts.missed is None else facts.missed.cause
    if main.kind is not FuritenKind.DISCARD:
        return t("furiten.clause-temporary", tile=kind_word(main.tile))
    if facts.called_away:
        return t("furiten.called", tile=kind_word(main.tile))
    return t("furiten.pond-least", tile=kind_word(main.tile))


def _refused(facts: FuritenReport, before: Cause, names: Seating) -> tuple[str, ...]:
    """Wordings for a tile that passed while the hand was furiten already."""
    assert facts.missed is not None
    missed = facts.missed.cause
    told = {"why": clause(before), "ends": ending(facts.causes[0])}
    tile = tile_word(missed.tile)
    short = t("furiten.refused", tile=tile, **told)
    brief = FuritenKind.DISCARD if before.kind is FuritenKind.DISCARD else FuritenKind.TEMPORARY
    why = t(f"furiten.clause-{brief}", tile=kind_word(before.tile))
    least = t("furiten.refused-least", tile=tile, why=why, ends=brief_ending(facts.causes[0]))
    if missed.passed is not Passed.DISCARD:
        return short, least
    return t("furiten.refused-full", tile=tile, whose=names.whose(missed.seat), **told), short, least


# -- the way out -------------------------------------------------------------------------------------


def _tails(facts: FuritenReport) -> tuple[str, ...]:
    """Wordings of what the line says after the cause, from the longest to the shortest."""
    if facts.way is not None:
        return _step_back(facts.way) if facts.way.kind is WayKind.STEP_BACK else _change(facts.way)
    if facts.kept is not None and (tails := _kept(facts.kept)):
        return tails
    if facts.stuck:
        return (t("furiten.way-none"),)
    if facts.changing:
        return tuple(t(f"furiten.draws-{wording}", count=facts.changing) for wording in ("full", "short"))
    if facts.tsumo is TsumoChance.NO_DRAW:
        return (t("furiten.no-draw"),)
    return (later_tsumo_words(facts.tsumo_on),) if facts.tsumo is TsumoChance.LATER else ()


def later_tsumo_words(kinds: Sequence[Kind]) -> str:
    """That a later tsumo wins, or on which kinds if not on all of the wait: for the furiten line."""
    return t("furiten.tsumo-on", tiles=joined_kinds(kinds)) if kinds else t("furiten.tsumo-later")


def later_tsumo_sentence(kinds: Sequence[Kind]) -> str:
    """``later_tsumo_words`` as a whole sentence."""
    return t("panel.hand.tsumo-on", tiles=joined_kinds(kinds)) if kinds else t("panel.hand.tsumo")


def _change(way: WayOut) -> tuple[str, ...]:
    """A discard that leaves a wait that wins by ron."""
    assert way.tile is not None
    hand = way.wait
    left = hand.winning_tiles
    facts = {
        "tile": tile_word(way.tile),
        "waits": tile_words(wait.kind for wait in hand.waits if hand.wins_on(wait)),
        "left": t("furiten.left", count=left),
        "number": left,
    }
    said = tuple(t(f"furiten.change-{wording}", **facts) for wording in _CHANGES)
    if way.fewer is None:
        return said
    return t("furiten.change-full", cost=_cost(way.fewer), **facts), *said


_CHANGES = ("long", "short", "brief", "count")


def _kept(hand: Outlook) -> tuple[str, ...]:
    """The discard that keeps a furiten wait: what wins by tsumo, or else what tenpai is paid."""
    tile = tile_word(hand.tile)
    if left := hand.tsumo_tiles:
        kinds = hand.tsumo_kinds
        keep = t("furiten.keep", tile=tile, waits=tile_words(kinds), left=left)
        return keep, later_tsumo_words(hand.partial_tsumo)
    if hand.can_tsumo or hand.others_discards or not hand.tenpai_pays:
        return ()
    return tuple(
        t(f"furiten.last-{wording}", tile=tile, points=hand.tenpai_pays)
        for wording in ("full", "short", "brief")
    )


def _cost(fewer: int) -> str:
    if fewer == 0:
        return t("furiten.cost-none")
    return t("furiten.cost-fewer" if fewer > 0 else "furiten.cost-more", count=abs(fewer))


def _step_back(way: WayOut) -> tuple[str, ...]:
    """A discard that gives up tenpai, and the tiles that then lead to a wait without furiten."""
    assert way.tile is not None
    tile = tile_word(way.tile)
    return tuple(t(f"furiten.back-{wording}", tile=tile, count=way.freeing) for wording in _BACKS)


_BACKS = ("full", "long", "short", "brief")


# -- missed wins -------------------------------------------------------------------------------------


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
    CauseEnd.OWN_DISCARD: "desk.cost",
    CauseEnd.WAITS_CHANGE: "desk.cost-wait",
    CauseEnd.HAND_ENDS: "desk.cost-riichi",
}


def _from(cause: Cause, names: Seating) -> str:
    """The source of a passed tile that is in no pond: a kan, or the own draw."""
    if cause.passed is Passed.DRAW:
        return t("furiten.from-draw")
    return t("furiten.from-kan", whose=names.whose(cause.seat))
