"""Recorded games for tests, each made once in a run: of bots, of a skilled player, and before a scene."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from ai.bots.registry import make_bot
from ai.play import PERSON, Players
from ai.review.game_review import review_hand
from ai.review.moments import HandReview
from ai.review.opinions import Disagreement
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.events import encode
from engine.match import Match
from engine.options import Options
from engine.records.read_file import file_bytes
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import timeline
from engine.rules import TENHOU, Ruleset
from engine.wall import PLAYERS
from tests.support.fresh_interpreter import ROOT
from tests.support.shared import shared
from tests.support.tui.sessions import caller, eager, options, play_on, sit_down
from tui.archive.archive import Archive, Unreadable
from tui.archive.archive_index import Index
from tui.archive.game_entries import BrokenRecord, GameEntry, RecordedMatch, read_match
from tui.database.open_database import DATABASE
from tui.demo import scene_files
from tui.demo.scene_files import PastGames, scenes
from tui.play.play_on import BranchSource, branch_source
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


class KeptFile(NamedTuple):
    """A file of a data folder; the index goes by its time too."""

    path: str
    data: bytes
    time: int

    def write(self, folder: Path) -> None:
        """Put it into a folder, unless there is one of that name."""
        path = folder / self.path
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.data)
            os.utime(path, ns=(self.time, self.time))


def write_games(past: PastGames, folder: Path, *, indexed: bool = True) -> None:
    """What ``game_history.write_games`` does, with the index, unless there is a database already."""
    for file in shared(f"games played before: {past}", lambda: _files(partial(_play, past))):
        if indexed or file.path.endswith(".jsonl"):
            file.write(folder)


def unpack(name: str, fill: Callable[[Path], object], folder: Path) -> Path:
    """The folder with all that ``fill`` puts into one, which it does once in a run under that name."""
    for file in shared(f"folder {name}", lambda: _files(fill)):
        file.write(folder)
    return folder


def _files(fill: Callable[[Path], object]) -> list[KeptFile]:
    with TemporaryDirectory() as name:
        home = Path(name)
        fill(home)
        files = [path for path in sorted(home.rglob("*")) if path.is_file()]
        return [
            KeptFile(path.relative_to(home).as_posix(), path.read_bytes(), path.stat().st_mtime_ns)
            for path in files
        ]


def _play(past: PastGames, home: Path) -> None:
    kept = _kept().get(str(past))
    if kept is None:
        scene_files.write_games(past, home)
    else:
        folder = Archive(home).path
        folder.mkdir(parents=True)
        for name, record in kept.items():
            (folder / name).write_text(record, encoding="utf-8", newline="")
    index(home)


KEPT = ROOT / "tests" / "data" / "games-before-scenes.json.gz"
"""The games that were played before the scenes: bots need seconds for them. ``make pictures`` writes it."""
KeptGames = dict[str, dict[str, str]]
"""The records by file name, for each past."""


@cache
def _kept() -> KeptGames:
    return msgspec.json.decode(gzip.decompress(KEPT.read_bytes()), type=KeptGames)


def played_before_scenes() -> bytes:
    """What ``KEPT`` has to hold, unpacked."""
    found: KeptGames = {}
    for past in {str(scene.games): scene.games for scene in scenes() if scene.games is not None}.values():
        with TemporaryDirectory() as home:
            scene_files.write_games(past, Path(home))
            found[str(past)] = {
                path.name: path.read_text(encoding="utf-8") for path in Archive(Path(home)).files()
            }
    return msgspec.json.encode(found)


def index(home: Path) -> None:
    """Bring the index of a data folder up to date."""
    found = Index(home)
    found.games()
    found.close()
    assert (home / DATABASE).exists()


def reviewed(
    rules: Ruleset, seat: int, hand: RecordedHand, found: Sequence[Disagreement] | None = None
) -> HandReview:
    """What ``review_hand`` gives."""
    record = b"\n".join(encode(event) for event in hand.events)
    name = f"review of seat {seat}: {msgspec.json.encode(rules)!r} {hand.number} {hand.first} {record!r}"
    return shared(name, partial(review_hand, rules, seat, hand, found))


BOTS = ("hayai", PERSON, "takame:novice", "tenpai")


def record(rules: Ruleset = TENHOU, seed: int = 11) -> tuple[ev.Event, ...]:
    """A game of bots; one of them has the name of the player."""
    return shared(f"record of bots: {rules.name} {seed}", lambda: _play_of_bots(rules, seed))


def _play_of_bots(rules: Ruleset, seed: int) -> tuple[ev.Event, ...]:
    match = Match(rules, seed, BOTS)
    players = Players({seat: make_bot("hayai" if name == PERSON else name) for seat, name in enumerate(BOTS)})
    while match.standings is None:
        if match.acting:
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        else:
            match.proceed()
    return tuple(match.events)


def sources(
    events: Sequence[ev.Event], rules: Ruleset = TENHOU, count: int = 10, seed: int = 0
) -> list[BranchSource]:
    """Some decisions of a record."""
    found = []
    for seat in range(PLAYERS):
        for index in timeline(rules, events, seat).decisions(seat):
            found.append((index, seat))
    sample = Random(seed).sample(found, min(count, len(found)))
    made = [branch_source(rules, events, index, seat, "game.jsonl") for index, seat in sample]
    assert [source and (source.point.index, source.seat) for source in made] == sample
    return [source for source in made if source is not None]


def early() -> BranchSource:
    """A decision at the beginning of the first hand."""
    return shared("early decision", _find_early)


def _find_early() -> BranchSource:
    seat = 2
    second = timeline(TENHOU, record(), seat).decisions(seat)[1]
    found = branch_source(TENHOU, record(), second, seat, "game.jsonl")
    assert found is not None
    assert found.point.step < 12
    assert found.point.hand.number == 1
    return found


class Listing(NamedTuple):
    """What looking at every file of an archive finds, the latest game first."""

    games: tuple[GameEntry, ...]
    broken: tuple[BrokenRecord, ...]


def listing(archive: Archive) -> Listing:
    """The games, and the files that are no game."""
    games, broken = [], []
    for path in archive.files():
        try:
            games.append(recorded_match(path).entry)
        except Unreadable as error:
            broken.append(BrokenRecord(path, str(error)))
    latest_first = sorted(games, key=lambda game: (game.began, game.path.name), reverse=True)
    return Listing(tuple(latest_first), tuple(broken))


def recorded_match(path: Path) -> RecordedMatch:
    """The game of a record; raises Unreadable."""
    return read_match(path, file_bytes(path), path.stat().st_mtime)
