"""How a hand is folded: six discards in turn, and what the others do in between.

The play of the others and the own draws are fixed in advance and do not depend on the discards of the seat:
nobody calls its tiles. Only players in riichi win on them, with the hands they really hold. A discard that
deals in ends the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ai.drills.kinds.safest import RatedTile, best_tiles, rated
from ai.drills.question import AskedPart, Given, Part, QuestionCourse, kind_options, names
from ai.reading.threat import in_riichi
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import KIND_OF, KINDS, MJAI, NAMES, TILE_OF, Kind, Tile
from engine.view import SeatView

DISCARDS = 6
"""The number of discards."""
USUAL_ORDER: tuple[Kind, ...] = tuple(range(KINDS))
"""The order of the options, as the tiles of a hand stand."""


@dataclass(frozen=True, slots=True)
class FoldRival:
    """A player in riichi, with the hidden hand."""

    seat: int
    tiles: tuple[Tile, ...]
    """The concealed tiles, 13 less 3 a meld, sorted."""
    waits: tuple[Kind, ...]
    furiten: bool
    joined: int
    """The number of own discards before the riichi."""

    def wins(self, kind: Kind, number: int) -> bool:
        """Whether the player wins on an own discard with this number, counted from 0."""
        return self.joined <= number and not self.furiten and kind in self.waits


@dataclass(frozen=True, slots=True)
class SafestDiscards:
    """The tiles of the hand before one discard, with the measured rates, the safest first."""

    tiles: tuple[RatedTile, ...]
    right: tuple[Kind, ...]
    """The proven safe kinds, else those that the rates of a table do not tell apart from the lowest."""
    proven: bool
    """Whether the right ones are proven safe."""

    @classmethod
    def of(cls, view: SeatView) -> SafestDiscards:
        """Those of a view at the own turn."""
        tiles = rated(view, in_riichi(view))
        proven = [tile.kind for tile in tiles if is_proven(tile)]
        right = proven or best_tiles(tiles).right
        # a tile that is right can have a higher mean rate than one that is not
        tiles = tuple(sorted(tiles, key=lambda tile: (tile.kind not in right, tile.rate, tile.kind)))
        return cls(tiles, tuple(sorted(right)), bool(proven))

    def rate(self, kind: Kind) -> RatedTile:
        """The tile of that kind; raises StopIteration if there is none."""
        return next(tile for tile in self.tiles if tile.kind == kind)


@dataclass(frozen=True, slots=True)
class FoldCourse(QuestionCourse):
    """The hand after each discard."""

    position: SeatPosition
    """The own turn at which the hand is folded."""
    rounds: tuple[tuple[ev.Event, ...], ...]
    """What follows each discard but the last, up to the next own draw, as the seat sees it."""
    rivals: tuple[FoldRival, ...]
    """The players in riichi, the first to declare first."""
    order: tuple[Kind, ...] = USUAL_ORDER
    """The order of the options, of which the first right one leads on."""
    known: dict[tuple[Kind, ...], SafestDiscards] = field(default_factory=dict, compare=False, repr=False)
    """Remembers ``safest``."""

    def events(self, given: Given) -> tuple[ev.Event, ...]:
        """The events up to the next own draw, or to the discard that was the last."""
        return self.after(self.path(given))

    def asked(self, given: Given) -> AskedPart | None:
        """The next discard; None if the hand is over."""
        path = self.path(given)
        number = len(path)
        if number < len(given) or number == DISCARDS or self.winners(path):
            return None
        found = self.safest(path)
        kinds = sorted((tile.kind for tile in found.tiles), key=self.order.index)
        part = Part(f"discard-{number + 1}", kind_options(kinds))
        return AskedPart(number, part, names(found.right))

    def path(self, given: Given) -> tuple[Kind, ...]:
        """The kinds that were discarded, up to the end of the hand or to a tile that it does not hold."""
        path: list[Kind] = []
        for ids in given[:DISCARDS]:
            if not ids or self.winners(path):
                break
            kind = self.first(KIND_OF[TILE_OF[id]] for id in ids)
            if all(tile.kind != kind for tile in self.safest(path).tiles):
                break
            path.append(kind)
        return tuple(path)

    def first(self, kinds: Iterable[Kind]) -> Kind:
        """The first of these kinds in the order of the options."""
        return min(kinds, key=self.order.index)

    def winners(self, path: Sequence[Kind]) -> tuple[FoldRival, ...]:
        """The players who win on the last of these discards."""
        number = len(path) - 1
        return tuple(rival for rival in self.rivals if path and rival.wins(path[-1], number))

    def view(self, path: Sequence[Kind]) -> SeatView:
        """The view of the seat after these discards."""
        return SeatView.from_events(self.position.rules, self.position.seat, self.after(path))

    def drawn(self, path: Sequence[Kind]) -> Kind:
        """The kind that was drawn after these discards."""
        last = (self.rounds[len(path) - 1] if path else self.position.events)[-1]
        assert isinstance(last, ev.Tsumo)
        return KIND_OF[TILE_OF[last.pai]]

    def safest(self, path: Sequence[Kind]) -> SafestDiscards:
        """The tiles to choose from after these discards, none of which dealt in; fewer than six."""
        key = tuple(path)
        if key not in self.known:
            self.known[key] = SafestDiscards.of(self.view(path))
        return self.known[key]

    def after(self, path: Sequence[Kind]) -> tuple[ev.Event, ...]:
        """The events after these discards; the last of them may have dealt in.

        Raises ValueError if the hand does not hold one of them.
        """
        events = list(self.position.events)
        view = self.position.view()
        for number, kind in enumerate(path):
            over = number == DISCARDS - 1 or bool(self.winners(path[: number + 1]))
            new = (discard_of(view, kind), *(() if over else self.rounds[number]))
            for event in new:
                view.apply(event)
            events += new
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
    """Whether no player in riichi can win on the tile."""
    return all(each.cannot_lose for each in tile.safety)
