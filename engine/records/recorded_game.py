"""What is read from a file: games, and what each says of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.records.recorded_choices import RecordError
from engine.records.resumed_game import table_rules
from engine.rules import Length, Ruleset, UnknownRuleset, ruleset

THREE_PLAYERS = "a three-player record, and this program plays with four"

DEFAULT_RULES = "tenhou"
"""What a record that names no ruleset was played under."""


class Format(StrEnum):
    """Forms of records."""

    MJAI = "mjai"
    TENHOU_JSON = "tenhou-json"
    TENHOU_XML = "tenhou-xml"


class RecordedRules(msgspec.Struct, frozen=True):
    """What a record says of the rules it was played by; None where it is silent.

    The caller can replace the ruleset by naming another one. The length of the game, missing red fives and
    open tanyao always apply.
    """

    rules: str | None = None
    """The name of a ruleset."""
    length: Length | None = None
    red_fives: tuple[int, int, int] | None = None
    open_tanyao: bool | None = None
    chombo: str | None = None
    """How a chombo is paid, where errors are penalised."""
    steps: ev.TableSteps | None = None
    """What is left to the players, in a game by table rules."""

    def ruleset(self, name: str | None = None) -> Ruleset:
        """The ruleset of that name, or the one that the record names, with what the record says of it.

        Raises UnknownRuleset for ``name``, RecordError for a name in the record.
        """
        if name is not None:
            return self._adapt(ruleset(name))
        try:
            return self._adapt(ruleset(self.rules or DEFAULT_RULES))
        except UnknownRuleset as error:
            raise RecordError(str(error)) from None

    def _adapt(self, rules: Ruleset) -> Ruleset:
        rules = replace(rules, length=self.length or rules.length)
        if self.red_fives is not None and (any(rules.red_fives) or not any(self.red_fives)):
            rules = replace(rules, red_fives=self.red_fives)
        if self.open_tanyao is not None:
            rules = replace(rules, open_tanyao=self.open_tanyao)
        return table_rules(rules, self.chombo, self.steps)


class RecordedGame(msgspec.Struct, frozen=True):
    """One game of a record.

    ``events_under`` gives its events under a ruleset: Tenhou's JSON keeps each seat's draws and discards
    apart, and only the rules give their order. It raises RecordError at a hand that has no order, after the
    events of the hands before.
    """

    facts: RecordedRules
    events_under: Callable[[Ruleset], Iterable[ev.Event]]
    whole: bool = True
    """False when the record begins a game and does not end it: it is cut."""
    fault: RecordError | None = None
    """What is wrong right after the last event; None when everything could be read."""

    def events(self, rules: Ruleset | None = None) -> list[ev.Event]:
        """The events of the record; what it leaves out is None. Raises RecordError."""
        return list(self.events_under(rules or self.facts.ruleset()))


class Record(msgspec.Struct, frozen=True):
    """What a file holds.

    ``faults`` are what is wrong with it, in the order of the file: games that are cut, and games of which no
    hand could be read, which are left out. ``read_record`` returns records without faults.
    """

    format: Format
    games: tuple[RecordedGame, ...]
    faults: tuple[RecordError, ...] = ()
