"""Hands with errors under every preset, beside a referee that was written from the rulebooks.

Every menu, every error and its penalty, what follows, what winners say and others doubt, every payment, the
next hand and the final scores are equal.
FURITEN_HANDS asks the slow test for more hands of each preset than usual: ``make referee`` plays 5,000.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.match import Standing, next_header, standings
from engine.outcome import Outcome
from engine.round import Header
from engine.rules import PRESETS, Offence, Penalty, Ruleset, penalty_for
from tests.support.nightly import at_night
from tools.referee.book import BOOKS
from tools.referee.compare import Comparison, compare

FEW = 3
HANDS = int(os.environ.get("FURITEN_HANDS", "50"))
MOST_OF_A_GAME = 3
ENOUGH = 500
"""Hands in which each of the faults below comes up."""
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


@pytest.mark.nightly
@pytest.mark.parametrize("preset", BOOKS)
def test_all_hands_are_as_the_referee_rules(preset: str) -> None:
    found = compared(preset, HANDS, most=12)
    assert found.differences == []
    # the comparison is worth something only if everything was offered, and was done
    book = BOOKS[preset]
    offered = {each.rpartition(" ")[0] for each in found.errors}
    assert COMMON & (book.chombo | book.dead) <= offered
    assert {"chombo", "Hora", "Exhausted", "Tenpai", "Foul", "Chi", "Pon"} <= set(found.events)


def _milder(rules: Ruleset, offence: Offence) -> Penalty | None:
    found = penalty_for(rules, offence)
    return Penalty.DEAD_HAND if found is Penalty.CHOMBO else found


def _free(*_: object) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0)


def _nobody(*_: object) -> list[tuple[int, Offence]]:
    return []


def _never(*_: object) -> bool:
    return False


def _without_chombo(rules: Ruleset, scores: Sequence[int], sticks: int, _: object) -> tuple[Standing, ...]:
    return standings(rules, scores, sticks)


def _one_more(
    rules: Ruleset, header: Header, outcome: Outcome, scores: Sequence[int], sticks: int
) -> Header | None:
    found = next_header(rules, header, outcome, scores, sticks)
    return found and replace(found, honba=found.honba + 1)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("fouls.penalty_for", _milder),
        ("match.next_header", _one_more),
        *at_night(
            [
                ("results.noten_deltas", _free),
                ("results.chombo_deltas", _free),
                ("match.standings", _without_chombo),
                ("fouls.found", _nobody),
                ("results.is_miscounted", _never),
                ("fouls.stands", _never),
            ]
        ),
    ],
)
def test_a_fault_in_the_engine_is_seen(place: str, fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"engine.{place}", fault)
    assert compared("ema", ENOUGH).differences
