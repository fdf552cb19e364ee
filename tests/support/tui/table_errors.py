"""Every error that a player can commit at the table by keys: the position before it, and the keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from engine.rules import Offence
from tests.support.tui.pilot import staged, until
from tui.demo.scene_files import parse_scene
from tui.demo.staged_app import Staged, ready

TENPAI = "345m678m22s67p456s"
"""Waits on 5p and 8p."""
FURITEN = "you 9m, right 9p, across 1z, left 9s\nyou 8p, right 2z, across 9m, left 5p"
"""8p in the own pond, and now 5p from the left."""
RIICHI = "you riichi 9m, right 9m, across 9m, left 1z"
CLAIM = "you 9m, right 9p"
NOTEN = "147m258p369s1234z"


@dataclass(frozen=True)
class TableError:
    """An error: after the opening, these keys; then nothing but Enter until the ruling."""

    name: str
    offence: Offence
    hand: str
    keys: str
    opening: str = ""
    draws: str = ""
    last: str = "enter"
    """The key of the declaration at the end of the wall."""


ERRORS = (
    TableError("a ron in furiten", Offence.FALSE_WIN, TENPAI, "o enter", FURITEN),
    TableError("a tsumo without a hand", Offence.FALSE_WIN, NOTEN, "t enter"),
    TableError("a ron taken back", Offence.WITHDRAWN_WIN, TENPAI, "o right enter", FURITEN),
    TableError("pon without a pair", Offence.EMPTY_CALL, NOTEN, "p", CLAIM),
    TableError("kan without four tiles", Offence.INVALID_KAN, NOTEN, "k"),
    TableError("riichi without tenpai", Offence.NOTEN_RIICHI, NOTEN, "r enter"),
    TableError(
        "riichi with an open hand",
        Offence.OPEN_RIICHI,
        "345m678m22s56p",
        "enter r enter",
        "you 9m, right 3z, you pon 3z 4p, right 9m, across 9p, left 1z",
    ),
    TableError(
        "a discard out of the hand after riichi", Offence.RIICHI_DISCARD, TENPAI, "enter 4 s enter", RIICHI
    ),
    TableError(
        "a closed kan that changes the waits",
        Offence.BAD_CLOSED_KAN,
        "234m2223p234789s",
        "enter k",
        RIICHI,
        draws="2p",
    ),
    TableError(
        "the tile that was just called",
        Offence.KUIKAE,
        "345m678m22s3456p4z",
        "c 6 p enter",
        "you 9m, right 9m, across 9p, left 6p",
    ),
    TableError("a tsumo with a dead hand", Offence.DEAD_HAND_WIN, NOTEN, "KILL t enter", CLAIM),
    TableError("a kan with a dead hand", Offence.DEAD_HAND_CALL, NOTEN, "KILL k", CLAIM),
    TableError("tenpai said with a noten hand", Offence.FALSE_TENPAI, NOTEN, "enter", last="1"),
    TableError("noten said after riichi", Offence.NOTEN_RIICHI, TENPAI, "enter", RIICHI, last="2"),
)
DEAD_BY = {True: "o right enter", False: "p"}
"""Keys that make a hand dead at a claim: a win taken back, where that does; else a call without tiles."""


@asynccontextmanager
async def at_error(error: TableError, rules: str) -> AsyncIterator[Staged]:
    """The app at the position before the error, by table rules; nothing is discarded by itself."""
    draws = f'[setting.draws]\nyou = "{error.draws}"\n' if error.draws else ""
    scene = parse_scene(
        "01-error.toml",
        f'opens = "table"\nrules = "{rules}"\nerrors = "penalised"\n'
        f'opening = """\n{error.opening}\n"""\nsettings = {{ auto-discard = "off" }}\n'
        f'[setting]\nyou = "{error.hand}"\n{draws}'
        '[words.en]\ntitle = "An error"\nshows = "Something."\n',
    )
    async with staged(scene) as app:
        await until(lambda: ready(app))
        yield app
