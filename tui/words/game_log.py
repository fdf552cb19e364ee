"""The log of a game: what happened in each hand, as one seat could see it, with turns and points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from engine import events as ev
from engine.rules import Ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView
from tui.i18n.layout import listed
from tui.i18n.texts import t
from tui.words.event_lines import hand_name, log_line, no_ron_line
from tui.words.seating import Seating
from tui.words.tiles import tile_word


class Weight(StrEnum):
    """How much a line matters."""

    PLAIN = "plain"
    LOUD = "loud"
    """A call, a riichi, the end of the hand."""
    SOFT = "soft"
    """Draws, points, and what only helps."""


class LogEntry(NamedTuple):
    """One line."""

    text: str
    weight: Weight = Weight.PLAIN
    turn: int = 0
    """Which discard of its player it is; 0 for what is none."""
    note: str = ""
    """Whether a discard came from the hand or was the tile just drawn, and whether a switch threw it."""


class HandLog(msgspec.Struct, frozen=True):
    """One hand."""

    title: str
    entries: tuple[LogEntry, ...]


def game_log(
    rules: Ruleset,
    seating: Seating,
    events: Sequence[ev.Event],
    automatic: Collection[int] = (),
    lapses: Mapping[int, Sequence[str]] | None = None,
    *,
    hints: bool = True,
) -> tuple[HandLog, ...]:
    """Every hand of the game so far, out of its events as the own seat may see them.

    ``automatic`` are the places in ``events`` of what a switch did for the person, ``lapses`` lines about
    bots before what was played for them. With ``hints`` a line tells which winning tiles could not be won on,
    and why.
    """
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.StartKyoku)]
    ends = [*starts[1:], len(events)]
    made = _Hands(rules, seating, automatic, lapses or {}, hints=hints)
    return tuple(made.log(events, start, end) for start, end in zip(starts, ends, strict=True))


class _Hands:
    """Makes the log of one hand after another."""

    def __init__(
        self,
        rules: Ruleset,
        seating: Seating,
        automatic: Collection[int],
        lapses: Mapping[int, Sequence[str]],
        *,
        hints: bool,
    ) -> None:
        self._rules = rules
        self._names = seating.in_full()
        self._automatic = automatic
        self._lapses = lapses
        self._hints = hints

    def log(self, events: Sequence[ev.Event], start: int, end: int) -> HandLog:
        """The hand between these places."""
        first = events[start]
        assert isinstance(first, ev.StartKyoku)
        view = SeatView.from_events(self._rules, self._names.seat, [first])
        entries = [*self._lines(first, view, automatic=False), self._points(first.scores, first.scores)]
        for place in range(start + 1, end):
            event = events[place]
            entries += [LogEntry(line, Weight.LOUD) for line in self._lapses.get(place, ())]
            if isinstance(event, ev.EndKyoku):
                entries.append(self._points(event.scores or first.scores, first.scores))
            elif not isinstance(event, ev.EndGame):
                view.apply(event)
                entries += self._lines(event, view, automatic=place in self._automatic)
        return HandLog(_title(first), tuple(entries))

    def _lines(self, event: ev.Event, view: SeatView, *, automatic: bool) -> Iterator[LogEntry]:
        if isinstance(event, ev.Dahai):
            yield self._discard(event, view, automatic=automatic)
        elif line := log_line(event, view, self._names, automatic=automatic):
            yield LogEntry(line, _WEIGHTS.get(type(event), Weight.LOUD))
        if self._hints and (why := no_ron_line(event, view)):
            yield LogEntry(why, Weight.SOFT)

    def _discard(self, event: ev.Dahai, view: SeatView, *, automatic: bool) -> LogEntry:
        pond = view.table.seats[event.actor].pond
        name, tile = self._names[event.actor], tile_word(TILE_OF[event.pai])
        riichi = pond[-1].riichi
        text = t("log.riichi" if riichi else "log.discard", name=name, tile=tile)
        note = t("log.as-drawn" if event.tsumogiri else "log.from-hand")
        note = t("log.auto", line=note) if automatic else note
        return LogEntry(text, Weight.LOUD if riichi else Weight.PLAIN, len(pond), note)

    def _points(self, now: Sequence[int], before: Sequence[int]) -> LogEntry:
        """The points of all, from the person on; with what has become of those before."""
        told = listed(
            t("log.points-of", name=self._names[seat], points=now[seat])
            if now[seat] == before[seat]
            else t("log.points-by", name=self._names[seat], points=now[seat], by=now[seat] - before[seat])
            for seat in self._names.around
        )
        return LogEntry(t("log.points", points=told), Weight.SOFT)


_WEIGHTS: dict[type[ev.Event], Weight] = {ev.Tsumo: Weight.SOFT, ev.Dora: Weight.PLAIN}


def _title(first: ev.StartKyoku) -> str:
    hand = hand_name(TILE_OF[first.bakaze], first.kyoku)
    if not first.honba:
        return hand
    return t("log.title-honba", hand=hand, honba=t("table.honba", count=first.honba))
