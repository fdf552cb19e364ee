"""The tile mathematics beside other libraries: shanten, acceptance, waits.

The goals are what a prototype in plain Python reached beside the same libraries; where nothing was known
before (waits), they are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine import shape
from engine.hand import Hand
from engine.tiles import COPIES, Kind, count_kinds
from tests.bench.hands import ids, one_suit_hands, played_hands, random_hands, wins
from tests.bench.measure import Absent, Contest, Effort, Peer, Runner, beside
from tests.bench.rows import NO_GOAL, Goal

MANY, SOME, FEW = 5_000, 300, 20
"""Hands for what takes microseconds, tens of microseconds, and milliseconds."""

Answer = Callable[[Any], object]


def agree(name: str, ours: Answer, peer: Answer, *inputs: Sequence[Any]) -> None:
    """Raise AssertionError unless both give the same for each pair of inputs."""
    for mine, theirs in zip(*inputs, strict=True):
        one, other = ours(mine), peer(theirs)
        assert one == other, f"{name}: {one} and {other} for {mine}"


def same(
    library: str,
    function: str,
    goal: Goal,
    ours: Answer,
    *inputs: Sequence[Any],
    share: float = 1,
) -> Peer | Absent:
    """A library that shall give our answers: its function, on its inputs, beside ours, on ours.

    It is measured on that share of the inputs, and compared on all.
    """
    mine, theirs = inputs

    def made(library: Any) -> Peer:
        call = getattr(library, function)
        few = theirs[: max(2, round(share * len(theirs)))]
        return Peer(
            Runner(library.NAME, call, few), goal, lambda: agree(library.NAME, ours, call, mine, theirs)
        )

    return beside(library, made)


def shanten_from_counts(title: str, hands: list[list[Kind]]) -> Contest:
    """Shanten of all three forms, from a list of 34 counts."""
    counts = [count_kinds(hand) for hand in hands]
    peers = [
        same("mahjong", "shanten", Goal(20, 30), shape.shanten, counts, counts, share=0.1),
        same("xiangting", "shanten", Goal(0.5, 0.8), shape.shanten, counts, counts),
    ]
    return Contest(f"shanten from counts, {title}", Runner("furiten", shape.shanten, counts), peers)


def shanten_through_hands(number: int) -> Contest:
    """Shanten after every draw and discard of whole hands, from what each keeps of a hand in play.

    That is the four keys here, and a list of tile numbers there. What it costs to keep them is not counted.
    """
    hands = [hand for course in played_hands(number) for hand in course]
    kept = [Hand(tile // COPIES for tile in hand).keys for hand in hands]
    counts = [count_kinds([tile // COPIES for tile in hand]) for hand in hands]
    peers = [
        same("mahjong", "shanten", Goal(100, 150), shape.shanten_of, kept, counts, share=0.1),
        same("riichienv", "shanten", Goal(1), shape.shanten_of, kept, hands),
    ]
    return Contest("shanten kept through a hand", Runner("furiten", shape.shanten_of, kept), peers)


def acceptance(title: str, goal: float, hands: list[list[Kind]], effort: Effort) -> Iterator[Contest]:
    """What each discard of fourteen tiles leaves to draw, for new hands and for hands seen before."""
    counts = [count_kinds(hand) for hand in hands]
    kept = [Hand(hand).keys for hand in hands]
    few, some = effort.of(FEW), effort.of(SOME)

    def peers(plain: Goal, compiled: Goal) -> list[Peer | Absent]:
        def rust(library: Any) -> Peer:
            return Peer(Runner(library.NAME, library.acceptance, counts[:some]), compiled)

        mahjong = same("mahjong", "acceptance", plain, shape.discards, kept[:few], counts[:few])
        return [mahjong, beside("xiangting", rust)]

    unseen = Runner("furiten", shape.discards, kept, unseen=True)
    yield Contest(f"acceptance of 14, {title}, unseen", unseen, peers(NO_GOAL, NO_GOAL))
    seen = Runner("furiten", shape.discards, kept[:some])
    yield Contest(f"acceptance of 14, {title}", seen, peers(Goal(goal), Goal(0.5, 0.8)))


def waits(number: int) -> Contest:
    """The waits of closed tenpai hands."""
    hands = [tenpai for win in wins(number) if not win.melds for tenpai in [_without(win.tiles)]]
    counts = [count_kinds(hand) for hand in hands]
    kept = [Hand(hand).keys for hand in hands]

    def rust(library: Any) -> Peer:
        return Peer(Runner(library.NAME, library.waits, [ids(hand) for hand in hands]))

    peers = [
        same("mahjong", "waits", Goal(50, 100), shape.waits, kept, counts),
        beside("riichienv", rust),
    ]
    return Contest("waits of a tenpai hand", Runner("furiten", shape.waits, kept), peers)


def _without(tiles: Sequence[Kind]) -> list[Kind]:
    """A complete hand without one of its tiles, another one each time."""
    place = sum(tiles) % len(tiles)
    return [*tiles[:place], *tiles[place + 1 :]]


def kernels(effort: Effort) -> Iterator[Contest]:
    """All of them, in the order of the report; scoring is in ``scoring``."""
    many, unseen = effort.of(MANY), effort.of(SOME) * (effort.rounds + 1)
    yield shanten_from_counts("random", random_hands(many))
    yield shanten_from_counts("one suit", one_suit_hands(many))
    yield shanten_through_hands(effort.of(60))
    yield from acceptance("random", 300, random_hands(unseen), effort)
    yield from acceptance("one suit", 500, one_suit_hands(unseen), effort)
    yield waits(effort.of(SOME))
