"""Take it or leave it: what letting this tile pass brings, and what that means for the next one.

Positions of bot games, before riichi and in riichi, between turns and on the own draw, and made ones where
the bots take too long; kans that can be robbed are always made. The answers come in fixed shares. What brings
nothing lies close to a wait, and the hand is not furiten; whoever was furiten already stays so, whatever
passes. A winning draw does no harm by itself: it is asked what throwing it brings, out of riichi alone,
since in riichi it brings two kinds of furiten at once.

The second part goes on from there: with the next tile that somebody throws, or the seat draws, can the hand
win? It is always a wait with which the hand would be worth a win, so that furiten alone decides.

Difficulty is the effort of looking back (``ai.drills.furiten_history``), and more for a kan, an own draw, a
tile without a yaku, and a next tile that comes after the own discard or is another wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.constructed_positions import Offer, Thrown, kan_offered, near, offered
from ai.drills.continuation import Onward
from ai.drills.furiten_history import LookBack, effort, look_back
from ai.drills.played_positions import Habits, SeatPosition, moments
from ai.drills.question import Ask, Draft, Facts, Part, word_options
from ai.drills.weighted_choice import any_rules, drawn
from ai.reading.pass_effect import PassEffect, passing
from engine import events as ev
from engine.actions import Refusal, Why
from engine.dice import Dice
from engine.furiten import Cause, FuritenKind
from engine.legal.wins import refuse_ron, refuse_ron_on, refuse_tsumo
from engine.melds import MeldKind
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, Kind, Tile
from engine.view import SeatView


class Brings(StrEnum):
    """What letting a tile pass brings."""

    NOTHING = "nothing"
    DISCARD = "discard"
    """Furiten until the wait changes: the winning tile that was drawn lies in the own pond."""
    TEMPORARY = "temporary"
    """Furiten until the own next discard."""
    RIICHI = "riichi"
    """Furiten until the hand ends."""
    ALREADY = "already"
    """Nothing new: the hand was furiten."""


YES, NO = "yes", "no"
"""The words for whether the hand can win on the next tile."""


class TileTiming(StrEnum):
    """When the next tile of the wait comes."""

    NEXT = "next"
    """The next player to draw throws it, before the seat has discarded anything."""
    AFTER_DISCARD = "after-discard"
    """The player to the right throws it, right after the seat's discard."""
    DRAWN = "drawn"
    """The seat draws it."""


SHARES: dict[Brings, int] = {
    Brings.NOTHING: 15,
    Brings.DISCARD: 10,
    Brings.TEMPORARY: 30,
    Brings.RIICHI: 25,
    Brings.ALREADY: 20,
}
"""How many questions of a hundred have each answer."""
BANDS: tuple[tuple[int, int], ...] = ((0, 17), (18, 21), (22, 25), (26, 29), (30, 999))
"""Least and greatest difficulty of each level."""
KANS = 12
"""So many of a hundred winning tiles that pass lie in kans, at least."""
WHENS: dict[TileTiming, int] = {TileTiming.NEXT: 35, TileTiming.AFTER_DISCARD: 45, TileTiming.DRAWN: 20}
"""How many of a hundred next tiles come when."""
LIVE = 8
"""So many tiles are left in the wall at least: the next turns are not the last."""
OFFERS = (ev.Dahai, ev.Kakan, ev.Tsumo)
"""Events after which a tile may pass."""
FOR_KAN = 3
FOR_OWN_DRAW = 2
FOR_NO_YAKU = 3
FOR_AFTER_DISCARD = 3
FOR_OTHER_WAIT = 1
"""What each adds to the difficulty."""
PATIENCE = 12
"""So many hands of bots are searched before a position is made."""
_LOOKS = 12
"""So many positions of a hand are looked at."""

_HABITS: dict[Brings, Habits] = {
    Brings.NOTHING: Habits(passes=90, silent=60),
    Brings.DISCARD: Habits(passes=100, silent=90, calls=10),
    Brings.TEMPORARY: Habits(passes=50, silent=90, calls=20),
    Brings.RIICHI: Habits(passes=50),
    Brings.ALREADY: Habits(passes=100, silent=60),
}


@dataclass(frozen=True, slots=True)
class Then:
    """The next tile of the wait: when it comes, and from whom."""

    when: TileTiming
    tile: Tile
    seat: int


@dataclass(frozen=True, slots=True)
class PassingAsk(Ask):
    """What letting ``tile`` of that seat pass brings, and whether the hand can win on the next one.

    ``kan``: it was added to a pon. When the seat is the player's own it is the draw, and it is thrown.
    """

    tile: Tile
    seat: int
    kan: bool
    then: Then


@dataclass(frozen=True, slots=True)
class PassingFacts(Facts):
    """What the reading says of the tile, and what had to be looked back at."""

    waits: tuple[Kind, ...]
    effect: PassEffect
    then: tuple[Cause, ...]
    """The causes of furiten when the next tile comes."""
    refusal: Refusal | None
    """Why that one is no win."""
    past: LookBack


def draft(level: int, dice: Dice) -> Draft:
    """A position of that level."""
    brings = drawn(SHARES, dice) or Brings.TEMPORARY
    kan = brings in (Brings.TEMPORARY, Brings.RIICHI) and dice.below(100) < KANS
    for _ in range(0 if kan else PATIENCE):
        if (found := _first(level, brings, _played(brings, dice), dice)) is not None:
            return found
    while (found := _first(level, brings, _made(brings, dice, kan=kan), dice)) is None:
        pass
    return found


def _first(level: int, brings: Brings, found: Iterable[SeatPosition], dice: Dice) -> Draft | None:
    """The first that fits of some positions."""
    low, high = BANDS[level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment, drawn(WHENS, dice) or TileTiming.NEXT, dice)
        if draft is not None and low <= draft.difficulty <= high and draft.answer[0] == {brings.value}:
            return draft
    return None


def _played(brings: Brings, dice: Dice) -> Iterator[SeatPosition]:
    """Positions of a hand of bots."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _brings(view) is brings

    return moments(any_rules(dice), dice, _HABITS[brings], wanted)


def _made(brings: Brings, dice: Dice, *, kan: bool) -> Iterator[SeatPosition]:
    """A position that is made, or none."""
    rules, riichi = any_rules(dice), brings is Brings.RIICHI
    if kan:
        return kan_offered(rules, dice, riichi=riichi)
    match brings:
        case Brings.NOTHING:
            return offered(rules, dice, Offer.NEAR, riichi=dice.below(2) == 0)
        case Brings.DISCARD:
            return offered(rules, dice, Offer.DRAW)
        case Brings.ALREADY:
            return offered(rules, dice, Offer.WAIT, thrown=Thrown.WAIT, riichi=dice.below(2) == 0)
        case _:
            return offered(rules, dice, Offer.WAIT, riichi=riichi)


def _brings(view: SeatView) -> Brings | None:
    """What letting the tile pass brings; None when nothing is to be decided or more could be said."""
    effect = _offered(view)
    if effect is None:
        return None
    if effect.own and not effect.already:
        # thrown in riichi, a winning draw brings both kinds of furiten that last to the end
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
    """The tile that is being offered, or the own draw that completes the hand."""
    table = view.table
    own = view.my_turn and view.drawn is not None and KIND_OF[view.drawn] in view.waits
    offered = table.offer is not None and table.turn != view.seat and table.offered_kan is not _CLOSED
    return passing(view) if own or offered else None


_CLOSED = MeldKind.CLOSED_KAN


def ask(moment: SeatPosition, when: TileTiming, dice: Dice) -> Draft | None:
    """The question about a position, and a next tile that comes then; None when more could be said."""
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
    """What has to be looked back at, and what has to be thought of besides."""
    more = FOR_KAN * ask.kan + FOR_OWN_DRAW * effect.own
    more += FOR_NO_YAKU * (effect.refusal is not None and effect.refusal.why is Why.NO_YAKU)
    more += FOR_AFTER_DISCARD * (ask.then.when is TileTiming.AFTER_DISCARD)
    more += FOR_OTHER_WAIT * (KIND_OF[ask.then.tile] != KIND_OF[effect.tile])
    return effort(view, past) + more


# -- the next tile -------------------------------------------------------------------------------------


def _sequel(
    moment: SeatPosition, view: SeatView, when: TileTiming, dice: Dice
) -> tuple[Then, tuple[Cause, ...], Refusal | None] | None:
    """The next tile of the wait, the furiten of the hand when it comes, and why it is no win.

    None when there is none with which the hand would be worth a win.
    """
    passed = view.drawn if view.my_turn else None
    onward = Onward(moment.rules, moment.seat, moment.events, dice, view.waits)
    kinds = [
        kind for kind in view.waits if onward.holds(kind) and not refuse_ron_on(view, kind, discard=passed)
    ]
    if not kinds or not _lead_to(onward, when, passed):
        return None
    tile = onward.draw(kinds[dice.below(len(kinds))])
    seat = onward.view.table.turn
    if when is not TileTiming.DRAWN:
        onward.throw(tile)
    refusal = refuse_tsumo(onward.view) if when is TileTiming.DRAWN else refuse_ron(onward.view)
    if refusal is not None and refusal.why is not Why.FURITEN:
        return None
    return Then(when, tile, seat), onward.view.furiten, refusal


def _lead_to(onward: Onward, when: TileTiming, passed: Tile | None) -> bool:
    """Let the tile pass, and go on until the next one is drawn; False when that cannot be had."""
    seat = onward.seat
    if passed is not None:
        onward.throw(passed)
        if when is TileTiming.DRAWN:
            onward.up_to(seat)
        return when is not TileTiming.NEXT
    if when is TileTiming.NEXT:
        return onward.next_seat != seat
    onward.up_to(seat)
    if when is TileTiming.AFTER_DISCARD:
        onward.turn()
    return True
