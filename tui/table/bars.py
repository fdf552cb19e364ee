"""The lines of text around the table: header, own plate, furiten, prompt, reason, keys."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tiles import DORA_OF, KIND_OF
from tui.drawing.rows import Role, Row, Span, cells, fit, shortened, spread, width_of
from tui.drawing.tile import draw_tile
from tui.i18n.texts import t
from tui.table.board import Board
from tui.table.centre import round_name
from tui.table.plates import plate_line
from tui.tiles.look import Size


def header(board: Board, width: int) -> Row:
    """Round, honba and riichi sticks; the wall; the dora with their indicators; and the scene's own words.

    The scene's words are dropped from the end when even the shorter texts leave no room for them.
    """
    dora = _dora(board)
    wall, end = t("table.wall", count=board.scene.view.table.live), Span(" ")
    for count in range(len(board.scene.header), 0, -1):
        for brief, gap in ((False, 3), (False, 2), (True, 2)):
            left = _at_stake(board, brief)
            extra = [Span(bit + " " * gap, Role("muted")) for bit in board.scene.header[:count]]
            if _fits(left, row := [*extra, Span(wall + " " * gap), *dora, end], width):
                return spread(left, row, width)
    left = _at_stake(board)
    for row in ([Span(wall + "   "), *dora, end], [*dora, end], [*dora[:-1], end]):
        if _fits(left, row, width):
            break
    return spread(left, row, width)


def _fits(left: Sequence[Span], right: Sequence[Span], width: int) -> bool:
    return width_of(left) + width_of(right) + 2 <= width


def _at_stake(board: Board, brief: bool = False) -> list[Span]:
    """Round, honba and riichi sticks; ``brief`` shortens the sticks."""
    table = board.scene.view.table
    row = [Span(" "), Span(f" {round_name(board)} ", Role("text", "round")), Span("  ")]
    if table.honba:
        row.append(Span(f"{t('table.honba', count=table.honba)}  "))
    if table.riichi_sticks:
        row.append(
            Span(
                t("table.riichi-sticks-brief" if brief else "table.riichi-sticks", count=table.riichi_sticks)
            )
        )
    return row


def _dora(board: Board) -> list[Span]:
    """Each dora and, in brackets, the indicators that make them."""
    look = board.look
    indicators = board.scene.view.table.indicators
    row = [Span(f"{t('table.dora')} ", Role("title"))]
    for indicator in indicators:
        tile = DORA_OF[KIND_OF[indicator]]
        state = board.plain_state(tile)._replace(dora=False)
        row += [*draw_tile(tile, Size.S, look, state)[0], Span(" ")]
    shown = " ".join(look.glyphs.short(tile).strip() for tile in indicators)
    row.append(Span(f"({t('table.from', tiles=shown)})", Role("muted")))
    return row


def own_plate(board: Board, width: int) -> Row:
    """The person's plate with the wait line."""
    waits = board.scene.wait_line
    tail = (Span(waits, Role("text")),) if waits else ()
    return plate_line(board, board.scene.seating.seat, width, tail)[0]


def furiten(board: Board, width: int) -> Row:
    """The furiten line: a badge and its sentence."""
    if not board.scene.furiten:
        return fit((), width)
    badge = f" {t('table.furiten')} "
    room = width - cells(badge) - 3
    line = next((line for line in board.scene.furiten if cells(line) <= room), board.scene.furiten[-1])
    text = shortened(line, room, board.look.glyphs.ellipsis)
    return fit([Span(" "), Span(badge, Role("text", "furiten")), Span(f" {text}", Role("alarm"))], width)


def prompt(board: Board, width: int) -> Row:
    """What can be done now: keys with labels, grey where they cannot be used; a pointer at the choice."""
    row: list[Span] = []
    for place, item in enumerate(board.scene.prompt):
        meta = ("key", item.id)
        chosen = place == board.scene.prompt_cursor
        key = Role("key", "key") if item.enabled else Role("text", "key-off")
        label = Role("acting" if chosen else "text") if item.enabled else Role("faint")
        key_text = f" {item.key} " if item.enabled else f"({item.key})"
        key_text = key_text if item.key else ""
        pointer = Span(board.look.glyphs.pointer if chosen else " ", Role("acting"))
        row += [pointer, Span(key_text, key, meta), Span(f" {item.label}", label, meta), Span(" ")]
    return fit(row, width)


def reason(board: Board, width: int, *, log: bool) -> Row:
    """Why; and where the panel is missing, the newest lines of the log behind it."""
    text = board.scene.reason
    ink = Role("alarm" if board.scene.warned else "text")
    left = [Span(f" {shortened(text, width - 2, board.look.glyphs.ellipsis)}", ink)]
    if not log:
        return fit(left, width)
    room = width - width_of(left) - 3
    news = _newest(board.scene.log, room)
    return spread(left, [Span(f"{news} ", Role("muted"))], width) if news else fit(left, width)


def _newest(log: Sequence[str], room: int) -> str:
    """As many of the newest log lines as fit in one row."""
    text = ""
    for line in reversed(log):
        longer = f"{line}   {text}" if text else line
        if cells(longer) > room:
            break
        text = longer
    return text


def keys(board: Board, width: int) -> Row:
    """The footer: as many keys as fit, the way to help always among them."""
    items = [(item, f"{item.key} {item.label}".lstrip()) for item in board.scene.keys]
    while items and sum(cells(text) + 2 for _, text in items) > width:
        spare = [number for number, (item, _) in enumerate(items) if item.id != "help"]
        items.pop(spare[-1] if spare else -1)
    row: list[Span] = []
    for item, text in items:
        gap = Span("  " if row else " ", Role("muted"))
        row += [gap, Span(text, Role("muted"), ("key", item.id) if item.id else None)]
    return fit(row, width)
