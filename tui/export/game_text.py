"""A game as text of 80 columns: each hand with its deal, its moves by go-around, and its result."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from engine import __version__
from engine import events as ev
from engine.hand import Meld
from engine.records.read_file import ReadableGame
from engine.records.recorded_game import RecordedHand, hands_of, player_names
from engine.tiles import DORA_OF, EAST, KIND_OF, NAMES, TILE_OF, Tile, format_tiles
from engine.wall import PLAYERS
from engine.wording import one_line
from tui.export.exported_game import (
    ExportedGame,
    GoAround,
    deed_text,
    go_arounds,
    hand_title,
    meld_text,
    notes_of,
    recorded_lines,
    result_of,
    seats_from_dealer,
    tiles_text,
    worth_line,
)
from tui.i18n import join_list, ljust, rjust, t, wrapped
from tui.i18n import width as cells
from tui.words.names import short_name, tile_word
from tui.words.result_words import HandResult, WinWords

WIDTH = 80
_TURN = 5
_COLUMN = (WIDTH - _TURN) // PLAYERS
_INDENT = 2
_NAME = 24
"""Cells for a name beside a hand."""


def game_text(game: ReadableGame, seat: int | None = None, person: str = "") -> str:
    """The whole game as lines of at most 80 cells, each ended; with a seat, as that seat saw it.

    ``person`` is the name of the person who played.
    """
    shown = ExportedGame(game, seat, person)
    lines = [*_head(shown)]
    for hand in shown.hands:
        lines += ["", *_hand(shown, hand)]
    if ranks := ranking_lines(shown):
        lines += ["", t("exported.end"), *[" " * _INDENT + line for line in ranks]]
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


def dora_text(hand: RecordedHand) -> str:
    """The dora at the deal, with its indicator."""
    indicator = TILE_OF[hand.start.dora_marker]
    return t("exported.dora", dora=NAMES[DORA_OF[KIND_OF[indicator]]], indicator=NAMES[indicator])


def _hand(game: ExportedGame, hand: RecordedHand) -> Iterator[str]:
    title, dora = hand_title(hand), dora_text(hand)
    yield title + rjust(dora, WIDTH - cells(title))
    yield "-" * WIDTH
    seats = seats_from_dealer(hand)
    for place, seat in enumerate(seats):
        wind, name = tile_word(EAST + place), short_name(game.seating[seat], _NAME)
        points = rjust(f"{hand.start.scores[seat]:,}", 9)
        tiles = tiles_text(hand.start.tehais[seat])
        yield f"  {ljust(wind, 7)}{ljust(name, _NAME)}{points}   {tiles}"
    yield ""
    heads = [short_name(game.seating[seat], _COLUMN - 1) for seat in seats]
    yield "".join([ljust(t("exported.turn"), _TURN), *(ljust(head, _COLUMN) for head in heads)])
    rows = go_arounds(hand.events, game.seating, notes_of(game, hand, game.seating))
    for number, row in enumerate(rows, 1):
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
    columns = [_packed([*map(deed_text, deeds)], _COLUMN - 1) for deeds in row.cells]
    for line in range(max(1, *map(len, columns))):
        shown = [column[line] if line < len(column) else "" for column in columns]
        turn = rjust(str(number), _TURN - 2) if line == 0 else ""
        yield "".join([ljust(turn, _TURN), *(ljust(text, _COLUMN) for text in shown)])
    doras = (NAMES[DORA_OF[KIND_OF[indicator]]] for indicator in row.indicators)
    for news in (*(t("exported.new-dora", dora=dora) for dora in doras), *row.fouls, *row.notes):
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


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    return wrapped(text, width, _INDENT)


# -- results ---------------------------------------------------------------------------------------


def result_lines(game: ExportedGame, hand: RecordedHand) -> list[str]:
    """How a hand ended: each win with its hand, yaku and payments, or the draw; empty if it is cut."""
    result = result_of(game, hand, game.seating)
    if result is None:
        return recorded_lines(game, hand, game.seating)
    lines = [line for win in result.wins for line in _win(win)]
    return [*lines, *_draw(result)] if result.draw is not None else lines


def hand_text(concealed: Iterable[Tile], melds: Iterable[Meld], won: Tile | None = None) -> str:
    """A hand in notation: ``123m456p55s + 3s, pon 555z``."""
    tiles = format_tiles(concealed)
    shown = tiles if won is None else t("exported.won-with", tiles=tiles, tile=NAMES[won])
    return join_list([shown, *map(meld_text, melds)])


def ranking_lines(game: ExportedGame) -> list[str]:
    """The final ranking, first place first; empty when the game is not over."""
    return [
        t(
            "exported.rank",
            place=each.place,
            name=game.seating[each.seat],
            points=each.points,
            final=each.final,
        )
        for each in game.ranking
    ]


def _win(win: WinWords) -> list[str]:
    ura = [row.words for row in win.dora if row.ura]
    return [
        win.title,
        hand_text(win.concealed, win.hand.melds, win.tile),
        worth_line(win),
        *([join_list(ura)] if ura else []),
        join_list([*win.extras, *win.payments]),
    ]


def _draw(result: HandResult) -> list[str]:
    draw = result.draw
    assert draw is not None
    shown = [
        t(
            "exported.shown",
            name=hand.name,
            state=hand.state,
            hand=hand_text(hand.hand.sorted(), hand.hand.melds),
        )
        for hand in draw.hands
        if hand.state != t("result.noten")
    ]
    return [draw.title, *shown, join_list(draw.payments)]


# -- a table of hands --------------------------------------------------------------------------------


COLUMNS = (
    "game",
    "hand",
    "round",
    "honba",
    "sticks",
    "dealer",
    "result",
    "winner",
    "target",
    "tile",
    "yaku",
    "han",
    "fu",
    "yakuman",
    "points",
    *(f"change_{seat}" for seat in range(PLAYERS)),
    *(f"after_{seat}" for seat in range(PLAYERS)),
    *(f"name_{seat}" for seat in range(PLAYERS)),
)
"""The head of the table. Seats are 0 to 3; ``after`` are the points when the whole hand is paid."""

_FORMULA = ("=", "+", "-", "@")
"""A cell that begins with one of these is a formula to a spreadsheet."""


def write_rows(games: Iterable[Sequence[ev.Event]]) -> bytes:
    """The table of all hands that are over; the events of each game are filled in."""
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, events in enumerate(games, 1):
        players = [_cell(name) for name in player_names(events)]
        for hand in hands_of(events):
            writer.writerows((number, *row, *players) for row in _rows(hand))
    return table.getvalue().encode()


def _cell(name: str) -> str:
    """A name as text: a player may be called like a formula."""
    shown = one_line(name)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _rows(hand: RecordedHand) -> Iterator[tuple[object, ...]]:
    start = hand.start
    begun = (hand.number, f"{start.bakaze}{start.kyoku}", start.honba, start.kyotaku, start.oya)
    after = [""] * PLAYERS if hand.end is None or hand.end.scores is None else hand.end.scores
    for event in hand.events:
        if isinstance(event, ev.ResultEvent):
            yield *begun, *_result(event), *after


def _result(event: ev.ResultEvent) -> tuple[object, ...]:
    """The columns from the result to the changes; empty where the record does not say."""
    match event:
        case ev.Hora():
            yaku = " ".join(f"{name}:{han}" for name, han in event.yaku or ())
            tile = "" if event.pai is None else NAMES[TILE_OF[event.pai]]
            value = (yaku, event.han, event.fu, event.yakuman, event.points)
            kind = "tsumo" if event.actor == event.target else "ron"
            return kind, event.actor, event.target, tile, *value, *_changes(event.deltas)
        case ev.Ryukyoku():
            return event.reason or "draw", *[""] * 8, *_changes(event.deltas)
    raise AssertionError(event)


def _changes(deltas: Sequence[int] | None) -> Sequence[object]:
    return [""] * PLAYERS if deltas is None else deltas
