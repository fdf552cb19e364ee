"""The table in the package is the one that its generator makes; what is remembered stays bounded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.shape import build_tables as build
from engine.shape import discards, keys_of, nearest_discards, readings, shanten, suit_memory
from engine.shape import hand_readings as reading
from engine.shape import shanten_number as distance
from engine.shape import special_forms as forms
from engine.shape.suit_keys import digits, key_of
from engine.shape.tables import CLASSES_ASSET, PROFILES_ASSET
from tests.support.engine.slow_shape import drawn

ROOT = Path(__file__).resolve().parents[2]


def test_the_assets_are_what_their_generator_makes() -> None:
    assert Path(CLASSES_ASSET).read_bytes() == build.build_classes()
    assert Path(PROFILES_ASSET).read_bytes() == build.build_profiles()


def test_digits_and_keys_are_inverse() -> None:
    random = Random(1)
    for _ in range(200):
        key = random.randrange(5**9)
        assert key_of(digits(key)) == key


@pytest.mark.parametrize("suit", [0, 1, 2, 3])
def test_the_profile_table_holds_the_profile_of_every_suit(suit: int) -> None:
    shapes, profiles = forms.profile_table(suit)
    random = Random(suit)
    for _ in range(1_000):
        counts = drawn(random, random.randrange(15), one_suit=True)
        part = counts[27:] if suit == 3 else counts[:9]
        assert profiles[shapes[key_of(part)]] == forms.profile(suit, part)


def test_importing_reads_no_table() -> None:
    program = "import engine.shape, engine.shape.tables as tables; print(len(tables.SUMS))"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.split() == [b"0"]


def answers(hand: list[int]) -> tuple[object, ...]:
    keys = keys_of(hand)
    return shanten(hand), discards(keys), nearest_discards(keys, 0, 3), readings(keys)


def test_memories_are_bounded_and_answers_do_not_depend_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    hands = [drawn(random, 14) for _ in range(200)]
    full = [answers(hand) for hand in hands]
    for module in (distance, reading, suit_memory):
        monkeypatch.setattr(module, "_CACHE_CAP", 16)
    monkeypatch.setattr(suit_memory, "_KEYS_CAP", 16)
    memories: list[dict[Any, Any]] = [distance._slices, reading._M, reading._P, reading._S, reading._Z]
    for suits in (suit_memory.NUMBERS, suit_memory.HONOURS):
        memories += [suits, suits.accepted, suits._nearest]
    for known in memories:
        known.clear()
    short = [answers(hand) for hand in hands]
    assert short == full
    assert all(0 < len(known) <= 16 + 4 for known in memories)  # a hand adds four suits at once
