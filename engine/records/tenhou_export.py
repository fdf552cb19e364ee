"""What every writer of Tenhou's formats needs: a game of whole hands, played again.

Tenhou's formats hold games of other rulesets too: a viewer shows what was played and paid. The own start_game
in the record names the ruleset, so that it is read back under it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.outcome import WinResult
from engine.records.recorded_choices import RecordError
from engine.records.replay import replayed
from engine.round import Round
from engine.rules import TENHOU, Length, Ruleset, UnknownRuleset, ruleset
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


def exported(events: Sequence[ev.Event], rules: Ruleset | None = None) -> Exported:
    """The game of these events, for a Tenhou format; under the ruleset that it names, else Tenhou's.

    Raises ExportError for a game with table rules, and for a hand that is not over or does not replay.
    """
    start = events[0] if events and isinstance(events[0], ev.StartGame) else ev.StartGame()
    if start.table_rules is not None:
        raise ExportError("a game with table rules, where errors are penalised, cannot be a Tenhou record")
    try:
        rules = rules or ruleset(start.rules or TENHOU.name)
        played = replayed(events, rules)
    except (RecordError, UnknownRuleset) as error:
        raise ExportError(f"the game cannot be written: {error}") from None
    if rules.name != (start.rules or TENHOU.name):
        start = replace(start, rules=rules.name, length=rules.length)
    end = events[-1] if isinstance(events[-1], ev.EndGame) else None
    return Exported(start, rules, played.hands, end)


def rule_words(game: Exported) -> str:
    """The ruleset in the words that a viewer displays: Tenhou's own, or the title of another one."""
    if game.rules.name == TENHOU.name:
        open_tanyao = "喰" if game.rules.open_tanyao else ""
        return f"般{ROOM[length_of(game.start)]}{open_tanyao}{'赤' if any(game.rules.red_fives) else ''}"
    return f"{game.rules.title} {ROOM[length_of(game.start)]}"


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
