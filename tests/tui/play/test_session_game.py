"""A session: one person and three bots, who see only their seats; same seed and choices, same record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Play
from engine import events as ev
from engine.actions import Action, ActionKind, IllegalAction
from engine.options import Options
from engine.rules import PRESETS
from engine.view import SeatView
from tests.support.nightly import at_night
from tests.support.tui.sessions import caller, eager, folder_at, in_memory, options, play_on, sit_down
from tui.archive.archive import RECORDS
from tui.i18n.texts import t
from tui.play.options import PlayOptions
from tui.play.session import NotThisTable, Pending, Session, Setup, bots_of, option_difference, player_seat
from tui.play.start import begin, open_for_play, summary

pytestmark = pytest.mark.usefixtures("quick_disk")


def test_the_starting_seat_comes_from_the_seed() -> None:
    seats = [Setup.of(options(seed)).seat for seed in range(40)]
    assert seats == [Setup.of(options(seed)).seat for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}


def test_bots_sit_right_across_and_left() -> None:
    for seed in range(8):
        setup = Setup.of(options(seed))
        assert setup.names.index("you") == setup.seat == player_seat(setup.names)
        assert bots_of(setup.names) == ("hayai", "mamori", "takame")
        assert setup.names[(setup.seat + 1) % 4] == "hayai"


def test_bots_of_one_kind_are_numbered() -> None:
    session = in_memory(options(1, bots=("hayai", "mamori", "hayai")))
    assert sorted(session.seating.names) == ["Hayai 1", "Hayai 2", "Mamori", "You"]


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
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7, "tenhou")), decisions=3)
    folder.release()
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


def test_new_keeps_the_unfinished_game_in_the_records(left: Path) -> None:
    before = folder_at(left).game.read_bytes()
    session = opened(left, PlayOptions(new=True, seed=8))
    assert session.match.seed == 8
    (kept,) = (left / RECORDS).iterdir()
    assert kept.read_bytes() == before


def test_unknown_bots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="nobody"):
        opened(tmp_path, PlayOptions(bots=("hayai", "nobody", "hayai")))


@pytest.mark.parametrize("asked", [{}, {"speed": "fast"}, {"rules": "ema"}, {"seed": 8}], ids=str)
def test_a_finished_game_first_shows_its_ranking(tmp_path: Path, asked: dict[str, Any]) -> None:
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)))
    folder.release()
    shown = opened(tmp_path, PlayOptions(**asked))
    assert shown.pending is Pending.GAME_OVER
    assert "final ranking" in summary(shown)
    assert not (tmp_path / RECORDS).exists()


def test_new_leaves_the_ranking_out(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)))
    folder.release()
    assert opened(tmp_path, PlayOptions(rules="ema", new=True)).match.rules.name == "ema"
    assert len(list((tmp_path / RECORDS).iterdir())) == 1


def test_a_game_in_a_few_words(left: Path) -> None:
    assert summary(opened(left, PlayOptions())) == t(
        "session.summary-level", hand="East 1", points=25_000, rules=PRESETS["tenhou"].title
    )


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


def test_nothing_is_dealt_before_a_damaged_save_was_told(left: Path) -> None:
    folder_at(left).game.write_bytes(b"broken\n")
    folder = folder_at(left)
    session, aside = open_for_play(folder, PlayOptions(seed=3))
    assert session is None
    assert aside is not None
    assert aside.path.read_bytes() == b"broken\n"
    assert not folder.game.exists()
    assert begin(folder, PlayOptions(seed=3)).match.seed == 3
    folder.release()


def test_difference_of_nothing_asked() -> None:
    assert option_difference(in_memory(options(1)).match, PlayOptions()) is None


def test_a_lesson_is_played_like_any_game() -> None:
    """A session around a scenario: no journal, shown names, and undo behind its back."""
    scenario = LessonGame(lessons()[0])
    session = Session(scenario)
    while session.pending is Pending.BOTS:
        session.advance()
    assert session.pending is Pending.PERSON
    assert session.seating.names == ("You", "Hayai", "Mamori", "Takame")
    before = session.history()
    new = session.choose(session.options.of(ActionKind.DISCARD)[0])
    assert session.history() == before + new
    scenario.undo(1)
    assert session.history() == before
    assert session.match is scenario.match
    assert session.outcome is None
