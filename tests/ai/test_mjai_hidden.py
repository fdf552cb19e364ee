"""A program outside is told what its seat may see: shuffle what is hidden, and every byte stays the same."""

from __future__ import annotations

from copy import copy
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import ai.mjai.messages
import ai.play
from ai.bots.registry import make_bot
from ai.mjai.external import ExternalBot
from ai.play import Players
from engine import events as ev
from engine.match import Match
from engine.rules import TENHOU
from tests.support.ai.bot_games import play, play_hand, take_step
from tests.support.ai.external_programs import Answer, stand_in
from tests.support.ai.seat_views import shuffled


def useless() -> Answer:
    """A program that answers nothing of use."""
    return lambda line: b"?"


def told(match: Match, seat: int, text: str = "mjai:bot") -> bytes:
    """All that a program at that seat, which must choose now, has been sent by then."""
    with pytest.MonkeyPatch.context() as patch:
        processes = stand_in(patch, useless)
        Players({seat: ExternalBot(text)}).choose(match, seat)
    (process,) = processes
    assert process.sent
    return b"\n".join(process.sent)


def with_other_hidden_tiles(match: Match, seat: int, chance: Random) -> Match:
    """The game as that seat sees it: other hands, other draws of the others, another wall, seed and time."""
    twin = copy(match)
    twin.round = shuffled(match.round, seat, chance)
    hidden = [pai for event in match.events for pai in _hidden(event, seat)]
    chance.shuffle(hidden)
    twin.events = [_dealt_anew(event, seat, hidden) for event in match.events]
    assert not hidden
    return twin


def _hidden(event: ev.Event, seat: int) -> list[str]:
    if isinstance(event, ev.StartKyoku):
        return [pai for owner, hand in enumerate(event.tehais) if owner != seat for pai in hand]
    return [event.pai] if isinstance(event, ev.Tsumo) and event.actor != seat else []


def _dealt_anew(event: ev.Event, seat: int, tiles: list[str]) -> ev.Event:
    if isinstance(event, ev.StartGame):
        return msgspec.structs.replace(event, seed=99, time="2026-11-22T13:05:00Z")
    if isinstance(event, ev.StartKyoku):
        hands = [
            hand if owner == seat else [tiles.pop() for _ in hand] for owner, hand in enumerate(event.tehais)
        ]
        return msgspec.structs.replace(event, tehais=hands)
    if isinstance(event, ev.Tsumo) and event.actor != seat:
        return msgspec.structs.replace(event, pai=tiles.pop())
    return event


def compared(every: int, program: str = "mjai:bot") -> tuple[int, int]:
    """At how many decisions of two hands something was compared, and at how many it was not the same."""
    chance, asked, differs, decisions = Random(5), 0, 0, 0
    match = Match(replace(TENHOU, length="east"), 3, ["a", "b", "c", "d"])
    bots = [make_bot(name) for name in ("hayai", "tenpai", "takame", "tenpai")]
    for _ in range(2):
        while match.acting:
            for seat in match.acting:
                decisions += 1
                if decisions % every == 0:
                    asked += 1
                    twin = with_other_hidden_tiles(match, seat, chance)
                    differs += told(match, seat, program) != told(twin, seat, program)
            take_step(match, bots)
        match.proceed()
    return asked, differs


@pytest.mark.parametrize("text", ["mjai:bot", "mjai-lines:bot"])
def test_no_byte_that_is_sent_depends_on_what_is_hidden(text: str) -> None:
    asked, differs = compared(every=5, program=text)
    assert asked > 20
    assert differs == 0


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.mjai.messages, "mask", lambda event, seat: event)
    monkeypatch.setattr(ai.play, "mask", lambda event, seat: event)
    asked, differs = compared(every=10)
    assert differs == asked


def test_the_mask_is_put_on_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once where the events go to the bot, and once where they go to the program."""
    monkeypatch.setattr(ai.play, "mask", lambda event, seat: event)
    assert compared(every=20)[1] == 0


def test_a_whole_game_is_told_without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = stand_in(monkeypatch, useless)
    match = Match(replace(TENHOU, length="east"), 3, ["a", "b", "c", "d"])
    bots = {seat: make_bot("tenpai") for seat in (0, 1, 3)}
    play(Players({**bots, 2: ExternalBot("mjai:bot")}), match)
    events = [event for process in processes for line in process.sent for event in msgspec.json.decode(line)]
    assert [event["type"] for event in events] == [event.__struct_config__.tag for event in match.events]
    assert events[0] == {
        "type": "start_game", "id": 2, "names": ["a", "b", "c", "d"], "kyoku_first": 4, "aka_flag": True,
    }  # fmt: skip
    fields = {name: set() for name in ("hora", "ryukyoku", "end_kyoku", "end_game", "reach_accepted")}
    for event in events:
        fields.get(event["type"], set()).update(event)
    assert fields["hora"] <= {"type", "actor", "target", "deltas", "ura_markers"}
    assert fields["ryukyoku"] <= {"type", "deltas"}
    assert fields["end_kyoku"] == fields["end_game"] == {"type"}
    assert all(event["pai"] == "?" for event in events if event["type"] == "tsumo" and event["actor"] != 2)


def test_nobody_is_told_how_another_program_is_started() -> None:
    names = ["mjai:python bot.py --key secret", "you", "hayai:expert", "mjai-lines:/home/me/mortal"]
    match = Match(TENHOU, 3, names)
    start = msgspec.json.decode(told(match, match.acting[0]))[0]
    assert start["names"] == ["bot", "you", "hayai:expert", "mortal"]


def test_a_program_that_sits_down_later_is_told_the_hand_in_play() -> None:
    """As after a crash, or where a saved game goes on: how the game began, and this hand."""
    match = Match(replace(TENHOU, length="east"), 3, ["", "", "", ""])
    play_hand(match, [make_bot("tsumogiri")] * 4)
    match.proceed()
    (seat,) = match.acting
    events = msgspec.json.decode(told(match, seat))
    assert [event["type"] for event in events] == ["start_game", "start_kyoku", "tsumo"]
    assert events[1]["scores"] == match.scores
