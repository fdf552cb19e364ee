"""The games that were played before a scene, their index and their reviews: each is made once in a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from engine.records.hands import hands_of

from ai.review.game_review import review_hand
from ai.review.moments import HandReview
from engine.events import Event, encode
from engine.rules import Ruleset
from engine.view import mask
from tests.support.shared import shared
from tui.archive.archive_index import Index
from tui.database.open_database import DATABASE
from tui.demo import scene_history
from tui.demo.scene_history import PastGames


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
    scene_history.write_games(past, home)
    index(home)


def index(home: Path) -> None:
    """Bring the index of a data folder up to date."""
    found = Index(home)
    found.games()
    found.close()
    assert (home / DATABASE).exists()


def reviews(rules: Ruleset, events: Sequence[Event], seat: int) -> Iterator[HandReview]:
    """What ``hand_reviews`` gives, hand by hand."""
    record = b"\n".join(encode(event) for event in events)
    name = f"review of seat {seat}: {msgspec.json.encode(rules)!r} {record!r}"
    for number, hand in enumerate(hands_of([mask(event, seat) for event in events])):
        yield shared(f"{name} {number}", partial(review_hand, rules, seat, hand))
