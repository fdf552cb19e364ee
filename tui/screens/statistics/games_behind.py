"""The games behind a figure: those in which it was counted, each with how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ai.statistics.figures import Figure, FigureUnit
from ai.statistics.player_counts import PlayerCounts
from tui.archive.counted_games import CountedGame, behind
from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.click_meta import EntryAt, Meta
from tui.drawing.rows import Role, Row, Rows, Span, fit_rows, spread
from tui.drawing.rows_on_demand import RowsOnDemand
from tui.i18n.texts import t
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed, words
from tui.screens.page_screen import WHOLE_SCREEN
from tui.screens.statistics.figure_help import LINES, help_rows
from tui.screens.statistics.game_lines import LineLook, game_heads, game_line
from tui.screens.statistics.show_record import show_record
from tui.tiles.roles import Ink
from tui.words.figure_words import figure_name, figure_text, group_name

MARGIN = 2
AROUND = 9 - 3 + LINES
"""Rows that are not games."""


class GamesBehindScreen(ListPage[None]):
    """The games in which a figure was counted, the latest first. Enter opens the replay of one."""

    place: ClassVar[Place] = Place.MENU
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, figure: Figure, games: Sequence[CountedGame], counts: PlayerCounts) -> None:
        """``games`` are all that the filters leave, ``counts`` their sum."""
        super().__init__()
        self.figure = figure
        self.counts = counts
        self.games = tuple(behind(games, figure))
        self.message = ""
        """Why a record cannot be opened."""

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.games)

    def choose(self) -> None:
        """Open the replay of the game under the cursor."""
        if self.games:
            self.message = show_record(self.game_app, self.games[self.at].entry.path)
            self.redraw()

    def click(self, meta: Meta) -> None:
        """Open the replay of the game that was clicked."""
        super().click(meta)
        if isinstance(meta, EntryAt):
            self.choose()

    def picture(self, width: int, height: int) -> Rows:
        """The figure, the games, the definition."""
        inner = width - 2 * MARGIN
        figure = self.figure
        title = t("statistics.screen.help", group=group_name(figure.group), name=figure_name(figure))
        value = figure_text(figure, figure.value(self.counts))
        count = t("statistics.screen.behind", count=self.count)
        head = spread(
            [Span(title, Role(Ink.TITLE)), Span(f" {value}", Role(Ink.NAME))],
            [Span(count, Role(Ink.MUTED))],
            inner,
        )
        lines = RowsOnDemand(self.count, lambda at: self._line(at, inner))
        room = height - AROUND
        body = self.window_with((self.at, self.at), lines, inner, room)
        if not self.games:
            body = fit_rows([words(t("statistics.screen.none-behind"), Ink.MUTED)], inner, room)
        heads = game_heads(t("statistics.screen.here"), inner)
        told = fit_rows(help_rows(figure, self.counts, inner), inner, LINES)
        rows = [(), head, words(self.message, Ink.ALARM), heads, *body, (), *told]
        return framed(rows, (Span("  "), *self._foot()), width, height, MARGIN)

    def _line(self, at: int, width: int) -> Row:
        game = self.games[at]
        look = LineLook(width, self.look.glyphs, self.game_app.zone)
        return game_line(game, value_in_game(self.figure, game.counts), at, look, here=at == self.at)

    def _foot(self) -> Row:
        return footer(
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            keys(t("statistics.screen.replay"), ActionId.CONFIRM),
            keys(t("screen.foot.back"), ActionId.CANCEL),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )


def value_in_game(figure: Figure, counts: PlayerCounts) -> str:
    """What one game adds to a figure: ``3 / 11`` of a share, nothing where a game is all or nothing."""
    if figure.unit is not FigureUnit.SHARE:
        return figure_text(figure, figure.value(counts))
    part: int = getattr(counts, figure.part)
    return "" if figure.whole == "placed" else f"{part} / {figure.counted(counts)}"
