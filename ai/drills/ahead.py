"""Think ahead: one from tenpai, the discard with the least risk that the wait will be furiten.

Own turns, out of bot games (there with any draw) or made: hands with two tiles that do not belong, and a pond
in which something of use lies. The risk of a discard are the tiles left that the hand then accepts and that
lead to tenpai in furiten alone, whatever is discarded next. It is only asked where one discard is best by
every way to look at it: the fewest such tiles, and the most tiles left that lead to a wait free of furiten,
by two at least. And only where furiten decides: another discard accepts as many or more, three of them in
vain.

The measure of difficulty counts what has to be looked at: two for each discard that keeps the hand one from
tenpai, the kinds that it then accepts, own discards, and up to three for numbers that lie close together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from ai.drills import random_tenpai as hands
from ai.drills.played_positions import Habits, SeatPosition, moments, other_draws
from ai.drills.position_builder import Course, stage
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names
from ai.drills.weighted_choice import any_rules
from ai.reading.acceptance import AcceptedTile, live_kinds
from ai.reading.tenpai_in_reach import FreeingDraw, freeing_draws
from ai.reading.wait_outlook import Outlook, outlook_after
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, KIND_OF, KINDS, Kind
from engine.view import SeatView

BANDS: tuple[tuple[int, int], ...] = ((0, 25), (26, 28), (29, 31), (32, 34), (35, 999))
"""Least and greatest difficulty of each level."""
ANY = (0, 999)
"""Every difficulty."""
PER_DISCARD = 2
CLOSE = 5
"""So many tiles more than with the next best discard are easy to see."""
LEAD = 2
"""So many more there are at least."""
TELLING = 3
"""So many tiles lead to furiten, at least, after the discard that looks as good or better."""
PLAYED = 35
"""For so many questions of a hundred hands of bots are searched first …"""
_PATIENCE = 6
"""… but not more than so many."""
SUIT_SHARES: tuple[int, ...] = (25, 35, 50, 65, 80)
"""How many groups of a hundred are of one suit in a hand that is made, by level."""
TURNS = (4, 14)
"""So many own discards lie in the pond of a hand that is made, at least and at most, when it draws."""
MOST_THROWN = 3
"""So many tiles that it could use now, at most, were thrown on purpose."""
_HABITS = Habits(passes=100)
_LOOKS = 40
"""So many positions of a hand are looked at."""


@dataclass(frozen=True, slots=True)
class AheadAsk(Ask):
    """Which discard keeps the hand one from tenpai with the least risk of a furiten wait."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A discard that keeps the hand one from tenpai, and where the accepted tiles lead.

    The reading gives ``effect``: all that is accepted, and by ``latent`` the draws that end in furiten.
    """

    kind: Kind
    effect: Outlook
    free: tuple[FreeingDraw, ...]
    """The draws that lead to a wait free of furiten with a tile left to win on."""

    @property
    def free_tiles(self) -> int:
        """Tiles left that lead there."""
        return sum(draw.left for draw in self.free)

    @property
    def furiten_tiles(self) -> int:
        """Tiles left that lead to tenpai in furiten alone."""
        return self.effect.leading_to_furiten


@dataclass(frozen=True, slots=True)
class AheadFacts(Facts):
    """The discards that keep the hand one from tenpai, the best first."""

    branches: tuple[Branch, ...]


def draft(level: int, dice: Dice) -> Draft:
    """A position of that level."""
    played = _PATIENCE if dice.below(100) < PLAYED else 0
    while (found := _find(level, dice, played=played > 0)) is None:
        played -= 1
    return found


def _find(level: int, dice: Dice, *, played: bool) -> Draft | None:
    """A fitting position of one hand."""
    rules = any_rules(dice)
    found = _played(rules, dice) if played else _made(level, rules, dice)
    drafts = (ask(moment, BANDS[level - 1]) for moment in islice(found, _LOOKS))
    return next((draft for draft in drafts if draft is not None), None)


def _made(level: int, rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """A hand that draws something of no use, and has thrown tiles that it could use now.

    It comes in a turn that makes it as hard as the level asks for.
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
    yield SeatPosition(rules, *stage(rules, dice, hand, course))


def _played(rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """Own turns of bots whose hands are one from tenpai, with any draw that may be asked about."""
    for moment in moments(rules, dice, _HABITS, _is_near):
        yield from other_draws(moment, dice, _is_useful)


def _is_near(view: SeatView) -> bool:
    """Whether a closed hand that was one from tenpai has drawn a tile, and may have thrown one of use."""
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return False
    before = view.hand.copy()
    before.remove(view.drawn)
    return shape.shanten_of(before.keys, len(before.melds)) == 1


def _wanted(view: SeatView) -> bool:
    """Whether a closed hand one from tenpai has to choose a discard, and accepts what lies in its pond."""
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return False
    return _is_useful(view.hand, {KIND_OF[discard.tile] for discard in view.me.pond}, view.left())


def _is_useful(hand: Hand, thrown: Set[Kind], left: Sequence[int]) -> bool:
    """Whether the hand accepts something that it has thrown, after the discard that accepts most tiles."""
    return not thrown.isdisjoint(_most_accepted(hand, left))


def _most_accepted(hand: Hand, left: Sequence[int]) -> set[Kind]:
    """What a hand one from tenpai accepts after the discard, or any of those, that accepts most tiles.

    The best discard is told from another that accepts as much or more, so one of these must lead to furiten.
    """
    kept = _kept(hand, left)
    most = max(map(_tiles, kept.values()), default=0)
    return {draw.kind for draws in kept.values() if _tiles(draws) == most for draw in draws}


def _kept(hand: Hand, left: Sequence[int]) -> dict[Kind, tuple[AcceptedTile, ...]]:
    """The discards that keep a hand one from tenpai, with what it then accepts; none if it can be tenpai."""
    found = shape.discards(hand.keys, len(hand.melds))
    if any(shanten < 1 for shanten, _ in found.values()):
        return {}
    return {kind: live_kinds(kinds, left) for kind, (shanten, kinds) in found.items() if shanten == 1}


def _tiles(draws: Iterable[AcceptedTile]) -> int:
    return sum(draw.left for draw in draws)


def _to_compare(hand: Hand, left: Sequence[int]) -> int:
    """The difficulty without the pond, and without what numbers that lie close together add."""
    kept = _kept(hand, left)
    return PER_DISCARD * len(kept) + len({draw.kind for draws in kept.values() for draw in draws})


def ask(moment: SeatPosition, band: tuple[int, int] = ANY) -> Draft | None:
    """The question about a position; None when no discard is best by every way to look at it.

    Nor is it asked when the difficulty is outside ``band``.
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
    """Whether the difficulty can lie there, and furiten may decide: what is quickly seen of both.

    If it decides, then against a discard that accepts most of all.
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
    """The discards that keep the hand one from tenpai, a kind of tile once, the best first."""
    branches = []
    for kind in _kept(view.hand, view.left()):
        after = _outlook(view, kind)
        branches.append(Branch(kind, after, _free(view, after)))
    return tuple(sorted(branches, key=lambda branch: (-branch.free_tiles, branch.furiten_tiles)))


def _outlook(view: SeatView, kind: Kind) -> Outlook:
    """What throwing a tile of that kind leaves, a plain five before a red one."""
    return outlook_after(view, min(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))


def _free(view: SeatView, after: Outlook) -> tuple[FreeingDraw, ...]:
    assert after.discard is not None
    rest = view.hand.copy()
    rest.remove(after.discard)
    return freeing_draws(view, rest, (draw.kind for draw in after.accepts), (after.discard,))


def _best_is_clear(branches: Sequence[Branch]) -> bool:
    """Whether the first of them is best by every way to look at it, and furiten decides.

    A draw that leads nowhere, to a wait of which no tile is left, would make it a matter of taste.
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
    """What has to be looked at."""
    best, second = branches[:2]
    kinds = {draw.kind for branch in branches for draw in branch.effect.accepts}
    close = max(0, CLOSE - (best.free_tiles - second.free_tiles))
    return PER_DISCARD * len(branches) + len(kinds) + len(view.me.pond) + close
