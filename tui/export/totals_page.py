"""What the mistakes of a player cost in many games, as one page of HTML: each figure leads to its moments.

The figures stand by kind, by month and by final place. A mistake is told once, under its kind; months and
places list links to it. Links to what is folded up open it. It needs nothing from outside, as the page of a
game, and the dearest mistakes have their tables drawn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ai.review.game_totals import GameTotals, MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.moments import Cost, ReviewedMoment, by_cost
from engine.records.read_file import ReadableGame, shown_name
from engine.records.recorded_game import is_code
from engine.records.tenhou_json import is_url
from tui.export.drawn_table import drawn_table
from tui.export.drawn_tiles import tile_symbols
from tui.export.exported_game import ExportedGame
from tui.export.html_page import page_foot, page_head
from tui.export.markup import Markup, tag
from tui.i18n import language, t
from tui.replay.replay_state import code_of, command_line
from tui.words.review_sentences import ReviewSentences, class_word, lost_points, moment_place

MOST_TABLES = 40
"""So many of the dearest mistakes have their table drawn: each takes ten kilobytes."""
OTHER = "other"
"""The key of mistakes of no kind."""


class PlayedGame(NamedTuple):
    """A game of the player."""

    file: str
    number: int | None
    """Its number in a file of several, from 1."""
    record: ReviewedRecord
    read: Callable[[], ReadableGame]
    """Reads it again; may raise that it cannot be read any more."""


class _Mistake(NamedTuple):
    """A mistake, where it is told on the page."""

    game: PlayedGame
    moment: ReviewedMoment
    place: str
    """Where it is: ``game.mjson, South 2, turn 9``."""
    told: Markup
    anchor: str

    @property
    def kind(self) -> str:
        cause = cause_of(self.moment)
        return OTHER if cause is None else cause.value


def totals_page(player: str, games: Sequence[PlayedGame]) -> str:
    """The whole page. Raises what ``read`` of a game raises."""
    totals = GameTotals.of(game.record for game in games)
    mistakes = _mistakes(games)
    title = t("review.games-of", count=totals.games, player=player, hands=totals.hands)
    cost = t("review.cost", count=totals.mistakes.moments, lost=lost_points(totals.mistakes))
    header = tag("header", tag("h1", title), tag("p", cost, class_="soft"))
    main = tag("main", *_main(totals, mistakes))
    body = tag("body", tile_symbols(), header, main, page_foot())
    return f"<!DOCTYPE html>\n{tag('html', page_head(title), body, lang=language())}\n"


def _mistakes(games: Sequence[PlayedGame]) -> list[_Mistake]:
    """The mistakes, the dearest first."""
    found = [(at, moment) for at, game in enumerate(games) for moment in game.record.review.mistakes]
    found.sort(key=lambda pair: by_cost(pair[1]))
    ranks: dict[int, list[int]] = {}
    for rank, (at, _) in enumerate(found):
        ranks.setdefault(at, []).append(rank)
    told: dict[int, _Mistake] = {}
    for at, own in ranks.items():
        # one game after the other: a timeline is large
        shown = ExportedGame(games[at].read(), games[at].record.review.seat)
        for rank in own:
            told[rank] = _mistake(games[at], shown, found[rank][1], rank)
    return [told[rank] for rank in range(len(found))]


def _mistake(game: PlayedGame, shown: ExportedGame, moment: ReviewedMoment, rank: int) -> _Mistake:
    """A mistake in the markup of the page; ``rank`` counts from the dearest, which is 0."""
    name = _file_name(game.file)
    file = name if game.number is None else t("exported.totals.game", file=name, game=game.number)
    place = f"{file}, {moment_place(shown.timeline, moment)}"
    words = ReviewSentences(shown.seating)
    position = shown.timeline.at(moment.position)
    parts = [
        tag("h4", place),
        tag("p", tag("span", class_word(moment.moment_class), class_="badge"), *_price(moment)),
        tag("p", words.line(moment)),
    ]
    if more := words.more(moment):
        parts.append(tag("p", " ".join(more), class_="soft"))
    if rank < MOST_TABLES:
        drawn = tag("div", drawn_table(position, shown.seating, moment))
        parts.append(tag("details", tag("summary", t("exported.table")), drawn))
    else:
        command = command_line(game.file, code_of(position), game.record.review.seat, game.number)
        parts.append(tag("p", tag("code", command), class_="soft"))
    anchor = f"mistake{rank + 1}"
    return _Mistake(game, moment, place, tag("article", *parts, id=anchor), anchor)


def _file_name(file: str) -> str:
    """The name of a file without its folders; of what stands in place of a file, its beginning."""
    is_path = not is_code(file) and not is_url(os.fsencode(file))
    return shown_name(Path(file).name if is_path else file)


def _price(moment: ReviewedMoment) -> Iterator[Markup | str]:
    if moment.points:
        yield " "
        yield tag("span", lost_points(Cost.of_one(moment)), class_="badge dear")


def _main(totals: GameTotals, mistakes: Sequence[_Mistake]) -> Iterator[Markup]:
    kinds = {cause.value: cost for cause, cost in totals.lost.items()}
    kinds[OTHER] = _rest(totals)
    yield tag("h2", t("exported.totals.by-kind"))
    yield _table("kind", [], [(kind, _kind(kind), [], cost) for kind, cost in kinds.items()])
    if totals.months:
        yield tag("h2", t("exported.totals.by-month"))
        yield _table("month", _COUNTS, [_row(each, each, some) for each, some in totals.months.items()])
    if totals.places:
        yield tag("h2", t("exported.totals.by-place"))
        yield _table(
            "place", _COUNTS, [_row(str(each), _place(each), some) for each, some in totals.places.items()]
        )
    yield tag("h2", t("exported.totals.moments"))
    if not mistakes:
        yield tag("p", t("exported.no-moments"), class_="soft")
    for kind, cost in kinds.items():
        own = [each for each in mistakes if each.kind == kind]
        yield from _folded(f"kind-{kind}", _kind(kind), cost, [each.told for each in own])
    for month, some in totals.months.items():
        own = [each for each in mistakes if each.game.record.month == month]
        yield from _folded(f"month-{month}", month, some.cost, _links(own))
    for place, some in totals.places.items():
        own = [each for each in mistakes if each.game.record.place == place]
        yield from _folded(f"place-{place}", _place(place), some.cost, _links(own))


_COUNTS = ("games", "hands")


def _rest(totals: GameTotals) -> Cost:
    """The mistakes of no kind."""
    return totals.mistakes - sum(totals.lost.values(), Cost())


def _kind(kind: str) -> str:
    return t("exported.totals.other") if kind == OTHER else t(f"review.cause.{MistakeCause(kind)}")


def _place(place: int) -> str:
    return t(f"session.places.{place}")


_Line = tuple[str, str, list[int], Cost]
"""A row of figures: the end of its anchor, its name, what is counted besides, and the cost."""


def _row(key: str, name: str, some: SomeGames) -> _Line:
    return key, name, [some.games, some.hands], some.cost


def _table(what: str, counts: Sequence[str], lines: Sequence[_Line]) -> Markup:
    """Figures, each a link to its moments where there are some; of final scores only if there are any."""
    placed = any(cost.final for *_, cost in lines)
    heads = [tag("th", t(f"exported.heads.{what}"), scope="col")]
    heads += [
        tag("th", t(f"exported.heads.{each}"), scope="col", class_="number")
        for each in (*counts, "mistakes", "points", *(("final",) if placed else ()))
    ]
    rows = []
    for key, name, counted, cost in lines:
        cells = [tag("th", name, scope="row")]
        cells += [tag("td", f"{count:,}", class_="number") for count in counted]
        for figure in (cost.moments, cost.points, *((cost.final,) if placed else ())):
            link = tag("a", f"{figure:,}", href=f"#{what}-{key}") if cost.moments else f"{figure:,}"
            cells.append(tag("td", link, class_="number"))
        rows.append(tag("tr", cells))
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="figures")


def _folded(anchor: str, name: str, cost: Cost, content: Sequence[Markup]) -> Iterator[Markup]:
    """The moments behind a figure, folded up; nothing if there are none."""
    if content:
        told = t("review.cost", count=cost.moments, lost=lost_points(cost))
        summary = tag("summary", tag("h3", name, tag("span", told)))
        # inside, so that a browser that follows a link to it opens the details
        yield tag("details", summary, tag("div", *content, id=anchor))


def _links(mistakes: Sequence[_Mistake]) -> list[Markup]:
    """A line for each mistake, which leads to where it is told."""
    lines = [
        tag("li", f"{lost_points(Cost.of_one(each.moment))} · ", tag("a", each.place, href=f"#{each.anchor}"))
        for each in mistakes
    ]
    return [tag("ul", lines, class_="plain")] if lines else []
