"""Which waits of a hand have a yaku, and whether an open hand has a plan to one.

Nobody calls without a plan to a yaku, so an open hand without one is not a position of the game. A closed
hand always has a plan: riichi, or a win by tsumo.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Refusal
from engine.hand import Hand
from engine.legal import later_score
from engine.rules import Ruleset
from engine.score import Score, Win, score
from engine.tiles import Kind
from engine.view import SeatView


def waits_with_yaku(view: SeatView) -> tuple[Kind, ...]:
    """The waits that win by ron without luck, apart from furiten, with a hand between turns or just drawn."""
    hand = view.hand.copy()
    if view.my_turn and view.drawn is not None:
        hand.remove(view.drawn)
    return tuple(kind for kind in view.waits if not isinstance(later_score(view, hand, kind), Refusal))


def has_plan(view: SeatView) -> bool:
    """Whether the tenpai hand can be played to a win: it is closed, or one of its waits has a yaku."""
    return view.hand.is_closed or bool(waits_with_yaku(view))


def east_with_yaku(hand: Hand, waits: Sequence[Kind], rules: Ruleset) -> tuple[Kind, ...]:
    """The waits of a hand of 13 tiles with a yaku if it were East's in an East round.

    This is quick, and right for other winds too unless the hand has winds.
    """
    tiles, melds = tuple(hand.tiles), tuple(hand.melds)
    wins = {kind: Win(tiles=(*tiles, kind), winning_tile=kind, melds=melds, rules=rules) for kind in waits}
    return tuple(kind for kind, win in wins.items() if isinstance(score(win), Score))
