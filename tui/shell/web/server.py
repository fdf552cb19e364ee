"""The web server of ``furiten serve``: who is let in, the page and its files, a socket for each open page.

A page of another origin can make the browser send requests here, and with DNS that changes (rebinding) it can
do so under its own name. Both are seen by the headers Host and Origin, which no page can set. Another user of
the machine can send any header; the token keeps those out.
"""

from __future__ import annotations

import asyncio
import errno
import html
import logging
import os
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from ipaddress import ip_address
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

import click
import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from assets import FOLDER
from tui.i18n import language, t
from tui.shell.web.pages import OpenPages, report
from tui.system.terminal import say

FILE = "furiten.html"
PAGE = """<!DOCTYPE html>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0; url={address}" />
<title>furiten</title>
"""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables of a graphical session. A browser without one would take over this terminal."""


def open_browser(address: str, folder: Path) -> None:
    """Open the address by way of a file in the folder, which has to be private.

    Every user of a machine can read the arguments of its programs; only the owner reads the file.
    """
    file = folder / FILE
    file.write_text(PAGE.format(address=escape(address)), encoding="utf-8", newline="\n")
    # some browsers are waited for until they are closed
    threading.Thread(target=_open, args=(file.as_uri(),), daemon=True).start()


def _open(address: str) -> None:
    is_seen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, DISPLAYS))
    if not (is_seen and webbrowser.open(address)):
        report(t("serve.no-browser"))


LOOPBACK = "localhost"
EVERYWHERE = ("0.0.0.0", "::", "")
"""Addresses to listen on that stand for all addresses of the machine, and are no names."""
TOKEN_BYTES = 24
_HOST = re.compile(
    r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?P<port>:\d{1,5})?", re.IGNORECASE
)


class Gate:
    """The conditions that a request has to meet.

    Args:
        names: The names and addresses that the server may be called by, besides those of the own machine.
        port: The port, for the name of the cookie: browsers give cookies to every port of a name.
        tokens: Whether a cookie is demanded, and a token for it.
    """

    def __init__(self, names: Iterable[str], port: int, *, tokens: bool) -> None:
        self._names = frozenset(map(_plain, names)) | {LOOPBACK}
        self.cookie_name = f"furiten-{port}"
        self.cookie = secrets.token_urlsafe(TOKEN_BYTES)
        self.token = secrets.token_urlsafe(TOKEN_BYTES) if tokens else ""
        """The token of the next browser; empty if none is demanded."""

    def knows_host(self, hosts: list[str], own_address: str) -> bool:
        """Whether the Host headers of a request are one, which names this server.

        The address that the connection has come to is always a name: no page can be called by an address that
        is not its server's.
        """
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return False
        try:
            name = _plain(found["name"])
        except UnicodeError:
            return False
        return name in self._names or _is_loopback(name) or name == _plain(own_address)

    def knows_origin(self, origins: list[str], host: str) -> bool:
        """Whether the Origin headers of a request are one, which is the page of this very host and port."""
        own = (f"http://{host}".lower(), f"https://{host}".lower())
        return len(origins) == 1 and origins[0].lower() in own

    def has_cookie(self, cookie: str | None) -> bool:
        """Whether a request may go on without a token."""
        return not self.token or (cookie is not None and _same(cookie, self.cookie))

    def redeem(self, token: str | None) -> bool:
        """Whether the token is the one that nobody has used yet. It is used now, and there is another."""
        if token is None or not self.token or not _same(token, self.token):
            return False
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        return True


def is_host_name(name: str) -> bool:
    """Whether it is a host name or an address as a browser may send it, without a port."""
    try:
        plain = _plain(name)
    except UnicodeError:
        return False
    found = _HOST.fullmatch(f"[{plain}]" if ":" in plain else plain)
    return found is not None and found["port"] is None


def _plain(name: str) -> str:
    """A host as it is compared: small letters, international names as DNS has them, IPv6 without brackets.

    Raises UnicodeError if DNS cannot have it.
    """
    name = name.strip("[]").lower()
    try:
        return str(ip_address(name.partition("%")[0]))
    except ValueError:
        pass
    return name.encode("idna").decode("ascii")


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _same(given: str, wanted: str) -> bool:
    return secrets.compare_digest(given.encode(errors="replace"), wanted.encode())


FILES: dict[str, tuple[Traversable, str, str]] = {
    "page.css": (Path(FOLDER), "web/page.css", "text/css"),
    "page.js": (Path(FOLDER), "web/page.js", "text/javascript"),
    "textual.js": (files("textual_serve"), "static/js/textual.js", "text/javascript"),
    "xterm.css": (files("textual_serve"), "static/css/xterm.css", "text/css"),
}
"""All that is served: folder, path, type."""
NAMES_TERMINAL = b"this.terminal=new ", b"this.terminal=window.terminal=new "
"""The script of textual-serve keeps its terminal to itself; our script fits its font to the page."""
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The page may load from and connect to this server only. The terminal in it writes its own styles."""
FONT_SIZE = 16
FONT_SIZES = range(6, 61)
SHUTDOWN_SECONDS = 2.0


class ServeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How the game is served.

    Attributes:
        arguments: What each page runs, as on the command line.
        host: The name or address to listen on.
        port: The port to listen on.
        names: Other names that the server may be called by.
        token: Whether a browser has to come by the printed address; None if nothing was said.
        sessions: How many pages may be open at once.
        opens: Whether to open the page in the browser of this machine.
    """

    arguments: tuple[str, ...] = ()
    host: str = LOOPBACK
    port: int = 8000
    names: tuple[str, ...] = ()
    token: bool | None = None
    sessions: int = 4
    opens: bool = False


def serve(options: ServeOptions) -> None:
    """Serve until Ctrl+C or SIGTERM.

    Raises ClickException if the address cannot be bound, or if other machines reach it and nothing was said
    about the token.
    """
    for name in (options.host, *options.names):
        if name not in EVERYWHERE and not is_host_name(name):
            raise click.ClickException(t("serve.no-name", name=name))
    try:
        is_exposed = not _reaches_only_here(options.host, options.port)
        if is_exposed and options.token is None:
            raise click.ClickException(t("serve.choose", host=options.host))
        asyncio.run(_serve(options, is_exposed=is_exposed))
    except OSError as error:
        key = "serve.taken" if error.errno == errno.EADDRINUSE else "serve.refused"
        reason = error.strerror or str(error)
        raise click.ClickException(t(key, host=options.host, port=options.port, reason=reason)) from None


def make_app(options: ServeOptions, gate: Gate) -> web.Application:
    """The application: its routes, behind the gate."""
    pages = OpenPages(options.arguments, options.sessions)
    static = {name: (_read(*where[:2]), where[2]) for name, where in FILES.items()}
    script, kind = static["textual.js"]
    static["textual.js"] = (script.replace(*NAMES_TERMINAL), kind)
    page = Template(_read(Path(FOLDER), "web/page.html").decode())

    async def show_page(request: web.Request) -> web.Response:
        answer = web.Response(text=page.substitute(_words(request.query)), content_type="text/html")
        answer.headers["Content-Security-Policy"] = POLICY.format(host=request.headers["Host"])
        return answer

    async def show_file(request: web.Request) -> web.Response:
        body, kind = static.get(request.match_info["name"], (None, ""))
        if body is None:
            raise web.HTTPNotFound
        return web.Response(body=body, content_type=kind, charset="utf-8")

    async def open_page(request: web.Request) -> web.StreamResponse:
        if not gate.knows_origin(request.headers.getall("Origin", []), request.headers["Host"]):
            return _refusal(t("serve.page.foreign"))
        return await pages.run(request)

    async def end(_: web.Application) -> None:
        await pages.close()

    app = web.Application(middlewares=[_guard(gate, lambda: _announce(options, gate, "serve.again"))])
    app.router.add_get("/", show_page, allow_head=False)
    app.router.add_get("/static/{name}", show_file)
    app.router.add_get("/ws", open_page)
    app.on_shutdown.append(end)
    return app


def make_gate(options: ServeOptions) -> Gate:
    """Who may come in under these options."""
    names = [name for name in (options.host, *options.names) if name not in EVERYWHERE]
    return Gate(names, options.port, tokens=options.token is not False)


def _guard(gate: Gate, used: Callable[[], None]) -> Middleware:
    """The check of every request. ``used`` is called when the token of an address was used."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        answer = await judge(request, handler)
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    async def judge(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not gate.knows_host(request.headers.getall("Host", []), _own_address(request)):
            return _refusal(t("serve.page.host"))
        is_known = gate.has_cookie(request.cookies.get(gate.cookie_name))
        # HEAD is a look from far away, and shall not use the address up
        asks_page = request.method == "GET" and request.path == "/"
        if not is_known and not (asks_page and gate.redeem(request.query.get("token"))):
            return _refusal(t("serve.page.token"))
        try:
            answer = await handler(request)
        except web.HTTPException as fault:
            return web.Response(text=fault.reason, status=fault.status)
        if not is_known:
            answer.set_cookie(gate.cookie_name, gate.cookie, httponly=True, samesite="Strict", path="/")
            used()
        return answer

    return guard


class ErrorLog(logging.Handler):
    """Say errors of the server in one line, and an error that comes again and again once.

    A request that no browser sends gets an answer and no line.
    """

    _said = ""

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        line = f"{record.getMessage()} {fault or ''}"
        if isinstance(fault, HttpProcessingError) or line == self._said:
            return
        self._said = line
        report(line)


def _log_errors() -> None:
    """Have errors of the server and of its event loop said by us."""
    for name in ("aiohttp", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [ErrorLog(logging.ERROR)], False


async def _serve(options: ServeOptions, *, is_exposed: bool) -> None:
    """Listen, print the address, and go on until a signal."""
    _log_errors()
    gate, over = make_gate(options), asyncio.Event()
    # Windows has no such signals: Ctrl+C cancels this coroutine
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
    runner = web.AppRunner(make_app(options, gate), access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, options.host, options.port).start()
        if is_exposed:
            report(t("serve.exposed" if options.token else "serve.open", host=options.host))
        _announce(options, gate, "serve.ready")
        with ExitStack() as stack:
            if options.opens:
                folder = stack.enter_context(TemporaryDirectory(prefix="furiten-"))
                open_browser(_address(options, gate), Path(folder))
            await over.wait()
    finally:
        await runner.cleanup()


def _announce(options: ServeOptions, gate: Gate, key: str) -> None:
    """Print the address for the next browser."""
    # OSError: nobody reads it
    with suppress(OSError):
        say(t(key, address=_address(options, gate)))


def _address(options: ServeOptions, gate: Gate) -> str:
    """The page, with the token of the next browser."""
    host = _outward_address() if options.host in EVERYWHERE else options.host
    place = f"[{host}]" if ":" in host else host
    token = f"?token={gate.token}" if gate.token else ""
    return f"http://{place}:{options.port}/{token}"


def _reaches_only_here(host: str, port: int) -> bool:
    """Whether only this machine reaches the address. Raises OSError if there is no such address."""
    if host in EVERYWHERE:
        return False
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return all(ip_address(str(entry[4][0]).partition("%")[0]).is_loopback for entry in found)


def _outward_address() -> str:
    """The address by which other machines are likely to reach this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # an address for documentation (RFC 5737); nothing is sent to it
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def _own_address(request: web.Request) -> str:
    """The address that the connection has come to; empty if it is gone."""
    found = request.transport.get_extra_info("sockname") if request.transport is not None else None
    return str(found[0]) if found else ""


def _words(query: Mapping[str, str]) -> dict[str, str]:
    """The texts and values that are filled into the page."""
    asked = query.get("fontsize", "")
    size = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else FONT_SIZE
    return {
        "again": html.escape(t("serve.page.again")),
        "font_size": str(size if size in FONT_SIZES else FONT_SIZE),
        "fits": "" if size in FONT_SIZES and asked else "fits",
        "language": language(),
        "over": html.escape(t("serve.page.over")),
    }


def _refusal(reason: str) -> web.Response:
    return web.Response(text=f"furiten: {reason}\n", status=403)


def _read(folder: Traversable, path: str) -> bytes:
    return folder.joinpath(*path.split("/")).read_bytes()
