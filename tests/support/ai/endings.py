"""Endings of which everything can be told: few live tiles, every deal of what is hidden enumerated.

Seat 0 deals, draws, and has not changed its hand since the deal. The other three have called four melds each,
without any yaku, and hold one tile: they win with the last tile only, as haitei or houtei, for 30 fu and one
han. So the points of each deal can be counted by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from ai.rollouts import Hidden
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.rules import WRC, Ruleset
from engine.tiles import MJAI, UNKNOWN, Tile, all_tiles, parse_tile, parse_tiles
from engine.wall import LIVE_AT_START

OWN = "111m222p222s888m5z"
"""Tenpai on a tile of which none is left."""
DRAWN = "1p"
INDICATOR = "3z"
MELDS: dict[int, tuple[str, ...]] = {
    1: ("345m", "456p", "678s", "999m"),
    2: ("777m", "777p", "333s", "789s"),
    3: ("345m", "456p", "678s", "999p"),
}
"""Called tile first. A pon may come from anybody, so that the second player can pass over the first."""
POOLS = {
    0: "11p1111s6666m8888p44s",
    1: "11p1111s6666m8888p444s",
    2: "11p1111s6666m8888p4444s",
}
"""The hidden tiles, by how many can be drawn."""
_PONS_OVER = {1: 0, 2: 1, 0: 3}
"""How often the second player calls over the first, by tiles left: it moves the count of draws by one."""
RON, TSUMO, NOTEN = 1_000, 500, 3_000
"""What the dealer pays."""


def ending(
    live: int, rules: Ruleset = WRC, *, wind: str = "E", scores: Sequence[int] | None = None
) -> SeatPosition:
    """The dealer has drawn, and so many tiles are left."""
    start, *events = _events(live, rules)
    start = replace(start, bakaze=wind, scores=list(scores or start.scores))
    return SeatPosition(rules, 0, (start, *events))


def dealt(live: int) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    """Every way to deal the three hands and the tiles left, in this order; how many deals each stands for."""
    yield from _ordered(Counter(parse_tiles(POOLS[live])), 3 + live, 1)


def _ordered(left: Counter[Tile], size: int, ways: int) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    if not size:
        yield ways, ()
        return
    for tile in sorted(left):
        if copies := left[tile]:
            for found, tiles in _ordered(left - Counter([tile]), size - 1, ways * copies):
                yield found, (tile, *tiles)


def pool(live: int) -> list[Tile]:
    return list(parse_tiles(POOLS[live]))


def hidden(live: int, tiles: Sequence[Tile]) -> Hidden:
    """These three hands and live tiles; the dead wall has the rest."""
    rest = pool(live)
    for tile in tiles:
        rest.remove(tile)
    hands = {seat: [tile] for seat, tile in enumerate(tiles[:3], 1)}
    return Hidden(hands, list(tiles[3:]), rest[:4], rest[4:8], rest[8:])


def points(discard: str, tiles: Sequence[Tile]) -> int:
    """What a discard brings the dealer with these hands and live tiles, if all discard what they draw."""
    tile, hands, live = parse_tile(discard), dict(enumerate(tiles[:3], 1)), tiles[3:]
    thrown: dict[int, set[Tile]] = {seat: set() for seat in hands}
    passed: dict[int, set[Tile]] = {seat: {tile} for seat in hands}
    if not live and tile in hands.values():
        return -RON
    for number, drawn in enumerate(live, 1):
        seat = (number - 1) % 3 + 1
        if number == len(live):
            if hands[seat] == drawn:
                return -TSUMO
            if any(
                hands[each] == drawn and drawn not in thrown[each] | passed[each]
                for each in hands
                if each != seat
            ):
                return 0
        thrown[seat].add(drawn)
        passed[seat].clear()
        for each in hands:
            if each != seat:
                passed[each].add(drawn)
    return 0 if tile in (parse_tile(DRAWN), parse_tile("5z")) else -NOTEN


def exact(live: int, discard: str) -> Fraction:
    """The mean of ``points`` over all deals."""
    found = [(ways, points(discard, tiles)) for ways, tiles in dealt(live)]
    return Fraction(sum(ways * each for ways, each in found), sum(ways for ways, _ in found))


# -- the hand up to here -------------------------------------------------------------------------------

_Step = tuple[int, list[Tile] | None]
"""A seat, and the meld that it calls instead of drawing."""


def _events(live: int, rules: Ruleset) -> Iterator[ev.Event]:
    yield ev.StartKyoku(
        bakaze="E",
        dora_marker=MJAI[parse_tile(INDICATOR)],
        kyoku=1,
        honba=0,
        kyotaku=0,
        oya=0,
        scores=[rules.start_points] * 4,
        tehais=[[MJAI[tile] for tile in parse_tiles(OWN)], *[[UNKNOWN] * 13 for _ in range(3)]],
    )
    dealers, pond = _ponds(live, rules)
    for steps in _rounds(live):
        for place, (seat, meld) in enumerate(steps):
            following = steps[place + 1][1] if place + 1 < len(steps) else None
            mine = dealers if seat == 0 and dealers else pond
            tile = mine.pop() if following is None else following[0]
            if meld is None:
                yield ev.Tsumo(seat, UNKNOWN if seat else MJAI[tile])
            else:
                called, *own = [MJAI[each] for each in meld]
                kind = ev.Pon if meld[0] == meld[1] else ev.Chi
                yield kind(seat, steps[place - 1][0], called, own)
            yield ev.Dahai(seat, MJAI[tile], meld is None)
    assert not pond
    assert not dealers
    yield ev.Tsumo(0, MJAI[parse_tile(DRAWN)])


def _rounds(live: int) -> Iterator[list[_Step]]:
    """Rounds in which all call, or the second player calls over the first; then rounds of draws."""
    left = {seat: [list(parse_tiles(meld)) for meld in melds] for seat, melds in MELDS.items()}
    over = _PONS_OVER[live]
    for _ in range(over):
        yield [(0, None), (2, left[2].pop(0)), (3, left[3].pop(0))]
    for _ in range(4 - over):
        yield [(0, None), *((seat, melds.pop(0)) for seat, melds in left.items())]
    for _ in range(over):
        yield [(0, None), (1, left[1].pop(0)), (2, None), (3, None)]
    for _ in range((LIVE_AT_START - 5 - live - 3 * over) // 4):
        yield [(seat, None) for seat in range(4)]


def _ponds(live: int, rules: Ruleset) -> tuple[list[Tile], list[Tile]]:
    """The discards that nobody calls: those that the dealer makes first, and all others.

    The dealer's are of kinds that are hidden too: the others shall not be furiten on them at the end.
    """
    tiles = all_tiles(rules.red_fives)
    melds = [meld for called in MELDS.values() for meld in called]
    for text in (OWN, DRAWN, INDICATOR, POOLS[live], *melds):
        for tile in parse_tiles(text):
            tiles.remove(tile)
    unsafe = set(parse_tiles(POOLS[live]))
    return [tile for tile in tiles if tile in unsafe], [tile for tile in tiles if tile not in unsafe]
