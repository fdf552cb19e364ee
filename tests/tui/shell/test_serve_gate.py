"""The gate of `furiten serve`: who is let in, header by header, what a page may send, and how much."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.shell.web.pages import (
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
    PageMessage,
    PageSize,
    Pinged,
    Resized,
    bounded,
    first_size,
    read_message,
)
from tui.shell.web.server import Gate, is_host_name

OWN_ADDRESS = "192.0.2.7"


@pytest.fixture
def gate() -> Gate:
    return Gate(["game.example.org", "bücher.example", "2001:DB8::1"], 8000, tokens=True)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "LOCALHOST:1",
        "127.0.0.1:8000",
        "127.8.9.1",
        "[::1]:8000",
        "game.example.org",
        "Game.Example.Org:443",
        "xn--bcher-kva.example:8000",
        "[2001:db8::1]:8000",
        "[2001:0db8:0::1]",
        "192.0.2.7:8000",
    ],
)
def test_own_names(gate: Gate, host: str) -> None:
    assert gate.knows_host([host], OWN_ADDRESS)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil-localhost",
        "notlocalhost:8000",
        "localhost@evil.example",
        "evil.example@localhost",
        "localhost:8000@evil.example",
        "evil.example#localhost",
        "evil.example/localhost",
        "localhost, evil.example",
        "localhost ",
        "localhost\n",
        "localhost:",
        "localhost.",
        "game.example.org.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io",
        "0.0.0.0:8000",
        "[::]:8000",
        "192.0.2.8:8000",
        "[::1",
        "::1",
        "[x::1]",
        "",
        ":8000",
        "x" * 70 + ".example",
        "xn--",
        "ⅼocalhost",
    ],
)
def test_other_names(gate: Gate, host: str) -> None:
    assert not gate.knows_host([host], OWN_ADDRESS)


def test_a_request_has_one_host(gate: Gate) -> None:
    assert not gate.knows_host([], OWN_ADDRESS)
    assert not gate.knows_host(["localhost", "localhost"], OWN_ADDRESS)
    assert not gate.knows_host([""], "")


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("http://localhost:8000", True),
        ("HTTP://LOCALHOST:8000", True),
        ("https://localhost:8000", True),
        ("http://localhost", False),
        ("http://localhost:80000", False),
        ("http://localhost:8000/", False),
        ("http://localhost:8000.evil.example", False),
        ("http://127.0.0.1:8000", False),
        ("ws://localhost:8000", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_the_page_is_that_of_the_very_host_and_port(gate: Gate, origin: str, is_own: bool) -> None:
    assert gate.knows_origin([origin], "localhost:8000") is is_own
    assert not gate.knows_origin([origin, origin], "localhost:8000")
    assert not gate.knows_origin([], "localhost:8000")


def test_a_token_is_used_once(gate: Gate) -> None:
    first = gate.token
    assert not gate.redeem(None)
    assert not gate.redeem("")
    assert not gate.redeem(first + "x")
    assert not gate.redeem(first[:-1])
    assert not gate.redeem("\udcff")
    assert gate.token == first, "a wrong one does not use it up"
    assert gate.redeem(first)
    assert not gate.redeem(first)
    assert gate.redeem(gate.token)


def test_a_cookie_is_no_token_and_a_token_no_cookie(gate: Gate) -> None:
    assert gate.has_cookie(gate.cookie)
    assert not gate.redeem(gate.cookie)
    for wrong in (None, "", gate.token, gate.cookie.lower() + "x", "é"):
        assert not gate.has_cookie(wrong)


def test_secrets_differ_from_server_to_server() -> None:
    gates = [Gate([], port, tokens=True) for port in (1, 2, 3)]
    assert len({secret for gate in gates for secret in (gate.token, gate.cookie, gate.cookie_name)}) == 9


def test_without_tokens_names_still_count() -> None:
    gate = Gate([], 8000, tokens=False)
    assert gate.has_cookie(None)
    assert not gate.redeem("")
    assert not gate.knows_host(["evil.example"], OWN_ADDRESS)
    assert not gate.knows_origin(["http://evil.example"], "localhost:8000")


@pytest.mark.parametrize(
    ("name", "is_name"),
    [
        ("localhost", True),
        ("bücher.example", True),
        ("::1", True),
        ("[::1]", True),
        ("192.0.2.7", True),
        ("localhost:8000", False),
        ("http://localhost", False),
        ("*", False),
        ("*.example.org", False),
        ("a b", False),
        ("", False),
        ("x" * 64, False),
        ("\udcff", False),
    ],
)
def test_names_that_can_be_allowed(name: str, is_name: bool) -> None:
    assert is_host_name(name) is is_name


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
        assert isinstance(read_message(text), PageMessage)


@given(st.integers(), st.integers())
def test_sizes_are_drawable(width: int, height: int) -> None:
    columns, rows = bounded(width, height)
    assert 1 <= columns <= MOST_COLUMNS
    assert 1 <= rows <= MOST_ROWS


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
