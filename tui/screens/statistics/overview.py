"""The first page of the statistics: places, composition of wins and deal-ins, and what is known of others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ai.statistics.figures import BY_ID
from ai.statistics.player_counts import PlayerCounts
from tui.archive.counted_games import CountedGame
from tui.drawing.bars import PART_INKS, PLACE_INKS, BarPart, columns, labelled, sign, zero_row
from tui.drawing.click_meta import GameAt
from tui.drawing.places_line import PLACES, places_line
from tui.drawing.rows import Role, Rows, Span, spread
from tui.i18n.texts import t
from tui.screens.page_layout import words
from tui.screens.statistics.columns import column_width, side_by_side
from tui.screens.statistics.figure_rows import bar_line, figure_head, figure_line, largest
from tui.screens.statistics.targets import Targets
from tui.tiles.roles import Ink
from tui.words.figure_words import figure_name, figure_text

PLACE_LABEL, KIND_LABEL = 6, 11
RECENT, STEPS = 50, (5, 4, 3, 2)
"""The most games of the line of places, and the cells of each by what there is room for."""
SHARES = ("riichi", "open", "dama")
LEFT = ("win", "mean_win", "riichi", "balance")
RIGHT = ("deal_in", "mean_deal_in", "call", "furiten.share")
MORE_LEFT = ("tsumo_share", "win_turn", "mean_points", "bust")
MORE_RIGHT = ("draw", "tenpai_at_draw", "after_riichi.furiten", "furiten.missed")
TALL = 30
"""Rows from which there are more figures, and the points of each game."""
POINT_ROWS = 18
POINT_LABEL = 8
HERE = "^"
"""Below the column of the chosen game."""


def overview(
    games: Sequence[CountedGame], counts: PlayerCounts, width: int, height: int, targets: Targets
) -> Rows:
    """The page in that width; games are the latest first."""
    column = column_width(width, 2)
    tall = height >= TALL
    rows = [
        *side_by_side([_places(counts, column, targets), _recent(games, column, targets)], column),
        (),
        *side_by_side([_wins(counts, column, targets), _deal_ins(counts, column, targets)], column),
        (),
    ]
    known = [(*ids, *more * tall) for ids, more in ((LEFT, MORE_LEFT), (RIGHT, MORE_RIGHT))]
    rows += side_by_side([_figures(ids, counts, column, targets) for ids in known], column)
    if tall:
        rows += [(), *points_by_game(games, width, min(height - len(rows) - 1, POINT_ROWS), targets)]
    return tuple(rows)


def _places(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """A bar for each place, under the mean place."""
    mean = BY_ID["mean_place"]
    spot = targets.add(mean)
    title = Span(t("statistics.screen.places"), Role(Ink.TITLE))
    value = figure_text(mean, mean.value(counts))
    head = spread(
        [title],
        [spot.begin(targets.glyphs), spot.name(f" {figure_name(mean)} "), Span(f" {value}", Role(Ink.NAME))],
        width,
    )
    figures = [BY_ID[f"places.{place}"] for place in range(1, PLACES + 1)]
    most = largest(figures, counts)
    bars = (
        bar_line(
            figure,
            counts,
            [BarPart(getattr(counts, figure.part), ink)],
            most,
            t(f"session.places.{place}"),
            PLACE_LABEL,
            width,
            targets,
        )
        for place, (figure, ink) in enumerate(zip(figures, PLACE_INKS, strict=True), 1)
    )
    return (spot.linked(head), *bars)


def _recent(games: Sequence[CountedGame], width: int, targets: Targets) -> Rows:
    """The places of the latest games as a line, as many as there is room for."""
    all_placed = ((at, game.place) for at, game in enumerate(games) if game.place is not None)
    placed = list(islice(all_placed, RECENT))
    step = next((step for step in STEPS if len(placed) * step <= width), STEPS[-1])
    shown = placed[: min(RECENT, (width - 1) // step + 1)][::-1]
    title = words(t("statistics.screen.recent", count=len(shown)), Ink.TITLE)
    metas = [GameAt(at) for at, _ in shown]
    line = places_line([place for _, place in shown], targets.glyphs, step, metas)
    return (title, *line)


def _wins(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """How the wins came about: with riichi, open or dama, and each by tsumo or ron."""
    glyphs = targets.glyphs
    title = Span(t("statistics.screen.wins", count=counts.wins), Role(Ink.TITLE))
    legend = [
        sign(0, Ink.TEXT, glyphs),
        Span(f" {t('statistics.screen.tsumo')}  ", Role(Ink.MUTED)),
        sign(1, Ink.TEXT, glyphs),
        Span(f" {t('statistics.screen.ron')}", Role(Ink.MUTED)),
    ]
    tsumo = {
        "riichi": counts.riichi_tsumo_wins,
        "open": counts.call_tsumo_wins,
        "dama": counts.tsumo_wins - counts.riichi_tsumo_wins - counts.call_tsumo_wins,
    }
    rows, most = [], largest([BY_ID[f"{kind}_share"] for kind in SHARES], counts)
    for kind, ink in zip(SHARES, PART_INKS, strict=True):
        figure = BY_ID[f"{kind}_share"]
        whole: int = getattr(counts, figure.part)
        parts = [BarPart(tsumo[kind], ink), BarPart(whole - tsumo[kind], ink, 1)]
        label = t(f"statistics.screen.with-{kind}")
        rows.append(bar_line(figure, counts, parts, most, label, KIND_LABEL, width, targets))
    return (spread([title], legend, width), *rows)


def _deal_ins(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """Into what the player dealt in."""
    rows, most = [], largest([BY_ID[f"deal_ins.to_{kind}"] for kind in SHARES], counts)
    for kind, ink in zip(SHARES, PART_INKS, strict=True):
        figure = BY_ID[f"deal_ins.to_{kind}"]
        parts = [BarPart(getattr(counts, figure.part), ink)]
        label = t(f"statistics.screen.to-{kind}")
        rows.append(bar_line(figure, counts, parts, most, label, KIND_LABEL, width, targets))
    return (words(t("statistics.screen.deal-ins", count=counts.deal_ins), Ink.TITLE), *rows)


def _figures(ids: Sequence[str], counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    lines = [figure_line(BY_ID[id], counts, width, targets) for id in ids]
    return (figure_head(t("statistics.screen.key-figures"), width), *lines)


def points_by_game(
    games: Sequence[CountedGame], width: int, height: int, targets: Targets, chosen: int | None = None
) -> Rows:
    """The points that each of the latest games brought, above and below zero.

    With ``chosen``, the index of a game, there is one row more, which points at its column.
    """
    room = width - POINT_LABEL
    shown = list(games[: min(room, RECENT * 2)])[::-1]
    if not shown or height < 4:
        return ()
    step = max(min(room // len(shown), STEPS[0]), 1)
    values = [game.counts.balance for game in shown]
    metas = [GameAt(at) for at in reversed(range(len(shown)))]
    rows = columns(values, height - 1, step, targets.glyphs, metas)
    labels = [""] * len(rows)
    zero = zero_row(values, height - 1)
    labels[zero] = "0"
    if max(values) > 0:
        labels[0] = f"{max(values):+,}"
    if min(values) < 0:
        labels[-1] = f"{min(values):+,}"
    title = words(t("statistics.screen.points", count=len(shown)), Ink.TITLE)
    chart = (title, *labelled(rows, labels, POINT_LABEL - 1))
    if chosen is None:
        return chart
    column = POINT_LABEL + (len(shown) - 1 - chosen) * step + (step - 1) // 2
    here = (Span(" " * column), Span(HERE, Role(Ink.ACTING))) if chosen < len(shown) else ()
    return (*chart, here)
