"""Candidates for ``make judge-push-fold``: somebody is in riichi, and the fastest discard is dangerous.

The hand is tenpai or one or two away from it. Whatever is safest gives that up. What an open hand threatens
is not asked: hidden hands are dealt without regard to the yaku that an open hand is after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.bots.registry import make_bot
from ai.reading.estimates import dora_hans
from ai.reading.measured_tiers import DEAL_IN
from ai.reading.outlook import Outlook, discard_outlooks
from ai.reading.safety import Safety
from ai.reading.threat import in_riichi
from ai.rollouts import Stance
from ai.seat_position import SeatPosition
from engine import shape
from engine.actions import Action, ActionKind
from engine.legal import refuse_riichi, refuse_tsumo
from engine.options import options
from engine.tiles import KIND_OF, is_red
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice
from tools.measure.judging import Option
from tools.positions.played_positions import deal_hand
from tools.positions.weighted_choice import any_rules

SEED = 31
BOTS: tuple[str, ...] = ("tenpai", "tenpai", "tenpai", "hayai", "takame", "mamori")
"""Who plays the hands that positions are taken from."""
HANDS = 200
"""So many hands are played for a position."""
PUSH, MIDDLE, FOLD = "push", "middle", "fold"
LEAST_LIVE = 8
"""Tiles left in the wall."""
DEAR = 2
"""Dora and red fives of a hand that is dear."""
VERY_DEAR = 4
"""The same, two away."""
POOR = 3
"""Tiles left to win on with a poor wait."""
LATE = 28
"""Tiles left in the wall, from which on a poor wait has little hope."""
DANGEROUS = 0.08
"""Least deal-in rate of the tile that keeps the hand."""
SAFE = 0.045
"""Greatest deal-in rate of the safest tile."""
SAFER = 0.5
"""Greatest share of the danger that a middle way runs."""
WIDE = 0.7
"""Least share of the widest acceptance of another tile to push."""


@dataclass(frozen=True, slots=True)
class Source:
    """The hands that are looked for: so many steps from tenpai; any, or only those that are exceptions."""

    steps: int
    exceptions: bool = False
    """In tenpai a hand with little hope; one away a dear one, two away a very dear one."""


SOURCES: tuple[Source, ...] = (
    *(Source(1), Source(1), Source(1), Source(1, exceptions=True)),
    *(Source(1), Source(1), Source(2, exceptions=True), Source(1)),
)
"""Taken in turn."""


def candidate(number: int) -> SeatPosition | None:
    """A position to judge; None when this number gives none."""
    dice = Dice(SEED, number)
    source = SOURCES[number % len(SOURCES)]
    for _ in range(HANDS):
        rules = any_rules(dice)
        players = [make_bot(BOTS[dice.below(len(BOTS))]) for _ in range(PLAYERS)]
        hand = deal_hand(rules, dice, None)
        found: list[tuple[int, int]] = []
        while hand.outcome is None:
            turn = hand.table.turn
            if turn in hand.acting and fits(hand.view(turn), source):
                found.append((turn, len(hand.events)))
            hand.step(
                {each: players[each].choose(hand.view(each), hand.options(each)) for each in hand.acting}
            )
        if found:
            seat, events = found[dice.below(len(found))]
            return SeatPosition(rules, seat, tuple(mask(event, seat) for event in hand.events[:events]))
    return None


def fits(view: SeatView, source: Source) -> bool:
    """Whether the fastest discard is dangerous, the safest one gives the hand up, and no kan is possible."""
    if not view.my_turn or view.drawn is None or view.me.riichi or view.table.live < LEAST_LIVE:
        return False
    if not in_riichi(view) or shape.shanten_of(view.hand.keys, len(view.hand.melds)) != source.steps:
        return False
    if refuse_tsumo(view) is None or _may_kan(view):
        return False
    return bool(choices(view)) and (not source.exceptions or _is_exception(view))


def _is_exception(view: SeatView) -> bool:
    """Whether pushing in tenpai, or folding short of it, may be wrong."""
    steps = shape.shanten_of(view.hand.keys, len(view.hand.melds))
    if steps:
        hans = dora_hans(view.table.indicators).of_tile
        return sum(hans[tile] for tile in view.hand.all_tiles()) >= (DEAR if steps == 1 else VERY_DEAR)
    tenpai = [effect for effect in discard_outlooks(view) if effect.refusal is None and not effect.shanten]
    if any(effect.acceptance > POOR and not effect.furiten for effect in tenpai):
        return False
    return view.table.live <= LATE or len(in_riichi(view)) > 1


def _may_kan(view: SeatView) -> bool:
    legal = options(view)
    return bool(legal.of(ActionKind.CLOSED_KAN) or legal.of(ActionKind.ADDED_KAN))


def choices(view: SeatView) -> list[Option]:
    """All that is compared, several variations of a choice among them; empty where there is no dilemma."""
    effects = [effect for effect in discard_outlooks(view) if effect.refusal is None]
    danger = _dangers(view, effects)
    best = max(effects, key=lambda effect: (-effect.shanten, effect.acceptance, -danger[effect.tile]))
    least = min(danger.values())
    safest = [effect for effect in effects if danger[effect.tile] == least]
    if danger[best.tile] < DANGEROUS or least > SAFE or not best.acceptance:
        return []
    if any(effect.shanten <= best.shanten for effect in safest):
        return []
    fold = max(safest, key=lambda effect: (-effect.shanten, effect.acceptance, not is_red(effect.tile)))
    return [
        *_pushes(view, best, effects, danger),
        *_middles(view, best, fold, effects, danger),
        Option(FOLD, _action(view, ActionKind.DISCARD, fold), silent=True, stance=Stance.FOLD),
    ]


def _dangers(view: SeatView, effects: Sequence[Outlook]) -> dict[int, float]:
    """The chance to deal in to anybody in riichi, by tile."""
    safety, seats = Safety(view), in_riichi(view)
    return {
        effect.tile: max(DEAL_IN[safety.tier(KIND_OF[effect.tile], seat)] for seat in seats)
        for effect in effects
    }


def _pushes(
    view: SeatView, best: Outlook, effects: Sequence[Outlook], danger: dict[int, float]
) -> Iterator[Option]:
    """The two widest dangerous discards, with and without riichi."""
    near = [
        effect
        for effect in effects
        if effect.shanten == best.shanten
        and danger[effect.tile] >= DANGEROUS
        and effect.acceptance >= WIDE * best.acceptance
    ]
    for effect in sorted(near, key=lambda effect: (-effect.acceptance, is_red(effect.tile)))[:2]:
        if not effect.shanten and not effect.furiten and refuse_riichi(view, effect.tile) is None:
            yield Option(PUSH, _action(view, ActionKind.RIICHI, effect))
        silent = not effect.shanten
        yield Option(PUSH, _action(view, ActionKind.DISCARD, effect), silent=silent)


def _middles(
    view: SeatView,
    best: Outlook,
    fold: Outlook,
    effects: Sequence[Outlook],
    danger: dict[int, float],
) -> Iterator[Option]:
    """The two discards that keep most of the hand at half the danger."""
    ways = [
        effect
        for effect in effects
        if effect.shanten <= best.shanten + 1
        and danger[effect.tile] <= SAFER * danger[best.tile]
        and KIND_OF[effect.tile] != KIND_OF[fold.tile]
        and (-effect.shanten, effect.acceptance) > (-fold.shanten, fold.acceptance)
    ]
    ways.sort(key=lambda effect: (effect.shanten, -effect.acceptance, is_red(effect.tile)))
    for effect in ways[:2]:
        yield Option(MIDDLE, _action(view, ActionKind.DISCARD, effect))


def _action(view: SeatView, kind: ActionKind, effect: Outlook) -> Action:
    """That discard: the tile just drawn rather than the same one out of the hand."""
    fitting = [action for action in options(view).of(kind) if action.tile == effect.tile]
    return max(fitting, key=lambda action: action.tsumogiri)
