"""The gallery of the README: ``make pictures`` writes its pictures, and the section that shows them.

A scene is in it when its file says in which size (``gallery``); with ``plays`` it is an animation. A test
compares both with the scenes.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.fresh_interpreter import ROOT
from tui.demo.recording import record
from tui.demo.scene import DemoScene, Variant
from tui.demo.scene_files import scenes
from tui.demo.scene_pictures import pictures
from tui.demo.svg_animation import animation

README = ROOT / "README.md"
FOLDER = Path("assets") / "pictures"
BEGIN, END = "<!-- gallery: written by make pictures -->\n", "<!-- end of the gallery -->\n"
VARIABLES = ("NO_COLOR", "FURITEN_TILES", "FURITEN_GLYPHS", "FURITEN_THEME")
"""What would change the pictures, and shall not."""


def shown() -> list[DemoScene]:
    """The scenes of the gallery."""
    return [scene for scene in scenes() if scene.gallery is not None]


def picture_of(scene: DemoScene) -> str:
    """The picture of a scene as SVG, animated if it plays."""
    assert scene.gallery is not None
    if scene.plays:
        return animation(record(scene, scene.gallery))
    return pictures(scene, [Variant(scene.gallery)])[0]


def section() -> str:
    """What stands in the README between the marks: all but the first, which stands at its top.

    What plays by itself comes before the others.
    """
    below = sorted(shown()[1:], key=lambda scene: not scene.plays)
    return "\n".join(f"**{each.texts.title}**\n\n{link(each)}\n" for each in below)


def link(scene: DemoScene) -> str:
    """The picture of a scene in the README."""
    return f"![{scene.texts.shows}]({(FOLDER / scene.id).as_posix()}.svg)"


def split(readme: str) -> tuple[str, str, str]:
    """The README before the gallery, the gallery, and what comes after it."""
    before, _, rest = readme.partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before + BEGIN, inside, END + after


def main() -> None:
    """Write everything."""
    for variable in VARIABLES:
        os.environ.pop(variable, None)
    wanted = {f"{scene.id}.svg" for scene in shown()}
    for file in (ROOT / FOLDER).glob("*.svg"):
        if file.name not in wanted:
            file.unlink()
    for scene in shown():
        file = ROOT / FOLDER / f"{scene.id}.svg"
        file.write_text(picture_of(scene), encoding="utf-8", newline="\n")
        print(file.relative_to(ROOT))
    before, _, after = split(README.read_text(encoding="utf-8"))
    README.write_text(f"{before}\n{section()}\n{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
