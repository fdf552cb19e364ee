"""Questions "the way out": stay tenpai with the most to win, where some waits are furiten and others not.

The positions are own turns. Right is the discard of most worth (``ai.reading.discard_worth``): tiles to ron
on, tiles to draw, the points of a win, and danger where somebody threatens. A furiten wait wins by draw, so
it can be right. A position is asked only if

* at least two discards leave a wait without furiten, and one a furiten wait;
* furiten matters: without it, a furiten wait would be among the best;
* somebody may choose a discard that is not right, and the answer is clear (``ai.drills.difficulty``);
* every wait wins, by draw and, with riichi if necessary, by ron;
* no discard that breaks tenpai is as good.

The difficulty adds three for each discard that keeps tenpai, one for each of its waits, up to seven for a
small lead, three for each player who threatens, and the shape: ``kinds_to_look_at`` of
``ai.drills.difficulty``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
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
from ai.reading.outlook import Outlook, draws_to_tenpai, outlook_after
from ai.seat_position import SeatPosition
from engine import shape
from engine.furiten import FuritenKind
from engine.hand import Hand
from engine.tiles import COPIES, KIND_OF, Kind
from engine.view import SeatView

PER_DISCARD = 3
FREE = 2
"""The fewest discards to a wait without furiten."""


@dataclass(frozen=True, slots=True)
class WayOutAsk(Ask):
    """Which discard that keeps tenpai has the most to win?

    ``furiten_now`` says whether the hand is already furiten before the discard, ``threats`` which players
    threaten, so that danger counts.
    """

    furiten_now: bool
    threats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TenpaiChoice(WeighedDiscard):
    """A discard that keeps tenpai, with its worth in points."""

    hand: Outlook

    @property
    def kind(self) -> Kind:
        return KIND_OF[self.hand.tile]

    @property
    def cured(self) -> tuple[Kind, ...]:
        """Waits on which a ron has a yaku only by riichi."""
        return tuple(wait.kind for wait in self.hand.waits if not wait.ron)


@dataclass(frozen=True, slots=True)
class WayOutFacts(Facts):
    """The discards that keep tenpai, those of most worth first."""

    choices: tuple[TenpaiChoice, ...]
    draws: int
    """Own draws left."""
    tempting: Kind
    """The best discard without furiten in the world; if that is right, the best one that is not."""


WayOutQuestion = QuestionOf[WayOutAsk, WayOutFacts]


def differs(hand: Hand, thrown: Set[Kind]) -> bool:
    """Whether a discard keeps tenpai with furiten, and enough others without."""
    furiten = [
        not thrown.isdisjoint(waits) or kind in waits
        for kind, (shanten, waits) in shape.discards(hand.keys, len(hand.melds)).items()
        if shanten == 0
    ]
    return any(furiten) and furiten.count(False) >= FREE


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if the conditions of the module rule it out."""
    view = moment.view()
    if not view.my_turn or view.me.riichi or view.own.spoilt is not None:
        return None
    if view.drawn is not None and KIND_OF[view.drawn] in view.waits:
        return None
    if not differs(view.hand, {KIND_OF[discard.tile] for discard in view.me.pond}):
        return None
    model = DiscardWorth(view)
    hands = {kind: outlook_after(view, tile) for kind, tile in first_tiles(view.hand).items()}
    tenpais = {kind: hand for kind, hand in hands.items() if hand.waits and hand.refusal is None}
    if not model.draws or not _is_question(view, tenpais):
        return None
    worths = {kind: model.of_tenpai(hand) for kind, hand in tenpais.items()}
    tempting = _tempting(model, tenpais, worths)
    back = {
        kind: (hand, draws_to_tenpai(view, hand))
        for kind, hand in hands.items()
        if hand.shanten == 1 and hand.refusal is None
    }
    all_worths = worths | {kind: model.of_draws(*each) for kind, each in back.items()}
    if tempting is None or not _is_sure(model, tenpais, back, all_worths):
        return None
    compared = sum(PER_DISCARD + len(hand.waits) for hand in tenpais.values())
    threats = PER_THREAT * len(model.threats)
    now = any(cause.kind is FuritenKind.DISCARD for cause in view.furiten)
    right = right_kinds(worths)
    choices = sorted(
        (TenpaiChoice(worths[kind], model.risks(hand.tile), hand) for kind, hand in tenpais.items()),
        key=lambda each: (-each.worth, each.kind),
    )
    return Draft(
        position=moment,
        ask=WayOutAsk(now, model.threats),
        parts=(Part("discard", hand_options(view.hand)),),
        answer=(names(right),),
        facts=WayOutFacts(tuple(choices), model.draws, tempting),
        difficulty=kinds_to_look_at(view.hand) + compared + threats + closeness(worths),
        themes=_themes(choices, right, model.threats, now=now),
        partial=(credits_of(all_worths),),
    )


def _is_question(view: SeatView, tenpais: Mapping[Kind, Outlook]) -> bool:
    """Whether there is a choice between waits that all win, and about which rulesets do not differ."""
    hands = tenpais.values()
    free = {hand.wait_kinds for hand in hands if not hand.furiten and hand.acceptance}
    if len(free) < FREE or not any(hand.furiten for hand in hands):
        return False
    if any(not wait.ron or not wait.tsumo for hand in hands for wait in hand.declared.waits):
        return False
    return not any(_holds_all(view, hand) for hand in hands)


def _holds_all(view: SeatView, hand: Outlook) -> bool:
    """Whether the hand after the discard holds all four tiles of a wait, about which rulesets differ."""
    rest = view.hand.without(hand.tile)
    return any(rest.holds(kind) == COPIES for kind in hand.wait_kinds)


def _tempting(
    model: DiscardWorth, tenpais: Mapping[Kind, Outlook], worths: Mapping[Kind, int]
) -> Kind | None:
    """A discard that tempts; None if no other one is sensible, or if furiten does not decide.

    It decides if a furiten wait would be among the best without it.
    """
    right = right_kinds(worths)
    without = {kind: model.of_tenpai(hand, pond=False) for kind, hand in tenpais.items()}
    blind = [kind for kind in right_kinds(without) if tenpais[kind].furiten]
    if not blind or not is_choice(worths, worths):
        return None
    wrong = [kind for kind in blind if kind not in right]
    if wrong:
        return max(wrong, key=lambda kind: (without[kind], -kind))
    return max((kind for kind in worths if kind not in right), key=lambda kind: (worths[kind], -kind))


def _is_sure(
    model: DiscardWorth,
    tenpais: Mapping[Kind, Outlook],
    back: Mapping[Kind, Drawn],
    worths: Mapping[Kind, int],
) -> bool:
    """Whether the answer is clear, with other constants too, and none that breaks tenpai is right."""
    if not right_kinds(worths) <= set(tenpais):
        return False
    variants = [
        {kind: model.of_tenpai(hand, constants) for kind, hand in tenpais.items()}
        | {kind: model.of_draws(*each, constants) for kind, each in back.items()}
        for constants in VARIANTS
    ]
    return is_clear(worths, variants)


def _themes(
    choices: Iterable[TenpaiChoice], right: frozenset[Kind], threats: Sequence[int], *, now: bool
) -> tuple[DrillTheme, ...]:
    best = [each for each in choices if each.kind in right]
    if best[0].hand.furiten:
        found = [DrillTheme.FURITEN_WAIT]
    else:
        found = [DrillTheme.LEAVING_FURITEN if now else DrillTheme.DISCARD_FURITEN]
    if threats:
        found.append(DrillTheme.UNDER_THREAT)
    if any(each.cured for each in best):
        found.append(DrillTheme.RIICHI_GIVES_YAKU)
    return tuple(found)


DRILL = Drill(
    kind=DrillKind.WAY_OUT,
    bands=((0, 24), (25, 28), (29, 33), (34, 40), (41, 999)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
    mistake=whole,
)
