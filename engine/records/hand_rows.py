"""The hands of games as a table of comma-separated values: a row for each win and for each draw."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from engine import events as ev
from engine.records.recorded_game import RecordedHand, hands_of, player_names
from engine.tiles import NAMES, TILE_OF
from engine.wall import PLAYERS
from engine.wording import one_line

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
