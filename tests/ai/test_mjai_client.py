"""Our bots at other tables, and the examples of the page about mjai."""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import riichienv
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.mjai.client import MjaiClient, TableError
from ai.mjai.messages import Message, Transcript, to_messages
from ai.play import Players
from engine.actions import PASS, Action
from engine.events import Chi, Dahai, Pon
from engine.match import Match
from engine.options import Options
from engine.rules import DEFAULT, M_LEAGUE, TENHOU, WRC, Ruleset
from engine.view import SeatView
from tests.support.ai.bot_games import play
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.plain_words import inside_words

NAMES = ("hayai", "mamori", "takame", "tenpai")


def lines(*events: dict[str, Any]) -> bytes:
    return json.dumps(events).encode()


def reply(client: MjaiClient, *events: dict[str, Any]) -> dict[str, Any] | None:
    """What the bot says to a batch."""
    answer = client.answer(lines(*events))
    return None if answer is None else json.loads(answer)


# -- whole games at another table ------------------------------------------------------------------------


def played_there(seed: int, *, batches: bool) -> set[str]:
    """A game at RiichiEnv's table between our bots; which types of answers it took."""
    env = riichienv.RiichiEnv("4p-red-half", rule=riichienv.GameRule.default_tenhou(), seed=seed)
    clients = [MjaiClient(make_bot(name)) for name in NAMES]
    seen, taken = env.reset(), set()
    while not env.done():
        chosen = {}
        for seat, sight in seen.items():
            told = sight.new_events()
            if batches:
                said = clients[seat].answer(f"[{','.join(told)}]".encode())
            else:
                *_, said = [clients[seat].answer(event.encode()) for event in told]
            answer = json.loads(said) if said else {"type": "none"}
            chosen[seat] = action = sight.select_action_from_mjai(answer)
            assert action is not None, f"seat {seat}, {told[-3:]}: {answer}"
            meant = json.loads(action.to_mjai())
            assert {name: answer.get(name) for name in meant if name != "actor"} | {"actor": seat} == meant
            taken.add(answer["type"])
        seen = env.step(chosen)
    return taken


@pytest.mark.parametrize(
    ("seed", "batches"), [(0, True), *at_night([(1, False)])], ids=["batches", "one event a line"]
)
def test_whole_games_at_riichienvs_table(seed: int, batches: bool) -> None:
    taken = played_there(seed, batches=batches)
    assert taken >= {"dahai", "reach", "hora", "chi", "pon", "none"}


# -- how it is asked -------------------------------------------------------------------------------------

START = {"type": "start_game", "id": 1, "names": ["a", "b", "c", "d"]}
HIDDEN = ["?"] * 13
DEAL = {
    "type": "start_kyoku",
    "bakaze": "E",
    "dora_marker": "9m",
    "kyoku": 1,
    "honba": 0,
    "kyotaku": 0,
    "oya": 0,
    "scores": [25_000] * 4,
    "tehais": [
        HIDDEN,
        ["1m", "2m", "3m", "4p", "5pr", "6p", "7s", "8s", "E", "E", "P", "P", "P"],
        HIDDEN,
        HIDDEN,
    ],
}
NINE_SOU = {"type": "dahai", "actor": 0, "pai": "9s", "tsumogiri": True}
DRAW = {"type": "tsumo", "actor": 0, "pai": "?"}
RON = {"type": "hora", "actor": 1, "target": 0, "pai": "9s"}


def test_a_batch_is_answered_once_for_its_last_event() -> None:
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START) is None
    assert reply(client, DEAL, DRAW, NINE_SOU) == RON


def test_events_alone_are_answered_where_there_is_something_to_decide() -> None:
    client = MjaiClient(make_bot("tenpai"))
    said = [client.answer(json.dumps(event).encode()) for event in (START, DEAL, DRAW, NINE_SOU)]
    assert said[:3] == [None] * 3
    assert json.loads(said[3] or b"") == RON
    follows = {"type": "reach_accepted", "actor": 0}
    assert client.answer(json.dumps(follows).encode()) is None, "the discard has been answered"


def test_an_event_at_which_it_cannot_act_is_not_answered() -> None:
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START, DEAL, DRAW, {**NINE_SOU, "can_act": False}) is None
    assert reply(client, {"type": "dora", "dora_marker": "1s"}) is None, "nor is what follows it"
    assert reply(client, {"type": "tsumo", "actor": 1, "pai": "9s"}) == {**RON, "target": 1}


INDICATOR = {"type": "dora", "dora_marker": "1s"}


def test_an_indicator_between_a_discard_and_the_answers_leaves_the_offer_open() -> None:
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START, DEAL, DRAW, NINE_SOU, INDICATOR) == RON
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START, DEAL, DRAW, NINE_SOU) == RON
    assert reply(client, INDICATOR) == RON, "said again, event by event"
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START, DEAL, DRAW, {**NINE_SOU, "can_act": False}) is None
    assert reply(client, {**INDICATOR, "can_act": True}) == RON


def test_an_indicator_between_an_added_kan_and_the_answers_leaves_the_offer_open() -> None:
    pon = {"type": "pon", "actor": 2, "target": 0, "pai": "9s", "consumed": ["9s", "9s"]}
    thrown = {"type": "dahai", "actor": 2, "pai": "1m", "tsumogiri": False}
    passed = [{**NINE_SOU, "pai": "2m", "actor": seat} for seat in (3, 0, 1)]
    draws = [{**DRAW, "actor": seat, "pai": "2m" if seat == 1 else "?"} for seat in (3, 0, 1, 2)]
    kan = {"type": "kakan", "actor": 2, "pai": "9s", "consumed": ["9s"] * 3}
    turns = [event for pair in zip(draws, passed, strict=False) for event in pair]
    client = MjaiClient(make_bot("tenpai"))
    told = [START, DEAL, DRAW, {**NINE_SOU, "can_act": False}, pon, thrown, *turns, draws[3], kan, INDICATOR]
    assert reply(client, *told) == {**RON, "target": 2}


def test_what_is_not_known_is_passed_over() -> None:
    client = MjaiClient(make_bot("tenpai"))
    odd = {"type": "weather", "pai": "rain"}
    named = {**NINE_SOU, "possible_actions": [], "log": {"said": "?"}}
    assert reply(client, START, odd, {**DEAL, "table": 7}, odd, DRAW, named) == RON
    assert reply(client, odd) is None
    assert reply(client) is None


def test_riichi_is_declared_first_and_the_discard_follows() -> None:
    client = MjaiClient(make_bot("tenpai"))
    deal = {**DEAL, "oya": 1, "kyoku": 2}
    assert reply(client, START, deal, {"type": "tsumo", "actor": 1, "pai": "N"}) == {
        "type": "reach",
        "actor": 1,
    }
    echo = {"type": "reach", "actor": 1}
    thrown = {"type": "dahai", "actor": 1, "pai": "N", "tsumogiri": True}
    assert reply(client, echo) == thrown
    again = MjaiClient(make_bot("tenpai"))
    told = (START, deal, {"type": "tsumo", "actor": 1, "pai": "N"}, echo)
    assert reply(again, *told) == thrown, "also by one that is started after the declaration"
    later = (deal, {"type": "tsumo", "actor": 1, "pai": "F"}, echo)
    assert reply(client, *later) == {**thrown, "pai": "F"}, "in the next hand with a tile of that hand"


def test_the_seat_is_told_given_or_seen() -> None:
    nameless = {"type": "start_game"}
    assert reply(MjaiClient(make_bot("tenpai")), nameless, DEAL, DRAW, NINE_SOU) == RON
    assert reply(MjaiClient(make_bot("tenpai"), seat=1), nameless, DEAL, DRAW, NINE_SOU) == RON
    assert reply(MjaiClient(make_bot("tenpai"), seat=3), START, DEAL, DRAW, NINE_SOU) == RON
    all_told = {**DEAL, "tehais": [DEAL["tehais"][1]] * 4}
    with pytest.raises(TableError, match="which seat this is"):
        reply(MjaiClient(make_bot("tenpai")), nameless, all_told)


@pytest.mark.parametrize(
    ("start", "rules"),
    [
        ({}, TENHOU),
        ({"aka_flag": True}, TENHOU),
        ({"aka_flag": False}, DEFAULT),
        ({"kyoku_first": 4}, replace(TENHOU, length="east")),
        ({"kyoku_first": 0}, TENHOU),
        ({"rules": "mleague", "length": "hand"}, replace(M_LEAGUE, length="hand")),
        ({"rules": "house"}, TENHOU),
    ],
)
def test_the_rules_of_the_table(start: dict[str, Any], rules: Ruleset) -> None:
    seen = []

    class Looker:
        name = "looker"

        def choose(self, view: SeatView, options: Options) -> Action:
            seen.append(view.rules)
            return options.actions[-1]

    reply(MjaiClient(Looker()), {**START, **start}, DEAL, DRAW, NINE_SOU)
    reply(MjaiClient(Looker(), rules=WRC), {**START, **start}, DEAL, DRAW, NINE_SOU)
    assert seen == [rules, WRC]


def test_one_game_follows_another() -> None:
    client = MjaiClient(make_bot("tenpai"))
    for seat in (1, 2):
        deal = {**DEAL, "tehais": [DEAL["tehais"][1] if each == seat else HIDDEN for each in range(4)]}
        asked = ({**START, "id": seat}, deal, DRAW, NINE_SOU)
        assert reply(client, *asked) == {**RON, "actor": seat}
        over = ({"type": "hora", "actor": seat, "target": 0}, {"type": "end_kyoku"}, {"type": "end_game"})
        assert reply(client, *over) is None


# -- what is no game -------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[Any, str]] = {
    "no JSON": (b"{", "no JSON"),
    "no letters": (b'{"type":"\xff"}', "no JSON"),
    "a number": (b"7", "neither an event"),
    "a list of numbers": (b"[7]", "neither an event"),
    "a seat that is none": ([{**START, "id": 4}], "no seat 4"),
    "a seat in words": ([{**START, "id": "east"}], "no seat 'east'"),
    "three players": ([START, {**DEAL, "tehais": DEAL["tehais"][:3]}], "no game of four"),
    "a deal with words for scores": ([START, {**DEAL, "scores": "many"}], "start_kyoku cannot be"),
    "a tile that is none": ([START, {**DEAL, "dora_marker": "10m"}], "start_kyoku cannot be"),
    "five tiles": ([START, {**DEAL, "tehais": [HIDDEN, ["1m"] * 5, HIDDEN, HIDDEN]}], "would count 5 tiles"),
    "a hidden own hand": ([START, {**DEAL, "tehais": [HIDDEN] * 4}], "start_kyoku cannot be"),
    "a discard of nothing": ([START, DEAL, {"type": "dahai", "actor": 1}], "dahai cannot be"),
    "a discard out of nowhere": ([START, DEAL, {**NINE_SOU, "actor": 1}], "dahai does not follow"),
    "two draws": (
        [START, DEAL, {**DRAW, "actor": 1, "pai": "1m"}, {**DRAW, "actor": 1, "pai": "1m"}],
        "15 tiles",
    ),
    "a call of nothing": (
        [START, DEAL, {"type": "pon", "actor": 1, "target": 0, "pai": "P", "consumed": ["P", "P"]}],
        "pon cannot be",
    ),
    "a seat of another kind": ([{**START, "id": [1, None]}], r"no seat \[1,null\]"),
    "a tile of another game": ([START, DEAL, {**DRAW, "actor": 1, "pai": "9z"}], "there is no '9z'"),
    "an own discard out of nowhere": (
        [START, DEAL, {**DRAW, "actor": 1, "pai": "1m"}, {**NINE_SOU, "actor": 1, "pai": "F"}],
        "F is not in the hand",
    ),
    "a fifth player": ([START, DEAL, {**NINE_SOU, "actor": 7}], "dahai cannot be"),
}


@pytest.mark.parametrize("name", ["scores", "honba", "kyotaku"])
@pytest.mark.parametrize("payments", [{"deltas": [0, 0, 0, 0]}, {}], ids=["paid", "not told"])
def test_a_deal_may_leave_out_points_and_counters(name: str, payments: dict[str, Any]) -> None:
    """As the first mjai protocol does, in every hand."""
    deal = {key: value for key, value in DEAL.items() if key != name}
    client = MjaiClient(make_bot("tenpai"))
    assert reply(client, START, deal, DRAW, NINE_SOU) == RON
    over = {"type": "ryukyoku", "reason": "fanpai", **payments}
    assert reply(client, over, {"type": "end_kyoku"}, deal, DRAW, NINE_SOU) == RON


def test_the_own_drawn_tile_may_be_called_one_of_the_hand() -> None:
    """Bridges to Mahjong Soul write the dealer's first discard so."""
    thrown = {"type": "dahai", "actor": 1, "pai": "C", "tsumogiri": False}
    drawn = {**DRAW, "actor": 1, "pai": "C"}
    client = MjaiClient(make_bot("tenpai"))
    reply(client, START, DEAL, drawn, thrown)
    same = MjaiClient(make_bot("tenpai"))
    reply(same, START, DEAL, drawn, {**thrown, "tsumogiri": True})
    assert client._view.table.state() == same._view.table.state()


@pytest.mark.parametrize("kind", [None, 7, ["tsumo"], {}])
def test_an_event_of_an_unknown_type_is_ignored(kind: Any) -> None:
    assert reply(MjaiClient(make_bot("tenpai")), START, DEAL, {"type": kind}, DRAW, NINE_SOU) == RON


@pytest.mark.parametrize(("line", "complaint"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_game_is_told_in_a_line(line: Any, complaint: str) -> None:
    client = MjaiClient(make_bot("tenpai"))
    with pytest.raises(TableError, match=complaint) as told:
        client.answer(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert "\n" not in str(told.value)
    assert not inside_words(str(told.value))


PAGE = (ROOT / "docs" / "outside-bots.md").read_text(encoding="utf-8")
SEAT = 2
SEEDS = (1, 10)
"""Of games with kans among all the rest."""


def table(heading: str) -> list[list[str]]:
    """The rows of the table below that heading."""
    rows = PAGE.split(f"## {heading}")[1].split("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("|")]
    return cells[2:]


def names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def test_the_example_plays_a_hand(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(PAGE.split("```python\n")[1].split("```")[0], encoding="utf-8")
    bots = {seat: make_bot("hayai") for seat in range(4) if seat != SEAT}
    players = Players({**bots, SEAT: make_bot(f"mjai:'{sys.executable}' -I -S '{program}'", external=True)})
    events = play(players, Match(replace(TENHOU, length="hand"), 4, ["", "", "", ""]))
    thrown = [event for event in events if isinstance(event, Dahai) and event.actor == SEAT]
    assert len(thrown) > 3
    assert all(event.tsumogiri for event in thrown)
    assert not [event for event in events if isinstance(event, (Chi, Pon)) and event.actor == SEAT]
    assert players.take_faults() == []


@pytest.fixture(scope="module")
def games() -> tuple[dict[str, set[str]], set[tuple[str, bool, str]]]:
    """The fields of each event that seats are told; and what they are asked after, own or not, and answer."""
    fields: dict[str, set[str]] = defaultdict(set)
    asked: set[tuple[str, bool, str]] = set()
    for seed in SEEDS:
        match = Match(replace(TENHOU, length="east"), seed, ["", "", "", ""])
        bots = [make_bot("hayai") for _ in range(4)]
        transcripts = [Transcript() for _ in range(4)]
        heard = 0
        while match.standings is None:
            for seat, transcript in enumerate(transcripts):
                transcript.add(seat, match.events[heard:])
            heard = len(match.events)
            choices = {}
            for seat in match.acting:
                view, options = match.round.view(seat), match.round.options(seat)
                choices[seat] = bots[seat].choose(view, options)
                if options.actions != (PASS,):
                    told: list[Message] = transcripts[seat].take_unsent()
                    for message in told:
                        fields[message["type"]] |= message.keys() - {"type"}
                    for action in options.actions:
                        answer = to_messages(view, action)[0]["type"]
                        asked.add((told[-1]["type"], told[-1]["actor"] == seat, answer))
            if choices:
                match.step(choices)
            else:
                match.proceed()
    return fields, asked


def test_the_events_are_told_with_these_fields(games: tuple[dict[str, set[str]], object]) -> None:
    written = {kind: set(names(fields)) for kinds, fields, _ in table("Events") for kind in names(kinds)}
    assert games[0].keys() - {"end_kyoku"} <= written.keys()
    assert {"reach", "hora", "ryukyoku", "chi", "pon", "dora"} <= games[0].keys()
    for kind, fields in games[0].items():
        assert fields == written[kind], kind


def test_the_last_event_tells_what_is_asked(
    games: tuple[object, set[tuple[str, bool, str]]],
) -> None:
    written = {
        (last, "of the own seat" in after, answer)
        for after, answers in table("When it has to answer")
        for last in names(after)
        for answer in names(answers)
    }
    assert games[1] <= written
    assert {("tsumo", True, "reach"), ("dahai", False, "chi"), ("pon", True, "dahai")} <= games[1]
