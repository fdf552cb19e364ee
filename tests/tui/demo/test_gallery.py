"""The README shows what the game looks like now."""

from __future__ import annotations

import pytest

from tests.support import readme_gallery
from tests.support.fresh_interpreter import ROOT
from tui.demo.scene import DemoScene

pytestmark = [pytest.mark.usefixtures("quick_disk"), pytest.mark.snapshot]


@pytest.mark.parametrize("scene", readme_gallery.shown(), ids=lambda scene: scene.id)
def test_pictures_show_the_scenes(scene: DemoScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    kept = (ROOT / readme_gallery.FOLDER / f"{scene.id}.svg").read_text(encoding="utf-8")
    assert readme_gallery.picture_of(scene) == kept, "make pictures"


def test_the_readme_shows_every_picture_and_no_other() -> None:
    before, inside, _ = readme_gallery.split(readme_gallery.README.read_text(encoding="utf-8"))
    assert readme_gallery.link(readme_gallery.shown()[0]) in before
    assert inside.strip() == readme_gallery.section().strip(), "make pictures"
    assert {file.stem for file in (ROOT / readme_gallery.FOLDER).glob("*.svg")} == {
        scene.id for scene in readme_gallery.shown()
    }
