"""``furiten demo``: show named scenes of the interface: live, as a story, or as pictures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assets import FOLDER
from tui.i18n import DEFAULT_LANGUAGE, language, t
from tui.system.files import STANDARD_OUTPUT, write_output
from tui.system.terminal import say

if TYPE_CHECKING:
    # imported where a scene is read: the list needs its title alone
    from tui.demo.scene_files import DemoScene

PictureSize = tuple[int, int]


def _titles() -> list[tuple[int, str, str]]:
    """Number, id and title of each scene, by number; ``scene_files`` reads and checks the rest."""
    found = []
    for file in Path(FOLDER, "scenes").iterdir():
        number, _, id = file.name.removesuffix(".toml").partition("-")
        if file.name.endswith(".toml"):
            words = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
            told = words.get(language()) or words[DEFAULT_LANGUAGE]
            found.append((int(number), id, told["title"]))
    return sorted(found)


def _offered(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [id for _, id, _ in _titles() if id.startswith(begun.lower())]


def _size(ctx: click.Context, param: click.Parameter, given: str | None) -> PictureSize | None:
    """Columns and rows; raises BadParameter."""
    if given is None:
        return None
    from tui.demo.scene_files import read_size

    size = read_size(given)
    if size is None:
        raise click.BadParameter(t("demo.bad-size", given=given), ctx, param)
    return size


@click.command(name="demo", help=t("demo.help"), epilog=t("demo.example"))
@click.argument("scene", required=False, shell_complete=_offered)
@click.option("--list", "listing", is_flag=True, help=t("demo.list"))
@click.option("--play", is_flag=True, help=t("demo.play"))
@click.option("--svg", metavar="FILE", help=t("demo.svg"))
@click.option("--size", metavar="80x24", callback=_size, help=t("demo.size"))
def command(scene: str | None, listing: bool, play: bool, svg: str | None, size: PictureSize | None) -> int:
    """Show a scene, or list all scenes."""
    if size is not None and svg is None:
        raise click.UsageError(t("demo.size-alone"))
    if listing and (play or svg is not None):
        raise click.UsageError(t("demo.one-way"))
    if scene is None and svg is None and not play:
        _list()
        return 0
    from tui.demo.scene_files import SceneError

    try:
        return _demo(scene, size, svg, listing=listing, play=play)
    except SceneError as error:
        raise click.ClickException(str(error)) from None


def _demo(scene: str | None, size: PictureSize | None, svg: str | None, *, listing: bool, play: bool) -> int:
    """Raises SceneError, or UsageError for a scene that is not there."""
    from tui.demo.scene_files import UnknownScene, scene_of, scenes

    try:
        chosen = None if scene is None else scene_of(scene.lower())
    except UnknownScene as error:
        if not str(error):
            raise click.UsageError(t("demo.no-scene", given=scene)) from None
        raise click.UsageError(t("demo.unknown", given=scene, scenes=error)) from None
    if svg is not None and chosen is None:
        raise click.UsageError(t("demo.svg-scene"))
    if listing:
        _list()
        return 0
    if svg is not None:
        assert chosen is not None
        return _write(svg, _picture(chosen, size, plays=play))
    from tui.demo.shown_scenes import play_stories, show

    if play:
        return play_stories(scenes() if chosen is None else [chosen])
    assert chosen is not None
    return show(chosen)


def _picture(scene: DemoScene, size: PictureSize | None, *, plays: bool) -> str:
    """The picture of a scene as SVG, or its whole story as an animation. Raises SceneError."""
    from tui.demo.scene_files import SIZES, Variant

    if plays:
        from tui.demo.shown_scenes import record
        from tui.pictures import animation

        return animation(record(scene, size or SIZES[0]))
    from tui.demo.shown_scenes import pictures

    return pictures(scene, [Variant(size or SIZES[0])])[0]


def _list() -> None:
    titles = _titles()
    width = max(len(id) for _, id, _ in titles)
    for number, id, title in titles:
        say(t("demo.row", number=number, id=f"{id:<{width}}", title=title))


def _write(name: str, svg: str) -> int:
    """Write a picture; raises OSError."""
    if name == STANDARD_OUTPUT:
        say(svg, end="")
    else:
        write_output(Path(name), svg.encode())
        say(t("demo.written", file=name))
    return 0
