"""Draw two courses of a hand: two small tables side by side, what they say, and the curve of points.

A small table is a list of the players, each with the pond below the plate, and the own hand. Where each half
is as wide as a whole table, it is a table as everywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.review.two_courses import DealsCompared
from engine.tiles import format_tiles
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_page_scene
from tui.drawing.charts import Curve, LineChart, line_chart
from tui.drawing.rows import (
    FELT,
    Role,
    Row,
    Rows,
    Span,
    block_width,
    fit_rows,
    shortened,
    spread,
)
from tui.i18n import t, wrapped
from tui.replay.played_twice import PlayedTwice
from tui.system.terminal import MIN_SIZE
from tui.table.board import Board, PlacedTile, flow, laid_pond, meld_picture, small_rows, tile_row, wide_pond
from tui.table.table_layout import scene_rows
from tui.table.text_lines import plate_line
from tui.tiles import Ink, Look, Size
from tui.words.review_sentences import (
    course_names,
    deals_sentence,
    points_change,
    same_wall_sentence,
    shares_sentence,
)

GAP = 2
"""Cells between the tables."""
POND_ROWS = 2
HAND_ROWS = 2
SMALL_ROWS = 4 * (1 + POND_ROWS) + 1 + HAND_ROWS
"""Rows of a small table."""
WHOLE_ROWS = 20
"""Rows from which a table as everywhere else is drawn."""
CHART_ROWS = 14
"""The most rows of the curve."""
LEAST_CHART = 2
SETTLED = 20
"""Deals before which the interval is too wide to be drawn with what follows."""


def two_tables(twice: PlayedTwice, at: int, width: int, height: int, look: Look) -> Rows:
    """Both courses so many events after the decision, in exactly that size: tables, sentences, curve."""
    half = (width - GAP) // 2
    desks = twice.desks(at)
    told = _told(twice, width)
    shares = _in_halves(_shares(twice), half)
    chart = min(CHART_ROWS, max(height - 1 - SMALL_ROWS - len(told) - len(shares), LEAST_CHART))
    room = height - 1 - len(told) - len(shares) - chart
    whole = half >= MIN_SIZE[0] and room >= WHOLE_ROWS
    tables = [_table(desk, half, room, look, whole=whole) for desk in desks]
    if tables:
        body = _beside(tables, half, room)
    else:
        said = wrapped(twice.failed or t("twice.working"), width)
        body = fit_rows([(), *((Span(line, Role(Ink.MUTED)),) for line in said)], width, room)
    rows = [_heads(twice, desks, at, half), *body, *told, *shares]
    rows += line_chart(deals_chart(twice.compared), width, chart, look.glyphs)
    return fit_rows(rows, width, height)


def _heads(twice: PlayedTwice, desks: Sequence[Desk], at: int, half: int) -> Row:
    """The choice above each table, with what has just happened, or what the hand has brought."""
    heads = []
    same, over = twice.same, twice.over(at)
    for place, (key, name) in enumerate(zip(("taken", "other"), course_names(twice.courses), strict=True)):
        said = Span(t(f"twice.head.{key}", what=name), Role(Ink.TITLE))
        news: Sequence[Span] = ()
        if same is not None and over and over[place]:
            news = (Span(points_change(same.courses[place].end.points), Role(Ink.POINTS)),)
        log = desks[place].log if desks else []
        if log and at:
            room = half - block_width(((said, *news),)) - 3
            news = (Span(shortened(log[-1], max(room, 0)), Role(Ink.MUTED)), Span(" "), *news)
        heads.append(spread([said], news, half))
    return _in_halves([(head,) for head in heads], half)[0]


def _told(twice: PlayedTwice, width: int) -> list[Row]:
    said = []
    if twice.same is not None:
        said += [same_wall_sentence(twice.courses, twice.same)]
        said += [twice.failed or deals_sentence(twice.courses, twice.compared, width)]
    return [(Span(line, Role(Ink.TEXT)),) for each in said for line in wrapped(each, width)]


def _shares(twice: PlayedTwice) -> list[Rows]:
    shares = twice.compared.shares
    if shares is None:
        return []
    named = zip(course_names(twice.courses), shares, strict=True)
    return [((Span(f"{name}: {shares_sentence(each)}", Role(Ink.MUTED)),),) for name, each in named]


def _in_halves(blocks: Sequence[Rows], half: int) -> Rows:
    return _beside(blocks, half, max(map(len, blocks), default=0))


def _beside(blocks: Sequence[Rows], half: int, height: int) -> Rows:
    """Blocks of half the width side by side."""
    between = Span(" " * GAP, FELT)
    sides = [fit_rows(block, half, height) for block in blocks]
    return tuple((*left, between, *right) for left, right in zip(*sides, strict=True)) if sides else ()


def _table(desk: Desk, width: int, height: int, look: Look, *, whole: bool) -> Rows:
    scene = make_page_scene(desk, note="")
    if whole:
        return scene_rows(scene, (width, height), look, bare=True)
    return small_table(Board(scene, look), width, height)


def small_table(board: Board, width: int, height: int) -> Rows:
    """The players in the order of play, each with the pond, and the own hand, in that size.

    The own seat is the last one, above its hand. Rows that are not needed are between the players.
    """
    spare = 1 if height >= SMALL_ROWS + 3 else 0
    rows: list[Row] = []
    for side in (1, 2, 3, 0):
        seat = board.scene.seating.at(side)
        tail = () if side == 0 else _called(board, seat)
        rows += plate_line(board, seat, width, tail)
        rows += fit_rows(_pond(board, seat, width), width, POND_ROWS)
        rows += [()] * (spare or (side == 0 and height >= SMALL_ROWS))
    return fit_rows([*rows, *_hand(board, width)], width, height)


def _called(board: Board, seat: int) -> Row:
    """The melds of another player in notation."""
    melds = " ".join(format_tiles(meld.tiles) for meld in board.seat(seat).melds)
    return (Span(melds, Role(Ink.TEXT)),) if melds else ()


def _pond(board: Board, seat: int, width: int) -> Rows:
    """A pond in at most two rows: closer together where it has too many tiles."""
    rows = wide_pond(board, seat, width, POND_ROWS)
    if len(rows) <= POND_ROWS:
        return rows
    laid = laid_pond(board, seat)
    length = -(-len(laid) // POND_ROWS)
    lines = (laid[start : start + length] for start in range(0, len(laid), length))
    return tuple(tuple(span for each in line for span in _closely(each, board.look)) for line in lines)


def _closely(discard: PlacedTile, look: Look) -> Row:
    """A discard without the cell before it, unless that holds a sign."""
    (row,) = small_rows((discard,), look)
    return row if row[0].text.strip() else row[1:]


def _hand(board: Board, width: int) -> Rows:
    """The own tiles, then in the same row or the next one the drawn tile and the melds."""
    drawn, seat = board.scene.laid.drawn_place, board.scene.seating.seat
    laid = [PlacedTile(tile, board.hand_state(place)) for place, tile in enumerate(board.hand)]
    blocks = [tile_row(laid[:drawn], Size.S, board.look)]
    if drawn is not None:
        blocks.append(tile_row(laid[drawn:], Size.S, board.look))
    blocks += [meld_picture(board, seat, place, Size.S) for place in range(len(board.seat(seat).melds))]
    return flow(blocks, width)


def deals_chart(compared: DealsCompared) -> LineChart:
    """The mean after each deal with its interval; the axis is as long as all deals that are wanted."""
    curve = compared.curve
    first = min(SETTLED, max(len(curve) // 2, 1))
    settled = curve[first:]
    low = min([0.0, *(float(point.low) for point in settled)])
    high = max([0.0, *(float(point.high) for point in settled)])

    def line(values: Sequence[int], ink: Ink, begins: int = 1) -> Curve:
        shown = [value if low <= value <= high and at >= begins else None for at, value in enumerate(values)]
        return Curve((*shown, *[None] * (compared.wanted - len(values))), ink)

    return LineChart(
        (
            line([point.low for point in curve], Ink.FAINT, first),
            line([point.high for point in curve], Ink.FAINT, first),
            line([point.mean for point in curve], Ink.POINTS),
        ),
        low=low if settled else -1_000.0,
        high=high if settled else 1_000.0,
        base=0.0,
        number=_signed,
    )


def _signed(points: float) -> str:
    return points_change(round(points))
