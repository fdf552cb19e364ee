"""The pictures that ask for the safest tiles: without the legend, and judged rightly."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec
import pytest

from engine.tiles import KIND_OF, parse_tile
from tools.measure.glance import ANSWERS, Judged, Question, is_right, judge, positions, write
from tui.i18n import t

HAND = Question(
    "1 riichi",
    tuple(
        Judged(tile, safety, tier)
        for tile, safety, tier in (
            *(
                ("2m", 4, 7),
                ("4p", 0, 0),
                ("4p", 0, 0),
                ("0p", 1, 1),
                ("1z", 1, 2),
                ("9s", 2, 3),
                ("1s", 2, 3),
            ),
            ("3z", 3, 5),
        )
    ),
)


@pytest.mark.parametrize(
    ("given", "right", "fine"),
    [
        ("4p 0p 1z", True, True),
        ("1z 5p 4p", True, True),
        ("4p 4p 0p", True, True),
        ("4p 4p 1z", True, False),
        ("4p 0p 9s", False, False),
        ("4p 4p 9s", False, False),
        ("4p 4p 4p", False, False),
        ("2m 3z 9s", False, False),
        ("4p 0p 7z", False, False),
        ("4p 0p", False, False),
    ],
)
def test_three_tiles_are_right_if_nothing_safer_was_left_out(given: str, right: bool, fine: bool) -> None:
    assert is_right(HAND, given.split()) is right
    assert is_right(HAND, given.split(), by_tier=True) is fine


def test_the_judge_counts_and_names_what_is_wrong() -> None:
    given = {"01-80x24": ["4p", "4p", "1z"], "02-80x24": ["2m", "4p", "0p"], "03-80x24": ["east", "4p", "0p"]}
    *wrong, last = judge(dict.fromkeys(given, HAND), given)
    assert last == "1 right of 3 by class, 0 by tier"
    assert [line.split(":")[0] for line in wrong] == ["02-80x24", "03-80x24", "03-80x24"]


@pytest.mark.nightly
def test_the_same_seed_brings_the_same_positions_and_each_has_a_right_answer() -> None:
    first, again = ([position.question for position in islice(positions(3), 3)] for _ in range(2))
    assert first == again
    for question in first:
        assert "riichi" in question.threats or "open" in question.threats
        kinds = {KIND_OF[parse_tile(each.tile)]: each for each in question.tiles}
        safest = sorted(kinds.values(), key=lambda each: each.tier)
        assert is_right(question, [each.tile for each in safest[:3]], by_tier=True)
        assert not is_right(question, [each.tile for each in safest[-3:]])


def test_pictures_show_hand_and_log_but_no_legend(tmp_path: Path) -> None:
    write(tmp_path, 1, 3, "felt", line=False)
    answers = msgspec.json.decode((tmp_path / ANSWERS).read_bytes(), type=dict[str, Question])
    assert list(answers) == ["01-80x24", "01-120x40"]
    large = (tmp_path / "01-120x40.svg").read_text(encoding="utf-8")
    assert t("table.log") in large
    assert t("table.legend.title") not in large
