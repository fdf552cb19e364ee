"""Hands to measure with, the same on every run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from engine.hand import Meld, MeldKind
from engine.rules import TENHOU
from engine.score import Win
from engine.tiles import COPIES, HONOURS, KINDS, Kind, count_kinds

HAND = 14
GROUPS = 4
SUIT = 9
TURNS = 18
SEED = 20_260_101


def random_hand(random: Random) -> list[Kind]:
    """Fourteen tiles out of 136."""
    return sorted(tile // COPIES for tile in random.sample(range(KINDS * COPIES), HAND))


def one_suit_hand(random: Random) -> list[Kind]:
    """Fourteen tiles of one suit, every other time with honours among them."""
    first = SUIT * random.randrange(3)
    kinds = [*range(first, first + SUIT), *(sorted(HONOURS) if random.random() < 0.5 else ())]
    return sorted(random.sample([kind for kind in kinds for _ in range(COPIES)], HAND))


def random_hands(number: int) -> list[list[Kind]]:
    """Many hands of fourteen random tiles."""
    random = Random(SEED)
    return [random_hand(random) for _ in range(number)]


def one_suit_hands(number: int) -> list[list[Kind]]:
    """Many hands of one suit, with or without honours."""
    random = Random(SEED)
    return [one_suit_hand(random) for _ in range(number)]


def ids(kinds: list[Kind]) -> list[int]:
    """The same tiles as numbers 0–135, four a kind, as other libraries count them.

    The first number of a kind comes last: among fives it is the red one.
    """
    seen = [0] * KINDS
    numbers = []
    for kind in kinds:
        seen[kind] += 1
        numbers.append(COPIES * kind + seen[kind] % COPIES)
    return numbers


class Middle(NamedTuple):
    """A hand of fourteen tiles in the middle of a hand, and what lies on the table."""

    hand: list[Kind]
    discards: list[Kind]
    """The own ones."""
    seen: list[Kind]
    """Those of the others, behind the indicator."""


def middles(hands: Iterable[Sequence[Kind]]) -> list[Middle]:
    """These hands after six turns, each with tiles on the table that it leaves over."""
    random = Random(SEED)
    return [_middle(hand, random) for hand in hands]


def _middle(hand: Sequence[Kind], random: Random) -> Middle:
    rest = [kind for kind, held in enumerate(count_kinds(hand)) for _ in range(COPIES - held)]
    own, others = TURNS // 3, 3 * TURNS // 3
    lying = random.sample(rest, own + others + 1)
    return Middle(list(hand), lying[:own], lying[own:])


class Spread:
    """The tiles of a win as numbers 0-135: the concealed ones, each meld, and the winning tile."""

    def __init__(self, win: Win) -> None:
        left = ids(sorted([*win.tiles, *(tile for meld in win.melds for tile in meld.tiles)]))

        def take(kind: Kind) -> int:
            return left.pop(next(place for place, number in enumerate(left) if number // COPIES == kind))

        self.melds = [[take(tile) for tile in meld.tiles] for meld in win.melds]
        self.winning = next(number for number in left if number // COPIES == win.winning_tile)
        self.concealed = left
        self.dora = [COPIES * tile for tile in win.dora_indicators]


def _group(random: Random) -> list[Kind]:
    """A sequence (two times in three) or a triplet."""
    if random.random() < 2 / 3:
        start = SUIT * random.randrange(3) + random.randrange(SUIT - 2)
        return [start, start + 1, start + 2]
    return [random.randrange(KINDS)] * 3


def _win(random: Random) -> Win | None:
    """A complete hand, closed or with up to two groups called; None when a kind came up too often."""
    groups = [_group(random) for _ in range(GROUPS)]
    pair = [random.randrange(KINDS)] * 2
    if max(count_kinds([tile for group in [*groups, pair] for tile in group])) > COPIES:
        return None
    called = random.choice((0, 0, 0, 1, 2))
    kinds = [MeldKind.PON if group[0] == group[1] else MeldKind.CHI for group in groups]
    melds = [Meld(kind, tuple(group)) for kind, group in zip(kinds, groups[:called], strict=False)]
    concealed = sorted(tile for group in [*groups[called:], pair] for tile in group)
    tsumo = random.random() < 0.45
    return Win(
        tiles=tuple(concealed),
        winning_tile=random.choice(concealed),
        melds=tuple(melds),
        tsumo=tsumo,
        seat_wind=random.randrange(27, 31),
        round_wind=random.randrange(27, 29),
        riichi=int(not melds and random.random() < 0.6),
        dora_indicators=(random.randrange(KINDS),),
        rules=TENHOU,
    )


def wins(number: int, *, closed: bool = False) -> list[Win]:
    """Many complete hands, or many without melds; some have no yaku."""
    random = Random(SEED)
    found: list[Win] = []
    while len(found) < number:
        win = _win(random)
        if win is not None and not (closed and win.melds):
            found.append(win)
    return found


def played_hands(number: int) -> list[list[list[int]]]:
    """Whole hands as tile numbers 0–135: each a course of thirteen and fourteen tiles in turns.

    Eighteen draws with a discard out of the hand after each, as in a hand that ends with the wall.
    """
    random = Random(SEED)
    return [_course(random) for _ in range(number)]


def _course(random: Random) -> list[list[int]]:
    wall = random.sample(range(KINDS * COPIES), HAND - 1 + TURNS)
    hand, course = wall[: HAND - 1], []
    for drawn in wall[HAND - 1 :]:
        hand = [*hand, drawn]
        course.append(hand)
        thrown = random.choice(hand)
        hand = [tile for tile in hand if tile != thrown]
        course.append(hand)
    return course
