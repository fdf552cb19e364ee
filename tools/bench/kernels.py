"""The tile mathematics beside other libraries: shanten, acceptance, waits.

A goal holds for hands that were never asked before: each round has hands of its own. The rows "warm" ask the
same hands in every round, so that what is remembered of them helps; they have no goal.
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
Hands = Callable[[int], list[list[Kind]]]


def agree(name: str, ours: Answer, peer: Answer, *inputs: Sequence[Any]) -> None:
    """Raise AssertionError unless both give the same for each pair of inputs."""
    for mine, theirs in zip(*inputs, strict=True):
        one, other = ours(mine), peer(theirs)
        assert one == other, f"{name}: {one} and {other} for {mine}"


class Asked:
    """So many hands a round, new ones each time unless ``warm``, and how programs are asked about them."""

    def __init__(self, number: int, effort: Effort, *, warm: bool) -> None:
        self.number = number
        self.warm = warm
        self.dealt = number if warm else number * (effort.rounds + 1)
        """The hands of all rounds, and before them those of the warm-up."""

    def runner(self, name: str, function: Answer, items: Sequence[Any], share: float = 1) -> Runner:
        """A program that is asked about all of its items, or a share of those of each round."""
        return Runner(name, function, items[:: min(round(1 / share), self.number)], unseen=not self.warm)

    def same(
        self,
        library: str,
        function: str,
        goal: Goal,
        ours: Answer,
        mine: Sequence[Any],
        theirs: Callable[[Any], Sequence[Any]],
        share: float = 1,
    ) -> Peer | Absent:
        """A library that shall give our answers: its function, on the inputs that are made of its module.

        Answers are compared for the hands of the warm-up, so that the others stay new.
        """

        def made(library: Any) -> Peer:
            call, inputs = getattr(library, function), theirs(library)
            few = slice(max(1, round(share * self.number)))
            return Peer(
                self.runner(library.NAME, call, inputs, share),
                NO_GOAL if self.warm else goal,
                lambda: agree(library.NAME, ours, call, mine[few], inputs[few]),
            )

        return beside(library, made)


def shanten_from_counts(title: str, hands: Hands, asked: Asked) -> Contest:
    """Shanten of all three forms, from a list of 34 counts."""
    dealt = hands(asked.dealt)
    counts = [count_kinds(hand) for hand in dealt]
    forms: dict[str, Callable[[Any], Sequence[Any]]] = {
        "riichienv": lambda rust: [ids(hand) for hand in dealt],
        "cmajiang": lambda cpp: [cpp.hand(hand) for hand in dealt],
    }
    peers = [
        asked.same(
            library, "shanten", goal, shape.shanten, counts, forms.get(library, lambda _: counts), share
        )
        for library, goal, share in (
            ("mahjong", Goal(20, 30), 0.1),
            ("xiangting", Goal(0.6, 0.8), 1),
            ("riichienv", NO_GOAL, 1),
            ("jansou", NO_GOAL, 1),
            ("cmajiang", NO_GOAL, 1),
        )
    ]
    return Contest(title, asked.runner("furiten", shape.shanten, counts), peers)


def shanten_through_hands(title: str, asked: Asked) -> Contest:
    """Shanten after every draw and discard of whole hands, from what each keeps of a hand in play.

    That is the four keys here, and a list of tile numbers there. What it costs to keep them is not counted.
    """
    hands = [hand for course in played_hands(asked.dealt) for hand in course]
    kept = [Hand(tile // COPIES for tile in hand).keys for hand in hands]
    counts = [count_kinds([tile // COPIES for tile in hand]) for hand in hands]
    ours = shape.shanten_of
    peers = [
        asked.same("mahjong", "shanten", Goal(100, 150), ours, kept, lambda _: counts, share=0.1),
        asked.same("riichienv", "shanten", Goal(1), ours, kept, lambda _: hands),
    ]
    return Contest(title, asked.runner("furiten", ours, kept), peers)


def acceptance(title: str, hands: Hands, asked: Asked, goal: float) -> Contest:
    """What each discard of fourteen tiles leaves to draw."""
    dealt = hands(asked.dealt)
    counts = [count_kinds(hand) for hand in dealt]
    kept = [Hand(hand).keys for hand in dealt]
    share = min(1.0, FEW / asked.number)

    def rust(library: Any) -> Peer:
        compiled = NO_GOAL if asked.warm else Goal(0.5, 0.8)
        return Peer(asked.runner(library.NAME, library.acceptance, counts), compiled)

    mahjong = asked.same(
        "mahjong", "acceptance", Goal(goal), shape.discards, kept, lambda _: counts, share=share
    )
    return Contest(title, asked.runner("furiten", shape.discards, kept), [mahjong, beside("xiangting", rust)])


def waits(title: str, asked: Asked) -> Contest:
    """The waits of closed tenpai hands."""
    hands = [_without(win.tiles) for win in wins(asked.dealt, closed=True)]
    counts = [count_kinds(hand) for hand in hands]
    kept = [Hand(hand).keys for hand in hands]

    def rust(library: Any) -> Peer:
        numbers = [ids(hand) for hand in hands]
        return Peer(asked.runner(library.NAME, library.waits, numbers), NO_GOAL if asked.warm else Goal(1))

    peers = [
        asked.same("mahjong", "waits", Goal(50, 100), shape.waits, kept, lambda _: counts, share=0.1),
        beside("riichienv", rust),
    ]
    return Contest(title, asked.runner("furiten", shape.waits, kept), peers)


def _without(tiles: Sequence[Kind]) -> list[Kind]:
    """A complete hand without one of its tiles, another one each time."""
    place = sum(tiles) % len(tiles)
    return [*tiles[:place], *tiles[place + 1 :]]


def kernels(effort: Effort) -> Iterator[Work]:
    """All of them, in the order of the report; scoring is in ``scoring``."""
    kinds = (("random", random_hands, 300), ("one suit", one_suit_hands, 500))
    for ending, warm in ENDINGS:
        many, some = (Asked(effort.of(number), effort, warm=warm) for number in (MANY, SOME))
        for name, hands, _ in kinds:
            made = partial(shanten_from_counts, hands=hands, asked=many)
            yield Work(f"shanten from counts, {name}, {ending}", made)
        for name, hands, goal in kinds:
            accepted = partial(acceptance, hands=hands, asked=some, goal=goal)
            yield Work(f"acceptance of 14, {name}, {ending}", accepted)
        yield Work(f"waits of a tenpai hand, {ending}", partial(waits, asked=some))
    courses = Asked(effort.of(60), effort, warm=False)
    yield Work("shanten kept through a hand, unseen", partial(shanten_through_hands, asked=courses))


ENDINGS = (("unseen", False), ("warm", True))
"""How rows are called whose hands are new in every round, and whose hands are the same in all."""
