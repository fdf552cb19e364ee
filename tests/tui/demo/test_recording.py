"""Recorded stories: the same at any time, complete, and each animated frame is the screen of its time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from bisect import bisect_right
from collections.abc import Iterator

import pytest

from tests.support import pictures_page
from tui.demo.recording import Recording, record
from tui.demo.scene import SceneError
from tui.demo.scene_files import scene_of
from tui.demo.svg_animation import animation
from tui.pictures.svg_export import Letters, atoms, lines_of
from tui.pictures.svg_shapes import Shapes

SVG = "{http://www.w3.org/2000/svg}"
SIZE = (80, 24)
SCENE = "before-the-discard"
MOST = 600_000
"""Bytes of an animation that a README can show."""

pytestmark = pytest.mark.usefixtures("quick_disk")


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
        """The texts without any animation."""
        return sorted(self._texts(lambda name, static: static))

    def _at(self, name: str, percent: float) -> bool:
        turns = self._turns[name]
        return turns[bisect_right([at for at, _ in turns], percent) - 1][1]

    def _texts(self, visible) -> Iterator[str]:  # type: ignore[no-untyped-def]
        for group in self.root.find(f"{SVG}g") or ():
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
    captions = [scene.texts.captions[step.says] for step in scene.steps if step.says]
    shown = [text.splitlines()[-1].strip() for text in texts]
    assert list(dict.fromkeys(line for line in shown if line in captions)) == captions
    for said in ("RIICHI", "FURITEN"):
        assert any(said in text for text in texts), said
    assert len(animation(recording).encode()) < MOST


def test_the_gallery_has_the_tour_as_an_animation() -> None:
    assert [scene.id for scene in pictures_page.shown() if scene.plays] == ["tour"]
    assert pictures_page.section().index("tour.svg") < pictures_page.section().index("why-it-is-safe.svg")
