"""What every writer of Tenhou's formats needs: a whole game under Tenhou's rules, played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import msgspec

from engine import events as ev
from engine.outcome import WinResult
from engine.records.recorded_choices import RecordError
from engine.records.replay import replayed
from engine.round import Round
from engine.rules import TENHOU, Length, Ruleset, ruleset
from engine.score import tsumo_payments
from engine.wall import PLAYERS

ROOM = {"east": "東", "south": "南", "hand": "東"}
"""How Tenhou names the length of a game; it knows none of a single hand."""


class ExportError(ValueError):
    """A game that a format cannot hold; the message says why."""


class Exported(msgspec.Struct, frozen=True):
    """A game ready to be written."""

    start: ev.StartGame
    rules: Ruleset
    hands: tuple[Round, ...]
    end: ev.EndGame | None

    @property
    def names(self) -> list[str]:
        """Four names, by seat."""
        return [*self.start.names, *[""] * PLAYERS][:PLAYERS]


def exported(events: Sequence[ev.Event]) -> Exported:
    """The game of these events, for a Tenhou format.

    Raises ExportError for another ruleset than Tenhou's, and for a hand that is not over or does not replay.
    """
    start = events[0] if events and isinstance(events[0], ev.StartGame) else ev.StartGame()
    name = start.rules or TENHOU.name
    if name != TENHOU.name:
        raise ExportError(
            f"a game under '{name}' cannot be a Tenhou record, which knows Tenhou's rules alone"
        )
    if start.table_rules is not None:
        raise ExportError("a game with table rules, where errors are penalised, cannot be a Tenhou record")
    rules = ruleset(name)
    try:
        played = replayed(events, rules)
    except RecordError as error:
        raise ExportError(f"the game cannot be written: {error}") from None
    end = events[-1] if isinstance(events[-1], ev.EndGame) else None
    return Exported(start, rules, played.hands, end)


def length_of(start: ev.StartGame) -> Length:
    """How long the game was meant to be."""
    for length in get_args(Length):
        if start.length == length:
            named: Length = length
            return named
    return "east" if start.kyoku_first else "south"


def worth_of(win: WinResult, dealer: int) -> tuple[int, int | None]:
    """The payments of a win without honba and riichi sticks: by ron all and None; by tsumo what each of the
    others pays, and what East pays, None when East won."""
    if not win.tsumo:
        return win.value, None
    from_dealer, from_others = tsumo_payments(win.score.base, win.winner == dealer)
    return from_others, from_dealer
