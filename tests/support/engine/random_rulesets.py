"""Rulesets drawn at random: presets, and mixtures that no rulebook has."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec.structs import replace

from engine.rules import PRESETS, Ruleset
from engine.score import YAKU_NAMES

YAKUMAN = ("daisangen", "daisuushi", "suukantsu", "kokushi-13", "suuankou-tanki", "junsei-chuuren")
assert set(YAKUMAN) <= set(YAKU_NAMES)

NUMBERS: dict[str, tuple[Any, ...]] = {
    "start_points": (1_000, 8_000, 25_000),
    "goal_points": (None, 1_000, 30_000),
    "two_han_minimum_from": (None, 0, 1),
    "counter_points": (0, 300, 1_500),
    "red_fives": ((0, 0, 0), (1, 1, 1), (0, 2, 4)),
    "riichi_bet": (0, 1_000),
    "riichi_minimum_points": (None, 1_000),
    "riichi_minimum_live": (0, 1, 4, 60),
    "double_yakuman": ((), YAKUMAN),
    "pao": ((), YAKUMAN[:3]),
    "noten_penalty": (0, 3_000),
    "challenge_price": (0, 1_000),
    "unchecked": ((), (), (1, 2, 3), (0,)),
}
"""Values of fields that are numbers and names; yes-or-no fields and named choices have all of theirs."""


def choices() -> dict[str, tuple[Any, ...]]:
    """Fields that change how a hand is played, each with its values."""
    found = dict(NUMBERS)
    for name, kind in get_type_hints(Ruleset).items():
        if kind is bool:
            found[name] = (False, True)
        elif get_origin(kind) is Literal:
            found[name] = get_args(kind)
    return found


def presets() -> st.SearchStrategy[Ruleset]:
    """A preset of some length, for players who cannot err or who can."""
    return st.builds(
        replace,
        st.sampled_from(list(PRESETS.values())),
        length=st.sampled_from(["hand", "east", "south"]),
        errors=st.sampled_from(["prevented", "prevented", "penalised"]),
        chombo=st.sampled_from(["final", "mangan"]),
    )


def mixtures() -> st.SearchStrategy[Ruleset]:
    """A preset with any of its fields changed."""
    changes = {name: st.sampled_from(values) for name, values in choices().items()}
    return st.builds(
        lambda rules, changed: replace(rules, **changed),
        st.sampled_from(list(PRESETS.values())),
        st.fixed_dictionaries({}, optional=changes),
    )
