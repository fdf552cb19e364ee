"""Hands with errors under every preset, beside a referee that was written from the rulebooks.

Every menu, every error and its penalty, what follows, what winners say and others doubt, every payment, the
next hand and the final scores are equal.
FURITEN_HANDS asks the slow test for more hands of each preset than usual: ``make referee`` plays 5,000.
"""

from __future__ import annotations

import os

import pytest

from engine import fouls
from engine.offences import Penalty
from engine.rules import PRESETS
from tests.support.engine.referee.book import BOOKS
from tests.support.engine.referee.compare import Comparison, compare

FEW = 20
HANDS = int(os.environ.get("FURITEN_HANDS", "150"))
MOST_OF_A_GAME = 3
COMMON = {"empty-call", "withdrawn-win", "invalid-call", "kuikae", "open-riichi", "false-win", "noten-riichi"}
"""Errors that everybody can make in a few hundred hands, where the ruleset names them."""


def compared(preset: str, hands: int, most: int = MOST_OF_A_GAME) -> Comparison:
    """So many hands, all equal."""
    found = Comparison()
    number = 0
    while found.hands < hands and not found.differences:
        compare(preset, number, found, most)
        number += 1
    return found


def test_every_preset_has_a_book() -> None:
    assert set(BOOKS) == set(PRESETS)


@pytest.mark.parametrize("preset", BOOKS)
def test_a_few_hands_are_as_the_referee_rules(preset: str) -> None:
    found = compared(preset, FEW)
    assert found.differences == []
    assert found.menus > 100 * FEW
    assert found.fouls


@pytest.mark.slow
@pytest.mark.parametrize("preset", BOOKS)
def test_all_hands_are_as_the_referee_rules(preset: str) -> None:
    found = compared(preset, HANDS, most=12)
    assert found.differences == []
    # the comparison is worth something only if everything was offered, and was done
    book = BOOKS[preset]
    offered = {each.rpartition(" ")[0] for each in found.errors}
    assert COMMON & (book.chombo | book.dead) <= offered
    assert {"chombo", "Hora", "Exhausted", "Tenpai", "Foul", "Chi", "Pon"} <= set(found.events)


def test_a_wrong_penalty_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = fouls.penalty_for

    def milder(rules: object, offence: object) -> Penalty | None:
        found = right(rules, offence)  # type: ignore[arg-type]
        return Penalty.DEAD_HAND if found is Penalty.CHOMBO else found

    monkeypatch.setattr(fouls, "penalty_for", milder)
    assert compared("ema", 2).differences
