"""How hard a question is: what there is to look at, and how close its discards are in worth.

There is much to look at in a tenpai hand, and to be safe from players who can win on a discard.

Discards within ``EQUAL`` percent of the best are all right: the model of ``ai.reading.discard_worth`` leaves
out what is worth about that (draws that improve a wait, which tiles others keep). All others are at least
``LEAD`` percent behind, and the best discard is a right one too with each of the other constants that the
model could use. The credit of another discard is its share of the best worth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ai.reading.discard_worth import DealInRisk
from engine import shape
from engine.hand import Hand
from engine.shape import Reading
from engine.table import Table
from engine.tiles import EAST, KIND_OF, KINDS, NAMES, Kind
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


# -- discards by their worth -------------------------------------------------------------------------


PER_THREAT = 3
"""The difficulty of each player who threatens."""
EQUAL = 5
"""Percent of the best worth that a right discard may be behind …"""
LEAD = 9
"""… and that every other one is behind at least."""
SENSIBLE = 40
"""Percent of the best worth from which a discard is one that somebody may choose."""
CLOSE = 40
"""The lead in percent that adds no difficulty …"""
CLOSE_STEP = 4
"""… and percent that add one."""
MOST_CLOSE = (CLOSE - LEAD) // CLOSE_STEP
"""The most difficulty that a small lead adds."""
LEAST = 300
"""The least worth in points of the best discard: below there is nothing to win."""


@dataclass(frozen=True, slots=True)
class WeighedDiscard:
    """A discard with its worth in points."""

    worth: int
    """Without what the risks cost."""
    risks: tuple[DealInRisk, ...]
    """The risk of the discard against each of the players who threaten."""

    @property
    def danger(self) -> int:
        """The points that the risks cost together."""
        return sum(risk.points for risk in self.risks)

    @property
    def gross(self) -> int:
        """The worth without regard to the risks."""
        return self.worth + self.danger


def right_kinds(worths: Mapping[Kind, int]) -> frozenset[Kind]:
    """The discards that are right: the best and its equals; empty if nothing is worth ``LEAST``."""
    best = max(worths.values(), default=0)
    if best < LEAST:
        return frozenset()
    return frozenset(kind for kind, worth in worths.items() if 100 * worth >= (100 - EQUAL) * best)


def is_clear(worths: Mapping[Kind, int], variants: Iterable[Mapping[Kind, int]]) -> bool:
    """Whether all other discards are far enough behind, and stay behind in each variant."""
    right = right_kinds(worths)
    best = max(worths.values(), default=0)
    others = [worth for kind, worth in worths.items() if kind not in right]
    if not right or any(100 * worth > (100 - LEAD) * best for worth in others):
        return False
    return all(max(each, key=each.__getitem__) in right for each in variants)


def is_choice(worths: Mapping[Kind, int], tempting: Iterable[Kind], least: int = SENSIBLE) -> bool:
    """Whether one of these discards is not right, but worth at least that percentage of the best."""
    right, best = right_kinds(worths), max(worths.values())
    return any(kind not in right and 100 * worths[kind] >= least * best for kind in tempting)


def closeness(worths: Mapping[Kind, int]) -> int:
    """The difficulty that a small lead of the right discards adds."""
    right, best = right_kinds(worths), max(worths.values())
    second = max((worth for kind, worth in worths.items() if kind not in right), default=0)
    lead = 100 * (best - second) // max(best, 1)
    return max(0, min(MOST_CLOSE, (CLOSE - lead) // CLOSE_STEP))


def credits_of(worths: Mapping[Kind, int]) -> dict[str, float]:
    """The credit of the discards that are not right, by the name of the kind."""
    right, best = right_kinds(worths), max(worths.values())
    return {
        NAMES[kind]: round(worth / best, 2)
        for kind, worth in worths.items()
        if kind not in right and 100 * worth >= best
    }
