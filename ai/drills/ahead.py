"""Questions "think ahead": one away from tenpai, find the discard with the least risk of a furiten wait.

The positions are own turns, from bot games (with any draw substituted) or constructed: hands with two
isolated tiles, and a pond that contains useful ones. The risk of a discard is the number of unseen tiles that
the hand then accepts and that lead only to furiten tenpai, whatever is discarded next. A position is asked
only if one discard is best by both measures: the fewest such tiles, and, by at least two, the most unseen
tiles that lead to a wait without furiten. Furiten must also decide: another discard accepts as many tiles or
more, at least three of which lead only to furiten.

The difficulty adds two for each discard that keeps the hand one away from tenpai, one for each kind accepted
then, one for each own discard, and up to three for a small lead of the best discard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from ai.drills import random_tenpai as hands
from ai.drills.played_positions import Habits, moments, other_draws
from ai.drills.position_builder import Course, build_position
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names
from ai.drills.weighted_choice import any_rules
from ai.reading.acceptance import AcceptedTile, live_kinds
from ai.reading.tenpai_in_reach import FreeingDraw, freeing_draws
from ai.reading.wait_outlook import Outlook, outlook_after
from ai.seat_position import SeatPosition
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, KIND_OF, KINDS, Kind
from engine.view import SeatView

BANDS: tuple[tuple[int, int], ...] = ((0, 25), (26, 28), (29, 31), (32, 34), (35, 999))
"""The lowest and highest difficulty of each level."""
ANY = (0, 999)
"""Every difficulty."""
PER_DISCARD = 2
CLOSE = 5
"""A lead over the next best discard, in tiles, that adds no difficulty."""
LEAD = 2
"""The least lead, in tiles."""
TELLING = 3
"""The fewest tiles that lead only to furiten after the tempting discard."""
PLAYED = 35
"""Percentage of questions for which bot games are searched first …"""
_PATIENCE = 6
"""… and the most hands searched."""
SUIT_SHARES: tuple[int, ...] = (25, 35, 50, 65, 80)
"""Percentage of groups of the home suit in constructed hands, by level."""
TURNS = (4, 14)
"""The fewest and most own discards of a constructed position."""
MOST_THROWN = 3
"""The most useful tiles discarded on purpose in a constructed position."""
_HABITS = Habits(passes=100)
_LOOKS = 40
"""The most positions tried per hand."""


@dataclass(frozen=True, slots=True)
class AheadAsk(Ask):
    """Which discard keeps the hand one away from tenpai with the least risk of a furiten wait?"""


@dataclass(frozen=True, slots=True)
class Branch:
    """A discard that keeps the hand one away from tenpai, and where the accepted tiles lead.

    ``effect`` has all accepted tiles, and in ``latent`` the draws that lead only to furiten.
    """

    kind: Kind
    effect: Outlook
    free: tuple[FreeingDraw, ...]
    """The draws that lead to a wait without furiten, with an unseen tile to win on."""

    @property
    def free_tiles(self) -> int:
        """Unseen tiles of ``free``."""
        return sum(draw.left for draw in self.free)

    @property
    def furiten_tiles(self) -> int:
        """Unseen tiles that lead only to furiten tenpai."""
        return self.effect.leading_to_furiten


@dataclass(frozen=True, slots=True)
class AheadFacts(Facts):
    """The discards that keep the hand one away from tenpai, the best first."""

    branches: tuple[Branch, ...]


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    played = _PATIENCE if dice.below(100) < PLAYED else 0
    while (found := _find(level, dice, fixed, played=played > 0)) is None:
        played -= 1
    return found


def _find(level: int, dice: Dice, fixed: Ruleset | None, *, played: bool) -> Draft | None:
    """A question from one hand, or None."""
    rules = any_rules(dice, fixed)
    found = _played(rules, dice) if played else _made(level, rules, dice)
    drafts = (ask(moment, BANDS[level - 1]) for moment in islice(found, _LOOKS))
    return next((draft for draft in drafts if draft is not None), None)


def _made(level: int, rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """A constructed hand that draws a useless tile and has discarded tiles that it could use now.

    The turn is chosen so that the difficulty fits the level.
    """
    tenpai = hands.grouped(SUIT_SHARES[level - 1], 0, rules, dice)
    if tenpai is None:
        return
    kinds = [KIND_OF[tile] for tile in dice.shuffled(tenpai.tiles)][1:]
    hand = hands.hand_of(rules, dice, [*kinds, dice.below(KINDS)])
    drawn = dice.below(KINDS)
    if hand is None or hand.counts[drawn] == COPIES:
        return
    full = hand.copy()
    full.add(drawn)
    left = [COPIES - count for count in full.counts]
    useful = _most_accepted(full, left)
    low, high = (end - _to_compare(full, left) for end in BANDS[level - 1])
    first, last = max(TURNS[0], low - CLOSE + LEAD), min(TURNS[1], high)
    if not useful or first > last:
        return
    thrown = dice.shuffled(sorted(useful))[: 1 + dice.below(MOST_THROWN)]
    turns = first + dice.below(last - first + 1)
    course = Course(turns=turns, late=1 + dice.below(4), thrown=thrown, drawn=drawn)
    yield SeatPosition(rules, *build_position(rules, dice, hand, course))


def _played(rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """Own turns of bots whose hands are one away from tenpai, with every suitable draw substituted."""
    for moment in moments(rules, dice, _HABITS, _is_near):
        yield from other_draws(moment, dice, _is_useful)


def _is_near(view: SeatView) -> bool:
    """Whether a closed hand, not in riichi, was one away from tenpai before its draw."""
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return False
    before = view.hand.copy()
    before.remove(view.drawn)
    return shape.shanten_of(before.keys, len(before.melds)) == 1


def _wanted(view: SeatView) -> bool:
    """Whether a closed hand one away from tenpai must discard, and accepts a kind of its own pond."""
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return False
    return _is_useful(view.hand, {KIND_OF[discard.tile] for discard in view.me.pond}, view.left())


def _is_useful(hand: Hand, thrown: Set[Kind], left: Sequence[int]) -> bool:
    """Whether the hand accepts an own discard, after the discard that accepts the most tiles."""
    return not thrown.isdisjoint(_most_accepted(hand, left))


def _most_accepted(hand: Hand, left: Sequence[int]) -> set[Kind]:
    """The kinds that a hand one away from tenpai accepts after a discard that accepts the most tiles.

    The best discard differs from another one that accepts as many or more, so one of these must lead to
    furiten.
    """
    kept = _kept(hand, left)
    most = max(map(_tiles, kept.values()), default=0)
    return {draw.kind for draws in kept.values() if _tiles(draws) == most for draw in draws}


def _kept(hand: Hand, left: Sequence[int]) -> dict[Kind, tuple[AcceptedTile, ...]]:
    """The discards that keep a hand one away from tenpai, with their tiles; empty if it can be tenpai."""
    found = shape.discards(hand.keys, len(hand.melds))
    if any(shanten < 1 for shanten, _ in found.values()):
        return {}
    return {kind: live_kinds(kinds, left) for kind, (shanten, kinds) in found.items() if shanten == 1}


def _tiles(draws: Iterable[AcceptedTile]) -> int:
    return sum(draw.left for draw in draws)


def _to_compare(hand: Hand, left: Sequence[int]) -> int:
    """The part of the difficulty without own discards and without the part for a small lead."""
    kept = _kept(hand, left)
    return PER_DISCARD * len(kept) + len({draw.kind for draws in kept.values() for draw in draws})


def ask(moment: SeatPosition, band: tuple[int, int] = ANY) -> Draft | None:
    """The question about a position; None if no discard is best by both measures.

    Also None if the difficulty is outside ``band``.
    """
    view = moment.view()
    if not _wanted(view) or not _may_fit(view, band):
        return None
    branches = branches_of(view)
    if not _best_is_clear(branches):
        return None
    found = difficulty(view, branches)
    if not band[0] <= found <= band[1]:
        return None
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=AheadAsk(),
        parts=(Part("discard", kind_options(sorted({KIND_OF[tile] for tile in view.hand.tiles}))),),
        answer=(names([branches[0].kind]),),
        facts=AheadFacts(branches),
        difficulty=found,
    )


def _may_fit(view: SeatView, band: tuple[int, int]) -> bool:
    """Quick check whether the difficulty can be in the band, and whether furiten may decide.

    If furiten decides, then against a discard that accepts the most tiles.
    """
    left = view.left()
    least = _to_compare(view.hand, left) + len(view.me.pond)
    if least > band[1] or least + CLOSE - LEAD < band[0]:
        return False
    kept = _kept(view.hand, left)
    most = max(map(_tiles, kept.values()))
    widest = [kind for kind, draws in kept.items() if _tiles(draws) == most]
    return any(_outlook(view, kind).leading_to_furiten >= TELLING for kind in widest)


def branches_of(view: SeatView) -> tuple[Branch, ...]:
    """The discards that keep the hand one away from tenpai, one for each kind, the best first."""
    branches = []
    for kind in _kept(view.hand, view.left()):
        after = _outlook(view, kind)
        branches.append(Branch(kind, after, _free(view, after)))
    return tuple(sorted(branches, key=lambda branch: (-branch.free_tiles, branch.furiten_tiles)))


def _outlook(view: SeatView, kind: Kind) -> Outlook:
    """The hand after discarding a tile of that kind, a plain five before a red one."""
    return outlook_after(view, min(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))


def _free(view: SeatView, after: Outlook) -> tuple[FreeingDraw, ...]:
    assert after.discard is not None
    rest = view.hand.copy()
    rest.remove(after.discard)
    return freeing_draws(view, rest, (draw.kind for draw in after.accepts), (after.discard,))


def _best_is_clear(branches: Sequence[Branch]) -> bool:
    """Whether the first of them is best by both measures, and furiten decides.

    False if a draw leads only to a wait without unseen tiles, because the answer would then be arguable.
    """
    if any(each.free_tiles + each.furiten_tiles != each.effect.acceptance for each in branches):
        return False
    if len(branches) < 2:
        return False
    best, *others = branches
    if any(each.furiten_tiles < best.furiten_tiles for each in others):
        return False
    if best.free_tiles - others[0].free_tiles < LEAD:
        return False
    tempting = [each for each in others if each.effect.acceptance >= best.effect.acceptance]
    return any(each.furiten_tiles >= TELLING for each in tempting)


def difficulty(view: SeatView, branches: Sequence[Branch]) -> int:
    """The difficulty, as the module describes it."""
    best, second = branches[:2]
    kinds = {draw.kind for branch in branches for draw in branch.effect.accepts}
    close = max(0, CLOSE - (best.free_tiles - second.free_tiles))
    return PER_DISCARD * len(branches) + len(kinds) + len(view.me.pond) + close
