"""Draw the three columns of the table: the side players, and two players with the centre between them.

Each part of a column has several sizes; a column uses the largest ones that fit. The centre shows round,
wall, honba and sticks; the header does not repeat them, and scores are on the plates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import msgspec

from engine.hand import HAND_SIZE
from engine.tiles import sort_tiles
from tui.drawing.rows import (
    FELT,
    ColourOf,
    Role,
    Row,
    Rows,
    Span,
    block_width,
    cells,
    centred,
    divided,
    fit,
    fit_rows,
    merged,
    shortened,
    width_of,
)
from tui.drawing.tile_picture import tile_width
from tui.i18n import t
from tui.table.board import (
    LYING_ROWS,
    PITCH,
    ROW,
    Board,
    PlacedTile,
    flow,
    meld_picture,
    pond,
    tile_gap,
    tile_row,
    wide_pond,
)
from tui.table.text_lines import plate
from tui.tiles import Ground, Ink, Look, Size
from tui.words.event_lines import hand_name
from tui.words.names import short_name

LARGEST = 7
TITLED = 5
"""Rows from which honba and sticks have one of their own."""
SMALLEST = 3
"""Rows for everything that the centre shows."""
DISPLAY = Ground.DISPLAY
GROUND = Role(Ink.TEXT, DISPLAY)


def centre(board: Board, width: int, height: int) -> Rows:
    """The display in the middle of the table, as large as there is room; empty without a row."""
    if height <= 0:
        return ()
    inner = width - 2
    lines = _lines(board, inner, height)
    above = (height - len(lines)) // 2
    rows: list[Row] = [()] * above
    rows += [(Span(" "), *line) for line in lines]
    return fit_rows(rows, width, height)


def _lines(board: Board, width: int, height: int) -> list[Row]:
    if height < SMALLEST:
        return [_brief(board, width)]
    banner = _banner(board, width)
    title = banner or centred(_title(board), width, GROUND)
    honba, sticks = _at_stake(board, brief=height < TITLED)
    wall = _wall(board)
    across, right, own, left = (_wind(board, side) for side in (2, 1, 0, 3))
    if height == SMALLEST:
        far = between(_title(board), across, wall, width)
        middle = banner or between(left, [], right, width)
        return [far, middle, between(honba, own, sticks, width)]
    far, near = centred(across, width, GROUND), centred(own, width, GROUND)
    stake = centred([*honba, *sticks], width, GROUND)
    if height < LARGEST:
        lines = [far, title, between(left, wall, right, width), stake, near]
        if height < TITLED:
            lines[3:] = [between(honba, own, sticks, width)]
        return lines
    sides = between([*left, *_stick(board, 3)], wall, [*_stick(board, 1), *right], width)
    lines = [far, _stick_line(board, 2, width), title, sides, stake]
    return [*lines, _stick_line(board, 0, width), near]


def between(left: Sequence[Span], middle: Sequence[Span], right: Sequence[Span], width: int) -> Row:
    """One row of three parts, the middle one in the centre of the whole row."""
    start = (width - width_of(middle)) // 2
    rest = width - start - width_of(middle)
    far = Span(" " * (rest - width_of(right)), GROUND)
    return merged([*fit(left, start, GROUND), *middle, far, *right])


def riichi_stick(look: Look) -> Span:
    """A riichi stick: white with a dot."""
    return Span(f"  {look.glyphs.stick}  ", Role(Ink.TEXT, Ground.STICK))


def _stick(board: Board, side: int) -> list[Span]:
    """The riichi stick in front of a player in riichi."""
    if not board.seat(board.scene.seating.at(side)).riichi_paid:
        return []
    return [riichi_stick(board.look)]


def _stick_line(board: Board, side: int, width: int) -> Row:
    return centred(_stick(board, side), width, GROUND)


def _wind(board: Board, side: int) -> list[Span]:
    """The wind of a side, lit while it is that player's turn."""
    seat = board.scene.seating.at(side)
    ink = Ink.ACTING if board.scene.acting == seat else Ink.TEXT
    wind = board.look.glyphs.short(board.scene.view.table.seat_wind(seat)).strip()
    return [Span(f" {wind} ", Role(ink, DISPLAY))]


def _title(board: Board) -> list[Span]:
    table = board.scene.view.table
    return [Span(f" {hand_name(table.round_wind, table.kyoku)} ", Role(Ink.TITLE, DISPLAY))]


def _banner(board: Board, width: int) -> Row | None:
    """The banner with the word that a player has just said, if the scene has one."""
    said = board.scene.announced
    if said is None or not board.scene.banner:
        return None
    ground = Ground.RIICHI if said.word == t("table.riichi") else Ground.CALL
    name, room = board.scene.seating.names[said.seat], width - 4
    words = t("table.says", name=name, word=said.word)
    if cells(words) > room:
        words = t("table.says", name=short_name(name), word=said.word)
    shown = shortened(words, room, board.look.glyphs.ellipsis)
    return centred([Span(f" {shown} ", Role(Ink.TEXT, ground))], width, GROUND)


def _wall(board: Board) -> list[Span]:
    return [Span(f" {t('table.wall', count=board.scene.view.table.live)} ", GROUND)]


def _at_stake(board: Board, *, brief: bool) -> tuple[list[Span], list[Span]]:
    """Honba and riichi sticks; nothing for those that there are not."""
    table = board.scene.view.table
    honba = t("table.honba", count=table.honba) if table.honba else ""
    key = "table.riichi-sticks-brief" if brief else "table.riichi-sticks"
    sticks = t(key, count=table.riichi_sticks) if table.riichi_sticks else ""
    one, other = ([Span(f" {text} ", GROUND)] if text else [] for text in (honba, sticks))
    return one, other


def _brief(board: Board, width: int) -> Row:
    honba, sticks = _at_stake(board, brief=True)
    row = [*_title(board), *_wall(board), *honba, *sticks]
    return merged(centred(row, width, GROUND))


SIDE_START = 3
"""The plate of a side player is at most one third of the table's rows below the top."""
LEAST_START = 2
FULL = 3
"""Rows of tiles in a full pond. The last row may be longer than six tiles."""
LEAST_INSET = 3
PLATE = 31
"""Cells that a plate in one row needs."""
RIGHT, ACROSS, LEFT = 1, 2, 3
"""The sides of the table in the counting of ``Seating.at``."""


class Space(msgspec.Struct, frozen=True):
    """The space of a column, and the sizes it may use."""

    width: int
    height: int
    ponds: tuple[Size, ...]
    """Sizes of ponds, the preferred first."""
    melds: tuple[Size, ...]
    airy: bool = False
    """Whether there is felt between the rows of the smallest tiles."""

    def inset(self, look: Look) -> int:
        """Cells of felt before the column, so that a row of six discards is in its middle.

        None if they are few: plates and ponds then stand below each other at the left edge.
        """
        size = self.ponds[0]
        pitch = tile_width(size, look) + tile_gap(size, look)
        row = PITCH * ROW if size is Size.S else pitch * ROW + 1
        inset = min((self.width - row) // 2, self.width - PLATE)
        return inset if inset >= LEAST_INSET else 0

    def within(self, inset: int) -> Space:
        """The space without the felt before it."""
        return msgspec.structs.replace(self, width=self.width - inset)


def backs(board: Board, seat: int) -> Sequence[Row]:
    """The concealed tiles of another seat: a thin row of backs, and for less room one and their number.

    They are how many tiles a threat has left between turns, and change with calls alone. None where the
    tiles are shown.
    """
    if seat in board.scene.revealed:
        return ()
    left = HAND_SIZE - 3 * len(board.seat(seat).melds)
    role, back = Role(ColourOf(Ground.BACK)), board.look.glyphs.thin_back
    return (Span(back * left, role),), (Span(back, role), Span(f" {left}", Role(Ink.MUTED)))


def _with_backs(board: Board, seat: int, rows: Sequence[Row], width: int) -> list[Row]:
    """The rows with the backs of the seat behind its name, or behind the next row with room."""
    space = Span(" ", FELT)
    found = [(space, *tiles) for tiles in backs(board, seat)]
    if not found:
        return list(rows)
    whole, counted = found
    ways = [(whole, 0), (counted, 0), (counted[1:], 0), *((counted, place) for place in range(1, len(rows)))]
    for tiles, place in ways:
        row = rows[place]
        while row and row[-1].role == FELT and not row[-1].text.strip():
            row = row[:-1]
        if width_of(row) + width_of(tiles) <= width:
            return [*rows[:place], (*row, *tiles), *rows[place + 1 :]]
    return list(rows)


def middle_column(board: Board, space: Space) -> Rows:
    """The player across, the centre of the table, and the own pond at a constant place."""
    inset = space.inset(board.look)
    inner = space.within(inset)
    across, own = board.scene.seating.at(ACROSS), board.scene.seating.seat
    heads = tuple(_heads(board, across, inner))
    for (far_size, near_size), head in product(_pairs(space.ponds), heads):
        room = space.height - len(head)
        far, near = _pond(board, across, far_size, space), _pond(board, own, near_size, space)
        if len(far) + len(near) + SMALLEST <= room:
            below = min(_pond_rows(near, near_size, space, FULL), room - len(far) - SMALLEST)
            above = _reserve(far, far_size, space, room - below)
            break
    else:
        half = max((room - SMALLEST) // 2, 1)
        far, near = (wide_pond(board, seat, space.width - inset, half) for seat in (across, own))
        above, below = len(far), len(near)
    free = [()] * (above - len(far))
    theirs = _with_backs(board, across, [*head, *far], inner.width)
    upper = _indented([*_marked(board, across, theirs), *free], inset)
    middle = centre(board, space.width, room - above - below)
    return fit_rows([*upper, *middle, *_indented(near, inset)], space.width, space.height)


def _marked(board: Board, seat: int, rows: Sequence[Row]) -> list[Row]:
    """The rows of another seat with a bar before them while it is its turn, wherever there is felt.

    The own turn needs none: the line of what can be done says it.
    """
    if board.scene.acting != seat:
        return list(rows)
    bar = Span(board.look.glyphs.rule, Role(Ink.ACTING))
    found: list[Row] = []
    for row in rows:
        first, rest = divided(row, 1) if row else (row, row)
        found.append((bar, *rest) if "".join(span.text for span in first) == " " else row)
    return found


def _indented(rows: Sequence[Row], inset: int) -> list[Row]:
    return [(Span(" " * inset), *row) for row in rows] if inset else list(rows)


def _heads(board: Board, seat: int, space: Space) -> Iterator[Rows]:
    """The plate of a seat, at the end of a hand its tiles, and its melds below them: they are nobody else's.

    Melds are apart from the pond, and as large as can be; without room they are smaller, then close to it.
    """
    plates = (*plate(board, seat, space.width), *_revealed(board, seat, space.width))
    felt: Rows = ((),) if space.ponds[0] is Size.L else ()
    if not board.seat(seat).melds:
        yield (*plates, *felt)
        return
    for size in space.melds:
        laid = tuple((Span(" "), *row) for row in _melds(board, seat, size, space.width - 1))
        yield (*plates, *laid, ())
    yield (*plates, *laid)


def _reserve(far: Rows, size: Size, space: Space, room: int) -> int:
    """Rows reserved for the pond across, so that the centre does not move as the pond grows.

    As many as a full pond needs, or fewer if the centre could not show everything otherwise.
    """
    for tile_rows in range(FULL, 0, -1):
        rows = _pond_rows(far, size, space, tile_rows)
        if room - rows >= SMALLEST:
            return rows
    return len(far)


def _pond_rows(pond: Rows, size: Size, space: Space, tile_rows: int) -> int:
    """Rows of a pond with ``tile_rows`` rows of tiles, or of this pond if it has more."""
    gaps = tile_rows - 1 if space.airy and size is Size.S else 0
    return max(tile_rows * LYING_ROWS[size] + gaps, len(pond))


def _pairs(sizes: tuple[Size, ...]) -> list[tuple[Size, Size]]:
    """Pairs of sizes of two ponds, the preferred first."""
    pairs = [(sizes[0], sizes[0])]
    for large, small in pairwise(sizes):
        pairs += [(small, large), (large, small), (small, small)]
    return pairs


def side_column(board: Board, space: Space, side: int) -> Rows:
    """Plate, melds and pond of a side player. Without room the melds shrink first, then the pond."""
    inset = space.inset(board.look)
    inner = space.within(inset)
    seat = board.scene.seating.at(side)
    heads = tuple(_heads(board, seat, inner))
    for pond_size, head in product(space.ponds, heads):
        discards = _pond(board, seat, pond_size, inner)
        if len(head) + len(discards) <= space.height:
            break
    names = len(plate(board, seat, inner.width)) + (space.ponds[0] is Size.L)
    full = names + _pond_rows((), space.ponds[0], inner, FULL) + 2 * LYING_ROWS[space.melds[0]] + 1
    start = min(_start(full, space.height), space.height - len(head) - len(discards))
    above: list[Row] = [()] * start
    rows = [*head, *discards]
    if start <= 0:
        rows = _with_backs(board, seat, rows, inner.width)
    elif found := backs(board, seat):
        above[-1] = (Span(" ", FELT), *found[0])
    return fit_rows(_indented([*above, *_marked(board, seat, rows)], inset), space.width, space.height)


def _start(needed: int, height: int) -> int:
    """The row of a side player's plate, unless what is below it needs more rows."""
    return max(min(height // SIDE_START, height - needed), LEAST_START)


def _pond(board: Board, seat: int, size: Size, space: Space) -> Rows:
    picture = pond(board, seat, size, airy=space.airy)
    if block_width(picture) > space.width:
        return pond(board, seat, Size.S, airy=space.airy)
    return picture


def _melds(board: Board, seat: int, size: Size, width: int) -> Rows:
    number, rows = len(board.seat(seat).melds), LYING_ROWS[size]
    pictures = [meld_picture(board, seat, place, size)[-rows:] for place in range(number)]
    return flow(pictures, width)


def _revealed(board: Board, seat: int, width: int) -> Rows:
    """The concealed tiles of another seat, revealed at the end of a hand."""
    tiles = board.scene.revealed.get(seat)
    if not tiles:
        return ()
    laid = [PlacedTile(tile, board.plain_state(tile)) for tile in sort_tiles(tiles)]
    length = max((width - 2) // 3, 1)
    if len(laid) > length:
        length = min(length, -(-len(laid) // 2))
    return tuple(
        tile_row(laid[start : start + length], Size.S, board.look, margin=True)[0]
        for start in range(0, len(laid), length)
    )
