"""Opinions of the experts of the three styles: moments of a hand, and answers to a moment asked again.

A moment is listed only if no expert chose as the seat did, if at least two chose the same, and if these
expect clearly more of it. A difference of plan is charged once, where it was dearest: where the seat goes on
by its own plan, the experts differ from it again and again for the same reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from ai.bot import Bot
from ai.bots.expert import ExpertBot
from ai.bots.registry import STYLES
from ai.bots.styled_bot import StyledBot, open_hands
from ai.bots.styles import Style
from ai.reading.threat import threatening
from ai.review.after_choice import hands_after
from ai.review.dangerous_discards import DangerousDiscard, dangerous, is_safer_for_sure, shanten_without
from ai.review.moments import (
    MomentClass,
    MomentKind,
    ReviewedMoment,
    StyleChoice,
    StyleChoices,
    free_waits_as_good,
)
from ai.seat_position import SeatPosition
from engine import shape
from engine.actions import DISCARDS, OWN_KANS, Action, ActionKind
from engine.options import Options, options
from engine.records.recorded_choices import action_taken
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Position, timeline
from engine.rules import Ruleset
from engine.tiles import KIND_OF
from engine.view import SeatView, mask

# Weights of their own, milder than those of the opponents at a table, who show what their style wants. What a
# review tells was measured with nearly these (docs/lab/review.md): with others it has to be measured anew.
EXPERTS: dict[str, Style] = {
    "hayai": Style(greed=0.9, caution=1.2, dora_bonus=50, call_bonus=60),
    "mamori": Style(greed=0.9, caution=1.4, dora_bonus=200, safe_tiles=80, call_bonus=-75),
    "takame": Style(greed=1.1, caution=1.2, dora_bonus=400, call_bonus=-100),
}
QUICK_BOT = "quick"
_QUICK = Style(greed=0.55, caution=1.1, call_bias=0.95, dora_bonus=20, safe_tiles=25)


@cache
def expert(style: str) -> ExpertBot:
    """The expert of that style."""
    return ExpertBot(style, EXPERTS[style])


@cache
def who_plays_on(name: str) -> Bot:
    """The bot that plays decisions out: the expert of that style, or a regular one for ``QUICK_BOT``."""
    return StyledBot(QUICK_BOT, _QUICK) if name == QUICK_BOT else expert(name)


NEAR = 300
"""Points: of two choices that an expert expects to differ by less, neither is a mistake."""
AGREEING = 2
"""The number of styles, of three, that have to choose the same."""

_GROUPS = (ActionKind.CHI, ActionKind.PON)
_KANS = (ActionKind.OPEN_KAN, *OWN_KANS)
_KINDS = {
    ActionKind.DISCARD: MomentKind.DISCARD,
    ActionKind.RIICHI: MomentKind.RIICHI,
    ActionKind.CHI: MomentKind.CALL,
    ActionKind.PON: MomentKind.CALL,
    **dict.fromkeys(_KANS, MomentKind.KAN),
    ActionKind.NINE_TERMINALS: MomentKind.REDEAL,
    ActionKind.PASS: MomentKind.PASS,
}


class PlanDifference(NamedTuple):
    """In what the experts' choice differs from that of the seat.

    Two moments of a hand with the same value differ for the same reason. ``what`` is ``riichi``, ``call``,
    ``kan``, ``redeal``, ``fold`` (the experts step back from tenpai, the seat does not), ``push`` (the other
    way round), ``yaku`` (they are after different yaku) or ``tile`` (the same plan with another tile).
    """

    what: str
    details: tuple[object, ...] = ()


class Disagreement(NamedTuple):
    """A decision in which the expert of no style would have done what the seat did."""

    seen: SeatPosition
    """The position as the seat saw it when it chose."""
    last: int
    """The number of the last event of the hand that it saw."""
    taken: Action
    choices: StyleChoices

    @property
    def agreed(self) -> Action | None:
        """The choice of most experts; None if they do not agree, or expect hardly more of it."""
        actions = [choice.action for choice in self.choices.choices]
        better, count = Counter(map(_essence, actions)).most_common(1)[0]
        if count < AGREEING:
            return None
        agreed = next(action for action in actions if _essence(action) == better)
        points = expected_loss(self.choices, agreed)
        return None if points is not None and points < NEAR else agreed


class Experts:
    """The experts of the three styles; they keep nothing between decisions."""

    def __init__(self) -> None:
        self._bots = {style: expert(style) for style in STYLES}

    def against(self, view: SeatView, menu: Options, taken: Action) -> StyleChoices | None:
        """The choice of each expert; None if one of them would have done the same as the seat."""
        chosen: dict[str, Action] = {}
        for style, bot in self._bots.items():
            action = bot.choose(view, menu)
            if same(action, taken):
                return None
            chosen[style] = action
        return StyleChoices(
            tuple(
                StyleChoice(style, action, self.difference(style, view, menu, action, taken))
                for style, action in chosen.items()
            )
        )

    def about_as_good(self, view: SeatView, menu: Options, better: Action, other: Action) -> bool:
        """Whether an expert would choose the other one, or none expects clearly more of the better one."""
        if any(same(bot.choose(view, menu), other) for bot in self._bots.values()):
            return True
        told = [self.difference(style, view, menu, better, other) for style in self._bots]
        return all(points is not None and points < NEAR for points in told)

    def difference(
        self, style: str, view: SeatView, menu: Options, better: Action, taken: Action
    ) -> int | None:
        """By how many points an expert expects one choice to be better; None if it does not count points."""
        worths = [self._worth(style, view, menu, action) for action in (better, taken)]
        if worths[0] is None or worths[1] is None:
            return None
        return round(worths[0] - worths[1])

    def _worth(self, style: str, view: SeatView, menu: Options, action: Action) -> float | None:
        evaluator = self._bots[style].evaluator(view)
        if action.kind in DISCARDS and action.tile is not None:
            riichi = {action.tile} if action.kind is ActionKind.RIICHI else ()
            slower = evaluator.slower(shape.discards(view.hand.keys, len(view.hand.melds)))
            worth = evaluator.evaluate_discards(view.hand, [action.tile], riichi)[0].worth
            return worth + slower[KIND_OF[action.tile]]
        if action.kind is ActionKind.PASS:
            return evaluator.prospect(view.hand).attack
        for choice, call in open_hands(evaluator, menu) if action.kind in _GROUPS else ():
            if call == action:
                return evaluator.worth_of_call(choice, call)
        return None

    def plan_difference(self, view: SeatView, better: Action, taken: Action) -> PlanDifference:
        """In what the experts' choice differs from that of the seat."""
        kinds = {better.kind, taken.kind}
        if kinds & set(_KANS):
            return PlanDifference("kan", (better.kind,))
        if ActionKind.NINE_TERMINALS in kinds:
            return PlanDifference("redeal")
        if kinds & {*_GROUPS, ActionKind.PASS}:
            return PlanDifference("call", (better.kind is not ActionKind.PASS,))
        if len(kinds) == 2:
            return PlanDifference("riichi", (better.kind is ActionKind.RIICHI,))
        assert better.tile is not None
        assert taken.tile is not None
        nearer = shanten_without(view, better.tile) - shanten_without(view, taken.tile)
        if nearer:
            return PlanDifference("fold" if nearer > 0 else "push", threatening(view))
        evaluator = self._bots[STYLES[0]].evaluator(view)
        after = [evaluator.evaluate_discards(view.hand, [tile])[0] for tile in (better.tile, taken.tile)]
        plans = tuple(choice.prospect.yaku for choice in after)
        if plans[0] is not plans[1]:
            return PlanDifference("yaku", plans)
        return PlanDifference("tile", (KIND_OF[better.tile],))


def disagreements(rules: Ruleset, seat: int, hand: RecordedHand) -> list[Disagreement]:
    """The decisions of a seat in a hand in which no expert would have done the same."""
    experts, heard = Experts(), [mask(event, seat) for event in hand.events]
    found = []
    for position, menu, taken in choices_taken(rules, seat, hand):
        choices = experts.against(position.view, menu, taken)
        if choices is not None:
            seen = SeatPosition(rules, seat, tuple(heard[: position.index + 1]))
            found.append(Disagreement(seen, position.index, taken, choices))
    return found


def opinions(hand: RecordedHand, found: Iterable[Disagreement]) -> list[ReviewedMoment]:
    """The opinion moments of a hand of a record, in the order of play."""
    experts = Experts()
    told = [
        (experts.plan_difference(each.seen.view(), better, each.taken), opinion(hand, each, better))
        for each in found
        if (better := each.agreed) is not None
    ]
    return charged_once(told, lambda moment: moment.expected)


def is_better_passed(rules: Ruleset, seat: int, hand: RecordedHand, moment: ReviewedMoment) -> bool:
    """Whether the moment is a win of the last hand that experts decline, too, because it costs a place."""
    if moment.kind is not MomentKind.WIN_MISSED or moment.better is None:
        return False
    view = timeline(rules, hand.events, seat).at(moment.position - hand.first + 1).view
    return expert(STYLES[0]).passes(view, moment.better)


def charged_once(
    found: Iterable[tuple[PlanDifference, ReviewedMoment]], cost: Callable[[ReviewedMoment], int | None]
) -> list[ReviewedMoment]:
    """Of the moments of a hand with the same difference of plan the dearest, in the order of play."""
    dearest: dict[PlanDifference, ReviewedMoment] = {}
    for plan, moment in found:
        known = dearest.get(plan)
        if known is None or (cost(moment) or 0) > (cost(known) or 0):
            dearest[plan] = moment
    return sorted(dearest.values(), key=lambda moment: (moment.position, moment.event))


def choices_taken(
    rules: Ruleset, seat: int, hand: RecordedHand
) -> Iterator[tuple[Position, Options, Action]]:
    """The decisions of the seat in a hand, as far as the record tells what it did.

    Left out are those with a win, and what is only said by table rules: a count, tenpai, a challenge.
    Each comes with its position, which changes with the next, what the seat could do, and what it did.
    """
    walked = timeline(rules, hand.events, seat)
    decisions = set(walked.decisions(seat))
    for position in walked:
        if position.index not in decisions:
            continue
        menu = options(position.view)
        taken = action_taken(position.view, hand.events[position.index + 1 :])
        if taken is None or len(menu.actions) == 1 or any(each.kind not in _KINDS for each in menu.actions):
            continue
        yield position, menu, taken


def opinion(hand: RecordedHand, found: Disagreement, better: Action) -> ReviewedMoment:
    """The moment in which the seat did one thing, and experts another."""
    view, taken = found.seen.view(), found.taken
    table, event = view.table, found.last
    if taken.kind is not ActionKind.PASS:
        event = next(
            place
            for place, following in enumerate(hand.events[event + 1 :], event + 1)
            if not following.follows_by_rule
        )
    danger = _needless_danger(view, taken)
    return ReviewedMoment(
        hand=hand.number,
        event=event,
        position=hand.first - 1 + found.last,
        turn=table.turn_of(view.seat) or 1,
        kind=_KINDS[taken.kind] if danger is None else MomentKind.DANGEROUS_DISCARD,
        moment_class=MomentClass.OPINION,
        tile=table.offer if taken.kind is ActionKind.PASS else taken.tile,
        better=better,
        facts=found.choices,
        expected=expected_loss(found.choices, better),
        danger=danger,
        after=hands_after(view, taken, better),
    )


def _needless_danger(view: SeatView, taken: Action) -> DangerousDiscard | None:
    """The risk of a discard that was dangerous without need; None of anything else."""
    if taken.kind is not ActionKind.DISCARD or taken.tile is None:
        return None
    danger = dangerous(view, taken.tile)
    return danger if danger is not None and danger.needless else None


def expected_loss(choices: StyleChoices, better: Action) -> int | None:
    """The average gain that those who chose this expect; None if they do not count points."""
    told = [each.points for each in choices.agreeing(better) if each.points is not None]
    return round(sum(told) / len(told)) if told else None


def same(action: Action, other: Action) -> bool:
    """Whether two actions are the same but for which of two equal tiles is used."""
    return _essence(action) == _essence(other)


def _essence(action: Action) -> tuple[object, ...]:
    return action.kind, action.tile, tuple(sorted(action.consumed))


# -- a moment asked again ------------------------------------------------------------------------------


class Retried(StrEnum):
    """The grade of an answer to a moment."""

    RIGHT = "right"
    """It is what would have been better."""
    NEAR_EQUAL = "near-equal"
    """Another choice about as good."""
    WRONG = "wrong"


def can_retry(moment: ReviewedMoment) -> bool:
    """Whether the moment can be asked again: not where a rule was broken."""
    return moment.better is not None


def judge(moment: ReviewedMoment, view: SeatView, answer: Action, experts: Experts | None = None) -> Retried:
    """Judge an answer in the position of a moment; ``view`` is what the seat saw there.

    A declined win is put right by the win alone, avoidable furiten by any free wait as good, a needless risk
    by any tile that cannot lose. Everywhere else a choice of one of the experts counts as about as good, and
    one of which they expect hardly less.
    """
    assert moment.better is not None
    if same(answer, moment.better):
        return Retried.RIGHT
    if moment.kind is MomentKind.WIN_MISSED or _is_played(moment, answer):
        return Retried.WRONG
    return Retried.NEAR_EQUAL if _as_good(view, moment, answer, experts or Experts()) else Retried.WRONG


def _is_played(moment: ReviewedMoment, answer: Action) -> bool:
    """Whether the answer is what the seat did, or the same discard with or without riichi."""
    if moment.kind is MomentKind.PASS:
        return answer.kind is ActionKind.PASS
    return answer.tile == moment.tile and answer.kind in DISCARDS and not _is_about_riichi(moment)


def _is_about_riichi(moment: ReviewedMoment) -> bool:
    """Whether the better choice discards the same tile, with or without riichi."""
    better = moment.better
    return better is not None and better.kind in DISCARDS and better.tile == moment.tile


def _as_good(view: SeatView, moment: ReviewedMoment, answer: Action, experts: Experts) -> bool:
    tile = answer.tile
    if moment.tile is not None and tile is not None and answer.kind in DISCARDS:
        if moment.kind is MomentKind.FURITEN_ENTERED:
            riichi = answer.kind is ActionKind.RIICHI
            free = free_waits_as_good(view, moment.tile, riichi=riichi)
            return any(better.tile == tile for better in free)
        if moment.kind is MomentKind.DANGEROUS_DISCARD and is_safer_for_sure(view, tile, moment.tile):
            return True
    assert moment.better is not None
    return experts.about_as_good(view, options(view), moment.better, answer)
