"""Sentences that few positions show, each made of its facts alone."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from ai.coach.choice_warnings import Caution, CautionKind
from ai.reading.acceptance import AcceptedTile
from ai.reading.furiten_advice import FuritenAdvice, WayKind, WayOut
from ai.reading.outlook import Outlook, Wait
from ai.reading.table_errors import ErrorAtTable, ErrorKind
from engine import events as ev
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.offences import Offence, Penalty
from engine.score import Score
from engine.tiles import KIND_OF, TILE_OF
from engine.view import SeatView
from tests.support.tui.desk_positions import Seated
from tests.support.tui.texts import says
from tui.config.actions import ActionId
from tui.i18n.texts import t
from tui.words.discard_effects import ways_out
from tui.words.event_lines import log_line
from tui.words.seating import Seating
from tui.words.table_errors import error_words
from tui.words.warnings import warning
from tui.words.win_count import fu_reason

NAMES = Seating.of_onlooker(["Ann", "Ben", "Cid", "Dot"])
TILE = TILE_OF["5s"]
KIND = KIND_OF[TILE]
IN_RIICHI = Cause(FuritenKind.RIICHI, TILE, 1, 3, Ends.HAND_ENDS, Passed.DISCARD)


@pytest.mark.parametrize(("discard", "key"), [("5s", "warning.itself"), ("9m", "warning.thrown")])
def test_a_warning_says_whether_the_discard_itself_makes_the_hand_furiten(discard: str, key: str) -> None:
    cause = Cause(FuritenKind.DISCARD, TILE, 0, 3, Ends.WAITS_CHANGE, None)
    said = Caution(CautionKind.FURITEN, TILE_OF[discard], (AcceptedTile(KIND, 3),), (cause,))
    assert t(key, tile="5s") in warning(said, ActionId.CONFIRM)


@pytest.mark.parametrize(
    ("fewer", "key"), [(0, "panel.cost.none"), (2, "panel.cost.fewer"), (-2, "panel.cost.more")]
)
def test_a_way_out_says_what_it_costs(fewer: int, key: str) -> None:
    way = WayOut(WayKind.CHANGE_WAIT, TILE, Outlook(0, (Wait(KIND, 3),), ()), fewer=fewer)
    (said,) = ways_out(FuritenAdvice((IN_RIICHI,), (), (way,)))
    others = {"panel.cost.none", "panel.cost.fewer", "panel.cost.more"} - {key}
    assert says(said, key)
    assert not any(says(said, other) for other in others)


def test_tenpai_said_noten_is_an_error() -> None:
    error = ErrorAtTable(ErrorKind.TENPAI, 1, 5, 9, "E", 1, 0)
    assert error_words(error, NAMES) == t("errors.tenpai")


def test_a_foul_has_its_line_in_the_log() -> None:
    view = cast(SeatView, Seated("123m456p789s1122z").view)
    line = log_line(ev.Foul(2, Offence.INVALID_KAN.value, Penalty.CHOMBO.value), view, NAMES)
    assert line is not None
    assert says(line, "log.foul", name="Cid")


def test_a_hand_whose_limit_comes_of_no_fu_names_the_limit() -> None:
    value = Score((), 0, (), None, None, (), "mangan", 2_000, cast(Any, None))
    assert says(fu_reason(value), "count.why-limit")
    assert not says(fu_reason(replace(value, fu=30)), "count.why-limit")
