"""``docs/pictures.md``: scenes of the game, and the picture at the top of the README.

A scene is on the page when its file says in which size (``gallery``); with ``plays`` it is an animation, and
the README shows it. ``make pictures`` writes the pictures and the page; a test compares both with the scenes.
It also keeps the games that were played before scenes, for the tests.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.recorded_games import KEPT, played_before_scenes
from tools.docs.page_part import WrittenPage
from tui.demo.scene_files import DemoScene, Variant, scenes
from tui.demo.shown_scenes import pictures, record
from tui.pictures import animation

FOLDER = Path("assets") / "pictures"
VARIABLES = ("NO_COLOR", "FURITEN_TILES", "FURITEN_GLYPHS", "FURITEN_THEME")
"""What would change the pictures, and shall not."""


def shown() -> list[DemoScene]:
    return [scene for scene in scenes() if scene.gallery is not None]


def picture_of(scene: DemoScene) -> str:
    """The picture of a scene as SVG, animated if it plays."""
    assert scene.gallery is not None
    if scene.plays:
        return animation(record(scene, scene.gallery))
    return pictures(scene, [Variant(scene.gallery)])[0]


def section() -> str:
    """What stands on the page between the marks. What plays by itself comes before the others."""
    sorted_scenes = sorted(shown(), key=lambda scene: not scene.plays)
    return "\n".join(f"**{each.texts.title}**\n\n{link(each, Path('..'))}\n" for each in sorted_scenes)


def link(scene: DemoScene, root: Path = Path()) -> str:
    """The picture of a scene, as a page shows it from which ``root`` leads to the top of the repository."""
    return f"![{scene.texts.shows}]({(root / FOLDER / scene.id).as_posix()}.svg)"


PICTURES = WrittenPage("pictures", "pictures", section)


def main() -> None:
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
    PICTURES.write()
    KEPT.write_bytes(gzip.compress(played_before_scenes(), mtime=0))


if __name__ == "__main__":
    main()
