"""Games for tests of the archive: bots, and a player who takes every win and declares every riichi."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ai.bots.registry import make_bot
from engine.actions import Action, ActionKind
from engine.options import Options
from engine.records.read_file import file_bytes
from tests.support.shared import shared
from tests.support.tui.sessions import caller, eager, options, play_on, sit_down
from tui.archive.archive import Archive, Unreadable
from tui.archive.game_entries import ANY_GAME, BrokenRecord, GameEntry, GameFilter, RecordedMatch, read_match
from tui.play.save import SaveFolder
from tui.play.session import Session


def skilled(menu: Options) -> Action:
    """What a bot does that is after wins."""
    return make_bot("tenpai").choose(menu.view, menu)


def shy(menu: Options) -> Action:
    """The same, but for wins, which it lets go."""
    chosen = skilled(menu)
    return let_go(menu) if chosen.kind in (ActionKind.TSUMO, ActionKind.RON) else chosen


def let_go(menu: Options) -> Action:
    """Pass, or discard the drawn tile."""
    passes = menu.of(ActionKind.PASS)
    return passes[0] if passes else next(each for each in menu.of(ActionKind.DISCARD) if each.tsumogiri)


class Game(NamedTuple):
    """A game to be played."""

    seed: int
    day: int
    """Of November 2026."""
    hour: int = 13
    rules: str = "wrc"
    length: str = "hand"
    bots: tuple[str, ...] = ("hayai", "mamori", "takame")
    decisions: int | None = None
    """After so many the game is left for a new one; None plays to the end."""
    undo: bool = False
    takebacks: int = 0
    player: Callable[[Options], Action] = eager

    @property
    def began(self) -> datetime:
        """In local time."""
        return datetime(2026, 11, self.day, self.hour)


GAMES = (
    Game(seed=7, day=1, hour=23),
    Game(seed=7, day=2, rules="tenhou", length="east", bots=("hayai", "hayai", "hayai"), player=caller),
    Game(seed=3, day=2, hour=0, rules="ema", undo=True, takebacks=2),
    Game(seed=11, day=4, rules="tenhou", decisions=4),
    Game(seed=12, day=5, undo=True),
)


def put_records(home: Path, games: tuple[Game, ...]) -> None:
    """Put the records of these games there: they are played once in a run of the tests."""
    folder = Archive(home).path
    folder.mkdir(parents=True, exist_ok=True)
    named = [(*game[:-1], game.player.__name__) for game in games]
    for name, data in shared(f"records of {named}", lambda: _records(games)).items():
        (folder / name).write_bytes(data)


def _records(games: tuple[Game, ...]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as home:
        for game in games:
            play(Path(home), game)
        return {path.name: path.read_bytes() for path in Archive(Path(home)).files()}


def play(home: Path, game: Game) -> Session:
    """Play a game and put it to the records."""
    folder = SaveFolder(home, clock=lambda: game.began)
    session = sit_down(
        folder, options(game.seed, game.rules, length=game.length, bots=game.bots, undo=game.undo)
    )
    for _ in range(game.takebacks):
        play_on(session, game.player, decisions=1)
        session.take_back()
    play_on(session, game.player, decisions=game.decisions)
    folder.archive(session.match)
    folder.release()
    return session


class Listing(NamedTuple):
    """What looking at every file of an archive finds, the latest game first."""

    games: tuple[GameEntry, ...]
    broken: tuple[BrokenRecord, ...]


def recorded_match(path: Path) -> RecordedMatch:
    """The game of a record; raises Unreadable."""
    return read_match(path, file_bytes(path), path.stat().st_mtime)


def listing(archive: Archive, wanted: GameFilter = ANY_GAME) -> Listing:
    """The games that fit, and the files that are no game."""
    games, broken = [], []
    for path in archive.files():
        try:
            games.append(recorded_match(path).entry)
        except Unreadable as error:
            broken.append(BrokenRecord(path, str(error)))
    latest_first = sorted(games, key=lambda game: (game.began, game.path.name), reverse=True)
    return Listing(tuple(filter(wanted.fits, latest_first)), tuple(broken))
