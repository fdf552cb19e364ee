"""The tile mathematics beside other libraries: shanten, acceptance, waits, and the score of a win.

The goals are what a prototype in plain Python reached beside the same libraries; where nothing was known
before (waits, the score beside riichienv), they are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import riichienv
import xiangting
from mahjong.shanten import Shanten

from engine import shape
from engine.hand import Hand
from engine.tiles import COPIES, KINDS, Kind, count_kinds
from tests.bench.hands import ids, one_suit_hands, played_hands, random_hands, wins
from tests.bench.measure import Contest, Effort, Peer, Runner
from tests.bench.rows import Goal

FOUR = xiangting.PlayerCount.FOUR
MANY, SOME, FEW = 5_000, 300, 20
"""Hands for what takes microseconds, tens of microseconds, and milliseconds."""

peer_shanten = Shanten.calculate_shanten

Answer = Callable[[Any], object]


def agree(name: str, ours: Answer, peer: Answer, *inputs: Sequence[Any]) -> None:
    """Raise AssertionError unless both give the same for each pair of inputs."""
    for mine, theirs in zip(*inputs, strict=True):
        one, other = ours(mine), peer(theirs)
        assert one == other, f"{name}: {one} and {other} for {mine}"


def compiled_shanten(counts: list[int]) -> int:
    """Shanten by ``xiangting``."""
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1


def shanten_from_counts(title: str, hands: list[list[Kind]]) -> Contest:
    """Shanten of all three forms, from a list of 34 counts."""
    counts = [count_kinds(hand) for hand in hands]
    mahjong = Runner("mahjong", peer_shanten, counts[: max(2, len(counts) // 10)])
    compiled = Runner("xiangting (Rust)", compiled_shanten, counts)
    peers = [Peer(mahjong, Goal(20, 30)), Peer(compiled, Goal(0.5, 0.8))]
    ours = Runner("furiten", shape.shanten, counts)

    def check() -> None:
        agree("shanten, mahjong", shape.shanten, peer_shanten, counts, counts)

    return Contest(f"shanten from counts, {title}", ours, peers, check)


def shanten_through_hands(number: int) -> Contest:
    """Shanten after every draw and discard of whole hands, from what each keeps of a hand in play.

    That is the four keys here, and a list of tile numbers there. What it costs to keep them is not counted.
    """
    hands = [hand for course in played_hands(number) for hand in course]
    kept = [Hand(tile // COPIES for tile in hand).keys for hand in hands]
    counts = [count_kinds([tile // COPIES for tile in hand]) for hand in hands]
    mahjong = Runner("mahjong", peer_shanten, counts[: max(2, len(counts) // 10)])
    rust = Runner("riichienv (Rust)", riichienv.calculate_shanten, hands)
    ours = Runner("furiten", shape.shanten_of, kept)

    def check() -> None:
        agree("shanten, riichienv", shape.shanten_of, riichienv.calculate_shanten, kept, hands)

    peers = [Peer(mahjong, Goal(100, 150)), Peer(rust, Goal(1))]
    return Contest("shanten kept through a hand", ours, peers, check)


def peer_acceptance(counts: list[int]) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
    """Acceptance of every discard as users of ``mahjong`` compute it: try each tile on each."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if not counts[discard]:
            continue
        counts[discard] -= 1
        now = peer_shanten(counts)
        accepted = tuple(kind for kind in range(KINDS) if _helps(counts, kind, now))
        counts[discard] += 1
        answer[discard] = now, accepted
    return answer


def _helps(counts: list[int], kind: Kind, now: int) -> bool:
    """Whether one more tile of that kind brings the hand closer."""
    if counts[kind] == COPIES:
        return False
    counts[kind] += 1
    helps = peer_shanten(counts) < now
    counts[kind] -= 1
    return helps


def compiled_acceptance(counts: list[int]) -> dict[Kind, tuple[int, int]]:
    """The same with ``xiangting``, one call a discard."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if counts[discard]:
            counts[discard] -= 1
            answer[discard] = xiangting.calculate_necessary_tiles(counts, FOUR)
            counts[discard] += 1
    return answer


def acceptance(title: str, goal: float, hands: list[list[Kind]], effort: Effort) -> Iterator[Contest]:
    """What each discard of fourteen tiles leaves to draw, for new hands and for hands seen before."""
    counts = [count_kinds(hand) for hand in hands]
    kept = [Hand(hand).keys for hand in hands]
    few, some = effort.of(FEW), effort.of(SOME)

    def check() -> None:
        agree("acceptance, mahjong", shape.discards, peer_acceptance, kept[:few], counts[:few])

    mahjong = Runner("mahjong", peer_acceptance, counts[:few])
    compiled = Runner("xiangting (Rust)", compiled_acceptance, counts[:some])
    unseen = Runner("furiten", shape.discards, kept, unseen=True)
    yield Contest(f"acceptance of 14, {title}, unseen", unseen, [Peer(mahjong), Peer(compiled)], check)
    seen = Runner("furiten", shape.discards, kept[:some])
    peers = [Peer(mahjong, Goal(goal)), Peer(compiled, Goal(0.5, 0.8))]
    yield Contest(f"acceptance of 14, {title}", seen, peers, check)


def peer_waits(counts: list[int]) -> tuple[Kind, ...]:
    """Waits as users of ``mahjong`` compute them: try each tile."""
    counts = list(counts)
    return tuple(kind for kind in range(KINDS) if _helps(counts, kind, 0))


def rust_waits(hand: list[int]) -> tuple[Kind, ...]:
    """Waits by ``riichienv``."""
    return tuple(sorted(tile // COPIES for tile in riichienv.HandEvaluator(hand).get_waits()))


def waits(number: int) -> Contest:
    """The waits of closed tenpai hands."""
    hands = [tenpai for win in wins(number) if not win.melds for tenpai in [_without(win.tiles)]]
    counts = [count_kinds(hand) for hand in hands]
    kept = [Hand(hand).keys for hand in hands]
    mahjong = Runner("mahjong", peer_waits, counts)
    rust = Runner("riichienv (Rust)", rust_waits, [ids(hand) for hand in hands])

    def check() -> None:
        agree("waits, mahjong", shape.waits, peer_waits, kept, counts)

    peers = [Peer(mahjong, Goal(50, 100)), Peer(rust)]
    return Contest("waits of a tenpai hand", Runner("furiten", shape.waits, kept), peers, check)


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
