"""A replay shows at each step what playing forward shows; codes lead back to their positions."""

from __future__ import annotations

import shlex
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import events as ev
from engine.actions import ActionKind
from engine.records.recorded_choices import RecordError
from engine.records.timeline import Timeline, timeline
from engine.rules import PRESETS, WRC
from engine.tiles import MJAI, TILE_OF
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night, more_at_night, part_always
from tests.support.tui.texts import says
from tui.config.actions import BY_ID
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import Rows
from tui.i18n import t, width
from tui.play.session import PERSON
from tui.replay.replay_state import (
    BadCode,
    PositionCode,
    Replay,
    ReplayedGame,
    StopKind,
    code_of,
    command_line,
    index_of,
    read_jump,
    read_position_code,
)
from tui.replay.replay_words import next_line, played_line, seat_name, wall_line
from tui.table.table_layout import Zone, draw, plan
from tui.tiles import default_look
from tui.words.action_words import action_words
from tui.words.names import REASON_WIDTH, recorded_name, tile_word

FULL = DeskSettings(hints=HintLevel.FULL)
RULES = replace(PRESETS["tenhou"], length="east")


@cache
def game(seed: int = 7) -> ReplayedGame:
    return ReplayedGame(file=Path("game.mjson"), rules=RULES, events=wild_game("tenhou", seed, "east"))


def picture(desk: Desk) -> dict[Zone, Rows]:
    return dict(draw(make_scene(desk), plan(160, 50), default_look()))


def seen(replay: Replay) -> tuple[dict[Zone, Rows], str, str]:
    return picture(replay.desk(FULL)), next_line(replay), wall_line(replay)


# -- names -------------------------------------------------------------------------------------------


def test_from_the_seat_of_a_bot_nobody_is_you() -> None:
    start, *rest = game().events
    assert isinstance(start, ev.StartGame)
    events = (replace(start, names=("mamori", PERSON, "hayai", "takame")), *rest)
    own, other = (Replay(replace(game(), events=events), seat).seating for seat in (1, 2))
    assert own[1] == t("desk.you")
    assert [other[seat] for seat in range(PLAYERS)] == ["Mamori", t("exported.person"), "Hayai", "Takame"]
    assert other.at(0) == 2


# -- stepping ----------------------------------------------------------------------------------------


@more_at_night(10)
@settings(max_examples=8, deadline=None)
@given(seat=st.integers(0, 3), share=st.floats(0, 1), opened=st.booleans(), seed=st.integers(6, 7))
def test_back_shows_what_forward_showed(part: int, seat: int, share: float, opened: bool, seed: int) -> None:
    replay = Replay(game(seed), seat)
    replay.opened = opened
    stops = replay.stops(StopKind.EVENT)
    replay.go_to(stops[int(share * (len(stops) - 1))])
    shown = []
    for _ in range(8):
        shown.append((replay.index, seen(replay)))
        if not replay.step(StopKind.EVENT, 1):
            break
    else:
        assert replay.step(StopKind.EVENT, -1)
    for index, before in reversed(shown):
        assert (replay.index, seen(replay)) == (index, before)
        replay.step(StopKind.EVENT, -1)


@pytest.mark.parametrize("number", [None, *at_night(range(5))])
@pytest.mark.parametrize("seat", part_always(range(PLAYERS), [2]))
def test_each_position_is_what_the_desk_of_the_seat_showed(seat: int, number: int | None) -> None:
    """In the shortest hand, at night in each."""
    replay = Replay(game(), seat)
    hands = replay.line.hands
    hand = min(hands, key=lambda hand: len(hand.events)) if number is None else hands[number]
    replay.go_to(hand.first - 1)
    desk = Desk(replay.seating, RULES, FULL)
    for event in hand.events:
        desk.event(mask(event, seat))
        if replay.index in replay.stops(StopKind.DECISION):
            desk.offer()
        elif not isinstance(event, ev.Hora):
            assert picture(replay.desk(FULL)) == picture(desk)
        assert replay.desk(FULL).log == desk.log
        replay.step(StopKind.EVENT, 1)


@pytest.mark.parametrize("kind", [each for each in StopKind if each is not StopKind.MARK])
def test_every_kind_of_stop_is_reached_both_ways(kind: StopKind) -> None:
    replay = Replay(game(), 2)
    stops = replay.stops(kind)
    replay.go_to(stops[0])
    forward = [replay.index]
    while replay.step(kind, 1):
        forward.append(replay.index)
    back = [replay.index]
    while replay.step(kind, -1):
        back.append(replay.index)
    assert tuple(forward) == tuple(reversed(back)) == tuple(stops)


def test_at_a_decision_the_cursor_is_on_what_was_discarded() -> None:
    replay = Replay(game(), 0)
    pointed = 0
    for index in replay.stops(StopKind.DECISION):
        replay.go_to(index)
        following = replay.following
        if isinstance(following, ev.Dahai) and following.actor == 0:
            desk = replay.desk(FULL)
            assert MJAI[desk.under_cursor] == following.pai
            pointed += 1
    assert pointed > 50


def test_what_was_played_is_told_and_does_what_the_record_says() -> None:
    """A chosen discard or riichi is the next discard of the seat; a pass is followed by somebody else."""
    replay = Replay(game(), 0)
    told = 0
    for index in replay.stops(StopKind.DECISION):
        replay.go_to(index)
        action, following = replay.played, replay.game.events[index + 1 : index + 4]
        desk = replay.desk(FULL)
        line = played_line(replay, desk, "")
        assert bool(line) is (action is not None)
        if action is None:
            continue
        assert action_words(action) in line
        told += 1
        if action.kind in (ActionKind.DISCARD, ActionKind.RIICHI):
            assert action.tile is not None
            discard = next(event for event in following if isinstance(event, ev.Dahai))
            assert (discard.actor, discard.pai) == (0, MJAI[action.tile])
            assert played_line(replay, desk, "why").endswith("why")
            assert "why" * 40 not in played_line(replay, desk, "why" * 40)
        elif action.kind is ActionKind.PASS:
            assert not isinstance(following[0], ev.Chi | ev.Pon) or following[0].actor != 0
    assert told > 50


def test_a_seat_has_the_name_of_the_record() -> None:
    (start, *others) = game().events
    assert isinstance(start, ev.StartGame)
    renamed = replace(start, names=[PERSON, "Ann", "", "hayai"])
    replay = Replay(ReplayedGame(file=Path("game.mjson"), rules=RULES, events=(renamed, *others)), 0)
    named = [seat_name(replay, seat) for seat in range(PLAYERS)]
    assert named == [t("session.you"), "Ann", t("replay.unnamed", number=3), recorded_name("hayai")]


def test_the_line_tells_the_next_event_and_at_an_end_how_to_go_on() -> None:
    replay = Replay(game(), 0, PositionCode(1, 0))
    following = replay.following
    assert isinstance(following, ev.Tsumo)
    assert says(next_line(replay), "replay.next")
    assert tile_word(TILE_OF[following.pai]) in next_line(replay)
    while not replay.hand_is_over:
        replay.step(StopKind.EVENT, 1)
    assert says(next_line(replay), "replay.hand-over", result=BY_ID["hand-result"].named)
    replay.go_to(replay.last)
    assert next_line(replay) == t("replay.record-over")
    cut = ReplayedGame(file=Path("game.mjson"), rules=RULES, events=replay.game.events, cut="why")
    assert next_line(Replay(cut, 0, code_of(replay.position))) == t("replay.record-cut", reason="why")


# -- what is hidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [3, *at_night([0])])
def test_with_hands_hidden_nothing_depends_on_what_the_seat_did_not_see(seat: int) -> None:
    whole = Replay(game(), seat)
    masked = [event if isinstance(event, ev.StartGame) else mask(event, seat) for event in game().events]
    blind = Replay(ReplayedGame(file=Path("game.mjson"), rules=RULES, events=masked), seat)
    assert not blind.may_open
    assert blind.seats == (seat,)
    for index in Random(4).sample(whole.stops(StopKind.EVENT), 30):
        whole.go_to(index)
        blind.go_to(index)
        if isinstance(whole.position.event, ev.Hora):
            continue  # the winner's hand is revealed from the hands of the record
        assert picture(whole.desk(FULL)) == picture(blind.desk(FULL))
        assert next_line(whole) == next_line(blind)


def test_open_hands_are_those_of_the_record() -> None:
    replay = Replay(game(), 0)
    replay.opened = True
    for index in Random(5).sample(replay.stops(StopKind.EVENT), 40):
        replay.go_to(index)
        views = replay.views
        shown = replay.desk(FULL).revealed
        assert set(shown) == {1, 2, 3}
        assert all(sorted(tiles) == sorted(views[seat].hand.tiles) for seat, tiles in shown.items())


def test_a_seat_that_the_record_hides_cannot_look() -> None:
    masked = [mask(event, 2) for event in game().events]
    record = ReplayedGame(file=Path("game.mjson"), rules=RULES, events=masked)
    assert Replay(record).seat == 2
    with pytest.raises(IndexError):
        Replay(record, 1)
    nothing = [mask(event, 3) for event in masked]
    with pytest.raises(RecordError):
        Replay(ReplayedGame(file=Path("game.mjson"), rules=RULES, events=nothing))


@pytest.mark.usefixtures("language")
def test_as_many_next_draws_are_told_as_fit_in_the_line() -> None:
    replay = Replay(game(), 1)
    told = 0
    for index in replay.stops(StopKind.EVENT)[::4]:
        replay.go_to(index)
        assert width(wall_line(replay)) <= REASON_WIDTH
        if draws := replay.next_draws():
            assert tile_word(TILE_OF[draws[0].pai]) in wall_line(replay)
            told += 1
    assert told > 25


# -- the end of a hand, and jumping ------------------------------------------------------------------


def test_the_result_of_a_hand_is_that_of_the_record() -> None:
    replay = Replay(game(), 1)
    for hand in replay.line.hands:
        replay.go_to(hand.first - 1)
        assert replay.ended() is None
        replay.to_end_of_hand(last=True)
        while not replay.hand_is_over:
            replay.step(StopKind.EVENT, -1)
        ended = replay.ended()
        assert ended is not None
        winners = {event.actor for event in hand.events if isinstance(event, ev.Hora)}
        assert {win.winner for win in ended.outcome.wins} == winners


def test_jumps_lead_to_hands_positions_and_turns() -> None:
    replay = Replay(game(), 1, PositionCode(2, 12))
    hand = replay.line.hands[1]
    assert read_jump(replay, "3") == replay.line.deals[2]
    assert read_jump(replay, " 3.4 ") == replay.line.deals[2] + 4
    turns = [
        stop for stop in replay.line.turns(1) if hand.first - 1 <= stop < hand.first - 1 + len(hand.events)
    ]
    assert [read_jump(replay, f"t{number}") for number in range(1, len(turns) + 1)] == turns
    for text in ("", "0", "99", "3.9999", "t99", "t0", "5.", "x", "3,4", "t", "-1"):
        with pytest.raises(BadCode):
            read_jump(replay, text)


@cache
def line() -> Timeline:
    return timeline(WRC, wild_game("wrc", 7, "east"))


def test_every_position_has_a_code_that_leads_back_to_it() -> None:
    codes = [code_of(position) for position in line()]
    assert [index_of(line(), read_position_code(str(code))) for code in codes] == list(line().indexes)
    assert len(set(codes)) == len(codes) > 400


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    told = ""
    try:
        assert str(read_position_code(text)) == text.strip()
    except BadCode as error:
        told = str(error)
    assert "\n" not in told


def test_a_position_that_the_record_lacks_names_what_there_is() -> None:
    count, last = len(line().hands), len(line().hands[0].events) - 1
    with pytest.raises(BadCode) as caught:
        index_of(line(), PositionCode(count + 1, 0))
    assert str(caught.value) == t("position-code.no-hand", code=f"{count + 1}.0", count=count)
    with pytest.raises(BadCode) as caught:
        index_of(line(), PositionCode(1, last + 1))
    assert str(caught.value) == t("position-code.no-step", code=f"1.{last + 1}", hand=1, last=last)


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
def test_the_command_line_survives_a_shell() -> None:
    file = Path("/my games/it's one;$HOME.jsonl")
    words = shlex.split(command_line(file, PositionCode(5, 23), 2))
    assert words == ["furiten", "replay", str(file), "--at", "5.23", "--seat", "2"]
    assert "--seat" not in command_line(file, PositionCode(5, 23))
    address = "https://example.org/6/#json={}"
    assert shlex.split(command_line(address, PositionCode(5, 23)))[2] == address
