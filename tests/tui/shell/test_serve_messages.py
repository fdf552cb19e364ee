"""What a page may send to `furiten serve`, and how much of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.shell.web.messages import (
    BURST,
    FIRST_SIZE,
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_WAIT,
    PIECE,
    RATE,
    Allowance,
    Blurred,
    Flooded,
    Focused,
    KeysTyped,
    Malformed,
    PageSize,
    Pinged,
    Resized,
    bounded,
    first_size,
    read_message,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["stdin", "\\u001b[A"]', KeysTyped("\x1b[A")),
        ('["stdin", "東😀"]', KeysTyped("東😀")),
        ('["resize", {"width": 120, "height": 40}]', Resized(PageSize(120, 40))),
        ('["ping", "1795413159606"]', Pinged("1795413159606")),
        ('["focus"]', Focused()),
        ('["blur"]', Blurred()),
    ],
)
def test_messages_of_the_page(text: str, message: object) -> None:
    assert read_message(text) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "[]",
        "{}",
        '"stdin"',
        '["stdin"]',
        '["stdin", 1]',
        '["stdin", null]',
        '["stdin", "a", "b"]',
        '["stdin", "\\ud800"]',
        '["focus", 1]',
        '["resize"]',
        '["resize", {}]',
        '["resize", [80, 24]]',
        '["resize", {"width": "80", "height": 24}]',
        '["resize", {"width": 80.5, "height": 24}]',
        '["resize", {"width": true, "height": 24}]',
        '["resize", {"width": null, "height": 24}]',
        '["resize", {"width": 1e999, "height": 24}]',
        '["resize", {"width": NaN, "height": 24}]',
        '["quit"]',
        '["deliver_chunk_request", {"key": "x", "size": 1}]',
        '[["stdin"], "a"]',
        "[" * 60_000,
        '{"a":' * 10_000,
        '["resize", {"width": ' + "9" * 60_000 + ', "height": 24}]',
    ],
)
def test_other_messages_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_message(text)


@given(st.text() | st.recursive(st.none() | st.text(), st.lists).map(str))
def test_any_text_is_a_message_or_malformed(text: str) -> None:
    with suppress(Malformed):
        read_message(text)


@given(st.integers(), st.integers())
def test_sizes_are_drawable(width: int, height: int) -> None:
    columns, rows = bounded(width, height)
    assert 1 <= columns <= MOST_COLUMNS
    assert 1 <= rows <= MOST_ROWS
    assert Resized(PageSize(width, height)).size.bounded() == (columns, rows)


@pytest.mark.parametrize(
    ("given_size", "size"),
    [
        (("120", "40"), (120, 40)),
        (("20000", "20000"), (MOST_COLUMNS, MOST_ROWS)),
        (("0", "0"), (1, 1)),
        (("", ""), FIRST_SIZE),
        (("NaN", "40"), FIRST_SIZE),
        (("-5", "40"), FIRST_SIZE),
        (("1e3", "40"), FIRST_SIZE),
        (("٣", "40"), FIRST_SIZE),
        (("9" * 5_000, "40"), FIRST_SIZE),
    ],
)
def test_sizes_in_the_address(given_size: tuple[str, str], size: tuple[int, int]) -> None:
    assert first_size(*given_size) == size


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1_000.0
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    def time(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def _send(allowance: Allowance, count: int, size: int) -> None:
    for _ in range(count):
        await allowance.take(size)


async def test_a_burst_does_not_wait(clock: Clock) -> None:
    allowance = Allowance()
    await _send(allowance, int(BURST), 0)
    assert clock.seconds == 1_000


async def test_what_is_above_waits(clock: Clock) -> None:
    allowance = Allowance()
    await _send(allowance, int(BURST + RATE * (MOST_WAIT - 1)), 0)
    assert clock.seconds == pytest.approx(1_000 + MOST_WAIT - 1)


async def test_what_is_far_above_ends_the_page(clock: Clock) -> None:
    allowance = Allowance()
    with pytest.raises(Flooded):
        await _send(allowance, int(BURST + RATE * (MOST_WAIT + 1)), 0)


async def test_large_messages_count_as_many(clock: Clock) -> None:
    allowance = Allowance()
    await _send(allowance, 2, MOST_BYTES)
    assert clock.seconds == pytest.approx(1_000 + (2 * (1 + MOST_BYTES / PIECE) - BURST) / RATE)
    with pytest.raises(Flooded):
        await _send(allowance, 10, MOST_BYTES)


async def test_a_mouse_may_move_all_day(clock: Clock) -> None:
    allowance = Allowance()
    begun = clock.seconds
    for _ in range(10_000):
        await allowance.take(40)
        await clock.sleep(1 / 240)
    assert clock.seconds == pytest.approx(begun + 10_000 / 240), "it never waits"
