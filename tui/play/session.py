"""A game between one player and three bots, saved before it is shown.

No screen here. The bots get the view of their seat and their options and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from threading import Lock
from typing import Protocol

import msgspec
from msgspec.structs import replace

from ai.bot import Bot, BotClosed, UnknownBot
from ai.bots.registry import check_bot, make_bot
from ai.mjai.command import display_name
from ai.play import PERSON, Pending, Play
from engine.actions import Action
from engine.dice import Dice
from engine.events import Event
from engine.match import Match
from engine.options import Options
from engine.outcome import Outcome
from engine.ranking import Standing, places
from engine.records import is_free, take_back
from engine.rules import Ruleset, ruleset
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.i18n.texts import t
from tui.play.options import OPPONENTS, PlayOptions
from tui.words.bot_failures import Lapses
from tui.words.seating import Seating

__all__ = [
    "PERSON",
    "Journal",
    "NotThisTable",
    "Pending",
    "Session",
    "Setup",
    "bots_of",
    "option_difference",
    "seat_of_person",
]

DEFAULT_RULES = "wrc"
DEFAULT_BOTS = ("hayai", "mamori", "takame")
SEEDS = 1_000_000
"""A game without a chosen seed draws one below this: few digits to note down or pass on."""

_SEATING = 1
"""Keeps the dice of the starting seat apart from those of the walls."""


class Journal(Protocol):
    """Where events are kept."""

    def append(self, events: Sequence[Event], /) -> None:
        """Keep the events; they are safe when this returns."""

    def rewrite(self, events: Sequence[Event], /) -> None:
        """Keep these events in the place of all that were kept."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that a new game is made from."""

    rules: Ruleset
    seed: int
    bots: tuple[str, ...]
    """On the right, across and on the left."""
    undo: bool = False
    """Whether decisions may be taken back."""

    @classmethod
    def of(cls, options: PlayOptions) -> Setup:
        """What the options say, with the defaults for the rest; raises UnknownRuleset, UnknownBot."""
        rules = ruleset(options.rules or DEFAULT_RULES)
        if options.length is not None:
            rules = replace(rules, length=options.length)
        seed = SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
        setup = cls(rules, seed, options.bots or DEFAULT_BOTS, bool(options.undo))
        for name in setup.bots:
            check_bot(name)
        return setup

    @property
    def seat(self) -> int:
        """The player's starting seat, drawn from the seed."""
        return Dice(self.seed, _SEATING).below(PLAYERS)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        around = (PERSON, *self.bots)
        return tuple(around[(seat - self.seat) % PLAYERS] for seat in range(PLAYERS))

    def match(self, time: str | None = None) -> Match:
        """The game, dealt. ``time`` is when it begins, for its record."""
        return Match(self.rules, self.seed, self.names, takebacks=0 if self.undo else None, time=time)


class NotThisTable(ValueError):
    """A record whose players are not one player and three bots of this program."""


def seat_of_person(names: Sequence[str]) -> int:
    """The player's seat at a table with these names; raises NotThisTable."""
    if len(names) != PLAYERS or names.count(PERSON) != 1:
        raise NotThisTable(t("session.players", names=", ".join(names)))
    return names.index(PERSON)


def bots_of(names: Sequence[str]) -> tuple[str, ...]:
    """The bots on the right, across and on the left of the player; raises NotThisTable."""
    seat = seat_of_person(names)
    return tuple(names[(seat + step) % PLAYERS] for step in range(1, OPPONENTS + 1))


def option_difference(match: Match, options: PlayOptions) -> str | None:
    """In which point the options ask for another game than this one, in words; None when they fit it."""
    asked_and_played = (
        ("--rules", options.rules, match.rules.name),
        ("--length", options.length, match.rules.length),
        ("--seed", options.seed, match.seed),
        ("--bots", options.bots and ",".join(options.bots), ",".join(bots_of(match.names))),
    )
    for option, asked, played in asked_and_played:
        if asked not in (None, played):
            return t("session.difference", option=option, asked=asked, played=played)
    return t("session.no-undo") if options.undo and match.takebacks is None else None


class Session:
    """One game in play, as the screens know it.

    ``advance``, ``choose`` and ``proceed`` carry it on and return the new events, as the player may see
    them; by then they are in the journal. ``pending`` tells which of the three comes next. They may be
    called from any thread, one at a time.
    """

    def __init__(self, game: Match | Play, journal: Journal | None = None) -> None:
        """A match between the players that its names say, or one in play; kept in a journal or nowhere."""
        self.play = game if isinstance(game, Play) else _seated(game)
        self._journal = journal
        self._turn = Lock()
        self._closed = False
        self._lapses = Lapses()

    @property
    def match(self) -> Match:
        """The game."""
        return self.play.match

    @property
    def kept(self) -> bool:
        """Whether the game is written down, so that it can be continued another time."""
        return self._journal is not None

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.play.seat

    @property
    def pending(self) -> Pending:
        """What the game waits for now."""
        return self.play.pending

    @property
    def view(self) -> SeatView:
        """What the player sees of the hand in play."""
        return self.play.view

    @property
    def options(self) -> Options:
        """What the player may do now."""
        return self.play.options

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, None while it goes on."""
        return self.play.outcome

    @property
    def standings(self) -> tuple[Standing, ...] | None:
        """The final ranking, None while the game goes on."""
        return self.match.standings

    @property
    def seating(self) -> Seating:
        """Who sits where, with names in the language of now."""
        return Seating.at_table([display_name(name) for name in self.match.names], self.seat)

    @property
    def place(self) -> int | None:
        """The player's place now, 1–4, as the ruleset ranks equal points; None while all points are equal."""
        scores = self.match.scores
        if len(set(scores)) == 1:
            return None
        return places(self.match.rules, scores)[self.seat]

    @property
    def tied(self) -> bool:
        """Whether another player shares that place."""
        found = places(self.match.rules, self.match.scores)
        return found.count(found[self.seat]) > 1

    @property
    def takebacks(self) -> int | None:
        """How many decisions the player has taken back; None where the game does not allow it."""
        return self.match.takebacks

    def history(self) -> list[Event]:
        """The hand so far, as the player may see it."""
        return self.play.history()

    def advance(self) -> list[Event]:
        """Let the bots choose where none of the choices is the player's."""
        return self._carry(self.play.advance)

    def choose(self, action: Action) -> list[Event]:
        """Take the player's action, and with it those of bots who may claim the same tile.

        All choose before anything is carried out. Raises IllegalAction with nothing changed.
        """
        return self._carry(lambda: self.play.choose(action))

    def proceed(self) -> list[Event]:
        """After a hand: deal the next one, or end the game."""
        return self._carry(self.play.proceed)

    def take_back(self, counts: Callable[[Options], bool] = is_free) -> Action | None:
        """Go back to before the player's latest decision of this hand that counts; returns that decision.

        None where there is none. Earlier hands are settled: otherwise each could be played until it is won.
        Raises ValueError where the game does not allow it, OSError where it cannot be kept; then nothing is
        changed.
        """
        with self._turn:
            back = None if self._closed else take_back(self.match, self.seat, counts)
            if back is None:
                return None
            if self._journal is not None:
                self._journal.rewrite(back.match.events)
            self.play.go_back(back.match)
            self._lapses.cut(len(back.match.events))
            return back.action

    def lapses(self, *, brief: bool = False) -> list[str]:
        """New failures of external programs in words: decisions that were made in their place."""
        return self._lapses.new(self.seating, brief=brief)

    def lapses_by_place(self) -> dict[int, list[str]]:
        """All these failures in words, by the place in the game's events of what was played instead."""
        return self._lapses.by_place(self.seating)

    @property
    def absent(self) -> frozenset[int]:
        """Seats of external programs that ended too often and are not started any more."""
        return self._lapses.absent

    @property
    def thinker(self) -> int | None:
        """The bot whose turn it is; None where others are asked about a tile.

        Which of them are asked is hidden: it would reveal what tiles they hold.
        """
        turn = self.match.round.table.turn
        return turn if turn != self.seat and self.match.acting == (turn,) else None

    def waits_for(self, thinker: int | None) -> str:
        """Which player the game waits for, in words, where ``thinker`` was asked."""
        if thinker is None:
            return t("session.thinking-others")
        return t("session.thinking", name=self.seating.names[thinker])

    def close(self) -> None:
        """The bots leave; wait for a step in progress. Nothing can be done afterwards."""
        self.play.close()
        with self._turn:
            self._closed = True

    def _carry(self, on: Callable[[], list[Event]]) -> list[Event]:
        """Carry the game on, and keep what happened before it is shown."""
        with self._turn:
            if self._closed:
                return []
            before = len(self.match.events)
            try:
                shown = on()
            except BotClosed:
                return []
            self._lapses.note(before, self.play.take_faults())
            if self._journal is not None:
                self._journal.append(self.match.events[before:])
            return shown


def _seated(match: Match) -> Play:
    """The match with the bots that it names; raises NotThisTable."""
    return Play(match, seat_of_person(match.names), _make_bots(match.names))


def _make_bots(names: Sequence[str]) -> dict[int, Bot]:
    bots = {}
    for seat, name in enumerate(names):
        if name != PERSON:
            try:
                bots[seat] = make_bot(name)
            except UnknownBot as error:
                raise NotThisTable(str(error)) from None
    return bots
