"""Rows of spans: every picture before a palette turns it into styled strips.

A span has a text, a role, and what a click on it means. Screens match on the class of that meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size

from engine.tiles import Tile
from tui.config.actions import ActionId
from tui.i18n import t
from tui.tiles import Ground, Ink


class ActionKey(msgspec.Struct, frozen=True):
    """The key of a named action, wherever a page or the table names it."""

    action: ActionId


class TileAt(msgspec.Struct, frozen=True):
    """A tile of the hand."""

    place: int


class MarkAt(msgspec.Struct, frozen=True):
    """The space under a tile of the hand, where its mark is."""

    place: int


class DiscardAt(msgspec.Struct, frozen=True):
    """A tile of a pond."""

    seat: int
    place: int


class MeldAt(msgspec.Struct, frozen=True):
    """A meld of a player."""

    seat: int
    place: int


class OptionAt(msgspec.Struct, frozen=True):
    """An option of a practice question."""

    number: int


class ExplainedAt(msgspec.Struct, frozen=True):
    """A tile that can be explained, or None for the tile on offer or the hand."""

    place: int | None


class EntryAt(msgspec.Struct, frozen=True):
    """An entry of a list, by its index."""

    at: int


class GameAt(msgspec.Struct, frozen=True):
    """A game in a chart, by its index in the list of games."""

    at: int


class MenuEntry(msgspec.Struct, frozen=True):
    """An entry of a menu, by its id."""

    id: str


class ValueArrow(msgspec.Struct, frozen=True):
    """An arrow beside the value of a form field: 1 for the next value, -1 for the one before."""

    at: int
    by: int


class RelatedTerm(msgspec.Struct, frozen=True):
    """A related term of the glossary, by its id."""

    id: str


class PageTurn(msgspec.Struct, frozen=True):
    """The line that says there is more: 1 for more below, -1 for more above."""

    pages: int


Meta = (
    ActionKey
    | TileAt
    | MarkAt
    | DiscardAt
    | MeldAt
    | OptionAt
    | ExplainedAt
    | EntryAt
    | GameAt
    | MenuEntry
    | ValueArrow
    | RelatedTerm
    | PageTurn
)


class ColourOf(msgspec.Struct, frozen=True):
    """The colour of a ground used as an ink, for half blocks."""

    ground: Ground


class TilePicture(msgspec.Struct, frozen=True):
    """A picture of a tile used as an ink: its cells have that ink, and each says which part it shows."""

    tile: Tile | None
    """None for the back."""
    width: int
    """In cells, as the height."""
    height: int
    lowered: bool
    """The tile begins in the middle of the first row."""
    joined: bool
    """Something hangs from the lower edge of the tile."""
    sideways: bool
    signs: str
    """The signs of its state, from ``tile_faces.SIGNS``."""
    around: Ground = Ground.FELT


class Role(msgspec.Struct, frozen=True):
    """Ink and ground of a span; the palette turns them into a style."""

    ink: Ink | ColourOf | TilePicture = Ink.TEXT
    ground: Ground = Ground.FELT
    underlined: bool = False


TEXT = Role()
"""Text on the felt."""
FELT = Role(Ink.BLANK)


class Span(msgspec.Struct, frozen=True):
    """A text in one role, with the meaning of a click on it."""

    text: str
    role: Role = TEXT
    meta: Meta | None = None


Row = tuple[Span, ...]
Rows = tuple[Row, ...]


@lru_cache(4096)
def cells(text: str) -> int:
    """Width of a text in terminal cells."""
    return cell_len(text)


def width_of(row: Iterable[Span]) -> int:
    """Width of a row in terminal cells."""
    width = 0
    for span in row:
        width += cells(span.text)
    return width


def block_width(rows: Rows) -> int:
    """Width of the widest row."""
    return max((width_of(row) for row in rows), default=0)


def meta_at(row: Iterable[Span], column: int) -> Meta | None:
    """The meta in that column of a row, or None."""
    for span in row:
        column -= cells(span.text)
        if column < 0:
            return span.meta
    return None


def with_meta(rows: Rows, meta: Meta) -> Rows:
    """The rows with ``meta`` on every span."""
    return tuple(tuple(Span(span.text, span.role, meta) for span in row) for row in rows)


REPLACED_GROUNDS = (Ground.FELT, Ground.LINE_FACE)
"""Grounds that ``on_ground`` replaces: felt, and the inside of a box on it."""


@lru_cache(1024)
def on_ground(row: Row, ground: Ground) -> Row:
    """The row with another ground instead of felt, such as that of a panel. Remembered, as fitted rows."""
    return tuple(replace(span, role=_on(span.role, ground)) for span in row)


def _on(role: Role, ground: Ground) -> Role:
    if isinstance(role.ink, TilePicture):
        return replace(role, ink=replace(role.ink, around=ground))
    return replace(role, ground=ground) if role.ground in REPLACED_GROUNDS else role


def fit(row: Iterable[Span], width: int, role: Role = FELT) -> Row:
    """The row at exactly that width, padded or cut off at the right."""
    return _fitted(tuple(row), width, role)


@lru_cache(2048)
def _fitted(row: Row, width: int, role: Role) -> Row:
    """Remembered, because most rows of a picture are those of the one before."""
    out: list[Span] = []
    left = width
    for span in row:
        size = cells(span.text)
        if size > left:
            out.append(Span(set_cell_size(span.text, left), span.role, span.meta))
            left = 0
            break
        out.append(span)
        left -= size
    if left:
        out.append(Span(" " * left, role))
    return merged(out)


def merged(row: Iterable[Span]) -> Row:
    """The row with neighbours of equal role and meta joined, and blanks without ink: fewer bytes to send."""
    out: list[Span] = []
    text, role, meta = "", FELT, None
    for span in row:
        more, ink, its_meta = span.text, span.role, span.meta
        if not more:
            continue
        if ink.ink and more.isspace() and not ink.underlined:
            ink = _blank(ink.ground)
        if ink == role and its_meta == meta:
            text += more
            continue
        if text:
            out.append(Span(text, role, meta))
        text, role, meta = more, ink, its_meta
    if text:
        out.append(Span(text, role, meta))
    return tuple(out)


@cache
def _blank(ground: Ground) -> Role:
    return Role(Ink.BLANK, ground)


def fit_rows(rows: Sequence[Row], width: int, height: int) -> Rows:
    """Exactly ``height`` rows of exactly ``width`` cells, padded or cut off at the bottom and right."""
    blank = (Span(" " * width, FELT),)
    out = [fit(row, width) for row in rows[:height]]
    return (*out, *[blank] * (height - len(out)))


def beside(blocks: Sequence[Rows], gap: int = 1) -> Rows:
    """Blocks side by side on one base line, each padded to its own width."""
    height = max((len(block) for block in blocks), default=0)
    space = Span(" " * gap, FELT)
    lines: list[list[Span]] = [[] for _ in range(height)]
    for number, block in enumerate(blocks):
        widths = [width_of(row) for row in block]
        width = max(widths, default=0)
        missing = height - len(block)
        for line, spans in enumerate(lines):
            if number and gap:
                spans.append(space)
            short = width
            if line >= missing:
                spans += block[line - missing]
                short -= widths[line - missing]
            if short:
                spans.append(Span(" " * short, FELT))
    return tuple(tuple(line) for line in lines)


def divided(row: Row, column: int) -> tuple[Row, Row]:
    """The row before and from that column. A wide character across it becomes two blanks."""
    for place, span in enumerate(row):
        size = cells(span.text)
        if size > column:
            before = set_cell_size(span.text, column)
            after = " " * (size - column - cells(span.text[len(before) :])) + span.text[len(before) :]
            first = (replace(span, text=before),) if before else ()
            return (*row[:place], *first), (replace(span, text=after), *row[place + 1 :])
        column -= size
    return row, ()


def spread(left: Sequence[Span], right: Sequence[Span], width: int) -> Row:
    """One row with ``left`` at its left end and ``right`` at its right end."""
    space = width - width_of(left) - width_of(right)
    if space < 1:
        return fit(left, width)
    return merged([*left, Span(" " * space, FELT), *right])


def centred(row: Sequence[Span], width: int, role: Role = FELT) -> Row:
    """The row centred in that width."""
    space = max(width - width_of(row), 0)
    return fit([Span(" " * (space // 2), role), *row], width, role)


def shortened(text: str, width: int, ellipsis: str = "..") -> str:
    """The text in at most ``width`` cells, with an ellipsis if it was cut off."""
    if cells(text) <= width:
        return text
    if width <= len(ellipsis):
        return set_cell_size(text, max(width, 0))
    return set_cell_size(text, width - len(ellipsis)).rstrip() + ellipsis


def plain(rows: Rows) -> str:
    """The text alone, for tests and plain output."""
    return "\n".join("".join(span.text for span in row) for row in rows)


class RowsOnDemand:
    """``count`` rows, each made by its number."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int, /) -> Row:
        return self._make(number)


RowList = Sequence[Row] | RowsOnDemand


def part(rows: RowList, first: int, count: int) -> Rows:
    """At most so many rows from that number on."""
    return tuple(rows[number] for number in range(first, min(first + count, len(rows))))


def too_small(width: int, height: int, least: tuple[int, int]) -> Rows:
    """The needed size and the present size, in the longest wording that fits on one line."""
    needed, present = f"{least[0]}x{least[1]}", f"{width}x{height}"
    wordings = (
        t("table.too-small", needed=needed, present=present),
        t("screen.small", needed=needed, present=present),
        t("screen.smaller", needed=needed),
        needed,
    )
    text = next((wording for wording in wordings if cells(wording) <= width), needed)
    line = centred([Span(text, Role(Ink.TITLE))], width)
    return fit_rows([*[()] * ((height - 1) // 2), line], width, height)


# -- scrolling ---------------------------------------------------------------------------------------


STEP = 3
"""Rows that one turn of the wheel moves."""


class Scroll:
    """The scroll position in a list of rows, limited to the rows of its last use."""

    def __init__(self) -> None:
        self.top = 0
        """The first row shown."""
        self._stays_at_end = False
        """Whether the last row stays visible when rows or room change."""
        self._rows = 0
        self._room = 0

    @property
    def last(self) -> int:
        """The largest value of ``top``."""
        return max(self._rows - self._room, 0)

    def by(self, rows: int) -> None:
        """Scroll down by so many rows; up if negative."""
        self._stays_at_end = self._stays_at_end and not rows
        self.top = min(max(self.top + rows, 0), self.last)

    def page(self, pages: int) -> None:
        self.by(pages * self.span)

    def to(self, end: bool) -> None:
        """Scroll to the end and stay there until the next scrolling, or to the beginning."""
        self._stays_at_end = end
        self.top = self.last if end else 0

    @property
    def span(self) -> int:
        """Rows of one page: those seen at once, less one that both pages share."""
        return max(self._room - 1, 1)

    def around(
        self, shown: tuple[int, int], rows: RowList, width: int, height: int, keys: tuple[str, str]
    ) -> Rows:
        """Like ``window``, scrolled so that ``rows[shown[0]]`` to ``rows[shown[1]]`` are visible."""
        first, last = shown
        room = height - (len(rows) > height)
        self.top = min(max(self.top, last - room + 1), first)
        return self.window(rows, width, height, keys)

    def window(self, rows: RowList, width: int, height: int, keys: tuple[str, str]) -> Rows:
        """The visible rows, over a line that says if there are more; ``keys`` are those for up and down.

        A click on that line means ``PageTurn(1)``, or -1 for up.
        """
        if len(rows) <= height:
            self._rows, self._room, self.top = len(rows), height, 0
            return fit_rows(part(rows, 0, height), width, height)
        self._rows, self._room = len(rows), height - 1
        if self._stays_at_end:
            self.top = self.last
        self.by(0)
        shown = part(rows, self.top, self._room)
        while self.top < self.last and shown and shown[-1] and shown[-1][0].role.ink is Ink.TITLE:
            # a heading goes with what is below it
            shown = shown[:-1]
        up, down = keys
        above = t("screen.more.above", key=up) if self.top else ""
        below = t("screen.more.below", key=down) if self.top < self.last else ""
        ends = (Span(text, Role(Ink.ACTING), PageTurn(way)) for text, way in ((above, -1), (below, 1)))
        left, right = ends
        return (*fit_rows(shown, width, self._room), fit(spread([left], [right], width), width))
