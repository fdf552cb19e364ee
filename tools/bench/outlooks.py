"""The outlook of every discard beside ``jansou``, on hands that nobody has seen before.

Both tell after each discard shanten, and the kinds that are accepted with their unseen copies. These
answers are compared before anything is measured, and the rows "tiles alone" measure nothing else. The
outlook tells more, and is measured with all of it: furiten, what could lead to it, and of tenpai hands the
wins, their points, and the same with riichi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ai.reading.estimates import AcceptedTile, live_kinds
from ai.reading.outlook import discard_outlooks
from ai.seat_position import GivenPosition
from engine import shape
from engine.hand import Hand
from engine.rules import TENHOU
from engine.tiles import KIND_OF, Kind
from engine.view import SeatView
from tools.bench.hands import Middle, middles, one_suit_hands, random_hands
from tools.bench.kernels import FEW, agree
from tools.bench.measure import Contest, Effort, Peer, Runner, Work, beside

POSITIONS = 200
"""Positions of a round."""
ANY_HAND = Hand([*range(0, 27, 3), *range(27, 32)])
"""A hand without waits, of other tiles than those that are measured."""

Answer = dict[Kind, tuple[int, tuple[AcceptedTile, ...]]]
"""Shanten, and the accepted kinds with their unseen copies, by discards."""


def view(middle: Middle) -> SeatView:
    """What the player sees there.

    It is made with another hand, because what is asked of a hand is remembered: this one shall be new.
    """
    position = GivenPosition(
        rules=TENHOU, hand=ANY_HAND, discards=middle.discards, seen=middle.seen, indicators=middle.seen[:1]
    )
    made = position.view()
    made.own.hand, made.own.drawn = Hand(middle.hand), middle.hand[-1]
    return made


def tiles_alone(view: SeatView) -> Answer:
    """What others tell, too, and nothing else."""
    left = view.left()
    return {
        kind: (shanten, live_kinds(kinds, left))
        for kind, (shanten, kinds) in shape.discards(view.hand.keys).items()
    }


def of_outlooks(view: SeatView) -> Answer:
    """The same out of the outlooks."""
    return {KIND_OF[each.tile]: (each.shanten, each.accepts) for each in discard_outlooks(view)}


def contest(
    title: str,
    deal: Callable[[], Sequence[Sequence[Kind]]],
    ours: Callable[[SeatView], object],
    answer: Callable[[SeatView], Answer],
    few: int,
) -> Contest:
    """All discards of fourteen tiles in the middle of a hand, each position once.

    Answers are compared in the first ``few``, with which everybody warms up.
    """
    positions = middles(deal())
    views = [view(each) for each in positions]

    def jansou(library: Any) -> Peer:
        theirs = [library.position(each) for each in positions]

        def told(position: Any) -> Answer:
            found = library.told(position).items()
            return {
                kind: (shanten, tuple(AcceptedTile(*each) for each in sorted(accepted.items())))
                for kind, (shanten, accepted) in found
            }

        return Peer(
            Runner(library.NAME, library.outlooks, theirs, unseen=True),
            check=lambda: agree(library.NAME, answer, told, views[:few], theirs[:few]),
        )

    return Contest(title, Runner("furiten", ours, views, unseen=True), [beside("jansou", jansou)])


def outlooks(effort: Effort) -> Iterator[Work]:
    """Of random hands, and of hands of one suit, of which more are tenpai; each row has hands of its own."""
    size = effort.of(POSITIONS)
    number = size * (effort.rounds + 1)
    kinds = (("random", random_hands), ("one suit", one_suit_hands))
    works = (
        ("tiles alone, ", tiles_alone, tiles_alone, slice(number)),
        ("", discard_outlooks, of_outlooks, slice(number, 2 * number)),
    )
    for name, hands in kinds:
        for part, ours, answer, these in works:
            deal = partial(_these, hands, these)
            made = partial(contest, deal=deal, ours=ours, answer=answer, few=min(size, FEW))
            yield Work(f"outlook of 14, {part}{name}, unseen", made)


def _these(hands: Callable[[int], list[list[Kind]]], these: slice) -> list[list[Kind]]:
    return hands(these.stop)[these]
