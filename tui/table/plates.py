"""Name plates: wind, name, score, and what everybody must see: whose turn, riichi, what was just called."""

from __future__ import annotations

from tui.table.board import Board
from tui.texts import t
from tui.tiles import Role, Row, Rows, Span
from tui.tiles.rows import fit, shortened, width_of

NARROWEST_NAME = 4


def plate(board: Board, seat: int, width: int) -> Rows:
    """The plate of a seat in one row, or in two where one would cost the name."""
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role("points"))
    badges = _badges(board, seat)
    name = board.scene.names[seat]
    rest = width_of(chip) + width_of([score]) + 3 + width_of(badges)
    if width - rest >= min(len(name), 8):
        line = [*chip, _name(board, seat, width - rest), Span("  "), score]
        return (fit([*line, Span(" "), *badges], width),)
    upper = [*chip, _name(board, seat, width - width_of(chip) - 1)]
    lower = [Span(" " * width_of(chip)), score, Span(" "), *badges]
    return fit(upper, width), fit(lower, width)


def plate_line(board: Board, seat: int, width: int, tail: Row) -> Rows:
    """The plate in one row whatever the width, with something more at its end."""
    chip = _wind_chip(board, seat)
    score = Span(f"{board.seat(seat).score:,}", Role("points"))
    badges = _badges(board, seat)
    rest = width_of(chip) + width_of([score]) + 4 + width_of(badges) + width_of(tail)
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
    name = shortened(board.scene.names[seat], width, board.look.glyphs.ellipsis)
    return Span(name, Role("acting" if board.scene.acting == seat else "name"))


def _badges(board: Board, seat: int) -> list[Span]:
    badges: list[Span] = []
    riichi = board.seat(seat).riichi
    if riichi:
        key = "table.double-riichi" if riichi == 2 else "table.riichi"
        badges += [Span(f" {t(key)} ", Role("text", "riichi"))]
    said = board.scene.announced
    if said is not None and said.seat == seat and not (riichi and said.word == t("table.riichi")):
        if badges:
            badges.append(Span(" "))
        badges.append(Span(f" {said.word} ", Role("text", "call")))
    return badges
