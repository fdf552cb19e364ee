"""Where errors are penalised: what a seat could do wrong now, and what that leads to.

A mistake is an action that is not legal and that a player at a real table could make all the same. Those with
a penalty under the ruleset are beside the legal actions in ``Options.errors``; the others are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from engine.actions import NOTEN, TENPAI, Action, ActionKind, Refusal, Why
from engine.hand import MeldKind
from engine.legal import (
    calls,
    legal_discards,
    refuse_closed_kan,
    refuse_declaring,
    refuse_discard,
    refuse_riichi,
    refuse_ron,
    refuse_tsumo,
    winning_hand,
)
from engine.rules import Offence, Penalty, penalty_for
from engine.score import NoWin, score
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, KIND_OF, KINDS, Tile
from engine.view import SeatView


class Mistake(msgspec.Struct, frozen=True):
    """An action, what is wrong with it, and the penalty.

    A chi, pon or kan without own tiles is an empty call. One with own tiles that are no such group stands for
    any such tiles: the group is taken back.
    """

    action: Action
    offence: Offence
    penalty: Penalty

    @property
    def is_unnoticed(self) -> bool:
        """Whether it is carried out like a legal action, to be found when the hand is shown (``found``)."""
        hidden = self.offence in (Offence.NOTEN_RIICHI, Offence.BAD_CLOSED_KAN)
        return hidden and self.action.kind in (ActionKind.RIICHI, ActionKind.CLOSED_KAN)


_OWN_TILES = {ActionKind.CHI: 2, ActionKind.PON: 2, ActionKind.OPEN_KAN: 3}
"""How many own tiles a call takes."""
_Wrong = tuple[Action, Offence]
_BY_REASON = {
    Why.NOT_TENPAI: Offence.NOTEN_RIICHI,
    Why.HAND_OPEN: Offence.OPEN_RIICHI,
    Why.TOO_FEW_POINTS: Offence.INVALID_RIICHI,
    Why.WALL_TOO_SHORT: Offence.INVALID_RIICHI,
    Why.KUIKAE: Offence.KUIKAE,
    Why.LOCKED_BY_RIICHI: Offence.RIICHI_DISCARD,
    Why.KAN_CHANGES_WAITS: Offence.BAD_CLOSED_KAN,
    Why.KAN_CHANGES_READING: Offence.BAD_CLOSED_KAN,
    Why.NOT_THE_DRAWN_TILE: Offence.BAD_CLOSED_KAN,
}
"""The offence of doing something in spite of a reason against it."""
_AT_RIICHI = (Why.NOT_TENPAI, Why.HAND_OPEN, Why.TOO_FEW_POINTS, Why.WALL_TOO_SHORT)


def mistakes(view: SeatView) -> tuple[Mistake, ...]:
    """All that this seat could do wrong now, where errors are penalised."""
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
            yield from _calls(view)


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
    """The offence of the win that this seat has called, if it is wrong."""
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
    shown, withdrawn = Offence.FALSE_WIN, Offence.WITHDRAWN_WIN
    if view.me.dead:
        shown = Offence.DEAD_HAND_WIN
    # a closed kan that changed the hand is found when its owner declares a win (EMA 3.4.6), dead or not
    if view.own.spoilt is not None and penalty_for(view.rules, Offence.BAD_CLOSED_KAN) is Penalty.CHOMBO:
        shown = withdrawn = Offence.BAD_CLOSED_KAN
    yield Action(kind, tile), shown
    yield Action(ActionKind.WITHDRAWN_WIN, tile), withdrawn


def _riichis(view: SeatView) -> Iterator[_Wrong]:
    for discard in legal_discards(view):
        refusal = refuse_riichi(view, discard.tile)
        if refusal is not None and refusal.why in _AT_RIICHI:
            yield discard._replace(kind=ActionKind.RIICHI), _BY_REASON[refusal.why]


def _closed_kans(view: SeatView) -> Iterator[_Wrong]:
    """After riichi, kans that change the hand; always, an empty call, and tiles that are no kan."""
    for kind in range(KINDS):
        if view.me.riichi and view.hand.counts[kind] == COPIES:
            refusal = refuse_closed_kan(view, kind)
            if refusal is not None and refusal.why in _BY_REASON:
                own = tuple(sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))
                yield Action(ActionKind.CLOSED_KAN, own[0], own), _BY_REASON[refusal.why]
    dead = view.me.dead
    yield Action(ActionKind.CLOSED_KAN), Offence.DEAD_HAND_CALL if dead else Offence.EMPTY_CALL
    if wrong := _no_kan(view, COPIES):
        yield (
            Action(ActionKind.CLOSED_KAN, wrong[0], wrong),
            Offence.DEAD_HAND_CALL if dead else Offence.INVALID_KAN,
        )


def _no_kan(view: SeatView, count: int) -> tuple[Tile, ...]:
    """So many own tiles that are not all of a kind; empty when there are none."""
    tiles = sorted(view.hand.tiles)
    # red fives are sorted behind all others: the last tile may be of the first one's kind
    other = next((tile for tile in reversed(tiles) if KIND_OF[tile] != KIND_OF[tiles[0]]), None)
    if other is None or len(tiles) < count:
        return ()
    tiles.remove(other)
    return (*tiles[: count - 1], other)


def _calls(view: SeatView) -> Iterator[_Wrong]:
    """Of each call, an empty one, and own tiles laid down that are no such group with the tile on offer."""
    offer = view.table.offer
    assert offer is not None
    for kind, count in _OWN_TILES.items():
        if view.me.dead or kind is not ActionKind.OPEN_KAN:
            yield Action(kind, offer), Offence.DEAD_HAND_CALL if view.me.dead else Offence.EMPTY_CALL
        if wrong := _no_group(view, kind, count):
            yield Action(kind, offer, wrong), _call_offence(view, kind)


def _no_group(view: SeatView, kind: ActionKind, count: int) -> tuple[Tile, ...]:
    """Own tiles that cannot be called with the tile on offer; empty when there are none."""
    legal = {tuple(sorted(action.consumed)) for action in calls(view) if action.kind is kind}
    own = sorted(view.hand.tiles)
    return next((tiles for tiles in combinations(own, count) if tiles not in legal), ())


def wrong_group(view: SeatView, errors: Sequence[Mistake], action: Action) -> Mistake | None:
    """The mistake among these that stands for laying down such own tiles, which are no legal group."""
    closed = action.kind is ActionKind.CLOSED_KAN
    count = COPIES if closed else _OWN_TILES.get(action.kind)
    if len(action.consumed) != count or Counter(action.consumed) - Counter(view.hand.tiles):
        return None
    if closed and len({KIND_OF[tile] for tile in action.consumed}) == 1:
        return None
    for each in errors:
        same = each.action.kind is action.kind and (closed or each.action.tile == action.tile)
        if same and each.action.consumed and not each.is_unnoticed:
            return each
    return None


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
    """Chombo found out when riichi hands are shown at a draw: no tenpai, or a kan that changed the hand.

    Dead hands are looked at like the others (EMA 3.4.6).
    """
    offences = []
    for view in views:
        if view.rules.errors == "prevented" or not view.me.riichi:
            continue
        offence = None
        if view.own.spoilt is not None:
            offence = Offence.BAD_CLOSED_KAN
        elif not tenpai_waits(view.hand, view.rules):
            offence = Offence.NOTEN_RIICHI
        if offence is not None and penalty_for(view.rules, offence) is Penalty.CHOMBO:
            offences.append((view.seat, offence))
    return offences
