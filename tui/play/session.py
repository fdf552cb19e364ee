"""A game between one player and three bots. Events are saved before they are shown.

It is independent of any screen. Each bot gets only the view and the options of its seat. Failures of external
bots, whose decisions were replaced, are collected and described.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from random import SystemRandom
from threading import Lock, Thread
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from ai.bot import Bot, BotClosed, FaultKind, UnknownBot
from ai.bots.registry import LateBot, check_bot, make_bot
from ai.mjai.command import BotCommand, display_name, is_external, programs_among
from ai.play import PERSON, Pending, Play, PublicFault
from engine.actions import Action, ActionKind
from engine.events import Event, StartGame, TableSteps
from engine.match import Match, Standing, places
from engine.options import Options, is_free
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.view import SeatView
from engine.wall import PLAYERS, Dice
from tui.i18n import t
from tui.play.play_options import OPPONENTS, PlayOptions, at_seat, with_steps
from tui.words.names import Seating

if TYPE_CHECKING:
    from engine.outcome import Outcome


class EndedHand(msgspec.Struct, frozen=True):
    """A hand that is over, in a game or in a record."""

    view: SeatView
    outcome: Outcome
    seating: Seating
    events: Sequence[Event]
    """The events of the hand, masked for the seat."""
    takebacks: int | None = None
    """The number of decisions taken back; None if that is not allowed."""
    record: Sequence[Event] = ()
    """The game up to the end of this hand, with every tile that is known."""


class BotFailures:
    """The bot failures of a game since it was opened."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, PublicFault]] = []
        """Each with the index in the game's events of the replacement action."""
        self._told = 0
        """The number of failures that have been reported."""

    @property
    def absent(self) -> frozenset[int]:
        """Seats whose programs ended too often and are not restarted."""
        return frozenset(lapse.seat for _, lapse in self._kept if lapse.kind is FaultKind.GONE)

    def note(self, place: int, bot_failures: Iterable[PublicFault]) -> None:
        """Add failures that led to the event at index ``place``; ``GONE`` is added once for each seat."""
        for lapse in bot_failures:
            if lapse.kind is not FaultKind.GONE or lapse.seat not in self.absent:
                self._kept.append((place, lapse))

    def cut(self, place: int) -> None:
        """Remove failures at event indexes from ``place`` on: those events were taken back."""
        self._kept = [each for each in self._kept if each[0] < place]
        self._told = len(self._kept)

    def new(self, seating: Seating, *, brief: bool) -> list[str]:
        """Describe the failures since the last call.

        With ``brief``, for one line of the table, names are short and reasons are left out.
        """
        new, self._told = self._kept[self._told :], len(self._kept)
        called = seating if brief else seating.in_full()
        return [_failure_words(lapse, called, why=not brief) for _, lapse in new]

    def by_place(self, seating: Seating) -> dict[int, list[str]]:
        called, found = seating.in_full(), dict[int, list[str]]()
        for place, lapse in self._kept:
            found.setdefault(place, []).append(_failure_words(lapse, called, why=True))
        return found


def _failure_words(lapse: PublicFault, names: Seating, *, why: bool) -> str:
    told = t(f"session.lapses.{lapse.kind}", name=names[lapse.seat])
    return t("session.lapse-why", told=told, why=lapse.why) if why and lapse.why else told


PATIENCE = 1.0
"""Seconds after which the player is told for which bot the game waits."""

Made = TypeVar("Made")


def run_with_notice(step: Callable[[], Made], seconds: float, tell: Callable[[], None]) -> Made:
    """Run ``step`` in a thread and return its result; call ``tell`` once if it takes longer than ``seconds``.

    Raises what the step raises. If this call is interrupted, the caller must make the step end.
    """
    made: list[Made] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            made.append(step())
        except BaseException as error:  # raised again in the calling thread
            failed.append(error)

    worker = Thread(target=work, daemon=True)
    worker.start()
    worker.join(seconds)
    if worker.is_alive():
        tell()
        worker.join()
    if failed:
        raise failed[0]
    return made[0]


__all__ = [
    "PERSON",
    "Journal",
    "NotAgreed",
    "NotThisTable",
    "Pending",
    "Session",
    "Setup",
    "bots_of",
    "option_difference",
    "player_seat",
]

DEFAULT_RULES = "wrc"
DEFAULT_BOTS = ("hayai", "mamori", "takame")
SEEDS = 1_000_000
"""Upper bound of random seeds, so that a seed has few digits."""

_SEATING = 1
"""Separates the random numbers of the starting seat from those of the walls."""


class Journal(Protocol):
    """Persistent storage of events."""

    def append(self, events: Sequence[Event], /) -> None:
        """Store the events durably."""

    def rewrite(self, events: Sequence[Event], /) -> None:
        """Replace all stored events."""


def rules_and_seed(options: PlayOptions) -> tuple[Ruleset, int]:
    """The rules and the seed by these options, else the defaults, else by chance; raises UnknownRuleset."""
    rules = ruleset(options.rules or DEFAULT_RULES)
    if options.length is not None:
        rules = replace(rules, length=options.length)
    return rules, SystemRandom().randrange(SEEDS) if options.seed is None else options.seed


class Setup(msgspec.Struct, frozen=True):
    """The configuration of a new game."""

    rules: Ruleset
    seed: int
    bots: tuple[str, ...]
    """On the right, across and on the left."""
    undo: bool = False
    """Whether decisions may be taken back."""
    steps: TableSteps | None = None
    """The steps left to the players, in a game by table rules."""

    @classmethod
    def of(cls, options: PlayOptions) -> Setup:
        """The configuration for these options and the defaults; raises UnknownRuleset, UnknownBot."""
        rules, seed = rules_and_seed(options)
        setup = cls(rules, seed, options.bots or DEFAULT_BOTS, bool(options.undo) and options.steps is None)
        if options.steps is not None:
            steps = at_seat(options.steps, setup.seat)
            setup = replace(setup, rules=with_steps(rules, steps), steps=steps)
        for name in setup.bots:
            check_bot(name)
        return setup

    @property
    def seat(self) -> int:
        """The player's starting seat, derived from the seed."""
        return Dice(self.seed, _SEATING).below(PLAYERS)

    @property
    def names(self) -> tuple[str, ...]:
        around = (PERSON, *self.bots)
        return tuple(around[(seat - self.seat) % PLAYERS] for seat in range(PLAYERS))

    def match(self, time: str | None = None) -> Match:
        """A new match with the first hand dealt. ``time`` is the start time for the record."""
        takebacks = 0 if self.undo else None
        return Match(self.rules, self.seed, self.names, takebacks=takebacks, time=time, steps=self.steps)


class NotAgreed(Exception):
    """The game would start external programs to which nobody has agreed."""


class NotThisTable(ValueError):
    """The players of a record are not the player and three bots of this program."""


def player_seat(names: Sequence[str]) -> int:
    """The player's seat at a table with these names; raises NotThisTable."""
    if len(names) != PLAYERS or names.count(PERSON) != 1:
        raise NotThisTable(t("session.players", names=", ".join(names)))
    return names.index(PERSON)


def bots_of(names: Sequence[str]) -> tuple[str, ...]:
    """The bots on the right, across and on the left of the player; raises NotThisTable."""
    seat = player_seat(names)
    return tuple(names[(seat + step) % PLAYERS] for step in range(1, OPPONENTS + 1))


def option_difference(match: Match, options: PlayOptions) -> str | None:
    """The first option that conflicts with this game, as a message; None if all are compatible."""
    asked_and_played = (
        ("--rules", options.rules, match.rules.name),
        ("--length", options.length, match.rules.length),
        ("--seed", options.seed, match.seed),
        ("--bots", options.bots and ",".join(options.bots), ",".join(bots_of(match.names))),
    )
    for option, asked, played in asked_and_played:
        if asked not in (None, played):
            return t("session.difference", option=option, asked=asked, played=played)
    if options.steps is not None and at_seat(options.steps, player_seat(match.names)) != match.steps:
        return t("session.other-steps" if match.steps else "session.no-steps")
    return t("session.no-undo") if options.undo and match.takebacks is None else None


class Session:
    """One game in progress: the interface for the screens.

    ``advance``, ``choose`` and ``proceed`` continue the game and return the new events as the player may see
    them; the events are in the journal already. ``pending`` says which of the three is next. They can be
    called from any thread; calls are serialised.
    """

    def __init__(self, game: Match | Play, journal: Journal | None = None, *, agreed: bool = False) -> None:
        """Open a match, whose names determine the bots, or an existing ``Play``.

        Events are stored in the journal, if one is given. ``agreed``: the player has named the external
        programs of the match, or agreed to them; otherwise the game stands still until ``agree``. Raises
        NotThisTable.
        """
        self.held: tuple[str, ...] = ()
        """The external programs to which the player has not agreed yet, as the match names them."""
        if isinstance(game, Play):
            self.play = game
        else:
            self.play = _seated(game, external=agreed)
            self.held = () if agreed else programs_among(game.names)
        self._journal = journal
        self._turn = Lock()
        self._closed = False
        self._bot_failures = BotFailures()

    @property
    def match(self) -> Match:
        return self.play.match

    def agree(self) -> None:
        if self.held:
            self.play = _seated(self.match, external=True)
            self.held = ()

    @property
    def kept(self) -> bool:
        """Whether the game is saved, so that it can be continued later."""
        return self._journal is not None

    @property
    def seat(self) -> int:
        return self.play.seat

    @property
    def pending(self) -> Pending:
        return self.play.pending

    @property
    def view(self) -> SeatView:
        return self.play.view

    @property
    def options(self) -> Options:
        return self.play.options

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the hand; None while it is in progress."""
        return self.play.outcome

    @property
    def standings(self) -> tuple[Standing, ...] | None:
        """The final ranking; None while the game is in progress."""
        return self.match.standings

    @property
    def seating(self) -> Seating:
        return Seating.at_table([display_name(name) for name in self.match.names], self.seat)

    @property
    def ended(self) -> EndedHand:
        assert self.outcome is not None
        record = tuple(self.match.events)
        return EndedHand(self.view, self.outcome, self.seating, self.history(), self.takebacks, record)

    @property
    def place(self) -> int | None:
        """The player's current place, 1–4, with the tie rule of the ruleset; None if all points are equal."""
        scores = self.match.scores
        if len(set(scores)) == 1:
            return None
        return places(self.match.rules, scores)[self.seat]

    @property
    def tied(self) -> bool:
        found = places(self.match.rules, self.match.scores)
        return found.count(found[self.seat]) > 1

    @property
    def takebacks(self) -> int | None:
        """The number of decisions that the player has taken back; None if that is not allowed."""
        return self.match.takebacks

    @property
    def steps(self) -> TableSteps | None:
        """The steps left to the players in a game by table rules; None in any other game."""
        return self.match.steps

    def history(self) -> list[Event]:
        """The events of the hand so far, as the player may see them."""
        return self.play.history()

    def advance(self) -> list[Event]:
        """Let the bots act when the player has no choice to make."""
        return self._carry(self.play.advance)

    def choose(self, action: Action) -> list[Event]:
        """Apply the player's action together with those of bots that can claim the same tile.

        All choices are made before any is applied. Raises IllegalAction; nothing is changed then.
        """
        return self._carry(lambda: self.play.choose(action))

    def proceed(self) -> list[Event]:
        """After a hand, deal the next one or end the game."""
        return self._carry(self.play.proceed)

    @property
    def began(self) -> datetime:
        """When the game began, as its record says; now, if it does not."""
        start = self.match.events[0]
        if isinstance(start, StartGame) and start.time:
            return datetime.fromisoformat(start.time)
        return datetime.now(UTC)

    def note_late(self, call: ActionKind) -> list[Event]:
        """Note in the record that the player said a call or a win too late.

        Raises IllegalAction when the hand is over.
        """
        return self._carry(lambda: self.play.note_late(call))

    def take_back(self, counts: Callable[[Options], bool] = is_free) -> Action | None:
        """Undo the player's latest decision of this hand for which ``counts`` is true, and return it.

        Returns None if there is none. Earlier hands are final; otherwise each could be replayed until it is
        won. Raises ValueError if the game does not allow it, and OSError if it cannot be saved; nothing is
        changed then.
        """
        # the reader of records is imported when a game needs it
        from engine.records.resumed_game import take_back

        with self._turn:
            back = None if self._closed else take_back(self.match, self.seat, counts)
            if back is None:
                return None
            if self._journal is not None:
                self._journal.rewrite(back.match.events)
            self.play.go_back(back.match)
            self._bot_failures.cut(len(back.match.events))
            return back.action

    def bot_failures(self, *, brief: bool = False) -> list[str]:
        """Messages about new failures of external bots, whose decisions were replaced."""
        return self._bot_failures.new(self.seating, brief=brief)

    def bot_failures_by_place(self) -> dict[int, list[str]]:
        """Messages about all bot failures, by the event index of the replacement action."""
        return self._bot_failures.by_place(self.seating)

    @property
    def absent(self) -> frozenset[int]:
        """Seats of external bots that ended too often and are not restarted."""
        return self._bot_failures.absent

    @property
    def thinker(self) -> int | None:
        """The seat of the bot whose turn it is; None while bots can claim a tile.

        Which bots can claim it is hidden, because that would reveal tiles of their hands.
        """
        turn = self.match.round.table.turn
        return turn if turn != self.seat and self.match.acting == (turn,) else None

    def waits_for(self, thinker: int | None) -> str:
        """A message about which player the game waits for; ``thinker`` is a seat or None."""
        if thinker is None:
            return t("session.thinking-others")
        return t("session.thinking", name=self.seating.names[thinker])

    def close(self) -> None:
        """Close the bots and wait for a step in progress. Later steps return no events."""
        self.play.close()
        with self._turn:
            self._closed = True

    def _carry(self, on: Callable[[], list[Event]]) -> list[Event]:
        """Run one step of the game and store its events before they are returned; raises NotAgreed."""
        if self.held:
            raise NotAgreed(", ".join(self.held))
        with self._turn:
            if self._closed:
                return []
            before = len(self.match.events)
            try:
                shown = on()
            except BotClosed:
                return []
            self._bot_failures.note(before, self.play.take_faults())
            if self._journal is not None:
                self._journal.append(self.match.events[before:])
            return shown


def _seated(match: Match, *, external: bool) -> Play:
    """Create the bots that a match names, without external ones unless they may play; raises NotThisTable."""
    bots: dict[int, Bot] = {}
    for seat, name in enumerate(match.names):
        if name == PERSON:
            continue
        try:
            if not is_external(name):
                bots[seat] = LateBot(name)
            elif external:
                bots[seat] = make_bot(name, external=True)
            else:
                BotCommand.parse(name)
        except UnknownBot as error:
            raise NotThisTable(str(error)) from None
    return Play(match, player_seat(match.names), bots)
