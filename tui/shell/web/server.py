"""The web server of ``furiten serve``: a page, the files it needs, and a socket for each open page."""

from __future__ import annotations

import asyncio
import errno
import html
import logging
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
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
from tui.i18n.texts import language, t
from tui.shell.web.browser import open_browser
from tui.shell.web.gate import EVERYWHERE, LOOPBACK, Gate, is_host_name
from tui.shell.web.pages import OpenPages
from tui.system.output import complain, say

FILES: dict[str, tuple[Traversable, str, str]] = {
    "page.css": (FOLDER, "web/page.css", "text/css"),
    "page.js": (FOLDER, "web/page.js", "text/javascript"),
    "textual.js": (files("textual_serve"), "static/js/textual.js", "text/javascript"),
    "xterm.css": (files("textual_serve"), "static/css/xterm.css", "text/css"),
}
"""All that is served: folder, path, type."""
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
"""What the page may load and connect to: this server. The terminal in it writes its own styles."""
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
        is_exposed = not _is_loopback(options.host, options.port)
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
    page = Template(_read(FOLDER, "web/page.html").decode())

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
    """What every request passes. ``used`` is called when the token of an address was used."""

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
        """Print the line."""
        fault = record.exc_info[1] if record.exc_info else None
        line = f"{record.getMessage()} {fault or ''}"
        if isinstance(fault, HttpProcessingError) or line == self._said:
            return
        self._said = line
        # OSError: nobody reads it
        with suppress(OSError):
            complain(line)


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
            with suppress(OSError):
                complain(t("serve.exposed" if options.token else "serve.open", host=options.host))
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


def _is_loopback(host: str, port: int) -> bool:
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
    """What is filled into the page."""
    asked = query.get("fontsize", "")
    size = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else FONT_SIZE
    return {
        "again": html.escape(t("serve.page.again")),
        "font_size": str(size if size in FONT_SIZES else FONT_SIZE),
        "language": language(),
        "over": html.escape(t("serve.page.over")),
    }


def _refusal(reason: str) -> web.Response:
    return web.Response(text=f"furiten: {reason}\n", status=403)


def _read(folder: Traversable, path: str) -> bytes:
    return folder.joinpath(*path.split("/")).read_bytes()
