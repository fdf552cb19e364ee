"""The log of a game: the events of each hand as seen from one seat, with turns and points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from engine import events as ev
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.event_lines import hand_and_honba, log_line, no_ron_line
from tui.words.names import Seating, tile_word


class LineWeight(StrEnum):
    """The importance of a line."""

    PLAIN = "plain"
    LOUD = "loud"
    """A call, a riichi, the end of the hand."""
    SOFT = "soft"
    """Draws, points and hints."""


class LogEntry(NamedTuple):
    """One line of the log."""

    text: str
    weight: LineWeight = LineWeight.PLAIN
    turn: int = 0
    """The number of a discard in its player's pond, counted from 1; 0 for other events."""
    note: str = ""
    """Whether a discard was tedashi or tsumogiri, and whether an automatic setting made it."""


class HandLog(msgspec.Struct, frozen=True):
    """The log of one hand."""

    title: str
    entries: tuple[LogEntry, ...]


def game_log(
    rules: Ruleset,
    seating: Seating,
    events: Sequence[ev.Event],
    automatic: Collection[int] = (),
    bot_failures: Mapping[int, Sequence[str]] | None = None,
    *,
    hints: bool,
) -> tuple[HandLog, ...]:
    """The logs of all hands so far, as seen from the player's own seat.

    ``automatic`` are the indexes in ``events`` of actions made by an automatic setting. ``bot_failures`` are
    lines about bot failures, by the index of the replacement action. ``hints`` adds a line for each winning
    tile that could not be won on, with the reason.
    """
    game = timeline(rules, events, seating.seat)
    made = _Hands(game, seating, automatic, bot_failures or {}, hints=hints)
    return tuple(map(made.log, game.hands))


class _Hands:
    """Builds the logs of the hands of a game."""

    def __init__(
        self,
        game: Timeline,
        seating: Seating,
        automatic: Collection[int],
        bot_failures: Mapping[int, Sequence[str]],
        *,
        hints: bool,
    ) -> None:
        self._game = game
        self._names = seating.in_full()
        self._automatic = automatic
        self._bot_failures = bot_failures
        self._hints = hints

    def log(self, hand: RecordedHand) -> HandLog:
        before = hand.start.scores
        entries: list[LogEntry] = []
        for position in self._game.walk(hand):
            entries += [
                LogEntry(line, LineWeight.LOUD) for line in self._bot_failures.get(position.index, ())
            ]
            entries += self._lines(position)
            if position.event is hand.start:
                entries.append(self._points(before, before))
        if hand.end is not None:
            entries.append(self._points(hand.end.scores or before, before))
        return HandLog(_title(hand.start), tuple(entries))

    def _lines(self, position: Position) -> Iterator[LogEntry]:
        event, view = position.event, position.view
        automatic = position.index in self._automatic
        if isinstance(event, ev.Dahai):
            yield self._discard(event, view, automatic=automatic)
        elif line := log_line(event, view, self._names, automatic=automatic):
            yield LogEntry(line, _WEIGHTS.get(type(event), LineWeight.LOUD))
        if self._hints and (why := no_ron_line(event, view)):
            yield LogEntry(why, LineWeight.SOFT)

    def _discard(self, event: ev.Dahai, view: SeatView, *, automatic: bool) -> LogEntry:
        pond = view.table.seats[event.actor].pond
        name, tile = self._names[event.actor], tile_word(TILE_OF[event.pai])
        riichi = pond[-1].riichi
        text = t("log.riichi" if riichi else "log.discard", name=name, tile=tile)
        note = t("log.as-drawn" if event.tsumogiri else "log.from-hand")
        note = t("log.auto", line=note) if automatic else note
        return LogEntry(
            text, LineWeight.LOUD if riichi else LineWeight.PLAIN, view.table.turn_of(event.actor), note
        )

    def _points(self, now: Sequence[int], before: Sequence[int]) -> LogEntry:
        """The points of all players, the own seat first, with the change from ``before``."""
        told = join_list(
            t("log.points-of", name=self._names[seat], points=now[seat])
            if now[seat] == before[seat]
            else t("log.points-by", name=self._names[seat], points=now[seat], by=now[seat] - before[seat])
            for seat in self._names.around
        )
        return LogEntry(t("log.points", points=told), LineWeight.SOFT)


_WEIGHTS: dict[type[ev.Event], LineWeight] = {ev.Tsumo: LineWeight.SOFT, ev.Dora: LineWeight.PLAIN}


def _title(first: ev.StartKyoku) -> str:
    return hand_and_honba(TILE_OF[first.bakaze], first.kyoku, first.honba)
