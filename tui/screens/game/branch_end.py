"""The end of a game that went on from a record: what was played then and now, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.actions import PASS
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, fit, spread, wrapped
from tui.i18n.texts import t
from tui.play.play_on import BranchComparison
from tui.play.play_on import BranchGame
from tui.play.play_on import DecisionPair
from tui.play.play_on import HandEntry
from tui.play.play_on import HandPair
from tui.play.play_on import OwnDecision
from tui.play.play_on import compare_branch
from tui.screens.page import BLANK
from tui.screens.page import PanelScreen
from tui.screens.page import ScrollPage
from tui.screens.page import footer
from tui.screens.page import framed
from tui.screens.page import keys
from tui.screens.page import words
from tui.tiles.look import Ink
from tui.words.review_sentences import (
    branch_ending,
    branch_summary,
    decided,
    decision_name,
    other_draw_name,
    points_change,
    recorded_hand_name,
)

MARGIN = 2
DIFFERS = "* "
"""Before a choice that differs."""
ABOUT = 22
"""Cells of the first column; the other two share the rest."""


class BranchEndScreen(PanelScreen[None], ScrollPage[None]):
    """Both hands side by side: their ends, and every decision from the branch on."""

    place: ClassVar[Place] = Place.MENU

    def __init__(self, game: BranchGame) -> None:
        super().__init__()
        self.comparison: BranchComparison = compare_branch(game.source.rules, game.source.events, game.match)
        self._origin = game.match.branch

    # -- what can be done ----------------------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Scroll, or go back."""
        if action.id == ActionId.CONFIRM:
            self.leave()
        else:
            super().perform(action)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The ends of the hands, how many decisions differ, and the decisions."""
        inner = width - 2 * MARGIN
        head = self._head(inner)
        rows = [_decision_row(pair, inner) for pair in self.comparison.decisions if _tells(pair)]
        body = self.window(tuple(rows), inner, height - 1 - len(head))
        return framed((*head, *body), _footer(), width, height, MARGIN)

    def _head(self, width: int) -> Rows:
        comparison, origin = self.comparison, self._origin
        assert origin is not None
        first = next(side for side in (comparison.hands[0].now, comparison.hands[0].then) if side)
        code = f"{origin.hand}.{origin.step}"
        place = t("branch.end.of", hand=recorded_hand_name(first.wind, first.kyoku), code=code)
        title = spread([Span(t("branch.end.title"), Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], width)
        names = _columns("", t("branch.end.then"), t("branch.end.now"), width, Ink.MUTED)
        hands = [_hand_row(pair, width) for pair in comparison.hands]
        total = [_total_row(comparison, width)] if len(hands) > 1 else []
        if comparison.places is not None:
            then, now = (
                t("branch.end.unknown") if place is None else str(place) for place in comparison.places
            )
            total.append(_columns(t("branch.end.place"), then, now, width, Ink.TEXT))
        told = map(words, wrapped(branch_summary(comparison.compared, comparison.differing), width))
        return (BLANK, title, BLANK, names, *hands, *total, BLANK, *told, BLANK)


def _tells(pair: DecisionPair) -> bool:
    """Whether a pair has anything to say: not if one of them alone let a tile pass."""
    alone = [side for side in (pair.then, pair.now) if side is not None]
    return len(alone) == 2 or alone[0].action not in (None, PASS)


def _decision_row(pair: DecisionPair, width: int) -> Row:
    one = pair.then or pair.now
    assert one is not None
    other_draw = pair.then is not None and pair.now is not None and pair.then.tile != pair.now.tile
    about = other_draw_name(one.turn) if other_draw else decision_name(one.turn, one.tile, claim=one.claim)
    ink = Ink.TEXT if pair.differs else Ink.MUTED
    return _columns(about, _side(pair.then), _side(pair.now), width, ink, differs=pair.differs)


def _side(decision: OwnDecision | None) -> str:
    return decided(None if decision is None else decision.action, there=decision is not None)


def _hand_row(pair: HandPair, width: int) -> Row:
    one = pair.now or pair.then
    assert one is not None
    then, now = (
        branch_ending(None if side is None else side.result, None if side is None else side.gained)
        for side in (pair.then, pair.now)
    )
    return _columns(recorded_hand_name(one.wind, one.kyoku), then, now, width, Ink.NAME)


def _total_row(comparison: BranchComparison, width: int) -> Row:
    then = points_change(_sum([pair.then for pair in comparison.hands]))
    now = points_change(_sum([pair.now for pair in comparison.hands]))
    return _columns(t("branch.end.total"), then, now, width, Ink.TEXT)


def _sum(hands: Sequence[HandEntry | None]) -> int | None:
    """What was gained in all these hands; None if one does not say."""
    gained = [hand.gained for hand in hands if hand is not None]
    known = [each for each in gained if each is not None]
    return sum(known) if len(known) == len(gained) else None


def _columns(about: str, then: str, now: str, width: int, ink: Ink, *, differs: bool = False) -> Row:
    half = (width - ABOUT) // 2
    mark = DIFFERS if differs else " " * len(DIFFERS)
    return (
        *fit([Span(about, Role(Ink.MUTED))], ABOUT),
        *fit([Span(then, Role(ink))], half),
        Span(mark, Role(Ink.ACTING)),
        *fit([Span(now, Role(ink))], width - ABOUT - half - len(DIFFERS)),
    )


def _footer() -> Row:
    hints = (
        keys(t("panel.foot.scroll"), ActionId.UP, ActionId.DOWN),
        keys(t("branch.end.back"), ActionId.CONFIRM),
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
    )
    return (Span("  "), *footer(*hints))
