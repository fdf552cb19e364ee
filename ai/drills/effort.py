"""What there is to look at: in a tenpai hand, and to be safe from players who can win on a discard."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine import shape
from engine.hand import Hand
from engine.shape import Reading
from engine.table import Table
from engine.tiles import EAST, KIND_OF, KINDS, Kind
from engine.view import SeatView

NEAR = 3
"""The largest distance of a near tile to a wait."""
MANY_OF_A_SUIT = 7
"""Concealed tiles of one suit that most players still read at a glance."""
PER_TILE_BEYOND = 3
"""Effort of each further one: a hand of one suit is for the highest levels."""


def shape_effort(hand: Hand) -> int:
    """The effort of reading the waits of a hand: one for each kind outside isolated groups, and more for each
    tile of a suit beyond ``MANY_OF_A_SUIT``."""
    return kinds_to_look_at(hand) + PER_TILE_BEYOND * max(0, most_of_a_suit(hand) - MANY_OF_A_SUIT)


def most_of_a_suit(hand: Hand) -> int:
    """The number of concealed tiles of the suit with the most of them."""
    return max(sum(hand.counts[9 * suit : 9 * suit + 9]) for suit in range(3))


def kinds_to_look_at(hand: Hand) -> int:
    """The number of kinds of the concealed tiles, without isolated groups."""
    return sum(len(run) for run in _runs(hand) if not _group_alone(hand, run))


def _runs(hand: Hand) -> Iterator[list[Kind]]:
    """Runs of kinds in a suit with gaps of at most one; each honour is a run of its own."""
    run: list[Kind] = []
    for kind in range(KINDS):
        if not hand.counts[kind]:
            continue
        if run and (kind >= EAST or kind // 9 != run[-1] // 9 or kind - run[-1] > 2):
            yield run
            run = []
        run.append(kind)
    if run:
        yield run


def _group_alone(hand: Hand, run: Sequence[Kind]) -> bool:
    held = [hand.counts[kind] for kind in run]
    return held == [3] or (held == [1, 1, 1] and run[2] - run[0] == 2)


def before_draw(view: SeatView) -> Hand:
    """The hand between turns: without a tile that was just drawn."""
    return view.hand.without(view.drawn) if view.my_turn and view.drawn is not None else view.hand


def readings_with(hand: Hand, kind: Kind) -> tuple[Reading, ...]:
    """The readings of a hand with one more tile; none if that does not complete it."""
    full = hand.copy()
    full.add(kind)
    return shape.readings(full.keys, len(full.melds))


def near(kind: Kind, waits: Collection[Kind]) -> bool:
    """Whether a tile is within ``NEAR`` of a wait of its suit."""
    return kind < EAST and any(kind // 9 == wait // 9 and abs(kind - wait) <= NEAR for wait in waits)


def counted_from(table: Table, seat: int) -> int:
    """The number of discards up to that player's riichi tile or last discard, included."""
    player = table.seats[seat]
    order = player.riichi_order
    if order is None:
        order = player.pond[-1].order if player.pond else -1
    return order + 1


ROW = 6
"""Tiles in a row of a pond."""
SECOND = 5
"""The effort for a second player."""


def rows_to_look_at(table: Table, against: Sequence[int]) -> int:
    """How much to look through, in rows of a pond: the ponds of these players, and the tiles that passed."""
    tiles = 0
    for seat in against:
        since = table.discards[counted_from(table, seat) :]
        tiles += len(table.seats[seat].pond) + sum(1 for discarder, _ in since if discarder != seat)
    return tiles // ROW


def discarded_before(table: Table, seat: int) -> set[Kind]:
    """The kinds others discarded before that player's riichi, or before that player's last discard."""
    before = table.discards[: counted_from(table, seat)]
    return {KIND_OF[tile] for discarder, tile in before if discarder != seat}


def must_discard(view: SeatView) -> bool:
    """Whether the seat has drawn a tile that does not win, and chooses a discard freely."""
    return (
        view.my_turn
        and view.drawn is not None
        and not view.me.riichi
        and KIND_OF[view.drawn] not in view.waits
    )
