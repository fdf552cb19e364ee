"""The page of games: the points that each brought as a chart, and the games as a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.archive.counted_games import CountedGame
from tui.drawing.rows import Row, Rows
from tui.drawing.rows_on_demand import RowList, RowsOnDemand
from tui.i18n.texts import t
from tui.screens.statistics.game_lines import game_heads, game_line
from tui.screens.statistics.overview import points_by_game
from tui.screens.statistics.targets import Targets

CHART = 0.45
"""The share of the rows that the chart has."""

Window = Callable[[tuple[int, int], RowList, int, int], Rows]


def games_page(
    games: Sequence[CountedGame], width: int, height: int, targets: Targets, window: Window
) -> Rows:
    """The chart over the list, in which ``window`` scrolls to the cursor."""
    chart = points_by_game(games, width, round(height * CHART), targets)
    chosen = targets.add_all(game.entry.path for game in games)

    def line(at: int) -> Row:
        points = f"{games[at].counts.balance:+,}"
        return game_line(games[at], points, at, here=at == chosen, width=width, glyphs=targets.glyphs)

    heads = game_heads(t("statistics.screen.gained"), width)
    body = window((chosen, chosen), RowsOnDemand(len(games), line), width, height - len(chart) - 2)
    return (*chart, (), heads, *body)
