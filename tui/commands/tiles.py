"""``furiten tiles``: tiles in both spellings, with their names."""

from __future__ import annotations

from collections.abc import Sequence

import click

from engine.tiles import KIND_OF, MJAI, NAMES, TILE_OF, Tile, is_red, parse_tiles, sort_tiles
from tui.commands.requests import to_json
from tui.i18n import t
from tui.system.terminal import say
from tui.words.names import tile_word


@click.command(name="tiles", help=t("tiles.help"), epilog=t("tiles.example"))
@click.argument("given", nargs=-1, metavar="[TILES]...")
@click.option("--json", "as_json", is_flag=True, help=t("tiles.json"))
def command(given: Sequence[str], as_json: bool) -> None:
    """Print a line for each tile that is given, or for all of them; raises NotationError."""
    tiles = [tile for text in given for tile in _read(text)] if given else sort_tiles(range(len(NAMES)))
    if as_json:
        say(to_json([_as_json(tile) for tile in tiles]))
        return
    for tile in tiles:
        say(f"{NAMES[tile]}  {MJAI[tile]:<3}  {tile_word(tile)}")


def _read(text: str) -> Sequence[Tile]:
    tile = TILE_OF.get(text)
    return parse_tiles(text) if tile is None else (tile,)


def _as_json(tile: Tile) -> dict[str, object]:
    return {
        "tile": NAMES[tile],
        "mjai": MJAI[tile],
        "kind": KIND_OF[tile],
        "red": is_red(tile),
        "name": tile_word(tile),
    }
