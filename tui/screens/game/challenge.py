"""The screens on which a win of another player is accepted or challenged, and what was right afterwards."""

from __future__ import annotations

from typing import ClassVar

from engine.called_wins import said_count
from engine.table import Table
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span
from tui.i18n.layout import ljust
from tui.i18n.texts import t
from tui.screens.game.laid_open import laid_open
from tui.screens.game.win_count import graded_rows
from tui.screens.menu import footer, keys
from tui.screens.page_layout import BLANK, framed, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.screens.scroll_page import ScrollPage
from tui.tiles.roles import Ink
from tui.words.challenges import Verdict
from tui.words.seating import Seating
from tui.words.tiles import tile_words
from tui.words.win_count import count_words, payment_words

MARGIN = 2
NAME = 12


class ChallengeScreen(PanelScreen[bool]):
    """A win of another player laid open, with what the winner says. The result: whether it is challenged."""

    place: ClassVar[Place] = Place.OPEN_WIN

    def __init__(self, table: Table, winner: int, seating: Seating) -> None:
        super().__init__()
        self._table = table
        self._winner = winner
        self._seating = seating

    def perform(self, action: NamedAction) -> None:
        """Accept the win, or challenge it."""
        match action.id:
            case ActionId.CONFIRM:
                self.dismiss(False)
            case ActionId.CHALLENGE:
                self.dismiss(True)
            case _:
                super().perform(action)

    def leave(self) -> None:
        """One or the other has to be chosen."""

    def picture(self, width: int, height: int) -> Rows:
        """The hand, and what the winner says."""
        inner = width - 2 * MARGIN
        head = laid_open(self._table, self._winner, self._seating, self.look, inner, height)
        price = t("challenge.cost", points=self._table.rules.challenge_price)
        asked = [words(line, Ink.MUTED) for line in wrap(price, inner)]
        name = self._seating[self._winner]
        told = words(t("challenge.says", name=name), Ink.TITLE)
        foot = footer(
            keys(t("challenge.foot.accept"), ActionId.CONFIRM),
            keys(t("challenge.foot.challenge"), ActionId.CHALLENGE),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )
        rows = [BLANK, *head, BLANK, told, *self._said(inner), BLANK, *asked]
        return framed(rows, (Span("  "), *foot), width, height, MARGIN)

    def _said(self, width: int) -> list[Row]:
        """Yaku, the sum, and who pays what; and the pond, which shows whether the winner is furiten."""
        said = said_count(self._table.counted[self._winner])
        yaku, worth = count_words(said)
        paid = payment_words(said.deltas, self._winner, self._seating)
        rows: list[Row] = []
        pond = tile_words(discard.tile for discard in self._table.seats[self._winner].pond)
        said_and_seen = (("yaku", yaku), ("worth", worth), ("payment", paid), ("discards", pond))
        for label, text in said_and_seen:
            first, *more = wrap(text, width - NAME) or [""]
            name = ljust(t(f"challenge.rows.{label}"), NAME)
            rows.append((Span(name, Role(Ink.NAME)), Span(first)))
            rows += [(Span(" " * NAME), Span(line)) for line in more]
        return rows


class VerdictScreen(PanelScreen[None], ScrollPage[None]):
    """What was right about a win that was accepted or challenged."""

    place: ClassVar[Place] = Place.OPEN_WIN

    def __init__(self, verdict: Verdict, table: Table, winner: int, seating: Seating) -> None:
        super().__init__()
        self._verdict = verdict
        self._table = table
        self._winner = winner
        self._seating = seating

    def applies(self, action: NamedAction) -> bool:
        """It was decided already."""
        return action.id != ActionId.CHALLENGE

    def perform(self, action: NamedAction) -> None:
        """Enter goes on."""
        if action.id == ActionId.CONFIRM:
            self.dismiss(None)
        else:
            super().perform(action)

    def picture(self, width: int, height: int) -> Rows:
        """The hand, the verdict, and every part that was wrong."""
        inner, told = width - 2 * MARGIN, self._verdict
        head = laid_open(self._table, self._winner, self._seating, self.look, inner, height)
        rows: list[Row] = [words(told.title, Ink.SAFE if told.found else Ink.ALARM)]
        rows += [words(line) for reason in told.reasons for line in wrap(reason, inner)]
        rows += [BLANK] if told.lines else []
        rows += [row for line in told.lines for row in graded_rows(line, inner)]
        body = self.window(tuple(rows), inner, height - len(head) - 4)
        foot = footer(
            keys(t("screen.foot.go-on"), ActionId.CONFIRM), keys(BY_ID[ActionId.HELP].words, ActionId.HELP)
        )
        return framed([BLANK, *head, BLANK, *body], (Span("  "), *foot), width, height, MARGIN)
