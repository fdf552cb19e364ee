"""Play on from a decision of a record: choose how, open the game, and keep its own record."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

import msgspec

from ai.bot import UnknownBot
from ai.bots.registry import check_bot
from ai.mjai.command import is_external
from ai.play import PERSON, Pending
from ai.rollouts.deals import deal_anew
from ai.rollouts.hidden_tiles import NoDeal
from engine.dice import Dice
from engine.events import Event, StartGame
from engine.match import Match
from engine.records import RecordError
from engine.records.branch import (
    BranchPoint,
    BranchTerms,
    Dealt,
    Ends,
    branch_off,
    branch_point,
    is_whole_wall_known,
    wall_as_it_was,
)
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import EAST, Kind
from engine.view import mask
from engine.wall import PLAYERS, Wall
from tui.archive.archive import Archive
from tui.i18n.texts import t
from tui.play.game_file import GameFile
from tui.play.options import OPPONENTS
from tui.play.session import DEFAULT_BOTS, SEEDS, Session
from tui.system.files import os_error_text


class CannotBranch(Exception):
    """The game cannot go on from there; the message is for the player."""


class BranchSource(msgspec.Struct, frozen=True):
    """A decision of a seat in a record, from which the player may go on."""

    rules: Ruleset
    events: Sequence[Event]
    """The record of one game."""
    point: BranchPoint
    file: str = ""
    """The name of the record's file, if it has one."""

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.point.seat

    @property
    def code(self) -> str:
        """The short code of the position."""
        return f"{self.point.hand.number}.{self.point.step}"

    @property
    def turn(self) -> int:
        """How many turns of the seat have begun in the hand."""
        heard = [mask(event, self.seat) for event in self.point.hand.events]
        return sum(
            stop <= self.point.step for stop in timeline(self.rules, heard, self.seat).turns(self.seat)
        )

    @property
    def wind(self) -> Kind:
        """The seat's wind."""
        return EAST + (self.seat - self.point.hand.start.oya) % PLAYERS

    @property
    def names(self) -> tuple[str, ...]:
        """The players of the record by seat; empty names where it has none."""
        start = self.events[0]
        named = start.names if isinstance(start, StartGame) else []
        return (*named, *[""] * PLAYERS)[:PLAYERS]

    @property
    def knows_wall(self) -> bool:
        """Whether the record has the whole wall, and not only the tiles that it shows."""
        return is_whole_wall_known(self.rules, self.events, self.point.hand)


class BranchChoice(msgspec.Struct, frozen=True):
    """How the player wants to go on."""

    bots: tuple[str, ...]
    """On the right, across and on the left."""
    dealt: Dealt = "as-it-was"
    ends: Ends = "hand"


def branch_source(
    rules: Ruleset, events: Sequence[Event], index: int, seat: int, file: str = ""
) -> BranchSource | None:
    """The seat's decision after the event of that index in the record, else its next one in the hand.

    After the last one in the hand it is the last one. None if the seat decides nothing in that hand, or if
    the index is outside of hands.
    """
    line = timeline(rules, events, seat)
    try:
        hand = line.hand_at(index)
    except IndexError:
        return None
    stops = [
        stop for stop in line.decisions(seat) if hand.first - 1 <= stop < hand.first - 1 + len(hand.events)
    ]
    if not stops:
        return None
    chosen = next((stop for stop in stops if stop >= index), stops[-1])
    return BranchSource(rules, events, branch_point(events, chosen, seat), file)


def usual_bots(source: BranchSource) -> tuple[str, ...]:
    """The bots to play against: those of the record, and default ones in the seats of others.

    Programs that a record names are not started: records come from anywhere.
    """
    around = [source.names[(source.seat + step) % PLAYERS] for step in range(1, OPPONENTS + 1)]
    return tuple(name if _is_ours(name) else usual for name, usual in zip(around, DEFAULT_BOTS, strict=True))


def _is_ours(name: str) -> bool:
    if is_external(name):
        return False
    try:
        check_bot(name)
    except UnknownBot:
        return False
    return True


class BranchGame:
    """A game that goes on from a record, and its own record in the archive.

    ``close`` has to be called when it is left.
    """

    def __init__(
        self, session: Session, source: BranchSource, file: GameFile | None, fault: str = ""
    ) -> None:
        self.session = session
        self.source = source
        self.fault = fault
        """Why the game is not kept; empty if it is."""
        self._file = file

    @property
    def match(self) -> Match:
        """The game."""
        return self.session.match

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.session.pending is Pending.GAME_OVER

    def close(self, archive: Archive) -> Path | None:
        """The bots leave, and the record gets its final name; None if there is none.

        A record without a decision of the player is removed.
        """
        self.session.close()
        if self._file is None:
            return None
        self._file.close()
        path = self._file.path
        with suppress(OSError):
            if len(self.match.events) <= self.match.played_from:
                path.unlink()
                return None
            if self.over:
                return archive.keep(path, self.match)
        return path


def open_branch(
    source: BranchSource,
    choice: BranchChoice,
    archive: Archive,
    time: str | None = None,
    seed: int | None = None,
) -> BranchGame:
    """Sit down at that decision. The new record is in the archive at once; the other one stays as it is.

    The player has chosen the bots. ``seed`` deals what is dealt at random; None for any. Raises CannotBranch.
    """
    try:
        match = branch_match(source, choice, time, seed)
    except NoDeal:
        raise CannotBranch(t("branch.no-deal")) from None
    except RecordError as error:
        raise CannotBranch(t("branch.bad-record", reason=error)) from None
    file, fault = None, ""
    try:
        file = GameFile(archive.free_path(match))
        file.create(match.events)
    except OSError as error:
        file, fault = None, os_error_text(error)
    return BranchGame(Session(match, file, agreed=True), source, file, fault)


def branch_match(
    source: BranchSource, choice: BranchChoice, time: str | None = None, seed: int | None = None
) -> Match:
    """The game at that decision, with the player in the seat. Raises RecordError and NoDeal."""
    chance = SystemRandom().randrange(SEEDS) if seed is None else seed
    around = (PERSON, *choice.bots)
    start = source.events[0]
    own = start.seed if isinstance(start, StartGame) and source.knows_wall else None
    # the walls of the following hands are those of the game, unless the tiles are dealt anew
    following = own if isinstance(own, int) and choice.dealt == "as-it-was" else chance
    terms = BranchTerms(
        names=tuple(around[(seat - source.seat) % PLAYERS] for seat in range(PLAYERS)),
        seed=following,
        dealt=choice.dealt,
        ends=choice.ends,
        file=source.file,
        time=time,
    )
    return branch_off(source.rules, source.point, _wall(source, choice.dealt, chance), terms)


def _wall(source: BranchSource, dealt: Dealt, seed: int) -> Wall:
    hand = source.point.hand
    if dealt == "as-it-was":
        return wall_as_it_was(source.rules, source.events, hand, Dice(seed))
    heard = hand.events[: source.point.step + 1]
    return deal_anew(source.rules, source.seat, heard, seed).wall.dealt_again()
