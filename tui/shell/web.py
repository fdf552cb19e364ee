"""The web server of ``furiten serve``: textual-serve with a page that loads nothing from other hosts."""

from __future__ import annotations

import asyncio
import errno
import logging
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.resources import as_file, files

import click
from aiohttp import web
from textual_serve.server import Server

from tui.i18n.texts import t
from tui.system.output import say

PAUSE = 0.05
"""Seconds between two tries to connect to the server while it starts."""


class _Server(Server):
    """A server that prints only its address and errors."""

    def initialize_logging(self) -> None:
        """Log errors only."""
        logging.basicConfig(level=logging.ERROR, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Print the address as soon as the server listens."""
        app["announced"] = asyncio.create_task(self._announce())

    async def _announce(self) -> None:
        while True:
            try:
                _, line = await asyncio.open_connection(self.host, self.port)
            except OSError:
                await asyncio.sleep(PAUSE)
            else:
                line.close()
                say(t("serve.ready", address=self.public_url))
                return


def serve(arguments: Sequence[str], host: str, port: int) -> None:
    """Serve until Ctrl+C. Raises ClickException if the address cannot be bound."""
    program = [sys.executable, "-m", "tui", *arguments]
    command = subprocess.list2cmdline(program) if sys.platform == "win32" else shlex.join(program)
    with ExitStack() as stack:
        page = stack.enter_context(as_file(files("assets").joinpath("web", "app_index.html")))
        try:
            # fail on a port in use before the address is printed
            socket.create_server((host, port)).close()
            _Server(command, host, port, title="furiten", templates_path=page.parent).serve()
        except OSError as error:
            key = "serve.taken" if error.errno == errno.EADDRINUSE else "serve.refused"
            raise click.ClickException(t(key, host=host, port=port, reason=error.strerror)) from None
