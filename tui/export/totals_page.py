"""What the mistakes of a player cost in many games, as one page of HTML: each figure leads to its moments.

The figures stand by kind, by month and by final place. A mistake is told once, under its kind; months and
places list links to it. Links to what is folded up open it. It needs nothing from outside, as the page of a
game, and the dearest mistakes have their tables drawn.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ai.review.game_totals import GameTotals
from ai.review.moments import Cost, ReviewedMoment, by_cost
from engine.records.read_file import shown_name
from engine.records.recorded_game import is_code
from engine.records.tenhou_json import is_url
from tui.archive.archive import Unreadable
from tui.archive.player_reviews import PlayedGame
from tui.export.drawings import Markup, tag
from tui.export.exported_game import ExportedGame, record_seating
from tui.export.html_page import folded_table, said_of, whole_page
from tui.i18n import t
from tui.replay.replay_state import PositionCode, command_line
from tui.words.review_sentences import (
    ReviewSentences,
    TotalsGroup,
    TotalsRow,
    checked_words,
    cost_words,
    lost_points,
    next_practice,
    reviewed_place,
    totals_rows,
    totals_title,
)

MOST_TABLES = 40
"""So many of the dearest mistakes have their table drawn: each takes ten kilobytes."""


class _Mistake(NamedTuple):
    """A mistake, where it is told on the page."""

    game: PlayedGame
    moment: ReviewedMoment
    place: str
    """Where it is: ``game.mjson, South 2, turn 9``."""
    told: Markup
    anchor: str


def totals_page(player: str, games: Sequence[PlayedGame]) -> str:
    """The whole page."""
    totals = GameTotals.of(game.record for game in games)
    header = [
        tag("h1", totals_title(totals, player)),
        tag("p", cost_words(totals.mistakes), class_="soft"),
    ]
    if practised := next_practice(totals):
        header.append(tag("p", practised))
    if checked := checked_words(totals):
        header.append(tag("p", checked, class_="soft"))
    return whole_page(totals_title(totals, player), header, _main(totals, _mistakes(games)))


def _mistakes(games: Sequence[PlayedGame]) -> list[_Mistake]:
    """The mistakes, the dearest first."""
    found = sorted(
        ((game, moment) for game in games for moment in game.record.review.mistakes),
        key=lambda pair: by_cost(pair[1]),
    )
    tables = _tables(found[:MOST_TABLES])
    return [
        _mistake(game, moment, rank, tables[rank - 1] if rank <= len(tables) else None)
        for rank, (game, moment) in enumerate(found, 1)
    ]


def _tables(found: Sequence[tuple[PlayedGame, ReviewedMoment]]) -> list[Markup]:
    """The table of each of these mistakes, or why its game cannot be read any more."""
    told: dict[int, Markup] = {}
    for game in {id(game): game for game, _ in found}.values():
        # one game after the other: a timeline is large
        own = [(rank, moment) for rank, (each, moment) in enumerate(found) if each is game]
        try:
            shown = ExportedGame(game.read(), game.record.review.seat)
        except Unreadable as error:
            told |= {rank: tag("p", str(error), class_="soft") for rank, _ in own}
            continue
        for rank, moment in own:
            told[rank] = folded_table(shown, moment)
    return [told[rank] for rank in range(len(found))]


def _mistake(game: PlayedGame, moment: ReviewedMoment, rank: int, table: Markup | None) -> _Mistake:
    """A mistake in the markup of the page; ``rank`` counts from the dearest, which is 1."""
    is_path = not is_code(game.file) and not is_url(os.fsencode(game.file))
    review, name = game.record.review, shown_name(Path(game.file).name if is_path else game.file)
    file = name if game.number is None else t("exported.totals.game", file=name, game=game.number)
    place = f"{file}, {reviewed_place(review, moment)}"
    words = ReviewSentences(record_seating(review.names, review.seat))
    parts = [tag("h4", place), *said_of(moment, words)]
    if table is None:
        code = PositionCode(moment.hand, review.step_of(moment))
        command = command_line(game.file, code, review.seat, game.number)
        table = tag("p", tag("code", command), class_="soft")
    anchor = f"mistake{rank}"
    return _Mistake(game, moment, place, tag("article", *parts, table, id=anchor), anchor)


def _main(totals: GameTotals, mistakes: Sequence[_Mistake]) -> Iterator[Markup]:
    rows = totals_rows(totals)
    for group, own in groupby(rows, key=lambda row: row.group):
        yield tag("h2", t(f"exported.totals.by-{group}"))
        yield _table(group, list(own))
    yield tag("h2", t("exported.totals.moments"))
    if not mistakes:
        yield tag("p", t("exported.no-moments"), class_="soft")
    for row in rows:
        held = [each for each in mistakes if row.holds(each.game.record, each.moment)]
        told = [each.told for each in held] if row.group is TotalsGroup.KIND else _links(held)
        # the moments behind a figure, folded up; nothing if there are none
        if told:
            summary = tag("summary", tag("h3", row.name, tag("span", cost_words(row.cost))))
            # inside, so that a browser that follows a link to it opens the details
            yield tag("details", summary, tag("div", *told, id=_anchor(row)))


def _table(group: TotalsGroup, rows: Sequence[TotalsRow]) -> Markup:
    """Figures, each a link to its moments where there are some; of final scores only if there are any."""
    placed = any(row.cost.final for row in rows)
    columns = (*group.heads, "mistakes", "points", *(("final",) if placed else ()))
    heads = [tag("th", t(f"exported.heads.{group}"), scope="col")]
    heads += [tag("th", t(f"exported.heads.{each}"), scope="col", class_="number") for each in columns]
    return tag(
        "table",
        tag("thead", tag("tr", heads)),
        tag("tbody", [_row(row, placed=placed) for row in rows]),
        class_="figures",
    )


def _row(row: TotalsRow, *, placed: bool) -> Markup:
    cells = [tag("th", row.name, scope="row")]
    cells += [tag("td", f"{count:,}", class_="number") for count in row.counted]
    for figure in row.costs(placed=placed):
        link = tag("a", figure, href=f"#{_anchor(row)}") if row.cost.moments else figure
        cells.append(tag("td", link, class_="number"))
    return tag("tr", cells)


def _anchor(row: TotalsRow) -> str:
    return f"{row.group}-{row.key}"


def _links(mistakes: Sequence[_Mistake]) -> list[Markup]:
    """A line for each mistake, which leads to where it is told."""
    lines = [
        tag("li", f"{lost_points(Cost.of_one(each.moment))} · ", tag("a", each.place, href=f"#{each.anchor}"))
        for each in mistakes
    ]
    return [tag("ul", lines, class_="plain")] if lines else []
