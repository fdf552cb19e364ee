"""Candidates for ``make judge-riichi``: positions with the widest wait in furiten, and the choices there."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from ai.bots.registry import make_bot
from ai.reading.outlook import Outlook, discard_outlooks
from ai.seat_position import SeatPosition
from engine import shape
from engine.actions import Action, ActionKind
from engine.furiten import FuritenKind
from engine.legal import refuse_riichi, refuse_tsumo
from engine.options import options
from engine.tiles import COPIES, KIND_OF, KINDS, is_red
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice
from tools.measure.judging import Option
from tools.positions import random_tenpai as hands
from tools.positions.constructed_positions import wait_changing
from tools.positions.played_positions import BotWithHabits, Habits, deal_hand
from tools.positions.position_builder import Course, build_position
from tools.positions.weighted_choice import any_rules

SEED = 20
BOTS: tuple[str, ...] = ("tenpai", "tenpai", "tenpai", "hayai", "takame", "mamori")
"""Who plays the hands that positions are taken from."""
HANDS = 40
"""So many hands are played for a position."""
SHARES: tuple[int, ...] = (20, 40, 60, 80)
"""How many groups of a hundred are of one suit in made hands."""
LATE = 15
"""Own discards from which on the wall is nearly empty."""
LEAST_TILES = 2
"""Tiles that can still be drawn must be left of the furiten wait."""
LEAST_LIVE = 6
"""Tiles left in the wall."""


class Source(Enum):
    """Where a position comes from."""

    PLAYED = auto()
    """A hand of bots, the drawn tile no win."""
    CHANGING = auto()
    """Made, and the drawn tile gives another wait."""
    MADE = auto()
    LATE = auto()
    """Made, and the wall is nearly empty."""
    WON = auto()
    """Made, and the drawn tile wins."""


SOURCES: tuple[Source, ...] = (
    *(Source.PLAYED, Source.LATE, Source.CHANGING),
    *(Source.PLAYED, Source.LATE, Source.CHANGING),
    *(Source.MADE, Source.WON),
)
"""Taken in turn."""


def candidate(number: int) -> SeatPosition | None:
    """A position to judge; None when this number gives none."""
    dice = Dice(SEED, number)
    match SOURCES[number % len(SOURCES)]:
        case Source.PLAYED:
            return _played(dice)
        case Source.CHANGING:
            return _changing(dice)
        case source:
            return _staged(dice, source)


def _played(dice: Dice) -> SeatPosition | None:
    """Out of a hand of bots: one seat lets wins pass and is silent, the others play as they do."""
    for _ in range(HANDS):
        rules, seat = any_rules(dice), dice.below(PLAYERS)
        habits = Habits(passes=100 if dice.below(4) else 50, silent=100)
        names = [BOTS[dice.below(len(BOTS))] for _ in range(PLAYERS)]
        players = [
            BotWithHabits(make_bot(name), habits if place == seat else Habits(), dice)
            for place, name in enumerate(names)
        ]
        found: list[int] = []
        hand = deal_hand(rules, dice, None)
        while hand.outcome is None:
            if hand.table.turn == seat and fits(hand.view(seat)) and refuse_tsumo(hand.view(seat)):
                found.append(len(hand.events))
            hand.step(
                {each: players[each].choose(hand.view(each), hand.options(each)) for each in hand.acting}
            )
        if found:
            number = found[dice.below(len(found))]
            return SeatPosition(rules, seat, tuple(mask(event, seat) for event in hand.events[:number]))
    return None


def _changing(dice: Dice) -> SeatPosition | None:
    """A tenpai hand that can wait otherwise since its last draw, the wider wait in furiten."""
    for _ in range(HANDS):
        for moment in wait_changing(SHARES[dice.below(len(SHARES))], any_rules(dice), dice):
            if fits(moment.view()) and refuse_tsumo(moment.view()):
                return moment
    return None


def _staged(dice: Dice, source: Source) -> SeatPosition | None:
    """A closed tenpai hand with a wait in the own pond, that has drawn something."""
    rules = any_rules(dice)
    hand = hands.grouped(SHARES[dice.below(len(SHARES))], 0, rules, dice)
    if hand is None:
        return None
    waits = shape.waits(hand.keys)
    if not waits:
        return None  # the hand holds every tile that it waits on
    draws = waits if source is Source.WON else range(KINDS)
    drawn = draws[dice.below(len(draws))]
    thrown = [kind for kind in waits if hand.holds(kind) + (kind == drawn) < COPIES]
    if not thrown or hand.holds(drawn) == COPIES:
        return None
    kind = thrown[dice.below(len(thrown))]
    turns = LATE + dice.below(2) if source is Source.LATE else 2 + dice.below(14)
    course = Course(turns=turns, late=dice.below(6), keep=[*waits, drawn], thrown=[kind], drawn=drawn)
    moment = SeatPosition(rules, *build_position(rules, dice, hand, course))
    return moment if fits(moment.view()) else None


def fits(view: SeatView) -> bool:
    """Whether the fastest discard leaves a furiten wait that riichi may be declared with."""
    if not view.my_turn or view.drawn is None or view.me.riichi or view.table.live < LEAST_LIVE:
        return False
    if not view.hand.is_closed or not _may_be_furiten(view) or refuse_riichi(view) is not None:
        return False
    if options(view).of(ActionKind.CLOSED_KAN):
        return False  # it is not played, and would be missed
    return furiten_discard(view) is not None


def _may_be_furiten(view: SeatView) -> bool:
    """A quick look: some discard leaves a furiten wait."""
    pond = {KIND_OF[discard.tile] for discard in view.me.pond}
    found = shape.discards(view.hand.keys, len(view.hand.melds)).items()
    return any(shanten == 0 and not {kind, *pond}.isdisjoint(waits) for kind, (shanten, waits) in found)


def furiten_discard(view: SeatView) -> Outlook | None:
    """The discard that keeps most tiles to win on, when that wait is furiten by a discard; else None."""
    tenpai = [effect for effect in discard_outlooks(view) if effect.waits and effect.refusal is None]
    best = max(tenpai, key=lambda effect: (effect.acceptance, not is_red(effect.tile)), default=None)
    if best is None or best.acceptance < LEAST_TILES:
        return None
    if all(cause.kind is not FuritenKind.DISCARD for cause in best.furiten):
        return None
    return best if refuse_riichi(view, best.tile) is None else None


def choices(view: SeatView) -> list[Option]:
    """All that is compared; several changes may be among them."""
    best = furiten_discard(view)
    assert best is not None
    found = [
        Option("declare", _action(view, ActionKind.RIICHI, best)),
        Option("silent", _action(view, ActionKind.DISCARD, best)),
    ]
    if refuse_tsumo(view) is None:
        found += [Option("tsumo", action) for action in options(view).of(ActionKind.TSUMO)]
    return [*found, *_changes(view)]


def _changes(view: SeatView) -> Iterator[Option]:
    """The two widest waits free of furiten, with and without riichi.

    A step back out of tenpai is no rival: where it was played it was best in 4 of 53 positions.
    """
    effects = [effect for effect in discard_outlooks(view) if effect.refusal is None]
    ways = sorted((effect for effect in effects if effect.is_free), key=lambda way: -way.acceptance)
    for way in ways[:2]:
        if refuse_riichi(view, way.tile) is None:
            yield Option("change", _action(view, ActionKind.RIICHI, way))
        yield Option("change", _action(view, ActionKind.DISCARD, way), silent=True)


def _action(view: SeatView, kind: ActionKind, effect: Outlook) -> Action:
    """That discard: the tile just drawn rather than the same one out of the hand."""
    fitting = [action for action in options(view).of(kind) if action.tile == effect.tile]
    return max(fitting, key=lambda action: action.tsumogiri)
