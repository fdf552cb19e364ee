"""The game in a browser: who gets in, and what others get. With real servers and sockets."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tui.served_game import PATIENCE, ServedGame, browser, free_port, opened, served_game
from tests.support.tui.texts import says

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")
import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from tui.shell.web.server import ErrorLog, ServeOptions, make_app, make_gate


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    """A server that is asked by all: whoever is refused changes nothing."""
    with served_game(tmp_path_factory.mktemp("served"), "--sessions", "2") as game:
        yield game


FOREIGN_PAGE = """<body><script>
  window.found = [];
  const note = (told) => window.found.push(told);
  const page = new WebSocket("ws://localhost:{port}/ws?width=80&height=24");
  page.onopen = () => note("socket");
  page.onerror = () => note("no socket");
  fetch("http://localhost:{port}/", {{ credentials: "include", mode: "no-cors" }})
    .then(() => note("page"), () => note("no page"));
</script>"""


@pytest.mark.nightly
@pytest.mark.skipif(browser() is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_a_foreign_page_in_the_same_browser_gets_nothing(
    host: str, served: ServedGame, tmp_path: Path
) -> None:
    async def show(_: web.Request) -> web.Response:
        return web.Response(text=FOREIGN_PAGE.format(port=served.port), content_type="text/html")

    foreign = web.Application()
    foreign.router.add_get("/", show)
    runner, port = web.AppRunner(foreign), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with opened(served.next_address(), tmp_path / "profile") as tab:
        await tab.until("document.body.classList.contains('-first-byte')")
        await tab.ask("Page.navigate", url=f"http://{host}:{port}/")
        await tab.until("window.found?.length === 2")
        found = await tab.value("window.found.sort().join()")
        assert found.split(",") == ["no page", "no socket"]
    await runner.cleanup()


async def test_an_address_lets_one_browser_in(served: ServedGame) -> None:
    address = served.next_address()
    async with aiohttp.ClientSession() as stranger:
        for path in ("/", "/?token=", "/?token=wrong", "/static/textual.js", "/ws"):
            async with stranger.get(served.page + path) as answer:
                assert answer.status == 403
        async with stranger.head(address) as answer:
            assert answer.status == 403, "a look does not use it up"
    async with aiohttp.ClientSession() as client, client.get(address) as answer:
        assert answer.status == 200
        (cookie,) = answer.headers.getall("Set-Cookie")
        assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
        async with client.get(address) as again:
            assert again.status == 200, "the page can be loaded anew"
    async with aiohttp.ClientSession() as later, later.get(address) as answer:
        assert answer.status == 403
    async with served.browser() as other, other.get(served.page) as answer:
        assert answer.status == 200


async def test_the_page_loads_nothing_from_elsewhere(
    served: ServedGame, client: aiohttp.ClientSession
) -> None:
    async with client.get(served.page) as answer:
        page = await answer.text()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "//" not in page.replace("<!--", "")


async def test_other_names_of_the_server_are_refused(
    served: ServedGame, client: aiohttp.ClientSession
) -> None:
    for name in (
        "evil.example",
        "localhost.evil.example",
        "evil@localhost",
        "192.0.2.254",
        "localhost:x",
        "",
    ):
        for path in ("/", "/static/textual.js", "/ws"):
            headers = {"Host": name, "Origin": f"http://{name}"}
            async with client.get(served.page + path, headers=headers) as answer:
                assert answer.status in (400, 403)


async def test_other_pages_get_no_socket(served: ServedGame, client: aiohttp.ClientSession) -> None:
    for origin in ("http://evil.example", "null", "http://localhost:1", "file://", None):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(f"{served.page}/ws", origin=origin)
        assert refused.value.status == 403


async def test_only_named_files_are_served(served: ServedGame, client: aiohttp.ClientSession) -> None:
    for path in ("/static/", "/static", "/static/js/", "/static/%2e%2e/server.py", "/download/x", "/x"):
        async with client.get(served.page + path) as answer:
            assert answer.status == 404
    for name in ("textual.js", "xterm.css", "page.js", "page.css"):
        async with client.get(f"{served.page}/static/{name}") as answer:
            assert answer.status == 200


async def test_requests_that_are_none_get_no_line(served: ServedGame) -> None:
    served.next_address()
    wrong = (
        b"\0\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /?\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    )
    for request in wrong:
        with socket.create_connection(("localhost", served.port), PATIENCE) as line:
            line.sendall(request)
            assert b" 40" in line.recv(1_000)
    assert served.complaints() == []


def test_an_error_that_comes_again_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    log = ErrorLog()
    for told in ("too many files", "too many files", "another\nfault\x1b[2J", "another\nfault\x1b[2J"):
        log.emit(logging.LogRecord("aiohttp", logging.ERROR, "", 0, told, (), None))
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize("token", [None, True, False])
async def test_other_names_can_be_allowed(token: bool | None) -> None:
    options = ServeOptions(names=("game.example.org",), token=token)
    gate = make_gate(options)
    async with TestClient(TestServer(make_app(options, gate))) as client:
        for name, is_allowed in (("game.example.org", True), ("game.example.com", False)):
            answer = await client.get("/", params={"token": gate.token}, headers={"Host": name})
            assert answer.status == (200 if is_allowed else 403)
            assert ("Set-Cookie" in answer.headers) is (is_allowed and token is not False)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may ask whether it may listen")
@pytest.mark.parametrize(("option", "warning"), [("--no-token", "serve.open"), ("--token", "serve.exposed")])
@pytest.mark.nightly
async def test_beyond_this_machine_it_says_what_that_means(option: str, warning: str, tmp_path: Path) -> None:
    with served_game(tmp_path, "--host", "0.0.0.0", option) as served:
        address = served.next_address()
        assert ("token=" in address) is (option == "--token")
        assert says("\n".join(served.complaints()), warning, host="0.0.0.0")
        async with aiohttp.ClientSession() as client, client.get(f"{served.page}/") as answer:
            assert answer.status == (403 if option == "--token" else 200)
