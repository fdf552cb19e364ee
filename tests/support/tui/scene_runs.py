"""Scenes played for tests: each once in a run, with its pictures and what Japanese has no room for.

To press the keys of a scene costs most. So ``make test`` plays a scene in one app, has one of the sizes in
turn for its pictures, and lets the app speak Japanese at the end. The other pictures are for the night, but
for a few scenes with many looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from tests.support.shared import shared
from tests.support.tui.cut_text import noted
from tui.demo.scene import SIZES, DemoScene, Variant
from tui.demo.scene_pictures import PICTURE_DEFAULTS, apply_variant, at_once, pictures, take
from tui.demo.staged_app import Staged, folder_for
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language
from tui.screens.start import title

ALL_LOOKS = {"a-riichi", "three-threats"}
"""Scenes of which ``make test`` compares every picture: together they have every size and look."""
FOR_THE_NIGHT = {
    "two-riichi",
    "question-ron",
    "question-way-out",
    "question-ahead",
    "question-passing",
    "question-kan",
    "question-safest",
    "question-push-fold",
    "a-hand-not-folded",
}
"""Scenes much like others; their questions have tests of their own."""
JAPANESE = Variant(SIZES[0], {"language": "ja"})


class SceneRun(NamedTuple):
    """What one app showed of a scene."""

    pictures: Mapping[str, str]
    """By the names of variants."""
    gallery: str
    """The picture of docs/pictures.md, or an empty text."""
    cut: list[str]
    """Japanese texts that the last screen cuts at the smallest size."""


def size_of(scene: DemoScene) -> tuple[int, int]:
    """The size of the pictures that ``make test`` compares."""
    return SIZES[(scene.number + 1) % len(SIZES)]


def is_everyday(scene: DemoScene, variant: Variant) -> bool:
    """Whether ``make test`` compares that picture."""
    if scene.id in FOR_THE_NIGHT:
        return False
    plain = variant.size == size_of(scene) and not variant.looks and variant.colour
    return plain or scene.id in ALL_LOOKS


def picture(scene: DemoScene, variant: Variant) -> str:
    """The picture of a variant."""
    if is_everyday(scene, variant) and scene.id not in ALL_LOOKS:
        return run(scene).pictures[variant.name]
    return album(scene, colour=variant.colour)[variant.name]


def run(scene: DemoScene) -> SceneRun:
    """The everyday pictures of a scene."""
    return shared(f"run of the scene {scene.id}", lambda: _run(scene))


def album(scene: DemoScene, *, colour: bool) -> Mapping[str, str]:
    """All pictures of a scene with colours or without, by the names of their variants."""
    return shared(f"pictures of the scene {scene.id}, colour: {colour}", lambda: _album(scene, colour))


def _album(scene: DemoScene, colour: bool) -> Mapping[str, str]:
    wanted = [variant for variant in scene.variants if variant.colour == colour]
    with plain_environment(colour=colour):
        return dict(zip([each.name for each in wanted], pictures(scene, wanted), strict=True))


def _run(scene: DemoScene) -> SceneRun:
    wanted = [each for each in scene.variants if is_everyday(scene, each)]
    if scene.id in ALL_LOOKS:
        wanted = [Variant(size_of(scene))]
    if scene.gallery is not None and not scene.plays:
        wanted.append(Variant(scene.gallery))
    with plain_environment(), folder_for(scene, PICTURE_DEFAULTS | {"language": DEFAULT_LANGUAGE}) as folder:
        app = Staged(scene, folder, sleep=at_once)
        try:
            taken, cut = asyncio.run(_played(app, wanted))
        finally:
            app.close()
            choose_language(DEFAULT_LANGUAGE)
    named = dict(zip([each.name for each in wanted], taken, strict=True))
    return SceneRun(named, taken[-1] if scene.gallery is not None and not scene.plays else "", cut)


async def _played(app: Staged, variants: list[Variant]) -> tuple[list[str], list[str]]:
    """The pictures, and what is cut when the app speaks Japanese afterwards."""
    usual = app.settings
    async with app.run_test(size=SIZES[0]) as pilot:
        taken = await take(pilot, app, variants)
        with pytest.MonkeyPatch.context() as patch, noted(patch) as cut:
            await apply_variant(pilot, app, JAPANESE, usual)
    return taken, cut


@contextmanager
def plain_environment(*, colour: bool = True) -> Iterator[None]:
    """Pictures are the same whoever takes them."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("NO_COLOR", "TEXTUAL_THEME"):
            patch.delenv(variable, raising=False)
        if not colour:
            patch.setenv("NO_COLOR", "1")
        patch.setattr(title, "__version__", "1.2.3")
        yield
