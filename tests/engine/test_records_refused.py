"""What a record cannot mean is refused in one line that names it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.match import Match
from engine.records.recorded_choices import RecordError
from engine.records.replay import replayed
from engine.records.resumed_game import resume
from engine.rules import TENHOU
from tests.support.engine.wild_games import wild_game


@pytest.mark.parametrize(("pai", "says"), [("?", "a hidden tile"), ("9x", "'9x', which is no tile,")])
def test_a_discard_that_is_no_tile(pai: str, says: str) -> None:
    events = list(wild_game("tenhou", 1))
    place = next(place for place, event in enumerate(events) if isinstance(event, ev.Dahai))
    events[place] = replace(events[place], pai=pai)
    with pytest.raises(RecordError, match=says):
        replayed(events, TENHOU)


def test_a_branch_begins_with_its_hand() -> None:
    origin = ev.BranchOrigin("game", "", 1, 0, 0, 1, "anew", "game", [])
    start, *_ = Match(TENHOU, 5).events
    assert isinstance(start, ev.StartGame)
    with pytest.raises(RecordError, match="begins with start_kyoku"):
        resume([replace(start, branch=origin), ev.EndGame()])
    with pytest.raises(RecordError, match="event 2"):
        resume([replace(start, branch=origin)])
