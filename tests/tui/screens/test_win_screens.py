"""A win is shown yaku by yaku, its limit last and large, and its columns fit at 80."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unicodedata import normalize

import pytest

from engine.hand import Hand
from engine.tiles import TILE_OF, parse_tiles
from tests.support.nightly import at_night
from tests.support.tui.pilot import click, staged, strike, until
from tui.config.actions import ActionId
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged, ready
from tui.drawing.large_letters import large
from tui.drawing.rows import ActionKey, cells, plain
from tui.drawing.widgets import Page
from tui.i18n import Language, catalogue, t
from tui.play.pace import FACTORS, LONGEST_UNVEILING, Pace
from tui.play.play_options import Speed
from tui.screens.game.game import GameScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.game.win_picture import Unveiled, win_blocks
from tui.tiles import DORA_SIGN, URA_SIGN, Ink, Look, TileStyle, glyph_set
from tui.words.result_words import NamedWorth, ScoreRow, WinWords

SCENE = "a-tsumo-with-ura"
"""A baiman by tsumo: two tiles are dora, one is ura dora."""


class Held:
    """A clock that stands still once it is held, and goes on by one call of ``sleep`` at each ``tick``."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.held = False
        self.over = lambda: False
        """Whether nobody waits any more."""
        self._ticks = asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        if self.held:
            self.asked.append(seconds)
            await self._ticks.acquire()

    async def tick(self) -> None:
        """Let the present wait end, and the next one begin or the win be shown."""
        before = len(self.asked)
        self._ticks.release()
        await until(lambda: len(self.asked) > before or self.over())


@asynccontextmanager
async def won(
    motion: str = "on", speed: Speed = "normal"
) -> AsyncIterator[tuple[Staged, HandEndScreen, Held]]:
    """The result of a tsumo, just opened."""
    clock, scene = Held(), scene_of(SCENE)
    async with staged(scene, {"motion": motion}, speed=speed, sleep=clock.sleep) as app:
        await until(lambda: isinstance(app.screen, GameScreen) and ready(app))
        clock.held = True
        await strike(app, "t")
        await until(lambda: isinstance(app.screen, HandEndScreen) and app.screen.painted)
        screen = app.screen
        assert isinstance(screen, HandEndScreen)
        clock.over = lambda: not screen.unveiling
        yield app, screen, clock


def shown(screen: HandEndScreen) -> str:
    return plain(screen.query_one(Page).rows)


def yaku_shown(screen: HandEndScreen) -> list[str]:
    """The yaku on the page from the top down."""
    names = [item.name for item in screen.result.wins[0].yaku]
    lines = [line.strip() for line in shown(screen).splitlines()]
    return [name for line in lines for name in names if line.startswith(f"{name} ")]


def limit_shown(screen: HandEndScreen) -> bool:
    (first, *_) = large("BAIMAN", screen.look.glyphs, Ink.TITLE)
    return plain((first,)) in shown(screen)


async def test_yaku_come_one_after_another_and_the_limit_last() -> None:
    async with won() as (_, screen, clock):
        names = [item.name for item in screen.result.wins[0].yaku]
        assert len(names) == 8
        height = len(shown(screen).splitlines())
        for number in range(len(names) + 1):
            await until(lambda waits=number + 1: len(clock.asked) == waits)
            assert yaku_shown(screen) == names[:number]
            assert not limit_shown(screen)
            assert len(shown(screen).splitlines()) == height
            await clock.tick()
        await until(lambda: not screen.unveiling)
        assert yaku_shown(screen) == names
        assert limit_shown(screen)
        assert sum(clock.asked) <= LONGEST_UNVEILING + 1e-9


@pytest.mark.parametrize("key", ["enter", "q", *at_night(["v", "question_mark", "u", "z"])])
async def test_any_key_shows_the_whole_win_and_does_nothing_else(key: str) -> None:
    async with won() as (app, screen, clock):
        await clock.tick()
        await strike(app, key)
        assert app.screen is screen
        assert not screen.looking
        assert not screen.unveiling
        assert limit_shown(screen)
        asked = len(clock.asked)
        await press_when_ready(app, "v")
        assert screen.looking, "the next key has its own meaning"
        assert len(clock.asked) == asked


async def test_escape_leads_from_the_table_back_to_the_result_and_no_farther() -> None:
    async with won("off") as (app, screen, _):
        await press_when_ready(app, "v")
        assert screen.looking
        await press_when_ready(app, "escape")
        assert not screen.looking
        await press_when_ready(app, "escape")
        assert app.screen is screen


async def press_when_ready(app: Staged, key: str) -> None:
    await until(lambda: isinstance(app.screen, HandEndScreen) and app.screen.painted)
    await strike(app, key)


@pytest.mark.nightly
async def test_a_click_shows_the_whole_win_and_does_nothing_else() -> None:
    async with won() as (app, screen, clock):
        await clock.tick()
        await click(app, ActionKey(ActionId.LOOK))
        assert not screen.unveiling
        assert not screen.looking


async def test_ura_dora_are_marked_in_the_hand_once_they_are_turned() -> None:
    async with won() as (_, screen, clock):
        names = screen.result.wins[0].yaku
        for _ in names:
            hand = normalize("NFKC", shown(screen)).splitlines()
            assert not [line for line in hand if f" {URA_SIGN}4 " in line]
            await clock.tick()
        marked = [line for line in normalize("NFKC", shown(screen)).splitlines() if f"{URA_SIGN}4 " in line]
        assert len(marked) == 1
        assert marked[0].count(DORA_SIGN) == 2, "the two 2p are dora"


@pytest.mark.parametrize("speed", FACTORS)
@pytest.mark.parametrize("steps", [2, 20])
async def test_no_win_takes_longer_than_two_seconds(speed: str, steps: int) -> None:
    asked: list[float] = []

    async def sleep(seconds: float) -> None:
        asked.append(seconds)

    pace = Pace(speed, sleep)  # type: ignore[arg-type]
    for _ in range(steps):
        await pace.unveil(steps)
    assert sum(asked) <= LONGEST_UNVEILING + 1e-9
    assert LONGEST_UNVEILING == 2.0


@pytest.mark.nightly
async def test_without_moments_the_key_says_so() -> None:
    async with won("off") as (_, screen, _):
        assert not screen._lookback.moments
        assert t("moments.none") not in shown(screen)
        await strike(screen.app, "m")
        await until(lambda: t("moments.none") in shown(screen))


INNER = 76
"""Cells of the page at 80 columns."""
HAN_YAKU = 30
"""The yaku that count in han come first in the catalogue; a yakuman has no fu beside it."""


def texts(code: str, *sections: str) -> list[str]:
    """All texts of these sections, in their order."""
    return [str(text) for key, text in catalogue(code).items() if key.rpartition(".")[0] in sections]


def test_every_yaku_keeps_its_gloss(language: Language) -> None:
    longest = max(texts(language, "fu"), key=cells)
    look = Look(TileStyle.SOLID, glyph_set("kanji"))
    scores = [ScoreRow(seat, "Takame", 25_000, 0) for seat in range(4)]
    for yaku in texts(language, "yaku")[:HAN_YAKU]:
        win = WinWords(
            winner=0,
            title="",
            tile=TILE_OF["1m"],
            concealed=(),
            hand=Hand(parse_tiles("123m456p789s1112z")),
            yaku=(NamedWorth(yaku, t("score.han", count=2)),),
            fu=(NamedWorth(longest, t("score.fu", count=32)),),
            dora=(),
            limit="",
            extent="",
            points=2_600,
            total="",
            extras=(),
            payments=(),
        )
        blocks = win_blocks(win, ((),), scores, Unveiled(1, whole=True), look, INNER, 24)
        page = "\n".join(map(plain, blocks))
        assert f"{yaku} " in page, yaku
        assert longest in page
