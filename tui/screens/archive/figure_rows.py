"""Rows of the statistics: figures beside those of others, bars, games, and the places of the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from ai.statistics.figures import Figure
from ai.statistics.player_counts import PlayerCounts
from tui.archive.counted_games import CountedGame
from tui.archive.game_entries import entry_words, rules_title
from tui.drawing.charts import BarPart, bar
from tui.drawing.rows import EntryAt, Role, Row, Rows, Span, cells, fit, merged, shortened, width_of
from tui.i18n.layout import join_list, join_sentences, ljust, rjust
from tui.i18n.texts import t
from tui.screens.page import words, wrap
from tui.tiles.look import GlyphSet, Ground, Ink
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
POINTER = 2
"""Cells before what the cursor can stand on."""


class CursorPlace(NamedTuple):
    """One place of the cursor."""

    meta: EntryAt
    here: bool
    """Whether the cursor is there."""

    def begin(self, glyphs: GlyphSet) -> Span:
        """The pointer, or the blanks in its place."""
        return Span(f"{glyphs.pointer} " if self.here else " " * POINTER, Role(Ink.ACTING), self.meta)

    def name(self, text: str, ink: Ink = Ink.TEXT) -> Span:
        """The name of what is there."""
        return Span(text, Role(Ink.TEXT, Ground.ROUND) if self.here else Role(ink), self.meta)

    def linked(self, row: Row) -> Row:
        """The row with this place as the meaning of a click."""
        return tuple(span._replace(meta=self.meta) for span in row)


class Targets:
    """The places of the cursor, collected while a page is drawn."""

    def __init__(self, at: int, glyphs: GlyphSet) -> None:
        """``at`` is the index of the place where the cursor is."""
        self.glyphs = glyphs
        self.found: list[Target] = []
        self._at = at

    def add(self, target: Target) -> CursorPlace:
        """The next place."""
        self.found.append(target)
        number = len(self.found) - 1
        return CursorPlace(EntryAt(number), number == self._at)

    def add_all(self, targets: Iterable[Target]) -> int:
        """Many places at once; returns the index among them of the one under the cursor, or 0."""
        before = len(self.found)
        self.found += targets
        return self._at - before if before <= self._at < len(self.found) else 0


VALUE, REFERENCE, DIFFERENCE = 8, 9, 8
"""Widths of the columns."""
WIDE = 48
"""Cells from which there is a column for the reference value."""
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
    numbers = [Span(rjust(figure_text(figure, value), VALUE), Role(Ink.NAME), place.meta)]
    if known:
        told = "" if figure.reference is None else figure_text(figure, figure.reference)
        others = [(told, REFERENCE)] if width >= WIDE else []
        others.append((figure_difference(figure, value), DIFFERENCE))
        numbers += [Span(rjust(text, size), Role(Ink.MUTED), place.meta) for text, size in others]
    room = width - width_of(numbers)
    name = shortened(figure_name(figure), room - POINTER - 2)
    return (*fit([place.begin(targets.glyphs), place.name(f" {name} ")], room), *numbers)


def bar_line(
    figure: Figure,
    counts: PlayerCounts,
    parts: Sequence[BarPart],
    whole: float,
    label: str,
    name: int,
    width: int,
    targets: Targets,
) -> Row:
    """A share as a bar: its label in ``name`` cells, the bar, number and share.

    The longest bar stands for an amount of ``whole``.
    """
    place = targets.add(figure)
    length = width - POINTER - name - SHARE - NUMBER
    part: int = getattr(counts, figure.part)
    label = shortened(label, name - 2)
    return (
        place.begin(targets.glyphs),
        place.name(f" {label} "),
        Span(" " * (name - cells(label) - 2), meta=place.meta),
        *bar(parts, whole, length, targets.glyphs, place.meta),
        Span(rjust(f"{part:,}", NUMBER), meta=place.meta),
        Span(rjust(figure_text(figure, figure.value(counts)), SHARE), Role(Ink.NAME), place.meta),
    )


def largest(figures: Sequence[Figure], counts: PlayerCounts) -> int:
    """The largest count of some figures: what the longest bar stands for."""
    amounts: list[int] = [getattr(counts, figure.part) for figure in figures]
    return max(amounts)


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
    sizes = {"date": _date(width), "rules": RULES + GAME_GAP, "place": PLACE + GAME_GAP}
    row = " " * (POINTER + 1) + "".join(ljust(t(f"games.heads.{name}"), size) for name, size in sizes.items())
    row += rjust(t("games.heads.points"), POINTS) + rjust(
        shortened(number, GAME_NUMBER), GAME_NUMBER + GAME_GAP
    )
    return words(shortened(f"{row}  {t('games.heads.opponents')}", width), Ink.MUTED)


class LineLook(NamedTuple):
    """How the lines of games are drawn."""

    width: int
    glyphs: GlyphSet
    zone: tzinfo | None
    """The time zone of their times; None for the local one."""


def game_line(game: CountedGame, number: str, at: int, look: LineLook, *, here: bool) -> Row:
    """One game; ``number`` is what the column before the opponents says, ``at`` its index in the list."""
    (width, glyphs, zone), meta = look, EntryAt(at)
    told = entry_words(game.entry, zone)
    ground = Ground.ROUND if here else Ground.FELT
    day = f"{told.day} {told.time}" if width >= TIME_FROM else told.day
    columns = (
        (" " + ljust(day, _date(width)), Ink.NAME),
        (ljust(shortened(told.rules, RULES), RULES + GAME_GAP), Ink.TEXT),
        (ljust(told.place, PLACE + GAME_GAP), Ink.POINTS if game.place == 1 else Ink.TEXT),
        (rjust(told.points, POINTS), Ink.TEXT),
        (rjust(number, GAME_NUMBER + GAME_GAP) + "  ", Ink.TEXT),
    )
    spans = [Span(text, Role(Ink.TEXT if here else ink, ground), meta) for text, ink in columns]
    rest = max(
        width - POINTER - 1 - _date(width) - RULES - PLACE - POINTS - GAME_NUMBER - 3 * GAME_GAP - 2, 0
    )
    others = ljust(shortened(told.opponents, rest), rest)
    pointer = Span(f"{glyphs.pointer} " if here else " " * POINTER, Role(Ink.ACTING), meta)
    return (pointer, *spans, Span(others, Role(Ink.TEXT if here else Ink.MUTED, ground), meta))


def game_details(game: CountedGame, look: LineLook) -> Row:
    """The details that the line has no column for, as many as there is room for, the most telling first."""
    told = entry_words(game.entry, look.zone)
    found = ""
    for part in (told.opponents, told.time, rules_title(game.entry.rules), told.notes, game.entry.path.name):
        longer = join_list(filter(None, (found, part)))
        found = longer if cells(longer) <= look.width else found
    return words(found, Ink.MUTED)


def _date(width: int) -> int:
    """The width of the date, with the gap behind it."""
    return DATE + (TIME if width >= TIME_FROM else 0) + GAME_GAP
