"""Where errors are penalised: what a seat could do wrong now, and what that leads to.

A mistake is an action that is not legal and that a player at a real table could make all the same. Those with
a penalty under the ruleset are beside the legal actions in ``Options.errors``; the others are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.actions import NOTEN, TENPAI, Action, ActionKind, Refusal, Why
from engine.legal.discards import legal_discards, refuse_discard
from engine.legal.kans import refuse_closed_kan
from engine.legal.riichi import refuse_riichi
from engine.legal.ryukyoku import refuse_declaring
from engine.legal.wins import refuse_ron, refuse_tsumo, winning_hand
from engine.melds import MeldKind
from engine.offences import Offence, Penalty, penalty_for
from engine.score import NoWin, score
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, KIND_OF, KINDS
from engine.view import SeatView


class Mistake(msgspec.Struct, frozen=True):
    """An action, what is wrong with it, and the penalty.

    A chi, pon or kan without own tiles is called without having them: it is not carried out.
    """

    action: Action
    offence: Offence
    penalty: Penalty

    @property
    def is_unnoticed(self) -> bool:
        """Whether it is carried out like a legal action, to be found when the hand is shown (``found``)."""
        return self.offence.is_hidden and self.action.kind in (ActionKind.RIICHI, ActionKind.CLOSED_KAN)


_Wrong = tuple[Action, Offence]
_BY_REASON = {
    Why.NOT_TENPAI: Offence.NOTEN_RIICHI,
    Why.HAND_OPEN: Offence.OPEN_RIICHI,
    Why.KUIKAE: Offence.KUIKAE,
    Why.LOCKED_BY_RIICHI: Offence.RIICHI_DISCARD,
    Why.KAN_CHANGES_WAITS: Offence.BAD_CLOSED_KAN,
    Why.KAN_CHANGES_READING: Offence.BAD_CLOSED_KAN,
    Why.NOT_THE_DRAWN_TILE: Offence.BAD_CLOSED_KAN,
}
"""What it is to do something in spite of these reasons."""


def mistakes(view: SeatView) -> tuple[Mistake, ...]:
    """All that this seat could do wrong now, where errors are penalised; empty elsewhere."""
    if view.rules.errors == "prevented":
        return ()
    found = []
    for action, offence in _wrongs(view):
        penalty = penalty_for(view.rules, offence)
        # a dead hand cannot die again
        if penalty is not None and not (penalty is Penalty.DEAD_HAND and view.me.dead):
            found.append(Mistake(action, offence, penalty))
    return tuple(found)


def _wrongs(view: SeatView) -> Iterator[_Wrong]:
    if view.table.phase is Phase.DECLARE:
        if refuse_declaring(view) is None:
            yield from _declarations(view)
    elif view.my_turn:
        if view.drawn is not None:
            yield from _wins(view, ActionKind.TSUMO, refuse_tsumo(view))
            yield from _riichis(view)
            yield from _closed_kans(view)
        yield from _discards(view)
    elif view.table.offer is not None and view.table.turn != view.seat:
        yield from _wins(view, ActionKind.RON, refuse_ron(view))
        if view.table.phase is Phase.CLAIM:
            for kind in (ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN):
                yield Action(kind, view.table.offer), _call_offence(view, kind)


def stands(view: SeatView, mistake: Mistake) -> bool:
    """Whether a wrong win is carried out like a right one, to be found when another player challenges it.

    The hand is complete and has a yaku, but it is furiten, or a closed kan has changed it.
    """
    action = mistake.action
    if view.seat not in view.rules.unchecked or mistake.penalty is not Penalty.CHOMBO:
        return False
    if action.kind not in (ActionKind.RON, ActionKind.TSUMO) or view.me.dead or action.tile is None:
        return False
    tsumo = action.kind is ActionKind.TSUMO
    if KIND_OF[action.tile] not in view.waits:
        return False
    if view.own.spoilt is None and (
        tsumo or not view.furiten or view.table.offered_kan is MeldKind.CLOSED_KAN
    ):
        return False
    return not isinstance(score(winning_hand(view, action.tile, tsumo=tsumo)), NoWin)


def wrong_win(view: SeatView) -> Offence | None:
    """What is wrong with the win that this seat has called, if anything is."""
    call = view.table.called.get(view.seat)
    if call is None:
        return None
    if view.own.spoilt is not None:
        return Offence.BAD_CLOSED_KAN
    return Offence.FALSE_WIN if call.target != view.seat and view.furiten else None


def _wins(view: SeatView, kind: ActionKind, refusal: Refusal | None) -> Iterator[_Wrong]:
    """A win that is none, shown or taken back."""
    if refusal is None:
        return
    tile = view.drawn if kind is ActionKind.TSUMO else view.table.offer
    if view.me.dead:
        yield Action(kind, tile), Offence.DEAD_HAND_WIN
        return
    spoilt = refusal is view.own.spoilt
    yield Action(kind, tile), Offence.BAD_CLOSED_KAN if spoilt else Offence.FALSE_WIN
    yield Action(ActionKind.WITHDRAWN_WIN, tile), Offence.WITHDRAWN_WIN


def _riichis(view: SeatView) -> Iterator[_Wrong]:
    for discard in legal_discards(view):
        refusal = refuse_riichi(view, discard.tile)
        if refusal is not None and refusal.why in (Why.NOT_TENPAI, Why.HAND_OPEN):
            yield discard._replace(kind=ActionKind.RIICHI), _BY_REASON[refusal.why]


def _closed_kans(view: SeatView) -> Iterator[_Wrong]:
    """After riichi, kans that change the hand; always, one without the tiles for it."""
    for kind in range(KINDS):
        if view.me.riichi and view.hand.counts[kind] == COPIES:
            refusal = refuse_closed_kan(view, kind)
            if refusal is not None and refusal.why in _BY_REASON:
                own = tuple(sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))
                yield Action(ActionKind.CLOSED_KAN, own[0], own), _BY_REASON[refusal.why]
    dead = view.me.dead
    yield Action(ActionKind.CLOSED_KAN), Offence.DEAD_HAND_CALL if dead else Offence.INVALID_KAN


def _discards(view: SeatView) -> Iterator[_Wrong]:
    for tile in sorted(set(view.hand.tiles)):
        refusal = refuse_discard(view, tile, tsumogiri=False)
        if refusal is not None and refusal.why in _BY_REASON:
            yield Action(ActionKind.DISCARD, tile), _BY_REASON[refusal.why]


def _declarations(view: SeatView) -> Iterator[_Wrong]:
    """Tenpai that is none; noten of a riichi hand, which must be shown (WRC 5.7.2)."""
    if not tenpai_waits(view.hand, view.rules, view.waits):
        yield TENPAI, Offence.FALSE_TENPAI
    elif view.me.riichi:
        yield NOTEN, Offence.NOTEN_RIICHI


def _call_offence(view: SeatView, kind: ActionKind) -> Offence:
    if view.me.dead:
        return Offence.DEAD_HAND_CALL
    if view.me.riichi:
        return Offence.RIICHI_CALL
    return Offence.INVALID_KAN if kind is ActionKind.OPEN_KAN else Offence.INVALID_CALL


def found(views: Sequence[SeatView]) -> list[tuple[int, Offence]]:
    """Chombo found out when riichi hands are shown at a draw: no tenpai, or a kan that changed the hand."""
    offences = []
    for view in views:
        if view.rules.errors == "prevented" or not view.me.riichi or view.me.dead:
            continue
        offence = None
        if view.own.spoilt is not None:
            offence = Offence.BAD_CLOSED_KAN
        elif not tenpai_waits(view.hand, view.rules, view.waits):
            offence = Offence.NOTEN_RIICHI
        if offence is not None and penalty_for(view.rules, offence) is Penalty.CHOMBO:
            offences.append((view.seat, offence))
    return offences
