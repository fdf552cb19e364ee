"""Collect the visible signs that a player is tenpai or has an expensive hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from ai.reading.open_hand import flush_suit
from ai.reading.ryanmen_waits import TWO_SIDED
from ai.reading.value_estimate import dora_han, tile_dora, triplet_han
from engine.table import PondTile, Table
from engine.tiles import EAST, KIND_OF, SORT_KEY, Kind, Tile

LATE_TURN = 9
"""The turn from which ``LATE`` is a sign."""
TSUMOGIRI_RUN = 3
"""The fewest tsumogiri in a row that are a sign of tenpai."""


class SignKind(StrEnum):
    """The kind of a sign, with the meaning of its fields."""

    RIICHI = "riichi"
    """Riichi is declared: ``tiles`` is the riichi tile, ``turn`` the turn."""
    DOUBLE_RIICHI = "double-riichi"
    """Double riichi is declared; the fields as for ``RIICHI``."""
    IPPATSU = "ippatsu"
    """A win before the player's next discard, without a call in between, has ippatsu."""
    MELDS = "melds"
    """``count`` open melds."""
    YAKUHAI = "yakuhai"
    """Melds of yakuhai: ``tiles`` one of each, ``count`` their han."""
    DORA = "dora"
    """Dora and red fives in the melds: ``tiles`` are all of them, ``count`` their han."""
    ONE_SUIT = "one-suit"
    """All melds are of one suit or honours: ``tiles`` one of each, ``count`` the number of melds."""
    LATE = "late"
    """It is late in the hand: ``turn`` is the player's number of discards."""
    SETTLED = "settled"
    """The last ``count`` discards, since ``turn``, were tsumogiri."""
    PUSHED = "pushed"
    """``count`` discards ``tiles`` that were dangerous against the riichi of ``seat``; last on ``turn``."""


class Sign(msgspec.Struct, frozen=True):
    """One sign of a threat; ``SignKind`` says what the fields mean."""

    kind: SignKind
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    turn: int = 0
    seat: int | None = None


def signs(table: Table, seat: int) -> tuple[Sign, ...]:
    """Every sign that a player is tenpai or has an expensive hand, the strongest first."""
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
    """Dora in melds, including the closed kans of a riichi hand."""
    worth = dora_han(table.indicators)
    tiles = [tile for meld in table.seats[seat].melds for tile in meld.tiles if tile_dora(tile, worth)]
    if tiles:
        tiles.sort(key=SORT_KEY.__getitem__)
        yield Sign(SignKind.DORA, tuple(tiles), sum(tile_dora(tile, worth) for tile in tiles))


def tsumogiri_run(pond: Sequence[PondTile]) -> int:
    """How many of the last discards were tsumogiri."""
    return next((back for back, tile in enumerate(reversed(pond)) if not tile.tsumogiri), len(pond))


def _settled(pond: list[PondTile]) -> Iterator[Sign]:
    run = tsumogiri_run(pond)
    if run >= TSUMOGIRI_RUN:
        yield Sign(SignKind.SETTLED, count=run, turn=len(pond) - run + 1)


def _pushed(table: Table, seat: int) -> Iterator[Sign]:
    """Discarded number tiles that a two-sided wait of a player in riichi could have won on."""
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
    """Whether a two-sided wait without furiten of the player in riichi could have won on the discard."""
    kind = KIND_OF[discard.tile]
    if kind >= EAST:
        return False
    safe: set[Kind] = {
        KIND_OF[tile]
        for order, (discarder, tile) in enumerate(table.discards[: discard.order])
        if discarder == other or order > riichi
    }
    return kind not in safe and any(partner not in safe for _, partner in TWO_SIDED[kind])
