"""Draw the table: the rows of every zone from a scene, a plan and a look.

The left and right columns show one player each, the middle column two and the centre. Each part of a column
has several sizes; a column uses the largest ones that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from textual.geometry import Region

from engine.tiles import sort_tiles
from tui.desk.scene import Scene
from tui.drawing.rows import Row, Rows, Span, block_width, fit_rows
from tui.drawing.too_small import too_small
from tui.system.terminal import MIN_SIZE
from tui.table import text_lines as bars
from tui.table.centre import SMALLEST, centre
from tui.table.hand import arrange, hand, marks
from tui.table.prepared_scene import Board
from tui.table.side_panel import edge, panel
from tui.table.table_layout import LayoutForm, Plan, Zone
from tui.table.text_lines import plate
from tui.table.tile_groups import PlacedTile, flow, meld_picture, pond, tile_row, wide_pond
from tui.tiles.look import Look, Size

SIDE_START = 3
"""The plate of a side player is one third of the table's rows below the top, or higher if a full pond, a row
of melds and felt around them need the rows below."""
FULL_SIDE = 15
LEAST_START = 4
FULL = 3
"""Rows of tiles in a full pond. The last row may be longer than six tiles."""
SIDES = {"right": 1, "across": 2, "left": 3}
"""The sides of the table in the counting of ``Seating.at``."""


def draw(scene: Scene, plan: Plan, look: Look) -> dict[Zone, Rows]:
    """The rows of every zone of the plan, each of exactly the size of its region."""
    form = plan.form
    if form is None:
        return {Zone.NOTICE: too_small(plan.width, plan.height, MIN_SIZE)}
    board = Board(scene, look)
    others = {zone: region for zone, region in plan.regions.items() if zone not in (Zone.HAND, Zone.MARKS)}
    pictures = {zone: _zone(zone, board, region, plan, form) for zone, region in others.items()}
    return pictures | _hand(board, plan.regions[Zone.HAND], form)


def _hand(board: Board, region: Region, form: LayoutForm) -> dict[Zone, Rows]:
    """The hand, and the marks below it."""
    width, height = region.size
    arranged = arrange(board, width, height, form.hand)
    return {
        Zone.HAND: hand(arranged, width, height),
        Zone.MARKS: (marks(board, width, arranged.size),),
    }


_LINES: Mapping[Zone, Callable[[Board, int], Row]] = {
    Zone.HEADER: bars.header,
    Zone.PLATE: bars.own_plate,
    Zone.FURITEN: bars.furiten,
    Zone.SAFEST: bars.safest,
    Zone.PROMPT: bars.prompt,
    Zone.SINCE: bars.since,
    Zone.KEYS: bars.keys,
}


def _zone(zone: Zone, board: Board, region: Region, plan: Plan, form: LayoutForm) -> Rows:
    width, height = region.size
    if zone in _LINES:
        return fit_rows([_LINES[zone](board, width)], width, height)
    if zone is Zone.REASON:
        return (bars.reason(board, width, news=Zone.SINCE not in plan.regions),)
    if zone is Zone.EDGE:
        return edge(board, height)
    if zone is Zone.PANEL:
        return panel(board, width, height)
    column = {Zone.LEFT: left_column, Zone.MIDDLE: middle_column, Zone.RIGHT: right_column}[zone]
    start = min(height // SIDE_START, max(height - FULL_SIDE, LEAST_START))
    ponds, room = (form.bare_ponds, SMALLEST) if plan.bare else (form.ponds, 0)
    space = Space(width, height, ponds, form.melds, start, plan.airy, room, zone is Zone.RIGHT)
    return column(board, space)


class Space(msgspec.Struct, frozen=True):
    """The space of a column, and the sizes it may use."""

    width: int
    height: int
    ponds: tuple[Size, ...]
    """Sizes of ponds, the preferred first."""
    melds: tuple[Size, ...]
    start: int = 0
    """Row of a side player's plate, if nothing above it needs more rows."""
    airy: bool = False
    """Whether there is felt between the rows of the smallest tiles."""
    centre: int = 0
    """Rows for the centre: ponds are drawn smaller to leave them free."""
    outer_right: bool = False
    """Whether the outer edge of the column, where the melds are, is the right one."""


def left_column(board: Board, space: Space) -> Rows:
    """The left player, with the melds of the player across in the corner above, as on a table."""
    seat = board.scene.seating.at(SIDES["left"])
    across = board.scene.seating.at(SIDES["across"])

    def corner(size: Size) -> Rows:
        return _melds(board, across, size, space.width - 1, right=True)

    return _side(board, space, seat, corner)


def right_column(board: Board, space: Space) -> Rows:
    """The right player."""
    return _side(board, space, board.scene.seating.at(SIDES["right"]), lambda size: ())


def middle_column(board: Board, space: Space) -> Rows:
    """The player across, the centre of the table, and the own pond at a constant place."""
    across = board.scene.seating.at(SIDES["across"])
    own = board.scene.seating.seat
    head = (*plate(board, across, space.width), *_revealed(board, across, space.width))
    for smaller in _size_pairs(space.ponds):
        far = _pond(board, across, smaller[0], space)
        near = _pond(board, own, smaller[1], space)
        room = space.height - len(head)
        if len(far) + len(near) + space.centre <= room:
            below = min(_pond_rows(near, smaller[1], space, FULL), room - len(far))
            above = _reserve(far, smaller[0], space, room - below)
            middle = centre(board, space.width, room - above - below)
            gap: Rows = ((),) * (above - len(far))
            return fit_rows([*head, *far, *gap, *middle, *near], space.width, space.height)
    half = (space.height - len(head)) // 2
    far, near = (wide_pond(board, seat, space.width, half) for seat in (across, own))
    middle = centre(board, space.width, space.height - len(head) - len(far) - len(near))
    return fit_rows([*head, *far, *middle, *near], space.width, space.height)


def _reserve(far: Rows, size: Size, space: Space, room: int) -> int:
    """Rows reserved for the pond across, so that the centre does not move as the pond grows.

    As many as a full pond needs, or fewer if the centre could not show the scores otherwise.
    """
    for tile_rows in range(FULL, 0, -1):
        rows = _pond_rows(far, size, space, tile_rows)
        if room - rows >= SMALLEST:
            return rows
    return len(far)


def _pond_rows(pond: Rows, size: Size, space: Space, tile_rows: int) -> int:
    """Rows of a pond with ``tile_rows`` rows of tiles, or of this pond if it has more."""
    gaps = tile_rows - 1 if space.airy else 0
    return max(tile_rows + gaps if size is Size.S else 3 * tile_rows, len(pond))


def _size_pairs(sizes: tuple[Size, ...]) -> list[tuple[Size, Size]]:
    """Pairs of sizes of two ponds, the preferred first."""
    if len(sizes) == 1:
        return [(sizes[0], sizes[0])]
    large, small = sizes[0], sizes[-1]
    return [(large, large), (small, large), (large, small), (small, small)]


def _side(board: Board, space: Space, seat: int, corner: Callable[[Size], Rows]) -> Rows:
    """Plate, pond and melds of a side player. Without room the melds shrink first, then the pond."""
    head = (*plate(board, seat, space.width), *_revealed(board, seat, space.width))
    large, small = space.melds[0], space.melds[-1]
    tries = [
        (space.ponds[0], large, large),
        (space.ponds[0], large, small),
        (space.ponds[0], small, small),
        (space.ponds[-1], small, small),
    ]
    rows: Rows = ()
    for pond_size, meld_size, corner_size in tries:
        upper = corner(corner_size)
        discards = _pond(board, seat, pond_size, space)
        melds = _melds(board, seat, meld_size, space.width - 1, right=space.outer_right)
        least = len(upper) + len(head) + len(discards) + len(melds)
        rows = _placed(upper, head, discards, melds, _pond_rows(discards, pond_size, space, FULL), space)
        if least <= space.height:
            break
    return rows


def _placed(upper: Rows, head: Rows, discards: Rows, melds: Rows, full: int, space: Space) -> Rows:
    """The parts of a side column in their rows, with felt between pond and melds if there is room."""
    top = max(space.start, len(upper) + 1 if upper else 0)
    spare = space.height - top - len(head) - len(discards) - len(melds)
    wanted = max(full - len(discards) + 1, 1)
    apart = min(wanted, max(spare - 1, 0 if spare < 1 else 1)) if melds else 0
    body = [*head, *discards, *[()] * apart, *melds]
    start = max(len(upper), min(top, space.height - len(body)))
    return fit_rows([*upper, *[()] * (start - len(upper)), *body], space.width, space.height)


def _pond(board: Board, seat: int, size: Size, space: Space) -> Rows:
    picture = pond(board, seat, size, space.width, airy=space.airy)
    if block_width(picture) > space.width:
        return pond(board, seat, Size.S, space.width, airy=space.airy)
    return picture


def _melds(board: Board, seat: int, size: Size, width: int, *, right: bool) -> Rows:
    pictures = [meld_picture(board, seat, place, size) for place in range(len(board.seat(seat).melds))]
    rows = flow(pictures, width, right=right)
    return rows if right else tuple((Span(" "), *row) for row in rows)


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
