"""Every scene is pictured in the sizes and looks that its file names. A new one needs no code here.

After a wanted change: ``pytest tests/tui/demo/test_scenes.py --snapshot-update``, and look at the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import pytest
from textual.app import App

from ai.drills.generate import KINDS_MADE
from ai.drills.question_code import read_code
from tui.config.looks import Theme, Tiles
from tui.demo.scene import SIZES, DemoScene, Opens, Variant
from tui.demo.scene_files import scene_of, scenes
from tui.demo.scene_pictures import pictures
from tui.i18n.texts import t
from tui.screens.start import title
from tui.system.terminal import Glyphs

SnapCompare = Callable[..., bool | PurePath]

pytestmark = pytest.mark.usefixtures("quick_disk")

PICTURED = [(scene, variant) for scene in scenes() for variant in scene.variants]

_albums: dict[tuple[str, bool], dict[str, str]] = {}
"""Pictures of a scene with colours or without: all that one app can take are taken together."""


class Taken(App[str]):
    """A picture that has been taken, in the place of the app that ``snap_compare`` would run for it."""

    def __init__(self, svg: str) -> None:
        super().__init__()
        self._svg = svg

    def run(self, *_: object, **__: object) -> Any:
        return self._svg


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)
    monkeypatch.setattr(title, "__version__", "1.2.3")


def album(scene: DemoScene, *, colour: bool) -> dict[str, str]:
    """The pictures of a scene by the names of its variants."""
    key = scene.id, colour
    if key not in _albums:
        wanted = [variant for variant in scene.variants if variant.colour == colour]
        taken = pictures(scene, wanted)
        _albums[key] = {variant.name: svg for variant, svg in zip(wanted, taken, strict=True)}
    return _albums[key]


@pytest.mark.parametrize(
    ("scene", "variant"), PICTURED, ids=[f"{scene.id}-{variant.name}" for scene, variant in PICTURED]
)
def test_scene(
    snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch, scene: DemoScene, variant: Variant
) -> None:
    if not variant.colour:
        monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(Taken(album(scene, colour=variant.colour)[variant.name]))


# -- what there has to be a scene of -----------------------------------------------------------------


def test_scenes_begin_everywhere() -> None:
    assert len(scenes()) >= 20
    assert {scene.opens for scene in scenes()} == set(Opens)


def test_every_kind_of_question_has_a_scene() -> None:
    asked = [scene.question for scene in scenes() if scene.question is not None]
    kinds = {each.kind or read_code(each.code)[0] for each in asked}
    assert kinds == set(KINDS_MADE)


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("furiten-by-discard", t("furiten.pond-least", tile="6s")),
        ("furiten-until-your-turn", t("furiten.ends-own-discard")),
        ("furiten-after-riichi", f"no ron {t('furiten.ends-hand-ends')}"),
    ],
)
def test_every_kind_of_furiten_has_a_scene(id: str, said: str) -> None:
    shown = album(scene_of(id), colour=True)["80x24"].split("</desc>")[0]
    assert said in next(line for line in shown.splitlines() if "FURITEN" in line)


def test_every_look_and_size_is_pictured() -> None:
    variants = [variant for _, variant in PICTURED]
    sizes = {variant.size for variant in variants}
    looks = {value for variant in variants for value in variant.looks.values()}
    assert sizes >= {*SIZES, (100, 30), (160, 50)}
    assert looks >= {
        Tiles.LINE,
        Glyphs.LATIN,
        Glyphs.ASCII,
        Theme.DARK,
        Theme.LIGHT,
        Theme.CONTRAST,
        Theme.SIXTEEN,
    }
    assert any(not variant.colour and variant.looks.get("glyphs") == Glyphs.ASCII for variant in variants)
