"""Name plates: wind, name, score, and what everybody must see: whose turn, riichi, what was just called."""

from __future__ import annotations

from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, width_of
from tui.i18n.texts import t
from tui.table.board import Board
from tui.words.seating import short_name

NARROWEST_NAME = 3


def plate(board: Board, seat: int, width: int) -> Rows:
    """The plate of a seat in one row, or in two where a riichi would cost the name.

    What the player says does not change the number of rows: nothing below shall move.
    """
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role("points"))
    rest = width_of(chip) + width_of([score]) + 3
    least = cells(short_name(board.scene.seating.names[seat]))
    if width - rest - width_of([_badge("table.riichi")]) >= least:
        for badges in _badges(board, seat):
            room = width - rest - width_of(badges)
            if room >= least:
                return (fit([*chip, _name(board, seat, room), Span("  "), score, Span(" "), *badges], width),)
    upper = [*chip, _name(board, seat, width - width_of(chip) - 1)]
    for badges in _badges(board, seat):
        lower = [score, Span(" "), *badges]
        indent = min(width_of(chip), width - width_of(lower))
        if indent > 0:
            break
    return fit(upper, width), fit([Span(" " * max(indent, 0)), *lower], width)


def plate_line(board: Board, seat: int, width: int, tail: Row) -> Rows:
    """The plate in one row whatever the width, with something more at its end."""
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role("points"))
    for badges in _badges(board, seat):
        rest = width_of(chip) + width_of([score]) + 4 + width_of(badges) + width_of(tail)
        if width - rest >= NARROWEST_NAME:
            break
    name = _name(board, seat, max(width - rest, NARROWEST_NAME))
    return (fit([*chip, name, Span("  "), score, Span(" "), *badges, Span("  "), *tail], width),)


def _wind_chip(board: Board, seat: int) -> list[Span]:
    wind = board.scene.view.table.seat_wind(seat)
    acting = board.scene.acting == seat
    glyphs = board.look.glyphs
    ground = "wind-acting" if acting else "wind"
    pointer = Span(glyphs.pointer if acting else " ", Role("acting"))
    return [pointer, Span(f" {glyphs.short(wind).strip()} ", Role("text", ground)), Span(" ")]


def _name(board: Board, seat: int, width: int) -> Span:
    name = short_name(board.scene.seating.names[seat], width)
    return Span(name, Role("acting" if board.scene.acting == seat else "name"))


def _badges(board: Board, seat: int) -> list[list[Span]]:
    """Riichi or absence, and what was just said; without room for both what was said, while it lasts."""
    riichi = board.seat(seat).riichi
    badges = [_badge("table.double-riichi" if riichi == 2 else "table.riichi")] if riichi else []
    if seat in board.scene.absent and not riichi:
        badges = [Span(f" {t('table.absent')} ", Role("text", "key-off"))]
    said = board.scene.announced
    if said is None or said.seat != seat or (riichi and said.word == t("table.riichi")):
        return [badges]
    word = [Span(f" {said.word} ", Role("text", "call"))]
    return [[*badges, Span(" "), *word], word] if badges else [word]


def _badge(key: str) -> Span:
    return Span(f" {t(key)} ", Role("text", "riichi"))
