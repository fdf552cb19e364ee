"""Generate random tenpai hands: complete hands with one tile removed, and special shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hand import Hand, Meld, MeldKind
from engine.rules import Ruleset
from engine.tiles import COPIES, EAST, KINDS, ORPHANS, RED, RED_OF, Kind, Tile
from engine.wall import Dice

Block = tuple[MeldKind, tuple[Kind, ...]]
"""A meld as kinds, the called tile first."""


def grouped(share: int, melded: int, rules: Ruleset, dice: Dice) -> Hand | None:
    """Four groups and a pair with one tile removed; None if a kind would need more than four tiles.

    Each group is of the home suit with a chance of ``share`` percent, else of any suit; ``melded`` of them
    are melds.
    """
    home = dice.below(3)
    groups = [_group(home, share, dice) for _ in range(4)]
    pair = _kind(home, share, dice)
    kinds = [kind for group in groups[melded:] for kind in group] + [pair, pair]
    kinds.remove(kinds[dice.below(len(kinds))])
    return hand_of(rules, dice, kinds, [_laid_open(group, dice) for group in groups[:melded]])


def one_suit(rules: Ruleset, dice: Dice) -> Hand | None:
    """Thirteen tiles of one suit, all such hands equally likely; rarely noten."""
    return hand_of(rules, dice, _of_suit(dice.below(3), 13, dice))


def ten_of_suit(rules: Ruleset, dice: Dice) -> Hand | None:
    """Ten tiles of one suit, generated likewise, and a group, concealed or melded."""
    suit = dice.below(3)
    kinds, group = _of_suit(suit, 10, dice), _group(suit, 0, dice)
    if dice.below(3) == 0:
        return hand_of(rules, dice, [*kinds, *group])
    return hand_of(rules, dice, kinds, [_laid_open(group, dice)])


def _of_suit(suit: int, number: int, dice: Dice) -> list[Kind]:
    """``number`` tiles of a suit, not drawn from a wall, because that would favour hands with many pairs."""
    counts: list[int] = []
    while sum(counts) != number:
        counts = [dice.below(COPIES + 1) for _ in range(9)]
    return [9 * suit + rank for rank, count in enumerate(counts) for _ in range(count)]


def _group(home: int, share: int, dice: Dice) -> tuple[Kind, Kind, Kind]:
    suit = home if dice.below(100) < share else dice.below(4)
    if suit == 3:
        kind = EAST + dice.below(RED - EAST + 1)
        return kind, kind, kind
    if dice.below(4) == 0:
        kind = 9 * suit + dice.below(9)
        return kind, kind, kind
    kind = 9 * suit + dice.below(7)
    return kind, kind + 1, kind + 2


def _kind(home: int, share: int, dice: Dice) -> Kind:
    return 9 * home + dice.below(9) if dice.below(100) < share else dice.below(KINDS)


def _laid_open(group: tuple[Kind, Kind, Kind], dice: Dice) -> Block:
    """A group as a random meld."""
    if group[0] != group[1]:
        called = dice.below(3)
        return MeldKind.CHI, (group[called], *group[:called], *group[called + 1 :])
    kind = (MeldKind.PON, MeldKind.PON, MeldKind.OPEN_KAN, MeldKind.CLOSED_KAN)[dice.below(4)]
    return kind, (group[0],) * (3 if kind is MeldKind.PON else COPIES)


def seven_pairs(rules: Ruleset, dice: Dice) -> Hand | None:
    """Six pairs and a tile."""
    kinds = dice.shuffled(range(KINDS))
    return hand_of(rules, dice, [*kinds[:7], *kinds[1:7]])


def orphans(thirteen: bool, rules: Ruleset, dice: Dice) -> Hand | None:
    """A hand that waits on one orphan, or on all thirteen."""
    kinds = dice.shuffled(ORPHANS)
    return hand_of(rules, dice, kinds if thirteen else [*kinds[1:], kinds[1]])


def fifth(share: int, rules: Ruleset, dice: Dice) -> Hand | None:
    """A hand that needs a fifth tile: the four are in a kan, or in a pon and the hand."""
    home = dice.below(3)
    groups = [_group(home, share, dice) for _ in range(3)]
    if dice.below(2):
        kind = dice.below(KINDS)
        kinds = [kind for group in groups for kind in group]
        return hand_of(rules, dice, [*kinds, kind], [(MeldKind.PON, (kind, kind, kind))])
    kind = 9 * dice.below(3) + 1 + dice.below(7)
    pair = _kind(home, share, dice)
    kan = MeldKind.CLOSED_KAN if dice.below(2) else MeldKind.OPEN_KAN
    kinds = [kind - 1, kind + 1, *groups[0], *groups[1], pair, pair]
    return hand_of(rules, dice, kinds, [(kan, (kind,) * COPIES)])


def back_yaku(rules: Ruleset, dice: Dice) -> Hand | None:
    """An open hand with two pairs, one of a dragon: the dragon gives it a yaku, the other pair may not."""
    dragon = RED - dice.below(3)
    other = 9 * dice.below(3) + dice.below(9)
    melded = 1 + dice.below(3)
    groups = [_group(0, 0, dice) for _ in range(3)]
    kinds = [kind for group in groups[melded:] for kind in group] + [dragon, dragon, other, other]
    return hand_of(rules, dice, kinds, [_laid_open(group, dice) for group in groups[:melded]])


def one_sided_tanyao(rules: Ruleset, dice: Dice) -> Hand | None:
    """A hand of simples that waits on a two-sided wait with a terminal; up to two melds."""
    groups = [_simples(dice) for _ in range(3)]
    melded = dice.below(3)
    low, pair = 9 * dice.below(3), 9 * dice.below(3) + 1 + dice.below(7)
    run = [low + 1, low + 2] if dice.below(2) else [low + 6, low + 7]
    kinds = [kind for group in groups[melded:] for kind in group] + [pair, pair, *run]
    return hand_of(rules, dice, kinds, [_laid_open(group, dice) for group in groups[:melded]])


def _simples(dice: Dice) -> tuple[Kind, Kind, Kind]:
    """A group without terminals and honours."""
    suit = 9 * dice.below(3)
    if dice.below(3) == 0:
        kind = suit + 1 + dice.below(7)
        return kind, kind, kind
    kind = suit + 1 + dice.below(5)
    return kind, kind + 1, kind + 2


def hand_of(rules: Ruleset, dice: Dice, kinds: Sequence[Kind], melds: Sequence[Block] = ()) -> Hand | None:
    """The hand of those kinds, red fives as frequent as in the set; None if there are not enough tiles."""
    everything = [*kinds, *(kind for _, meld in melds for kind in meld)]
    if any(everything.count(kind) > COPIES for kind in everything):
        return None
    tiles = _tiles(rules, dice, everything)
    hand = Hand(tiles.pop(0) for _ in kinds)
    for kind, meld in melds:
        source = None if kind is MeldKind.CLOSED_KAN else 3 if kind is MeldKind.CHI else 1 + dice.below(3)
        hand.melds.append(Meld(kind, tuple(tiles.pop(0) for _ in meld), source))
    return hand


def _tiles(rules: Ruleset, dice: Dice, kinds: Sequence[Kind]) -> list[Tile]:
    """Tiles of those kinds from one set."""
    fives = {
        kind: dice.shuffled([RED_OF[kind]] * reds + [kind] * (COPIES - reds))
        for kind, reds in zip(RED_OF, rules.red_fives, strict=True)
    }
    return [fives[kind].pop() if kind in fives else kind for kind in kinds]
