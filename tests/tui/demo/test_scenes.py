"""Every scene is pictured in the sizes and looks that its file names. A new one needs no code here.

``make test`` compares one picture of most scenes (``scene_runs``), ``make nightly`` all of them.
After a wanted change: ``pytest tests/tui/demo/test_scenes.py --snapshot-update``, and look at the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import pytest
from textual.app import App

from ai.drills.question import DrillKind
from tests.support.tui.scene_runs import is_everyday, picture, size_of
from tui.config.looks import Theme, Tiles
from tui.demo.scene import SIZES, DemoScene, Opens, Variant
from tui.demo.scene_files import scene_of, scenes
from tui.demo.scene_position import asked_in
from tui.i18n.texts import t
from tui.system.terminal import Glyphs

SnapCompare = Callable[..., bool | PurePath]

pytestmark = pytest.mark.usefixtures("quick_disk")

PICTURED = [(scene, variant) for scene in scenes() for variant in scene.variants]


class Taken(App[str]):
    """A picture that has been taken, in the place of the app that ``snap_compare`` would run for it."""

    def __init__(self, svg: str) -> None:
        super().__init__()
        self._svg = svg

    def run(self, *_: object, **__: object) -> Any:
        return self._svg


@pytest.mark.parametrize(
    ("scene", "variant"),
    [
        pytest.param(
            scene,
            variant,
            marks=[] if is_everyday(scene, variant) else [pytest.mark.nightly],
            id=f"{scene.id}-{variant.name}",
        )
        for scene, variant in PICTURED
    ],
)
def test_scene(snap_compare: SnapCompare, scene: DemoScene, variant: Variant) -> None:
    assert snap_compare(Taken(picture(scene, variant)))


# -- what there has to be a scene of -----------------------------------------------------------------


def test_scenes_begin_everywhere() -> None:
    assert len(scenes()) >= 20
    assert {scene.opens for scene in scenes()} == set(Opens)


def test_every_kind_of_question_has_a_scene() -> None:
    asked = [(scene, scene.question) for scene in scenes() if scene.question is not None]
    kinds = {question.kind or asked_in(scene).kind for scene, question in asked}
    assert kinds == set(DrillKind)


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("furiten-by-discard", t("furiten.pond-least", tile="6s")),
        ("furiten-until-your-turn", t("furiten.ends-own-discard")),
        ("furiten-after-riichi", f"no ron {t('furiten.ends-hand-ends')}"),
    ],
)
def test_every_kind_of_furiten_has_a_scene(id: str, said: str) -> None:
    scene = scene_of(id)
    shown = picture(scene, Variant(size_of(scene))).split("</desc>")[0]
    assert said in next(line for line in shown.splitlines() if "FURITEN" in line)


def test_every_look_and_size_is_pictured_every_day() -> None:
    variants = [variant for scene, variant in PICTURED if is_everyday(scene, variant)]
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
