"""Scenes played once in a run of the tests: their pictures, and the text that the drawing cuts."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from tests.support.shared import shared
from tui.demo.scene_files import SIZES, DemoScene, Variant
from tui.demo.shown_scenes import PICTURE_DEFAULTS, apply_variant, at_once, pictures, take
from tui.demo.staged_app import Staged, folder_for
from tui.drawing import rows
from tui.drawing.rows import FELT, Role, Row, Rows, Span, width_of
from tui.i18n import DEFAULT_LANGUAGE, choose_language
from tui.screens import title

LEAST = 20
"""Cells and rows of a picture that somebody sees; before a screen is laid out it has none."""


@contextmanager
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Notes all that is cut or dropped meanwhile, in every module that fills rows."""
    lost: list[str] = []

    def fit(row: Sequence[Span], width: int, role: Role = FELT) -> Row:
        whole, shown = _text(row), _text(_FIT(row, width, role))
        if width >= LEAST and width_of(row) > width and whole.rstrip() != shown.rstrip():
            lost.append(whole)
        return _FIT(row, width, role)

    def fit_rows(lines: Sequence[Row], width: int, height: int) -> Rows:
        lost.extend(text for row in lines[height:] if height > 1 and (text := _text(row)).strip())
        return _FIT_ROWS(lines, width, height)

    def shortened(text: str, width: int, ellipsis: str = "..") -> str:
        short = _SHORTENED(text, width, ellipsis)
        if width >= LEAST and short != text:
            lost.append(text)
        return short

    with monkeypatch.context() as patch:
        for new, old in ((fit, _FIT), (fit_rows, _FIT_ROWS), (shortened, _SHORTENED)):
            for module in _with(old):
                patch.setattr(module, old.__name__, new)
        yield lost


def _text(row: Sequence[Span]) -> str:
    return "".join(span.text for span in row)


def _with(function: Any) -> list[ModuleType]:
    """The modules that call this function by its name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("tui.")]
    return [module for module in modules if getattr(module, function.__name__, None) is function]


_FIT, _FIT_ROWS, _SHORTENED = rows.fit, rows.fit_rows, rows.shortened


ALL_LOOKS = "a-riichi"
"""The scene of which ``make test`` compares every picture: it has every size and look."""
FOR_THE_NIGHT = {
    "four-kans",
    "one-riichi",
    "two-riichi",
    "taken-back",
    "riichi-compared",
    "a-win-declined",
    "a-yakuman",
    "then-and-now",
    "a-comment",
    "play-on-from-here",
    "a-moment-asked-again",
    "a-typed-tile",
    "vim-keys",
    "another-game",
    "no-games-yet",
    "a-search",
    "a-filter",
    "the-games-behind-a-figure",
    "question-ron",
    "question-way-out",
    "question-ahead",
    "question-passing",
    "question-kan",
    "question-safest",
    "question-read",
    "question-push-fold",
    "question-discard",
    "question-needed",
    "a-hand-not-folded",
}
"""Scenes much like others; what is different in them has tests of its own."""
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
    return plain or scene.id == ALL_LOOKS


def picture(scene: DemoScene, variant: Variant) -> str:
    if is_everyday(scene, variant) and scene.id != ALL_LOOKS:
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
    if scene.id == ALL_LOOKS:
        wanted = [Variant(size_of(scene))]
    if scene.gallery is not None and not scene.plays:
        wanted.append(Variant(scene.gallery))
    with plain_environment(), folder_for(scene, PICTURE_DEFAULTS | {"language": DEFAULT_LANGUAGE}) as folder:
        with closing(Staged(scene, folder, sleep=at_once)) as app:
            taken, cut = asyncio.run(_played(app, wanted))
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
