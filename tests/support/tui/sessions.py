"""Sessions for tests, in memory or in a folder, and players who take every win and declare every riichi."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from engine.actions import Action, ActionKind
from engine.events import Event
from engine.options import Options
from engine.tiles import KIND_OF
from tui.archive.archive import RECORDS
from tui.play.play_options import PlayOptions
from tui.play.save import SaveFolder
from tui.play.session import Pending, Session, Setup
from tui.play.start_game import begin, load

WINS = (ActionKind.TSUMO, ActionKind.RON, ActionKind.RIICHI)
NOON = datetime(2024, 5, 17, 12, 0)


def folder_at(path: Path) -> SaveFolder:
    """A folder of saves for which it is always noon."""
    return SaveFolder(path, clock=lambda: NOON)


def options(seed: int, rules: str = "wrc", **more: object) -> PlayOptions:
    details = {"length": "hand", "bots": ("hayai", "mamori", "takame")} | more
    return PlayOptions(rules=rules, seed=seed, **details)  # type: ignore[arg-type]


def eager(menu: Options) -> Action:
    """Win, declare riichi, pass calls; otherwise discard the drawn tile, or the first one after a call."""
    for kind in (*WINS, ActionKind.PASS):
        if menu.of(kind):
            return menu.of(kind)[0]
    discards = menu.of(ActionKind.DISCARD)
    return next((action for action in discards if action.tsumogiri), discards[0])


def caller(menu: Options) -> Action:
    """Win, call everything that can be called, discard honours first."""
    for kind in (ActionKind.TSUMO, ActionKind.RON, *ActionKind):
        if kind not in (ActionKind.DISCARD, ActionKind.RIICHI, ActionKind.PASS) and menu.of(kind):
            return menu.of(kind)[0]
    return max(menu.of(ActionKind.DISCARD) or menu.actions, key=lambda action: KIND_OF[action.tile or 0])


def play_on(session: Session, choose=eager, *, decisions: int | None = None) -> int:  # type: ignore[no-untyped-def]
    """Play until that many decisions were made, or to the end; returns how many were."""
    made = 0
    while session.pending is not Pending.GAME_OVER:
        match session.pending:
            case Pending.BOTS:
                session.advance()
            case Pending.HAND_OVER:
                session.proceed()
            case Pending.PERSON:
                if made == decisions:
                    break
                session.choose(choose(session.options))
                made += 1
    return made


class Memory:
    """A journal that forgets everything."""

    def append(self, events: Sequence[Event]) -> None:
        pass

    def rewrite(self, events: Sequence[Event]) -> None:
        pass


def in_memory(asked: PlayOptions) -> Session:
    """A new game that is not saved."""
    return Session(Setup.of(asked).match(), Memory(), agreed=True)


def sit_down(folder: SaveFolder, asked: PlayOptions) -> Session:
    folder.acquire()
    return begin(folder, asked)


def left_game(path: Path, asked: PlayOptions, choose=eager, *, decisions: int | None = None) -> SaveFolder:  # type: ignore[no-untyped-def]
    """The folder of a game that was begun there, played on, and left."""
    folder = folder_at(path)
    play_on(sit_down(folder, asked), choose, decisions=decisions)
    folder.release()
    return folder


def take_up(folder: SaveFolder) -> Session:
    folder.acquire()
    session, aside = load(folder)
    assert session is not None, aside
    return session


def kept_record(home: Path) -> bytes:
    """The one record in a folder."""
    (kept,) = (home / RECORDS).iterdir()
    return kept.read_bytes()
