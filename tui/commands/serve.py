"""``furiten serve``: run the game in a browser with textual-serve, an optional dependency."""

from __future__ import annotations

import click

from tui.i18n.texts import t

HOST, PORT = "localhost", 8000
PORTS = click.IntRange(1, 65535)


@click.command(name="serve", help=t("serve.help"), epilog=t("serve.example"))
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS...]")
@click.option("--host", default=HOST, metavar="NAME", show_default=True, help=t("serve.host"))
@click.option("--port", default=PORT, metavar="N", type=PORTS, show_default=True, help=t("serve.port"))
def command(arguments: tuple[str, ...], host: str, port: int) -> None:
    """Serve until Ctrl+C; each opened page runs a separate process with these arguments."""
    try:
        from tui.shell.web import serve
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(("textual_serve", "aiohttp", "jinja2")):
            raise
        raise click.ClickException(t("serve.missing")) from None
    serve(arguments, host, port)
