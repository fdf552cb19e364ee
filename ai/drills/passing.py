"""Questions "take it or leave it": what does passing on this tile cause, and can the hand win on the next
one?

The positions are from bot games, or constructed if the search takes too long: before and in riichi, between
turns and on an own draw. Kans that can be robbed are always constructed. The answers have fixed shares. A
tile that causes nothing is near a wait, and the hand is not furiten. A hand that is already furiten stays
furiten, whatever passes. Passing on a winning draw causes nothing by itself, so the question is what
discarding it causes; it is asked only outside riichi, because in riichi it causes two kinds of furiten at
once.

The second part asks whether the hand can win on the next tile, discarded by another player or drawn. That
tile is always a wait with a yaku, so that furiten alone decides.

The difficulty is the effort of ``ai.drills.furiten_history``, with additions for a kan, an own draw, a tile
without a yaku, and a next tile that comes after the own discard or is another wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.constructed_positions import Offer, OwnDiscard, kan_offered, near, offered
from ai.drills.continuation import Continuation
from ai.drills.furiten_history import LookBack, effort, look_back
from ai.drills.played_positions import Habits, moments
from ai.drills.question import Ask, Draft, Facts, Part, word_options
from ai.drills.weighted_choice import any_rules, weighted_choice
from ai.reading.pass_effect import PassEffect, passing
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Refusal, Why
from engine.dice import Dice
from engine.furiten import Cause, FuritenKind
from engine.legal.wins import refuse_ron, refuse_ron_on, refuse_tsumo
from engine.melds import MeldKind
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, Kind, Tile
from engine.view import SeatView


class Brings(StrEnum):
    """What passing on a tile causes."""

    NOTHING = "nothing"
    DISCARD = "discard"
    """Furiten until the wait changes: the drawn winning tile is in the own pond."""
    TEMPORARY = "temporary"
    """Furiten until the next own discard."""
    RIICHI = "riichi"
    """Furiten until the hand ends."""
    ALREADY = "already"
    """Nothing new: the hand was already furiten."""


YES, NO = "yes", "no"
"""The answers to whether the hand can win on the next tile."""


class TileTiming(StrEnum):
    """When the next tile of the wait comes."""

    NEXT = "next"
    """The next player to draw discards it, before any own discard."""
    AFTER_DISCARD = "after-discard"
    """The player to the right discards it, right after the own discard."""
    DRAWN = "drawn"
    """The seat draws it."""


SHARES: dict[Brings, int] = {
    Brings.NOTHING: 15,
    Brings.DISCARD: 10,
    Brings.TEMPORARY: 30,
    Brings.RIICHI: 25,
    Brings.ALREADY: 20,
}
"""Percentage of questions with each answer."""
BANDS: tuple[tuple[int, int], ...] = ((0, 17), (18, 21), (22, 25), (26, 29), (30, 999))
"""The lowest and highest difficulty of each level."""
KANS = 12
"""The least percentage of passed winning tiles that are tiles of kans."""
WHENS: dict[TileTiming, int] = {TileTiming.NEXT: 35, TileTiming.AFTER_DISCARD: 45, TileTiming.DRAWN: 20}
"""Percentage of next tiles with each timing."""
LIVE = 8
"""The fewest tiles left in the wall, so that the next turns are not the last ones."""
OFFERS = (ev.Dahai, ev.Kakan, ev.Tsumo)
"""Events after which a tile may pass."""
FOR_KAN = 3
FOR_OWN_DRAW = 2
FOR_NO_YAKU = 3
FOR_AFTER_DISCARD = 3
FOR_OTHER_WAIT = 1
"""Additions to the difficulty."""
PATIENCE = 12
"""Bot games searched before a position is constructed."""
_LOOKS = 12
"""The most positions tried per hand."""

_HABITS: dict[Brings, Habits] = {
    Brings.NOTHING: Habits(passes=90, silent=60),
    Brings.DISCARD: Habits(passes=100, silent=90, calls=10),
    Brings.TEMPORARY: Habits(passes=50, silent=90, calls=20),
    Brings.RIICHI: Habits(passes=50),
    Brings.ALREADY: Habits(passes=100, silent=60),
}


@dataclass(frozen=True, slots=True)
class Then:
    """The next tile of the wait, with its timing and its seat."""

    when: TileTiming
    tile: Tile
    seat: int


@dataclass(frozen=True, slots=True)
class PassingAsk(Ask):
    """What does passing on ``tile`` of that seat cause, and can the hand win on the next one?

    ``kan`` says whether it was added to a pon. If ``seat`` is the own seat, the tile is drawn and then
    discarded.
    """

    tile: Tile
    seat: int
    kan: bool
    then: Then


@dataclass(frozen=True, slots=True)
class PassingFacts(Facts):
    """The effect of the pass, the next tile, and the look back."""

    waits: tuple[Kind, ...]
    effect: PassEffect
    then: tuple[Cause, ...]
    """The causes of furiten when the next tile comes."""
    refusal: Refusal | None
    """Why the hand cannot win on the next tile."""
    past: LookBack


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    brings = weighted_choice(SHARES, dice) or Brings.TEMPORARY
    kan = brings in (Brings.TEMPORARY, Brings.RIICHI) and dice.below(100) < KANS
    for _ in range(0 if kan else PATIENCE):
        if (found := _first(level, brings, _played(brings, dice, fixed), dice)) is not None:
            return found
    while (found := _first(level, brings, _made(brings, dice, fixed, kan=kan), dice)) is None:
        pass
    return found


def _first(level: int, brings: Brings, found: Iterable[SeatPosition], dice: Dice) -> Draft | None:
    """The first suitable question of these positions, or None."""
    low, high = BANDS[level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment, weighted_choice(WHENS, dice) or TileTiming.NEXT, dice)
        if draft is not None and low <= draft.difficulty <= high and draft.answer[0] == {brings.value}:
            return draft
    return None


def _played(brings: Brings, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """Positions of one bot game with that answer."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _brings(view) is brings

    return moments(any_rules(dice, fixed), dice, _HABITS[brings], wanted)


def _made(brings: Brings, dice: Dice, fixed: Ruleset | None, *, kan: bool) -> Iterator[SeatPosition]:
    """A constructed position with that answer; empty if the attempt fails."""
    rules, riichi = any_rules(dice, fixed), brings is Brings.RIICHI
    if kan:
        return kan_offered(rules, dice, riichi=riichi)
    match brings:
        case Brings.NOTHING:
            return offered(rules, dice, Offer.NEAR, riichi=dice.below(2) == 0)
        case Brings.DISCARD:
            return offered(rules, dice, Offer.DRAW)
        case Brings.ALREADY:
            return offered(rules, dice, Offer.WAIT, thrown=OwnDiscard.WAIT, riichi=dice.below(2) == 0)
        case _:
            return offered(rules, dice, Offer.WAIT, riichi=riichi)


def _brings(view: SeatView) -> Brings | None:
    """What passing on the tile causes; None if there is no decision, or more than one answer."""
    effect = _offered(view)
    if effect is None:
        return None
    if effect.own and not effect.already:
        # in riichi, discarding a winning draw causes both kinds of furiten that last until the hand ends
        return None if view.me.riichi else Brings.DISCARD
    if effect.own and not view.me.riichi:
        return None
    if not effect.completes:
        close = not effect.already and near(KIND_OF[effect.tile], view.waits)
        return Brings.NOTHING if close else None
    if effect.already:
        return Brings.ALREADY
    return _KINDS.get(effect.kind)


_KINDS: dict[FuritenKind | None, Brings] = {
    FuritenKind.TEMPORARY: Brings.TEMPORARY,
    FuritenKind.RIICHI: Brings.RIICHI,
}


def _offered(view: SeatView) -> PassEffect | None:
    """The tile on offer, or the own draw that completes the hand."""
    table = view.table
    own = view.my_turn and view.drawn is not None and KIND_OF[view.drawn] in view.waits
    offered = table.offer is not None and table.turn != view.seat and table.offered_kan is not _CLOSED
    return passing(view) if own or offered else None


_CLOSED = MeldKind.CLOSED_KAN


def ask(moment: SeatPosition, when: TileTiming, dice: Dice) -> Draft | None:
    """The question about a position and a next tile with that timing; None if the answer is not unique."""
    view = moment.view()
    effect, brings = _offered(view), _brings(view)
    if effect is None or brings is None or not isinstance(moment.events[-1], OFFERS):
        return None
    if view.table.live < LIVE or any(view.hand.holds(kind) == COPIES for kind in view.waits):
        return None
    sequel = _sequel(moment, view, when, dice)
    if sequel is None:
        return None
    then, after, refusal = sequel
    past = look_back(moment.rules, moment.seat, moment.events)
    question = PassingAsk(effect.tile, view.table.turn, view.table.phase is Phase.ROB, then)
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=question,
        parts=(Part("brings", word_options(Brings)), Part("then", word_options((YES, NO)))),
        answer=(frozenset({brings.value}), frozenset({YES if refusal is None else NO})),
        facts=PassingFacts(view.waits, effect, after, refusal, past),
        difficulty=difficulty(view, effect, question, past),
    )


def difficulty(view: SeatView, effect: PassEffect, ask: PassingAsk, past: LookBack) -> int:
    """The difficulty, as the module describes it."""
    more = FOR_KAN * ask.kan + FOR_OWN_DRAW * effect.own
    more += FOR_NO_YAKU * (effect.refusal is not None and effect.refusal.why is Why.NO_YAKU)
    more += FOR_AFTER_DISCARD * (ask.then.when is TileTiming.AFTER_DISCARD)
    more += FOR_OTHER_WAIT * (KIND_OF[ask.then.tile] != KIND_OF[effect.tile])
    return effort(view, past) + more


# -- the next tile -------------------------------------------------------------------------------------


def _sequel(
    moment: SeatPosition, view: SeatView, when: TileTiming, dice: Dice
) -> tuple[Then, tuple[Cause, ...], Refusal | None] | None:
    """The next tile of the wait, the furiten of the hand at that time, and why it is not a win.

    None if no such tile with a yaku can be had.
    """
    passed = view.drawn if view.my_turn else None
    onward = Continuation(moment.rules, moment.seat, moment.events, dice, view.waits)
    kinds = [
        kind for kind in view.waits if onward.holds(kind) and not refuse_ron_on(view, kind, discard=passed)
    ]
    if not kinds or not _lead_to(onward, when, passed):
        return None
    tile = onward.draw(kinds[dice.below(len(kinds))])
    seat = onward.view.table.turn
    if when is not TileTiming.DRAWN:
        onward.discard(tile)
    refusal = refuse_tsumo(onward.view) if when is TileTiming.DRAWN else refuse_ron(onward.view)
    if refusal is not None and refusal.why is not Why.FURITEN:
        return None
    return Then(when, tile, seat), onward.view.furiten, refusal


def _lead_to(onward: Continuation, when: TileTiming, passed: Tile | None) -> bool:
    """Pass on the tile and continue until the next one is drawn; False if this is impossible."""
    seat = onward.seat
    if passed is not None:
        onward.discard(passed)
        if when is TileTiming.DRAWN:
            onward.up_to(seat)
        return when is not TileTiming.NEXT
    if when is TileTiming.NEXT:
        return onward.next_seat != seat
    onward.up_to(seat)
    if when is TileTiming.AFTER_DISCARD:
        onward.turn()
    return True
