"""A record at one of its positions: opened from a file, stepped through, seen by a seat, and its review."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.actions import Action
from engine.records.annotations import Annotations
from engine.records.read_file import file_bytes, games_of, shown_name
from engine.records.recorded_choices import RecordError, action_taken
from engine.records.recorded_game import player_names, shown_seats
from engine.records.replay import replayed
from engine.records.timeline import Position, Stops, Timeline, next_stop, previous_stop, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView, mask
from engine.wall import PLAYERS
from tui.archive.archive import began_at
from tui.config.actions import MAX_QUOTE
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.i18n import t
from tui.play.session import EndedHand
from tui.words.names import Seating, recorded_name

_CODE = re.compile(r"([1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})", re.ASCII)


class BadCode(ValueError):
    """A text is no code, or the record has no such position. The message is one line for the player."""


class PositionCode(NamedTuple):
    """A position of a record: its hand, from 1, and the event in the hand, from 0 for start_kyoku."""

    hand: int
    step: int

    def __str__(self) -> str:
        return f"{self.hand}.{self.step}"


def read_position_code(text: str) -> PositionCode:
    """The code in a text such as ``5.23``; raises BadCode."""
    found = _CODE.fullmatch(text.strip())
    if found is None:
        raise BadCode(t("position-code.bad", code=text[:MAX_QUOTE]))
    return PositionCode(int(found[1]), int(found[2]))


def code_of(position: Position) -> PositionCode:
    """The code of a position."""
    return PositionCode(position.hand.number, position.hand.indexes.index(position.index))


def index_of(line: Timeline, code: PositionCode) -> int:
    """The index in the record of the event of a code; raises BadCode if the record has no such position."""
    if code.hand > len(line.hands):
        raise BadCode(t("position-code.no-hand", code=code, count=len(line.hands)))
    hand = line.hands[code.hand - 1]
    if code.step >= len(hand.events):
        raise BadCode(t("position-code.no-step", code=code, hand=code.hand, last=len(hand.events) - 1))
    return hand.indexes[code.step]


def command_line(
    file: str | Path, code: PositionCode, seat: int | None = None, game: int | None = None
) -> str:
    """The command that opens a position again, quoted for the shell: ``furiten replay FILE --at 5.23``.

    ``seat`` is the seat that looks, from 0, and ``game`` the number of the game in the file, from 1; None
    leaves the choice to the command.
    """
    words = ["furiten", "replay", str(file), "--at", str(code)]
    words += [] if seat is None else ["--seat", str(seat)]
    words += [] if game is None else ["--game", str(game)]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


class ReplayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a file, to be replayed."""

    file: Path
    rules: Ruleset
    events: Sequence[ev.Event]
    """Read by ``engine.records.read_file.games_of``."""
    cut: str | None = None
    """Why the record stops before the game is over, in one line; None for a whole game."""
    number: int | None = None
    """Which game of the file it is, from 1; None if the file has only this one."""
    began: datetime | None = None
    """When the game began, in UTC; None if nothing says so."""
    annotations: Annotations = msgspec.field(default_factory=dict)
    """The comments and bookmarks that the record itself holds."""

    @property
    def began_at(self) -> datetime:
        """When the game began, in UTC: what is known, else what its record or file says, else now."""
        return began_at(self.events, self.file) if self.began is None else self.began

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat; a record without names has empty ones."""
        return player_names(self.events)

    @property
    def own_seat(self) -> int | None:
        """The seat of the player of this program, None unless exactly one seat has that name."""
        return self.names.index(PERSON) if self.names.count(PERSON) == 1 else None


class StopKind(StrEnum):
    """Where a replay can stop."""

    EVENT = "event"
    TURN = "turn"
    """A turn of the seat that looks has begun."""
    DECISION = "decision"
    """That seat had to choose."""
    HAND = "hand"
    MARK = "mark"
    """A marked moment, a comment or a bookmark."""


class Replay:
    """A record at one position, as one seat sees it.

    ``index`` is the index in the record of the last event that has happened. With ``opened`` the hands of all
    seats are open. Raises RecordError if the record hides every hand, IndexError for a seat that it hides.
    """

    def __init__(self, game: ReplayedGame, seat: int | None = None, at: PositionCode | None = None) -> None:
        self.game = game
        self.seats = shown_seats(game.events)
        """The seats whose hands the record shows."""
        if not self.seats or not any(isinstance(event, ev.StartKyoku) for event in game.events):
            raise RecordError("the record shows no hand")
        own = game.own_seat if game.own_seat in self.seats else None
        wanted = own if seat is None else seat
        self.seat = self.seats[0] if wanted is None else wanted
        if self.seat not in self.seats:
            raise IndexError(f"the record hides the hand of seat {self.seat}")
        self.opened = False
        """Whether the hands of the other seats are shown."""
        self.shows_wall = False
        """Whether the next draws are told."""
        self.marks: Stops = ()
        """The positions of marked moments, comments and bookmarks, ascending."""
        self._lines: dict[int | None, Timeline] = {}
        self.index = self.line.deals[0] if at is None else index_of(self.line, at)

    # -- the record ----------------------------------------------------------------------------------

    @property
    def line(self) -> Timeline:
        """The positions as the seat that looks sees them."""
        return self._line(self.seat)

    @property
    def may_open(self) -> bool:
        """Whether the record shows all four hands."""
        return len(self.seats) == PLAYERS

    @property
    def position(self) -> Position:
        return self.line.at(self.index)

    @property
    def views(self) -> tuple[SeatView, ...]:
        """The views of all seats at the present position; raises RecordError if the record hides a hand."""
        return self._line(None).at(self.index).views

    @property
    def code(self) -> PositionCode:
        return code_of(self.position)

    @property
    def seating(self) -> Seating:
        """The players as sentences name them, from the seat that looks."""
        return self.seating_from(self.seat)

    def seating_from(self, seat: int) -> Seating:
        """The players as sentences name them, from that seat: the player of this program alone is ``you``."""
        own, given = self.game.own_seat, enumerate(self.game.names, 1)
        told = [name or t("replay.unnamed", number=number) for number, name in given]
        seating = Seating.at_table(told, seat if own is None else own, recorded_name)
        if own is None or own == seat:
            return seating
        names = (*seating.names[:own], t("exported.person"), *seating.names[own + 1 :])
        return replace(seating, names=names, seat=seat, plays=False)

    @property
    def following(self) -> ev.Event | None:
        """The next event as the seat sees it; None at the end of a hand."""
        return self.position.next_event

    @property
    def last(self) -> int:
        """The index of the last position."""
        return self.line.indexes[-1]

    @property
    def heard(self) -> tuple[ev.Event, ...]:
        """The events of the game that the seat has seen up to the present position."""
        return tuple(mask(event, self.seat) for event in self.game.events[: self.index + 1])

    # -- moving --------------------------------------------------------------------------------------

    def stops(self, kind: StopKind) -> Stops:
        match kind:
            case StopKind.TURN:
                return self.line.turns(self.seat)
            case StopKind.DECISION:
                return self.line.decisions(self.seat)
            case StopKind.HAND:
                return self.line.deals
            case StopKind.MARK:
                return self.marks
            case _:
                return self.line.indexes

    def step(self, kind: StopKind, way: int) -> bool:
        """Go to the next position of that kind, or with -1 to the one before; return whether there is one.

        Backwards by hands, the beginning of the present hand comes first.
        """
        stops = self.stops(kind)
        found = next_stop(stops, self.index) if way > 0 else previous_stop(stops, self.index)
        if found is None:
            return False
        self.index = found
        return True

    def go_to(self, index: int) -> None:
        """Go to the position of that index; raises IndexError outside of hands."""
        self.line.hand_at(index)
        self.index = index

    def to_end_of_hand(self, *, last: bool) -> None:
        """Go to the first or the last position of the hand."""
        self.index = self.line.hand_at(self.index).indexes[-1 if last else 0]

    def next_seat(self) -> None:
        """Look from the next seat whose hand the record shows."""
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]

    # -- what is seen --------------------------------------------------------------------------------

    def desk(self, settings: DeskSettings) -> Desk:
        """The desk of the seat at the present position.

        Where the seat had to choose, the choice is open, with the cursor on the tile that it discarded.
        """
        hand = self.line.hand_at(self.index)
        heard = hand.until(self.index)
        desk = Desk.after(heard, self.seating, self.game.rules, settings)
        if self.index in self.stops(StopKind.DECISION):
            desk.offer()
            _point_at(desk, hand.events[len(heard) :])
        desk.revealed = self._revealed(desk)
        return desk

    def _revealed(self, desk: Desk) -> dict[int, tuple[Tile, ...]]:
        """The concealed tiles of other seats that are shown: all, or those of winners."""
        event = self.position.event
        shown = range(PLAYERS) if self.opened else ()
        if isinstance(event, ev.Hora):
            shown = (*shown, event.actor)
        seats = {seat for seat in shown if seat != self.seat} & set(self.seats)
        if not seats or not self.may_open:
            return {}
        views = self.views
        return {seat: tuple(views[seat].hand.sorted()) for seat in sorted(seats)}

    @property
    def played(self) -> Action | None:
        """The choice of the seat at the present decision; None without one, or if the record hides it."""
        if self.index not in self.stops(StopKind.DECISION):
            return None
        hand, position = self.line.hand_at(self.index), self.position
        return action_taken(position.view, hand.after(self.index))

    def next_draws(self) -> tuple[ev.Tsumo, ...]:
        """The draws that follow in this hand, with their tiles if the record shows that seat's hand."""
        hand = self._line(None if self.may_open else self.seat).hand_at(self.index)
        return tuple(event for event in hand.after(self.index) if isinstance(event, ev.Tsumo))

    @property
    def hand_is_over(self) -> bool:
        event = self.following
        return event is None or isinstance(event, ev.EndKyoku | ev.EndGame)

    def ended(self) -> EndedHand | None:
        """The present hand with its result; None if it is in play, or if the rules do not lead to its end."""
        hand = self._line(None if self.may_open else self.seat).hand_at(self.index)
        if not self.hand_is_over or not self.may_open:
            return None
        try:
            (game,) = replayed(hand.events, self.game.rules)
        except RecordError:
            return None
        if game.outcome is None:
            return None
        events = [mask(event, self.seat) for event in hand.events]
        record = self.game.events[: hand.indexes.stop]
        return EndedHand(game.view(self.seat), game.outcome, self.seating, events, record=record)

    def add(self, events: Sequence[ev.Event]) -> None:
        """Add events to the end of the record: those of a game that goes on. The position stays."""
        self.game = replace(self.game, events=(*self.game.events, *events))
        self._lines.clear()

    def _line(self, seat: int | None) -> Timeline:
        if seat not in self._lines:
            self._lines[seat] = timeline(self.game.rules, self.game.events, seat)
        return self._lines[seat]


def _point_at(desk: Desk, later: Sequence[ev.Event]) -> None:
    """Put the cursor on the tile that the seat discards next, if that is what it chose."""
    choice = desk.choice
    if choice is None or not choice.on_turn:
        return
    for event in later[:2]:
        if isinstance(event, ev.Dahai) and event.actor == desk.seating.seat:
            tile = TILE_OF[event.pai]
            places = [place for place, held in enumerate(choice.tiles) if held == tile]
            if places:
                choice.move_to(places[-1] if event.tsumogiri else places[0])
        elif not isinstance(event, ev.Reach):
            return


_HAND = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_TURN = re.compile(r"[tT]([1-9][0-9]{0,2})", re.ASCII)


def read_jump(replay: Replay, text: str) -> int:
    """The index in the record of the position that a text names; raises BadCode, in one line."""
    text = text.strip()
    if found := _TURN.fullmatch(text):
        number = int(found[1])
        # the position in which that own turn of the present hand has begun, from 1
        hand = replay.line.hand_at(replay.index)
        turns = [stop for stop in replay.line.turns(replay.seat) if stop in hand.indexes]
        if number > len(turns):
            raise BadCode(t("replay.jump.no-turn", number=number, count=len(turns)))
        return turns[number - 1]
    if _HAND.fullmatch(text):
        return index_of(replay.line, PositionCode(int(text), 0))
    return index_of(replay.line, read_position_code(text))


def read_games(file: Path) -> tuple[ReplayedGame, ...]:
    """The games of a file; raises ClickException in one line that names the file."""
    try:
        found = games_of(file_bytes(file))
    except OSError as error:
        raise click.ClickException(f"{shown_name(file)}: {error.strerror or error}") from None
    except RecordError as error:
        raise click.ClickException(f"{shown_name(file)}: {error}") from None
    return tuple(
        ReplayedGame(
            file=file,
            rules=game.rules,
            events=tuple(game.events),
            cut=game.cut,
            number=number if len(found) > 1 else None,
            annotations=game.annotations,
        )
        for number, game in enumerate(found, 1)
    )


def open_replay(
    file: Path, seat: int | None = None, at: str | None = None, number: int | None = None
) -> Replay:
    """A replay of a game of that file.

    ``at`` is a position such as ``5.23``, ``number`` which game it is, from 1. Raises ClickException, in one
    line that names what is wrong.
    """
    games = read_games(file)
    if number is None and len(games) > 1:
        raise click.ClickException(t("replay-command.several", file=file, count=len(games)))
    if number is not None and number > len(games):
        raise click.ClickException(t("replay-command.no-game", file=file, number=number, count=len(games)))
    return replay_of(games[(number or 1) - 1], seat, at)


def replay_of(game: ReplayedGame, seat: int | None = None, at: str | None = None) -> Replay:
    """A replay of a game; raises ClickException."""
    try:
        return Replay(game, seat, None if at is None else read_position_code(at))
    except (BadCode, RecordError) as error:
        raise click.ClickException(f"{shown_name(game.file)}: {error}") from None
    except IndexError:
        raise click.ClickException(t("replay-command.no-seat", file=game.file, seat=seat)) from None
