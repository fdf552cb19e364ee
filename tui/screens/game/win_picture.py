"""Pictures of a win: laid open before it is paid, then with yaku, fu, limit, points, and who pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.results import called_win
from engine.table import Table
from engine.tiles import TILE_OF
from tui.drawing.large_letters import can_be_large, large, plate
from tui.drawing.rows import Role, Row, Rows, Span, beside, block_width, cells, fit_rows, shortened, width_of
from tui.drawing.tile_picture import draw_tile
from tui.i18n import join_clauses, ljust, t
from tui.screens.page import BLANK, words
from tui.table.hand_picture import hand_picture
from tui.tiles import DORA_SIGN, URA_SIGN, Ground, Ink, Look, Size
from tui.words.event_lines import hand_and_honba
from tui.words.names import Seating, tile_word
from tui.words.result_words import DoraRow, NamedWorth, ScoreRow, WinWords, dora_rows, win_title

DOTS = 5
"""Cells that a column needs between its longest name and the value."""


def name_width(scores: Sequence[ScoreRow]) -> int:
    """The width of the longest name."""
    return max(cells(row.name) for row in scores)


def items_width(items: Sequence[NamedWorth]) -> int:
    """The width of a column that does not shorten these items."""
    return max((cells(item.name) + cells(item.worth) + DOTS for item in items), default=0)


def items_column(title: str, items: Sequence[NamedWorth], width: int, look: Look) -> Rows:
    """A column of names, with their values at its right edge."""
    if not items:
        return ()
    rows = [words(title, Ink.TITLE)]
    for item in items:
        name = shortened(item.name, width - cells(item.worth) - 1, look.glyphs.ellipsis)
        room = width - cells(name) - cells(item.worth) - 2
        dots = (". " * room)[:room].rjust(room) if room > 0 else ""
        rows.append(
            (Span(f"{name} "), Span(f"{dots} ", Role(Ink.FAINT)), Span(item.worth, Role(Ink.POINTS))),
        )
    return tuple(rows)


def scores_table(scores: Sequence[ScoreRow]) -> Rows:
    """The points of all players: before, change, after."""
    longest = name_width(scores)
    rows = []
    for row in scores:
        change = f"{row.delta:+,}" if row.delta else ""
        ink = Ink.SAFE if row.delta > 0 else Ink.ALARM
        rows.append(
            (
                Span(f"{ljust(row.name, longest)}  ", Role(Ink.NAME)),
                Span(f"{row.before:>7,} ", Role(Ink.MUTED)),
                Span(f"{change:>8} ", Role(ink)),
                Span(f"{row.after:>8,}", Role(Ink.POINTS)),
            )
        )
    return tuple(rows)


def at_both_ends(left: Rows, right: Rows, width: int) -> Rows:
    """Two blocks at both ends of the width, or one below the other if they do not fit."""
    gap = width - block_width(left) - block_width(right)
    if gap < 1:
        return (*left, *right)
    rows = max(len(left), len(right))
    used = block_width(left) + gap
    lines = zip(fit_rows(left, used, rows), fit_rows(right, block_width(right), rows), strict=True)
    return tuple((*one, *other) for one, other in lines)


GUTTER = 4
"""Cells between two columns, and between limit and points."""


class Unveiled(NamedTuple):
    """How much of a win is shown. What is still veiled leaves its rows empty, so that nothing moves."""

    yaku: int
    """The number of yaku, from the first."""
    whole: bool = False
    """Whether the limit, the points and the payments are shown."""


def steps(win: WinWords) -> int:
    """The steps from a win without any yaku to the whole one: each yaku, then what they are worth."""
    return len(win.yaku) + 1


def win_blocks(
    win: WinWords,
    head: Rows,
    scores: Sequence[ScoreRow],
    shown: Unveiled,
    look: Look,
    width: int,
    height: int,
) -> list[Rows]:
    """The blocks of the page from the top down; ``head`` is the first, ``height`` the rows of the page."""
    paid, points = tuple(words(line) for line in win.payments), scores_table(scores)
    dora = (_indicators(win, shown, look, width),)
    for beside_yaku in (False, True):
        lists = _lists(win, shown, look, width, points if beside_yaku else ())
        below = paid if beside_yaku else at_both_ends(paid, points, width)
        room = height - 2 - len(head) - len(dora) - len(lists) - len(below)
        worth = _worth(win, look, width, room - 1)
        hand = _hand(win, shown, look, width, room - len(worth))
        if len(hand) > 1:
            break
    return [head, hand, dora, lists, *(block if shown.whole else _veil(block) for block in (worth, below))]


def _veil(rows: Rows) -> Rows:
    return (BLANK,) * len(rows)


def _ura_shown(win: WinWords, shown: Unveiled) -> bool:
    """Whether the ura indicators are turned: with the last yaku, which is theirs if they bring anything."""
    return shown.yaku >= len(win.yaku)


# -- the hand and its dora ---------------------------------------------------------------------------


def _hand(win: WinWords, shown: Unveiled, look: Look, width: int, room: int) -> Rows:
    picture: Rows = ()
    for size in (Size.L, Size.M, Size.S):
        picture = hand_picture(
            win.concealed,
            win.hand.melds,
            win.tile,
            owner=win.winner,
            dora={row.dora for row in win.dora if not row.ura},
            ura={row.dora for row in win.dora if row.ura and _ura_shown(win, shown)},
            size=size,
            look=look,
            width=width,
        )
        if len(picture) <= room:
            break
    return picture


def _indicators(win: WinWords, shown: Unveiled, look: Look, width: int) -> Row:
    """Dora and ura dora with their signs; with their indicators if there is room."""
    told = width_of(dora_row(win.dora, look, told=True)) <= width
    rows = [row for row in win.dora if not row.ura or _ura_shown(win, shown)]
    return dora_row(rows, look, told=told)


def dora_row(rows: Sequence[DoraRow], look: Look, *, told: bool) -> Row:
    """Dora and ura dora with their signs; with ``told`` each names its indicator."""
    out: list[Span] = []
    kinds = ((False, DORA_SIGN, t("screen.end.dora")), (True, URA_SIGN, t("screen.end.ura")))
    for ura, sign, label in kinds:
        of_this = [row for row in rows if row.ura is ura]
        if of_this:
            out += [Span("    " if out else ""), Span(f"{sign} ", Role(Ink.DORA))]
            out.append(Span(f"{label} ", Role(Ink.TITLE)))
        for row in of_this:
            out += [*draw_tile(row.dora, Size.S, look)[0], Span(" ")]
            if told:
                name = look.glyphs.short(row.indicator).strip()
                out.append(Span(f"({t('table.from', tiles=name)}) ", Role(Ink.MUTED)))
    return tuple(out)


# -- what it is worth --------------------------------------------------------------------------------


def _lists(win: WinWords, shown: Unveiled, look: Look, width: int, points: Rows) -> Rows:
    """Yaku and fu in two columns, with the points of all players below the fu.

    A column that needs less than half leaves the rest to the other. A yaku keeps what its name means as long
    as that fits: for this the fu may go without dots.
    """
    room = width - GUTTER
    left, right = items_width(win.yaku), max(items_width(win.fu), block_width(points))
    least = max(items_width(win.fu) - DOTS + 1, block_width(points))
    left = max(min(left, room - least), min(room // 2, room - right))
    items = [_fitted(item, left) for item in win.yaku]
    yaku = items_column(t("screen.end.yaku"), items, left, look)
    fu = items_column(t("screen.end.fu"), win.fu, room - left, look)
    column = (*fu, *((BLANK,) if fu and points else ()), *points)
    told = 1 + shown.yaku
    veiled = (*yaku[:told], *_veil(yaku[told:]))
    return at_both_ends(veiled, column if shown.whole else _veil(column), width)


def _fitted(item: NamedWorth, width: int) -> NamedWorth:
    """The yaku, without what its name means if it would be cut off."""
    if cells(item.name) + 1 + cells(item.worth) <= width:
        return item
    return NamedWorth(item.name.partition(" (")[0], item.worth)


def _worth(win: WinWords, look: Look, width: int, room: int) -> Rows:
    """Limit and points as large as there is room, over han, fu and what the winner receives besides."""
    more = tuple(
        Span(f"{'   ' if number else ''}{text}", Role(Ink.TEXT if text == win.extent else Ink.MUTED))
        for number, text in enumerate(filter(None, (win.extent, *win.extras)))
    )
    below = (more,) if more else ()
    for block in _headlines(win, look):
        if block_width(block) <= width and len(block) + len(below) <= room:
            return (*block, *below)
    total = (Span(win.total, Role(Ink.ACTING)),)
    return ((*total, *(Span(f"   {extra}", Role(Ink.MUTED)) for extra in win.extras)),)


def _headlines(win: WinWords, look: Look) -> list[Rows]:
    """Limit and points, the largest form first."""
    figures = f"{win.points:,}"
    points = large(figures, look.glyphs, Ink.NAME)
    if not win.limit:
        return [points]
    name = win.limit.upper()
    if can_be_large(name):
        limit = large(name, look.glyphs, Ink.TITLE)
    else:
        limit = plate(name, Role(Ink.TEXT, Ground.ROUND))
    beside_it: Rows = ((Span(figures, Role(Ink.NAME)),),)
    wide: Row = (
        Span(f" {' '.join(name)} ", Role(Ink.TEXT, Ground.ROUND)),
        Span(f"   {figures}", Role(Ink.NAME)),
    )
    return [beside([limit, points], GUTTER), beside([limit, beside_it], GUTTER), (wide,)]


ROOM_FOR_LARGE = 34
"""The height of a page that has room for large tiles."""


def laid_open(
    table: Table,
    winner: int,
    seating: Seating,
    look: Look,
    width: int,
    height: int,
    *,
    mixed: bool = False,
) -> Rows:
    """The win of a seat that called it. ``mixed``: the winning tile lies among the others.

    ``height`` is that of the page, which decides how large the tiles are.
    """
    call = table.called[winner]
    dora = dora_rows(table, [TILE_OF[name] for name in call.ura_markers])
    tiles, won = [TILE_OF[name] for name in call.tehai], TILE_OF[call.pai]
    picture = hand_picture(
        [*tiles, won] if mixed else tiles,
        table.seats[winner].melds,
        None if mixed else won,
        owner=winner,
        dora={row.dora for row in dora if not row.ura},
        ura={row.dora for row in dora if row.ura},
        size=Size.L if height >= ROOM_FOR_LARGE else Size.M,
        look=look,
        width=width,
    )
    indicators = dora_row(dora, look, told=True)
    if width_of(indicators) > width:
        indicators = dora_row(dora, look, told=False)
    title = win_title(called_win(table, winner), seating)
    return (words(title, Ink.TITLE), *picture, indicators, words(facts(table, winner, seating), Ink.MUTED))


def facts(table: Table, winner: int, seating: Seating) -> str:
    """The facts besides the tiles: the hand, the seat, riichi, and the riichi sticks on the table."""
    riichi = ("", t("yaku.riichi"), t("yaku.double-riichi"))[table.seats[winner].riichi]
    parts = [
        hand_and_honba(table.round_wind, table.kyoku, table.honba),
        t("count.seat", whose=seating.whose(winner), wind=tile_word(table.seat_wind(winner))),
        riichi,
        t("table.riichi-sticks", count=table.riichi_sticks),
    ]
    return join_clauses(filter(None, parts))
