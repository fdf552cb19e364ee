"""Hints at the value of a hand: its dora, yaku within reach, scores of its wins, and the effect of a call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

import msgspec
from msgspec.structs import replace

from ai.reading.estimates import (
    AcceptedTile,
    live_kinds,
    shanten_without_dead_orphans,
    without_dead_orphans,
)
from ai.reading.outlook import (
    Draw,
    Outlook,
    Wait,
    Worth,
    draws_to_tenpai,
    legal_outlooks,
    order,
    outlook_after,
    outlook_now,
    tenpais,
)
from ai.reading.safety import PositionAnalysis, Safety
from ai.reading.threat import threatening
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans, yaku_distances
from engine import shape
from engine.actions import CALLS, OWN_KANS, Action, ActionKind, Refusal, move_event
from engine.furiten import CauseEnd
from engine.hand import HAND_SIZE, Hand
from engine.legal import later_score, refuse_riichi_with
from engine.options import options
from engine.score.yaku import AKA_DORA, DORA
from engine.table import Phase
from engine.tiles import EAST, KIND_OF, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS


class WaitWorth(msgspec.Struct, frozen=True):
    """A win that is equal for all of ``waits``.

    ``worth`` is without ippatsu, ura dora and other yaku of luck, or why it would be no win; ``riichi`` is
    the same with a riichi declared now, None if it cannot be declared.
    """

    waits: tuple[Kind, ...]
    tsumo: bool
    worth: Worth | Refusal
    riichi: Worth | Refusal | None = None
    houtei: bool = False
    """Whether it is a ron on the last discard of the hand alone."""


def wait_worths(outlook: Outlook) -> tuple[WaitWorth, ...]:
    """Every ron, then every tsumo, of a hand that is not spoilt.

    A ron is left out if furiten forbids it beyond the next discard or nobody discards anymore, a tsumo if no
    own draw is left, and both on a wait with no tile left for it. Without a draw, a ron that only the last
    discard allows follows those of any discard.
    """
    found: list[WaitWorth] = []
    if outlook.can_claim and all(cause.ends is CauseEnd.OWN_DISCARD for cause in outlook.furiten):
        found += _grouped(outlook, tsumo=False)
        if not outlook.furiten:  # without a draw no own discard ends it
            last = ((wait.kind, wait.houtei_worth) for wait in outlook.waits if wait.left)
            found += [
                WaitWorth((kind,), False, worth, houtei=True) for kind, worth in last if worth is not None
            ]
    if outlook.can_tsumo:
        found += _grouped(outlook, tsumo=True)
    return tuple(found)


def _grouped(outlook: Outlook, *, tsumo: bool) -> Iterator[WaitWorth]:
    """The wins of one way; waits with equal scores are one."""
    riichi = outlook.with_riichi
    groups: dict[object, WaitWorth] = {}
    for place, wait in enumerate(outlook.waits):
        if not (wait.to_draw if tsumo else wait.left):
            continue
        declared = None if riichi is None else _worth_of(riichi.waits[place], tsumo=tsumo)
        this = WaitWorth((wait.kind,), tsumo, _worth_of(wait, tsumo=tsumo), declared)
        key = _score_key(this.worth), _score_key(this.riichi)
        known = groups.get(key)
        groups[key] = this if known is None else replace(known, waits=(*known.waits, *this.waits))
    yield from groups.values()


def _worth_of(wait: Wait, *, tsumo: bool) -> Worth | Refusal:
    worth, refusal = (wait.tsumo_worth, wait.no_tsumo) if tsumo else (wait.ron_worth, wait.no_ron)
    if worth is None:
        assert refusal is not None
        return refusal
    return worth


def _score_key(worth: Worth | Refusal | None) -> object:
    """The key by which two wins are equal for the player: yaku, han, fu and points."""
    if not isinstance(worth, Worth):
        return worth
    found = worth.score
    return found.yaku, found.yakuman_items, found.han, found.fu, found.limit, worth.paid


REACH = 3
"""The most shanten of a yaku within reach …"""
DETOUR = 1
"""… and the most shanten beyond the nearest win of the hand."""
ANY_DISTANCE = frozenset(
    {PlannedYaku.CLOSED, PlannedYaku.MENZEN_TSUMO, PlannedYaku.SEVEN_PAIRS, PlannedYaku.ORPHANS}
)
"""These are always within reach if the nearest win of the hand has them."""
SCORED = {"pinfu": PlannedYaku.PINFU, "iipeikou": PlannedYaku.IIPEIKOU, "chanta": PlannedYaku.CHANTA}
"""Yaku that depend on the whole hand. At tenpai and one away from it every ron is scored to find them."""
NO_CALLS = frozenset({PlannedYaku.PINFU, PlannedYaku.IIPEIKOU, PlannedYaku.SEVEN_PAIRS, PlannedYaku.ORPHANS})
"""Yaku of closed hands, besides riichi and tsumo."""


class YakuHint(msgspec.Struct, frozen=True):
    """A yaku that the hand can still reach.

    ``about`` are the kinds that identify it: the honours of yakuhai, the first kinds of the sequences of
    sanshoku and ittsu, the 1 of the suit of honitsu. ``shanten`` is the distance to a tenpai with the yaku,
    ``accepts`` are the tiles that lower it. For a hand of 14 tiles both are after the best discard for the
    yaku.
    """

    yaku: PlannedYaku
    about: tuple[Kind, ...]
    shanten: int
    accepts: tuple[AcceptedTile, ...]

    @property
    def acceptance(self) -> int:
        return sum(tile.left for tile in self.accepts)


class ValueHints(msgspec.Struct, frozen=True):
    """The features that make a hand valuable."""

    dora: tuple[tuple[Tile, int], ...]
    """Each dora and red five of the hand and its melds, sorted, with its han."""
    yaku: tuple[YakuHint, ...]
    """The yaku within reach, the nearest first."""
    wins: tuple[WaitWorth, ...] = ()
    """The scores of the wins of a tenpai hand."""
    searched: int | None = None
    """The highest shanten at which yaku were searched; None in riichi, where the hand cannot change, and
    where it cannot win: a dead hand, or no tile to come."""

    @property
    def dora_han(self) -> int:
        return sum(han for _, han in self.dora)


def value_hints(view: SeatView, after: Tile | None = None, *, riichi: bool = False) -> ValueHints:
    """Dora, yaku and scores of wins of the own hand, or of the hand after a discard.

    ``riichi`` says whether riichi is declared with the discard.
    """
    hand = view.hand if after is None else view.hand.without(after)
    position = PositionAnalysis(view)
    tiles = sorted(hand.all_tiles(), key=SORT_KEY.__getitem__)
    dora = tuple((tile, han) for tile in tiles if (han := position.tile_han[tile]))
    wins = _wins(view, hand, after, riichi=riichi)
    time = TimeLeft(view)
    if riichi or view.me.riichi or view.me.dead or not time.for_calls(0):
        return ValueHints(dora, (), wins)
    hands = [hand] if hand.size == HAND_SIZE else [hand.without(tile) for tile in set(hand.tiles)]
    nearest = min(shanten_without_dead_orphans(each, position.left) for each in hands)
    best: dict[tuple[PlannedYaku, tuple[Kind, ...]], YakuHint] = {}
    for each in hands:
        for hint in _in_time(_all(position, each, nearest), view, each, time):
            known = best.setdefault((hint.yaku, hint.about), hint)
            if _farness(hint) < _farness(known):
                best[hint.yaku, hint.about] = hint
    reached = [hint for hint in best.values() if hint.accepts and _is_near(hint, nearest)]
    return ValueHints(dora, tuple(sorted(reached, key=_farness)), wins, _farthest(nearest))


def _wins(view: SeatView, hand: Hand, after: Tile | None, *, riichi: bool) -> tuple[WaitWorth, ...]:
    if hand.size != HAND_SIZE:
        return ()
    if view.own.spoilt is not None:
        return ()
    if after is not None:
        return wait_worths(outlook_after(view, after, riichi=riichi))
    offer = view.table.offer if view.table.turn != view.seat else None
    return wait_worths(outlook_now(view, None if offer is None else KIND_OF[offer]))


def _farthest(nearest: int) -> int:
    """The highest shanten of a yaku within reach, for a hand whose lowest shanten is ``nearest``."""
    return min(REACH, nearest + DETOUR)


def _is_near(hint: YakuHint, nearest: int) -> bool:
    """Whether the yaku is within reach of a hand whose lowest shanten is ``nearest``."""
    if hint.yaku in ANY_DISTANCE and hint.shanten == nearest:
        return True
    return hint.shanten <= _farthest(nearest)


def _farness(hint: YakuHint) -> tuple[int, int]:
    return hint.shanten, -hint.acceptance


def _all(position: PositionAnalysis, hand: Hand, nearest: int) -> Iterator[YakuHint]:
    """Every yaku that a hand of 13 tiles can reach, at any distance."""
    for plan in plans(position, hand):
        shanten, kinds = plan.acceptance()
        if plan.yaku is PlannedYaku.CLOSED:
            shanten, kinds = without_dead_orphans((shanten, kinds), hand, position.left)
        yield YakuHint(plan.yaku, _about(plan, position, hand), shanten, live_kinds(kinds, position.left))
    for form in yaku_distances(hand, max(REACH, nearest), position.left):
        yield YakuHint(form.yaku, form.about, form.shanten, live_kinds(form.accepts, position.left))
    yield from _scored(position, hand, nearest)


class TimeLeft:
    """What the wall leaves to a hand: between turns, or after a discard on the own turn.

    It is counted as if nobody calls: four tiles of the wall a turn.
    """

    def __init__(self, view: SeatView) -> None:
        table = view.table
        self._view = view
        self._draws = view.own_draws
        offered = table.offer is not None and table.turn != view.seat
        self._tiles = view.own_draws + view.others_discards + offered
        """Tiles that the hand can still draw or claim."""

    def _live(self, shanten: int) -> int:
        """Tiles in the wall at the own discard that makes the hand tenpai after so many draws."""
        if not shanten and self._view.my_turn:
            return self._view.table.live
        return self._view.live_after_draw - PLAYERS * (max(shanten, 1) - 1)

    def for_closed(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win without a call."""
        if not shanten:
            return self._tiles > 0
        return shanten <= self._draws and self._live(shanten) > 0

    def for_riichi(self, hand: Hand, shanten: int) -> bool:
        """Whether the hand, so far from tenpai, can declare riichi and win."""
        refusal = refuse_riichi_with(self._view, hand, self._live(shanten))
        return refusal is None and self.for_closed(shanten)

    def for_tsumo(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win by its own draw without a call."""
        return shanten < self._draws

    def for_calls(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win if it claims whatever it does not draw."""
        return shanten < self._tiles


def _in_time(hints: Iterable[YakuHint], view: SeatView, hand: Hand, time: TimeLeft) -> Iterator[YakuHint]:
    """The yaku for which the wall has tiles enough; a tsumo in place of a riichi that is impossible."""
    closed = NO_CALLS if view.rules.open_tanyao else NO_CALLS | {PlannedYaku.TANYAO}
    for hint in hints:
        if hint.yaku is PlannedYaku.CLOSED:
            if time.for_riichi(hand, hint.shanten):
                yield hint
            elif time.for_tsumo(hint.shanten):
                yield replace(hint, yaku=PlannedYaku.MENZEN_TSUMO)
        elif hint.yaku in closed:
            if time.for_closed(hint.shanten):
                yield hint
        elif time.for_calls(hint.shanten):
            yield hint


def _scored(position: PositionAnalysis, hand: Hand, nearest: int) -> Iterator[YakuHint]:
    """The ``SCORED`` yaku of every ron of a hand at tenpai or one away, with the tiles that lead to them."""
    found = shape.acceptance(hand.keys, len(hand.melds))
    shanten, kinds = without_dead_orphans(found, hand, position.left)
    if shanten != nearest or shanten not in (0, 1):
        return
    draws: dict[PlannedYaku, list[AcceptedTile]] = {}
    for draw in live_kinds(kinds, position.left):
        won = _won_after(position, hand, draw.kind) if shanten else _won(position, hand, draw.kind)
        for yaku in sorted(won):
            draws.setdefault(yaku, []).append(draw)
    for yaku, accepts in draws.items():
        yield YakuHint(yaku, (), shanten, tuple(accepts))


def _won_after(position: PositionAnalysis, hand: Hand, drawn: Kind) -> set[PlannedYaku]:
    """The ``SCORED`` yaku of the rons of every tenpai that a draw leads to."""
    found: set[PlannedYaku] = set()
    for _, rest, waits in tenpais(position.view, hand, drawn):
        for wait in waits:
            found |= _won(position, rest, wait)
    return found


def _won(position: PositionAnalysis, hand: Hand, wait: Kind) -> set[PlannedYaku]:
    """The ``SCORED`` yaku of a ron of a tenpai hand."""
    worth = later_score(position.view, hand, wait)
    if isinstance(worth, Refusal):
        return set()
    return {SCORED[item.name] for item in worth.yaku if item.name in SCORED}


def _about(plan: YakuPlan, position: PositionAnalysis, hand: Hand) -> tuple[Kind, ...]:
    match plan.yaku:
        case PlannedYaku.YAKUHAI:
            return tuple(
                kind for kind in range(EAST, KINDS) if position.yakuhai[kind] and hand.holds(kind) >= 3
            )
        case PlannedYaku.YAKUHAI_PAIR if plan.pair is not None:
            return (plan.pair,)
        case PlannedYaku.HONITSU:
            return (plan.usable.index(True),)
    return ()


class CallEffect(msgspec.Struct, frozen=True):
    """The hand after a call of another player's tile, or after a kan on the own turn.

    ``hand`` is the hand after a chi or a pon and the best legal discard; after a kan it is the hand before
    the replacement tile. ``hints`` are the value hints of that hand.
    """

    action: Action
    hand: Outlook
    without: Outlook
    """The hand without it: as it is now, or on the own turn after the best legal discard."""
    hints: ValueHints
    draws: tuple[Draw, ...] = ()
    """The draws that make the hand tenpai, if it is one away."""
    robbers: tuple[int, ...] = ()
    """After an added kan: the players who threaten and could win on its tile."""
    new_dora: bool = False
    """Whether a kan turns another indicator."""

    @property
    def breaks_tenpai(self) -> bool:
        """Whether the hand is tenpai without it, and not after it."""
        return bool(self.without.waits) and not self.hand.waits

    @property
    def is_vain(self) -> bool:
        """Whether no win of that hand is in sight: none on its waits, or no yaku within reach."""
        if not self.hand.furiten and any(wait.houtei_worth for wait in self.hand.waits):
            return False
        return not (self.hand.winning_tiles if self.hand.waits else self.hints.yaku)

    @property
    def changes_waits(self) -> bool:
        """Whether the hand is tenpai before and after it, and on other kinds."""
        both = self.without.wait_kinds, self.hand.wait_kinds
        return all(both) and both[0] != both[1]

    @property
    def lost_yaku(self) -> tuple[str, ...]:
        """Yaku that a ron without riichi has on some wait without it, and no more after it."""
        after = {wait.kind: _yaku(wait.ron_worth) for wait in self.hand.waits}
        lost = (
            name
            for wait in self.without.waits
            if wait.kind in after
            for name in _yaku(wait.ron_worth)
            if name not in after[wait.kind]
        )
        return tuple(dict.fromkeys(lost))


def call_effects(view: SeatView) -> tuple[CallEffect, ...]:
    """The effect of each legal call and kan of the seat, the best hand first, equal ones as listed."""
    actions = [action for action in options(view).actions if action.kind in (*CALLS, *OWN_KANS)]
    if not actions:
        return ()
    without = legal_outlooks(view)[0] if view.my_turn else outlook_now(view)
    effects = [_effect(view, action, without) for action in actions]
    return tuple(sorted(effects, key=lambda each: (each.is_vain, order(each.hand))))


def call_effect(view: SeatView, action: Action) -> CallEffect | None:
    """The effect of one of them; None for an action that is none of them, such as an error at the table."""
    return next((each for each in call_effects(view) if each.action == action), None)


def _effect(view: SeatView, action: Action, without: Outlook) -> CallEffect:
    after = deepcopy(view)
    after.apply(move_event(view.seat, action, view.table.turn))
    if after.table.phase is Phase.TURN:
        hand = legal_outlooks(after)[0]
        return CallEffect(action, hand, without, value_hints(after, hand.tile), _draws(after, hand))
    robbers: tuple[int, ...] = ()
    if action.kind is ActionKind.ADDED_KAN:
        assert action.tile is not None
        safety, kind = Safety(after), KIND_OF[action.tile]
        robbers = tuple(seat for seat in threatening(view) if not safety.against(kind, seat).cannot_lose)
    hand = outlook_now(after, declaring=action.kind is ActionKind.CLOSED_KAN)
    dora = view.rules.kan_dora
    return CallEffect(action, hand, without, value_hints(after), _draws(after, hand), robbers, dora)


def _draws(view: SeatView, hand: Outlook) -> tuple[Draw, ...]:
    return draws_to_tenpai(view, hand) if hand.shanten == 1 else ()


def _yaku(worth: Worth | None) -> list[str]:
    yaku = () if worth is None else worth.score.yaku
    return [item.name for item in yaku if item.name not in (DORA, AKA_DORA)]
