"""Questions "furiten riichi": the widest wait is furiten; declare riichi, stay damaten, or change the wait?

The positions are data, judged in advance by many rollouts of each choice (``ai.drills.judged_positions``).
Only positions with a clear best choice are asked. The difficulty is the place of a position among those with
the same choices and the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.drills.drill import Drill
from ai.drills.judged_positions import FIFTHS, JudgedAsked, JudgedChoice, partial_credit
from ai.drills.question import Ask, Draft, DrillKind, Facts, Part, word_options
from ai.drills.themes import DrillTheme
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
class RiichiFacts(Facts):
    """The results of each choice, and the hands they leave."""

    choices: tuple[JudgedChoice, ...]
    """The best first."""
    hands: int
    """The number of deals played with each choice."""
    measured: str
    """The preset under which they were played."""
    furiten: Outlook
    """The effect of the discard that keeps the furiten wait."""
    change: Outlook | None
    """The effect of the discard that changes the wait, or None."""
    worths: tuple[WaitWorth, ...]
    """The score of a tsumo on the furiten wait, in damaten and with riichi."""


def ask(moment: SeatPosition, judged: JudgedAsked) -> Draft:
    """The question about a position that was judged."""
    view = moment.view()
    by_id = {choice.id: choice for choice in judged.choices}
    furiten, change = TILE_OF[by_id[DECLARE].tile], by_id.get(CHANGE)
    kept = outlook_after(view, furiten)
    other = None if change is None else outlook_after(view, TILE_OF[change.tile])
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=RiichiAsk(
            furiten=furiten,
            change=None if other is None else other.tile,
            with_riichi=change is not None and change.action is ActionKind.RIICHI,
        ),
        parts=(Part("choice", word_options(id for id in WORDS if id in by_id)),),
        answer=(frozenset({judged.best.id}),),
        facts=RiichiFacts(judged.choices, judged.hands, judged.measured, kept, other, _tsumos(kept)),
        difficulty=judged.difficulty,
        stored=judged,
        themes=(THEMES[judged.best.id],),
        partial=(partial_credit(judged.choices),),
    )


def _tsumos(kept: Outlook) -> tuple[WaitWorth, ...]:
    """The score of each tsumo on the furiten wait."""
    return tuple(worth for worth in wait_worths(kept) if worth.tsumo)


DRILL = Drill(
    kind=DrillKind.RIICHI,
    bands=FIFTHS,
    asked=JudgedAsked,
    ask=ask,
    exchange=JudgedAsked.exchanged,
    measured=True,
)
