"""Waits: mark every tile that the hand waits on.

Hands are made for the purpose: four groups and a pair, more and more of them in one suit, with a tile taken
away; seven pairs; thirteen orphans; and hands whose tiles are all gone, somewhere else or in the own hand.
Where the player holds all four of a kind rulesets differ (``fifth_tile``): that is only asked when it
decides between tenpai and noten.

The measure of difficulty counts what has to be looked at: kinds that are not simply set aside as
a finished group, waits, ways to read the hand with each of them, and five for each kind that only a fifth
tile could be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names, word_options
from ai.drills.staging import red_or_plain, stage
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.melds import Meld, MeldKind
from engine.rules import PRESETS, Ruleset
from engine.shape import Reading
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, EAST, KINDS, ORPHANS, Kind
from engine.view import SeatView

NONE = "none"
"""The word for a hand that waits on nothing."""

BANDS: tuple[tuple[int, int], ...] = ((3, 7), (8, 11), (12, 16), (17, 23), (24, 99))
"""Least and greatest difficulty of each level."""
HOME: tuple[int, ...] = (15, 40, 60, 85, 100)
"""How many groups of a hundred are of one suit, by level."""
FIFTH = 5
"""What a kind of which the player holds all four adds to the difficulty."""
FIFTH_FROM = 3
"""The lowest level at which that occurs."""


@dataclass(frozen=True, slots=True)
class WaitsAsk(Ask):
    """Mark every tile that the hand waits on, or that there is none."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A wait: copies of it that the seat cannot see, and the ways to read the complete hand."""

    kind: Kind
    left: int
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class WaitsFacts(Facts):
    """The waits, and the kinds that would complete the hand if there were a fifth tile."""

    waits: tuple[Completion, ...]
    fifth: tuple[Kind, ...]
    """All four are in the player's own hand and melds."""
    noten_by_rule: bool
    """The hand would wait on ``fifth`` alone, and the ruleset does not let that count."""


def draft(level: int, dice: Dice) -> Draft | None:
    """A hand of that level, or None."""
    rules = list(PRESETS.values())[dice.below(len(PRESETS))]
    recipe = _recipe(level, dice)
    while (hand := recipe(level, rules, dice)) is None or not _fits(level, hand, rules):
        pass
    waits = shape.waits(hand.keys, len(hand.melds))
    gone = [waits[dice.below(len(waits))]] if waits and level > 1 and dice.below(4) == 0 else []
    seat, events = stage(rules, dice, hand, 3 + dice.below(8), keep=waits, seen=gone)
    view = SeatView.from_events(rules, seat, events)
    known = facts_of(view.hand, rules, view.left())
    assert known is not None
    return Draft(
        rules=rules,
        seat=seat,
        events=events,
        ask=WaitsAsk(),
        parts=(Part("waits", (*kind_options(range(KINDS)), *word_options([NONE])), several=True),),
        answer=(names(wait.kind for wait in known.waits) or frozenset({NONE}),),
        facts=known,
        difficulty=difficulty(hand, known),
    )


# -- what the hand waits on ----------------------------------------------------------------------------


def facts_of(hand: Hand, rules: Ruleset, left: Sequence[int]) -> WaitsFacts | None:
    """What there is to say about the waits of a hand of 13 tiles.

    None when there is nothing to ask: it is noten and would be with a fifth tile too, or some waits are
    possible, others only by the letter of the rules.
    """
    waits = shape.waits(hand.keys, len(hand.melds))
    reachable = [kind for kind in waits if hand.holds(kind) < COPIES]
    fifth = [kind for kind in range(KINDS) if _needs_fifth(hand, kind)] + [
        kind for kind in waits if kind not in reachable
    ]
    if reachable and len(reachable) < len(waits):
        return None
    tenpai = tenpai_waits(hand, rules, waits)
    if not tenpai and not fifth:
        return None
    return WaitsFacts(
        waits=tuple(Completion(kind, left[kind], _readings(hand, kind)) for kind in tenpai),
        fifth=tuple(sorted(fifth)),
        noten_by_rule=bool(waits) and not tenpai,
    )


def _readings(hand: Hand, kind: Kind) -> tuple[Reading, ...]:
    full = hand.copy()
    full.add(kind)
    return shape.readings(full.keys, len(full.melds))


def _needs_fifth(hand: Hand, kind: Kind) -> bool:
    """Whether the hand holds four of a kind concealed and a fifth would complete it.

    Of the five, three are a triplet, or two the pair: not all five can be in sequences, since there are only
    four groups. The triplet may as well be a meld, and the pair one of an honour.
    """
    if hand.counts[kind] < COPIES:
        return False
    counts = hand.counts.copy()
    counts[kind] = 2
    if shape.shanten(counts, len(hand.melds) + 1) == -1:
        return True
    honour = next((kind for kind in range(EAST, KINDS) if not counts[kind]), None)
    if honour is None:
        return False
    counts[kind], counts[honour] = 3, 2
    return shape.shanten(counts, len(hand.melds)) == -1


def difficulty(hand: Hand, facts: WaitsFacts) -> int:
    """What has to be looked at to find the waits."""
    readings = sum(len(wait.readings) for wait in facts.waits)
    return _kinds_to_look_at(hand) + len(facts.waits) + readings + FIFTH * len(facts.fifth)


def _kinds_to_look_at(hand: Hand) -> int:
    """Kinds of the concealed tiles, without groups that stand alone."""
    return sum(len(run) for run in _runs(hand) if not _group_alone(hand, run))


def _runs(hand: Hand) -> Iterator[list[Kind]]:
    """Kinds that lie no further apart than one gap in a suit, honours each for itself."""
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


# -- hands ---------------------------------------------------------------------------------------------


def _fits(level: int, hand: Hand, rules: Ruleset) -> bool:
    """Whether there is something of that level to ask about the hand."""
    low, high = BANDS[level - 1]
    facts = facts_of(hand, rules, [COPIES] * KINDS)
    if facts is None or (facts.fifth and level < FIFTH_FROM):
        return False
    return low <= difficulty(hand, facts) <= high


def _groups(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    """Four groups and a pair with a tile taken away, some of the groups melded."""
    home, melded = dice.below(3), _melded(level, dice)
    blocks = [_group(home, HOME[level - 1], dice) for _ in range(4)]
    pair = _pair(home, HOME[level - 1], dice)
    melds, concealed = blocks[:melded], [*blocks[melded:], (pair, pair)]
    kinds = [kind for block in concealed for kind in block]
    kinds.remove(kinds[dice.below(len(kinds))])
    return _hand(rules, dice, kinds, [_laid_open(meld, dice) for meld in melds])


def _melded(level: int, dice: Dice) -> int:
    """How many groups are melded: few in the hands that are hard for what they conceal."""
    return (0, 0, 0, 1, 1, 2)[dice.below(6)] if level < 4 else (0, 0, 0, 0, 0, 1)[dice.below(6)]


def _group(home: int, share: int, dice: Dice) -> tuple[Kind, Kind, Kind]:
    suit = home if dice.below(100) < share else dice.below(4)
    if suit == 3:
        kind = EAST + dice.below(7)
        return kind, kind, kind
    if dice.below(4) == 0:
        kind = 9 * suit + dice.below(9)
        return kind, kind, kind
    kind = 9 * suit + dice.below(7)
    return kind, kind + 1, kind + 2


def _pair(home: int, share: int, dice: Dice) -> Kind:
    return 9 * home + dice.below(9) if dice.below(100) < share else dice.below(KINDS)


def _laid_open(kinds: Sequence[Kind], dice: Dice) -> tuple[MeldKind, tuple[Kind, ...]]:
    """A group as a meld: which, and its kinds with the called one first."""
    if kinds[0] != kinds[1]:
        called = dice.below(3)
        return MeldKind.CHI, (kinds[called], *kinds[:called], *kinds[called + 1 :])
    kind = (MeldKind.PON, MeldKind.PON, MeldKind.OPEN_KAN, MeldKind.CLOSED_KAN)[dice.below(4)]
    return kind, (kinds[0],) * (3 if kind is MeldKind.PON else COPIES)


def _hand(
    rules: Ruleset, dice: Dice, kinds: Sequence[Kind], melds: Sequence[tuple[MeldKind, tuple[Kind, ...]]] = ()
) -> Hand | None:
    """The hand of those kinds, red fives among them by chance; None when there are not enough tiles."""
    everything = [*kinds, *(kind for _, meld in melds for kind in meld)]
    if any(everything.count(kind) > COPIES for kind in everything):
        return None
    tiles = red_or_plain(rules, dice, everything)
    hand, place = Hand(tiles[: len(kinds)]), len(kinds)
    for meld, members in melds:
        source = None if meld is MeldKind.CLOSED_KAN else 3 if meld is MeldKind.CHI else 1 + dice.below(3)
        hand.melds.append(Meld(meld, tuple(tiles[place : place + len(members)]), source))
        place += len(members)
    return hand


def _seven_pairs(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    home = dice.below(3)
    pool = [kind for kind in dice.shuffled(range(KINDS)) if level < 4 or kind // 9 == home]
    kinds = [kind for kind in pool[:7] for _ in range(2)]
    return _hand(rules, dice, kinds[:-1])


def _orphans(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    """Waiting on one kind, or, at the highest level, on all thirteen."""
    kinds = dice.shuffled(ORPHANS)
    return _hand(rules, dice, kinds if level == 5 else [*kinds[1:], kinds[1]])


def _fifth(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    """A hand that needs the fifth tile of a kind: four lie in a kan, or in a pon and the hand."""
    home = dice.below(3)
    groups = [_group(home, HOME[level - 1], dice) for _ in range(3)]
    if dice.below(2):
        kind = dice.below(KINDS)
        return _hand(
            rules, dice, [*groups[0], *groups[1], *groups[2], kind], [(MeldKind.PON, (kind, kind, kind))]
        )
    kind = 9 * dice.below(3) + 1 + dice.below(7)
    pair = _pair(home, HOME[level - 1], dice)
    kan = MeldKind.CLOSED_KAN if dice.below(2) else MeldKind.OPEN_KAN
    kinds = [kind - 1, kind + 1, *groups[0], *groups[1], pair, pair]
    return _hand(rules, dice, kinds, [(kan, (kind,) * COPIES)])


_Recipe = Callable[[int, Ruleset, Dice], Hand | None]

_RECIPES: tuple[dict[_Recipe, int], ...] = (
    {_groups: 100},
    {_groups: 80, _seven_pairs: 20},
    {_groups: 82, _seven_pairs: 6, _fifth: 10, _orphans: 2},
    {_groups: 88, _seven_pairs: 4, _fifth: 8},
    {_groups: 99, _orphans: 1},
)
"""How many hands of a hundred are made in which way, by level."""


def _recipe(level: int, dice: Dice) -> _Recipe:
    throws = [recipe for recipe, share in _RECIPES[level - 1].items() for _ in range(share)]
    return throws[dice.below(len(throws))]
