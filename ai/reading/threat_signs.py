"""What can be seen of a player that speaks for a finished or a dear hand: signs, as data."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from ai.reading.danger_factors import flush_suit
from ai.reading.ryanmen_waits import TWO_SIDED
from ai.reading.value_estimate import dora_han, tile_dora, triplet_han
from engine.table import PondTile, Table
from engine.tiles import EAST, KIND_OF, SORT_KEY, Kind, Tile

LATE_TURN = 9
"""From this turn on it is late enough to name."""
SETTLED_RUN = 3
"""So many discards in a row as they were drawn look like a hand that needs nothing but a winning tile."""


class SignKind(StrEnum):
    """What speaks for a threat."""

    RIICHI = "riichi"
    """Declared: ``tiles`` the riichi tile, ``turn`` when."""
    DOUBLE_RIICHI = "double-riichi"
    """The same in the first turn, before any call."""
    IPPATSU = "ippatsu"
    """Winning before the own next discard, with no call between, still brings ippatsu."""
    MELDS = "melds"
    """``count`` open melds."""
    YAKUHAI = "yakuhai"
    """Melds of honours that are a yaku: ``tiles`` one of each, ``count`` their han."""
    DORA = "dora"
    """Dora and red fives in the melds: ``tiles`` all of them, ``count`` their han."""
    ONE_SUIT = "one-suit"
    """All melds are of one suit or honours: ``tiles`` one of each, ``count`` the melds."""
    LATE = "late"
    """It is late: ``turn`` the number of discards."""
    SETTLED = "settled"
    """The last ``count`` discards were thrown as drawn, since ``turn``."""
    PUSHED = "pushed"
    """``count`` ``tiles`` that could have lost against the riichi of ``seat``; the last on ``turn``."""


class Sign(msgspec.Struct, frozen=True):
    """One thing that speaks for a threat; what each field says depends on the kind."""

    kind: SignKind
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    turn: int = 0
    seat: int | None = None


def signs(table: Table, seat: int) -> tuple[Sign, ...]:
    """Everything about a player that speaks for a finished or a dear hand, the strongest first."""
    player = table.seats[seat]
    if player.riichi:
        return (*_riichi(table, seat), *_dora(table, seat))
    found = [*_melds(table, seat), *_dora(table, seat)]
    if len(player.pond) >= LATE_TURN:
        found.append(Sign(SignKind.LATE, turn=len(player.pond)))
    return (*found, *_settled(player.pond), *_pushed(table, seat))


def _riichi(table: Table, seat: int) -> Iterator[Sign]:
    player = table.seats[seat]
    kind = SignKind.DOUBLE_RIICHI if player.riichi == 2 else SignKind.RIICHI
    for turn, discard in enumerate(player.pond, 1):
        if discard.riichi:
            yield Sign(kind, (discard.tile,), turn=turn)
    if player.ippatsu:
        yield Sign(SignKind.IPPATSU)


def _melds(table: Table, seat: int) -> Iterator[Sign]:
    melds = table.seats[seat].melds
    if count := sum(meld.is_open for meld in melds):
        yield Sign(SignKind.MELDS, count=count)
    values = [(meld.first, triplet_han(meld.first, table, seat)) for meld in melds]
    yakuhai = [(kind, han) for kind, han in values if han]
    if yakuhai:
        yield Sign(SignKind.YAKUHAI, tuple(kind for kind, _ in yakuhai), sum(han for _, han in yakuhai))
    if flush_suit(table, seat) is not None:
        yield Sign(SignKind.ONE_SUIT, tuple(meld.first for meld in melds), len(melds))


def _dora(table: Table, seat: int) -> Iterator[Sign]:
    """Also the dora of kans: a riichi hand shows them too."""
    worth = dora_han(table.indicators)
    tiles = [tile for meld in table.seats[seat].melds for tile in meld.tiles if tile_dora(tile, worth)]
    if tiles:
        tiles.sort(key=SORT_KEY.__getitem__)
        yield Sign(SignKind.DORA, tuple(tiles), sum(tile_dora(tile, worth) for tile in tiles))


def _settled(pond: list[PondTile]) -> Iterator[Sign]:
    run = 0
    for discard in reversed(pond):
        if not discard.tsumogiri:
            break
        run += 1
    if run >= SETTLED_RUN:
        yield Sign(SignKind.SETTLED, count=run, turn=len(pond) - run + 1)


def _pushed(table: Table, seat: int) -> Iterator[Sign]:
    """Number tiles that a two-sided wait of somebody in riichi could have taken when they were thrown."""
    for other, player in enumerate(table.seats):
        riichi = player.riichi_order
        if other == seat or riichi is None:
            continue
        pushed = [
            (turn, discard.tile)
            for turn, discard in enumerate(table.seats[seat].pond, 1)
            if discard.order > riichi and _two_sided_wait(table, other, riichi, discard)
        ]
        if pushed:
            tiles = tuple(tile for _, tile in pushed)
            yield Sign(SignKind.PUSHED, tiles, len(tiles), pushed[-1][0], other)


def _two_sided_wait(table: Table, other: int, riichi: int, discard: PondTile) -> bool:
    """Whether a two-sided wait on the tile was not furiten for a player in riichi when it was thrown."""
    kind = KIND_OF[discard.tile]
    if kind >= EAST:
        return False
    safe: set[Kind] = {
        KIND_OF[tile]
        for order, (thrower, tile) in enumerate(table.discards[: discard.order])
        if thrower == other or order > riichi
    }
    return kind not in safe and any(partner not in safe for _, partner in TWO_SIDED[kind])
