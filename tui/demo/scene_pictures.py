"""Take SVG pictures of a scene without a terminal, several of them in one run of the app."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from textual.pilot import Pilot

from tui.config.looks import Motion
from tui.config.settings import Settings
from tui.demo.scene import DemoScene, Variant
from tui.demo.staged_app import Staged, folder_for
from tui.i18n.texts import choose_language, language
from tui.pictures.svg_export import picture

PICTURE_DEFAULTS = {"motion": Motion.OFF.value}
"""Defaults for pictures; the settings of a scene override them."""


async def at_once(seconds: float) -> None:
    """Do not sleep."""


def pictures(scene: DemoScene, variants: Sequence[Variant]) -> list[str]:
    """The pictures of the variants, in that order, as SVG. Raises SceneError.

    As everywhere, the environment decides whether there are colours.
    """
    taken: dict[Variant, str] = {}
    spoken = language()
    for code in dict.fromkeys(map(_language, variants)):
        these = [variant for variant in variants if _language(variant) == code]
        taken |= zip(these, _in_one_app(scene, these, code or spoken), strict=True)
    choose_language(spoken)
    return [taken[variant] for variant in variants]


def _language(variant: Variant) -> str:
    """The language of a picture, or an empty text. It holds from the first key on."""
    return variant.looks.get("language", "")


def _in_one_app(scene: DemoScene, variants: Sequence[Variant], code: str) -> list[str]:
    """Take pictures in that language."""
    with folder_for(scene, {**PICTURE_DEFAULTS, "language": code}) as folder:
        app = Staged(scene, folder, sleep=at_once)
        try:
            return asyncio.run(_taken(app, variants))
        finally:
            app.close()


async def _taken(app: Staged, variants: Sequence[Variant]) -> list[str]:
    async with app.run_test(size=variants[0].size) as pilot:
        return await take(pilot, app, variants)


async def take(pilot: Pilot[int], app: Staged, variants: Sequence[Variant]) -> list[str]:
    """Play the scene in this app, and take the pictures of the variants on the way."""
    taken: dict[Variant, str] = {}
    steps, pressed = app.scene.steps, 0
    usual = app.settings
    for variant in sorted(variants, key=lambda each: len(steps) if each.step is None else each.step):
        until = len(steps) if variant.step is None else variant.step
        await app.play(steps[pressed:until])
        pressed = until
        await apply_variant(pilot, app, variant, usual)
        taken[variant] = picture(app)
    return [taken[variant] for variant in variants]


async def apply_variant(pilot: Pilot[int], app: Staged, variant: Variant, usual: Settings) -> None:
    """Set the size and the settings of a variant, and wait until every screen is drawn."""
    wanted = msgspec.convert(msgspec.to_builtins(usual) | variant.looks, Settings)
    if app.settings != wanted:
        app.change_settings(wanted)
    if app.size != variant.size:
        await pilot.resize_terminal(*variant.size)
    for screen in app.screen_stack:
        drawn = asyncio.Event()
        screen.call_after_refresh(drawn.set)
        await drawn.wait()
    await app.settle()
