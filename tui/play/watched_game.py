"""A game of four bots that one only looks at, kept as a record. It is independent of any screen."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from ai.bot import BotClosed
from ai.bots.registry import check_bot, make_bot
from ai.mjai.command import display_name
from ai.play import Players, PublicFault
from engine.events import Event
from engine.match import Match
from tui.archive.archive import Archive
from tui.play.play_options import PlayOptions
from tui.play.save import NewRecord
from tui.play.session import BotFailures, rules_and_seed
from tui.words.names import Seating

WATCHED_BOTS = ("hayai:expert", "mamori:expert", "takame:expert", "hayai")


class WatchedGame:
    """Four bots at a table. Events are on the disk before ``advance`` returns them.

    ``advance`` may be called from any thread, one call at a time; ``close`` ends it early.
    """

    def __init__(self, match: Match, archive: Archive) -> None:
        """The bots are those that the match names, which the player has chosen. Raises UnknownBot."""
        self.match = match
        self._players = Players(
            {seat: make_bot(name, external=True) for seat, name in enumerate(match.names)}
        )
        self._failures = BotFailures()
        self._turn = Lock()
        self._closed = False
        self._record = NewRecord(archive, match)
        self._unkept = archive.path / "unkept.jsonl"

    @classmethod
    def of(cls, options: PlayOptions, archive: Archive, time: str | None = None) -> WatchedGame:
        """A new game with these options and the defaults; raises UnknownRuleset, UnknownBot."""
        rules, seed = rules_and_seed(options)
        bots = options.bots or WATCHED_BOTS
        for bot in bots:
            check_bot(bot)
        return cls(Match(rules, seed, bots, time=time), archive)

    @property
    def path(self) -> Path:
        """The file of the record, also if it could not be written."""
        return self._record.path or self._unkept

    @property
    def fault(self) -> str:
        """Why the game is not kept; empty if it is."""
        return self._record.fault

    @property
    def over(self) -> bool:
        return self.match.standings is not None

    def advance(self) -> list[Event]:
        """Play one step, and return its events; none if the game is over or was closed.

        Raises OSError if they cannot be written.
        """
        with self._turn:
            if self._closed or self.over:
                return []
            before = len(self.match.events)
            try:
                self._step()
            except BotClosed:
                return []
            faults = self._players.take_faults()
            self._failures.note(before, [PublicFault(seat, each.kind, each.why) for seat, each in faults])
            new = self.match.events[before:]
            if self._record.file is not None:
                self._record.file.append(new)
            return new

    def _step(self) -> None:
        if self.match.acting:
            self.match.step({seat: self._players.choose(self.match, seat) for seat in self.match.acting})
        else:
            self.match.proceed()
            if self.over:
                self._players.close(self.match)

    @property
    def seating(self) -> Seating:
        """The four players, with names in the current language."""
        return Seating.of_onlooker([display_name(name) for name in self.match.names])

    def bot_failures(self) -> list[str]:
        """Messages about new failures of external bots, whose decisions were replaced."""
        return self._failures.new(self.seating, brief=True)

    def close(self) -> Path | None:
        """The bots leave, and the record gets its final name, marked if it is unfinished.

        Returns its path, None if it was not kept: a game in which nothing was played is not. A step in
        progress ends first.
        """
        if not self.over:
            self._players.close()
        with self._turn:
            self._closed = True
            return self._record.close(self.match)
