"""Questions "think ahead": one from tenpai, keep the hand that will have the most to win with.

The positions are own turns of closed hands whose pond contains useful tiles. Right is the discard of most
worth (``ai.reading.discard_worth``): each draw that makes the hand tenpai, and what the best wait has then:
tiles to ron on, tiles to draw, the points of a win, and danger where somebody threatens. A position is asked
only if

* the answer is clear (``ai.drills.difficulty``);
* furiten misleads: without it a discard that is not right would be among the best, or the discard that risks
  least is not right, though worth ``TIMID`` percent of the best at least.

The difficulty adds two for each discard that keeps the hand one from tenpai, one for each kind accepted then,
up to seven for a small lead, three for each player who threatens, and the shape: ``kinds_to_look_at`` of
``ai.drills.difficulty``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from ai.drills.difficulty import (
    PER_THREAT,
    WeighedDiscard,
    closeness,
    credits_of,
    is_choice,
    is_clear,
    kinds_to_look_at,
    right_kinds,
)
from ai.drills.drill import Drill, whole
from ai.drills.question import (
    Ask,
    Asked,
    Draft,
    DrillKind,
    DrillTheme,
    Facts,
    Part,
    QuestionOf,
    first_tiles,
    hand_options,
    names,
)
from ai.reading.discard_worth import VARIANTS, DiscardWorth, Drawn
from ai.reading.outlook import Draw, Outlook, draws_to_tenpai, outlook_after
from ai.seat_position import SeatPosition
from engine import shape
from engine.hand import Hand
from engine.tiles import KIND_OF, Kind, Tile

PER_DISCARD = 2
TELLING = 3
"""The fewest unseen tiles that lead to a furiten wait after some discard."""
TIMID = 60
"""Percent of the best worth from which the discard with the least risk is a temptation."""


@dataclass(frozen=True, slots=True)
class AheadAsk(Ask):
    """Which discard keeps the hand one from tenpai, with the most to win?

    ``threats`` are the players who threaten, so that danger counts.
    """

    threats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawLead:
    """A draw that makes the hand tenpai, and the best tenpai that it leads to."""

    kind: Kind
    left: int
    """Unseen tiles of that kind."""
    hand: Outlook


@dataclass(frozen=True, slots=True)
class Branch(WeighedDiscard):
    """A discard that keeps the hand one from tenpai, with its worth in points."""

    discard: Tile
    leads: tuple[DrawLead, ...]
    """Every draw, those with most tiles of the wait first."""

    @property
    def kind(self) -> Kind:
        return KIND_OF[self.discard]

    @property
    def hands(self) -> tuple[Outlook, ...]:
        """The tenpai hands that it leads to."""
        return tuple(lead.hand for lead in self.leads)

    @property
    def tiles(self) -> int:
        """Unseen tiles that make the hand tenpai."""
        return sum(lead.left for lead in self.leads)

    @property
    def furiten_tiles(self) -> int:
        """Unseen tiles that lead to a furiten wait, because no other wait then is worth more."""
        return sum(lead.left for lead in self.leads if lead.hand.furiten)


@dataclass(frozen=True, slots=True)
class AheadFacts(Facts):
    """The discards that keep the hand one from tenpai, those of most worth first."""

    branches: tuple[Branch, ...]
    draws: int
    """Own draws left."""
    tempting: Kind
    """The discard that furiten makes tempting."""


AheadQuestion = QuestionOf[AheadAsk, AheadFacts]


def is_useful(hand: Hand, thrown: Set[Kind], left: Sequence[int]) -> bool:
    """Whether the hand accepts an own discard after some discard that keeps it one from tenpai."""
    return not thrown.isdisjoint(accepted(hand, left))


def accepted(hand: Hand, left: Sequence[int]) -> set[Kind]:
    """The kinds that a hand one from tenpai accepts after some discard."""
    return {kind for kinds in _kept(hand).values() for kind in kinds if left[kind]}


def _kept(hand: Hand) -> dict[Kind, Sequence[Kind]]:
    """The discards that keep a hand one from tenpai, with what it accepts; empty if it can be tenpai."""
    found = shape.discards(hand.keys, len(hand.melds))
    if any(shanten < 1 for shanten, _ in found.values()):
        return {}
    return {kind: kinds for kind, (shanten, kinds) in found.items() if shanten == 1}


def known_difficulty(hand: Hand, left: Sequence[int]) -> int:
    """The part of the difficulty without players who threaten and without the part for a small lead."""
    return PER_DISCARD * len(_kept(hand)) + len(accepted(hand, left)) + kinds_to_look_at(hand)


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if the conditions of the module rule it out."""
    view = moment.view()
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return None
    thrown = {KIND_OF[discard.tile] for discard in view.me.pond}
    if view.own.spoilt is not None or not is_useful(view.hand, thrown, view.left()):
        return None
    model = DiscardWorth(view)
    if not model.draws:
        return None
    tiles = first_tiles(view.hand)
    hands = {kind: outlook_after(view, tiles[kind]) for kind in _kept(view.hand)}
    found = {kind: (hand, draws_to_tenpai(view, hand)) for kind, hand in hands.items()}
    worths = {kind: model.of_draws(*each) for kind, each in found.items()}
    branches = tuple(
        sorted(
            (_branch(model, *each, worths[kind]) for kind, each in found.items()),
            key=lambda each: (-each.worth, each.kind),
        )
    )
    lure, tempting = _lure(model, found, branches)
    if lure is None or not _is_sure(model, found, worths):
        return None
    right = right_kinds(worths)
    known = known_difficulty(view.hand, model.left) + PER_THREAT * len(model.threats)
    return Draft(
        position=moment,
        ask=AheadAsk(model.threats),
        parts=(Part("discard", hand_options(view.hand)),),
        answer=(names(right),),
        facts=AheadFacts(branches, model.draws, tempting),
        difficulty=known + closeness(worths),
        themes=(lure, DrillTheme.UNDER_THREAT) if model.threats else (lure,),
        partial=(credits_of(worths),),
    )


def _branch(model: DiscardWorth, hand: Outlook, draws: Sequence[Draw], worth: int) -> Branch:
    leads = [DrawLead(draw.kind, draw.left, model.best_after(draw)) for draw in draws]
    leads.sort(key=lambda lead: (-lead.hand.acceptance, lead.hand.wait_kinds, lead.kind))
    return Branch(worth, model.risks(hand.tile), hand.tile, tuple(leads))


def _lure(
    model: DiscardWorth, found: Mapping[Kind, Drawn], branches: Sequence[Branch]
) -> tuple[DrillTheme | None, Kind]:
    """How furiten misleads, None if it does not, and the discard to which it leads.

    Who does not look at the own pond misses latent furiten; who fears it most does not accept a risk that is
    worth taking.
    """
    worths = {branch.kind: branch.worth for branch in branches}
    timid = min(branches, key=lambda branch: (branch.furiten_tiles, -branch.worth)).kind
    if all(branch.furiten_tiles < TELLING for branch in branches):
        return None, timid
    without = {kind: model.of_draws(*each, pond=False) for kind, each in found.items()}
    blind = [kind for kind in right_kinds(without) if is_choice(worths, [kind])]
    if blind:
        return DrillTheme.LATENT_FURITEN, max(blind, key=lambda kind: (without[kind], -kind))
    return DrillTheme.ACCEPTED_RISK if is_choice(worths, [timid], TIMID) else None, timid


def _is_sure(model: DiscardWorth, found: Mapping[Kind, Drawn], worths: Mapping[Kind, int]) -> bool:
    """Whether the answer is clear, with other constants too."""
    variants = (
        {kind: model.of_draws(*each, constants) for kind, each in found.items()} for constants in VARIANTS
    )
    return is_clear(worths, variants)


DRILL = Drill(
    kind=DrillKind.AHEAD,
    bands=((0, 25), (26, 29), (30, 33), (34, 38), (39, 999)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
    mistake=whole,
)
