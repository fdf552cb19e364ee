"""Questions "push or fold": somebody is in riichi, and the fastest discard is dangerous. Go on, or fold?

The positions are data, judged in advance by many rollouts of each choice (``ai.drills.judged_positions``),
with the same hidden tiles for each. The question is about one tile:

- *push*: it discards what the hand needs least. Then it plays on within reason: in tenpai it goes on, one
  away it takes a limited risk, further off it discards what is safe;
- *fold*: it discards the safest tile each time;
- *middle* (mawashi): it keeps what it can of the hand with a safer tile, and plays on within reason.

Only positions with a clear best choice are asked. The difficulty is the place of a position among those with
the same choices and the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.drills.drill import Drill
from ai.drills.judged_positions import FIFTHS, JudgedAsked, JudgedFacts, judged_draft
from ai.drills.kinds.safest import rate_of
from ai.drills.question import Ask, Draft, DrillKind, DrillTheme, QuestionOf
from ai.reading.estimates import dora_hans
from ai.reading.outlook import Outlook, Worth, outlook_after
from ai.reading.safety import Safety, TileSafety
from ai.reading.threat import in_riichi
from ai.reading.value_hints import wait_worths
from ai.seat_position import SeatPosition
from engine.actions import ActionKind
from engine.tiles import KIND_OF, TILE_OF, Tile
from engine.view import SeatView

PUSH, MIDDLE, FOLD = "push", "middle", "fold"
WORDS: tuple[str, ...] = (PUSH, MIDDLE, FOLD)
"""The choices in the order of display."""
THEMES: dict[str, tuple[DrillTheme, ...]] = {
    PUSH: (DrillTheme.PUSH,),
    MIDDLE: (DrillTheme.GO_ROUND, DrillTheme.FOLD),
    FOLD: (DrillTheme.FOLD,),
}
"""The ideas of each answer."""


@dataclass(frozen=True, slots=True)
class PushFoldAsk(Ask):
    """Which choice scores the most points against these players in riichi?"""

    against: tuple[int, ...]
    """In turn order."""
    push: Tile
    """The discard that keeps the hand."""
    with_riichi: bool
    """Whether riichi is declared with it."""
    middle: Tile | None
    """The safer discard that keeps some of the hand, or None."""
    fold: Tile
    """The safest discard."""


@dataclass(frozen=True, slots=True)
class PushFoldFacts(JudgedFacts):
    """The results of each choice, the hand after pushing, and the danger of each discard."""

    pushed: Outlook
    """The effect of the discard that keeps the hand."""
    rons: tuple[int, ...]
    """What a ron pays on each wait after it, in ascending order; empty if none is possible."""
    dora: int
    """Dora and red fives of the hand after it."""
    dangers: tuple[TileSafety, ...]
    """Each discard in the order of ``WORDS``, against the player in riichi who wins on such tiles most often
    by the measured rates, because those are told."""


PushFoldQuestion = QuestionOf[PushFoldAsk, PushFoldFacts]


def ask(moment: SeatPosition, judged: JudgedAsked) -> Draft:
    """The question about a position that was judged."""
    view = moment.view()
    by_id = judged.by_id
    push, middle = by_id[PUSH], by_id.get(MIDDLE)
    asked = PushFoldAsk(
        against=in_riichi(view),
        push=TILE_OF[push.tile],
        with_riichi=push.action is ActionKind.RIICHI,
        middle=None if middle is None else TILE_OF[middle.tile],
        fold=TILE_OF[by_id[FOLD].tile],
    )
    return judged_draft(moment, asked, _facts(view, asked, judged), WORDS, THEMES[judged.best.id])


def _facts(view: SeatView, asked: PushFoldAsk, judged: JudgedAsked) -> PushFoldFacts:
    hans = dora_hans(view.table.indicators).of_tile
    discards = [tile for tile in (asked.push, asked.middle, asked.fold) if tile is not None]
    safety = Safety(view)
    dangers = (rate_of(KIND_OF[tile], safety, asked.against).worst for tile in discards)
    found = wait_worths(outlook_after(view, asked.push, riichi=asked.with_riichi))
    worths = [each.worth for each in found if not each.tsumo]
    paid = [worth.paid.ron for worth in worths if isinstance(worth, Worth) and worth.paid.ron is not None]
    return PushFoldFacts(
        judged=judged,
        pushed=outlook_after(view, asked.push),
        rons=tuple(sorted(set(paid))),
        dora=sum(hans[tile] for tile in view.hand.without(asked.push).all_tiles()),
        dangers=tuple(dangers),
    )


DRILL = Drill(
    kind=DrillKind.PUSH_FOLD,
    bands=FIFTHS,
    asked=JudgedAsked,
    ask=ask,
    exchange=JudgedAsked.exchanged,
    measured=True,
)
