"""Build the events that lead one seat to a given hand, with ponds that look like a hand in progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ai.drills.continuation import replaced
from engine import events as ev
from engine import shape
from engine.hand import Hand, Meld, MeldKind, forbidden_after
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, KINDS, MJAI, UNKNOWN, Kind, Tile, all_tiles
from engine.wall import LIVE_AT_START, PLAYERS, Dice

LATER = 20
"""By how many discards a tile is delayed for each step from the terminals inwards, up to two steps."""
DISCARD_EVERY = 3
"""A planned own discard is made about once in this many turns."""


@dataclass(frozen=True, slots=True)
class Course:
    """The plan of the events that lead to the hand."""

    turns: int
    """Own discards; more if calls and late tiles need more."""
    late: int = 0
    """The number of concealed tiles that are drawn later; the others are dealt."""
    riichi: bool = False
    """Whether riichi is declared when the last late tile is drawn."""
    keep: Collection[Kind] = ()
    """Kinds that the seat never discards, nor the others once the hand is complete."""
    thrown: Sequence[Kind] = ()
    """Kinds of which the seat discards a tile, before the last late tile is drawn."""
    seen: Collection[Kind] = ()
    """Kinds of which the others discard all remaining tiles first."""
    added: Kind | None = None
    """Another player calls a pon of this kind before the late tiles are drawn. At the end, after the seat's
    last discard, the fourth tile is added: the last event is the kan."""
    offered: Tile | None = None
    """Or another player discards this tile after the seat's last discard: this is the last event."""
    passes: bool = False
    """The kan or that tile passes, and another player discards another tile: this is then the last event."""
    drawn: Kind | None = None
    """Or the seat draws a tile of this kind: this is the last event."""


def build_position(
    rules: Ruleset, dice: Dice, hand: Hand, course: Course
) -> tuple[int, tuple[ev.Event, ...]]:
    """A seat and the events it sees, after which it holds that hand of 13 tiles between turns.

    Melds may be chi, pon, open and closed kans, and are called in their order. The ``source`` of a meld, if
    any, counts steps from the seat. Raises NoRoom if the plan is too long for the wall.
    """
    for _ in range(_TRIES):
        builder = _PositionBuilder(rules, dice, hand, course)
        seat, events = builder.play()
        # with the last tile on the table, or in the hand, the hand is not over yet
        offered = course.offered is not None or course.added is not None
        going_on = builder.drawn is None and (course.passes or not offered)
        if _live(events) >= going_on:
            return seat, events
    raise NoRoom("no hand goes on for so many turns")


class NoRoom(ValueError):
    """A plan that the wall is too short for."""


_TRIES = 40
"""Ways to play a plan; calls and late tiles make some of them longer than the wall."""


def _live(events: Sequence[ev.Event]) -> int:
    """Tiles left in the wall, below 0 if more were drawn."""
    return LIVE_AT_START - sum(isinstance(event, ev.Tsumo) for event in events)


class _PositionBuilder:
    """The remaining tiles, the pending parts of the plan, and the events so far."""

    def __init__(self, rules: Ruleset, dice: Dice, hand: Hand, course: Course) -> None:
        self.rules, self.dice, self.hand, self.course = rules, dice, hand, course
        self.seat, self.dealer = dice.below(PLAYERS), dice.below(PLAYERS)
        self.events: list[ev.Event] = []
        left = all_tiles(rules.red_fives)
        for tile in (*hand.all_tiles(), *([] if course.offered is None else [course.offered])):
            left.remove(tile)
        self.left = _in_pond_order(dice.shuffled(left))
        """The tiles not yet used; the last ones are discarded first."""
        self.drawn = None if course.drawn is None else self._take(course.drawn)
        self.thrown = [self._take(kind) for kind in course.thrown]
        self.added = self._take_all([] if course.added is None else [course.added])
        self.seen = self._take_all(course.seen)
        self.kept = {*course.keep, *(kind for kind in range(KINDS) if hand.counts[kind])}
        self.melds = [(meld, self._filler(meld)) for meld in hand.melds]
        late = dice.shuffled(hand.tiles)[: course.late]
        self.late = [
            (tile, self._filler(last=tile if place == 0 else None)) for place, tile in enumerate(late)
        ]
        # after a discard of the seat to the left the own turn follows: no other player could discard a tile
        self.caller = (self.seat + 1 + dice.below(PLAYERS - 1 - (course.passes and not self.added))) % PLAYERS
        """The seat that calls the pon and adds to it, or discards the tile on offer."""

    def _take(self, kind: Kind) -> Tile:
        return self.left.pop(next(place for place, tile in enumerate(self.left) if KIND_OF[tile] == kind))

    def _take_all(self, kinds: Collection[Kind]) -> list[Tile]:
        taken = [tile for tile in self.left if KIND_OF[tile] in kinds]
        self.left = [tile for tile in self.left if KIND_OF[tile] not in kinds]
        return taken

    def _filler(self, meld: Meld | None = None, *, due: bool = False, last: Tile | None = None) -> Tile:
        """Take a tile for an own discard: one unrelated to the hand, or a planned one, at random or if
        ``due``.

        If it takes the place of the ``last`` late tile, the hand must not wait on a planned discard with it.
        """
        told = bool(self.thrown) and meld is None and last is None
        if told and (due or self.dice.below(DISCARD_EVERY) == 0):
            return self.thrown.pop()
        barred = self.kept | (forbidden_after(meld, self.rules) if meld is not None else set())
        if last is not None and self.thrown:
            barred |= {kind for kind in range(KINDS) if kind not in barred and self._wins(last, kind)}
        places = range(len(self.left) - 1, -1, -1)
        return self.left.pop(next(place for place in places if KIND_OF[self.left[place]] not in barred))

    def _wins(self, last: Tile, kind: Kind) -> bool:
        """Whether the hand, with that kind instead of the last tile, waits on a planned discard."""
        hand = self.hand.copy()
        hand.remove(last)
        hand.add(kind)
        waits = shape.waits(hand.keys, len(hand.melds))
        return any(KIND_OF[tile] in waits for tile in self.thrown)

    def _idle(self) -> Tile:
        """Take a tile for another player to discard, one that does not complete the hand."""
        kept = () if self.late or self.melds else self.course.keep
        places = range(len(self.left) - 1, -1, -1)
        return self.left.pop(next(place for place in places if KIND_OF[self.left[place]] not in kept))

    def _indicator(self) -> str:
        """Take a random tile as a dora indicator."""
        return MJAI[self.left.pop(self.dice.below(len(self.left)))]

    # -- the course of play --------------------------------------------------------------------------

    def play(self) -> tuple[int, tuple[ev.Event, ...]]:
        """Deal, and play turns until the plan is complete."""
        self._deal()
        turn, own = self.dealer, 0
        while own < self.course.turns or self.melds or self.late or len(self.added) > 1 or self.thrown:
            if self._calls_now(turn, own):
                self._meld(turn)
                turn = self.seat
            elif turn == self.seat:
                self._own_turn(own)
            else:
                turn = self._other_turn(turn)
            own += turn == self.seat
            turn = (turn + 1) % PLAYERS
        if self.drawn is not None:
            self._go_on_to(self.seat, turn)
            self.events.append(ev.Tsumo(self.seat, MJAI[self.drawn]))
        elif self.added:
            self._go_on_to(self.caller, turn)
            self._added_kan()
        elif self.course.offered is not None:
            self._go_on_to(self.caller, turn)
            self._offer(self.course.offered)
        return self.seat, tuple(self.events)

    def _deal(self) -> None:
        """Deal the hand that the events will change into the wanted one."""
        dealt = list(self.hand.tiles)
        for tile, filler in self.late:
            dealt.remove(tile)
            dealt.append(filler)
        for meld, filler in self.melds:
            dealt += meld.tiles[1:]
            if not meld.is_kan:
                dealt.append(filler)
        hands = [[UNKNOWN] * 13 for _ in range(PLAYERS)]
        hands[self.seat] = [MJAI[tile] for tile in self.dice.shuffled(dealt)]
        self.events.append(
            ev.StartKyoku(
                bakaze=MJAI[EAST + self.dice.below(2)],
                dora_marker=self._indicator(),
                kyoku=self.dealer + 1,
                honba=0,
                kyotaku=0,
                oya=self.dealer,
                scores=[self.rules.start_points] * PLAYERS,
                tehais=hands,
            )
        )

    def _own_turn(self, own: int) -> None:
        """Draw a late tile and discard the one it replaces, or discard the drawn tile."""
        spare = self.course.turns - own - len(self.late)
        last = len(self.late) == 1
        early = last and (self.thrown or len(self.added) > 1)
        if not self.late or early or self.dice.below(max(1, spare)):
            due = last or spare <= len(self.thrown)
            self._draw_and_discard(self.seat, self._filler(due=due), tsumogiri=True)
            return
        tile, filler = self.late.pop()
        declares = self.course.riichi and not self.late
        self.events.append(ev.Tsumo(self.seat, MJAI[tile]))
        self.events += [ev.Reach(self.seat)] if declares else []
        self.events.append(ev.Dahai(self.seat, MJAI[filler], tsumogiri=False))
        self.events += [ev.ReachAccepted(self.seat)] if declares else []

    def _other_turn(self, turn: int) -> int:
        """Draw and discard; returns the seat that discarded last, which differs after a pon."""
        if len(self.added) > 1 and turn != self.caller and len(self.late) <= 1:
            called, *own = [self.added.pop() for _ in range(3)]
            self.events += [ev.Tsumo(turn, UNKNOWN), ev.Dahai(turn, MJAI[called], False)]
            consumed = [MJAI[tile] for tile in _as_held(own)]
            self.events.append(ev.Pon(self.caller, turn, MJAI[called], consumed))
            self.events.append(ev.Dahai(self.caller, MJAI[self._idle()], False))
            return self.caller
        tile = self.seen.pop() if self.seen else self._idle()
        self._draw_and_discard(turn, tile, tsumogiri=self.dice.below(2) == 0)
        return turn

    def _draw_and_discard(self, turn: int, tile: Tile, *, tsumogiri: bool) -> None:
        name = MJAI[tile]
        drawn = name if turn == self.seat else UNKNOWN
        self.events += [ev.Tsumo(turn, drawn), ev.Dahai(turn, name, tsumogiri)]

    # -- melds ---------------------------------------------------------------------------------------

    def _calls_now(self, turn: int, own: int) -> bool:
        """Whether the next meld is called now: the seat on turn can discard its tile, at a random time."""
        if not self.melds or not self._may_feed(self.melds[0][0], turn):
            return False
        return self.dice.below(max(1, self.course.turns - own - len(self.melds))) == 0

    def _may_feed(self, meld: Meld, turn: int) -> bool:
        if meld.kind is MeldKind.CLOSED_KAN:
            return turn == self.seat
        if meld.kind is MeldKind.CHI:
            return (turn + 1) % PLAYERS == self.seat
        return turn == (self.seat + (meld.source or PLAYERS - 1)) % PLAYERS

    def _meld(self, turn: int) -> None:
        meld, filler = self.melds.pop(0)
        called, *consumed = [MJAI[tile] for tile in (meld.tiles[0], *_as_held(meld.tiles[1:]))]
        if meld.kind is MeldKind.CLOSED_KAN:
            held = [MJAI[tile] for tile in _as_held(meld.tiles)]
            self.events += [ev.Tsumo(self.seat, called), ev.Ankan(self.seat, held)]
        else:
            self._draw_and_discard(turn, meld.tiles[0], tsumogiri=False)
            self.events.append(ev.CALLS[meld.kind](self.seat, turn, called, consumed))
        if meld.is_kan:
            drawn = ev.Tsumo(self.seat, MJAI[filler])
            self.events += replaced(self.rules, meld.kind, drawn, self._indicator)
        self.events.append(ev.Dahai(self.seat, MJAI[filler], meld.is_kan))

    # -- the tile at the end -------------------------------------------------------------------------

    def _go_on_to(self, seat: int, turn: int) -> None:
        """Play turns until it is that seat's turn."""
        while turn != seat:
            tile = self._filler() if turn == self.seat else self._idle()
            self._draw_and_discard(turn, tile, tsumogiri=turn == self.seat)
            turn = (turn + 1) % PLAYERS

    def _added_kan(self) -> None:
        seat, added = self.caller, MJAI[self.added.pop()]
        pon = next(event for event in self.events if isinstance(event, ev.Pon) and event.actor == seat)
        self.events += [ev.Tsumo(seat, UNKNOWN), ev.Kakan(seat, added, [pon.pai, *pon.consumed])]
        if self.course.passes:
            drawn = ev.Tsumo(seat, UNKNOWN)
            self.events += replaced(self.rules, MeldKind.ADDED_KAN, drawn, self._indicator)
            self.events.append(ev.Dahai(seat, MJAI[self._idle()], tsumogiri=True))

    def _offer(self, tile: Tile) -> None:
        self._draw_and_discard(self.caller, tile, tsumogiri=self.dice.below(2) == 0)
        if self.course.passes:
            self._draw_and_discard((self.caller + 1) % PLAYERS, self._idle(), tsumogiri=True)


def _as_held(tiles: Sequence[Tile]) -> list[Tile]:
    """The own tiles of a call in the order in which the engine tells them."""
    return sorted(tiles, key=lambda tile: (KIND_OF[tile], tile))


def _in_pond_order(tiles: Sequence[Tile]) -> list[Tile]:
    """Order the tiles so that, from the end, outer ones tend to come before inner ones, as in most ponds."""
    turn = [place + LATER * _inwards(KIND_OF[tile]) for place, tile in enumerate(tiles)]
    return [tiles[place] for place in sorted(range(len(tiles)), key=turn.__getitem__, reverse=True)]


def _inwards(kind: Kind) -> int:
    """0 for terminals and honours, 1 for 2 and 8, else 2."""
    return 0 if kind >= EAST else min(kind % 9, 8 - kind % 9, 2)
