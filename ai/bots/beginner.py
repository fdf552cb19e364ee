"""The beginner level: knows the rules, and looks at one tile at a time (docs/bots.md).

A beginner keeps tiles that have company in his hand and discards the loneliest one. He counts neither shanten
nor tiles. Everything follows from what he sees, without dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.bots.hand_evaluation import FEARED_MELDS
from ai.bots.styled_bot import redeal, settled
from ai.bots.styles import BeginnerHabits
from ai.reading.estimates import accepted_tiles, dora_hans, triplet_han
from ai.reading.threat import weighed_threats
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.options import Options
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, KINDS, SORT_KEY, Kind
from engine.view import SeatView

COPY, NEIGHBOUR, ONE_FURTHER, SIMPLE = 3, 3, 1, 1
"""Company of a tile: each further copy, each kind next to it, each kind one further, and being no orphan."""
TRIPLET = 6
"""Company added to a triplet."""
YAKUHAI_PAIR = 2
"""Company added to a pair whose triplet is a yaku."""
FLUSH_TILES = 6
"""Tiles of one suit in which a collector sees a flush."""


class BeginnerBot:
    """Plays by the habits of a style."""

    def __init__(self, name: str, habits: BeginnerHabits) -> None:
        self.name = name
        self.habits = habits

    def choose(self, view: SeatView, options: Options) -> Action:
        if action := settled(view, options):
            return action
        ponds = _feared_ponds(view) if self.habits.folds else []
        if view.my_turn:
            return redeal(view.hand, options) or self._turn(view, options, ponds)
        return PASS if ponds else self._claim(view, options)

    def _turn(self, view: SeatView, options: Options, ponds: Sequence[set[Kind]]) -> Action:
        """A kan, riichi or the loneliest tile; a defender who is afraid of these ponds gives up."""
        company = self._company(view)
        discards = options.of(ActionKind.DISCARD)
        if ponds:
            return min(discards, key=lambda action: (_distrust(action, ponds), *_loneliness(action, company)))
        if kans := (*options.of(ActionKind.CLOSED_KAN), *options.of(ActionKind.ADDED_KAN)):
            return kans[0]
        waiting = _waiting_after(view)
        riichi = [action for action in options.of(ActionKind.RIICHI) if _kind(action) in waiting]
        ready = riichi or [action for action in discards if _kind(action) in waiting]
        return min(ready or discards, key=lambda action: _loneliness(action, company))

    def _claim(self, view: SeatView, options: Options) -> Action:
        """A triplet before a sequence; of several sequences the one of the loneliest tiles.

        A hand that waits calls nothing, and no sequence opens a hand.
        """
        if view.waits:
            return PASS
        for action in options.of(ActionKind.PON):
            if _is_yakuhai(view, _kind(action)) or (self.habits.calls and not IS_ORPHAN[_kind(action)]):
                return action
        chi = [
            action
            for action in options.of(ActionKind.CHI)
            if not any(IS_ORPHAN[KIND_OF[tile]] for tile in (_kind(action), *action.consumed))
        ]
        if self.habits.calls and chi and not view.hand.is_closed:
            company = self._company(view)
            return min(chi, key=lambda action: sum(company[KIND_OF[tile]] for tile in action.consumed))
        return PASS

    def _company(self, view: SeatView) -> list[int]:
        """The company of each tile, with the habits of the style."""
        hand, habits = view.hand, self.habits
        longest = max(range(3), key=lambda suit: sum(hand.counts[9 * suit : 9 * suit + 9]))
        flush = sum(hand.counts[9 * longest : 9 * longest + 9]) >= FLUSH_TILES
        tanyao = habits.calls and not hand.is_closed and not _has_yakuhai(view)
        by_kind = [company_of(kind, hand.counts) for kind in range(KINDS)]
        for kind in range(KINDS):
            if flush and (kind >= EAST or kind // 9 == longest):
                by_kind[kind] += habits.flush
            if hand.counts[kind] == 2 and _is_yakuhai(view, kind):
                by_kind[kind] += YAKUHAI_PAIR
            elif tanyao and IS_ORPHAN[kind]:
                by_kind[kind] = 0
        dora = dora_hans(view.table.indicators).of_tile
        return [by_kind[KIND_OF[tile]] + habits.dora * han for tile, han in enumerate(dora)]


def company_of(kind: Kind, counts: Sequence[int]) -> int:
    """The company of a tile of that kind among these concealed tiles."""
    company = COPY * (counts[kind] - 1) + TRIPLET * (counts[kind] >= 3) + SIMPLE * (not IS_ORPHAN[kind])
    if kind < EAST:
        rank = kind % 9
        for step, weight in ((-2, ONE_FURTHER), (-1, NEIGHBOUR), (1, NEIGHBOUR), (2, ONE_FURTHER)):
            if 0 <= rank + step <= 8 and counts[kind + step]:
                company += weight
    return company


def _loneliness(action: Action, company: Sequence[int]) -> tuple[int, bool, int]:
    """The least of these is discarded: the loneliest, of equal ones the drawn tile, else the rightmost."""
    assert action.tile is not None
    return company[action.tile], not action.tsumogiri, -SORT_KEY[action.tile]


def _distrust(action: Action, ponds: Sequence[set[Kind]]) -> int:
    """0 for a tile in one of the ponds, whichever, 1 for honours, 2 for terminals, 3 for the rest."""
    kind = _kind(action)
    if any(kind in pond for pond in ponds):
        return 0
    return 1 if kind >= EAST else 2 if IS_ORPHAN[kind] else 3


def _waiting_after(view: SeatView) -> set[Kind]:
    """The discards that leave a wait of which not every tile lies open."""
    found, left = shape.discards(view.hand.keys, len(view.hand.melds)), view.left()
    return {kind for kind, (shanten, waits) in found.items() if shanten <= 0 and accepted_tiles(waits, left)}


def _feared_ponds(view: SeatView) -> list[set[Kind]]:
    """The kinds in the pond of each opponent who is in riichi or has ``FEARED_MELDS``."""
    ponds = [view.table.seats[seat].pond for seat in weighed_threats(view, FEARED_MELDS)]
    return [{KIND_OF[discard.tile] for discard in pond} for pond in ponds]


def _is_yakuhai(view: SeatView, kind: Kind) -> bool:
    return triplet_han(kind, view.table, view.seat) > 0


def _has_yakuhai(view: SeatView) -> bool:
    triplets = [kind for kind in range(EAST, KINDS) if view.hand.counts[kind] >= 3]
    return any(_is_yakuhai(view, kind) for kind in (*triplets, *(meld.first for meld in view.hand.melds)))


def _kind(action: Action) -> Kind:
    assert action.tile is not None
    return KIND_OF[action.tile]
