"""Furiten?: is this tenpai hand furiten, of which kind, by which tile, and until when.

Positions of bot games between two own turns, with no wait on offer, and made ones where the bots take too
long. The four answers are asked for in fixed shares, whatever is frequent in games. A hand with causes of two
kinds has two right answers and is not asked; nor is one without furiten in which nothing looks like it.

The measure of difficulty is that of looking back (``ai.drills.furiten_history``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ai.drills.constructed_positions import Offer, Thrown, kan_offered, offered, red_five_offered
from ai.drills.furiten_history import LookBack, TwistKind, called_of_late, effort, look_back, recent_discards
from ai.drills.played_positions import Habits, SeatPosition, moments
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names, word_options
from ai.drills.weighted_choice import any_rules, drawn
from engine.dice import Dice
from engine.furiten import Cause, Ends, FuritenKind
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, Kind
from engine.view import SeatView

NONE = "none"
"""The word for a hand that is not furiten."""

SHARES: dict[str, int] = {
    NONE: 30,
    FuritenKind.DISCARD: 30,
    FuritenKind.TEMPORARY: 20,
    FuritenKind.RIICHI: 20,
}
"""How many questions of a hundred have each answer."""
BANDS: tuple[tuple[int, int], ...] = ((0, 18), (19, 23), (24, 28), (29, 33), (34, 99))
"""Least and greatest difficulty of each level."""

WISHES: dict[str, dict[TwistKind, int]] = {
    NONE: {TwistKind.FORMER_WAIT: 15},
    FuritenKind.DISCARD: {TwistKind.CALLED_AWAY: 20},
    FuritenKind.TEMPORARY: {
        TwistKind.NO_YAKU: 20,
        TwistKind.CALL_SINCE: 15,
        TwistKind.KAN: 15,
        TwistKind.RED: 10,
    },
    FuritenKind.RIICHI: {TwistKind.KAN: 15, TwistKind.RED: 10},
}
"""How many questions of a hundred with that answer are to have a twist that is rare in games."""
PATIENCE = 12
"""So many hands of bots are searched before a position is made."""
_TRIES = 200
"""So many positions are made before one without such a twist will do."""
_LOOKS = 12
"""So many positions of a hand are looked at."""

_HABITS: dict[str, Habits] = {
    NONE: Habits(passes=90, silent=60),
    FuritenKind.DISCARD: Habits(passes=90, silent=90),
    FuritenKind.TEMPORARY: Habits(passes=100, silent=100),
    FuritenKind.RIICHI: Habits(passes=100, declines=5, silent=20),
}
_BY_CALLS = frozenset({TwistKind.CALLED_AWAY, TwistKind.CALL_SINCE})
"""Twists that come about where players call a lot."""
_CALLING = 100
"""How often such players take a pon or kan."""
_MADE = {TwistKind.KAN: kan_offered, TwistKind.RED: red_five_offered}
"""Twists that are made, because bots hardly ever let them happen."""


@dataclass(frozen=True, slots=True)
class FuritenAsk(Ask):
    """Is the hand furiten now, by which tiles, and until when."""


@dataclass(frozen=True, slots=True)
class FuritenFacts(Facts):
    """The waits, every cause, and what had to be looked back at."""

    waits: tuple[Kind, ...]
    causes: tuple[Cause, ...]
    past: LookBack


def draft(level: int, dice: Dice) -> Draft:
    """A position of that level."""
    answer = drawn(SHARES, dice) or NONE
    wish = drawn(WISHES[answer], dice)
    if wish in _MADE:
        riichi = answer == FuritenKind.RIICHI
        sources = (_MADE[wish](any_rules(dice), dice, riichi=riichi, passes=True) for _ in range(_TRIES))
    else:
        sources = (_played(answer, wish, dice) for _ in range(PATIENCE))
    for found in sources:
        if (draft := _first(level, answer, wish, found)) is not None:
            return draft
    while (draft := _first(level, answer, None, _made(answer, dice))) is None:
        pass
    return draft


def _first(level: int, answer: str, wish: TwistKind | None, found: Iterable[SeatPosition]) -> Draft | None:
    """The first that fits of some positions."""
    low, high = BANDS[level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment)
        if draft is not None and low <= draft.difficulty <= high and _fits(draft, answer, wish):
            return draft
    return None


def _fits(draft: Draft, answer: str, wish: TwistKind | None) -> bool:
    """Whether the question has that answer and the twist that it is to have."""
    assert isinstance(draft.facts, FuritenFacts)
    twists = {twist.kind for twist in draft.facts.past.twists}
    return draft.answer[0] == {answer} and (wish is None or wish in twists)


def _made(answer: str, dice: Dice) -> Iterator[SeatPosition]:
    """A position that is made, or none."""
    rules, riichi = any_rules(dice), answer == FuritenKind.RIICHI or dice.below(4) == 0
    match answer:
        case FuritenKind.DISCARD:
            return offered(rules, dice, Offer.NEAR, thrown=Thrown.WAIT, riichi=riichi, passes=True)
        case FuritenKind.TEMPORARY:
            return offered(rules, dice, Offer.WAIT, passes=True)
        case FuritenKind.RIICHI:
            return offered(rules, dice, Offer.WAIT, riichi=True, passes=True)
        case _:
            return offered(rules, dice, Offer.NEAR, thrown=Thrown.SUJI, riichi=riichi, passes=True)


def _played(answer: str, wish: TwistKind | None, dice: Dice) -> Iterator[SeatPosition]:
    """Positions of a hand of bots that may fit."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _between_turns(view) and _answer(view) == answer and _promises(view, wish)

    habits = _HABITS[answer]
    if wish in _BY_CALLS:
        habits = replace(habits, calls=_CALLING)
    return moments(any_rules(dice), dice, habits, wanted)


def _promises(view: SeatView, wish: TwistKind | None) -> bool:
    """Whether the position may have that twist, as far as a quick look tells."""
    match wish:
        case TwistKind.CALLED_AWAY:
            gone = [discard for discard in view.me.pond if discard.called_by is not None]
            return any(KIND_OF[discard.tile] in view.waits for discard in gone)
        case TwistKind.CALL_SINCE:
            return called_of_late(view)
        case _:
            return True


def _between_turns(view: SeatView) -> bool:
    """Whether nothing is pending for the seat: no own turn, no wait on offer."""
    return not view.my_turn and view.own.passing is None and view.table.phase is not Phase.OVER


def _answer(view: SeatView) -> str | None:
    """The one kind of furiten that the hand has; None when it has several."""
    kinds = {cause.kind for cause in view.furiten}
    if len(kinds) > 1:
        return None
    return kinds.pop() if kinds else NONE


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None when it has no answer, several, or one that needs no thought."""
    view = moment.view()
    answer = _answer(view)
    if answer is None or not view.waits or not _between_turns(view):
        return None
    if any(view.hand.holds(kind) == COPIES for kind in view.waits):
        return None
    past = look_back(moment.rules, moment.seat, moment.events)
    if answer == NONE and not past.near_misses:
        return None
    causes = view.furiten
    furiten = frozenset(FuritenKind)
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=FuritenAsk(),
        parts=(
            Part("kind", word_options((NONE, *FuritenKind))),
            Part("tiles", kind_options(_tiles(view)), several=True, after=furiten),
            Part("until", word_options(Ends), after=furiten),
        ),
        answer=(
            frozenset({answer}),
            names({KIND_OF[cause.tile] for cause in causes}),
            frozenset(cause.ends for cause in causes),
        ),
        facts=FuritenFacts(view.waits, causes, past),
        difficulty=effort(view, past),
    )


def _tiles(view: SeatView) -> list[Kind]:
    """The kinds that could be what makes the hand furiten: own discards, and what has passed of late."""
    tiles = [discard.tile for discard in view.me.pond]
    tiles += [tile for _, tile in recent_discards(view)]
    tiles += [cause.tile for cause in view.own.passed]
    return sorted({KIND_OF[tile] for tile in tiles})
