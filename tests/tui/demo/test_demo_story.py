"""Scenes that play by themselves: captions, keys at their pace, and stories recorded frame by frame."""

from __future__ import annotations

import asyncio
import re
import xml.etree.ElementTree as ET
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.support.nightly import at_night
from tests.support.tui.pilot import running, screen_of, until
from tui.demo.scene_files import DemoScene, SceneError, scene_of, scenes
from tui.demo.shown_scenes import READING, Caption, Story, _Opened, record
from tui.demo.staged_app import folder_for, ready
from tui.desk.choice import Mode
from tui.desk.scene_maker import make_scene
from tui.i18n import t
from tui.pictures import Letters, Recording, Shapes, animation, atoms, lines_of
from tui.screens.game.game import GameScreen
from tui.system.terminal import ExitCode


@contextmanager
def told(scene: DemoScene, sleep) -> Iterator[Story]:  # type: ignore[no-untyped-def]
    with folder_for(scene) as folder, closing(Story(scene, folder, sleep=sleep)) as story:
        yield story


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


def test_every_scene_has_a_story() -> None:
    assert [scene.id for scene in scenes() if not any(step.says for step in scene.steps)] == []


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
        async with running(_Opened(scene, folder)) as (app, _):
            await until(lambda: ready(app) and screen_of(app, GameScreen).desk.mode == Mode.FORM)
            app.simulate_key("1")
            assert await until(lambda: ready(app) and bool(screen_of(app, GameScreen).desk.view.me.melds))
        app.close()


SVG = "{http://www.w3.org/2000/svg}"
SIZE = (80, 24)
SCENE = "before-the-discard"
MOST = 600_000
"""Bytes of an animation that a README can show."""


@pytest.fixture(scope="module")
def recorded() -> Recording:
    return record(scene_of(SCENE), SIZE)


def text_of(recording: Recording) -> list[str]:
    return ["\n".join(lines_of(frame.pieces, recording.size[1])) for frame in recording.frames]


def test_time_goes_forward_and_every_frame_differs_from_the_one_before(recorded: Recording) -> None:
    starts = [frame.start for frame in recorded.frames]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert starts[-1] < recorded.seconds
    assert all(
        one.pieces != next_.pieces for one, next_ in zip(recorded.frames, recorded.frames[1:], strict=False)
    )


def test_frames_show_every_caption_in_its_order(recorded: Recording) -> None:
    scene = scene_of(SCENE)
    captions = [scene.texts.captions[step.says] for step in scene.steps if step.says]
    shown = [text.splitlines()[-1].strip() for text in text_of(recorded)]
    assert list(dict.fromkeys(line for line in shown if line in captions)) == captions


def test_the_same_story_gives_the_same_bytes(recorded: Recording) -> None:
    assert animation(record(scene_of(SCENE), SIZE)) == animation(recorded)


@pytest.mark.nightly
def test_bots_take_their_time_between_decisions() -> None:
    """The frames of a turn show one discard after the other."""
    texts = text_of(record(scene_of("furiten-until-your-turn"), SIZE))
    assert len(texts) > len(scene_of("furiten-until-your-turn").steps) + 3


def test_a_story_that_cannot_be_played_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.demo.staged_app.PATIENCE", 0.2)
    monkeypatch.setattr("tui.demo.staged_app.ready", lambda app: False)
    with pytest.raises(SceneError, match="no screen takes the key"):
        record(scene_of(SCENE), SIZE)


# -- the animation -----------------------------------------------------------------------------------


class Player:
    """What a browser shows of an animation at a time, from its keyframes."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        self.css = self.root.findtext(f"{SVG}style") or ""
        self._turns = {
            name: [
                (float(at), value == "visible")
                for at, value in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps)
            ]
            for name, steps in re.findall(r"@keyframes (\w+)\{((?:[^{}]+\{[^{}]+\})+)\}", self.css)
        }

    def seen(self, percent: float) -> list[str]:
        """The texts that are visible then."""
        return sorted(self._texts(lambda name, static: self._at(name, percent)))

    def still(self) -> list[str]:
        return sorted(self._texts(lambda name, static: static))

    def _at(self, name: str, percent: float) -> bool:
        turns = self._turns[name]
        return turns[bisect_right([at for at, _ in turns], percent) - 1][1]

    def _texts(self, visible) -> Iterator[str]:  # type: ignore[no-untyped-def]
        outer = self.root.find(f"{SVG}g")
        for group in () if outer is None else outer:
            name, static = group.get("class"), group.get("visibility") != "hidden"
            if name is None or visible(name, static):
                yield from (ET.tostring(text, encoding="unicode") for text in group.iter(f"{SVG}text"))


def written(recording: Recording, number: int) -> list[str]:
    """The texts of a frame as the picture of a screen has them."""
    letters, shapes = Letters(), Shapes(10, 20)
    for piece in recording.frames[number].pieces:
        for atom in atoms(piece):
            if not atom.line and not shapes.draw(0, 0, atom.text, "", ""):
                letters.add(atom.style, atom.column, atom.row, atom.text)
    found = ET.fromstring(f'<g xmlns="{SVG[1:-1]}">{"".join(letters.groups())}</g>').iter(f"{SVG}text")
    return sorted(ET.tostring(text, encoding="unicode") for text in found)


def bare(texts: list[str]) -> list[str]:
    """Texts without the line breaks around them."""
    return sorted(text.strip() for text in texts)


def test_at_the_time_of_each_frame_exactly_its_texts_are_visible(recorded: Recording) -> None:
    player = Player(animation(recorded))
    for number, frame in enumerate(recorded.frames):
        percent = 100 * frame.start / recorded.seconds + 0.01
        assert bare(player.seen(percent)) == bare(written(recorded, number)), number


def test_the_rule_for_all_groups_is_weaker_than_the_names_of_each(recorded: Recording) -> None:
    """The short form resets the name, so a class or an attribute in its selector would stop everything."""
    rules = re.findall(r"([^{}]+)\{animation:([^}]+)\}", Player(animation(recorded)).css)
    running, stopped = rules
    assert (running[0].strip(), stopped) == ("g", ("g", "none!important"))
    assert f"{recorded.seconds:.2f}s" in running[1]


def test_without_animation_the_still_frame_is_seen(recorded: Recording) -> None:
    for still in (0, len(recorded.frames) - 1):
        player = Player(animation(recorded, still))
        assert bare(player.still()) == bare(written(recorded, still))
        assert "prefers-reduced-motion" in player.css


@pytest.mark.nightly
def test_the_tour_shows_what_it_speaks_of_and_is_small() -> None:
    scene = scene_of("tour")
    assert scene.gallery is not None
    recording = record(scene, scene.gallery)
    assert 30 <= recording.seconds <= 75
    texts = text_of(recording)
    # one of them is also the first picture
    in_turn = sorted(scene.steps, key=lambda step: not step.first)
    captions = [scene.texts.captions[step.says] for step in in_turn if step.says]
    shown = [text.splitlines()[-1].strip() for text in texts]
    assert list(dict.fromkeys(line for line in shown if line in captions)) == captions
    for said in ("RIICHI", "FURITEN"):
        assert any(said in text for text in texts), said
    assert len(animation(recording).encode()) < MOST
