"""A served game, and a browser that was let in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.support.tui.served_game import ServedGame, served_game


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedGame]:
    with served_game(tmp_path, "--sessions", "2") as game:
        yield game


@pytest.fixture
async def client(served: ServedGame) -> AsyncIterator[aiohttp.ClientSession]:
    async with served.browser() as found:
        yield found
