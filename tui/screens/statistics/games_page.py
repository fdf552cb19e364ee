"""The page of games: the points that each brought as a chart, and the games as a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.archive.counted_games import CountedGame
from tui.drawing.rows import Row, Rows
from tui.drawing.rows_on_demand import RowList, RowsOnDemand
from tui.i18n.texts import t
from tui.screens.statistics.game_lines import LineLook, game_heads, game_line
from tui.screens.statistics.overview import points_by_game
from tui.screens.statistics.targets import Targets

CHART = 0.45
"""The share of the rows that the chart has."""

Window = Callable[[tuple[int, int], RowList, int, int], Rows]


def games_page(
    games: Sequence[CountedGame], look: LineLook, height: int, targets: Targets, window: Window
) -> Rows:
    """The chart over the list, in which ``window`` scrolls to the cursor."""
    chosen = targets.add_all(game.entry.path for game in games)
    chart = points_by_game(games, look.width, round(height * CHART), targets, chosen)

    def line(at: int) -> Row:
        points = f"{games[at].counts.balance:+,}"
        return game_line(games[at], points, at, look, here=at == chosen)

    heads = game_heads(t("statistics.screen.gained"), look.width)
    rows = RowsOnDemand(len(games), line)
    body = window((chosen, chosen), rows, look.width, height - len(chart) - 1)
    return (*chart, heads, *body)
