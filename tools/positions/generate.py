"""Generate questions by kind, level, seed and ruleset; the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ai.drills.question import LEVELS, Draft, DrillKind, NoQuestion, Question
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.wall import Dice
from tools.positions import search

Maker = Callable[[int, Dice, Ruleset | None], Draft | None]
"""Generates a random draft of a level, or None if the attempt gave nothing worth asking.

Each module of ``tools.positions.kinds`` has one named ``draft``; for kinds without a module it is that of
``tools.positions.search``. All its randomness comes from the dice. With a ruleset the question is about it,
else about any preset. It raises NoQuestion if there is nothing to ask under that ruleset.
"""

_NUMBER = {kind: number for number, kind in enumerate(DrillKind)}
_TRIES = 5_000
"""The most attempts for a draft; a good drill needs only a few."""


def module_of(kind: DrillKind) -> ModuleType | None:
    """The module that finds positions of a kind; None if the general search does."""
    name = f"{__package__}.kinds.find_{kind.module}"
    return import_module(name) if find_spec(name) is not None else None


def maker_of(kind: DrillKind) -> Maker:
    """What finds the questions of a kind."""
    module = module_of(kind)
    maker: Maker = partial(search.draft, kind) if module is None else module.draft
    return maker


def make_question(kind: DrillKind, level: int, seed: int, rules: str = "") -> Question:
    """The question of that kind, level (1 to 5) and seed (0 or more), under a preset if one is named.

    Raises ValueError for another level or seed, UnknownRuleset, and NoQuestion.
    """
    if level not in LEVELS or seed < 0:
        raise ValueError(f"there is no question of level {level} with seed {seed}")
    maker = maker_of(kind)
    fixed = ruleset(rules) if rules else None
    dice = Dice(_NUMBER[kind], level, seed)
    code = " ".join((kind.value, f"level {level} seed {seed}", rules)).rstrip()
    for _ in range(_TRIES):
        if (draft := maker(level, dice, fixed)) is not None:
            return Question.of(kind, level, seed, code, draft)
    raise NoQuestion(f"nothing to ask for {code}")
