"""Scenes that play by themselves: captions, keys at their pace, and any other key that stops them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import screen_of, until
from tui.demo.live_scenes import _Opened
from tui.demo.scene import DemoScene
from tui.demo.scene_files import scene_of, scenes
from tui.demo.staged_app import folder_for, ready
from tui.demo.story_player import READING, Caption, Story
from tui.desk.decision_options import Mode
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.screens.game.game import GameScreen
from tui.system.exit_codes import ExitCode

pytestmark = pytest.mark.usefixtures("quick_disk")


@contextmanager
def told(scene: DemoScene, sleep) -> Iterator[Story]:  # type: ignore[no-untyped-def]
    with folder_for(scene) as folder:
        story = Story(scene, folder, sleep=sleep)
        try:
            yield story
        finally:
            story.close()


def captions(app: Story) -> list[str]:
    """What lies over the last row of the screen on top."""
    return [caption.text for caption in app.screen.query(Caption)]


class Clock:
    """Lets no time pass, and notes how long everything would have taken, and what was on the screen then."""

    def __init__(self) -> None:
        self.app: Story | None = None
        self.seconds = 0.0
        self.seen: list[str] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds += seconds
        if self.app is not None and self.app.screen_stack:
            self.seen += [text for text in captions(self.app) if text not in self.seen]
        await asyncio.sleep(0)


async def reading_on(seconds: float) -> None:
    """Lets no time pass for bots, and never ends the time that a caption stays."""
    if seconds >= READING:
        await asyncio.Event().wait()
    await asyncio.sleep(0)


STOPPED = t("demo.stopped", help="?", quit="q")


async def play(scene: DemoScene) -> Clock:
    clock = Clock()
    with told(scene, clock) as clock.app:
        async with clock.app.run_test(size=(80, 24)):
            await until(lambda: clock.app is not None and clock.app.return_code is not None)
        assert clock.app.return_value == ExitCode.DONE
    return clock


@pytest.mark.parametrize(
    "id", ["question-furiten", *at_night(["before-the-discard", "the-moments-that-mattered"])]
)
async def test_a_story_says_everything_and_leaves(id: str) -> None:
    scene = scene_of(id)
    clock = await play(scene)
    assert clock.seen == [scene.texts.captions[step.says] for step in scene.steps if step.says]
    assert clock.seconds > 3


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.id)
def test_every_scene_has_a_story(scene: DemoScene) -> None:
    assert any(step.says for step in scene.steps)


async def stopped_at_once(app: Story) -> None:
    await until(lambda: bool(captions(app)))
    app.simulate_key("left")
    await until(lambda: app.stopped and captions(app) == [STOPPED])


async def test_any_key_stops_the_story_and_does_nothing_else() -> None:
    with told(scene_of("before-the-discard"), reading_on) as app:
        async with app.run_test(size=(80, 24)):
            await stopped_at_once(app)
            await until(lambda: ready(app))
            table = screen_of(app, GameScreen)
            before = make_scene(table.desk).cursor
            await app.press_key("left")
            assert make_scene(table.desk).cursor != before, "the keys are the person's now"
            assert app.story is None
            assert app.return_code is None


async def test_ctrl_c_ends_the_story_as_it_ends_everything() -> None:
    with told(scene_of("the-deal"), reading_on) as app:
        async with app.run_test(size=(80, 24)):
            await until(lambda: bool(captions(app)))
            app.simulate_key("ctrl+c")
            await until(lambda: app.return_code is not None)
    assert app.return_value == ExitCode.INTERRUPTED


async def test_a_caption_lies_over_the_last_row_and_cuts_nothing() -> None:
    """Wide characters vanish where something cuts them; the rows above stay as they are."""
    with told(scene_of("a-riichi"), reading_on) as app:
        async with app.run_test(size=(80, 24)):
            await until(lambda: bool(captions(app)) and ready(app))
            await until(lambda: app.screen.query_one(Caption).size.width == 80)
            rows = [strip.text for strip in app.screen._compositor.render_strips()]
            await app._remove_caption()
            await until(lambda: not captions(app))
            bare = [strip.text for strip in app.screen._compositor.render_strips()]
    assert rows[:-1] == bare[:-1]
    assert rows[-1].strip() in scene_of("a-riichi").texts.captions.values()


async def test_a_scene_opens_at_its_picture_and_goes_on_live() -> None:
    scene = scene_of("which-chi")
    with folder_for(scene) as folder:
        app = _Opened(scene, folder)
        async with app.run_test(size=(80, 24)):
            await until(lambda: ready(app) and screen_of(app, GameScreen).desk.mode == Mode.FORM)
            app.simulate_key("1")
            assert await until(lambda: ready(app) and bool(screen_of(app, GameScreen).desk.view.me.melds))
        app.close()
