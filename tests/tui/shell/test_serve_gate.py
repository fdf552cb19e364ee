"""Who is let in by `furiten serve`, header by header."""

from __future__ import annotations

import pytest

from tui.shell.web.gate import Gate, is_host_name

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
