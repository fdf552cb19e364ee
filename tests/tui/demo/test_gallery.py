"""README and docs/pictures.md show what the game looks like now."""

from __future__ import annotations

import pytest

from tests.support import pictures_page
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.scene_runs import run
from tui.demo.scene_files import DemoScene

pytestmark = pytest.mark.snapshot


@pytest.mark.parametrize(
    "scene",
    [each for each in pictures_page.shown() if not each.plays],
    ids=lambda scene: scene.id,
)
def test_pictures_show_the_scenes(scene: DemoScene) -> None:
    kept = (ROOT / pictures_page.FOLDER / f"{scene.id}.svg").read_text(encoding="utf-8")
    assert run(scene).gallery == kept, "make pictures"


@pytest.mark.nightly
@pytest.mark.parametrize("scene", pictures_page.shown(), ids=lambda scene: scene.id)
def test_make_pictures_writes_them(scene: DemoScene, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in pictures_page.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    kept = (ROOT / pictures_page.FOLDER / f"{scene.id}.svg").read_text(encoding="utf-8")
    assert pictures_page.picture_of(scene) == kept


def test_the_page_shows_every_picture_and_no_other() -> None:
    _, inside, _ = pictures_page.split(pictures_page.PAGE.read_text(encoding="utf-8"))
    assert inside.strip() == pictures_page.section().strip(), "make pictures"
    assert {file.stem for file in (ROOT / pictures_page.FOLDER).glob("*.svg")} == {
        scene.id for scene in pictures_page.shown()
    }


def test_the_readme_shows_the_scene_that_plays() -> None:
    (playing,) = (scene for scene in pictures_page.shown() if scene.plays)
    assert pictures_page.link(playing) in pictures_page.README.read_text(encoding="utf-8")
