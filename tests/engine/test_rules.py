"""The presets, field by field as their rulebooks have it, and that every field is a rule the engine asks."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engine
from engine.rules import DEFAULT, PRESETS, WRC, Ruleset, UnknownRuleset, ruleset

ORDER = ("wrc", "wrc2015", "ema", "ema2025", "tenhou", "mahjongsoul", "mleague")
BIG = ("daisangen", "daisuushi")
FOUR = (*BIG, "suukantsu")
DOUBLES = ("kokushi-13", "suuankou-tanki", "junsei-chuuren", "daisuushi")
KIND, GRIM, LEAGUE = (15_000, 5_000, -5_000, -15_000), (20_000, 10_000, -10_000, -20_000), 30_000
CHOMBO = ("false-win", "noten-riichi", "bad-closed-kan", "dead-hand-win", "unplayable")
DEAD = ("withdrawn-win", "invalid-call", "invalid-kan", "riichi-call", "kuikae", "wrong-tile-count")
CLAIM = "dead-hand-call"

ROWS: dict[str, tuple[Any, ...]] = {
    # A. the game
    "length": ("south",) * 7,
    "start_points": (30_000, 30_000, 30_000, 30_000, 25_000, 25_000, 25_000),
    "return_points": (30_000, 30_000, 30_000, 30_000, 30_000, 25_000, 30_000),
    "oka": (0, 0, 0, 0, 20_000, 0, 20_000),
    "uma": (KIND, KIND, KIND, KIND, GRIM, KIND, (LEAGUE, 10_000, -10_000, -LEAGUE)),
    "ties": ("shared", "shared", "shared", "shared", "seat", "seat", "shared"),
    "final_score": ("difference", "difference", "points", "points", *("difference",) * 3),
    "leftover_bets": ("nobody", "nobody", "split-down", "split-down", "first", "first", "split"),
    "goal_points": (None, None, None, None, 30_000, 30_000, None),
    "agari_yame": (False, False, False, False, True, True, False),
    "tenpai_yame": (False, False, False, False, True, True, False),
    "bankruptcy": (False, False, False, False, True, True, False),
    "two_han_minimum_from": (None,) * 7,
    "counter_points": (300,) * 7,
    # B. tiles and dora
    "red_fives": (*((0, 0, 0),) * 4, *((1, 1, 1),) * 3),
    "ippatsu": (True,) * 7,
    "ura_dora": (True,) * 7,
    "kan_dora": (True,) * 7,
    "kan_ura_dora": (True,) * 7,
    "closed_kan_dora": ("before",) * 7,
    "open_kan_dora": ("before", "before", "before", "before", "late", "late", "before"),
    # C. calls and kans
    "open_tanyao": (True,) * 7,
    "kuikae_same": (False,) * 7,
    "kuikae_other_end": (False,) * 7,
    "orphans_rob_closed_kan": (False, True, True, True, False, True, False),
    # D. riichi
    "riichi_bet": (1_000,) * 7,
    "riichi_minimum_points": (None, None, None, None, 1_000, 1_000, None),
    "riichi_minimum_live": (0, 4, 4, 1, 4, 4, 1),
    "closed_kan_after_riichi": ("strict", "strict", "strict", "strict", "waits", "waits", "strict"),
    # E. furiten
    "calls_end_temporary_furiten": (False,) * 7,
    # F. wins and payments
    "several_rons": ("nearest", "nearest", "all", "all", "all", "all", "nearest"),
    "ron_counters": ("nearest", "nearest", "each", "each", "nearest", "nearest", "nearest"),
    "ron_bets": ("nearest", "nearest", "own", "own", "nearest", "nearest", "nearest"),
    "tile_apart": (True, True, *(False,) * 5),
    "double_wind_pair_fu": (2, 4, 4, 2, 4, 4, 2),
    "rinshan_tsumo_fu": (True,) * 7,
    "rinshan_with_haitei": (False,) * 7,
    "kiriage": (True, True, False, True, False, False, True),
    "counted_limit": ("yakuman", *("sanbaiman",) * 3, "yakuman", "yakuman", "sanbaiman"),
    "yakuman_add_up": (True, False, False, False, True, True, True),
    "double_yakuman": ((), (), (), (), (), DOUBLES, ()),
    "pao": (FOUR, BIG, BIG, BIG, BIG, BIG, FOUR),
    "pao_covers": ("yakuman", "yakuman", "yakuman", "yakuman", "hand", "yakuman", "yakuman"),
    "pao_counters": (*("discarder",) * 4, "liable", "liable", "discarder"),
    "renhou": ("mangan", "mangan", "mangan", "mangan", "none", "none", "none"),
    "nagashi_mangan": (False, False, False, False, True, True, False),
    # G. draws
    "nine_terminals": (False, False, False, False, True, True, False),
    "four_winds": (False, False, False, False, True, True, False),
    "four_riichi": (False, False, False, False, True, True, False),
    "four_kans": (False, False, False, False, True, True, False),
    "triple_ron": (False, False, False, False, True, False, False),
    "noten_penalty": (3_000,) * 7,
    "fifth_tile": ("anywhere", "anywhere", "anywhere", "anywhere", "concealed", "concealed", "anywhere"),
    # H. penalties (offence by offence in test_fouls_play.py)
    "errors": ("prevented",) * 7,
    "chombo_for": (
        (*CHOMBO, "withdrawn-win", "invalid-kan", CLAIM, "wrong-tile-count", "many-tiles-shown"),
        CHOMBO,
        *((*CHOMBO, CLAIM),) * 4,
        ("false-win", "noten-riichi", "dead-hand-win", "unplayable"),
    ),
    "dead_hand_for": (
        (
            "empty-call",
            "invalid-call",
            "kuikae",
            "open-riichi",
            "riichi-discard",
            "riichi-call",
            "tiles-shown",
        ),
        DEAD,
        *((*DEAD, "open-riichi", "riichi-not-shown", "claim-not-taken"),) * 4,
        DEAD,
    ),
    "chombo": ("final", "final", "final", "final", "mangan", "mangan", "final"),
    "chombo_points": (30_000, *(20_000,) * 6),
    "win_voids_chombo": (True,) * 7,
    "challenge_price": (1_000,) * 7,
    "value_said": (False,) * 7,
    "unchecked": ((),) * 7,
}
"""One row a rule, one column a preset, in the order of ``ORDER``."""


@pytest.mark.parametrize("field", ROWS)
def test_the_presets_say_what_their_rulebooks_say(field: str) -> None:
    found = tuple(getattr(PRESETS[name], field) for name in ORDER)
    if field in ("chombo_for", "dead_hand_for"):
        assert [set(names) for names in found] == [set(names) for names in ROWS[field]]
    else:
        assert found == ROWS[field]


def test_the_table_is_complete() -> None:
    assert tuple(PRESETS) == ORDER
    fields = {field.name for field in msgspec.structs.fields(Ruleset)} - {"name", "title"}
    assert fields | {"oka"} == set(ROWS)


def test_wrc_is_the_default() -> None:
    assert DEFAULT is WRC
    assert ruleset("ema") is PRESETS["ema"]


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownRuleset, match=r"no ruleset 'parlour' \(there are: wrc, .*mleague\)"):
        ruleset("parlour")


def test_every_field_is_asked_somewhere() -> None:
    """A rule that nobody asks is no rule."""
    folder = Path(engine.__file__).parent
    asked = {
        node.attr
        for path in folder.rglob("*.py")
        if path.name != "rules.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
    }
    unasked = {field.name for field in msgspec.structs.fields(Ruleset)} - asked
    assert unasked <= {"title"}
