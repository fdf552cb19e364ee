"""Questions "waits": mark every tile that the hand waits on.

Rulesets differ about a wait of which the player holds all four tiles (``fifth_tile``); this is asked only if
it decides between tenpai and noten.

The difficulty adds one for each kind outside isolated groups, one for each wait, one for each reading of the
hand with a wait, and five if a fifth tile would complete the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.drills.difficulty import kinds_to_look_at, most_of_a_suit, readings_with
from ai.drills.drill import Drill
from ai.drills.question import (
    NONE,
    Ask,
    Asked,
    Draft,
    DrillKind,
    DrillTheme,
    Facts,
    Part,
    QuestionOf,
    kind_options,
    names,
    word_options,
)
from ai.seat_position import SeatPosition
from engine import shape
from engine.hand import Hand
from engine.rules import Ruleset
from engine.shape import Form, Reading
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, EAST, KINDS, Kind

FIFTH = 5
"""Difficulty added if a kind of which the player holds all four would complete the hand."""


class WaitsAsked(Asked, frozen=True):
    """Whether a hand far from tenpai is asked about too."""

    any_hand: bool = False


@dataclass(frozen=True, slots=True)
class WaitsAsk(Ask):
    """Which tiles does the hand wait on, if any?"""


@dataclass(frozen=True, slots=True)
class Completion:
    """A wait, with its unseen copies and the readings of the complete hand."""

    kind: Kind
    left: int
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class WaitsFacts(Facts):
    """The waits, and the kinds that would complete the hand if there were a fifth tile."""

    waits: tuple[Completion, ...]
    fifth: tuple[Kind, ...]
    """The player holds all four tiles of each, in hand and melds."""
    noten_by_rule: bool
    """Whether the hand would wait only on ``fifth``, which the ruleset does not accept."""
    away: int
    """Shanten: tiles to change until the hand is tenpai."""


WaitsQuestion = QuestionOf[WaitsAsk, WaitsFacts]


def ask(moment: SeatPosition, *, any_hand: bool = False) -> Draft | None:
    """The question about a position; None if there is nothing to ask.

    With ``any_hand`` a hand that is far from tenpai is asked about too: its owner took it for tenpai.
    """
    view = moment.view()
    facts = waits_facts(view.hand, moment.rules, view.left(), any_hand=any_hand)
    if facts is None:
        return None
    forms = {reading.form for wait in facts.waits for reading in wait.readings}
    found = {
        DrillTheme.NOTEN: not facts.waits,
        DrillTheme.FIFTH_TILE: bool(facts.fifth),
        DrillTheme.SEVEN_PAIRS: Form.SEVEN_PAIRS in forms,
        DrillTheme.THIRTEEN_ORPHANS: Form.ORPHANS in forms,
        DrillTheme.ONE_SUIT: most_of_a_suit(view.hand) >= ONE_SUIT,
        DrillTheme.MANY_WAITS: len(facts.waits) >= MANY,
        DrillTheme.SIMPLE_WAIT: 0 < len(facts.waits) < MANY,
    }
    return Draft(
        position=moment,
        ask=WaitsAsk(),
        parts=(Part("waits", (*kind_options(range(KINDS)), *word_options([NONE])), several=True),),
        answer=(names(wait.kind for wait in facts.waits) or frozenset({NONE}),),
        facts=facts,
        difficulty=difficulty(view.hand, facts),
        stored=WaitsAsked(any_hand),
        themes=tuple(theme for theme, is_so in found.items() if is_so),
    )


MANY = 3
"""Waits of a hand with many."""
ONE_SUIT = 10
"""Concealed tiles of one suit in a hand of one suit."""


# -- what the hand waits on ----------------------------------------------------------------------------


def waits_facts(
    hand: Hand, rules: Ruleset, left: Sequence[int], *, any_hand: bool = False
) -> WaitsFacts | None:
    """The facts about the waits of a hand of 13 tiles.

    None if there is nothing to ask: the hand is noten even with a fifth tile, which ``any_hand`` allows, or
    some waits are possible and others would need a fifth tile.
    """
    waits = shape.waits(hand.keys, len(hand.melds))
    reachable = [kind for kind in waits if hand.holds(kind) < COPIES]
    fifth = [kind for kind in range(KINDS) if _needs_fifth(hand, kind)] + [
        kind for kind in waits if kind not in reachable
    ]
    if reachable and len(reachable) < len(waits):
        return None
    tenpai = tenpai_waits(hand, rules, waits)
    if not tenpai and not fifth and not any_hand:
        return None
    return WaitsFacts(
        waits=tuple(Completion(kind, left[kind], readings_with(hand, kind)) for kind in tenpai),
        fifth=tuple(sorted(fifth)),
        noten_by_rule=bool(waits) and not tenpai,
        away=max(shape.shanten_of(hand.keys, len(hand.melds)), 0),
    )


def _needs_fifth(hand: Hand, kind: Kind) -> bool:
    """Whether the hand holds four of a kind concealed, and a fifth would complete it.

    There are only four groups, so the five tiles cannot all be in different sequences: three of them form a
    triplet, or two the pair. The test replaces that triplet by a meld, or that pair by a pair of honours.
    """
    if hand.counts[kind] < COPIES:
        return False
    counts = hand.counts.copy()
    counts[kind] = 2
    if shape.shanten(counts, len(hand.melds) + 1) == -1:
        return True
    honour = next((kind for kind in range(EAST, KINDS) if not counts[kind]), None)
    if honour is None:
        return False
    counts[kind], counts[honour] = 3, 2
    return shape.shanten(counts, len(hand.melds)) == -1


def difficulty(hand: Hand, facts: WaitsFacts) -> int:
    """The difficulty, as the module describes it."""
    readings = sum(len(wait.readings) for wait in facts.waits)
    return kinds_to_look_at(hand) + len(facts.waits) + readings + FIFTH * bool(facts.fifth)


DRILL = Drill(
    kind=DrillKind.WAITS,
    bands=((3, 7), (8, 10), (11, 13), (14, 16), (17, 99)),
    asked=WaitsAsked,
    ask=lambda moment, asked: ask(moment, any_hand=asked.any_hand),
    mistake=lambda moment, only: None if only else WaitsAsked(any_hand=True),
)
