"""Walls rebuilt from records: the known tiles in their places, the unknown ones anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import events as ev
from engine.dice import Dice
from engine.records.recorded_choices import RecordError
from engine.rules import Ruleset
from engine.tiles import MJAI, TILE_OF, Tile, all_tiles
from engine.wall import DEAD_WALL, DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Wall


def recorded_wall(rules: Ruleset, hand: Sequence[ev.Event], dice: Dice | None = None) -> Wall:
    """The wall that deals one recorded hand, ``start_kyoku`` first.

    ``dice`` shuffle the tiles that the record does not show; without them they stand in one fixed order.
    Raises RecordError when the record shows more copies of a tile than there are, or too many draws.
    """
    dealt, live, replacements, indicators, ura = shown_tiles(hand)
    if len(dealt) != DEALT or len(live) > LIVE_AT_START:
        raise RecordError("the record deals or draws a wrong number of tiles")
    if max(len(replacements), len(indicators) - 1, len(ura) - 1) > MAX_KANS:
        raise RecordError("the record shows more kans than can be made")
    unknown = all_tiles(rules.red_fives)
    for tile in (*dealt, *live, *replacements, *indicators, *ura):
        if tile not in unknown:
            raise RecordError(f"the record shows one {MJAI[tile]} too many")
        unknown.remove(tile)
    if dice is not None:
        unknown = dice.shuffled(unknown)

    def fill(tiles: list[Tile], size: int) -> list[Tile]:
        return tiles + [unknown.pop() for _ in range(size - len(tiles))]

    slots = MAX_KANS + 1
    dead = fill(replacements, MAX_KANS) + fill(indicators, slots) + fill(ura, slots)
    assert len(dead) == DEAD_WALL
    return Wall([*dealt, *fill(live, LIVE_AT_START), *dead])


class ShownTiles(NamedTuple):
    """The tiles that a record shows, by their places in the wall, each in the order of the wall."""

    dealt: list[Tile]
    live: list[Tile]
    """Drawn from the live wall."""
    replacements: list[Tile]
    indicators: list[Tile]
    ura: list[Tile]


def shown_tiles(hand: Sequence[ev.Event]) -> ShownTiles:
    """The tiles of the wall that one recorded hand shows, ``start_kyoku`` first. Raises RecordError."""
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    dealt = [_tile(name) for step in range(PLAYERS) for name in start.tehais[(start.oya + step) % PLAYERS]]
    live: list[Tile] = []
    replacements: list[Tile] = []
    indicators: list[Tile] = []
    ura: list[Tile] = []
    after_kan = False
    for event in hand:
        match event:
            case ev.StartKyoku(dora_marker=marker) | ev.Dora(dora_marker=marker):
                indicators.append(_tile(marker))
            case ev.Tsumo(pai=pai):
                (replacements if after_kan else live).append(_tile(pai))
                after_kan = False
            case ev.Ankan() | ev.Kakan() | ev.Daiminkan():
                after_kan = True
            case ev.Hora(ura_markers=[*named]) | ev.WinCalled(ura_markers=[*named]):
                ura = max(ura, [_tile(marker) for marker in named], key=len)
    return ShownTiles(dealt, live, replacements, indicators, ura)


def deals_hand(wall: Wall, hand: Sequence[ev.Event]) -> bool:
    """Whether this wall deals and draws what the recorded hand shows, ``start_kyoku`` first."""
    shown = shown_tiles(hand)
    tiles, dead = list(wall.tiles), len(wall.tiles) - DEAD_WALL
    places = (
        (0, [*shown.dealt, *shown.live]),
        (dead, shown.replacements),
        (dead + MAX_KANS, shown.indicators),
        (dead + 2 * MAX_KANS + 1, shown.ura),
    )
    return all(tiles[first : first + len(seen)] == seen for first, seen in places)


def _tile(name: str) -> Tile:
    try:
        return TILE_OF[name]
    except KeyError:
        raise RecordError(f"'{name}' is not a known tile") from None
