"""A short siege: one attempt of each kind holds, and a siege says what gives way and how to see it again."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.support.nightly import at_night
from tools.siege import __main__ as siege
from tools.siege.attempt import Ended, Outcome, judge
from tools.siege.damage import damaged

SEED = 3
ALWAYS = ("hostile records",)
AT_NIGHT = 4
"""Attempts of each kind."""


@pytest.mark.parametrize(
    ("kind", "attempts"),
    [*((kind, 1) for kind in ALWAYS), *at_night((kind, AT_NIGHT) for kind in siege.ATTACKS)],
)
def test_a_short_siege_holds(kind: str, attempts: int) -> None:
    if kind == "foreign pages":
        pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")
    for number in range(attempts):
        assert siege.attempt(kind, SEED, number).faults == []


def ended(code: int | None = 0, err: bytes = b"", megabytes: float = 20.0) -> Ended:
    return Ended(code, b"", err, 0.1, megabytes)


@pytest.mark.parametrize(
    "bad",
    [
        ended(code=None),
        ended(code=-9),
        ended(code=1, err=b"Traceback (most recent call last):\n  x\nValueError\n"),
        ended(code=2, err=b"line\n" * 50),
        ended(code=2, err=b"no such tile: \x1b[2J\n"),
        ended(megabytes=5_000),
    ],
)
def test_what_gives_way_is_noted(bad: Ended) -> None:
    outcome = Outcome()
    judge(outcome, bad, "an attempt")
    assert outcome.faults
    held = Outcome()
    judge(held, ended(2, b"furiten: no such tile\n"), "an attempt")
    assert held.faults == []


def test_a_fault_is_told_with_what_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(dice: random.Random, room: Path) -> Outcome:
        assert room.is_dir()
        return Outcome(["it broke"] if dice.random() < 0.3 else [], 1.5, 60)

    monkeypatch.setattr(siege, "ATTACKS", {"a kind": breaks})
    monkeypatch.setattr(sys, "argv", ["siege", "--seed", "5", "--count", "40"])
    assert siege.main() == siege.GAVE_WAY
    told = capsys.readouterr().out.splitlines()
    numbers = [int(line.partition("number ")[2].partition(":")[0]) for line in told if "it broke" in line]
    assert 0 < len(numbers) < 40
    assert told[-1].split() == ["a", "kind", "40", str(len(numbers)), "1.5", "s", "60", "MB"]
    monkeypatch.setattr(sys, "argv", ["siege", "--seed", "5", "--first", str(numbers[0]), "--count", "1"])
    assert siege.main() == siege.GAVE_WAY


def test_damage_damages_and_can_be_repeated() -> None:
    data = bytes(range(256)) * 8
    changed = [damaged(data, random.Random(seed)) for seed in range(100)]
    assert sum(each != data for each in changed) > 95
    assert changed == [damaged(data, random.Random(seed)) for seed in range(100)]
