"""A winning hand that is laid open before it is paid: the tiles, the dora, and the facts of the table."""

from __future__ import annotations

from engine.called_wins import called_win
from engine.table import Table
from engine.tiles import TILE_OF
from tui.drawing.rows import Rows, width_of
from tui.i18n.texts import t
from tui.screens.game.win_picture import dora_row
from tui.screens.page_layout import words
from tui.table.hand_picture import hand_picture
from tui.tiles.look import Look, Size
from tui.tiles.roles import Ink
from tui.words.event_lines import hand_and_honba
from tui.words.results import dora_rows, win_title
from tui.words.seating import Seating
from tui.words.tiles import tile_word

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
    """What counts besides the tiles: the hand, the seat, riichi, and the riichi sticks on the table."""
    riichi = ("", t("yaku.riichi"), t("yaku.double-riichi"))[table.seats[winner].riichi]
    parts = [
        hand_and_honba(table.round_wind, table.kyoku, table.honba),
        t("count.seat", whose=seating.whose(winner), wind=tile_word(table.seat_wind(winner))),
        riichi,
        t("count.sticks-on-table", count=table.riichi_sticks),
    ]
    return t("joining.clauses").join(filter(None, parts))
