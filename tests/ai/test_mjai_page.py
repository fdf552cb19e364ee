"""The page for those who write a bot: its example plays, and what it says of events and questions is so."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.mjai.messages import Message, to_messages
from ai.mjai.transcript import Transcript
from ai.players import Players
from engine.actions import PASS
from engine.events import Chi, Dahai, Pon
from engine.match import Match
from engine.rules import TENHOU
from tests.support.ai.external_programs import play
from tests.support.fresh_interpreter import ROOT

PAGE = (ROOT / "docs" / "outside-bots.md").read_text(encoding="utf-8")
SEAT = 2
SEEDS = (4, 10)
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
