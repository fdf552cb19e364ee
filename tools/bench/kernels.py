"""The tile mathematics beside other libraries: shanten, acceptance, waits.

The goals are what a prototype in plain Python reached beside the same libraries; where nothing was known
before (waits), they are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from engine import shape
from engine.hand import Hand
from engine.tiles import COPIES, Kind, count_kinds
from tools.bench.bench_rows import NO_GOAL, Goal
from tools.bench.hands import ids, one_suit_hands, played_hands, random_hands, wins
from tools.bench.measure import Absent, Contest, Effort, Peer, Runner, Work, beside

MANY, SOME, FEW = 5_000, 300, 20
"""Hands for what takes microseconds, tens of microseconds, and milliseconds."""

Answer = Callable[[Any], object]
Hands = Callable[[], list[list[Kind]]]


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


def shanten_from_counts(title: str, hands: Hands) -> Contest:
    """Shanten of all three forms, from a list of 34 counts."""
    counts = [count_kinds(hand) for hand in hands()]
    peers = [
        same("mahjong", "shanten", Goal(20, 30), shape.shanten, counts, counts, share=0.1),
        same("xiangting", "shanten", Goal(0.5, 0.8), shape.shanten, counts, counts),
    ]
    return Contest(title, Runner("furiten", shape.shanten, counts), peers)


def shanten_through_hands(title: str, number: int) -> Contest:
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
    return Contest(title, Runner("furiten", shape.shanten_of, kept), peers)


def acceptance(title: str, hands: Hands, effort: Effort, goal: float | None) -> Contest:
    """What each discard of fourteen tiles leaves to draw, for hands seen before; new ones have no goal."""
    dealt = hands()
    counts = [count_kinds(hand) for hand in dealt]
    kept = [Hand(hand).keys for hand in dealt]
    few, some = effort.of(FEW), effort.of(SOME)
    unseen = goal is None

    def rust(library: Any) -> Peer:
        compiled = NO_GOAL if unseen else Goal(0.5, 0.8)
        return Peer(Runner(library.NAME, library.acceptance, counts[:some]), compiled)

    mahjong = same("mahjong", "acceptance", Goal(goal), shape.discards, kept[:few], counts[:few])
    ours = Runner("furiten", shape.discards, kept if unseen else kept[:some], unseen)
    return Contest(title, ours, [mahjong, beside("xiangting", rust)])


def waits(title: str, number: int) -> Contest:
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
    return Contest(title, Runner("furiten", shape.waits, kept), peers)


def _without(tiles: Sequence[Kind]) -> list[Kind]:
    """A complete hand without one of its tiles, another one each time."""
    place = sum(tiles) % len(tiles)
    return [*tiles[:place], *tiles[place + 1 :]]


def kernels(effort: Effort) -> Iterator[Work]:
    """All of them, in the order of the report; scoring is in ``scoring``."""
    many, unseen = effort.of(MANY), effort.of(SOME) * (effort.rounds + 1)
    kinds = (("random", random_hands, 300), ("one suit", one_suit_hands, 500))
    for name, deal, _ in kinds:
        yield Work(f"shanten from counts, {name}", partial(shanten_from_counts, hands=partial(deal, many)))
    yield Work("shanten kept through a hand", partial(shanten_through_hands, number=effort.of(60)))
    for name, deal, goal in kinds:
        accepted = partial(acceptance, hands=partial(deal, unseen), effort=effort)
        yield Work(f"acceptance of 14, {name}, unseen", partial(accepted, goal=None))
        yield Work(f"acceptance of 14, {name}", partial(accepted, goal=goal))
    yield Work("waits of a tenpai hand", partial(waits, number=effort.of(SOME)))
