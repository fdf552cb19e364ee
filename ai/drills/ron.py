"""Can you ron?: a tile is thrown, or added to a pon: yes; no, not a wait; no, furiten; no, there is no yaku.

Positions of bot games, and made ones where the bots take too long; some of those in which a kan can be robbed
are always made. The four answers are asked for in fixed shares. Where two reasons speak against a ron the
question would have two answers and is not asked. A tile that is no wait lies close to one, and a hand that
can ron has something to stumble over: a tile that looks like furiten, or no riichi to lean on.

Difficulty is the effort of looking back (``ai.drills.furiten_history``) plus the kinds to look at in the hand
(``ai.drills.random_tenpai``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.constructed_positions import Offer, Thrown, kan_offered, near, offered
from ai.drills.furiten_history import LookBack, effort, look_back
from ai.drills.played_positions import Habits, SeatPosition, moments
from ai.drills.question import Ask, Draft, Facts, Part, word_options
from ai.drills.random_tenpai import kinds_to_look_at
from ai.drills.weighted_choice import any_rules, drawn
from engine import events as ev
from engine.actions import Refusal
from engine.actions import Why as Reason
from engine.dice import Dice
from engine.legal.wins import refuse_ron, winning_hand
from engine.melds import MeldKind
from engine.score import NoWin, Score, score
from engine.tiles import COPIES, KIND_OF, Kind, Tile
from engine.view import SeatView


class RonAnswer(StrEnum):
    """What can be said to a tile that is offered."""

    YES = "yes"
    NOT_A_WAIT = "not-a-wait"
    FURITEN = "furiten"
    NO_YAKU = "no-yaku"


_ANSWERS: dict[Reason | None, RonAnswer] = {
    None: RonAnswer.YES,
    Reason.NOT_COMPLETE: RonAnswer.NOT_A_WAIT,
    Reason.FURITEN: RonAnswer.FURITEN,
    Reason.NO_YAKU: RonAnswer.NO_YAKU,
}

SHARES: dict[RonAnswer, int] = {
    RonAnswer.YES: 30,
    RonAnswer.NOT_A_WAIT: 20,
    RonAnswer.FURITEN: 30,
    RonAnswer.NO_YAKU: 20,
}
"""How many questions of a hundred have each answer."""
BANDS: tuple[tuple[int, int], ...] = ((0, 22), (23, 27), (28, 32), (33, 37), (38, 99))
"""Least and greatest difficulty of each level."""
KANS = 10
"""How many of a hundred tiles that can be won on are robbed kans, at least."""
OFFERS = (ev.Dahai, ev.Kakan, ev.Ankan)
"""Events after which a tile may be won on."""
PATIENCE = 12
"""So many hands of bots are searched before a position is made."""
_LOOKS = 12
"""So many positions of a hand are looked at."""

_HABITS: dict[RonAnswer, Habits] = {
    RonAnswer.YES: Habits(passes=70, silent=60),
    RonAnswer.NOT_A_WAIT: Habits(passes=90, silent=60),
    RonAnswer.FURITEN: Habits(passes=100, silent=60),
    RonAnswer.NO_YAKU: Habits(passes=100, silent=100, calls=30),
}


@dataclass(frozen=True, slots=True)
class RonAsk(Ask):
    """Can the seat win on this tile, thrown by that seat or added to its pon."""

    tile: Tile
    seat: int
    kan: bool


@dataclass(frozen=True, slots=True)
class RonFacts(Facts):
    """Why not, with the causes of furiten; or what the win is worth. And what had to be looked back at."""

    waits: tuple[Kind, ...]
    refusal: Refusal | None
    score: Score | None
    past: LookBack


def draft(level: int, dice: Dice) -> Draft:
    """A position of that level."""
    answer = drawn(SHARES, dice) or RonAnswer.YES
    kan = answer is RonAnswer.YES and dice.below(100) < KANS
    for _ in range(0 if kan else PATIENCE):
        if (found := _first(level, answer, _played(answer, dice))) is not None:
            return found
    while (found := _first(level, answer, _made(answer, dice, kan=kan))) is None:
        pass
    return found


def _first(level: int, answer: RonAnswer, found: Iterable[SeatPosition]) -> Draft | None:
    """The first that fits of some positions."""
    low, high = BANDS[level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment)
        if draft is not None and draft.answer[0] == {answer} and low <= draft.difficulty <= high:
            return draft
    return None


def _played(answer: RonAnswer, dice: Dice) -> Iterator[SeatPosition]:
    """Positions of a hand of bots."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _answer(view) is answer

    return moments(any_rules(dice), dice, _HABITS[answer], wanted)


def _made(answer: RonAnswer, dice: Dice, *, kan: bool) -> Iterator[SeatPosition]:
    """A position that is made, or none."""
    rules = any_rules(dice)
    if kan:
        return kan_offered(rules, dice)
    offer = Offer.NEAR if answer is RonAnswer.NOT_A_WAIT else Offer.WAIT
    thrown = Thrown.WAIT if answer is RonAnswer.FURITEN else Thrown.SUJI if dice.below(2) else Thrown.ANYTHING
    melds = dice.below(3) if answer in (RonAnswer.NO_YAKU, RonAnswer.YES) else 0
    return offered(rules, dice, offer, thrown=thrown, melds=melds)


def _answer(view: SeatView) -> RonAnswer | None:
    """The only thing to say; None when nothing is offered to the hand, or there is more to say."""
    table = view.table
    if table.offer is None or table.turn == view.seat:
        return None
    refusal = refuse_ron(view)
    answer = _ANSWERS.get(refusal.why if refusal else None)
    if answer is RonAnswer.FURITEN and _no_yaku(view, table.offer):
        return None
    if answer is RonAnswer.NOT_A_WAIT and (
        view.furiten or table.offered_kan or not near(KIND_OF[table.offer], view.waits)
    ):
        return None
    return answer


def _no_yaku(view: SeatView, tile: Tile) -> bool:
    """Whether the hand would be no win were it not furiten."""
    return isinstance(score(winning_hand(view, tile, tsumo=False)), NoWin)


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None when it has no answer, several, or one that needs no thought."""
    view = moment.view()
    tile, answer = view.table.offer, _answer(view)
    # after the bet of a riichi is paid the tile still lies there, and cannot be claimed any more
    if tile is None or answer is None or not view.waits or not isinstance(moment.events[-1], OFFERS):
        return None
    if any(view.hand.holds(wait) == COPIES for wait in view.waits):
        return None
    past = look_back(moment.rules, moment.seat, moment.events)
    if answer is RonAnswer.YES and view.me.riichi and not past.near_misses:
        return None
    result = score(winning_hand(view, tile, tsumo=False)) if answer is RonAnswer.YES else None
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=RonAsk(tile, view.table.turn, view.table.offered_kan is MeldKind.ADDED_KAN),
        parts=(Part("ron", word_options(RonAnswer)),),
        answer=(frozenset({answer.value}),),
        facts=RonFacts(view.waits, refuse_ron(view), None if isinstance(result, NoWin) else result, past),
        difficulty=effort(view, past) + kinds_to_look_at(view.hand),
    )
