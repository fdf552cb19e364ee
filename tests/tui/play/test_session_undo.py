"""Decisions are taken back: the game stands where it stood, bots know no more, and the record counts it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai.play import Play
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.furiten import FuritenKind
from engine.match import Match
from engine.options import Options
from engine.records import read_events, resume
from engine.rules import WRC
from engine.tiles import KIND_OF, TILE_OF, parse_tile
from engine.wall import Wall
from tests.support.ai.external_programs import lives, program
from tests.support.engine.deals import build_wall
from tests.support.tui.sessions import (
    Memory,
    caller,
    eager,
    folder_at,
    in_memory,
    options,
    play_on,
    sit_down,
    take_up,
)
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.i18n.texts import t
from tui.play.save import SaveFolder
from tui.play.session import PERSON, Pending, Session, option_difference

pytestmark = pytest.mark.usefixtures("quick_disk")

QUIET = ("tsumogiri",) * 3


def undoable(seed: int, rules: str = "wrc", **more: object) -> Any:
    """The options of a short game in which decisions may be taken back."""
    return options(seed, rules, undo=True, **more)


def to_decision(session: Session) -> None:
    """Let the bots play."""
    while session.pending is Pending.BOTS:
        session.advance()


def dealt(wall: Callable[[], Wall]) -> Session:
    """A hand from a named wall, the person East, the bots throwing what they draw."""
    match = Match(WRC, 0, (PERSON, *QUIET), walls=lambda header: wall(), takebacks=0)
    return Session(match, Memory())


def throwing(session: Session, tile: str, kind: ActionKind = ActionKind.DISCARD) -> Action:
    """The discard of that tile, or the riichi with it."""
    return next(each for each in session.options.of(kind) if each.tile == parse_tile(tile))


# -- where it goes back to ---------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [eager, caller])
def test_back_through_a_hand_each_decision_stands_as_it_stood(choose: Callable[[Options], Action]) -> None:
    session = in_memory(undoable(6, "tenhou"))
    stood: list[tuple[list[ev.Event], Options, Action]] = []
    while session.pending is not Pending.HAND_OVER:
        if session.pending is Pending.BOTS:
            session.advance()
            continue
        menu = session.options
        action = choose(menu)
        if len(menu.actions) > 1:
            stood.append((session.match.events[1:], menu, action))
        session.choose(action)
    assert len(stood) > 5
    for count, (events, menu, action) in enumerate(reversed(stood), 1):
        assert session.take_back() == action
        assert session.match.events[1:] == events
        assert session.options.actions == menu.actions
        assert session.view.furiten == menu.view.furiten
        assert session.takebacks == count
    assert session.take_back() is None, "the hand has no decision before its first"
    assert session.takebacks == len(stood)


def test_the_same_choice_again_ends_in_the_same_game() -> None:
    """Bots and wall are as they were: what is taken back and chosen again leaves no trace but the count."""
    straight = in_memory(undoable(12, "tenhou", length="east"))
    play_on(straight, caller)
    wandering = in_memory(undoable(12, "tenhou", length="east"))
    made = 0
    while wandering.pending is not Pending.GAME_OVER:
        if wandering.pending is Pending.HAND_OVER:
            wandering.take_back()
            wandering.take_back()
            finish(wandering, caller)
            wandering.proceed()
            continue
        to_decision(wandering)
        if wandering.pending is Pending.PERSON:
            wandering.choose(caller(wandering.options))
            made += 1
            if made % 3 == 0:
                wandering.take_back()
    assert (wandering.takebacks or 0) > 20
    assert wandering.match.events[1:] == straight.match.events[1:]


def finish(session: Session, choose: Callable[[Options], Action]) -> None:
    """Play to the end of the hand."""
    while session.pending not in (Pending.HAND_OVER, Pending.GAME_OVER):
        if session.pending is Pending.BOTS:
            session.advance()
        else:
            session.choose(choose(session.options))


def test_another_choice_takes_the_place_of_the_first() -> None:
    session = in_memory(undoable(6))
    play_on(session, decisions=4)
    to_decision(session)
    at, (first, *_, other) = len(session.match.events), session.options.of(ActionKind.DISCARD)
    session.choose(first)
    to_decision(session)
    assert session.take_back() == first
    session.choose(other)
    thrown = session.match.events[at]
    assert isinstance(thrown, ev.Dahai)
    assert TILE_OF[thrown.pai] == other.tile


def test_a_hand_that_is_settled_stays() -> None:
    session = in_memory(undoable(3, length="east"))
    finish(session, eager)
    session.proceed()
    to_decision(session)
    assert session.match.header.number + session.match.header.honba > 0
    assert session.take_back() is None


def test_forced_discards_of_a_riichi_do_not_count() -> None:
    """In riichi the drawn tile goes: taken back is the riichi itself, and the stick comes back with it."""
    session = dealt(
        lambda: build_wall(["123m456p78999s11z", "", "", ""], "9m2z3z4z 2z3z4z2z 3z", indicators="5z")
    )
    to_decision(session)
    riichi = next(
        action
        for action in session.options.of(ActionKind.RIICHI)
        if KIND_OF[action.tile or 0] == KIND_OF[parse_tile("9m")]
    )
    session.choose(riichi)
    while not session.view.me.riichi or session.pending is not Pending.PERSON:
        session.advance()
    assert (session.match.scores[0], session.view.table.riichi_sticks) == (
        WRC.start_points - WRC.riichi_bet,
        1,
    )
    assert len(session.options.actions) == 1
    session.choose(session.options.actions[0])
    assert session.take_back() == riichi
    assert (session.match.scores[0], session.view.table.riichi_sticks) == (WRC.start_points, 0)
    assert not session.view.me.riichi
    assert sum(session.match.scores) == 4 * WRC.start_points


def test_a_pass_that_is_taken_back_leaves_no_furiten() -> None:
    session = dealt(lambda: build_wall(["234m678m456p55p67s", "", "", ""], "9m8s3z4z2z", indicators="5z"))
    to_decision(session)
    session.choose(throwing(session, "9m"))
    to_decision(session)
    assert session.options.of(ActionKind.RON)
    session.choose(PASS)
    to_decision(session)
    assert [cause.kind for cause in session.view.furiten] == [FuritenKind.TEMPORARY]
    assert session.take_back() == PASS
    assert session.view.furiten == ()
    (ron,) = session.options.of(ActionKind.RON)
    session.choose(ron)
    assert session.outcome is not None
    assert session.outcome.wins[0].winner == session.seat


def test_what_counts_may_be_less() -> None:
    """Decisions that somebody else made for the person, such as a switch of the table, are passed over."""
    session = in_memory(undoable(6))
    play_on(session, decisions=8)
    to_decision(session)
    back = session.take_back(lambda menu: menu.view.my_turn and len(menu.actions) > 1)
    assert back is not None
    assert back.kind is not ActionKind.PASS


def test_nothing_is_taken_back_where_it_is_not_allowed() -> None:
    session = in_memory(options(6))
    play_on(session, decisions=3)
    before = list(session.match.events)
    with pytest.raises(ValueError, match="nothing is taken back"):
        session.take_back()
    assert session.match.events == before
    assert session.takebacks is None


def test_nor_when_the_game_is_over() -> None:
    session = in_memory(undoable(6))
    play_on(session)
    with pytest.raises(ValueError, match="over"):
        session.take_back()


def test_a_closed_session_takes_nothing_back() -> None:
    session = in_memory(undoable(6))
    play_on(session, decisions=3)
    session.close()
    assert session.take_back() is None


# -- the bots ----------------------------------------------------------------------------------------


class Listening:
    """A bot that writes down what it hears, and when it is told to forget."""

    name = "listening"

    def __init__(self) -> None:
        self.heard: list[ev.Event] = []
        self.forgot = 0

    def choose(self, view: Any, menu: Options) -> Action:
        return eager(menu)

    def observe(self, seat: int, events: Any) -> None:
        self.heard += events

    def reset(self) -> None:
        self.forgot += 1
        self.heard = []

    def take_faults(self) -> list[Any]:
        return []

    def close(self) -> None:
        pass


def test_who_listens_forgets_and_hears_again_what_counts() -> None:
    session = in_memory(undoable(6))
    bots = {seat: Listening() for seat in range(4) if seat != session.seat}
    session = Session(Play(session.match, session.seat, bots), Memory())
    play_on(session, decisions=5)
    session.take_back()
    session.choose(session.options.actions[0])
    to_decision(session)
    for seat, bot in bots.items():
        assert bot.forgot == 1
        told = [event for event in bot.heard if isinstance(event, ev.Dahai)]
        thrown = [event for event in session.match.events if isinstance(event, ev.Dahai)]
        assert told == thrown[: len(told)]
        assert sum(isinstance(event, ev.StartGame) for event in bot.heard) == 1
        assert all(
            event.pai == "?" for event in bot.heard if isinstance(event, ev.Tsumo) and event.actor != seat
        )


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up as POSIX does")
def test_a_program_outside_is_another_process_then(tmp_path: Path) -> None:
    asked = undoable(3, bots=(program("good", tmp_path / "lives"), "tenpai", "tenpai"))
    session = in_memory(asked)
    play_on(session, decisions=4)
    session.take_back()
    play_on(session)
    assert session.bot_failures() == []
    assert len(lives(tmp_path / "lives")) == 2


# -- the record --------------------------------------------------------------------------------------


def start_of(folder: SaveFolder) -> ev.StartGame:
    start = read_events(folder.game.read_bytes())[0]
    assert isinstance(start, ev.StartGame)
    return start


def test_the_record_says_that_it_is_allowed_and_how_often_it_was_done(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, undoable(6))
    assert start_of(folder).takebacks == 0
    play_on(session, decisions=5)
    session.take_back()
    session.take_back()
    assert start_of(folder).takebacks == 2
    assert read_events(folder.game.read_bytes()) == session.match.events
    folder.release()
    session = take_up(folder)
    assert session.takebacks == 2
    play_on(session, decisions=3)
    session.take_back()
    assert start_of(folder).takebacks == 3
    play_on(session)
    path = folder.archive(session.match)
    folder.release()
    assert path is not None
    assert path.parent.name == RECORDS
    assert execute(["verify", str(path)]) == 0


def test_a_record_without_it_is_as_before(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    sit_down(folder, options(6))
    assert b"takebacks" not in folder.game.read_bytes()
    folder.release()


def test_a_count_that_is_none_is_no_record(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    sit_down(folder, undoable(6))
    folder.release()
    folder.game.write_bytes(folder.game.read_bytes().replace(b'"takebacks":0', b'"takebacks":-1'))
    with folder:
        found = folder.load()
    assert found.match is None
    assert found.aside is not None


class Killed(BaseException):
    """The program is ended in the middle of what it does."""


@pytest.mark.parametrize("at", ["open", "fsync", "replace"])
def test_killed_while_it_takes_back_the_save_is_whole(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the new file is in its place there is the old one."""

    def kill(*_: Any, **__: Any) -> Any:
        raise Killed

    folder = folder_at(tmp_path)
    session = sit_down(folder, undoable(6))
    play_on(session, decisions=5)
    before = folder.game.read_bytes()
    where = {"open": (Path, "open"), "fsync": (os, "fsync"), "replace": (Path, "replace")}[at]
    with monkeypatch.context() as patched:
        patched.setattr(*where, kill)
        with pytest.raises(Killed):
            session.take_back()
    assert folder.game.read_bytes() == before
    folder.release()
    session = take_up(folder)
    assert session.takebacks == 0
    assert resume(session.match.events).used == len(session.match.events)
    session.take_back()
    assert start_of(folder).takebacks == 1
    folder.release()


def test_where_it_cannot_be_kept_nothing_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    folder = folder_at(tmp_path)
    session = sit_down(folder, undoable(6))
    play_on(session, decisions=5)
    before, events = folder.game.read_bytes(), list(session.match.events)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space"):
            session.take_back()
    assert (folder.game.read_bytes(), session.match.events) == (before, events)
    session.choose(eager(session.options))
    assert len(folder.game.read_bytes()) > len(before), "the game goes on"
    folder.release()


def test_cut_after_a_takeback_it_continues_before_that_decision(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, undoable(5, "tenhou"))
    play_on(session, decisions=6)
    session.take_back()
    menu, size = session.options.actions, folder.game.stat().st_size
    session.choose(menu[0])
    folder.release()
    folder.game.write_bytes(folder.game.read_bytes()[: size + 10])
    session = take_up(folder)
    assert (session.options.actions, session.takebacks) == (menu, 1)
    folder.release()


# -- how a game is asked for -------------------------------------------------------------------------


def test_an_unfinished_game_without_it_is_another_one() -> None:
    plain, undo = in_memory(options(6)).match, in_memory(undoable(6)).match
    assert option_difference(plain, undoable(6)) == (t("session.no-undo"))
    assert option_difference(undo, undoable(6)) is None
    assert option_difference(undo, options(6)) is None, "who does not ask for it goes on all the same"
