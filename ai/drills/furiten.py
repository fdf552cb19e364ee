"""Furiten?: is this tenpai hand furiten, of which kind, by which tile, and until when.

Positions of bot games between two own turns, with no wait on offer. The four answers are asked for in fixed
shares, whatever is frequent in games. A hand with causes of two kinds has two right answers and is not
asked; nor is one without furiten in which nothing looks like it.

The measure of difficulty counts what has to be looked back at: a turn of the table for each own discard and for
each three recent discards of the others, two for each wait, three for each twist (``ai.drills.lookback``).
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.drills.lookback import COMMON, LookBack, look_back, recent_discards
from ai.drills.positions import Habits, Moment, any_rules, moments
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names, word_options
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
BANDS: tuple[tuple[int, int], ...] = ((0, 19), (20, 23), (24, 28), (29, 32), (33, 99))
"""Least and greatest difficulty of each level."""
PER_TURN = 3
PER_WAIT = 2
PER_TWIST = 3
_LOOKS = 10
"""So many positions of a hand are looked at."""

_HABITS: dict[str, Habits] = {
    NONE: Habits(passes=90, silent=60),
    FuritenKind.DISCARD: Habits(passes=90, silent=90),
    FuritenKind.TEMPORARY: Habits(passes=100, silent=100),
    FuritenKind.RIICHI: Habits(passes=100, silent=20),
}


@dataclass(frozen=True, slots=True)
class FuritenAsk(Ask):
    """Is the hand furiten now, by which tiles, and until when."""


@dataclass(frozen=True, slots=True)
class FuritenFacts(Facts):
    """The waits, every cause, and what had to be looked back at."""

    waits: tuple[Kind, ...]
    causes: tuple[Cause, ...]
    past: LookBack


def draft(level: int, dice: Dice) -> Draft | None:
    """A position of that level, or None."""
    throws = [answer for answer, share in SHARES.items() for _ in range(share)]
    answer = throws[dice.below(len(throws))]
    while (found := _find(level, answer, dice)) is None:
        pass
    return found


def _find(level: int, answer: str, dice: Dice) -> Draft | None:
    """The first fitting position of a hand; one with a rare twist is preferred."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _between_turns(view) and _answer(view) == answer

    rules = any_rules(dice)
    fitting = []
    for moment in moments(rules, dice, _HABITS[answer], wanted)[:_LOOKS]:
        if (draft := _draft(moment, level)) is not None:
            fitting.append(draft)
    return max(fitting, key=_rarity, default=None)


def _between_turns(view: SeatView) -> bool:
    """Whether nothing is pending for the seat: no own turn, no wait on offer."""
    return not view.my_turn and view.own.passing is None and view.table.phase is not Phase.OVER


def _answer(view: SeatView) -> str | None:
    """The one kind of furiten that the hand has; None when it has several."""
    kinds = {cause.kind for cause in view.furiten}
    if len(kinds) > 1:
        return None
    return kinds.pop() if kinds else NONE


def _draft(moment: Moment, level: int) -> Draft | None:
    """The question about a position, None when it is none of that level."""
    view, events = moment.view(), moment.events()
    past = look_back(view.rules, view.seat, events)
    hard = difficulty(view, past)
    low, high = BANDS[level - 1]
    if not low <= hard <= high or any(view.hand.holds(kind) == COPIES for kind in view.waits):
        return None
    if not view.furiten and not past.near_misses:
        return None
    causes = view.furiten
    kind = causes[0].kind if causes else None
    furiten = frozenset(FuritenKind)
    return Draft(
        rules=view.rules,
        seat=view.seat,
        events=events,
        ask=FuritenAsk(),
        parts=(
            Part("kind", word_options((NONE, *FuritenKind))),
            Part("tiles", kind_options(_tiles(view)), several=True, after=furiten),
            Part("until", word_options(Ends), after=furiten),
        ),
        answer=(
            frozenset({kind or NONE}),
            names({KIND_OF[cause.tile] for cause in causes}),
            frozenset(cause.ends for cause in causes),
        ),
        facts=FuritenFacts(view.waits, causes, past),
        difficulty=hard,
    )


def difficulty(view: SeatView, past: LookBack) -> int:
    """What has to be looked back at, and what misleads there."""
    turns = len(view.me.pond) - (-len(past.recent) // PER_TURN)
    return turns + PER_WAIT * len(view.waits) + PER_TWIST * len(past.twists)


def _tiles(view: SeatView) -> list[Kind]:
    """The kinds that could be what makes the hand furiten: own discards, and what has passed of late."""
    tiles = [discard.tile for discard in view.me.pond]
    tiles += [tile for _, tile in recent_discards(view)]
    tiles += [cause.tile for cause in view.own.passed]
    return sorted({KIND_OF[tile] for tile in tiles})


def _rarity(draft: Draft) -> int:
    """How many twists of the rarer sorts there are."""
    assert isinstance(draft.facts, FuritenFacts)
    return len({twist.kind for twist in draft.facts.past.twists} - COMMON)
