"""The pages of the statistics: the overview, all figures, furiten, the games, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, tzinfo
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from ai.reading.safety_reasons import safety_class
from ai.statistics.figures import BY_ID, FIGURES, Figure, FigureGroup, PlayerCounts
from tui.archive.archive_index import CountedGame
from tui.archive.game_entries import entry_words, rules_title
from tui.drawing.charts import (
    PART_INKS,
    PLACE_INKS,
    BarPart,
    bar,
    columns,
    labelled,
    places_line,
    sign,
    zero_row,
)
from tui.drawing.rows import (
    EntryAt,
    GameAt,
    Role,
    Row,
    Rows,
    RowsOnDemand,
    Span,
    cells,
    fit,
    merged,
    shortened,
    spread,
    width_of,
    with_meta,
)
from tui.i18n import join_list, join_sentences, ljust, rjust, t
from tui.screens.list_page import POINTER, ListPage
from tui.screens.page import words, wrap
from tui.tiles import CLASS_INKS, TIER_LETTERS, GlyphSet, Ink, class_words
from tui.words.figure_words import figure_difference, figure_means, figure_name, figure_text, group_name

GAP = 4
"""Cells between columns."""


def column_width(width: int, number: int) -> int:
    """The width of each of so many columns."""
    return (width - GAP * (number - 1)) // number


def side_by_side(blocks: Sequence[Sequence[Row]], column: int) -> Rows:
    """The blocks with their first rows side by side; the last block may be wider than its column."""
    height = max(map(len, blocks), default=0)
    padded = [(*block, *[()] * (height - len(block))) for block in blocks]
    gap = Span(" " * GAP)
    rows: list[Row] = []
    for *before, last in zip(*padded, strict=True):
        rows.append(merged([*(span for part in before for span in (*fit(part, column), gap)), *last]))
    return tuple(rows)


Target = Figure | Path
"""A figure, or the record of a game."""


class Targets:
    """The places of the cursor, collected while a page is drawn."""

    def __init__(self, page: ListPage[None]) -> None:
        self.page = page
        self.found: list[Target] = []

    @property
    def glyphs(self) -> GlyphSet:
        return self.page.look.glyphs

    def add(self, target: Target) -> EntryAt:
        """The next place: what a click on it means."""
        self.found.append(target)
        return EntryAt(len(self.found) - 1)

    def begin(self, place: EntryAt, name: str) -> Row:
        text = self.page.entry_text(place.at, f" {name} ", Ink.TEXT, place)
        return (self.page.pointer(place.at, place), text)

    def add_all(self, targets: Iterable[Target]) -> int:
        """Many places at once; returns the index among them of the one under the cursor, or 0."""
        before = len(self.found)
        self.found += targets
        return self.page.at - before if before <= self.page.at < len(self.found) else 0


VALUE, REFERENCE, DIFFERENCE = 8, 9, 8
WIDE = 48
"""Cells from which there is room for the reference value."""
SHARE = 8
NUMBER = 6


def figure_head(title: str, width: int, *, known: bool = True) -> Row:
    """A title, and with ``known`` the names of the columns."""
    heads = [(t("statistics.screen.phoenix"), REFERENCE)] if width >= WIDE else []
    heads = [(t("statistics.screen.you"), VALUE), *heads, (t("statistics.screen.difference"), DIFFERENCE)]
    room = width - sum(size for _, size in heads)
    columns = [Span(rjust(text, size), Role(Ink.MUTED)) for text, size in heads]
    return (*fit([Span(shortened(title, room), Role(Ink.TITLE))], room), *(columns if known else ()))


def figure_line(
    figure: Figure, counts: PlayerCounts, width: int, targets: Targets, *, known: bool = True
) -> Row:
    """A figure, and with ``known`` the columns of its reference value and the difference."""
    place = targets.add(figure)
    value = figure.value(counts)
    numbers = [Span(rjust(figure_text(figure, value), VALUE), Role(Ink.NAME), place)]
    if known:
        told = "" if figure.reference is None else figure_text(figure, figure.reference)
        others = [(told, REFERENCE)] if width >= WIDE else []
        others.append((figure_difference(figure, value), DIFFERENCE))
        numbers += [Span(rjust(text, size), Role(Ink.MUTED), place) for text, size in others]
    room = width - width_of(numbers)
    name = shortened(figure_name(figure), room - POINTER - 2)
    return (*fit(targets.begin(place, name), room), *numbers)


class Share(NamedTuple):
    """A share that is drawn as a bar, or as one part of it after the other."""

    figure: Figure
    label: str
    parts: Sequence[BarPart]


def amount(figure: Figure, counts: PlayerCounts) -> int:
    """How often what a share counts has happened."""
    part: int = getattr(counts, figure.part)
    return part


def share(figure: Figure, label: str, ink: Ink, counts: PlayerCounts) -> Share:
    """A share whose bar has one part."""
    return Share(figure, label, [BarPart(amount(figure, counts), ink)])


def bar_lines(shares: Sequence[Share], counts: PlayerCounts, name: int, width: int, targets: Targets) -> Rows:
    """Shares as bars: the label of each in ``name`` cells, the bar, number and share.

    The longest bar is that of the largest amount.
    """
    most = max(amount(each.figure, counts) for each in shares)
    return tuple(_bar_line(each, counts, most, name, width, targets) for each in shares)


def _bar_line(shown: Share, counts: PlayerCounts, most: int, name: int, width: int, targets: Targets) -> Row:
    figure = shown.figure
    place = targets.add(figure)
    length = width - POINTER - name - SHARE - NUMBER
    label = shortened(shown.label, name - 2)
    return (
        *targets.begin(place, label),
        Span(" " * (name - cells(label) - 2), meta=place),
        *bar(shown.parts, most, length, targets.glyphs, place),
        Span(rjust(f"{amount(figure, counts):,}", NUMBER), meta=place),
        Span(rjust(figure_text(figure, figure.value(counts)), SHARE), Role(Ink.NAME), place),
    )


LINES = 3


def help_rows(figure: Figure, counts: PlayerCounts, width: int) -> Rows:
    """The definition in at most two lines, and the line of the reference."""
    told = t("statistics.screen.help", group=group_name(figure.group), name=figure_name(figure))
    means = wrap(f"{told} {figure_means(figure)}", width)[: LINES - 1]
    name, rest = means[0][: len(told)], means[0][len(told) :]
    first = (Span(name, Role(Ink.NAME)), Span(rest))
    return (first, *map(words, means[1:]), words(about(figure, counts), Ink.MUTED))


def about(figure: Figure, counts: PlayerCounts) -> str:
    """How much was counted, the reference and the difference."""
    parts = []
    if figure.whole is not None:
        whole = figure.whole.replace("_", "-")
        parts.append(t(f"statistics.of.{whole}", count=figure.counted(counts)))
    if figure.reference is not None:
        reference = figure_text(figure, figure.reference)
        difference = figure_difference(figure, figure.value(counts))
        known = t("statistics.screen.reference", reference=reference)
        if difference:
            known = t("statistics.screen.compared", reference=reference, difference=difference)
        parts.append(known)
    return join_sentences(parts)


DATE, TIME = 10, 6
"""The time only where there is room."""
TIME_FROM = 90
"""Width from which there is room for the time."""
RULES, PLACE, POINTS, GAME_NUMBER = 12, 8, 7, 9
GAME_GAP = 2


def game_heads(number: str, width: int) -> Row:
    """The names of the columns; ``number`` is that of the last before the opponents."""
    sizes = {"date": date_width(width), "rules": RULES + GAME_GAP, "place": PLACE + GAME_GAP}
    row = " " * (POINTER + 1) + "".join(ljust(t(f"games.heads.{name}"), size) for name, size in sizes.items())
    row += rjust(t("games.heads.points"), POINTS) + rjust(
        shortened(number, GAME_NUMBER), GAME_NUMBER + GAME_GAP
    )
    return words(shortened(f"{row}  {t('games.heads.opponents')}", width), Ink.MUTED)


def game_line(page: ListPage[None], game: CountedGame, number: str, at: int, width: int) -> Row:
    """One game; ``number`` is what the column before the opponents says, ``at`` its index in the list."""
    meta, told = EntryAt(at), entry_words(game.entry, page.game_app.zone)
    day = f"{told.day} {told.time}" if width >= TIME_FROM else told.day
    rest = max(
        width - POINTER - 1 - date_width(width) - RULES - PLACE - POINTS - GAME_NUMBER - 3 * GAME_GAP - 2, 0
    )
    columns = (
        (" " + ljust(day, date_width(width)), Ink.NAME),
        (ljust(shortened(told.rules, RULES), RULES + GAME_GAP), Ink.TEXT),
        (ljust(told.place, PLACE + GAME_GAP), Ink.POINTS if game.place == 1 else Ink.TEXT),
        (rjust(told.points, POINTS), Ink.TEXT),
        (rjust(number, GAME_NUMBER + GAME_GAP) + "  ", Ink.TEXT),
        (ljust(shortened(told.opponents, rest), rest), Ink.MUTED),
    )
    return (page.pointer(at, meta), *(page.entry_text(at, text, ink, meta) for text, ink in columns))


def game_details(game: CountedGame, zone: tzinfo | None, width: int) -> Row:
    """The details that the line has no column for, as many as there is room for, the most telling first."""
    told = entry_words(game.entry, zone)
    found = ""
    for part in (told.opponents, told.time, rules_title(game.entry.rules), told.notes, game.entry.path.name):
        longer = join_list(filter(None, (found, part)))
        found = longer if cells(longer) <= width else found
    return words(found, Ink.MUTED)


def date_width(width: int) -> int:
    """The width of the date, with the gap behind it."""
    return DATE + (TIME if width >= TIME_FROM else 0) + GAME_GAP


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
    mean = BY_ID["mean_place"]
    place = targets.add(mean)
    title = Span(t("statistics.screen.places"), Role(Ink.TITLE))
    value = Span(f" {figure_text(mean, mean.value(counts))}", Role(Ink.NAME))
    head = spread([title], [*targets.begin(place, figure_name(mean)), value], width)
    shares = [
        share(BY_ID[f"places.{number}"], t(f"session.places.{number}"), ink, counts)
        for number, ink in enumerate(PLACE_INKS, 1)
    ]
    return (*with_meta((head,), place), *bar_lines(shares, counts, PLACE_LABEL, width, targets))


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
    shares = []
    for kind, ink in zip(SHARES, PART_INKS, strict=True):
        figure = BY_ID[f"{kind}_share"]
        parts = [BarPart(tsumo[kind], ink), BarPart(amount(figure, counts) - tsumo[kind], ink, 1)]
        shares.append(Share(figure, t(f"statistics.screen.with-{kind}"), parts))
    return (spread([title], legend, width), *bar_lines(shares, counts, KIND_LABEL, width, targets))


def deal_ins_title(counts: PlayerCounts) -> str:
    """How many hands, and where a double ron makes them more, how many wins: the bars count wins."""
    if counts.dealt_wins == counts.deal_ins:
        return t("statistics.screen.deal-ins", count=counts.deal_ins)
    return t("statistics.screen.deal-ins-wins", count=counts.deal_ins, wins=counts.dealt_wins)


def _deal_ins(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    shares = [
        share(BY_ID[f"deal_ins.to_{kind}"], t(f"statistics.screen.to-{kind}"), ink, counts)
        for kind, ink in zip(SHARES, PART_INKS, strict=True)
    ]
    return (words(deal_ins_title(counts), Ink.TITLE), *bar_lines(shares, counts, KIND_LABEL, width, targets))


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


NARROWEST = 56
"""Cells of the narrowest column beside another."""
MOST = 3


def figure_list(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """All figures; the cursor goes down one column after the other."""
    groups = [(group, list(figures)) for group, figures in groupby(FIGURES, lambda each: each.group)]
    number = min((width + GAP) // (NARROWEST + GAP), MOST) or 1
    column = column_width(width, number)
    return side_by_side([_column(part, counts, column, targets) for part in _shared(groups, number)], column)


Groups = Sequence[tuple[FigureGroup, list[Figure]]]


def _shared(groups: Groups, number: int) -> list[Groups]:
    """The groups in that many columns of about the same height."""
    sizes = [len(figures) + 2 for _, figures in groups]
    whole, columns = sum(sizes), [list[tuple[FigureGroup, list[Figure]]]() for _ in range(number)]
    before = 0
    for group, size in zip(groups, sizes, strict=True):
        columns[min((before + size // 2) * number // whole, number - 1)].append(group)
        before += size
    return list(columns)


def _column(groups: Groups, counts: PlayerCounts, width: int, targets: Targets) -> list[Row]:
    rows: list[Row] = []
    for group, figures in groups:
        rows += [()] * bool(rows)
        known = any(figure.reference is not None for figure in figures)
        rows.append(figure_head(group_name(group), width, known=known))
        rows += [figure_line(figure, counts, width, targets) for figure in figures]
    return rows


KINDS = ("discard", "temporary", "riichi")
OWN = (
    "furiten.tenpai_turns",
    "furiten.share",
    *(f"furiten.{kind}" for kind in KINDS),
    "furiten.entered",
    "furiten.avoidable",
    "furiten.missed",
    "furiten.missed_points",
    "after_riichi.furiten",
    "after_riichi.furiten_balance",
    "deal_ins.safer_held",
)
"""The figures that only furiten counts."""
MONTH, MONTH_SHARE = 11, 8
"""Cells of a month before its bar, and of the share behind it."""
TIER_LABEL = 15
"""Cells of the label of a tier with its class."""


def furiten_page(
    by_month: Mapping[date, PlayerCounts], counts: PlayerCounts, width: int, height: int, targets: Targets
) -> Rows:
    """The page in that width; the latest months for which there is room in ``height`` rows."""
    column = column_width(width, 2)
    figures = (words(t("statistics.screen.own"), Ink.TITLE), *_own_figures(counts, column, targets))
    tiers = _tiers(counts, column, targets)
    months = _months(by_month, column, max(height - len(tiers) - 1, 3), targets.glyphs)
    return side_by_side([figures, (*months, (), *tiers)], column)


def _own_figures(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    return tuple(figure_line(BY_ID[id], counts, width, targets, known=False) for id in OWN)


def _months(by_month: Mapping[date, PlayerCounts], width: int, height: int, glyphs: GlyphSet) -> Rows:
    """The share of turns in tenpai that began in furiten, by month, its kinds one after the other."""
    title = Span(t("statistics.screen.by-month"), Role(Ink.TITLE))
    legend: list[Span] = []
    for fill, (kind, ink) in enumerate(zip(KINDS, PART_INKS, strict=True)):
        name = t(f"statistics.screen.kind-{kind}")
        legend += [Span("  "), sign(fill, ink, glyphs), Span(f" {name}", Role(Ink.MUTED))]
    months = list(by_month.items())[2 - height :]
    largest = max((_kinds(counts) / max(counts.tenpai_turns, 1) for _, counts in months), default=0.0)
    length = width - MONTH - MONTH_SHARE
    rows = [_month(month, counts, largest, length, glyphs) for month, counts in months]
    return ((title,), tuple(legend[1:]), *rows)


def _kinds(counts: PlayerCounts) -> int:
    """The turns of all kinds together; a turn in two kinds counts twice."""
    return sum(getattr(counts, f"furiten_{kind}") for kind in KINDS)


def _month(month: date, counts: PlayerCounts, largest: float, length: int, glyphs: GlyphSet) -> Row:
    when = t("statistics.screen.month", month=t(f"practice.months.{month.month}"), year=month.year)
    parts = [
        BarPart(getattr(counts, f"furiten_{kind}"), ink, fill)
        for fill, (kind, ink) in enumerate(zip(KINDS, PART_INKS, strict=True))
    ]
    share = BY_ID["furiten.share"]
    return (
        Span(ljust(when, MONTH), Role(Ink.MUTED)),
        *bar(parts, largest * counts.tenpai_turns, length, glyphs),
        Span(rjust(figure_text(share, share.value(counts)), MONTH_SHARE), Role(Ink.NAME)),
    )


def _tiers(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """How dangerous the discards were that dealt in: a bar for each measured tier, the safest first."""
    shares = []
    for tier, letter in TIER_LETTERS.items():
        safety = safety_class(tier)
        figure = BY_ID[f"deal_ins.tier_{tier.name.lower()}"]
        shares.append(share(figure, f"{letter} {class_words(safety)}", CLASS_INKS[safety], counts))
    title = words(t("statistics.screen.tiers"), Ink.TITLE)
    return (title, *bar_lines(shares, counts, TIER_LABEL, width, targets))


CHART = 0.45
"""The share of the rows that the chart has."""


def games_page(games: Sequence[CountedGame], width: int, height: int, targets: Targets) -> Rows:
    """The chart over the list, which scrolls to the cursor."""
    page, chosen = targets.page, targets.add_all(game.entry.path for game in games)
    chart = points_by_game(games, width, round(height * CHART), targets, chosen)

    def line(at: int) -> Row:
        return game_line(page, games[at], f"{games[at].counts.balance:+,}", at, width)

    heads = game_heads(t("statistics.screen.gained"), width)
    rows = RowsOnDemand(len(games), line)
    body = page.window_with((chosen, chosen), rows, width, height - len(chart) - 1)
    return (*chart, heads, *body)
