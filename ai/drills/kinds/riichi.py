"""Questions "furiten riichi": the widest wait is furiten; declare riichi, stay damaten, or change the wait?

The positions are data, judged in advance by many rollouts of each choice (``ai.drills.judged_positions``).
Only positions with a clear best choice are asked. The difficulty is the place of a position among those with
the same choices and the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.drills.drill import Drill
from ai.drills.judged_positions import FIFTHS, JudgedAsked, JudgedFacts, judged_draft
from ai.drills.question import Ask, Draft, DrillKind, DrillTheme, QuestionOf
from ai.reading.outlook import Outlook, outlook_after
from ai.reading.value_hints import WaitWorth, wait_worths
from ai.seat_position import SeatPosition
from engine.actions import ActionKind
from engine.tiles import TILE_OF, Tile

DECLARE, SILENT, CHANGE, TSUMO = "declare", "silent", "change", "tsumo"
WORDS: tuple[str, ...] = (DECLARE, SILENT, CHANGE, TSUMO)
"""The choices in the order of display."""
THEMES: dict[str, DrillTheme] = {
    DECLARE: DrillTheme.DECLARE,
    SILENT: DrillTheme.STAY_SILENT,
    CHANGE: DrillTheme.CHANGE_WAIT,
    TSUMO: DrillTheme.TAKE_WIN,
}
"""The idea of each answer."""


@dataclass(frozen=True, slots=True)
class RiichiAsk(Ask):
    """Which choice scores the most points?"""

    furiten: Tile
    """The discard that leaves the furiten wait."""
    change: Tile | None
    """The discard that changes the wait, or None."""
    with_riichi: bool
    """Whether riichi is declared with the new wait."""


@dataclass(frozen=True, slots=True)
class RiichiFacts(JudgedFacts):
    """The results of each choice, and the hands they leave."""

    furiten: Outlook
    """The effect of the discard that keeps the furiten wait."""
    change: Outlook | None
    """The effect of the discard that changes the wait, or None."""
    worths: tuple[WaitWorth, ...]
    """The score of a tsumo on the furiten wait, in damaten and with riichi."""


RiichiQuestion = QuestionOf[RiichiAsk, RiichiFacts]


def ask(moment: SeatPosition, judged: JudgedAsked) -> Draft:
    """The question about a position that was judged."""
    view = moment.view()
    by_id = judged.by_id
    furiten, change = TILE_OF[by_id[DECLARE].tile], by_id.get(CHANGE)
    kept = outlook_after(view, furiten)
    other = None if change is None else outlook_after(view, TILE_OF[change.tile])
    asked = RiichiAsk(
        furiten=furiten,
        change=None if other is None else other.tile,
        with_riichi=change is not None and change.action is ActionKind.RIICHI,
    )
    facts = RiichiFacts(judged, kept, other, tuple(worth for worth in wait_worths(kept) if worth.tsumo))
    return judged_draft(moment, asked, facts, WORDS, (THEMES[judged.best.id],))


DRILL = Drill(
    kind=DrillKind.RIICHI,
    bands=FIFTHS,
    asked=JudgedAsked,
    ask=ask,
    exchange=JudgedAsked.exchanged,
    measured=True,
)
