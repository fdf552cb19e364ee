"""The picture of a win: hand, dora, yaku and fu, then limit and points in large letters, and who pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.drawing.large_letters import can_be_large, large, plate
from tui.drawing.rows import Role, Row, Rows, Span, beside, block_width, cells, width_of
from tui.drawing.tile_picture import draw_tile
from tui.i18n.texts import t
from tui.screens.game.result_columns import DOTS, at_both_ends, items_column, items_width, scores_table
from tui.screens.page_layout import BLANK, words
from tui.table.hand_picture import hand_picture
from tui.tiles.look import Look, Size
from tui.tiles.marks import DORA_SIGN, URA_SIGN
from tui.tiles.roles import Ground, Ink
from tui.words.results import DoraRow, Item, ScoreRow, WinWords

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


def unveiled(win: WinWords, step: int) -> Unveiled:
    """What is shown after so many steps."""
    return Unveiled(min(step, len(win.yaku)), step > len(win.yaku))


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


def _fitted(item: Item, width: int) -> Item:
    """The yaku, without what its name means if it would be cut off."""
    if cells(item.name) + 1 + cells(item.worth) <= width:
        return item
    return Item(item.name.partition(" (")[0], item.worth)


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
