"""How a hand is folded: the own discards in turn, and what the others do in between.

The play of the others and the own draws are fixed in advance and do not depend on the discards of the seat:
nobody calls its tiles. Only some players win on them, with the hands they really hold, if the engine says
that it is a win. A discard that deals in ends the hand, unless nobody wins: then it is told, and the hand
goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ai.drills.kinds.safest import RatedTile, best_tiles, rated
from ai.drills.question import AskedPart, Given, Part, QuestionCourse, kind_options, names
from ai.reading.genbutsu import genbutsu
from ai.reading.threat import in_riichi, threatening
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.hand import Hand
from engine.legal.wins import win_at
from engine.score import NoWin, ron_payment, score
from engine.table import Table
from engine.tiles import KIND_OF, KINDS, MJAI, NAMES, TILE_OF, Kind, Tile
from engine.view import SeatView

USUAL_ORDER: tuple[Kind, ...] = tuple(range(KINDS))
"""The order of the options, as the tiles of a hand stand."""


@dataclass(frozen=True, slots=True)
class FoldRival:
    """A player who is tenpai, in riichi or with an open hand, with the hidden tiles."""

    seat: int
    tiles: tuple[Tile, ...]
    """The concealed tiles, 13 less 3 a meld, sorted; from then on the player discards what is drawn."""
    waits: tuple[Kind, ...]
    furiten: bool
    """Whether an own discard makes the hand furiten for good."""
    joined: int
    """The number of own discards before the hand was tenpai."""

    def win(self, table: Table, tile: Tile, number: int) -> FoldWin | None:
        """The win on the own discard on offer, which has this number, counted from 0; None if it is none."""
        if self.joined > number or KIND_OF[tile] not in self.waits or self.furiten:
            return None
        if not genbutsu(table, self.seat).keys().isdisjoint(self.waits):
            return None
        hand = Hand(self.tiles, table.seats[self.seat].melds)
        found = score(win_at(table, self.seat, hand, tile, tsumo=False))
        if isinstance(found, NoWin):
            return None
        return FoldWin(self, ron_payment(found.base, self.seat == table.dealer))


class FoldWin(NamedTuple):
    """A win on an own discard."""

    rival: FoldRival
    points: int
    """What the seat pays without ura dora, honba and sticks."""


@dataclass(frozen=True, slots=True)
class SafestDiscards:
    """The tiles of the hand before one discard, with the measured rates, the safest first."""

    tiles: tuple[RatedTile, ...]
    right: tuple[Kind, ...]
    """The proven safe kinds, else those that the rates of a table do not tell apart from the lowest."""
    proven: bool
    """Whether the right ones are proven safe."""

    @classmethod
    def of(cls, view: SeatView, *, open_hands: bool) -> SafestDiscards:
        """Those of a view at the own turn, against everybody who threatens or only players in riichi."""
        tiles = rated(view, threatening(view) if open_hands else in_riichi(view))
        proven = [tile.kind for tile in tiles if is_proven(tile)]
        right = proven or best_tiles(tiles).right
        # a tile that is right can have a higher mean rate than one that is not
        tiles = tuple(sorted(tiles, key=lambda tile: (tile.kind not in right, tile.rate, tile.kind)))
        return cls(tiles, tuple(sorted(right)), bool(proven))

    def rate(self, kind: Kind) -> RatedTile:
        """The tile of that kind; raises StopIteration if there is none."""
        return next(tile for tile in self.tiles if tile.kind == kind)

    @property
    def against(self) -> tuple[int, ...]:
        """The seats that the tiles are rated against, in turn order."""
        return tuple(each.opponent for each in self.tiles[0].safety)


@dataclass(frozen=True, slots=True)
class FoldCourse(QuestionCourse):
    """The hand after each discard."""

    position: SeatPosition
    """The own turn at which the hand is folded."""
    rounds: tuple[tuple[ev.Event, ...], ...]
    """What follows each discard but the last, up to the next own draw, as the seat sees it."""
    rivals: tuple[FoldRival, ...]
    """The players who can win, the first to be tenpai first."""
    order: tuple[Kind, ...] = USUAL_ORDER
    """The order of the options, of which the first right one leads on."""
    open_hands: bool = False
    """Whether open hands that threaten count as well, and win; else only players in riichi do."""
    nobody_wins: bool = False
    """Whether the hand goes on after a discard that deals in."""
    known: dict[tuple[Kind, ...], SafestDiscards] = field(default_factory=dict, compare=False, repr=False)
    """Remembers ``safest``."""
    won: dict[tuple[Kind, ...], tuple[FoldWin, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Remembers ``wins``."""

    @property
    def discards(self) -> int:
        """The number of own discards."""
        return len(self.rounds) + 1

    def events(self, given: Given) -> tuple[ev.Event, ...]:
        """The events up to the next own draw, or to the discard that was the last."""
        return self.after(self.path(given))

    def asked(self, given: Given) -> AskedPart | None:
        """The next discard; None if the hand is over."""
        path = self.path(given)
        number = len(path)
        if number < len(given) or self.is_over(path):
            return None
        found = self.safest(path)
        kinds = sorted((tile.kind for tile in found.tiles), key=self.order.index)
        part = Part(f"discard-{number + 1}", kind_options(kinds))
        return AskedPart(number, part, names(found.right))

    def path(self, given: Given) -> tuple[Kind, ...]:
        """The kinds that were discarded, up to the end of the hand or to a tile that it does not hold."""
        path: list[Kind] = []
        for ids in given[: self.discards]:
            if not ids or self.is_over(path):
                break
            kind = self.first(KIND_OF[TILE_OF[id]] for id in ids)
            if all(tile.kind != kind for tile in self.safest(path).tiles):
                break
            path.append(kind)
        return tuple(path)

    def first(self, kinds: Iterable[Kind]) -> Kind:
        """The first of these kinds in the order of the options."""
        return min(kinds, key=self.order.index)

    def is_over(self, path: Sequence[Kind]) -> bool:
        """Whether the hand is over after these discards."""
        return len(path) == self.discards or (not self.nobody_wins and bool(self.wins(path)))

    def wins(self, path: Sequence[Kind]) -> tuple[FoldWin, ...]:
        """The wins on the last of these discards: those that there would be, if nobody wins."""
        number = len(path) - 1
        if not any(rival.joined <= number and path[-1] in rival.waits for rival in self.rivals if path):
            return ()
        key = tuple(path)
        if key not in self.won:
            events = self._up_to(path)
            table = SeatView.from_events(self.position.rules, self.position.seat, events).table
            last = events[-1]
            assert isinstance(last, ev.Dahai)
            found = (rival.win(table, TILE_OF[last.pai], number) for rival in self.rivals)
            self.won[key] = tuple(win for win in found if win is not None)
        return self.won[key]

    def view(self, path: Sequence[Kind]) -> SeatView:
        """The view of the seat after these discards."""
        return SeatView.from_events(self.position.rules, self.position.seat, self.after(path))

    def drawn(self, path: Sequence[Kind]) -> Kind:
        """The kind that was drawn after these discards."""
        last = (self.rounds[len(path) - 1] if path else self.position.events)[-1]
        assert isinstance(last, ev.Tsumo)
        return KIND_OF[TILE_OF[last.pai]]

    def safest(self, path: Sequence[Kind]) -> SafestDiscards:
        """The tiles to choose from after these discards, none of which ended the hand."""
        key = tuple(path)
        if key not in self.known:
            self.known[key] = SafestDiscards.of(self.view(path), open_hands=self.open_hands)
        return self.known[key]

    def discarded(self, events: Sequence[ev.Event]) -> tuple[Kind, ...]:
        """The kinds that the seat has discarded since the hand is folded, in events of the hand."""
        seat = self.position.seat
        since = events[len(self.position.events) :]
        own = (event for event in since if isinstance(event, ev.Dahai) and event.actor == seat)
        return tuple(KIND_OF[TILE_OF[event.pai]] for event in own)

    def after(self, path: Sequence[Kind]) -> tuple[ev.Event, ...]:
        """The events after these discards; the last of them may have ended the hand.

        Raises ValueError if the hand does not hold one of them.
        """
        if not path or self.is_over(path):
            return self._up_to(path)
        return (*self._up_to(path), *self.rounds[len(path) - 1])

    def _up_to(self, path: Sequence[Kind]) -> tuple[ev.Event, ...]:
        """The events up to the last of these discards."""
        events = list(self.position.events)
        view = self.position.view()
        for number, kind in enumerate(path):
            between = self.rounds[number - 1] if number else ()
            for event in between:
                view.apply(event)
            discard = discard_of(view, kind)
            view.apply(discard)
            events += [*between, discard]
        return tuple(events)


def discard_of(view: SeatView, kind: Kind) -> ev.Dahai:
    """The discard of a kind: a plain five before a red one, the drawn tile only if there is no other."""
    held = [tile for tile in view.hand.tiles if KIND_OF[tile] == kind]
    if not held:
        raise ValueError(f"the hand does not hold {NAMES[kind]}")
    if view.drawn is not None and KIND_OF[view.drawn] == kind:
        held.remove(view.drawn)
        if not held:
            return ev.Dahai(view.seat, MJAI[view.drawn], tsumogiri=True)
    return ev.Dahai(view.seat, MJAI[min(held, key=lambda tile: (tile != kind, tile))], tsumogiri=False)


def is_proven(tile: RatedTile) -> bool:
    """Whether no player who threatens can win on the tile."""
    return all(each.cannot_lose for each in tile.safety)
