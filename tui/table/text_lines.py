"""Draw the rows of text on the table: header, plates, furiten, prompt, reason, news, keys, switches."""

from __future__ import annotations

from msgspec.structs import replace

from engine.tiles import DORA_OF, KIND_OF, Tile
from tui.config.actions import BY_ID, ActionId
from tui.desk.scene import PromptItem
from tui.drawing.rows import (
    ActionKey,
    Meta,
    Role,
    Row,
    Rows,
    Span,
    beside,
    cells,
    fit,
    shortened,
    spread,
    width_of,
    with_meta,
)
from tui.drawing.tile_picture import draw_tile
from tui.i18n import t, wrapped
from tui.table.board import Board
from tui.tiles import CLASS_INKS, Ground, Ink, Size
from tui.words.names import short_name

REMARK_MARGIN = 2
"""Cells beside the lines of a remark."""
WIDEST_REMARK = 92
"""Cells of the longest line of a remark."""


def remark_lines(text: str, width: int) -> list[str]:
    """The lines of a remark over a table of that width."""
    return wrapped(text, min(width - 2 * REMARK_MARGIN, WIDEST_REMARK))


def task(text: str, width: int, height: int) -> Rows:
    """Draw what a lesson asks for, where its remark stood."""
    margin = " " * REMARK_MARGIN
    rows = [(Span(f"{margin}{line}", Role(Ink.TEXT, Ground.PANEL)),) for line in remark_lines(text, width)]
    blank = Role(Ink.TEXT, Ground.PANEL)
    return tuple(fit(row, width, blank) for row in [*rows, *[()] * height][:height])


def header(board: Board, width: int) -> Row:
    """The dora with their indicators, and the header texts of the scene.

    Header texts are dropped from the end if they do not fit. The centre shows round, wall and sticks.
    """
    left = _dora(board)
    for count in range(len(board.scene.header), 0, -1):
        for gap in (3, 2):
            right = Span((" " * gap).join(board.scene.header[:count]), Role(Ink.MUTED))
            if width_of(left) + width_of([right]) + 3 <= width:
                return spread(left, [right, Span(" ")], width)
    return fit(left, width)


def _dora(board: Board) -> list[Span]:
    """Each dora, and the indicators in brackets."""
    look = board.look
    indicators = board.scene.view.table.indicators
    row = [Span(" "), Span(f"{t('table.dora')} ", Role(Ink.TITLE))]
    for indicator in indicators:
        tile = DORA_OF[KIND_OF[indicator]]
        state = replace(board.plain_state(tile), dora=False)
        row += [*draw_tile(tile, Size.S, look, state)[0], Span(" ")]
    shown = " ".join(look.glyphs.short(tile).strip() for tile in indicators)
    row.append(Span(f"({t('table.from', tiles=shown)})", Role(Ink.MUTED)))
    return row


def own_plate(board: Board, width: int) -> Row:
    """The player's own plate with the wait line."""
    waits = board.scene.wait_line
    tail = (Span(waits, Role(Ink.TEXT)),) if waits else ()
    return plate_line(board, board.scene.seating.seat, width, tail)[0]


def furiten(board: Board, width: int) -> Row:
    """The furiten line: a badge and a sentence."""
    if not board.scene.furiten:
        return fit((), width)
    badge = f" {t('table.furiten')} "
    room = width - cells(badge) - 3
    line = next((line for line in board.scene.furiten if cells(line) <= room), board.scene.furiten[-1])
    text = shortened(line, room, board.look.glyphs.ellipsis)
    return fit(
        [Span(" "), Span(badge, Role(Ink.TEXT, Ground.FURITEN)), Span(f" {text}", Role(Ink.ALARM))], width
    )


def noted(board: Board, width: int) -> Row:
    """The comment and the bookmark of a position of a record; without either, the safest tiles."""
    found = board.scene.noted
    if not found:
        return safest(board, width)
    title = f" {t('notes.bookmark' if found.bookmark else 'notes.comment')} "
    badge = Span(title, Role(Ink.TEXT, Ground.ROUND), ActionKey(ActionId.COMMENT))
    text = shortened(found.comment, width - cells(title) - 3, board.look.glyphs.ellipsis)
    return fit([Span(" "), badge, Span(f" {text}", Role(Ink.NAME), ActionKey(ActionId.COMMENT))], width)


def safest(board: Board, width: int) -> Row:
    """The safest tiles, in groups of equal safety, and the key to the next one; empty if nobody threatens."""
    if not board.scene.safest:
        return fit((), width)
    meta = ActionKey(ActionId.SAFEST)
    row = [Span(" "), Span(t("table.safest"), Role(Ink.MUTED), meta)]
    for number, group in enumerate(board.scene.safest):
        if number:
            row.append(Span(f" {board.look.glyphs.more}", Role(Ink.FAINT), meta))
        row += [
            Span(f" {board.look.glyphs.short(tile).strip()}", _safety_role(board, tile), meta)
            for tile in group
        ]
    if board.scene.cursor is None:
        return fit(row, width)
    key = Span(t("table.next-safest", key=BY_ID[ActionId.SAFEST].named), Role(Ink.FAINT), meta)
    if width_of(row) + width_of([key]) + 3 <= width:
        row += [Span("   ", Role(), meta), key]
    return fit(row, width)


def _safety_role(board: Board, tile: Tile) -> Role:
    """The colour of the safety of a tile of the hand."""
    safety = board.scene.mark(board.hand.index(tile)).safety
    return Role(Ink.TEXT if safety is None else CLASS_INKS[safety])


def prompt(board: Board, width: int) -> Row:
    """The prompt: keys with labels, grey if they cannot be used, and a pointer at the chosen one."""
    row: list[Span] = []
    for place, item in enumerate(board.scene.prompt):
        meta = None if item.id is None else ActionKey(item.id)
        chosen = place == board.scene.prompt_cursor
        key = Role(Ink.KEY, Ground.KEY) if item.enabled else Role(Ink.TEXT, Ground.KEY_OFF)
        label = Role(Ink.ACTING if chosen else Ink.TEXT) if item.enabled else Role(Ink.FAINT)
        key_text = f" {item.key} " if item.enabled else f"({item.key})"
        key_text = key_text if item.key else ""
        pointer = Span(board.look.glyphs.pointer if chosen else " ", Role(Ink.ACTING))
        row += [pointer, Span(key_text, key, meta), *_label(board, item, label, meta), Span(" ")]
    return fit(row, width)


def _label(board: Board, item: PromptItem, role: Role, meta: Meta | None) -> Row:
    """The label of an item, with its tiles drawn in place of their names if it can be taken."""
    if not (item.enabled and item.named in item.label and item.tiles):
        return (Span(f" {item.label}", role, meta),)
    before, _, after = item.label.partition(item.named)
    faces = [draw_tile(tile, Size.S, board.look) for tile in item.tiles]
    (drawn,) = with_meta(beside(faces), meta) if meta is not None else beside(faces)
    return (Span(f" {before}", role, meta), *drawn, Span(after, role, meta))


def reason(board: Board, width: int, *, news: bool) -> Row:
    """The reason line; with ``news`` what happened since the own turn follows in the same row."""
    text = board.scene.reason
    ink = Role(Ink.ALARM if board.scene.warned else Ink.TEXT)
    left = [Span(f" {shortened(text, width - 2, board.look.glyphs.ellipsis)}", ink)] if text else []
    if not news:
        return fit(left, width)
    room = width - width_of(left) - (3 if left else 2)
    since = _since(board, room)
    if not left:
        return fit([Span(" "), *since], width)
    return spread(left, [*since, Span(" ")], width) if since else fit(left, width)


def since(board: Board, width: int) -> Row:
    """The deeds of the others since the own last turn; empty if nothing is told."""
    return fit([Span(" "), *_since(board, width - 2)], width)


def _since(board: Board, room: int) -> list[Span]:
    """The newest deeds that fit in that room, after the words that introduce them."""
    start = f"{t('table.since')} "
    between = f" {board.look.glyphs.separator} "
    for first in range(len(board.scene.since)):
        text = between.join(board.scene.since[first:])
        if cells(start) + cells(text) <= room:
            return [Span(start, Role(Ink.FAINT)), Span(text, Role(Ink.MUTED))]
    return []


KEPT = (ActionId.CONFIRM, ActionId.HELP, ActionId.PALETTE)
"""The keys of the footer that act on the choice, and lead to all others."""


def keys(board: Board, width: int) -> Row:
    """The footer: as many keys as fit, always ``KEPT``; the switches at its end."""
    switches = _switches(board)
    room = width - width_of(switches) - (2 if switches else 0)
    items = [(item, f"{item.key} {item.label}".lstrip()) for item in board.scene.keys]
    while items and sum(cells(text) + 2 for _, text in items) > room:
        spare = [number for number, (item, _) in enumerate(items) if item.id not in KEPT]
        items.pop(spare[-1] if spare else -1)
    row: list[Span] = []
    for item, text in items:
        gap = Span("  " if row else " ", Role(Ink.MUTED))
        meta = None if item.id is None else ActionKey(item.id)
        row += [gap, Span(text, Role(Ink.MUTED), meta)]
    return spread(row, switches, width) if switches else fit(row, width)


def _switches(board: Board) -> list[Span]:
    """The switches that are on. A click on an item turns it off, one on the title lists all."""
    if not board.scene.switches:
        return []
    everything = ActionKey(ActionId.PALETTE)
    on = [item for item in board.scene.switches if item.on]
    if not on:
        return [Span(t("table.auto-off"), Role(Ink.FAINT), everything), Span(" ")]
    row = [Span(t("table.auto"), Role(Ink.FAINT), everything)]
    for number, item in enumerate(on):
        between = f" {board.look.glyphs.separator} " if number else " "
        row += [Span(between, Role(Ink.FAINT)), Span(item.label, Role(Ink.MUTED), ActionKey(item.id))]
    return [*row, Span(" ")]


NARROWEST_NAME = 3


def plate(board: Board, seat: int, width: int) -> Rows:
    """The plate of a seat in one row, or in two if riichi would leave no room for the name.

    An announcement does not change the number of rows, so that nothing below moves.
    """
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role(Ink.POINTS))
    rest = width_of(chip) + width_of([score]) + 2
    least = cells(short_name(board.scene.seating.names[seat]))
    if width - rest - width_of([_badge("table.riichi")]) >= least:
        for badges in _badges(board, seat):
            room = width - rest - width_of(badges)
            if room >= least:
                return (fit([*chip, _name(board, seat, room), Span(" "), score, Span(" "), *badges], width),)
    upper = [*chip, _name(board, seat, width - width_of(chip) - 1)]
    for badges in _badges(board, seat):
        lower = [score, Span(" "), *badges]
        indent = min(width_of(chip), width - width_of(lower))
        if indent > 0:
            break
    return fit(upper, width), fit([Span(" " * max(indent, 0)), *lower], width)


def plate_line(board: Board, seat: int, width: int, tail: Row) -> Rows:
    """The plate in one row at any width, with ``tail`` at its end."""
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role(Ink.POINTS))
    for badges in _badges(board, seat):
        rest = width_of(chip) + width_of([score]) + 4 + width_of(badges) + width_of(tail)
        if width - rest >= NARROWEST_NAME:
            break
    name = _name(board, seat, max(width - rest, NARROWEST_NAME))
    return (fit([*chip, name, Span("  "), score, Span(" "), *badges, Span("  "), *tail], width),)


def _wind_chip(board: Board, seat: int) -> list[Span]:
    """The wind of a seat, that of the dealer in red."""
    table = board.scene.view.table
    acting = board.scene.acting == seat
    glyphs = board.look.glyphs
    role = Role(Ink.RED if seat == table.dealer else Ink.TEXT, Ground.WIND_ACTING if acting else Ground.WIND)
    pointer = Span(glyphs.pointer if acting else " ", Role(Ink.ACTING))
    return [pointer, Span(f" {glyphs.short(table.seat_wind(seat)).strip()} ", role), Span(" ")]


def _name(board: Board, seat: int, width: int) -> Span:
    name = short_name(board.scene.seating.names[seat], width)
    return Span(name, Role(Ink.ACTING if board.scene.acting == seat else Ink.NAME))


def _badges(board: Board, seat: int) -> list[list[Span]]:
    """Badges of riichi or absence and of an announcement, then, for less room, the announcement alone."""
    riichi = board.seat(seat).riichi
    badges = [_badge("table.double-riichi" if riichi == 2 else "table.riichi")] if riichi else []
    if board.seat(seat).dead:
        badges.append(_badge("table.dead"))
    if seat in board.scene.absent and not riichi:
        badges = [Span(f" {t('table.absent')} ", Role(Ink.TEXT, Ground.KEY_OFF))]
    said = board.scene.announced
    if said is None or said.seat != seat or (riichi and said.word == t("table.riichi")):
        return [badges]
    word = [Span(f" {said.word} ", Role(Ink.TEXT, Ground.CALL))]
    return [[*badges, Span(" "), *word], word] if badges else [word]


def _badge(key: str) -> Span:
    return Span(f" {t(key)} ", Role(Ink.TEXT, Ground.RIICHI))
