"""The lines of the table in Japanese: whatever they have to say fits at 80 columns, counted in cells."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from ai.coach import CautionKind
from ai.reading.furiten_advice import FuritenAdvice, WayKind, WayOut
from ai.reading.missed_wins import MissedWin
from ai.reading.outlook import Draw, Outlook, Wait
from engine.actions import Refusal, Why
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.outcome import DrawReason
from engine.table import PondTile
from engine.tiles import RED_FIVES, parse_tiles
from tests.support.tui.desk_positions import FURITEN_WIDTH
from tests.tui.desk.test_desk_coach import REDS_AND_HONOURS
from tests.tui.words.test_event_lines import CAUSES, LONG, NUMBERS, RED, TRIED, shown_furiten
from tui.config.actions import BY_ID
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH, wait_line
from tui.drawing.rows import cells
from tui.i18n.texts import choose_language, t
from tui.words.actions import refused
from tui.words.furiten import _GONE, missed_win_reply
from tui.words.seating import Seating
from tui.words.tiles import REASON_WIDTH
from tui.words.warnings import warning

NAMES = Seating(LONG, 0)
POND = [PondTile(RED, False, called_by=2)] * 18
NO_YAKU = Refusal(Why.NO_YAKU)


@pytest.fixture(autouse=True)
def _japanese() -> None:
    choose_language("ja")


def furiten_line(*causes: Cause, advice: FuritenAdvice | None = None, **rest: Any) -> str:
    return shown_furiten(causes, POND, advice, **rest)[1]


def test_every_reason_fits() -> None:
    for why, name, tiles, cause in product(Why, TRIED, ((), parse_tiles("567z")), CAUSES):
        refusal = Refusal(why, causes=(cause,), tiles=tiles, number=NUMBERS.get(why, 70))
        sentence = refused(name, refusal)
        assert cells(sentence) <= REASON_WIDTH, sentence
        assert sentence.endswith("。")


@pytest.mark.parametrize("more", [(), CAUSES[-3:]])
def test_the_furiten_line_fits(more: tuple[Cause, ...]) -> None:
    for one in CAUSES:
        line = furiten_line(one, *more)
        assert cells(line) <= FURITEN_WIDTH, line


@pytest.mark.parametrize("kind", WayKind)
def test_it_fits_with_every_way_out(kind: WayKind) -> None:
    hand = Outlook(0, tuple(Wait(wait, 4) for wait in parse_tiles("5671234z")), ())
    draws = (Draw(0, 4, (hand,)),) * 9
    ways = (WayOut(kind, RED, hand, draws, fewer=-12),)
    for one, found, my_turn in product(CAUSES, (ways, ()), (True, False)):
        line = furiten_line(one, advice=FuritenAdvice((one,), (), found, draws), my_turn=my_turn)
        assert cells(line) <= FURITEN_WIDTH, line


@pytest.mark.parametrize("why", [None, Why.NO_YAKU, Why.TWO_HAN_MINIMUM, Why.FURITEN])
def test_it_fits_after_every_winning_tile_that_passed(why: Why | None) -> None:
    passes = [cause for cause in CAUSES if cause.passed is not None]
    for before, one in product(CAUSES, passes):
        refusal = None if why is None else Refusal(why, causes=(before,), number=5)
        line = furiten_line(before, missed=MissedWin(one, refusal))
        assert cells(line) <= FURITEN_WIDTH, line


def test_a_ron_that_comes_too_late_is_told_in_a_line() -> None:
    for why, ends in product((None, *_GONE), Ends):
        cause = Cause(FuritenKind.RIICHI, RED_FIVES[1], 1, 18, ends, Passed.DISCARD)
        sentence = missed_win_reply(
            MissedWin(cause, None if why is None else Refusal(why)), SimpleNamespace(furiten=(cause,)), NAMES
        )
        assert cells(sentence) <= REASON_WIDTH, sentence


def test_what_the_coach_says_fits_and_names_the_key() -> None:
    for kind, name, free in product(CautionKind, ("confirm", "cancel", "pass"), (True, False)):
        if free or kind not in (CautionKind.LATER, CautionKind.KAN):
            said = replace(REDS_AND_HONOURS, kind=kind, better=REDS_AND_HONOURS.better if free else None)
            line = warning(said, name)
            assert cells(line) <= REASON_WIDTH, line
            assert f"もう一度{BY_ID[name].key}で" in line


@pytest.mark.parametrize("width", [LINE_WIDTH, RIICHI_WIDTH])
@pytest.mark.parametrize("count", range(1, 14))
def test_the_wait_line_fits(width: int, count: int) -> None:
    kinds = parse_tiles("5671234z1919m19p19s")[:count]
    choices = product((None, NO_YAKU), (None, NO_YAKU), (None, RED), ((), CAUSES[:1]))
    for ron, tsumo, discard, furiten in choices:
        waits = tuple(Wait(kind, 4, ron, tsumo) for kind in kinds)
        mixed = (*waits[1:], Wait(kinds[0], 0, None if ron else NO_YAKU, tsumo))
        for each in (waits, mixed):
            line = wait_line(Outlook(0, each, furiten, discard), width)
            assert cells(line) <= width, line
    for shanten in range(7):
        assert cells(wait_line(Outlook(shanten, (), (), RED), width)) <= width


def test_the_rule_behind_every_draw_fits() -> None:
    for reason in DrawReason:
        assert cells(t(f"result.rule.{reason.value}")) <= REASON_WIDTH
