"""Pages of other origins, other users of the machine and hostile sockets against ``furiten serve``."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import aiohttp

from tests.support.fresh_interpreter import peak_megabytes
from tests.support.tui.served_game import ServedGame, served_game
from tools.siege.attempt import Outcome

FOREIGN = ("http://evil.example", "http://localhost.evil.example", "null", "http://localhost:1", "file://")
MESSAGES = (
    "",
    "[]",
    "{",
    "[1]",
    '["stdin"]',
    '["stdin", 5]',
    '["stdin", "\\u001b[1114112u\\ud800"]',
    '["resize", {"width": "x", "height": null}]',
    '["resize", {"width": 1e9, "height": -5}]',
    '["resize"]',
    '["nothing", {}]',
    "[" * 5_000,
    '["stdin", "' + "a" * (1 << 20) + '"]',
)
SOCKETS = 12
"""Opened at once; the server has four pages."""


async def _no_cookie(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    """Another user of the machine: no token, no cookie, or a guessed one."""
    cookie = dice.choice(({}, {f"furiten-{served.port}": "guessed"}))
    async with aiohttp.ClientSession(cookies=cookie) as client:
        for path in ("/", "/?token=guessed", "/static/", "/static/../../pyproject.toml"):
            async with client.get(served.page + path) as answer:
                outcome.expect(answer.status in (401, 403, 404), f"{path} without a cookie: {answer.status}")
        await _refused(served, client, outcome, "a socket without a cookie", origin=served.page)


async def _foreign_origin(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    async with served.browser() as client:
        await _refused(served, client, outcome, "a foreign origin", origin=dice.choice(FOREIGN))
        await _refused(served, client, outcome, "no origin")


async def _foreign_host(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    """A page whose name was made to point here (DNS rebinding)."""
    host = dice.choice(("evil.example", f"evil.example:{served.port}", "", "localhost.evil.example"))
    async with served.browser() as client:
        async with client.get(served.page, headers={"Host": host}) as answer:
            outcome.expect(answer.status >= 400, f"Host {host!r}: {answer.status}")
        await _refused(
            served, client, outcome, f"Host {host!r}", origin=f"http://{host}", headers={"Host": host}
        )


async def _messages(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    """A page that sends nonsense is ended at most; another one plays on."""
    async with served.browser() as client:
        page = await served.open(client)
        with suppress(aiohttp.ClientError, ConnectionError):
            for _ in range(dice.choice((1, 5, 400))):
                await page.send_str(dice.choice(MESSAGES))
            await page.send_bytes(dice.randbytes(200))
        await _still_serves(served, client, outcome)


async def _sizes(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    width, height = dice.choice(("20000", "-1", "x", "", "9" * 400)), dice.choice(("20000", "0", "nan"))
    async with served.browser() as client:
        with suppress(aiohttp.ClientError, ConnectionError):
            page = await served.open(client, f"?width={width}&height={height}")
            await asyncio.wait_for(page.receive(), 10)
        outcome.took(0, max(map(peak_megabytes, served.programs()), default=0.0))
        outcome.expect(outcome.megabytes < 300, f"{width}x{height}: {outcome.megabytes:.0f} MB")
        await _still_serves(served, client, outcome)


async def _many(served: ServedGame, dice: random.Random, outcome: Outcome) -> None:
    async with served.browser() as client:
        for _ in range(SOCKETS):
            with suppress(aiohttp.ClientError, ConnectionError):
                await served.open(client)
        await asyncio.sleep(0.5)
        outcome.expect(len(served.programs()) <= 4, f"{len(served.programs())} pages")


ATTACKS: tuple[Callable[[ServedGame, random.Random, Outcome], Awaitable[None]], ...] = (
    _no_cookie,
    _foreign_origin,
    _foreign_host,
    _messages,
    _sizes,
    _many,
)


def attack(dice: random.Random, room: Path) -> Outcome:
    """A server, two attacks, and its death."""
    outcome = Outcome()

    async def run() -> None:
        with served_game(room) as served:
            await _listens(served)
            for each in dice.sample(ATTACKS, 2):
                begun = time.monotonic()
                await asyncio.wait_for(each(served, dice, outcome), 60)
                outcome.took(time.monotonic() - begun)
            programs = served.programs()
            served.process.kill()
            served.process.wait()
            await asyncio.sleep(2)
            left = [program for program in programs if peak_megabytes(program)]
            outcome.expect(not left, f"{len(left)} programs live two seconds after the server was killed")
            outcome.expect(
                not served.complaints() or "Traceback" not in "".join(served.complaints()), "a traceback"
            )

    asyncio.run(run())
    return outcome


async def _listens(served: ServedGame) -> None:
    """Wait until the server takes connections."""
    async with asyncio.timeout(30):
        while True:
            try:
                _, line = await asyncio.open_connection("localhost", served.port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                line.close()
                return


async def _refused(
    served: ServedGame, client: aiohttp.ClientSession, outcome: Outcome, told: str, **more: object
) -> None:
    try:
        page = await client.ws_connect(f"{served.page}/ws?width=80&height=24", **more)  # type: ignore[call-overload]
    except aiohttp.WSServerHandshakeError:
        return
    await page.close()
    outcome.fault(f"{told} gets a socket")


async def _still_serves(served: ServedGame, client: aiohttp.ClientSession, outcome: Outcome) -> None:
    async with client.get(served.page) as answer:
        outcome.expect(answer.status == 200, f"the page answers {answer.status} afterwards")
