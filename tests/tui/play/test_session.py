"""A session: one person and three bots who see only their seats, and decisions that are taken back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from ai.play import Play
from engine import events as ev
from engine.actions import Action, ActionKind, IllegalAction
from engine.match import Match
from engine.options import Options
from engine.rules import PRESETS, WRC
from engine.tiles import KIND_OF, parse_tile
from engine.view import SeatView
from engine.wall import Wall
from tests.support.ai.external_programs import lives, program
from tests.support.engine.deals import build_wall
from tests.support.nightly import at_night
from tests.support.tui.sessions import (
    Memory,
    caller,
    eager,
    folder_at,
    in_memory,
    left_game,
    options,
    play_on,
    sit_down,
)
from tui.archive.archive import RECORDS
from tui.i18n import t
from tui.play.play_options import PlayOptions
from tui.play.session import (
    PERSON,
    NotThisTable,
    Pending,
    Session,
    Setup,
    option_difference,
    player_seat,
)
from tui.play.start_game import open_for_play, summary


def test_the_starting_seat_comes_from_the_seed() -> None:
    seats = [Setup.of(options(seed)).seat for seed in range(40)]
    assert seats == [Setup.of(options(seed)).seat for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}


def test_a_seed_is_drawn_where_none_is_given() -> None:
    seeds = {Setup.of(PlayOptions()).seed for _ in range(10)}
    assert len(seeds) > 1


@pytest.mark.parametrize("names", [("you",), ("a", "b", "c", "d"), ("you", "you", "hayai", "hayai")])
def test_other_tables_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(NotThisTable):
        player_seat(names)


@pytest.mark.parametrize(
    ("choose", "length"), [(eager, "hand"), *at_night([(eager, "east"), (caller, "east")])]
)
def test_the_same_seed_and_choices_give_the_same_record(choose, length: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    records = []
    for turn in range(2):
        folder = folder_at(tmp_path / str(turn))
        play_on(sit_down(folder, options(6, "tenhou", length=length)), choose)
        records.append(folder.game.read_bytes())
        folder.release()
    assert records[0] == records[1]
    assert b'"end_game"' in records[0]


def test_the_person_sees_no_hidden_tile() -> None:
    session = in_memory(options(3))
    shown = session.history()
    while session.pending is not Pending.HAND_OVER:
        if session.pending is Pending.BOTS:
            shown += session.advance()
        else:
            shown += session.choose(eager(session.options))
    for event in shown:
        if isinstance(event, ev.Tsumo):
            assert (event.pai == "?") == (event.actor != session.seat)
        if isinstance(event, ev.StartKyoku):
            hidden = [set(hand) == {"?"} for hand in event.tehais]
            assert hidden == [seat != session.seat for seat in range(4)]
    assert shown[0] == session.history()[0]


class Watcher:
    """A bot that writes down what stood on the table when it was asked, and passes or discards."""

    name = "watcher"

    def __init__(self) -> None:
        self.asked: list[int] = []

    def choose(self, view: SeatView, menu: Options) -> Action:
        self.asked.append(sum(len(seat.pond) for seat in view.table.seats))
        assert menu.view is view
        return eager(menu)


def test_all_who_may_claim_choose_before_anything_is_carried_out() -> None:
    for seed in range(60):
        setup = Setup.of(options(seed))
        watchers = {seat: Watcher() for seat in range(4) if seat != setup.seat}
        session = Session(Play(setup.match(), setup.seat, watchers))
        while session.pending is not Pending.HAND_OVER:
            if session.pending is Pending.BOTS:
                session.advance()
                continue
            others = [seat for seat in session.match.acting if seat != session.seat]
            before = {seat: len(watchers[seat].asked) for seat in others}
            discards = len(session.match.round.table.discards)
            session.choose(eager(session.options))
            for seat in others:
                assert watchers[seat].asked[before[seat] :] == [discards]
            if others:
                return
    raise AssertionError("no claim that the person shares with a bot among these seeds")


def test_an_illegal_choice_changes_and_saves_nothing(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(5))
    play_on(session, decisions=1)
    saved, events = folder.game.read_bytes(), len(session.match.events)
    with pytest.raises(IllegalAction):
        session.choose(Action(ActionKind.NINE_TERMINALS))
    assert (folder.game.read_bytes(), len(session.match.events)) == (saved, events)


def test_a_closed_session_does_nothing_more() -> None:
    session = in_memory(options(5))
    session.close()
    assert session.advance() == []


# -- furiten play ------------------------------------------------------------------------------------


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A folder with an unfinished game: tenhou, one hand, seed 7."""
    left_game(tmp_path, options(7, "tenhou"), decisions=3)
    return tmp_path


def opened(path: Path, asked: PlayOptions) -> Session:
    folder = folder_at(path)
    try:
        return open_for_play(folder, asked)[0]
    finally:
        folder.release()


@pytest.mark.parametrize(
    "asked",
    [
        PlayOptions(),
        PlayOptions(speed="slow"),
        PlayOptions(rules="tenhou", length="hand", seed=7, bots=("hayai", "mamori", "takame")),
    ],
)
def test_an_unfinished_game_continues(left: Path, asked: PlayOptions) -> None:
    before = folder_at(left).game.read_bytes()
    session = opened(left, asked)
    assert (session.match.rules.name, session.match.seed) == ("tenhou", 7)
    assert folder_at(left).game.read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (PlayOptions(rules="wrc"), "--rules tenhou, not wrc"),
        (PlayOptions(length="south"), "--length hand, not south"),
        (PlayOptions(seed=8), "--seed 7, not 8"),
        (PlayOptions(bots=("mamori", "hayai", "takame")), "--bots hayai,mamori,takame"),
    ],
)
def test_an_option_that_differs_is_named_with_the_way_out(left: Path, asked: PlayOptions, named: str) -> None:
    before = folder_at(left).game.read_bytes()
    with pytest.raises(click.ClickException) as refused:
        opened(left, asked)
    assert named in refused.value.message
    assert "--new" in refused.value.message
    assert folder_at(left).game.read_bytes() == before


def test_unknown_bots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="nobody"):
        opened(tmp_path, PlayOptions(bots=("hayai", "nobody", "hayai")))


def test_new_leaves_the_ranking_out(tmp_path: Path) -> None:
    left_game(tmp_path, options(7))
    assert opened(tmp_path, PlayOptions(rules="ema", new=True)).match.rules.name == "ema"
    assert len(list((tmp_path / RECORDS).iterdir())) == 1


@pytest.mark.parametrize(
    ("rules", "scores", "place"),
    [
        ("wrc", [30_000, 30_000, 30_000, 30_000], None),
        ("tenhou", [25_000, 25_000, 25_000, 25_000], None),
        ("wrc", [32_000, 30_000, 29_000, 29_000], "2nd"),
        ("wrc", [31_000, 31_000, 29_000, 29_000], "1st="),
        ("wrc", [31_000, 29_000, 31_000, 29_000], "3rd="),
        ("tenhou", [26_000, 26_000, 24_000, 24_000], "2nd"),
    ],
)
def test_the_place_while_points_are_equal(rules: str, scores: list[int], place: str | None) -> None:
    """The person has seat 1. Where places are not shared, the earlier seat ranks higher."""
    session = in_memory(options(7, rules))
    assert session.seat == 1
    for seat, score in zip(session.match.round.table.seats, scores, strict=True):
        seat.score = score
    facts = {"hand": "East 1", "points": scores[1], "rules": PRESETS[rules].title}
    if place is None:
        assert summary(session) == t("session.summary-level", **facts)
    else:
        assert summary(session) == t("session.summary", place=place, **facts)


QUIET = ("tsumogiri",) * 3


def undoable(seed: int, rules: str = "wrc", **more: object) -> Any:
    """The options of a short game in which decisions may be taken back."""
    return options(seed, rules, undo=True, **more)


def to_decision(session: Session) -> None:
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


def test_nothing_is_taken_back_where_it_is_not_allowed() -> None:
    session = in_memory(options(6))
    play_on(session, decisions=3)
    before = list(session.match.events)
    with pytest.raises(ValueError, match="nothing is taken back"):
        session.take_back()
    assert session.match.events == before
    assert session.takebacks is None


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


def test_a_count_that_is_none_is_no_record(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    sit_down(folder, undoable(6))
    folder.release()
    folder.game.write_bytes(folder.game.read_bytes().replace(b'"takebacks":0', b'"takebacks":-1'))
    with folder:
        found = folder.load()
    assert found.match is None
    assert found.aside is not None


# -- how a game is asked for -------------------------------------------------------------------------


def test_an_unfinished_game_without_it_is_another_one() -> None:
    plain, undo = in_memory(options(6)).match, in_memory(undoable(6)).match
    assert option_difference(plain, undoable(6)) == (t("session.no-undo"))
    assert option_difference(undo, undoable(6)) is None
    assert option_difference(undo, options(6)) is None, "who does not ask for it goes on all the same"
