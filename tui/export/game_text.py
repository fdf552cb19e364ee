"""A game as text for people: 80 columns, hand by hand, every draw and discard by go-around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import __version__
from engine.records.readable_games import ReadableGame
from engine.records.recorded_game import RecordedHand
from engine.tiles import DORA_OF, EAST, KIND_OF, NAMES, TILE_OF
from engine.wall import PLAYERS
from tui.export.exported_game import (
    ExportedGame,
    GoAround,
    go_arounds,
    ranking_lines,
    result_lines,
    tiles_text,
)
from tui.i18n.layout import join_list, ljust, rjust, unbreakable_pieces
from tui.i18n.layout import width as cells
from tui.i18n.texts import t
from tui.words.event_lines import hand_name
from tui.words.names import short_name, tile_word

WIDTH = 80
_TURN = 5
_COLUMN = (WIDTH - _TURN) // PLAYERS
_INDENT = 2
_NAME = 24
"""Cells for a name beside a hand."""


def game_text(game: ReadableGame, seat: int | None = None) -> str:
    """The whole game as lines of at most 80 cells, each ended; with a seat, as that seat saw it."""
    shown = ExportedGame(game, seat)
    lines = [*_head(shown)]
    for hand in shown.hands:
        lines += ["", *_hand(shown, hand)]
    if ranks := ranking_lines(shown):
        lines += ["", t("exported.end"), *_indented(ranks)]
    if shown.cut is not None:
        lines += ["", *_wrapped(t("exported.cut", reason=shown.cut))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(game: ExportedGame) -> Iterator[str]:
    facts = [
        t("exported.program", version=__version__),
        game.rules.title,
        t(f"exported.length.{game.rules.length}"),
    ]
    if game.date:
        facts.append(game.date)
    yield from _wrapped(join_list(facts))
    players = [
        t("exported.seat", wind=tile_word(EAST + seat), name=game.seating[seat]) for seat in range(PLAYERS)
    ]
    yield from _wrapped(join_list(players))
    yield from _wrapped(t("exported.legend"))


def hand_title(hand: RecordedHand) -> str:
    """``East 2, 1 honba, 1 riichi stick``."""
    start = hand.start
    title = [hand_name(ExportedGame.wind(hand), start.kyoku)]
    if start.honba:
        title.append(t("table.honba", count=start.honba))
    if start.kyotaku:
        title.append(t("exported.sticks", count=start.kyotaku))
    return join_list(title)


def dora_text(hand: RecordedHand) -> str:
    """The dora at the deal, with its indicator."""
    indicator = TILE_OF[hand.start.dora_marker]
    return t("exported.dora", dora=NAMES[DORA_OF[KIND_OF[indicator]]], indicator=NAMES[indicator])


def _hand(game: ExportedGame, hand: RecordedHand) -> Iterator[str]:
    title, dora = hand_title(hand), dora_text(hand)
    yield title + rjust(dora, WIDTH - cells(title))
    yield "-" * WIDTH
    seats = [(hand.start.oya + step) % PLAYERS for step in range(PLAYERS)]
    for place, seat in enumerate(seats):
        wind, name = tile_word(EAST + place), short_name(game.seating[seat], _NAME)
        points = rjust(f"{hand.start.scores[seat]:,}", 9)
        tiles = tiles_text(hand.start.tehais[seat])
        yield f"  {ljust(wind, 7)}{ljust(name, _NAME)}{points}   {tiles}"
    yield ""
    heads = [short_name(game.seating[seat], _COLUMN - 1) for seat in seats]
    yield "".join([ljust(t("exported.turn"), _TURN), *(ljust(head, _COLUMN) for head in heads)])
    for number, row in enumerate(go_arounds(hand.events, game.seating), 1):
        yield from _row(number, row)
    yield ""
    for line in result_lines(game, hand):
        yield from _wrapped(line)
    if hand.end is not None:
        yield from _wrapped(scores_line(game, hand))


def scores_line(game: ExportedGame, hand: RecordedHand) -> str:
    """The points of all players after a hand, with the change."""
    before, after = hand.start.scores, game.scores_after(hand)
    told = [
        t("exported.points-by", name=game.seating[seat], points=after[seat], by=after[seat] - before[seat])
        if after[seat] != before[seat]
        else t("exported.points-of", name=game.seating[seat], points=after[seat])
        for seat in range(PLAYERS)
    ]
    return t("exported.points", points=join_list(told))


def _row(number: int, row: GoAround) -> Iterator[str]:
    """The lines of a go-around: as many as its fullest cell needs."""
    columns = [_packed(deeds, _COLUMN - 1) for deeds in row.cells]
    for line in range(max(1, *map(len, columns))):
        shown = [column[line] if line < len(column) else "" for column in columns]
        turn = rjust(str(number), _TURN - 2) if line == 0 else ""
        yield "".join([ljust(turn, _TURN), *(ljust(text, _COLUMN) for text in shown)])
    for news in row.news:
        yield from (" " * _TURN + line for line in _wrapped(news, WIDTH - _TURN))


def _packed(deeds: Sequence[str], width: int) -> list[str]:
    """Deeds in lines of that width, several in a line where they fit."""
    lines: list[str] = []
    for deed in deeds:
        joined = f"{lines[-1]} {deed}" if lines else deed
        if lines and cells(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(deed)
    return lines


def _indented(lines: Sequence[str]) -> list[str]:
    return [" " * _INDENT + line for line in lines]


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    """A paragraph in lines of at most that many cells, all but the first indented."""
    lines = [""]
    for before, piece in unbreakable_pieces(text):
        longer = lines[-1] + before + piece if lines[-1].strip() else lines[-1] + piece
        if cells(longer) > width and lines[-1].strip():
            lines.append(" " * _INDENT + piece)
        else:
            lines[-1] = longer
    return lines
