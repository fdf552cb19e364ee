"""``furiten serve``: run the game in a browser, with the optional packages of the extra ``web``."""

from __future__ import annotations

import click
from msgspec import convert

from tui.i18n import t
from tui.system.installation import web_line

HOST, PORT = "localhost", 8000
PORTS = click.IntRange(1, 65535)
SESSIONS, MOST_SESSIONS = 4, 64
PACKAGES = ("textual_serve", "aiohttp")


@click.command(name="serve", help=t("serve.help"), epilog=t("serve.example"))
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS...]")
@click.option("--host", default=HOST, metavar="NAME", show_default=True, help=t("serve.host"))
@click.option("--port", default=PORT, metavar="N", type=PORTS, show_default=True, help=t("serve.port"))
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help=t("serve.allow-host"))
@click.option("--token/--no-token", default=None, help=t("serve.token"))
@click.option(
    "--sessions",
    default=SESSIONS,
    metavar="N",
    type=click.IntRange(1, MOST_SESSIONS),
    show_default=True,
    help=t("serve.sessions"),
)
@click.option("--open", "opens", is_flag=True, help=t("serve.opens"))
def command(**given: object) -> None:
    """Serve until Ctrl+C; each opened page runs a separate process with these arguments."""
    try:
        import textual_serve  # noqa: F401

        from tui.shell.web.server import ServeOptions, serve
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(PACKAGES):
            raise
        raise click.ClickException(t("serve.missing", line=web_line())) from None
    serve(convert(given, ServeOptions))
