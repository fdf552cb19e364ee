"""The discards with which riichi can be declared, compared in one line and in a small table.

The first row of the table is the best. It leaves out columns and rows to fit. Every number is a fact of
``ai.reading.outlook``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import product

import msgspec
from msgspec.structs import replace

from ai.reading.outlook import Outlook, order
from engine.tiles import Tile, format_tiles
from tui.i18n import join_clauses, ljust, rjust, t
from tui.i18n import width as cells
from tui.words.names import tile_word, tile_words


def riichi_line(choices: Sequence[Outlook]) -> str:
    """Waits, tiles left, value and furiten of each choice in one line, the best first."""
    return t("desk.riichi-compared", choices=join_clauses(map(_told, choices)))


def _told(choice: Outlook) -> str:
    waits = tile_words(wait.kind for wait in choice.waits)
    left, points = choice.acceptance, points_range(choice)
    text = t("desk.riichi-full", tile=tile_word(choice.tile), waits=waits, left=left, points=points)
    return t("desk.riichi-furiten", choice=text) if choice.furiten else text


def points_range(choice: Outlook) -> str:
    """The points of the wins, from the cheapest to the dearest."""
    least, most = choice.win_points
    if least == most:
        return t("desk.riichi-points", points=most)
    return t("desk.riichi-range", least=least, most=most)


CHOSEN = ">"
"""The mark of the discard under the cursor."""


class RiichiColumn(IntEnum):
    """The columns, from left to right."""

    TILE = 0
    WAITS = 1
    LEFT = 2
    RON = 3
    TSUMO = 4
    BEST = 5


NUMBERS = (RiichiColumn.LEFT, RiichiColumn.RON, RiichiColumn.TSUMO)
"""The columns that end at one place."""
CHOICES = (
    tuple(RiichiColumn),
    (RiichiColumn.TILE, RiichiColumn.WAITS, RiichiColumn.LEFT, RiichiColumn.RON, RiichiColumn.BEST),
    (RiichiColumn.TILE, RiichiColumn.WAITS, RiichiColumn.LEFT, RiichiColumn.RON),
    (RiichiColumn.TILE, RiichiColumn.LEFT, RiichiColumn.RON, RiichiColumn.TSUMO),
    (RiichiColumn.TILE, RiichiColumn.LEFT, RiichiColumn.RON),
    (RiichiColumn.TILE, RiichiColumn.RON),
)
"""The columns that are shown together, the most first. None is without the one that says furiten."""
GAPS = (2, 1)
"""Cells between two columns, the preferred first."""


class RiichiRow(msgspec.Struct, frozen=True):
    """One discard: its texts, one for each column, and the same in fewer cells."""

    tile: Tile
    texts: tuple[str, ...]
    brief: tuple[str, ...]
    furiten: bool


class TableLine(msgspec.Struct, frozen=True):
    """A line of the fitted table; ``ron`` is apart, because it warns where the hand would be furiten."""

    before: str
    ron: str = ""
    after: str = ""
    tile: Tile | None = None
    """The discard of a row; None for the headings and for the number of rows left out."""
    chosen: bool = False
    furiten: bool = False

    @property
    def text(self) -> str:
        return f"{self.before}{self.ron}{self.after}".rstrip()


class RiichiTable(msgspec.Struct, frozen=True):
    """The table in words, before it is fitted."""

    title: str
    heads: tuple[str, ...]
    """One for each column."""
    rows: tuple[RiichiRow, ...]
    chosen: Tile | None = None
    """The discard under the cursor."""
    said: str = ""
    """That discard in a sentence, where there is no room for the table."""

    def texts(self) -> Iterator[str]:
        yield self.title
        yield " ".join(filter(None, self.heads))
        yield from (" ".join(filter(None, row.texts)) for row in self.rows)

    def fitted(self, width: int, height: int | None = None) -> tuple[TableLine, ...]:
        """The headings and the rows in that room: the widest choice of columns; no line if none fits.

        Where there is no room for all rows, the headings go if that makes room; else the worst rows are left
        out and counted in the last line. The row of the chosen discard always stays.
        """
        bare = height == len(self.rows)
        room = len(self.rows) if height is None or bare else height - 1
        kept = self._kept(room)
        if not kept:
            return ()
        for columns, brief, gap in product(CHOICES, (False, True), GAPS):
            lines = self._lines(kept, columns, gap, brief=brief)
            if all(cells(line.text) <= width for line in lines):
                return self._counted(lines, width)[bare:]
        return ()

    def _kept(self, room: int) -> Sequence[RiichiRow]:
        if room >= len(self.rows):
            return self.rows
        most = room - 1  # the last line counts those left out
        below = [row for row in self.rows[max(most, 0) :] if row.tile == self.chosen]
        best = self.rows[: max(most - len(below), 0)]
        return [*best, *below] if best else ()

    def _counted(self, lines: tuple[TableLine, ...], width: int) -> tuple[TableLine, ...]:
        missing = len(self.rows) - (len(lines) - 1)
        if not missing:
            return lines
        said = TableLine(" " * cells(CHOSEN) + t("panel.choices.more", count=missing))
        return (*lines, said) if cells(said.text) <= width else ()

    def _lines(
        self, kept: Sequence[RiichiRow], columns: Sequence[RiichiColumn], gap: int, *, brief: bool
    ) -> tuple[TableLine, ...]:
        # all rows have a say in the widths, so that nothing moves with the cursor
        texts = [self.heads, *(row.brief if brief else row.texts for row in self.rows)]
        widths = {column: max(cells(each[column]) for each in texts) for column in columns}

        def line(mark: str, each: Sequence[str]) -> TableLine:
            padded = [
                (rjust if column in NUMBERS else ljust)(each[column], widths[column]) for column in columns
            ]
            at, space = columns.index(RiichiColumn.RON), " " * gap
            after = "".join(space + text for text in padded[at + 1 :])
            return TableLine(mark + "".join(text + space for text in padded[:at]), padded[at], after)

        def row(of: RiichiRow) -> TableLine:
            chosen = of.tile == self.chosen
            made = line(CHOSEN if chosen else " ", of.brief if brief else of.texts)
            return replace(made, tile=of.tile, chosen=chosen, furiten=of.furiten)

        return (line(" ", self.heads), *map(row, kept))


def riichi_table(choices: Sequence[Outlook], chosen: Tile | None) -> RiichiTable:
    """The table of these hands after riichi, the best first. ``chosen`` is the discard under the cursor."""
    heads = (
        "",
        t("panel.choices.waits"),
        t("panel.choices.left"),
        t("panel.choices.ron"),
        t("panel.choices.tsumo"),
        "",
    )
    best = min(map(order, choices))
    rows = tuple(_row(each, best=order(each) == best) for each in choices)
    said = next((riichi_line([each]) for each in choices if each.tile == chosen), "")
    return RiichiTable(t("panel.choices.title"), heads, rows, chosen, said)


def _row(choice: Outlook, *, best: bool) -> RiichiRow:
    kinds = [wait.kind for wait in choice.waits]
    furiten = bool(choice.furiten)
    full, brief = (
        (
            tile_word(choice.tile),
            waits,
            str(choice.acceptance),
            t("desk.furiten") if furiten else _points(choice.ron_points, brief=short),
            _points(choice.tsumo_points, brief=short),
            t("panel.choices.best") if best else "",
        )
        for waits, short in ((tile_words(kinds), False), (format_tiles(kinds), True))
    )
    return RiichiRow(choice.tile, full, brief, furiten)


def _points(points: tuple[int, int] | None, *, brief: bool) -> str:
    if points is None:
        return t("panel.choices.none")
    least, most = points
    if least == most:
        return t("desk.riichi-points", points=most)
    if brief:
        return t("panel.choices.at-least", least=least)
    return t("panel.choices.range", least=least, most=most)
